"""Scenes: important moments of each game, for pictures and for checks of the layout.

A scene is a saved game up to a moment at which the screens show something worth seeing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.games import all_games
from companion.mechanics.actions.base import Event
from tests.browser import big_deal_scenes, monopoly_scenes
from tests.games.records import read_record, records_of, steps_of

EVERY_PAGE = (
    "",
    "history",
    "history?step=3",
    "account",
    "copy",
    "bank",
    "invite",
    "purse/0",
    "seats/1",
)
LIVE_PAGE = ("", "account")


Scene = tuple[str, dict[str, Any], tuple[str, ...]]
"""The name of a scene, its saved game, and the pages of the table to visit."""


def recorded(game: str, name: str) -> dict[str, Any]:
    """Return a recorded game without its outcome."""
    record = read_record(game, name)
    record.pop("outcome", None)
    return record


def until(record: dict[str, Any], kind: str, time: int) -> dict[str, Any]:
    """Return a saved game up to before an action of a kind.

    time: which of these actions, counted from 0; -1 for the last.
    """
    kinds = [action["kind"] for action in record["actions"]]
    end = [place for place, found in enumerate(kinds) if found == kind][time]
    return {**record, "actions": record["actions"][:end]}


def then(record: dict[str, Any], *actions: dict[str, Any]) -> dict[str, Any]:
    """Return a saved game with more actions at its end."""
    return {**record, "actions": [*record["actions"], *actions]}


def big_shot() -> Iterator[Scene]:
    """Yield an auction, a pause, cubes to place, a deadlock, an unsettled lot, and the end."""
    record = recorded("big_shot", "four-italian")
    pages = (*EVERY_PAGE, "?for=0", "sold?to=1", "sold", "right/9", "right/16", "die")
    yield "auction", until(record, "bid", 13), pages
    yield "paused", then(until(record, "bid", 13), {"kind": "pause"}), ("",)
    yield "place", until(record, "place", 9), LIVE_PAGE
    place = until(record, "place", 0)
    yield "names", {**place, "copy": {}}, LIVE_PAGE
    reds = ({"kind": "set_lot", "lot": lot, "counts": {"red": 6}} for lot in ("9", "10", "11"))
    sold = {"kind": "set_lot", "lot": "16", "counts": {"black": 4, "white": 3}}
    yield "stuck", then(place, *reds, sold), ("", "bank")
    light = recorded("big_shot", "light-italian")
    yield "unsettled", until(light, "settle", -1), ("", "copy", "bank")
    yield "over", record, (*LIVE_PAGE, "copy", "history", "replay/0", "replay/90", "replay/90?play")


def big_cheese() -> Iterator[Scene]:
    """Yield an auction among six, one roll, several rolls, an impossible card, and the end."""
    record = recorded("big_cheese", "six-clockwise")
    yield "cheese-auction", until(record, "bid", 8), ("", "history", "bank", "sold?to=3")
    yield "cheese-roll", until(record, "roll", 2), LIVE_PAGE
    several = until(recorded("big_cheese", "nobody-can-outbid"), "roll", 2)
    yield "cheese-several", several, ("", "history")
    twenties = until(recorded("big_cheese", "nobody-can-outbid"), "offer", 3)
    fourth = {"kind": "set_project", "project": 3, "card": "20"}
    fifth = {"kind": "offer", "card": "20"}
    bids = ({"kind": "pass", "seat": seat} for seat in (1, 0))
    last = {"kind": "bid", "seat": 2, "workers": 1}
    yield "cheese-fifth", then(twenties, fourth, fifth, *bids, last), ("", "bank")
    yield "cheese-over", record, LIVE_PAGE


def free_bank() -> Iterator[Scene]:
    """Yield payments with dice and rounds, an open auction, sealed bids, points, the end, goods."""
    record = recorded("free_bank", "most-money")
    yield "fb-pay", until(record, "pay", 2), ("", "history", "bank", "purse/0")
    yield "fb-auction", until(record, "bid", 2), (*LIVE_PAGE, "sold?to=0")
    yield "fb-sealed", until(recorded("free_bank", "sealed"), "seal_bid", 2), LIVE_PAGE
    yield "fb-points", until(recorded("free_bank", "most-points-shared"), "pay", 0), LIVE_PAGE
    yield "fb-over", record, LIVE_PAGE
    asked = {"kind": "ask_payment", "seat": 0, "payer": 1, "amount": 3}
    clock = {"kind": "start_turn_clock", "seat": 0, "seconds": 60, "at": 1000}
    yield "fb-asked", then(until(record, "pay", 2), asked, clock), ("?for=0", "?for=1")
    falling = {"kind": "put_up", "what": "Mill", "how": "dutch", "amount": 40}
    yield "fb-falling", then(until(record, "pay", 2), falling), ("",)
    wood = {"kind": "count_good", "seat": 0, "good": "Wood", "amount": 2}
    goods = {**until(record, "pay", 2), "options": {**record["options"], "goods": "Wood, Ore"}}
    yield "fb-goods", then(goods, wood), ("?for=0",)


def score_pad() -> Iterator[Scene]:
    """Yield a pad before its first points, a round with corrections, a clock, and the end."""
    record = recorded("score_pad", "ten-rounds")
    yield "sp-new", {**record, "actions": []}, LIVE_PAGE
    yield "sp-round", until(record, "enter", 38), ("", "history", "bank", "purse/0")
    out = recorded("score_pad", "last-one-in")
    clock = {"kind": "start_turn_clock", "seat": 0, "seconds": 60, "at": 1000}
    yield "sp-out", then({**out, "actions": out["actions"][:-1]}, clock), ("", "bank")
    yield "sp-over", record, LIVE_PAGE


def score_sheet() -> Iterator[Scene]:
    """Yield a sheet before its first number, a sheet with numbers missing, and the end."""
    record = recorded("score_sheet", "all-entered")
    yield "ss-new", {**record, "actions": []}, LIVE_PAGE
    yield "ss-filling", {**record, "actions": record["actions"][:2]}, ("", "history", "bank")
    yield "ss-over", record, LIVE_PAGE


SCENES = {
    "big_shot": big_shot,
    "big_cheese": big_cheese,
    "big_deal": big_deal_scenes.moments,
    "monopoly": monopoly_scenes.moments,
    "free_bank": free_bank,
    "score_pad": score_pad,
    "score_sheet": score_sheet,
}
"""The scenes by game, in the order of the pictures."""

MENUS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "big_shot": (
        ("cube-moved", "lead", ""),
        ("cube-moved", "roll", ""),
        ("cube-moved", "place", "?for=3&draft=1-12.0-2.0-2.3-6"),
        ("two-french-nobody", "pay", ""),
        ("fallen-back-french", "score", ""),
    ),
    "big_cheese": (
        ("big-cheese-with-its-project", "open", ""),
        ("big-cheese-with-its-project", "reroll", ""),
        ("big-cheese-with-its-project", "keep", ""),
        ("one-die-200", "veto", ""),
        ("six-clockwise", "bid", "?for=0"),
    ),
    "big_deal": (
        ("four-part-taken-over", "open", "?draft=open.telcom"),
        ("four-part-taken-over", "sell_shares", "?draft=sell.telcom"),
        ("four-part-taken-over", "buy_shares", "?draft=buy.telcom"),
        ("four-part-taken-over", "collect", "?draft=cash.0"),
        ("four-part-taken-over", "split", "?draft=split"),
    ),
    "monopoly": (
        ("bail-raised-first", "begin", ""),
        ("bail-raised-first", "pay_debt", ""),
        ("bail-raised-first", "call_time", ""),
        ("bankrupt-to-a-player", "go_bankrupt", ""),
        ("housing-shortage", "want", ""),
    ),
    "free_bank": (
        ("fewest-points-shared", "stop_clock", ""),
        ("most-money", "move", "?draft=all.2.15"),
        ("sealed", "award", ""),
        ("sealed", "award", "bank"),
    ),
    "score_pad": (
        ("announced", "back_in", "bank"),
        ("last-one-in", "mark", "bank"),
        ("announced", "bonus", "bank"),
        ("announced", "end", "bank"),
    ),
    "score_sheet": (("stopped-with-numbers-missing", "stop", ""),),
}
"""By game: a recorded game, the kind of action before which it ends, and the page to visit.

Together with the scenes, these show every kind of action once.
"""


def menus(game: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a saved game and a page for each kind of action that no scene shows.

    What makes up for an event (``remedy``) stands where its line is tapped, and is found there.
    """
    for name, kind, page in MENUS[game]:
        yield until(recorded(game, name), kind, 0), page
    name, kind, _ = MENUS[game][0]
    yield then(until(recorded(game, name), kind, 0), {"kind": "pause"}), ""
    names = (name for name, _, _ in MENUS[game] if len(recorded(game, name)["seats"]) > 2)
    for three in islice(names, 1):
        yield {**recorded(game, three), "actions": []}, "invite"
    yield from mended(game)


def mended(game: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a saved game for each kind of event that has a follow-up action, and its page.

    The history offers that action where the line of the event is tapped.
    """
    rules = all_games()[game]
    kinds = rules.event_kinds.items()
    sought = {kind for kind, event in kinds if event.remedy is not Event.remedy}
    for name in records_of(game) if sought else ():
        record = recorded(game, name)
        for number, (events, _) in enumerate(steps_of(rules, record), start=1):
            met = sought & {event.kind for event in events}
            if met:
                yield {**record, "actions": record["actions"][:number]}, f"history?step={number}"
            sought -= met


SCORES = (
    "",
    "big_shot",
    "big_shot?change=by+cubes",
    "big_shot?players=3&cash_0=5&cash_1=9&cash_2=1&value_1=9&value_3=10"
    "&lot_1=0&lot_3=0&lot_a=0&touches_a_1=on",
    "big_shot?players=3&cash_0=-5",
    "big_shot/majority?red=3&white=3&black=1",
    "big_cheese?players=3&scoring=dice_set&card_0=20&die_0=17&card_0=12&die_0=11&card_1=2&die_1=8"
    "&total_2=12",
    "big_deal",
    "big_deal?players=3&cash_0=500&open_0=5&hand_0=1&resources_0=2&cash_1=1650&cash_2=900&open_2=3",
    "big_deal?players=3&cash_0=500&cash_1=1650&cash_2=900&hand_2=6",
    "monopoly?players=6&owner_1=0&cash_0=-5",
    "big_cheese?players=6",
)
"""Pages of the score calculator: empty, with a result, and with a refusal."""
SHEETS = (
    "sheets/",
    "sheets/new/lines",
    "sheets/victory",
    "sheets/victory?players=2&line_1_0=4&line_5_1=2&line_6_1=",
    "sheets/rounds?players=2&line_1_0=x",
    "sheets/majority/lines",
    "sheets/golf/share",
)


def record_of(game: str, name: str) -> dict[str, Any]:
    """Return the saved game of a scene."""
    return next(record for one, record, _ in SCENES[game]() if one == name)


def pages_of(game: str, name: str) -> tuple[str, ...]:
    """Return the pages of a scene."""
    return next(pages for one, _, pages in SCENES[game]() if one == name)
