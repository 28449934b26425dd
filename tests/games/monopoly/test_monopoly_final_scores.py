"""Wealth, final scores of entered holdings, and the views of deeds."""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.screen import DeedView, GroupView
from companion.games.monopoly.screen import view as view_of
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.actions.menu import OneOf
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA
from tests.games.monopoly.monopoly_tables import BROWN, ELECTRIC, KINGS_CROSS, begun, owning


def brown(level: int = 0) -> MonopolyState:
    return owning(begun(), ANNA, BROWN, level=level)


def test_wealth_counts_hotels_with_the_houses_given_for_them_and_mortgages_at_half() -> None:
    state = owning(brown(5), ANNA, (KINGS_CROSS,), mortgaged=True)

    assert GAME.chart.wealth(state)[ANNA] == 1500 + 120 + 100 + 2 * (50 + 4 * 50)
    seat = view_of(state, None).seats[ANNA]
    assert [term.amount for term in seat.terms] == [1500, 120, 100, 500]
    assert seat.wealth == sum(term.amount for term in seat.terms)


HOLDINGS = {
    "variant": "fast",
    "seats": [
        {"name": "Anna", "cash": 10, "properties": [{"price": 60, "house_price": 50, "hotels": 1}]},
        {"name": "Bruno", "cash": 270},
        {"name": "Carla", "cash": 0, "bankrupt": 1},
    ],
}


def test_final_scores_of_typed_holdings_need_no_table() -> None:
    """Anna 10 + 60 + hotel (1 + 3) x 50 = 270, as much as Bruno: they share the win."""
    outcome = GAME.final.of(HOLDINGS)

    assert (outcome.reason, outcome.rule, outcome.winners) == ("wealth", "MO-F4", (0, 1))
    assert [(place.name, place.total) for place in outcome.standings][2] == ("Carla", 0)


@pytest.mark.parametrize(
    ("holdings", "name"),
    [
        ({}, "malformed"),
        ({"seats": [{"name": "Anna", "cash": -1}]}, "malformed"),
        ({"seats": [{"name": "Anna", "cash": 1}], "variant": "slow"}, "malformed"),
        ({"seats": [{"name": "Anna", "properties": [{"mortgaged": True, "houses": 1}]}]},
         "buildings_on_it"),
        ({"seats": [{"name": "Anna", "properties": [{"houses": 1, "hotels": 1}]}]},
         "hotel_stands"),
    ],
)  # fmt: skip
def test_impossible_holdings_are_refused(holdings: dict[str, object], name: str) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.final.of(holdings)

    assert refused.value.name == name


def deeds(group: GroupView) -> list[DeedView]:
    """Return the deeds of a group of which the seat has all that is listed."""
    owned = [deed for deed in group.deeds if isinstance(deed, DeedView)]
    assert len(owned) == len(group.deeds)
    return owned


def test_the_view_shows_rents_and_the_menu_the_moves_of_a_deed() -> None:
    state = owning(brown(1), ANNA, (ELECTRIC,))
    (group, utilities) = view_of(state, ANNA).seats[ANNA].groups

    assert (group.is_whole, group.sell_all) == (True, 50)
    assert [deed.earns for deed in deeds(group)] == [10, 20]
    (deed,) = deeds(utilities)
    assert (deed.earns, deed.factor, deed.mortgage, deed.lift) == (None, 4, 75, 83)
    offers = {offer.kind: offer.fields.get("position") for offer in GAME.legal_actions(state, ANNA)}
    assert offers["build"] == offers["sell"] == OneOf(BROWN)
    assert offers["mortgage"] == OneOf((ELECTRIC,)) and "lift" not in offers
