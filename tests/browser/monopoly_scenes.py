"""Scenes of Monopoly Travel: important moments, prepared by corrections of the banker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.monopoly.board import classic_board
from companion.tables.records.verdict import verify_record
from tests.games.monopoly.monopoly_tables import draft_of
from tests.games.records import read_record

ANNA, BRUNO, CARLA, DARIO = range(4)
HOLDINGS: dict[int, tuple[int, ...]] = {
    ANNA: (1, 3, 5, 12, 16, 18, 19, 25, 37, 39),
    BRUNO: (6, 8, 11, 13, 14, 15, 26, 34),
    CARLA: (9, 21, 23, 27, 28, 31),
    DARIO: (24, 32, 35),
}
MORTGAGED = (12, 26, 27)
BUILDINGS = {"orange": {"16": 3, "18": 3, "19": 4}, "pink": {"11": 5, "13": 4, "14": 4}}


OUTBID = {"kind": "bid", "seat": BRUNO, "amount": 1400}
SPENT = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 600}
"""A correction after which Anna has to raise money for most prices."""


def given() -> Iterator[dict[str, Any]]:
    """Yield the corrections that distribute properties, buildings and keys."""
    yield {"kind": "begin", "seat": ANNA}
    for owner, positions in HOLDINGS.items():
        for position in positions:
            deed = {"kind": "set_deed", "position": position, "owner": owner}
            yield deed | ({"mortgaged": True} if position in MORTGAGED else {})
    for group, levels in BUILDINGS.items():
        yield {"kind": "set_buildings", "group": group, "levels": levels}
    yield {"kind": "set_keys", "seat": BRUNO, "keys": 1}
    yield {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 812}
    yield {"kind": "correct", "source": "seat 2", "target": "bank", "amount": 1290}


def record(*actions: dict[str, Any], **options: object) -> dict[str, Any]:
    """Return a saved game for four that ends with these actions; French has the longest names."""
    return {
        "game": "monopoly",
        "options": options,
        "copy": classic_board("fr"),
        "seats": [{"name": name} for name in ("Anna", "Bruno", "Carla", "Dario")],
        "actions": [*given(), *actions],
    }


def roll(seat: int, first: int, second: int) -> dict[str, Any]:
    """Return a roll of two dice whose results are entered."""
    return {"kind": "roll", "seat": seat, "dice": [first, second]}


def at(seat: int, space: int) -> dict[str, Any]:
    """Return a correction of the space on which a piece stands."""
    return {"kind": "set_space", "seat": seat, "space": space}


def pay_panel(of: dict[str, Any]) -> str:
    """Return the query that opens Anna's panel for paying a debt."""
    timeline = verify_record(of).timeline
    assert timeline is not None
    return f"?for=0&draft=pay.{draft_of(timeline.state).deal_mark}"


def drawn_open(of: dict[str, Any]) -> tuple[str, str]:
    """Return the queries that open a deal of Anna's with Bruno, and the list of spaces."""
    timeline = verify_record(of).timeline
    assert timeline is not None
    closed = draft_of(timeline.state)
    deal, space = f"deal.1.{closed.deal_mark}", f"space.{closed.space_mark}"
    return f"?for=0&draft={deal}", f"?for=0&draft={space}"


def out(*actions: dict[str, Any]) -> dict[str, Any]:
    """Return a saved game in which Dario is bankrupt and his property is auctioned."""
    played = read_record("monopoly", "last-one-of-four")
    played.pop("outcome", None)
    return {**played, "actions": [*played["actions"][:12], *actions]}


def once_out() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Yield the scenes of a player who is out: without the hammer, and with it in an auction."""
    yield "mo-out", out(), (f"?for={DARIO}",)
    bid = read_record("monopoly", "last-one-of-four")["actions"][12]
    yield "mo-hammer", out({"kind": "take_hammer", "seat": DARIO}, bid), (f"?for={DARIO}",)


def in_turn() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Yield the scenes of players who are in the game."""
    yield "mo-dealt", {**record(variant="fast"), "actions": []}, ("", "?for=1")
    groups = tuple(f"?for=0&draft=group.{name}" for name in ("orange", "brown", "utilities"))
    opened = ("", *groups, *drawn_open(record()))
    pages = ("account", "copy", "bank", "history", "purse/0", "right/11", "right/12")
    yield "mo-roll", record(), (*opened, "?for=0&draft=roll.3", *pages)
    offer = {"kind": "propose_deal", "seat": CARLA, "other": BRUNO, "gives": [9, 27]}
    deal = offer | {"takes": [26], "pays": 40, "keys_taken": 1}
    yield "mo-deal", record(deal), ("?for=1", "?for=2")
    yield "mo-buy", record(at(ANNA, 22), roll(ANNA, 3, 4)), ("",)
    yield "mo-short", record(SPENT, at(ANNA, 22), roll(ANNA, 3, 4)), ("",)
    auction = (at(ANNA, 22), roll(ANNA, 3, 4), {"kind": "decline", "seat": ANNA})
    bids = ({"kind": "bid", "seat": DARIO, "amount": 120},)
    yield "mo-auction", record(*auction, *bids), ("?for=0", "?for=3", "sold?to=0")
    yield "mo-outbid", record(*auction, *bids, OUTBID), ("?for=2",)
    yield "mo-rent", record(at(ANNA, 8), roll(ANNA, 2, 1)), ("?for=1",)
    owed = (at(ANNA, 4), roll(ANNA, 3, 4), {"kind": "ask_rent", "seat": BRUNO, "position": 11})
    yield "mo-debt", record(*owed), ("", pay_panel(record(*owed)))
    offer = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "gives": [5, 12], "pays": 20}
    yield "mo-in-kind", record(*owed, offer | {"covers": 500}), ("?for=1", "?for=0", "?for=2")
    listed = (at(ANNA, 0), roll(ANNA, 3, 4))
    yield "mo-list", record(*listed), ("",)
    read = {"kind": "roll_list", "seat": ANNA, "dice": [2, 3, 3]}
    chosen = ("", "?for=0&draft=line.pay", "?for=0&draft=line.repairs", "?for=0&draft=line.advance")
    yield "mo-line", record(*listed, read), chosen
    known = {"kind": "roll_list", "seat": ANNA, "dice": [5, 5, 5]}
    yield "mo-known", record(*listed, known), ("", "?for=0&draft=line")
    jailed = {"kind": "set_jail", "seat": ANNA, "jailed": True, "rolls": 1}
    yield "mo-jail", record({"kind": "set_keys", "seat": ANNA, "keys": 1}, jailed), ("",)
    yield "mo-tap", record(at(ANNA, 4), roll(ANNA, 3, 4), following=False), ("",)


def moments() -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Yield the scenes."""
    yield from in_turn()
    yield from once_out()
