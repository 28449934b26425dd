"""Legal moves: which candidates are legal, and with which values."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.mechanics.actions.base import Action, Event, SeatAction, action, event
from companion.mechanics.actions.menu import (
    Candidate,
    LegalMove,
    MultiStepCandidate,
    OneOf,
    Range,
    candidate_moves,
    concrete_actions,
    dry_run,
    legal_moves,
)
from companion.mechanics.actions.refusal import Missing, Refusal
from companion.mechanics.language.words import say


@action("give")
class Give(Action):
    """Give an amount to a seat, with a text."""

    seat: int
    target: int
    amount: int
    what: str = ""

    def decide(self, state: object) -> tuple[Event, ...]:
        if self.target == self.seat or self.amount < 1 or self.what == "nothing":
            raise Refusal("not_so", "", say("Not so."))
        return ()


class Stall(NamedTuple):
    """A state with fruits to choose from."""

    fruits: tuple[str, ...]
    stage: str = "market"


@action("take")
class Take(SeatAction):
    """Take a number of a fruit."""

    stage = "market"
    values = {"fruit": lambda state: state.fruits, "count": (1, 2)}
    fruit: str
    count: int

    def decide(self, state: Stall) -> tuple[Event, ...]:
        if (self.fruit, self.count) == ("fig", 2):
            raise Refusal("not_so", "", say("There is one."))
        return ()


def test_values_without_an_order_are_refused_when_the_action_is_defined() -> None:
    with pytest.raises(TypeError, match="the values of fruit need an order"):

        @action("peel")
        class Peel(SeatAction):
            values = {"fruit": {"fig", "plum"}}
            fruit: str


def offered(*candidates: Candidate) -> list[LegalMove]:
    return list(legal_moves(candidates, None, 1))


def test_values_that_the_rules_refuse_are_left_out_of_an_offer() -> None:
    candidate = Candidate(Give(1, 0, 1), target=OneOf((0, 1, 2)), amount=Range(1, 5))

    assert offered(candidate) == [
        LegalMove(Give(1, 0, 1), 1, {"target": OneOf((0, 2)), "amount": Range(1, 5)})
    ]


def test_an_action_refused_for_all_values_is_not_offered() -> None:
    assert offered(Candidate(Give(1, 0, 1), target=OneOf((1,)))) == []
    assert offered(Candidate(Give(1, 0, 1), target=OneOf((0, 2)), amount=Range(0, 5))) == []


def test_fixed_values_of_an_action_are_part_of_the_legal_move() -> None:
    (offer,) = offered(Candidate(Give(1, 0, 1, "rent"), amount=Range(1)))

    assert offer.fields == {"target": OneOf((0,)), "what": OneOf(("rent",)), "amount": Range(1)}


def test_a_field_left_open_is_not_in_the_legal_move() -> None:
    (offer,) = offered(Candidate(Give(1, 0, 1, "rent"), "what", "target", amount=Range(1, 5)))

    assert offer == LegalMove(Give(1, 0, 1, "rent"), 1, {"amount": Range(1, 5)})
    assert offered(Candidate(Give(1, 0, 1, "nothing"), "what", "target", "amount")) == []


def test_choices_are_computed_from_state_and_seat() -> None:
    def picked(state: Stall, seat: int | None = 1) -> list[LegalMove]:
        return list(legal_moves(Take.candidates(state, seat), state, seat))

    (offer,) = picked(Stall(("fig", "plum")))
    assert offer.fields == {"fruit": OneOf(("fig", "plum")), "count": OneOf((1, 2))}
    (offer,) = picked(Stall(("fig",)))
    assert offer.fields == {"fruit": OneOf(("fig",)), "count": OneOf((1,))}
    assert (
        picked(Stall(())) == picked(Stall(("fig",), "over")) == picked(Stall(("fig",)), None) == []
    )


@action("sell")
class Sell(Action):
    """Sell an item for its printed price."""

    price: int | None = None

    def decide(self, state: object) -> tuple[Event, ...]:
        if self.price is None:
            raise Missing("price_needed", "", say("Type the price."))
        if self.price < 1:
            raise Refusal("not_so", "", say("Not so."))
        return (Sold(self.price),)


@event("sold")
class Sold(Event):
    """An item was sold."""

    price: int


def test_a_dry_run_returns_the_next_state_or_the_refusal() -> None:
    sold, untyped, refused = (dry_run(Sell(price), None) for price in (3, None, 0))

    assert (sold.events, sold.refusal) == ((Sold(3),), None)
    assert [one.refusal and one.refusal.name for one in (untyped, refused)] == [
        "price_needed",
        "not_so",
    ]
    assert untyped.events == refused.events == ()


def test_a_dry_run_goes_on_past_a_missing_printed_number() -> None:
    candidate = candidate_moves([Candidate(Sell(price)) for price in (3, None, 0)], None, 1)

    assert [one.is_reachable for one in candidate] == [True, True, False]
    assert offered(Candidate(Sell(None))) == []


def test_an_action_of_several_taps_is_offered_while_it_can_begin() -> None:
    def refuse() -> None:
        raise Refusal("not_so", "", say("Not so."))

    nothing_yet = Give(1, 1, 0)

    (offer,) = offered(MultiStepCandidate(nothing_yet, lambda: None, target=OneOf((0, 2))))

    assert offer == LegalMove(nothing_yet, 1, {"target": OneOf((0, 2))})
    assert offered(MultiStepCandidate(nothing_yet, refuse)) == []


def test_concrete_actions_of_a_range_exclude_refused_ones() -> None:
    (offer,) = offered(Candidate(Give(1, 0, 1), target=OneOf((0, 2)), amount=Range(1, 9, 4)))

    every = [way.action for way in concrete_actions(offer, None)]
    assert every == [Give(1, target, amount) for target in (0, 2) for amount in (1, 5, 9)]
    assert [way.action.amount for way in concrete_actions(offer, None, "amount", most=2)] == [1, 5]
    (left,) = candidate_moves(
        [Candidate(Give(1, 1, 0), target=OneOf((0, 1)), amount=Range(0))], None, 1
    )
    assert [way.action for way in concrete_actions(left, None, most=2)] == [Give(1, 0, 1)]
