"""Rent: how much a property earns, and asking for it in time (MO-T4, MO-R1 to MO-R4).

Each landing is a claim of its own, of the rent that the deed said then, and it belongs to whoever
owned the property then, even if he sells or mortgages it before he asks. After a double the same
player rolls again, and rents of his whole turn may still be asked for: only the next player's roll
ends them. Decided where the book is silent: of two landings on one property the first is asked for
first, and what an owner has not asked for when he goes bankrupt nobody can ask for any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace

from companion.games.monopoly.effects import Effect
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.state import (
    Claim,
    MonopolyEvent,
    MonopolyState,
    Pending,
    PropertyEvent,
    group_places,
    require_player,
    require_property,
)
from companion.mechanics.corrections import Adjustment
from companion.mechanics.event_sourcing import Button, Event, SeatAction, action, event
from companion.mechanics.menu import Candidate, OneOf
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say


@dataclass(frozen=True, slots=True)
class RentEvent(MonopolyEvent):
    """What happened to the rent of one landing."""

    owner: int
    debtor: int
    position: int
    amount: int

    @property
    def seat(self) -> int:
        """Who landed there."""
        return self.debtor

    @property
    def claim(self) -> Claim:
        """The rent as it may be asked for."""
        return Claim(*astuple(self))


@action("ask_rent", turn_bound=False, keeps_turn=True)
class AskRent(SeatAction):
    """Ask for the rent of a property before the next player rolls (MO-T4)."""

    button = Button(is_relayed=True)

    position: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None:
            places = dict.fromkeys(claim.position for claim in state.claims if claim.owner == seat)
            yield Candidate(cls(seat, 0), position=OneOf(tuple(places)))

    def label(self, state: MonopolyState) -> Sentence:
        claim = next(
            claim
            for claim in state.claims
            if (claim.owner, claim.position) == (self.seat, self.position)
        )
        return say(
            "Ask {name} for {amount}: {space}",
            name=state.name(claim.debtor),
            amount=claim.amount,
            space=state.board[self.position].name,
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the first rent the seat may ask for there.

        Raises ``rent_too_late`` or ``no_rent_due``.
        """
        require_player(state, self.seat)
        name = require_property(state, self.position).name
        asked = (self.seat, self.position)
        claims = [one for one in state.claims if (one.owner, one.position) == asked]
        if not claims and any((one.owner, one.position) == asked for one in state.late):
            sentence = say(
                "Too late: the rent of {name} had to be asked for before the next roll.", name=name
            )
            raise Refusal("rent_too_late", "MO-T4", sentence)
        if not claims:
            raise _no_rent_due(name)
        claim = claims[0]
        pending = Pending(state, RentAsked(*astuple(claim)))
        charge(pending, claim.debtor, claim.owner, claim.amount, "rent", claim.position)
        return pending.events


def _no_rent_due(name: str) -> Refusal:
    return Refusal("no_rent_due", "MO-T4", say("Nobody owes you rent for {name} now.", name=name))


@event("rent_asked")
class RentAsked(RentEvent):
    """An owner asked for a rent."""

    line = say("{owner} asks for the rent of {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return without_claims(state, (self.claim,))


@event("rent_claimable")
class RentClaimable(RentEvent):
    """A seat landed on another's property; the owner may ask for the rent (MO-T4)."""

    line = say("{owner} may ask {name} for {amount}: {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, claims=(*state.claims, self.claim))


@event("rent_lost")
class RentLost(RentEvent):
    """Nobody asked for a rent before the next player rolled."""

    line = say("{owner} did not ask {name} for {amount} in time: {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        claim = self.claim
        return replace(without_claims(state, (claim,)), late=(*state.late, claim))

    @property
    def mended_by(self) -> CollectRent:
        """The rent, due after all."""
        return CollectRent(*astuple(self))


@action("collect_rent")
class CollectRent(Adjustment):
    """Let a rent that was forgotten fall due after all, paid or owed as any other (MO-X1)."""

    owner: int
    debtor: int
    position: int
    amount: int

    def label(self, state: MonopolyState) -> Sentence:
        return say(
            "{name} pays {owner} {amount} after all",
            name=state.name(self.debtor),
            owner=state.name(self.owner),
            amount=self.amount,
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the rent paid or owed; raises ``no_rent_due`` unless it still lies forgotten."""
        for seat in (self.owner, self.debtor):
            require_player(state, seat)
        name = require_property(state, self.position).name
        if Claim(*astuple(self)) not in state.late:
            sentence = say("No forgotten rent of {name} is open any more.", name=name)
            raise Refusal("no_rent_due", "MO-T4", sentence)
        pending = Pending(state, RentCollected(*astuple(self)))
        charge(pending, self.debtor, self.owner, self.amount, "rent", self.position)
        return pending.events


@event("rent_collected")
class RentCollected(RentEvent):
    """A forgotten rent fell due after all; it does so once."""

    line = say("{owner} gets the forgotten rent after all: {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, late=_less(state.late, (self.claim,)))


def without_claims(state: MonopolyState, claims: Iterable[Claim]) -> MonopolyState:
    """Return the state without one of each; two landings on one property may look alike."""
    return replace(state, claims=_less(state.claims, claims))


def _less(claims: Iterable[Claim], gone: Iterable[Claim]) -> tuple[Claim, ...]:
    left = list(claims)
    for claim in gone:
        if claim in left:
            left.remove(claim)
    return tuple(left)


def factor(state: MonopolyState, position: int) -> int:
    """Return by what the dice are multiplied on an owned utility (MO-R2)."""
    return state.board.utility_factors[_count_owned(state, position) - 1]


def _count_owned(state: MonopolyState, position: int) -> int:
    """Return how many of the group its owner has; mortgaged ones count (MO-R2)."""
    owner = state.owner(position)
    return sum(state.owner(place) == owner for place in group_places(position))


def rent(state: MonopolyState, position: int, dice: int) -> int:
    """Return the rent of a property, 0 where the bank owns it or it is mortgaged.

    dice: the total that brought the debtor here, for utilities.
    """
    deed, space = state.deeds.get(position), state.board[position]
    if deed is None or deed.mortgaged:
        return 0
    if space.kind == "utility":
        return factor(state, position) * dice
    if space.kind == "station":
        return state.board.station_rents[_count_owned(state, position) - 1]
    if deed.hotel:
        return space.rents[-1]
    if deed.houses:
        return space.rents[deed.houses]
    return space.rents[0] * (2 if state.owns_group(deed.owner, position) else 1)


def _rent_by_line(said: Effect, usual: int, dice: int) -> int:
    """Return the rent where a line sent a token to the next station or utility (MO-R3)."""
    if said.kind == "station":
        return usual * max(said.amount, 1)
    return dice * said.amount if said.amount else usual


@event("no_rent")
class NoRent(PropertyEvent):
    """A seat landed on another's property that is mortgaged."""

    line = say("{space} is mortgaged: no rent.")


def fall_due(pending: Pending, seat: int, position: int, said: Effect | None = None) -> None:
    """Let the rent of the property a seat landed on be claimed, or paid where that is automatic.

    said: the line of a list that sent it there, where that says what rent is due.
    """
    state = pending.state
    owner, dice = state.owner(position), sum(state.dice)
    amount = rent(state, position, dice)
    if said is not None and amount:
        amount = _rent_by_line(said, amount, dice)
    if owner is None or owner == seat:
        return
    if not amount:
        pending.emit(NoRent(seat, position))
    elif state.is_rent_automatic:
        charge(pending, seat, owner, amount, "rent", position)
    else:
        pending.emit(RentClaimable(owner, seat, position, amount))
