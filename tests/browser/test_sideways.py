"""A phone held sideways is used in its whole width, and no button moves away from a thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back
from tests.browser.scenes import SCENES, SCORES, record_of
from tests.browser.test_narrow import WIDER
from tests.servers import Server

SIDEWAYS = {"width": 844, "height": 390}
HEAD = "document.querySelector('.mine').getBoundingClientRect().height"
LEFT_BARE = """
() => {
  const at = (name) => document.querySelector(name).getBoundingClientRect();
  const [head, stage, hands] = [at(".mine"), at(".stage"), at(".hands")];
  const ends = [head.left, innerWidth - head.right, stage.left, hands.left - stage.right];
  return [...ends, innerWidth - hands.right, innerHeight - hands.bottom];
}
"""
"""How many pixels stand bare beside the three zones, between two, and under the hands."""
HIDDEN_ANSWERS = """
() => [...document.querySelectorAll(".hands > .main > :is(.first, .second)")].filter((button) => {
  const { top, bottom } = button.getBoundingClientRect();
  const head = document.querySelector(".mine").getBoundingClientRect();
  return top < head.bottom || bottom > innerHeight;
}).map((button) => button.textContent.trim())
"""
PLACES = """
() => Object.fromEntries([...document.querySelectorAll(".hands :is(button, a)")]
  .filter((button) => button.checkVisibility({ visibilityProperty: true }))
  .filter((button) => !button.closest("#dice > p"))
  .map((button) => [button.textContent.trim(), button.getBoundingClientRect().top]))
"""
"""The height at which each button of the hands stands, but for what the first die brings."""


@pytest.mark.parametrize("game", SCENES)
def test_a_phone_held_sideways_is_used_in_its_whole_width(
    server: Server, device: Callable[..., Page], game: str
) -> None:
    phone, wrong = device(language="it", **SIDEWAYS), {}

    for scene, record, pages in SCENES[game]():
        table = brought_back(phone, server, record)
        for path in (page for page in pages if page == "" or page.startswith("?")):
            phone.goto(table + path)
            bare, hidden = phone.evaluate(LEFT_BARE), phone.evaluate(HIDDEN_ANSWERS)
            if max(bare) >= 1 or hidden or phone.evaluate(WIDER) or phone.evaluate(HEAD) > 50:
                wrong[scene + path] = (bare, hidden)

    assert wrong == {}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_no_button_moves_as_the_first_die_is_tapped(
    server: Server, device: Callable[..., Page], width: int, height: int
) -> None:
    phone = device(width=width, height=height)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-roll")))
    before = phone.evaluate(PLACES)

    phone.locator("#die-3").tap()
    phone.locator("#dice [data-begun]").wait_for()

    assert {"1", "6"} < before.keys()
    assert phone.evaluate(PLACES) == before


def test_rent_to_collect_comes_above_what_stands_already(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-rent")) + "?for=1")

    places = phone.evaluate(PLACES)

    assert min(places, key=places.__getitem__).startswith("Ask Anna for 750")


@pytest.mark.parametrize(("game", "scene"), [("big_shot", "place"), ("monopoly", "mo-debt")])
def test_the_head_is_no_higher_where_a_debt_stands(
    server: Server, device: Callable[..., Page], game: str, scene: str
) -> None:
    phone = device(language="fr")

    phone.goto(brought_back(phone, server, record_of(game, scene)))

    assert phone.locator(".mine .owes").count() == 1
    assert phone.evaluate(HEAD) <= 64


@pytest.mark.parametrize("language", ["it", "fr"])
@pytest.mark.parametrize("scene", ["bd-actions", "bd-laid"])
def test_the_head_is_no_higher_where_something_lies_free(
    server: Server, device: Callable[..., Page], scene: str, language: str
) -> None:
    phone = device(language=language)

    phone.goto(brought_back(phone, server, record_of("big_deal", scene)))

    assert phone.locator(".mine .note").count() == 1
    assert phone.evaluate(HEAD) <= 64
    assert phone.evaluate(WIDER) == 0


WALK = """
() => [...document.querySelectorAll(".walk > *")].map((sign) => {
  const { left, top } = sign.getBoundingClientRect();
  return [left, top];
})
"""
HIDDEN_TILES = """
() => [...document.querySelectorAll(".tiles > li")].filter((tile) =>
  tile.getBoundingClientRect().bottom > document.querySelector(".walk").getBoundingClientRect().top
).length
"""


def test_a_replay_shows_all_lots_and_no_button_moves_as_it_plays(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(language="it")
    shown = brought_back(phone, server, record_of("big_shot", "over")) + "replay/90"

    phone.goto(shown)
    still, hidden = phone.evaluate(WALK), phone.evaluate(HIDDEN_TILES)
    phone.goto(shown + "?play")

    assert phone.evaluate(WALK) == still
    assert (hidden, phone.evaluate(HIDDEN_TILES)) == (0, 0)


BESIDE = """
(parts) => {
  const boxes = [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());
  const first = boxes[0];
  return boxes.some(({ left, top }) => left >= first.right && top < first.bottom)
    && Math.max(...boxes.map(({ right }) => right)) >= innerWidth - 24 && first.left <= 24;
}
"""
"""Whether two of these parts stand side by side, and with no margin left bare."""


@pytest.mark.parametrize(
    ("game", "scene", "page", "parts"),
    [
        ("big_shot", "over", "account", ".place"),
        ("big_shot", "auction", "account", ".plot, .legend"),
        ("big_shot", "auction", "history", ".steps > li"),
        ("big_shot", "auction", "bank", ".bank > .tool"),
        ("big_shot", "auction", "invite", ".invite > :not(.dock)"),
        ("monopoly", "mo-roll", "account", ".held > div"),
        ("big_deal", "bd-actions", "account", ".held > div"),
        ("big_cheese", "cheese-roll", "account", ".held > div"),
        ("", "", "/new/free_bank", ".set-up > div"),
        ("", "", "/score/", "main > .box"),
        ("", "", "/score/big_shot", ".holder"),
        ("", "", "/score/" + SCORES[-2], ".place"),
    ],
)
def test_on_a_phone_held_sideways_the_pages_beside_the_play_fill_two_columns(
    server: Server, device: Callable[..., Page], game: str, scene: str, page: str, parts: str
) -> None:
    phone = device(language="fr", **SIDEWAYS)
    table = brought_back(phone, server, record_of(game, scene)) if game else server.url

    phone.goto(table + page)

    assert phone.evaluate(BESIDE, parts)
    assert phone.evaluate(WIDER) == 0


BARE = """
() => {
  const columns = [...document.querySelectorAll(".lobby-column")]
    .flatMap((column) => [...column.getClientRects()]);
  const { top, bottom } = document.querySelector(".lobby").getBoundingClientRect();
  const filled = columns.reduce((sum, column) => sum + column.height, 0);
  return 1 - filled / (2 * (bottom - top));
}
"""
"""How much of the two columns of the first page is bare."""


def test_the_first_page_fills_both_columns_of_a_phone_held_sideways(
    own_server: Server, device: Callable[..., Page]
) -> None:
    """Tables of other tests would fill them too, so this server has none."""
    phone = device(**SIDEWAYS)

    phone.goto(own_server.url)

    assert phone.evaluate(BARE) < 0.2
