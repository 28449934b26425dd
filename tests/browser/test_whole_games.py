"""Whole games other than Big Shot, by four phones, and on the banker's device only.

Each recorded game is played to its end tap by tap, with the buttons on the page of the table only.
Big Shot has ``test_whole_game`` and ``test_banker_alone``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.games import game_named
from companion.games.monopoly.board import classic_board
from companion.games.monopoly.copy import board_from_record
from companion.mechanics.actions.refusal import not_none
from companion.tables.records.verdict import verify_record
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import recorded
from tests.patience import PATIENCE, eventually
from tests.servers import Server

expect = playwright_api.expect
Step = Mapping[str, Any]

GAMES = {
    "big_cheese": "shared-win",
    "big_deal": "four-part-taken-over",
    "monopoly": "last-one-of-four",
}

FOR_ALL = {"big_cheese": "open", "big_deal": "deal", "monopoly": "begin"}
"""The kind of action per game that the banker's device takes for all."""

FIND = """([wanted, ways]) => {
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    const isBeside = (key, value) =>
        key === "auction" || key === "seat" || !value || same(value, []);
    const fits = (posted, without) =>
        Object.keys(wanted).every((key) => key === without || same(posted[key], wanted[key])) &&
        Object.keys(posted).every((key) => key in wanted || isBeside(key, posted[key]));
    const said = (button, isTyped) => {
        if (button.name === "action") {
            const { "unless typed": usual, ...posted } = JSON.parse(button.value || "{}");
            return isTyped ? posted : { ...usual, ...posted };
        }
        const [word, ...value] = button.value.split(" ");
        const [field, ...action] = button.form.elements["pick." + word].value.split(" ");
        let picked = value.join(" ");
        try { picked = JSON.parse(picked); } catch {}
        const posted = JSON.parse(action.join(" "));
        if (Array.isArray(posted[field])) picked = posted[field].concat(picked);
        return { ...posted, [field]: picked };
    };
    const chosen = (posted) => {
        for (const radio of document.querySelectorAll("#now [type=radio]:checked")) {
            const [kind, field] = radio.name.split(".");
            if (kind === posted.kind && !(field in posted)) posted[field] = radio.value;
        }
        return posted;
    };
    const read = (button, isTyped) => chosen(said(button, isTyped));
    const buttons = [...document.querySelectorAll("#now [name=action], #now [name=pick]")]
        .filter((button) => button.id && !button.disabled && !button.closest("[data-touch-sent]"));
    for (const button of buttons)
        if (button.checkVisibility() && fits(read(button))) return { press: button.id };
    for (const button of buttons)
        for (const key of Object.keys(wanted))
            for (const name of [wanted.kind + "." + key, key]) {
                const named = `[name="${name}"]:not([type=radio], [type=checkbox])`;
                const field = document.querySelector(`#now input${named}`);
                const isUsable = field?.checkVisibility() || field?.closest("details");
                const posted = read(button, true);
                if (isUsable && fits(posted, key) && !(key in posted))
                    return { press: button.id, type: name, value: String(wanted[key]) };
            }
    for (const way of ways) {
        const thing = document.querySelector(way);
        if (thing && thing.checkVisibility() && !thing.hasAttribute("data-touch-sent"))
            return { go: way };
    }
    for (const button of buttons)
        if (fits(read(button)) && button.closest("details"))
            return { press: button.id, folded: true };
    return null;
}"""
"""Finds the element for an action: a button, a field with a button, or a link towards one."""

TRIES = 6
UNFOLD = "document.querySelectorAll('#now details').forEach((one) => { one.open = true; })"

BOARD = board_from_record(classic_board("en"))

MENU = {
    "buy_resource": "resources",
    "sell_resource": "resources",
    "open": "open",
    "add": "shares",
    "split": "split",
    "sell_shares": "sell",
    "buy_shares": "buy",
    "sell_company": "company",
    "take_over": "takeover",
    "collect": "cash",
}
"""The link in the menu of a turn of Big Deal for each kind of action."""


def ways_to(step: Step) -> Iterator[str]:
    """Yield the elements that may have to be tapped before an action, in order."""
    kind = step["kind"]
    if kind in MENU:
        yield f"#p-{MENU[kind]}"
        if "group" in step:
            yield f"#p-group{step['group']}" if kind == "sell_shares" else f"#p-{step['group']}"
        yield from (f"#p-{step[key]}" for key in ("company", "shares") if key in step)
        yield from (f"#p-{seat}" for seat in step.get("opponents", ())[:1])
    if kind == "open_won":
        yield "#b-back"
    if kind == "mortgage":
        yield f".own.g-{BOARD.spaces[step['position']].group or 'stations'}"
    if "effect" in step:
        yield f"#line label:has([value={step['effect']}])"


def found_on(page: Page, step: Step, left: list[str], ways: list[str]) -> dict[str, Any]:
    """Return the next element to tap for an action.

    left: elements that have not been tapped yet; if none is found, all are tried again.
    """
    # A loop, because wait_for_function needs eval, which the page's security policy forbids.
    for tried in (left, *[ways] * TRIES):
        end = time.monotonic() + PATIENCE / TRIES
        while time.monotonic() < end:
            with suppress(playwright_api.Error):  # Another page may be loading.
                if found := page.evaluate(FIND, [step, tried]):
                    return dict(found)
            page.wait_for_timeout(20)
    raise AssertionError(f"{step}, {left}: {page.url} {page.locator('#now').inner_html()}")


def do(page: Page, step: Step) -> None:
    """Take an action with the elements on a page, as soon as they appear."""
    if step["kind"] in ("roll", "roll_list") and "dice" in step:
        enter_dice(page, step["dice"])
        return
    left = ways = list(ways_to(step))
    while True:
        found = found_on(page, step, left, ways)
        if "go" not in found:
            break
        page.locator(found["go"]).first.click()
        left = ways[ways.index(found["go"]) + 1 :]
    if "press" in found and len(found) > 1:
        page.evaluate(UNFOLD)
    if "type" in found:
        page.locator(f'#now [name="{found["type"]}"]').fill(found["value"])
    page.locator(f"#{found['press']}").click()


def enter_dice(page: Page | playwright_api.Frame, faces: list[int]) -> None:
    """Tap the faces of dice that were rolled at the table."""
    for face in faces:
        page.locator(f"#die-{face}:not([data-touch-young])").click()


class Evening:
    """A table of four with a banker's device, and four phones or none."""

    def __init__(
        self, server: Server, device: Callable[..., Page], record: Step, phones: int
    ) -> None:
        self.banker = device(width=1280, height=800)
        self.table = brought_back(self.banker, server, {**record, "actions": []})
        self.game = record["game"]
        self.phones = [device() for _ in range(phones)]
        for phone, seat in zip(self.phones, record["seats"], strict=False):
            phone.goto(f"{server.url}/j/{self.table.split('/')[-2]}")
            phone.get_by_role("button", name=re.compile(seat["name"])).click()
        self.banker.goto(self.table)
        self.been: list[str] = []
        for page in (self.banker, *self.phones):
            page.on("framenavigated", lambda frame: self.been.append(urlsplit(frame.url).path))

    def screen_of(self, step: Step) -> Page:
        """Return the page for an action, with the buttons of its seat."""
        if step["kind"] == FOR_ALL[self.game] or "seat" not in step:
            return self.banker
        if self.phones:
            return self.phones[step["seat"]]
        chip = f'.play-for a[href="?for={step["seat"]}"]'
        current = self.banker.locator(f"{chip}[aria-current]")
        fresh = self.banker.locator(f"{chip}:not([data-touch-young], [data-touch-sent])")

        def is_chosen() -> bool:
            # A chip that has just moved ignores the touch, visibly, so a person would tap again.
            if not current.count() and fresh.count():
                fresh.click()
            return bool(current.count())

        eventually(is_chosen)
        return self.banker


@pytest.mark.full
@pytest.mark.parametrize("phones", [4, 0], ids=["four phones", "banker alone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_without_leaving_the_table_page(
    server: Server, device: Callable[..., Page], game: str, phones: int
) -> None:
    record = recorded(game, GAMES[game])
    if game == "monopoly":
        record["options"]["rent"] = "asked"
        record["actions"][0].pop("rolls")
    outcome = not_none(
        game_named(game).final.outcome(not_none(verify_record(record).timeline).state)
    )
    evening = Evening(server, device, record, phones)

    for number, step in enumerate(record["actions"], 1):
        page = evening.screen_of(step)
        do(page, step)
        expect(page.locator("#now")).to_have_attribute("data-sequence", str(number))

    expect(evening.banker.locator(".waiting")).to_have_text(str(outcome.sentence))
    assert set(evening.been) <= {urlsplit(evening.table).path}
