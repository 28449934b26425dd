"""One case for every named refusal, with the rule it cites."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup, Setup
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import after, bid, decided, sealed, seated, up

Moment = Callable[[], FreeBankState]
HUGE = 10**12


def rich() -> FreeBankState:
    return seated(start=HUGE)


def hidden() -> FreeBankState:
    """Return a table with hidden money and a salary that two players could not both hold."""
    return seated(start=HUGE // 2 + 1, salary=HUGE // 2, hidden_money=True)


def raised_later() -> FreeBankState:
    """Return a table with hidden money and a salary that nobody agreed on before the game."""
    return after(seated(hidden_money=True), {"kind": "set_salary", "amount": 10**10})


def deep_in_debt() -> FreeBankState:
    return after(seated(start=0, debt=5), move("seat 0", "bank", 5))


def over() -> FreeBankState:
    return after(seated(), {"kind": "end"})


def anna_bids_60() -> FreeBankState:
    return after(up(), bid(ANNA, 60))


def carla_left() -> FreeBankState:
    return after(seated(), {"kind": "leave", "seat": CARLA})


def carla_passed() -> FreeBankState:
    return after(anna_bids_60(), {"kind": "pass", "seat": CARLA})


def second_auction() -> FreeBankState:
    return after(up(), {"kind": "hammer"}, {"kind": "put_up"})


def tied_but_poor() -> FreeBankState:
    state = sealed(60, 60, 0)
    return after(state, {"kind": "pay", "seat": ANNA, "target": "pot", "amount": 41})


def twenty_accounts() -> FreeBankState:
    return seated(accounts=",".join(f"A{number}" for number in range(20)))


def pay(**more: Any) -> dict[str, Any]:
    return {"kind": "pay", "seat": ANNA, "target": "seat 1"} | more


def move(source: str, target: str, amount: int = 1) -> dict[str, Any]:
    return {"kind": "move", "source": source, "target": target, "amount": amount}


def counted(amount: int) -> dict[str, Any]:
    return {"kind": "count_cash", "amounts": {"seat 0": amount}}


def turn_clock(**more: Any) -> dict[str, Any]:
    return {"kind": "start_turn_clock", "seat": ANNA} | more


def annas_turn() -> FreeBankState:
    return after(seated(), turn_clock(seconds=60))


def roll(**more: Any) -> dict[str, Any]:
    return {"kind": "roll", "seat": ANNA} | more


def asked_often() -> FreeBankState:
    return after(seated(), *[ask_payment()] * 40)


def ask_payment(**more: Any) -> dict[str, Any]:
    return {"kind": "ask_payment", "seat": ANNA, "payer": BRUNO, "amount": 101} | more


def accept(**more: Any) -> dict[str, Any]:
    return {"kind": "accept_payment", "seat": BRUNO, "number": 1} | more


CASES: list[tuple[str, str, Moment, dict[str, Any]]] = [
    ("same_account", "FB-M2", seated, ask_payment(payer=ANNA)),
    ("amount_too_small", "FB-M1", seated, ask_payment(amount=0)),
    ("too_many_requests", "FB-M8", asked_often, ask_payment()),
    ("no_such_request", "FB-M8", seated, accept()),
    ("no_such_request", "FB-M8", asked_often, accept(seat=ANNA)),
    ("not_enough", "FB-M4", asked_often, accept()),
    ("nothing_to_share", "FB-M7", seated, {"kind": "share", "source": "bank", "amount": 2}),
    ("amount_missing", "FB-M1", seated, pay()),
    ("amount_missing", "FB-M1", seated, pay(typed="  ")),
    ("amount_fraction", "FB-M1", seated, pay(typed="1.5")),
    ("amount_fraction", "FB-M1", seated, pay(typed="0,5")),
    ("amount_fraction", "FB-M1", seated, pay(typed=",5")),
    ("amount_negative", "FB-M1", seated, pay(typed="-5")),
    ("amount_negative", "FB-M1", seated, pay(amount=-5)),
    ("amount_too_small", "FB-M1", seated, pay(amount=0)),
    ("amount_too_large", "FB-M1", rich, pay(typed="1000000000001")),
    ("amount_too_large", "FB-M1", rich, pay(typed="9" * 40)),
    ("amount_not_a_number", "FB-M1", seated, pay(typed="ten")),
    ("amount_not_a_number", "FB-M1", seated, pay(typed="١٢")),
    ("amount_not_a_number", "FB-M1", seated, pay(typed="1e3")),
    ("same_account", "FB-M2", seated, pay(target="seat 0", amount=1)),
    ("same_account", "FB-M2", seated, move("all", "all")),
    ("same_account", "FB-M2", seated, move("bank", "bank")),
    ("nobody_else", "FB-M2", lambda: seated(1), pay(target="all", amount=1)),
    ("unknown_account", "FB-M3", seated, pay(target="seat 7", amount=1)),
    ("unknown_account", "FB-M3", seated, move("account Nowhere", "bank")),
    ("unknown_account", "FB-M3", seated, {"kind": "put_up", "target": "all"}),
    ("not_enough", "FB-M4", seated, pay(amount=101)),
    ("not_enough", "FB-M4", seated, pay(target="all", amount=51)),
    ("not_enough", "FB-M4", seated, move("pot", "bank")),
    ("not_enough", "FB-M4", lambda: seated(debt=5), pay(amount=106)),
    ("account_full", "FB-M5", rich, pay(amount=1)),
    ("account_full", "FB-M5", rich, {"kind": "take", "seat": ANNA, "amount": 1}),
    ("account_full", "FB-M5", rich, {**move("bank", "seat 0"), "kind": "correct"}),
    ("amount_too_large", "FB-M1", deep_in_debt, counted(HUGE)),
    ("amount_too_large", "FB-M1", hidden, move("bank", "seat 0", HUGE - 50)),
    ("amount_too_large", "FB-M1", hidden, pay(seat=BRUNO, target="seat 0", amount=HUGE // 2)),
    ("amount_too_large", "FB-M1", hidden, {"kind": "salary", "seat": ANNA}),
    ("amount_too_large", "FB-M1", raised_later, {"kind": "salary", "seat": ANNA}),
    ("not_your_purse", "FB-S2", seated, {"kind": "take", "seat": ANNA, "source": "seat 1"}),
    ("not_your_purse", "FB-S2", seated, {"kind": "take", "seat": ANNA, "source": "all"}),
    ("no_salary", "FB-S3", seated, {"kind": "salary", "seat": ANNA}),
    ("no_salary", "FB-S3", seated, {"kind": "salaries"}),
    ("account_full", "FB-M5", lambda: seated(start=HUGE, salary=1), {"kind": "salaries"}),
    ("unknown_seat", "FB-S1", seated, pay(seat=3, amount=1)),
    ("unknown_seat", "FB-S1", seated, {"kind": "score", "seat": -1, "amount": 1}),
    ("game_over", "FB-E1", over, pay(amount=1)),
    ("game_over", "FB-E1", over, {"kind": "end"}),
    ("game_over", "FB-E1", over, roll(values=[1])),
    ("account_name_missing", "FB-N1", seated, {"kind": "add_account", "name": " "}),
    ("account_name_too_long", "FB-N1", seated, {"kind": "add_account", "name": "x" * 31}),
    ("account_name_taken", "FB-N1", seated, {"kind": "add_account", "name": "anna"}),
    ("account_name_taken", "FB-N1", seated, {"kind": "add_account", "name": "Pot"}),
    ("account_name_taken", "FB-N1", twenty_accounts, {"kind": "add_account", "name": "a3"}),
    ("too_many_accounts", "FB-N1", twenty_accounts, {"kind": "add_account", "name": "B"}),
    ("auction_running", "FB-A1", up, {"kind": "put_up"}),
    ("no_such_time", "FB-A13", seated, {"kind": "put_up", "seconds": -1}),
    ("not_now", "FB-A12", up, {"kind": "lower_price"}),
    ("not_now", "FB-A11", lambda: up("once"), bid(BRUNO, 5)),
    ("auction_running", "FB-E2", up, {"kind": "end"}),
    ("name_too_long", "FB-A1", seated, {"kind": "put_up", "what": "x" * 41}),
    ("amount_too_small", "FB-M1", seated, {"kind": "put_up", "amount": 0}),
    ("not_now", "FB-A2", seated, bid(ANNA, 1)),
    ("not_now", "FB-A2", lambda: up("sealed"), bid(ANNA, 1)),
    ("not_now", "FB-A4", seated, {"kind": "hammer"}),
    ("not_now", "FB-A4", lambda: sealed(5, 5, 5), {"kind": "hammer"}),
    ("not_now", "FB-A5", up, bid(ANNA, 1, "seal_bid")),
    ("not_now", "FB-A5", lambda: sealed(5, 5, 5), bid(ANNA, 9, "seal_bid")),
    ("not_now", "FB-A7", up, {"kind": "award", "seat": ANNA}),
    ("not_now", "FB-A8", seated, {"kind": "call_off"}),
    ("another_auction", "FB-A2", second_auction, {**bid(ANNA, 9), "auction": 1}),
    ("another_auction", "FB-A2", second_auction, {"kind": "pass", "seat": 0, "auction": 1}),
    ("already_highest", "FB-A2", anna_bids_60, bid(ANNA, 61)),
    ("already_highest", "FB-A2", anna_bids_60, {"kind": "pass", "seat": ANNA}),
    ("already_passed", "FB-A3", carla_passed, bid(CARLA, 61)),
    ("bid_too_low", "FB-A2", anna_bids_60, bid(BRUNO, 60)),
    ("bid_too_low", "FB-A2", lambda: up(amount=10), bid(BRUNO, 9)),
    ("bid_too_low", "FB-A5", lambda: up("sealed", amount=10), bid(BRUNO, 9, "seal_bid")),
    ("bid_above_purse", "FB-A2", up, bid(BRUNO, 101)),
    ("bid_above_purse", "FB-A5", lambda: up("sealed"), bid(BRUNO, 101, "seal_bid")),
    ("bid_above_purse", "FB-A7", tied_but_poor, {"kind": "award", "seat": ANNA}),
    ("amount_negative", "FB-M1", lambda: up("sealed"), bid(BRUNO, -1, "seal_bid")),
    ("account_full", "FB-M5", lambda: up(target="seat 1", start=HUGE), bid(ANNA, 1)),
    ("bid_rests_on_it", "FB-A2", anna_bids_60, pay(amount=41)),
    ("bid_rests_on_it", "", anna_bids_60, {**move("seat 0", "bank", 41), "kind": "correct"}),
    ("not_tied", "FB-A7", lambda: sealed(5, 5, 1), {"kind": "award", "seat": CARLA}),
    ("no_such_dice", "FB-D1", seated, roll(dice=0)),
    ("no_such_dice", "FB-D1", seated, roll(dice=HUGE)),
    ("no_such_dice", "FB-D1", seated, roll(which="2d1001")),
    ("dice_not_read", "FB-D1", seated, roll(which="two dice")),
    ("faces_not_read", "FB-D1", seated, roll(typed="three")),
    ("own_dice", "FB-S4", lambda: seated(dice="none"), roll()),
    ("own_dice", "FB-S4", lambda: seated(dice="none"), roll(typed="3 5")),
    ("no_auctions", "FB-S4", lambda: seated(auctions=False), {"kind": "put_up"}),
    ("wrong_number_of_faces", "FB-D1", seated, roll(dice=2, values=[3])),
    ("not_on_the_die", "FB-D1", seated, roll(typed="7")),
    ("no_such_round", "FB-R1", seated, {"kind": "set_round", "round": 0}),
    ("no_such_round", "FB-R1", seated, {"kind": "set_round", "round": 10_000}),
    ("amount_missing", "FB-C1", seated, {"kind": "start_clock"}),
    ("amount_fraction", "FB-C1", seated, {"kind": "start_clock", "typed": "1,5"}),
    ("no_such_time", "FB-C1", seated, {"kind": "start_clock", "seconds": 0}),
    ("no_such_time", "FB-C1", seated, {"kind": "start_clock", "typed": "9999999"}),
    ("no_clock", "FB-C1", seated, {"kind": "stop_clock"}),
    ("amount_missing", "FB-C1", seated, turn_clock()),
    ("no_such_time", "FB-C1", seated, turn_clock(seconds=0)),
    ("unknown_seat", "FB-C1", seated, turn_clock(seat=3, seconds=60)),
    ("seat_left", "FB-E3", carla_left, turn_clock(seat=CARLA, seconds=60)),
    ("game_over", "FB-E1", over, turn_clock(seconds=60)),
    ("no_clock", "FB-C1", seated, {"kind": "next_turn", "seat": ANNA}),
    ("not_your_turn", "FB-C1", annas_turn, {"kind": "next_turn", "seat": BRUNO}),
    ("no_points", "FB-P1", seated, {"kind": "score", "seat": ANNA, "amount": 0}),
    ("amount_missing", "FB-P1", seated, {"kind": "score", "seat": ANNA}),
    (
        "seat_left",
        "FB-E3",
        carla_left,
        {"kind": "pay", "seat": CARLA, "target": "bank", "amount": 1},
    ),
    ("amount_fraction", "FB-P1", seated, {"kind": "score", "seat": ANNA, "typed": "-1.5"}),
    (
        "account_full",
        "FB-P1",
        lambda: after(seated(), {"kind": "score", "seat": ANNA, "amount": HUGE}),
        {"kind": "score", "seat": ANNA, "amount": 1},
    ),
]


@pytest.mark.parametrize(
    ("name", "rule", "moment", "action"),
    CASES,
    ids=[f"{place}-{case[0]}" for place, case in enumerate(CASES)],
)
def test_a_refusal_is_named_and_cites_its_rule(
    name: str, rule: str, moment: Moment, action: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as refused:
        decided(moment(), **action)

    assert (refused.value.name, refused.value.rule) == (name, rule)
    assert re.search(r"[.?:”]$", str(refused.value.sentence))


SETTINGS: list[tuple[str, dict[str, object], int]] = [
    ("unknown_option", {"colour": "red"}, 3),
    ("unknown_choice", {"standing": "most_sheep"}, 3),
    ("unknown_choice", {"dice": "1d7"}, 3),
    ("unknown_choice", {"auctions": "no"}, 3),
    ("not_a_whole_number", {"start": -1}, 3),
    ("not_a_whole_number", {"start": 1.5}, 3),
    ("not_a_whole_number", {"debt": HUGE + 1}, 3),
    ("not_a_text", {"unit": 5}, 3),
    ("not_a_text", {"currency": "a\0b"}, 3),
    ("text_too_long", {"unit": "sesterces"}, 3),
    ("account_name_taken", {"accounts": "Tax, tax"}, 3),
    ("account_name_taken", {"accounts": "Anna"}, 3),
    ("account_name_too_long", {"accounts": "x" * 31}, 3),
    ("too_many_accounts", {"accounts": ",".join(map(str, range(21)))}, 3),
    ("wrong_player_count", {}, 0),
    ("wrong_player_count", {}, 11),
]


@pytest.mark.parametrize(("name", "options", "players"), SETTINGS)
def test_impossible_settings_are_refused(
    name: str, options: dict[str, object], players: int
) -> None:
    names = ["Anna", *(f"Player {number}" for number in range(1, players))][:players]

    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup(options, tuple(map(SeatSetup, names))))

    assert refused.value.name == name


@pytest.mark.parametrize(
    ("name", "holdings"),
    [
        ("no_players", {"seats": []}),
        ("malformed", {}),
        ("malformed", {"seats": "Anna"}),
        ("malformed", {"seats": [{"money": 5}]}),
        ("malformed", {"seats": [{"name": "Anna", "money": "5"}]}),
        ("malformed", {"seats": [{"name": "Anna", "money": 1.5}]}),
        ("malformed", {"seats": [{"name": "Anna"}], "standing": "luck"}),
        ("malformed", {"seats": [{"name": "Anna"}], "standing": []}),
        ("malformed", {"seats": [{"name": "A", "points": [[1]]}], "standing": "most_points"}),
    ],
)
def test_impossible_typed_holdings_are_refused(name: str, holdings: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.final.of(holdings)

    assert refused.value.name == name


def bruno_has_3(how: str = "open", **more: Any) -> FreeBankState:
    return after(up(how, **more), {"kind": "pay", "seat": BRUNO, "target": "bank", "amount": 97})


@pytest.mark.parametrize("amount", [4, 60, 61, 200])
def test_a_seat_that_cannot_pay_the_lowest_bid_is_not_told_to_bid_it(amount: int) -> None:
    state = after(bruno_has_3(), bid(ANNA, 60))

    with pytest.raises(Refusal, match=r"You can pay 3, but the lowest bid is 61. Pass, or get"):
        decided(state, **bid(BRUNO, amount))


@pytest.mark.parametrize("amount", [1, 20])
def test_a_seat_that_cannot_pay_the_lowest_sealed_bid_is_told_not_to_bid(amount: int) -> None:
    state = bruno_has_3("sealed", amount=10)

    with pytest.raises(Refusal, match=r"You can pay 3, but the lowest bid is 10. Make no bid"):
        decided(state, **bid(BRUNO, amount, "seal_bid"))


def test_a_seat_that_can_pay_the_lowest_bid_is_told_its_limit() -> None:
    with pytest.raises(Refusal, match=r"You can pay 3. Bid up to 3"):
        decided(bruno_has_3(), **bid(BRUNO, 4))
    with pytest.raises(Refusal, match="Bid 61 or more, or pass"):
        decided(anna_bids_60(), **bid(CARLA, 60))


def test_a_refusal_to_a_player_suggests_nothing_only_the_banker_may_do() -> None:
    with pytest.raises(Refusal, match="ask the banker to call it off"):
        decided(up(), "put_up")
