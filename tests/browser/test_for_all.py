"""What stands on the screen for all is whole, and as large as there is room, on a phone as well."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Literal

import pytest

from companion.games.big_deal.box import PACKINGS
from companion.games.monopoly.board import classic_board
from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back
from tests.browser.monopoly_scenes import ANNA, at, record, roll
from tests.browser.scenes import record_of, recorded, then
from tests.browser.test_narrow import BROKEN, WIDER
from tests.patience import eventually
from tests.servers import Server

Device = Callable[..., Page]
LETTERS = """
document.querySelector(".waiting").getBoundingClientRect().height / innerHeight
"""
CUT = """
[...document.querySelectorAll(".deed, .deed *")]
  .filter((part) => getComputedStyle(part).display !== "inline")
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent.trim())
"""
FITTED = "document.querySelector('.hero-card .figure, .hero-card .die, .waiting') !== null"
OUT = """
() => [...document.querySelectorAll("button, a, .tile b, .tiles b, .legend li, .door, .turn span")]
  .filter((thing) => thing.getClientRects().length > 0)
  .filter((thing) => {
    const { left, right, bottom } = thing.getBoundingClientRect();
    const below = bottom + scrollY > document.documentElement.scrollHeight + 1;
    return thing.scrollWidth > thing.clientWidth && getComputedStyle(thing).display !== "inline"
      || left < 0 || right > innerWidth || below;
  })
  .map((thing) => thing.textContent.trim())
"""
"""What is cut, or stands where no scrolling leads."""
SMALL = """
() => [...document.querySelectorAll(
  ".tile b, .tiles b, .terms li, .legend li, .lines li, button, .door a"
)]
  .filter((thing) => thing.getClientRects().length > 0)
  .filter((thing) => parseFloat(getComputedStyle(thing).fontSize) < 12)
  .map((thing) => thing.textContent.trim())
"""
PLACES = """
[...document.querySelectorAll(".podium > li")].map((place) => [
  Number(place.querySelector("small").textContent),
  place.clientHeight,
  Math.max(...[...place.children].map((part) => part.getBoundingClientRect().bottom))
    <= place.getBoundingClientRect().bottom,
])
"""
"""Of each place: its rank, its height, and whether all that it says stands in it."""
DEAREST = {"kind": "set_deed", "position": 39, "owner": None}


def shown_to_all(page: Page, server: Server, language: str, *actions: dict[str, object]) -> None:
    """Let a page show what all see after these actions, with the board of its language."""
    table = brought_back(page, server, {**record(*actions), "copy": classic_board(language)})
    page.goto(table + "?screen=table")
    eventually(lambda: page.evaluate(FITTED))


def test_the_prompt_of_a_roll_fills_its_card(server: Server, device: Device) -> None:
    page = device(width=1280, height=720)

    shown_to_all(page, server, "en")

    eventually(lambda: page.evaluate(LETTERS) > 0.1)


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_rents_of_the_dearest_street_stand_whole(
    server: Server, device: Device, language: str, size: tuple[int, int]
) -> None:
    page = device(language, width=size[0], height=size[1])
    bidding = ({"kind": "decline", "seat": ANNA}, {"kind": "bid", "seat": 3, "amount": 1200})

    shown_to_all(page, server, language, DEAREST, at(ANNA, 32), roll(ANNA, 3, 4), *bidding)

    eventually(lambda: page.evaluate(CUT) == [])


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("big_shot", "auction"),
        ("big_shot", "over"),
        ("big_cheese", "cheese-auction"),
        ("big_deal", "bd-actions"),
        ("monopoly", "mo-buy"),
        ("free_bank", "fb-auction"),
    ],
)
def test_opened_on_a_phone_it_scrolls_and_nothing_is_cut(
    server: Server, device: Device, game: str, scene: str
) -> None:
    page = device("it")
    table = brought_back(page, server, record_of(game, scene))

    page.goto(table + "?screen=table")
    eventually(lambda: page.evaluate("document.querySelector('.for-all') !== null"))

    assert page.evaluate(WIDER) == 0
    assert page.evaluate(OUT) + page.evaluate(SMALL) + page.evaluate(BROKEN) == []


DICE_END = """
() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".hero-card .die"));
  return range.getBoundingClientRect().right;
}
"""
WORDS_BEGIN = "document.querySelector('.hero-card > .of').getBoundingClientRect().left"


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_two_dice_lie_beside_the_words_and_not_under_them(
    server: Server, device: Device, language: str, size: tuple[int, int]
) -> None:
    page = device(language, width=size[0], height=size[1])

    page.goto(brought_back(page, server, record_of("monopoly", "mo-tap")) + "?screen=table")

    assert page.locator(".hero-card .die i").count() == 2
    eventually(lambda: page.evaluate(DICE_END) <= page.evaluate(WORDS_BEGIN))


WORDS_ROOM = """
() => {
  const told = document.querySelector(".hero-card .waiting"), range = document.createRange();
  range.selectNodeContents(told);
  const right = told.getBoundingClientRect().right - range.getBoundingClientRect().right;
  return right - parseFloat(getComputedStyle(told).paddingRight) * told.currentCSSZoom;
}
"""


@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_the_longest_word_of_the_question_stands_within_its_padding(
    server: Server, device: Device, language: str
) -> None:
    page = device(language, width=1280, height=720)

    page.goto(brought_back(page, server, record_of("monopoly", "mo-tap")) + "?screen=table")

    assert page.locator(".hero-card .die i").count() == 2
    eventually(lambda: page.evaluate(WORDS_ROOM) >= -1)


TITLES_ROOM = """
[...document.querySelectorAll(".shelf .tile")].map((tile) => {
  const range = document.createRange();
  range.selectNodeContents(tile.querySelector("b"));
  return tile.getBoundingClientRect().right - range.getBoundingClientRect().right;
})
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_group_leaves_room_at_the_edge_of_its_tile(
    server: Server, device: Device, language: str
) -> None:
    page = device(width=1280, height=720, language=language)

    page.goto(brought_back(page, server, record()) + "?screen=table")

    room = page.evaluate(TITLES_ROOM)
    assert len(room) == 10 and min(room) >= 4, room


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "name"), [("big_shot", "four-italian"), ("big_deal", "six-shark")]
)
def test_no_place_stands_higher_than_a_better_one_whatever_it_is_made_of(
    server: Server, device: Device, language: str, game: str, name: str
) -> None:
    page = device(language, width=1280, height=720)

    page.goto(brought_back(page, server, recorded(game, name)) + "?screen=table")
    eventually(lambda: all(is_whole for _, _, is_whole in page.evaluate(PLACES)))
    heights = {min(rank, 4): height for rank, height, _ in page.evaluate(PLACES)}

    assert len(heights) == 4
    assert [heights[rank] for rank in sorted(heights)] == sorted(heights.values(), reverse=True)
    assert len(set(heights.values())) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_ways_on_from_the_end_stand_below_all_places(
    server: Server, device: Device, language: str, size: tuple[int, int]
) -> None:
    page = device(language, width=size[0], height=size[1])

    page.goto(brought_back(page, server, recorded("big_shot", "four-italian")) + "?screen=table")
    places, ways, door = (
        page.locator(part).bounding_box() for part in (".podium", ".end-aside", ".door")
    )

    assert places is not None and ways is not None and door is not None
    assert places["y"] + places["height"] <= min(ways["y"], door["y"])
    assert ways["x"] + ways["width"] <= door["x"]
    assert ways["y"] + ways["height"] <= size[1]


OVER_THE_CODE = """
() => {
  const door = document.querySelector(".door").getBoundingClientRect();
  return [...document.querySelectorAll(".podium, .plot, .legend")]
    .filter((part) => part.getBoundingClientRect().bottom > door.top)
    .map((part) => part.className);
}
"""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_nothing_lies_under_the_code_where_nobody_may_go_on_from_the_end(
    server: Server, device: Device, size: tuple[int, int]
) -> None:
    table = brought_back(device(), server, recorded("big_cheese", "six-clockwise"))
    page = device(width=size[0], height=size[1])

    page.goto(table + "?screen=table")
    page.locator(".door svg").wait_for()

    assert page.evaluate(OVER_THE_CODE) == []


DRAWN = """
[".podium", "polyline"].map((parts) => {
  const boxes = [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());
  return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
})
"""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_chart_of_the_game_uses_the_height_that_there_is(
    server: Server, device: Device, size: tuple[int, int]
) -> None:
    page = device(width=size[0], height=size[1])

    page.goto(brought_back(page, server, recorded("big_shot", "four-italian")) + "?screen=table")
    podium, lines = page.evaluate(DRAWN)

    assert podium > size[1] * 0.7
    assert lines > podium * 0.6


NAMES = ("Alessandria", "Massimilian", "Bernardetta", "Christopher", "Giuseppe", "Federica")
LINES = """
[...document.querySelectorAll(".podium .who")].map((who) => {
  const range = document.createRange();
  range.selectNodeContents(who.lastChild);
  const seen = [...range.getClientRects()].filter((line) => line.width > 1);
  return new Set(seen.map((line) => line.top)).size;
})
"""
"""On how many lines the name of each place stands."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_names_of_six_stay_whole_at_the_end(
    server: Server, device: Device, size: tuple[int, int]
) -> None:
    six, page = recorded("big_cheese", "six-clockwise"), device(width=size[0], height=size[1])
    seats = [{**seat, "name": name} for seat, name in zip(six["seats"], NAMES, strict=True)]

    page.goto(brought_back(page, server, {**six, "seats": seats}) + "?screen=table")

    assert page.evaluate(LINES) == [1] * len(NAMES)


CHIPS = """
[...document.querySelectorAll(".at-work > *")].map((chip) => {
  const { top, bottom } = chip.getBoundingClientRect();
  const row = chip.parentElement.getBoundingClientRect();
  return Math.min(top - row.top, row.bottom - bottom);
})
"""
"""How much room there is above and below each chip in its row."""


@pytest.mark.parametrize("scene", ["cheese-auction", "cheese-several", "cheese-fifth"])
def test_the_chip_of_a_project_lies_within_its_row(
    server: Server, device: Device, scene: str
) -> None:
    page = device("fr", width=1280, height=720)

    page.goto(brought_back(page, server, record_of("big_cheese", scene)) + "?screen=table")
    eventually(lambda: page.evaluate(CHIPS) != [])

    assert min(page.evaluate(CHIPS)) >= 1


EDGES = """
async (picture) => {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  const drawn = canvas.getContext("2d");
  drawn.drawImage(image, 0, 0);
  const { data } = drawn.getImageData(0, 0, image.width, image.height);
  const light = (at) => [0.2126, 0.7152, 0.0722].reduce((sum, part, colour) => {
    const value = data[at + colour] / 255;
    return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0.05);
  const ground = light(0);
  let most = 1;
  for (let at = 0; at < data.length; at += 4)
    most = Math.max(most, light(at) / ground, ground / light(at));
  return most;
}
"""
"""The greatest contrast of a picture with its first pixel."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_line_of_every_colour_is_seen_on_its_ground(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    page = device(width=1280, height=720)
    page.emulate_media(color_scheme=scheme)

    page.goto(brought_back(page, server, recorded("big_shot", "four-italian")) + "?screen=table")
    lines = page.locator(".legend svg").all()
    pictures = [base64.b64encode(line.screenshot()).decode() for line in lines]

    assert len(pictures) == 4
    assert min(page.evaluate(EDGES, picture) for picture in pictures) >= 3


def shown(
    device: Device, server: Server, language: str, scene: str, size: tuple[int, int] = (1280, 720)
) -> Page:
    """Return a page with a scene, "game/name", on the screen for all, drawn as large as it can."""
    page = device(language, width=size[0], height=size[1])
    page.goto(brought_back(page, server, record_of(*scene.split("/"))) + "?screen=table")
    eventually(lambda: page.evaluate("document.querySelector('[style*=--fit]') !== null"))
    return page


NAMES_CUT = """
[...document.querySelectorAll(".seats li > b")]
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("language", ["fr", "it"])
def test_small_words_make_room_for_a_name(server: Server, device: Device, language: str) -> None:
    page = shown(device, server, language, "big_shot/place")

    assert page.locator(".seats .next small").first.is_visible()
    assert page.evaluate(NAMES_CUT) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", ["mo-rent", "mo-auction", "mo-in-kind"])
def test_the_head_of_monopoly_is_one_line(
    server: Server, device: Device, language: str, scene: str
) -> None:
    page = shown(device, server, language, f"monopoly/{scene}")

    (head,) = page.locator(".turn").all()
    box = head.bounding_box()

    assert box is not None and box["height"] < 40


ROOM = """
(inner) => {
  const { paddingTop, paddingBottom } = getComputedStyle(document.querySelector(inner[0]));
  return [...document.querySelectorAll(inner[0])].map((card) => {
    const box = card.getBoundingClientRect();
    const parts = [...card.querySelectorAll(inner[1])]
      .map((part) => part.getBoundingClientRect())
      .filter(({ height }) => height > 0);
    return Math.min(
      ...parts.map(({ top }) => top - box.top - parseFloat(paddingTop)),
      ...parts.map(({ bottom }) => box.bottom - bottom - parseFloat(paddingBottom)),
    );
  });
}
"""
"""By how much what stands in each card keeps off its padding."""


@pytest.mark.parametrize(
    ("language", "scene"),
    [
        ("en", "monopoly/mo-tap"),
        ("en", "big_shot/names"),
        ("fr", "big_shot/unsettled"),
        ("fr", "big_deal/bd-laid"),
        ("fr", "big_deal/bd-won"),
        ("fr", "big_deal/bd-collect"),
    ],
)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_what_the_hero_says_keeps_off_the_edges_of_its_card(
    server: Server, device: Device, language: str, scene: str, size: tuple[int, int]
) -> None:
    page = shown(device, server, language, scene, size)

    assert min(page.evaluate(ROOM, [".hero-card", ".of > *"])) >= -size[1] / 100


@pytest.mark.parametrize("language", ["fr", "it"])
@pytest.mark.parametrize("scene", ["bd-actions", "bd-stakes", "bd-raise", "bd-seventh"])
def test_what_lies_free_before_a_seat_stands_within_its_row(
    server: Server, device: Device, language: str, scene: str
) -> None:
    page = shown(device, server, language, f"big_deal/{scene}")

    assert min(page.evaluate(ROOM, [".seats > li", ".holder"])) >= -2


def test_a_rent_still_open_is_what_is_to_be_done_first(server: Server, device: Device) -> None:
    page = shown(device, server, "en", "monopoly/mo-rent")

    (gold,) = page.locator(".hero-card .my-turn").all_inner_texts()

    assert gold.index("Bruno may ask Anna for 750") < gold.index("Bruno rolls two dice.")


def test_who_has_to_answer_an_offer_is_lit_and_gold_is_one_box(
    server: Server, device: Device
) -> None:
    page = shown(device, server, "en", "monopoly/mo-deal")

    assert page.locator(".hero-card .my-turn").count() == 1
    assert "Bruno answers this offer." in page.locator(".hero-card .my-turn").inner_text()
    assert page.locator(".seats .next > span:not(.has) > b").all_inner_texts() == ["Anna", "Bruno"]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("big_shot/paused", "The game is paused"),
        ("monopoly/mo-deal", "Carla offers Bruno"),
        ("monopoly/mo-in-kind", "Anna offers Bruno"),
        ("monopoly/mo-rent", "Bruno may ask Anna"),
    ],
)
def test_what_the_hero_says_is_not_told_again_below(
    server: Server, device: Device, scene: str, said: str
) -> None:
    page = shown(device, server, "en", scene)

    assert said in page.locator(".hero-card").inner_text()
    assert said not in page.locator(".lines").inner_text()


def test_an_offer_for_a_debt_is_said_once_with_what_is_offered(
    server: Server, device: Device
) -> None:
    page = shown(device, server, "en", "monopoly/mo-in-kind")

    said = page.locator(".hero-card").inner_text()

    assert said.count("Anna offers Bruno") == 1
    assert "Gare Montparnasse" in said


ROWS = """
[...document.querySelectorAll(".seats > li")].map((row) => {
  const [name, has] = [...row.querySelectorAll(":scope > b, .has")].map((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  return Math.abs(name - has);
})
"""
"""How far the middle of each purse is from that of its name."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_and_money_stand_in_the_line_of_their_seat(
    server: Server, device: Device, language: str
) -> None:
    page = shown(device, server, language, "free_bank/fb-points")

    assert max(page.evaluate(ROWS)) < 6


def test_the_places_after_the_fourth_stand_lower_too(server: Server, device: Device) -> None:
    page = shown(device, server, "fr", "big_cheese/cheese-over")

    heights = {rank: height for rank, height, _ in page.evaluate(PLACES)}

    assert sorted(heights) == [1, 2, 3, 4, 5]
    assert sorted(heights.values(), reverse=True) == [heights[rank] for rank in sorted(heights)]
    assert len(set(heights.values())) == 5


TERMS = """
[...document.querySelectorAll(".terms li")].map((term) => term.getBoundingClientRect().height)
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 810), (390, 844)])
def test_neither_a_name_nor_a_step_of_the_turn_is_broken_in_big_deal(
    server: Server, device: Device, width: int, height: int
) -> None:
    page, found = (
        device(width=width, height=height, language="fr"),
        record_of("big_deal", "bd-actions"),
    )
    names = ("Camille", "Jérôme", "Léa", "Massimiliana")
    found["seats"] = [
        {**seat, "name": name} for seat, name in zip(found["seats"], names, strict=True)
    ]

    page.goto(brought_back(page, server, found) + "?screen=table")

    assert page.evaluate(BROKEN, ".bidder, .steps-of-turn li") == []


def test_a_term_stands_in_one_line_with_its_sum(server: Server, device: Device) -> None:
    page = shown(device, server, "fr", "big_cheese/cheese-over")

    assert max(page.evaluate(TERMS)) - min(page.evaluate(TERMS)) < 2


FILLED = """
(() => {
  const card = document.querySelector(".hero-card");
  const parts = [...card.querySelectorAll(":scope > :not(.of), .of > *")]
    .map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0);
  return (Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top)))
    / card.clientHeight;
})()
"""
"""How much of the height of the hero is filled."""


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("big_cheese", "cheese-fifth"),
        ("big_cheese", "cheese-auction"),
        ("free_bank", "fb-pay"),
        ("free_bank", "fb-sealed"),
        ("free_bank", "fb-points"),
        ("big_shot", "auction"),
        ("monopoly", "mo-known"),
        ("monopoly", "mo-line"),
        ("monopoly", "mo-list"),
        ("monopoly", "mo-roll"),
    ],
)
def test_three_quarters_of_the_hero_are_filled(
    server: Server, device: Device, game: str, scene: str
) -> None:
    page = shown(device, server, "fr", f"{game}/{scene}")

    assert page.evaluate(FILLED) > 0.74


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_of_the_first_page_is_seen_with_its_address_on_a_laptop(
    server: Server, device: Device, language: str
) -> None:
    page = device(language, width=1280, height=720)

    page.goto(server.url)
    box = page.locator(".qr").bounding_box()

    assert box is not None and box["y"] + box["height"] <= 720


SMALLEST = """
() => [...document.querySelectorAll(".for-all *")]
  .filter((part) => [...part.childNodes].some((text) => text.nodeType === 3 && text.data.trim()))
  .filter((part) => part.getClientRects().length > 0)
  .filter((part) => parseFloat(getComputedStyle(part).fontSize) * part.currentCSSZoom < 11.9)
  .map((part) => part.textContent.trim())
"""
"""What is written smaller than twelve pixels."""
ALL_OPEN = [
    {"kind": "set_group", "seat": number % 4, "company": company, "shares": 2}
    for number, company in enumerate(PACKINGS[4].companies)
]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_big_deal_on_a_narrow_phone_is_read_and_breaks_no_word(
    server: Server, device: Device, language: str
) -> None:
    page, wrong = device(language, width=320, height=640), {}
    records = {scene: record_of("big_deal", scene) for scene in ("bd-deal", "bd-draw", "bd-duel")}
    records["all open"] = then(record_of("big_deal", "bd-actions"), *ALL_OPEN)

    for scene, brought in records.items():
        page.goto(brought_back(page, server, brought) + "?screen=table")
        broken = page.evaluate(BROKEN, ".for-all")
        if broken or page.evaluate(SMALLEST):
            wrong[scene] = (broken, page.evaluate(SMALLEST))

    assert wrong == {}
