"""Ending the game, and the final scores: most or least money, or most or fewest points (FB-E).

The final scores are computed from the holdings alone, so they do not need a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated

from companion.games.free_bank.auctions import require_no_auction
from companion.games.free_bank.settings import SetOption
from companion.games.free_bank.state import FreeBankState, Standing
from companion.mechanics.actions.base import Button, Event, TableAction, action, event
from companion.mechanics.language.amounts import LARGEST, Denomination
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import seat_of
from companion.mechanics.scoring.outcome import (
    Names,
    Outcome,
    Place,
    Term,
    points_words,
    ranked,
    round_terms,
    win_words,
)
from companion.mechanics.scoring.score_form import Seats, round_pairs
from companion.mechanics.values.schema import Figure, IfSet, Literals, Named, Schema

RANKINGS = ("most_money", "least_money", "most_points", "fewest_points")
AMOUNT = Figure(-(LARGEST**2), LARGEST**2)
"""An amount of money or points in the holdings.

The range is wider than in events. The points of one round can be up to twice the limit for a seat's
total, if another round took points away.
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """The money and points of a seat in the holdings."""

    name: str
    start: Annotated[int, AMOUNT] = 0
    """The money at the start of the game."""
    money: Annotated[int, AMOUNT] = 0
    points: Annotated[tuple[tuple[int, int], ...], round_pairs("points", AMOUNT, AMOUNT)] = ()
    """Pairs of a round and the points scored in that round."""
    left: bool = False
    """Whether the seat left before the end of the game."""
    team: Annotated[str, IfSet()] = ""
    """The name of the seat's team, or ""."""
    goods: Annotated[Mapping[str, int], Named(AMOUNT), IfSet()] = field(default_factory=dict)
    """The goods that the seat has, which do not count for the final scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """Everything that the final scores depend on, and the accounts that do not belong to a seat."""

    standing: Annotated[str, Literals(RANKINGS)] = "most_money"
    """The criterion for the ranking; one of ``RANKINGS`` (FB-E1)."""
    unit: str = ""
    places: Annotated[int, Figure(0, 2)] = 0
    """The number of decimal places of the money (FB-S8)."""
    round: int = 1
    seats: Annotated[tuple[Holder, ...], Seats(Schema(Holder))]
    accounts: Annotated[Mapping[str, int], Named(AMOUNT)] = field(default_factory=dict)
    """The balance of the bank, the pot and each named account."""


HELD = Schema(Holdings)


@action("end", by="banker")
class End(TableAction[FreeBankState]):
    """End the game and compute the final scores (FB-E1)."""

    button = Button(say("Yes, end the game"))
    standing: Standing | None = None
    """The criterion for the ranking, if the banker has just chosen it; otherwise the setting."""

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the event that ends the game, after a change of the setting if there is one."""
        require_no_auction(state, "FB-E2")
        if self.standing in (None, state.standing):
            return (FreeBankEnded(),)
        return (*SetOption("standing", self.standing).decide(state), FreeBankEnded())


@event("game_ended")
class FreeBankEnded(Event[FreeBankState]):
    """The banker ended the game."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, is_over=True, timer=None)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        final = outcome(state)
        return say("The game is over.") if final is None else final.sentence


def uncounted(state: FreeBankState) -> str:
    """Return "points" or "money" if these were recorded but would not count, and otherwise ""."""
    if not state.standing.endswith("points"):
        return "points" if any(map(state.points, state.here)) else ""
    if state.hidden_accounts(None):
        return "money" if state.uses_money else ""
    return "money" if any(state.money(seat) != state.start for seat in state.here) else ""


def outcome(state: FreeBankState) -> Outcome | None:
    """Return the final scores, or None before the end of the game."""
    return account(holdings_of(state)) if state.is_over else None


def holdings_as_json(state: FreeBankState) -> dict[str, object]:
    """Return the current holdings of a table as a JSON object."""
    held = HELD.record(holdings_of(state))
    # Tables that were set up before the setting existed must look the same as before.
    return held if state.places else {name: held[name] for name in held if name != "places"}


def holdings_of(state: FreeBankState) -> Holdings:
    """Return the current holdings of a table."""
    seats = tuple(
        Holder(
            state.name(seat),
            state.start,
            state.money(seat),
            _points_by_round(state, seat),
            seat in state.gone,
            state.teams.get(seat, ""),
            {good: held for good, held in state.goods_of(seat).items() if held},
        )
        for seat in state.seats
    )
    balances = state.ledger.balances
    return Holdings(
        standing=state.standing,
        unit=state.unit,
        places=state.places,
        round=state.round,
        seats=seats,
        accounts={name: held for name, held in balances.items() if seat_of(name) is None},
    )


def _points_by_round(state: FreeBankState, seat: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of a round and the seat's points in it, in the order of the rounds."""
    sums: dict[int, int] = {}
    for line in state.lines:
        if line.seat == seat:
            sums[line.round] = sums.get(line.round, 0) + line.points
    return tuple(sorted(sums.items()))


def account(held: Holdings) -> Outcome:
    """Compute the final scores from the holdings (FB-E1).

    Players who are tied for the lead share the win.
    """
    standing = held.standing
    places = [_place_of(number, holder, standing) for number, holder in enumerate(held.seats)]
    by_points, least_wins = standing.endswith("points"), not standing.startswith("most")
    if by_points:
        return ranked(places, standing, "FB-E1", points_words, least_wins=least_wins)
    money = Denomination(held.places)
    written = partial(money.said, unit=held.unit)

    def words(names: Names, total: int) -> Sentence:
        return win_words(names, written(total))

    result = ranked(places, standing, "FB-E1", words, least_wins=least_wins, written=written)
    return replace(result, denomination=money)


def _place_of(number: int, holder: Holder, standing: str) -> Place:
    by_money = standing.endswith("money")
    terms = _money_terms(holder) if by_money else round_terms(holder.points, "FB-P1")
    note = say("left") if holder.left else None
    return Place.summed(number, holder.name, terms, holder.team, note)


def _money_terms(holder: Holder) -> tuple[Term, ...]:
    """Return the terms of a seat's money: the starting money, and the gain or loss since then.

    Without starting money, there is a single term.
    """
    since = Term(say("since then"), holder.money - holder.start, "FB-M4")
    if not holder.start:
        return (Term(say("money"), holder.money, "FB-M4"),)
    return (Term(say("at the start"), holder.start, "FB-S1"), *((since,) if since.amount else ()))


def wealth(state: FreeBankState) -> tuple[int, ...]:
    """Return each seat's money, or its points if they decide the ranking."""
    figure = state.points if state.standing.endswith("points") else state.money
    return tuple(map(figure, state.seats))
