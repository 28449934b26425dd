"""Paying as much as possible, and sharing an amount whose rest is named (FB-M6, FB-M7)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.games.free_bank.payments import Move, Share
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Instead, Refusal
from companion.mechanics.game import Action
from companion.mechanics.values.codec import to_json
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import after, decided, money, seated, up


def carla_has_five() -> FreeBankState:
    return after(seated(), {"kind": "pay", "seat": CARLA, "target": "bank", "amount": 95})


def refused(state: FreeBankState, kind: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as found:
        decided(state, kind, **fields)
    return found.value


def posted(instead: Instead) -> dict[str, Any]:
    return to_json(cast(Action, instead.action))


def test_a_collection_takes_as_much_as_each_has() -> None:
    state = carla_has_five()
    move: dict[str, Any] = {"source": "all", "target": "pot", "amount": 10}

    instead = refused(state, "move", **move).instead

    assert instead is not None and instead.action == Move("all", "pot", amount=10, at_most=True)
    (event,) = decided(state, **posted(instead))
    assert str(event.tell(state, None)) == (
        "Anna, Bruno, Carla → The pot: 10 from each, but Carla 5."
    )
    later = after(state, posted(instead))
    assert (money(later), later.ledger.balance("pot")) == ([90, 90, 0], 25)
    assert str(event.tell_you(state, CARLA)) == "You pay 5: the pot."


def test_a_player_pays_as_much_as_possible() -> None:
    state = carla_has_five()
    pay: dict[str, Any] = {
        "kind": "pay",
        "seat": CARLA,
        "target": "seat 0",
        "amount": 20,
        "at_most": True,
    }

    (event,) = decided(state, **pay)

    assert money(after(state, pay)) == [105, 100, 0]
    assert str(event.tell(state, BRUNO)) == "Carla → Anna: 5 instead of 20."


def test_a_payment_that_everyone_can_make_is_recorded_as_usual() -> None:
    (event,) = decided(seated(), "move", source="all", target="pot", amount=10, at_most=True)

    assert to_json(event) == {
        "kind": "money_moved",
        "sources": ["seat 0", "seat 1", "seat 2"],
        "targets": ["pot"],
        "amount": 10,
    }


def test_money_that_covers_a_bid_is_not_paid() -> None:
    state = after(up(), {"kind": "bid", "seat": ANNA, "amount": 60})
    pay: dict[str, Any] = {"kind": "pay", "seat": ANNA, "target": "seat 1", "amount": 50}

    assert refused(state, **pay).instead is not None
    assert money(after(state, {**pay, "at_most": True})) == [60, 140, 100]


def test_nothing_is_offered_to_a_player_without_money() -> None:
    state = after(carla_has_five(), {"kind": "pay", "seat": CARLA, "target": "bank", "amount": 5})

    assert refused(state, "pay", seat=CARLA, target="bank", amount=1).instead is None
    assert refused(state, "pay", seat=CARLA, target="bank", amount=1, at_most=True).instead is None


def a_pot_of(amount: int) -> FreeBankState:
    return after(seated(), {"kind": "move", "source": "bank", "target": "pot", "amount": amount})


def test_a_pot_that_is_too_small_for_everyone_is_shared_and_its_rest_is_named() -> None:
    state = a_pot_of(100)

    instead = refused(state, "move", source="pot", target="all", amount=100).instead

    assert instead is not None
    assert instead.action == Share("pot", (ANNA, BRUNO, CARLA), amount=100)
    (event,) = decided(state, **posted(instead))
    assert str(event.tell(state, None)) == (
        "The pot → Anna, Bruno, Carla: 33 to each. The rest of 1 stays."
    )
    later = after(state, posted(instead))
    assert (money(later), later.ledger.balance("pot")) == ([133, 133, 133], 1)


def test_several_seats_share_everything_in_a_pot() -> None:
    later = after(a_pot_of(100), {"kind": "share", "source": "pot", "seats": [ANNA, CARLA]})

    assert (money(later), later.ledger.balance("pot")) == ([150, 100, 150], 0)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"source": "pot", "seats": [ANNA, ANNA]}, "nothing_to_share"),
        ({"source": "pot", "amount": 2}, "nothing_to_share"),
        ({"source": "seat 0", "seats": [ANNA]}, "nothing_to_share"),
        ({"source": "pot", "amount": 101}, "not_enough"),
        ({"source": "bank"}, "amount_missing"),
        ({"source": "pot", "seats": [7]}, "unknown_seat"),
        ({"source": "harbour"}, "unknown_account"),
    ],
)
def test_what_cannot_be_shared_is_refused(fields: dict[str, Any], name: str) -> None:
    assert refused(a_pot_of(100), "share", **fields).name == name
