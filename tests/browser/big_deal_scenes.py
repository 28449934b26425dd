"""Scenes of Big Deal: saved games of one table at important moments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ANNA, BRUNO, CARLA, DARIO = range(4)

PRICES = [50, 50, 100, 100, 100, 150, 150, 150, 200, 200, 250, 250, 300, 300]
COPY = {
    "companies": {
        "security": {"white": 150, "green": 100, "needs": {"human": 1, "space": 1}},
        "phonix": {"white": 200, "green": 150, "needs": {"energy": 1, "technology": 1}},
        "telcom": {"white": 250, "green": 200, "needs": {"human": 1, "technology": 2}},
        "air_space": {"white": 300, "green": 250, "needs": {"space": 2, "energy": 2}},
    },
    "ladders": {"human": PRICES, "space": PRICES},
}
"""Invented printed numbers; those of other companies and wheels are unknown."""


def record(actions: list[dict[str, Any]], variant: str = "standard") -> dict[str, Any]:
    """Return a saved game with these actions."""
    return {
        "game": "big_deal",
        "options": {"variant": variant},
        "copy": COPY,
        "seats": [{"name": name} for name in ("Anna", "Bruno", "Carla", "Dario")],
        "actions": actions,
    }


def step(kind: str, seat: int | None = None, **fields: Any) -> dict[str, Any]:
    """Return an action as saved games contain it."""
    return {"kind": kind, **({} if seat is None else {"seat": seat}), **fields}


OPENED = [
    step("deal", first=ANNA, overs=1),
    step("draw", ANNA),
    step("buy_resource", ANNA, resource="human"),
    step("buy_resource", ANNA, resource="space"),
    step("open", ANNA, company="security", shares=3),
    step("end_turn", ANNA),
    step("draw", BRUNO),
    step("buy_resource", BRUNO, resource="energy", price=50),
    step("buy_resource", BRUNO, resource="technology", price=50),
    step("open", BRUNO, company="phonix", shares=2),
    step("end_turn", BRUNO),
    step("draw", CARLA, overs=1),
    step("sell_shares", CARLA, company="telcom", shares=2),
    step("buy_resource", CARLA, resource="space"),
    step("end_turn", CARLA),
    step("draw", DARIO),
    step("sell_shares", DARIO, company="air_space"),
    step("buy_resource", DARIO, resource="human"),
    step("buy_resource", DARIO, resource="space"),
]
DUEL = [*OPENED, step("take_over", DARIO, group=1, shares=1, cash_cards=1, price=150)]
DUEL = [*DUEL, step("raise", ANNA, price=250), step("raise", DARIO, price=300)]
WON = [*DUEL, step("give_up", ANNA)]
RAISED = [*DUEL, step("raise", ANNA, price=350), step("raise", DARIO, price=800)]
SHORT = [*RAISED, step("give_up", ANNA)]
RICH = [
    *OPENED[:-2],
    step("buy_resource", DARIO, resource="energy", price=100),
    step("buy_resource", DARIO, resource="technology", price=100),
    step("open", DARIO, company="phonix", shares=2),
    step("take_over", DARIO, group=1, shares=2, price=600),
    step("give_up", ANNA),
]
"""Dario owes 1800 for three shares, and can raise money with another company."""
OWN_WON = [*OPENED, step("take_over", DARIO, group=1, shares=2, price=150), step("give_up", ANNA)]
SEVENTH = [*OPENED, step("end_turn", DARIO), step("set_overs", count=6)]
DEFENDED = [*DUEL, step("raise", ANNA, price=350), step("give_up", DARIO)]
SECOND = [
    *WON,
    step("open_won", DARIO, shares=4),
    step("end_turn", DARIO),
    step("draw", ANNA, overs=2),
]
COLLECT = [*SECOND, step("collect", ANNA, opponents=[BRUNO, DARIO])]
LAST = [
    *COLLECT,
    step("count_hand", BRUNO, shares=4),
    step("count_hand", DARIO, shares=3),
    step("end_turn", ANNA),
    step("draw", BRUNO, overs=3),
]
OVER = [
    *LAST,
    *(step("count_hand", seat, shares=hand) for seat, hand in enumerate((5, 3, 4, 2))),
]

INCOME = [
    OPENED[0],
    step("set_group", ANNA, company="funparks", shares=2),
    step("draw", ANNA),
    step("learn_company", company="funparks", white=100, green=50, needs={"human": 2}),
]


def moments() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Yield the scenes, with the pages of the banker's device."""
    menu = ("", "?draft=resources", "?draft=takeover", "?draft=takeover.1.cash", "?draft=open")
    raising = ("", "?draft=resources", "?draft=shares.3", "?draft=buy", "?draft=company")
    pages = ("history", "account", "copy", "bank", "invite", "purse/0")
    yield "bd-deal", record([]), ("",)
    yield "bd-draw", record(OPENED[:1]), ("",)
    yield "bd-income", record(INCOME), ("",)
    yield "bd-actions", record(OPENED), (*menu, "?draft=open.funparks", "?draft=sell", *pages)
    yield "bd-duel", record(DUEL), ("?for=0", "?for=1", "?for=3", "sold?to=0")
    yield "bd-shark", record(DUEL, "shark"), ("?for=0", "?for=1")
    yield "bd-stakes", record(OPENED), ("?draft=takeover.1.cash.2.1",)
    yield "bd-outbid", record(RAISED), ("?for=0",)
    yield "bd-raise", record(SHORT), ("",)
    yield "bd-raise-rich", record(RICH), raising
    yield "bd-claim", record(DEFENDED), ("", "?draft=1")
    yield "bd-won", record(WON), ("", "?draft=sell", "?draft=open")
    yield "bd-laid", record(OWN_WON), ("", "?draft=sell")
    yield "bd-seventh", record(SEVENTH), ("",)
    yield "bd-collect", record(COLLECT), ("",)
    yield "bd-hands", record(LAST), ("",)
    yield "bd-over", record(OVER), ("", "account")
