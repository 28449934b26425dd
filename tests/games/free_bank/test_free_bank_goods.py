"""Goods beside the money (FB-G); three players begin with 100 and count wood, wool and ore."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import MOST, FreeBankState
from companion.mechanics.actions.menu import OneOf, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.play.table import Setup
from companion.testing import households
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import a_setup, after, asked, decided, money, seated, up

DARIO = 3
NAMES = "Wood, Wool;Ore"


def count(seat: int, good: str, amount: int | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "count_good", "seat": seat, "good": good, "amount": amount, **more}


COUNTED = count(ANNA, "Wood", 3), count(BRUNO, "Ore", 2), count(ANNA, "Wood", -1)


def with_goods(*steps: Mapping[str, Any], goods: str = NAMES, **options: Any) -> FreeBankState:
    return after(seated(goods=goods, **options), *steps)


def test_each_player_has_a_number_of_each_good() -> None:
    state = with_goods(*COUNTED)

    assert state.goods_of(ANNA) == {"Wood": 2, "Wool": 0, "Ore": 0}
    assert state.goods_of(BRUNO) == {"Wood": 0, "Wool": 0, "Ore": 2}
    assert state.goods.balance("good stock Wood") == -2


def test_money_and_standings_do_not_know_the_goods() -> None:
    plain, state = seated(), with_goods(*COUNTED)

    assert state.ledger == plain.ledger and money(state) == [100, 100, 100]
    assert state.accounts == plain.accounts
    assert GAME.chart.wealth(state) == GAME.chart.wealth(plain)
    assert state.steps == 0
    assert not with_goods(*COUNTED, start=0).uses_money
    one, other = (GAME.final.outcome(after(table, {"kind": "end"})) for table in (plain, state))
    assert one == other and one is not None
    for account in ("good 0 Wood", "good stock Wood"):
        with pytest.raises(Refusal, match="unknown_account"):
            decided(state, "pay", seat=ANNA, target=account, amount=1)


@pytest.mark.parametrize(
    ("seat", "amount", "line", "own"),
    [
        (BRUNO, 2, "Bruno gets 2 Ore.", "You get 2 Ore."),
        (ANNA, -1, "Anna returns 1 Ore.", "You return 1 Ore."),
    ],
)
def test_the_history_says_who_got_or_returned_what(
    seat: int, amount: int, line: str, own: str
) -> None:
    state = with_goods(count(ANNA, "Ore", 5))
    (event,) = decided(state, **count(seat, "Ore", amount))

    assert str(event.tell(state, None)) == str(event.tell_you(state, CARLA)) == line
    assert str(event.tell_you(state, seat)) == own


@pytest.mark.parametrize(
    ("step", "name", "rule", "words"),
    [
        (count(ANNA, "Gold", 1), "unknown_good", "FB-G1", "“Gold” is not counted here."),
        (count(ANNA, "wood", 1), "unknown_good", "FB-G1", "“wood” is not counted here."),
        (count(ANNA, "Wood", 0), "no_goods", "FB-G2", "Enter a whole number, with a minus"),
        (count(ANNA, "Wood"), "amount_missing", "FB-G2", "Enter an amount"),
        (count(ANNA, "Wood", -3), "not_enough_goods", "FB-G2", "Anna can return at most 2 Wood."),
        (count(BRUNO, "Wood", -1), "not_enough_goods", "FB-G2", "Bruno can return at most 0"),
        (count(ANNA, "Wood", MOST), "account_full", "FB-G2", "Anna would have more than"),
        (count(ANNA, "Wood", typed=f"-{MOST}1"), "amount_too_large", "FB-G2", ""),
        (count(ANNA, "Wood", typed="1.5"), "amount_fraction", "FB-G2", "Enter a whole amount"),
        (count(DARIO, "Wood", 1), "unknown_seat", "FB-S1", ""),
    ],
)
def test_a_count_that_cannot_be_is_refused(
    step: dict[str, Any], name: str, rule: str, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        decided(with_goods(*COUNTED, places=2), **step)

    assert (refused.value.name, refused.value.rule) == (name, rule)
    assert str(refused.value.sentence).startswith(words)


def test_a_refusal_speaks_to_the_player_whose_goods_they_are() -> None:
    with pytest.raises(Refusal) as refused:
        decided(with_goods(), **count(ANNA, "Wood", -1))

    assert str(refused.value.said_to(ANNA).sentence) == "You can return at most 0 Wood."


def test_nothing_is_counted_after_the_end_or_for_a_player_who_left() -> None:
    gone = with_goods(*COUNTED, {"kind": "leave", "seat": ANNA})

    assert set(gone.goods_of(ANNA).values()) == {0}
    with pytest.raises(Refusal, match="seat_left"):
        decided(gone, **count(ANNA, "Wood", 1))
    with pytest.raises(Refusal, match="game_over"):
        decided(after(gone, {"kind": "end"}), **count(BRUNO, "Wood", 1))


def test_goods_are_whole_numbers_where_money_has_decimal_places() -> None:
    state = with_goods(count(ANNA, "Wood", typed="+2"), count(ANNA, "Wood", typed="1"), places=2)

    assert state.goods_of(ANNA)["Wood"] == 3


def test_a_player_who_joins_late_begins_with_no_goods() -> None:
    state = with_goods(*COUNTED, {"kind": "join_late", "name": "Dario"})

    assert set(state.goods_of(DARIO).values()) == {0}
    assert after(state, count(DARIO, "Wool", 1)).goods_of(DARIO)["Wool"] == 1


def test_goods_are_offered_while_the_table_has_some() -> None:
    def offered(state: FreeBankState, seat: int | None) -> list[tuple[str, Range | OneOf]]:
        return [
            (offer.action.good, offer.ranges["amount"])
            for offer in GAME.legal_actions(state, seat)
            if offer.kind == "count_good"
        ]

    state = with_goods(*COUNTED, goods="Wood, Ore")

    assert offered(state, ANNA) == [("Wood", Range(-2, MOST - 2)), ("Ore", Range(1, MOST))]
    assert offered(state, None) == offered(seated(), ANNA) == []
    assert offered(up(goods="Ore"), BRUNO) == [("Ore", Range(1, MOST))]
    assert asked(**count(ANNA, "Ore", 3)).label(state) == "+3 Ore"


def test_the_names_can_change_and_a_name_that_comes_back_has_its_numbers() -> None:
    change = {"kind": "set_option", "option": "goods"}
    state = with_goods(*COUNTED, {**change, "value": "Ore, Gold"})

    assert state.goods_of(BRUNO) == {"Ore": 2, "Gold": 0}
    assert after(state, {**change, "value": "Wood"}).goods_of(ANNA) == {"Wood": 2}
    assert after(seated(), {**change, "value": "Wood"}, count(ANNA, "Wood", 1)).goods_of(ANNA)
    with pytest.raises(Refusal, match="good_name_taken"):
        decided(state, "set_option", option="goods", value="Ore, ore")


@pytest.mark.parametrize(
    ("goods", "name"),
    [
        ("Wood, wood", "good_name_taken"),
        ("x" * 31, "good_name_too_long"),
        (", ".join(map(str, range(13))), "too_many_goods"),
    ],
)
def test_impossible_names_of_goods_are_refused_at_their_field(goods: str, name: str) -> None:
    with pytest.raises(Refusal, match=name) as refused:
        GAME.rules.prepare(Setup({"goods": goods}, households.seated(3)))

    assert (refused.value.rule, refused.value.field) == ("FB-G1", "goods")


def test_the_view_hides_the_goods_of_others_with_their_money() -> None:
    def words(state: FreeBankState, viewer: int | None) -> list[str]:
        seen: Any = GAME.screen.view(state, viewer)
        return [seat.goods_words for seat in seen.seats]

    state = with_goods(*COUNTED, count(ANNA, "Ore", 1), hidden_money=True)

    assert words(state, ANNA) == ["Wood 2 · Ore 1", "", ""]
    assert words(state, CARLA) == words(state, None) == ["", "", ""]
    assert words(after(state, {"kind": "end"}), None) == ["Wood 2 · Ore 1", "Ore 2", ""]


def test_holdings_have_the_goods_only_where_there_are_some() -> None:
    held: Any = GAME.final.holdings(with_goods(*COUNTED))

    assert [seat.get("goods") for seat in held["seats"]] == [{"Wood": 2}, {"Ore": 2}, None]
    assert GAME.final.of(held) == GAME.final.of(GAME.final.holdings(seated()))
    assert "goods" not in str(GAME.final.holdings(with_goods()))


def test_a_table_from_before_there_were_goods_has_none() -> None:
    setup = a_setup()

    assert "goods" not in setup.options
    assert seated().good_names == () and seated().goods_of(ANNA) == {}
