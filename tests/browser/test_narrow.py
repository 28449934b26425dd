"""No page scrolls sideways: on the narrowest phone, and with letters twice the size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.monopoly.board import LANGUAGES as BOARDS
from companion.games.monopoly.board import classic_board
from companion.games.monopoly.copy import board_from_record
from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back, expect_live
from tests.browser.monopoly_scenes import ANNA, at
from tests.browser.monopoly_scenes import record as monopoly_record
from tests.browser.scenes import SCENES, menus, pages_of, record_of, recorded, until
from tests.browser.sitting import sit_down
from tests.servers import Server

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWICE = "document.documentElement.style.fontSize = '200%'"
OF_A_TABLE = ("", "history", "account", "copy", "bank", "invite")
OTHERS = ("/", "/new/big_shot", "/new/monopoly", "/new/free_bank", "/score/", "/rules/big_shot")


@pytest.mark.parametrize(("width", "letters"), [(320, ""), (390, TWICE)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_scrolls_sideways(
    server: Server, device: Callable[..., Page], language: str, width: int, letters: str
) -> None:
    banker, _ = sit_down(server, device, phones=0)
    table = banker.url.removesuffix("invite")
    banker.locator(".menu summary").press("Enter")
    # A button that has just come refuses a touch for a moment.
    chosen = banker.get_by_role("button", name=language, exact=True)
    with banker.expect_navigation():
        chosen.and_(banker.locator(":not([data-touch-young])")).click()
    banker.set_viewport_size({"width": width, "height": 640})

    wider = {}
    for page in (*(table + name for name in OF_A_TABLE), *(server.url + path for path in OTHERS)):
        banker.goto(page)
        if letters:
            banker.evaluate(letters)
        wider[page] = banker.evaluate(WIDER)

    assert {page: by for page, by in wider.items() if by} == {}


STICKS_OUT = """
(within) => [...document.querySelectorAll(within)].filter((frame) => {
  const { left, right } = frame.getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(frame);
  return [...range.getClientRects()].some((part) => part.left < left || part.right > right);
}).map((frame) => frame.textContent.trim())
"""
"""What has something in it that is wider."""
OUTLINE = "(shown) => getComputedStyle(shown).outlineStyle"
BROKEN = """
(within) => [...document.querySelectorAll(within)].flatMap((frame) => {
  const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\\s\\/–-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((line) => line.top));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
})
"""
"""The words within what is named that stand on two lines."""
BUTTONS = "button, .button, .picks a"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_button_breaks_inside_a_word_while_cubes_are_placed(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone = device(width=320, height=640, language=language)
    phone.goto(brought_back(phone, server, record_of("big_shot", "place")))

    phone.locator("[data-colour]").first.click()
    phone.locator("[data-lot]").first.click()
    phone.locator("[data-back]").wait_for()

    assert phone.evaluate(BROKEN, BUTTONS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_choice_of_big_deal_breaks_inside_a_word(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone, broken = device(width=320, language=language), []
    for scene, pages in (
        ("bd-actions", ("", "?draft=open", "?draft=resources")),
        ("bd-raise-rich", ("",)),
    ):
        table = brought_back(phone, server, record_of("big_deal", scene))
        for path in pages:
            phone.goto(table + path)
            broken += phone.evaluate(BROKEN, BUTTONS)

    assert broken == []


@pytest.mark.parametrize(
    ("game", "scene", "path", "within"),
    [
        ("big_shot", "auction", "copy", ".wide"),
        ("big_deal", "bd-actions", "?draft=open.funparks", ".fields label"),
        ("free_bank", "fb-auction", "sold?to=0", ".chip"),
    ],
)
@pytest.mark.parametrize("width", [320, 390])
def test_nothing_sticks_out_of_what_it_stands_in(
    server: Server,
    device: Callable[..., Page],
    game: str,
    scene: str,
    path: str,
    within: str,
    width: int,
) -> None:
    phone = device(width=width, language="fr")

    phone.goto(brought_back(phone, server, record_of(game, scene)) + path)

    assert phone.locator(within).count() > 0
    assert phone.evaluate(STICKS_OUT, within) == []


WIDER_WORDS = """
() => [...document.querySelectorAll("#now :is(button, .button, .chip)")].filter((button) => {
  if (!button.checkVisibility()) return false;
  const { left, right } = button.getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(button);
  const words = [...range.getClientRects()].filter((part) => part.width && part.height);
  return words.some((part) => part.left < left - 0.5 || part.right > right + 0.5);
}).map((button) => button.textContent.trim())
"""


@pytest.mark.parametrize("language", ["fr", "de", "es"])
@pytest.mark.parametrize("game", SCENES)
def test_no_button_is_narrower_than_its_words_whatever_is_offered(
    server: Server, device: Callable[..., Page], game: str, language: str
) -> None:
    phone, wider = device(width=320, language=language), []
    scenes = [
        (record, path) for _, record, pages in SCENES[game]() for path in pages if path[:1] in "?"
    ]

    for record, path in (*scenes, *menus(game)):
        phone.goto(brought_back(phone, server, record) + path)
        wider += phone.evaluate(WIDER_WORDS)

    assert wider == []


LINES = """
(text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
}
"""


@pytest.mark.parametrize(
    ("game", "scene", "path", "text"),
    [
        ("big_shot", "auction", "invite", ".invite .code"),
        ("big_shot", "over", "replay/90", ".tiles > li:nth-child(4) > :last-child"),
    ],
)
def test_a_code_and_the_seven_places_of_a_lot_stand_on_one_line(
    server: Server, device: Callable[..., Page], game: str, scene: str, path: str, text: str
) -> None:
    phone = device(width=320)

    phone.goto(brought_back(phone, server, record_of(game, scene)) + path)

    assert phone.locator(text).first.evaluate(LINES) == 1


def test_on_a_phone_on_its_side_the_code_to_scan_stands_above_the_way_to_the_table(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=844, height=390)

    phone.goto(brought_back(phone, server, record_of("big_shot", "auction")) + "invite")
    code, dock = (phone.locator(part).first.bounding_box() for part in (".qr svg", ".dock"))

    assert code is not None and dock is not None
    assert code["y"] + code["height"] <= dock["y"]


@pytest.mark.parametrize(
    ("game", "scene", "pages", "within"),
    [
        ("big_shot", "place", "", ".seats li *"),
        ("big_shot", "over", "replay/90", ".tiles > li"),
        ("monopoly", "mo-roll", "?for=0&draft=deal", "label"),
        ("monopoly", "mo-roll", "?for=0&draft=space", ".spaces > *, .settling > *"),
        ("monopoly", "mo-roll", "?for=0&draft=group", ".own, .open :is(a, p, button)"),
        ("monopoly", "mo-line", "?for=0&draft=line.advance", ".spaces > *"),
        ("monopoly", "mo-debt", "?for=0&draft=pay", "label"),
        ("monopoly", "mo-deal", "?for", ".panel :is(p, label)"),
    ],
)
def test_a_name_or_a_row_of_cubes_breaks_at_its_spaces_alone(
    server: Server, device: Callable[..., Page], game: str, scene: str, pages: str, within: str
) -> None:
    phone, broken = device(width=320, language="fr"), []
    table = brought_back(phone, server, record_of(game, scene))

    for path in (path for path in pages_of(game, scene) if path.startswith(pages)):
        phone.goto(table + path)
        broken += phone.evaluate(BROKEN, within)

    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "scene", "page", "within"),
    [
        ("big_shot", "over", "account", ".owner"),
        ("monopoly", "mo-roll", "account", ".held td"),
        ("big_deal", "bd-actions", "?screen=table", ".shelf b, .shelf li"),
        ("big_deal", "bd-raise-rich", "?screen=table", ".shelf b, .shelf li"),
        ("big_deal", "bd-draw", "?screen=table", ".shelf b, .shelf li"),
    ],
)
def test_no_word_of_an_account_or_of_the_shelf_breaks_on_the_narrowest_phone(
    server: Server,
    device: Callable[..., Page],
    language: str,
    game: str,
    scene: str,
    page: str,
    within: str,
) -> None:
    phone = device(width=320, height=640, language=language)

    phone.goto(brought_back(phone, server, record_of(game, scene)) + page)

    assert phone.locator(within).count() > 0
    assert phone.evaluate(BROKEN, within) == []
    assert phone.evaluate(WIDER) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_stands_on_the_line_of_its_word(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone = device(width=320, language=language)

    phone.goto(brought_back(phone, server, record_of("big_deal", "bd-actions")) + "account")

    lines = [count.evaluate(LINES) for count in phone.locator(".held .amount").all()]
    assert max(lines) == 1


def test_three_names_to_bid_for_stand_in_one_row_on_the_narrowest_phone(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=320, height=640, language="fr")
    banker.goto(brought_back(banker, server, record_of("monopoly", "mo-auction")) + "?for=3")

    places = [name.bounding_box() for name in banker.locator(".said").first.locator("button").all()]

    assert len(places) == 3
    assert len({place["y"] for place in places if place}) == 1


def test_a_colour_stands_beside_its_word_where_cubes_are_typed(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=320)
    banker.goto(brought_back(banker, server, record_of("big_shot", "unsettled")) + "bank")
    label = banker.locator("#tool-settle label").nth(1)

    cube, field = label.locator("i").bounding_box(), label.locator("input").bounding_box()
    end = label.evaluate(WORD_BEGINS)

    assert cube is not None and field is not None
    assert end - (cube["x"] + cube["width"]) <= 16 < field["x"] - end


WORD_BEGINS = """
(label) => {
  const words = [...label.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
  const range = document.createRange();
  range.selectNodeContents(words.length ? words[0] : label.querySelector("span"));
  return range.getBoundingClientRect().left;
}
"""


HEAD = "document.querySelector('.mine').getBoundingClientRect().height"


@pytest.mark.parametrize(("width", "highest"), [(320, 76), (390, 64)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_monopoly_is_low_where_a_debt_a_key_or_the_jail_stands_in_it(
    server: Server, device: Callable[..., Page], language: str, width: int, highest: int
) -> None:
    phone, heights = device(width=width, language=language), {}

    for scene in ("mo-debt", "mo-rent", "mo-jail"):
        page = pages_of("monopoly", scene)[0]
        phone.goto(brought_back(phone, server, record_of("monopoly", scene)) + page)
        heights[scene] = phone.evaluate(HEAD)

    assert max(heights.values()) <= highest, heights


@pytest.mark.parametrize(
    ("language", "names_in"), [*zip(BOARDS, BOARDS, strict=True), ("es", "fr")]
)
def test_the_head_of_monopoly_is_low_on_the_space_with_the_longest_name_with_keys_and_in_jail(
    server: Server, device: Callable[..., Page], language: str, names_in: str
) -> None:
    phone, heights = device(width=320, language=language), {}
    jailed = {"kind": "set_jail", "seat": ANNA, "jailed": True, "rolls": 1}
    keys = {"kind": "set_keys", "seat": ANNA, "keys": 2}
    board = classic_board(names_in)
    names = board_from_record(board).names
    longest = max(range(len(names)), key=lambda place: len(names[place]))

    for place in (at(ANNA, longest), jailed):
        brought = {**monopoly_record(place, keys), "copy": board}
        phone.goto(brought_back(phone, server, brought) + "?for=0")
        heights[place["kind"]] = phone.evaluate(HEAD)

    assert max(heights.values()) <= 76, heights


@pytest.mark.parametrize(
    ("game", "scene"), [("monopoly", "mo-auction"), ("free_bank", "fb-auction")]
)
def test_what_may_be_said_for_others_stands_right_before_their_names(
    server: Server, device: Callable[..., Page], game: str, scene: str
) -> None:
    phone = device(language="fr")
    phone.goto(brought_back(phone, server, record_of(game, scene)))

    words, name = (phone.locator(".said").first.locator(part).first for part in ("q", "button"))
    end, begin = words.evaluate(TEXT_END), name.bounding_box()
    whole = words.bounding_box()

    assert begin is not None and whole is not None
    assert 0 <= begin["x"] - whole["x"] - whole["width"] <= 12
    # Between them the sign that closes the quotation.
    assert 0 <= whole["x"] + whole["width"] - end <= 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height", "most"), [(320, 640, 330), (1280, 720, 360)])
def test_a_banker_sees_the_question_of_an_auction_above_half_a_screen_of_buttons(
    server: Server,
    device: Callable[..., Page],
    language: str,
    width: int,
    height: int,
    most: int,
) -> None:
    banker = device(width=width, height=height, language=language)

    banker.goto(brought_back(banker, server, record_of("free_bank", "fb-auction")))
    expect_live(banker)

    hands = banker.locator(".hands").bounding_box()
    question = banker.locator(".waiting").bounding_box()
    assert hands is not None and question is not None
    assert hands["height"] <= most
    assert question["y"] + question["height"] <= hands["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_payment_and_the_field_of_a_code_show_all_their_words(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone = device(width=320, height=640, language=language)
    paying = until(recorded("free_bank", "most-money"), "move", 0)
    table = brought_back(phone, server, paying)

    phone.goto(table + "?draft=all.2.15")
    cut, broken = phone.evaluate(CUT), phone.evaluate(BROKEN, ".paying > *")
    phone.goto(server.url)

    assert [*cut, *phone.evaluate(CUT)] == []
    assert broken == []


CUT = """
() => [...document.querySelectorAll("input[placeholder]")].filter((field) => {
  const style = getComputedStyle(field), drawn = document.createElement("canvas").getContext("2d");
  drawn.font = style.font;
  drawn.letterSpacing = style.letterSpacing;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return drawn.measureText(field.placeholder).width > room;
}).map((field) => field.placeholder)
"""
"""What stands in empty fields, and not whole."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_button_of_big_cheese_says_its_words_in_more_than_two_lines(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone, lines = device(width=320, height=640, language=language), []
    for record in (
        record_of("big_cheese", "cheese-several"),
        until(recorded("big_cheese", "big-cheese-with-its-project"), "reroll", 0),
    ):
        phone.goto(brought_back(phone, server, record))
        buttons = phone.locator(".hands > div > button")
        buttons.first.wait_for()
        lines += [button.evaluate(LINES) for button in buttons.all()]

    assert max(lines) <= 2


TEXT_END = """
(text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect().right;
}
"""


def test_a_card_of_big_cheese_holds_its_name(server: Server, device: Callable[..., Page]) -> None:
    phone = device(width=320)

    offered = until(recorded("big_cheese", "six-clockwise"), "offer", 2)
    phone.goto(brought_back(phone, server, offered))

    assert phone.locator(".card-face").count() == 9
    assert phone.evaluate(STICKS_OUT, ".card-face") == []


def test_a_count_to_choose_stands_beside_the_arrow_of_its_field(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320, language="fr")

    phone.goto(brought_back(phone, server, record_of("big_deal", "bd-deal")))

    count = phone.locator(".stage select").bounding_box()
    assert count is not None and count["width"] >= 60


def test_the_dice_on_a_bankers_phone_lie_beside_the_words_and_not_under_them(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-debt")))

    dice = phone.locator(".thrown .dies i").last.bounding_box()
    words = phone.locator(".hero .of").last.bounding_box()

    assert dice is not None and words is not None
    assert dice["x"] + dice["width"] <= words["x"]


def test_where_colours_are_forced_an_outline_says_whose_turn_it_is_and_what_is_chosen(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-rent")))

    phone.emulate_media(forced_colors="active")

    for said in (".my-turn", ".seats .next", ".play-for [aria-current]"):
        assert phone.locator(said).first.evaluate(OUTLINE) == "solid", said


OUT_OF_SIGHT = """
[...document.querySelectorAll(".play-for a")].filter((name) => {
  const { left, right } = name.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).map((name) => name.textContent)
"""


@pytest.mark.parametrize("scene", ["cheese-auction", "cheese-roll"])
def test_a_banker_sees_the_names_of_all_six_he_may_play_for(
    server: Server, device: Callable[..., Page], scene: str
) -> None:
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_cheese", scene)))

    assert phone.locator(".play-for a").count() == 7
    assert phone.evaluate(OUT_OF_SIGHT) == []


PILES = """
[...document.querySelectorAll(".board td:first-child")].map((lot) => {
  const name = document.createRange(), pile = document.createRange();
  name.selectNodeContents(lot);
  name.setEndBefore(lot.querySelector("small"));
  pile.selectNodeContents(lot.querySelector("small"));
  const tops = [...pile.getClientRects()].filter((part) => part.width > 1);
  const bottom = Math.max(...[...name.getClientRects()].map((part) => part.bottom));
  return [
    tops.every((part) => part.top >= bottom - 4),
    Math.max(...tops.map((part) => part.top)) - Math.min(...tops.map((part) => part.top)) < 12,
  ];
})
"""
"""Of each lot: whether what lies there stands below its name, and in one line."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_lies_on_a_lot_stands_in_a_line_below_its_name(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone = device(language, width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_shot", "over")) + "copy")

    piles = phone.evaluate(PILES)
    assert len(piles) == 11
    assert all(below and in_a_line for below, in_a_line in piles)


def test_a_long_name_of_who_owns_a_lot_is_not_broken(
    server: Server, device: Callable[..., Page]
) -> None:
    record = record_of("big_shot", "over")
    long = ("Anna", "Massimiliano", "Carla", "Dario")
    seats = [{**seat, "name": name} for seat, name in zip(record["seats"], long, strict=True)]
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, {**record, "seats": seats}) + "account")

    assert phone.evaluate(BROKEN, ".owner") == []
    assert phone.evaluate(WIDER) == 0


WORDS = "(steps) => steps.map((step) => step.firstElementChild.offsetWidth)"
HALFWAY = """
(steps) => steps.filter((step) => {
  const words = step.firstElementChild, button = step.querySelector(".button");
  const { top, bottom } = words.getBoundingClientRect(), at = button.getBoundingClientRect().top;
  return at > top + 8 && at < bottom;
}).length
"""
"""Of how many steps the button stands beside the middle of the words."""


@pytest.mark.parametrize(("width", "room"), [(320, 280), (390, 240)])
def test_the_words_of_the_history_have_the_width_of_the_phone(
    server: Server, device: Callable[..., Page], width: int, room: int
) -> None:
    phone = device(width=width)

    phone.goto(brought_back(phone, server, record_of("big_shot", "over")) + "history")

    steps = phone.locator(".steps > li:has(> .button)")
    assert min(steps.evaluate_all(WORDS)) >= room
    assert steps.evaluate_all(HALFWAY) == 0


LAST_LINE = """
(address) => Math.min(...Array.from({ length: 30 }, (_, more) => {
  address.textContent = "http://127.0.0.1:8000/pass/" + "x".repeat(60 + more);
  const range = document.createRange();
  range.selectNodeContents(address);
  const lines = [...range.getClientRects()].map((line) => line.width);
  return lines.pop() / Math.max(...lines);
}))
"""
"""Of thirty lengths of an address: what part of the widest line its last one is, at least."""


def test_no_letter_of_an_address_stands_alone_on_a_line(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_shot", "auction")) + "seats/1")

    assert phone.locator(".url").evaluate(LAST_LINE) > 0.5


def test_a_colour_stands_beside_its_mark_where_its_cubes_are_typed(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_shot", "unsettled")) + "bank")

    words = phone.locator("#tool-settle .counts label > span")
    assert words.count() == 4
    assert max(box["width"] for one in words.all() if (box := one.bounding_box())) < 120


CROWDED = """
(button) => {
  const box = button.getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(button);
  const words = range.getBoundingClientRect();
  return Math.min(words.top - box.top, box.bottom - words.bottom);
}
"""
"""How far what stands on a button keeps off its edge."""


@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_bid_keep_off_the_edge_of_its_button(
    server: Server, device: Callable[..., Page], language: str, width: int, height: int
) -> None:
    phone = device(width=width, height=height, language=language)

    phone.goto(brought_back(phone, server, record_of("big_deal", "bd-duel")) + "?for=0")

    assert phone.locator("#b-raise-350").evaluate(CROWDED) >= 2


def test_the_mark_of_a_resource_stands_before_its_name(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320)

    phone.goto(brought_back(phone, server, record_of("big_deal", "bd-actions")) + "copy")
    names = phone.locator(".figures > .hint > span")

    assert [name.evaluate(LINES) for name in names.all()] == [1] * 4


LAST_WORDS = """
(button) => {
  const text = button.firstChild, range = document.createRange();
  range.setStart(text, text.data.search(/\\d \\S+ \\d\\s*$/));
  range.setEnd(text, text.data.trimEnd().length);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_of_two_projects_is_rolled_for_stands_on_one_line(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone = device(width=320, height=640, language=language)

    phone.goto(brought_back(phone, server, record_of("big_cheese", "cheese-several")))
    rolls = phone.locator("[id^=b-roll-]")

    assert [roll.evaluate(LAST_WORDS) for roll in rolls.all()] == [1, 1]
