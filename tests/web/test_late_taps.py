"""A tap on a screen that is not the newest: refused if the table moved on, and by nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.game import AnyGame
from companion.mechanics.money.corrections import Adjustment
from tests.web.phones import BIDDING, Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_monopoly_by_hand import ANNA, BRUNO, CARLA, at_the_board, deed

Step = dict[str, Any]
BANKER = -1
CORRECTION = {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 1}


def bid(seat: int, amount: int, **more: Any) -> Step:
    return {"kind": "bid", "seat": seat, "amount": amount, **more}


def passes(seat: int, **more: Any) -> Step:
    return {"kind": "pass", "seat": seat, **more}


def in_a_takeover(app: Flask) -> Table:
    """Return a table of Big Deal where Anna, Bruno and Carla sit, and Bruno answers Anna."""
    companies = {
        "security": {"white": 100, "green": 150, "needs": {"human": 2}},
        "telcom": {"white": 150, "green": 200, "needs": {"space": 1, "technology": 1}},
    }
    return seated(
        app,
        {"kind": "deal", "overs": 1},
        {"kind": "draw", "seat": ANNA},
        {"kind": "set_group", "seat": BRUNO, "company": "telcom", "shares": 2},
        {"kind": "take_over", "seat": ANNA, "group": 1, "shares": 1, "price": 150},
        game="big_deal",
        options={},
        copy={"companies": companies},
        seats=[{"name": name} for name in ("Anna", "Bruno", "Carla")],
    )


def with_a_card_up(app: Flask) -> Table:
    """Return a table of The Big Cheese where Anna has the first word, then Carla, then Bruno."""
    return seated(
        app,
        {"kind": "open", "seat": ANNA},
        {"kind": "offer", "card": "8"},
        game="big_cheese",
        options={},
        copy={},
        seats=[{"name": name} for name in ("Anna", "Bruno", "Carla")],
    )


def buying(app: Flask) -> Table:
    """Return a table of Monopoly where Anna may buy, and Bruno has a deed and Carla another."""
    rolled = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    start = ({"kind": "begin", "seat": ANNA}, deed(5, BRUNO), deed(15, CARLA))
    return at_the_board(app, *start, rolled)


def auctioned(app: Flask) -> Table:
    """Return the same table where what Anna leaves is auctioned."""
    table = buying(app)
    table.do({"kind": "decline", "seat": ANNA})
    return table


def called_out(app: Flask) -> Table:
    """Return a free bank where something is called out."""
    return at_the_bank(app, {"kind": "put_up", "what": "Mill", "how": "open"})


def in_an_auction(app: Flask) -> Table:
    """Return a table of Big Shot where Bruno has the word, then Carla."""
    return seated(app, *BIDDING)


MORTGAGE = {"kind": "mortgage", "seat": BRUNO, "position": 5}
OFFER = {"kind": "propose_deal", "seat": BRUNO, "other": CARLA, "gives": [5], "asks": 9}
LEARNT = {"kind": "learn_company", "company": "phonix", "white": 100, "green": 150, "needs": {}}
PAID = {"kind": "pay", "seat": CARLA, "target": "bank", "amount": 3}
BESIDE = {
    "Big Shot: a loan": (in_an_auction, 2, {"kind": "borrow", "seat": 2}, 1, bid(1, 4)),
    "Big Shot: a loan before a pass": (
        in_an_auction, 3, {"kind": "borrow", "seat": 3}, 1, passes(1),
    ),
    "Big Deal: what a share prints": (
        in_a_takeover, CARLA, LEARNT | {"needs": {"technology": 2}}, BRUNO,
        {"kind": "raise", "seat": BRUNO, "price": 200},
    ),
    "Monopoly: an offer": (auctioned, BRUNO, OFFER, ANNA, bid(ANNA, 10, auction=1)),
    "Monopoly: a mortgage": (buying, BRUNO, MORTGAGE, ANNA, {"kind": "buy", "seat": ANNA}),
    "Free bank: a payment": (called_out, CARLA, PAID, ANNA, bid(ANNA, 10, auction=1)),
    "Free bank: a payment before the hammer": (
        called_out, CARLA, PAID, BANKER, {"kind": "hammer"},
    ),
}  # fmt: skip


def taps(table: Table, who: int, step: Step, seen: int) -> int:
    """Let somebody tap on a screen that showed that step; return the status of the answer."""
    phone = table.banker if who == BANKER else table.phones[who]
    return phone.tap(table, step, seen=seen).status_code


@pytest.mark.parametrize("case", BESIDE)
def test_a_move_beside_the_turn_makes_nobodys_tap_late(app: Flask, case: str) -> None:
    at, other, between, who, step = BESIDE[case]
    table = at(app)
    seen = table.sequence
    assert taps(table, other, between, seen) == 303

    assert taps(table, who, step, seen) == 303
    assert table.sequence == seen + 2


MOVED_ON = {
    "Big Shot: another's bid": (in_an_auction, (1, bid(1, 4)), 2, bid(2, 5)),
    "Big Shot: one's own loan": (
        in_an_auction, (1, {"kind": "borrow", "seat": 1}), 1, bid(1, 4),
    ),
    "Big Shot: a correction": (in_an_auction, (BANKER, CORRECTION), 1, bid(1, 4)),
    "Big Cheese: another's bid": (
        with_a_card_up, (ANNA, {"kind": "bid", "seat": ANNA, "workers": 1}),
        CARLA, {"kind": "bid", "seat": CARLA, "workers": 2},
    ),
    "Big Cheese: a correction": (
        with_a_card_up, (BANKER, {"kind": "set_score", "seat": BRUNO, "score": 9}),
        ANNA, passes(ANNA),
    ),
    "Big Deal: a correction": (
        in_a_takeover, (BANKER, {**CORRECTION, "amount": 50}),
        BRUNO, {"kind": "give_up", "seat": BRUNO},
    ),
    "Monopoly: a space put right": (
        buying, (BRUNO, {"kind": "set_space", "seat": ANNA, "space": 1}),
        ANNA, {"kind": "buy", "seat": ANNA},
    ),
    "Monopoly: a bid before the hammer": (
        auctioned, (BRUNO, bid(BRUNO, 20)), BANKER, {"kind": "knock_down"},
    ),
    "Free bank: a bid before the hammer": (
        called_out, (BRUNO, bid(BRUNO, 20)), BANKER, {"kind": "hammer"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MOVED_ON)
def test_a_tap_is_late_if_its_basis_has_changed(app: Flask, case: str) -> None:
    at, between, who, step = MOVED_ON[case]
    table = at(app)
    seen = table.sequence
    assert taps(table, *between, seen) == 303

    assert taps(table, who, step, seen) == 409
    assert table.sequence == seen + 1


TWICE = {
    "Big Shot: equal bids": (in_an_auction, (1, bid(1, 4)), (2, bid(2, 4)), 409),
    "Big Shot: a double pass": (in_an_auction, (1, passes(1)), (1, passes(1)), 409),
    "Big Cheese: equal bids": (
        with_a_card_up, (ANNA, {"kind": "bid", "seat": ANNA, "workers": 1}),
        (CARLA, {"kind": "bid", "seat": CARLA, "workers": 1}), 409,
    ),
    "Big Cheese: a double pass": (
        with_a_card_up, (ANNA, passes(ANNA)), (ANNA, passes(ANNA)), 409,
    ),
    "Big Deal: a double answer": (
        in_a_takeover, (BRUNO, {"kind": "raise", "seat": BRUNO, "price": 200}),
        (BRUNO, {"kind": "raise", "seat": BRUNO, "price": 200}), 409,
    ),
    "Monopoly: equal bids": (auctioned, (ANNA, bid(ANNA, 9)), (BRUNO, bid(BRUNO, 9)), 422),
    "Monopoly: a double pass": (auctioned, (ANNA, passes(ANNA)), (ANNA, passes(ANNA)), 422),
    "Free bank: equal bids": (called_out, (ANNA, bid(ANNA, 9)), (BRUNO, bid(BRUNO, 9)), 422),
    "Free bank: a double pass": (called_out, (ANNA, passes(ANNA)), (ANNA, passes(ANNA)), 422),
}  # fmt: skip


@pytest.mark.parametrize("case", TWICE)
def test_of_two_conflicting_taps_one_is_refused(app: Flask, case: str) -> None:
    at, first, second, status = TWICE[case]
    table = at(app)
    seen = table.sequence

    assert taps(table, *first, seen) == 303
    assert taps(table, *second, seen) == status
    assert table.sequence == seen + 1


NEXT_CARD = [*map(passes, (ANNA, CARLA, BRUNO)), {"kind": "offer", "card": "4"}]
NEXT_TURN = [
    *map(passes, (1, 2, 3)),
    {"kind": "place", "seat": 0, "cubes": [["red", "9"], ["white", "9"], ["red", "10"],
                                           ["black", "10"]]},
    {"kind": "roll", "seat": 1, "value": 3},
]  # fmt: skip
NEXT_LAND = [
    *map(passes, (ANNA, BRUNO, CARLA)),
    {"kind": "roll", "seat": BRUNO, "dice": [1, 2]},
    {"kind": "decline", "seat": BRUNO},
]
NEXT_LOT = [{"kind": "hammer"}, {"kind": "put_up", "what": "Barn", "how": "open"}]
NEXT = {
    "Big Shot": (in_an_auction, NEXT_TURN, 2, passes(2), 409),
    "Big Cheese": (with_a_card_up, NEXT_CARD, ANNA, passes(ANNA), 409),
    "Monopoly": (auctioned, NEXT_LAND, CARLA, bid(CARLA, 10, auction=1), 422),
    "Monopoly, a pass": (auctioned, NEXT_LAND, CARLA, passes(CARLA, auction=1), 422),
    "Free bank": (called_out, NEXT_LOT, CARLA, bid(CARLA, 10, auction=1), 422),
    "Free bank, a pass": (called_out, NEXT_LOT, CARLA, passes(CARLA, auction=1), 422),
}


@pytest.mark.parametrize("case", NEXT)
def test_a_bid_for_one_auction_does_not_count_in_the_next(app: Flask, case: str) -> None:
    at, between, who, step, status = NEXT[case]
    table = at(app)
    seen = table.sequence
    table.do(*between)

    assert taps(table, who, step, seen) == status
    assert table.sequence == seen + len(between)


def test_auction_buttons_identify_their_auction(app: Flask) -> None:
    table = auctioned(app)
    page = table.phones[CARLA].go(table.page)
    table.do(*NEXT_LAND)

    for button in ("b-bid", "b-pass", "bid-1"):
        answer = table.phones[CARLA].submit(page.form(button), button)
        assert answer.status_code == 422 and "That auction is over" in answer.text


def test_an_undone_loan_makes_older_screens_late(app: Flask) -> None:
    table = in_an_auction(app)
    seen = table.sequence
    assert taps(table, 2, {"kind": "borrow", "seat": 2}, seen) == 303
    assert taps(table, 2, {"kind": "undo", "entry": seen + 1}, seen + 1) == 303

    assert taps(table, 1, bid(1, 4), seen) == 409


def test_undo_needs_the_newest_screen(app: Flask) -> None:
    table = in_an_auction(app)
    assert taps(table, 1, bid(1, 4), table.sequence) == 303
    seen = table.sequence
    assert taps(table, 3, {"kind": "borrow", "seat": 3}, seen) == 303

    assert taps(table, BANKER, {"kind": "undo", "entry": seen}, seen) == 409


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_corrections_and_turn_moves_are_never_beside_the_turn(game: AnyGame) -> None:
    beside = [kind for kind in game.actions if kind.keeps_turn]

    assert not [kind for kind in beside if kind.turn_bound or issubclass(kind, Adjustment)]
