"""Rent: how much is due on a property, and how owners ask for it (MO-T4, MO-R1 to MO-R4).

Each landing creates one claim for the rent at that moment. The claim belongs to the owner at that
moment, even if the property is sold or mortgaged before the owner asks. After a double the same
player rolls again, so only the next player's roll ends the claims of a turn.

Decided where the book is silent: if a player landed twice on one property, the rent for the earlier
landing is asked for first. The claims of an owner who goes bankrupt are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

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
from companion.mechanics.actions.base import Button, Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, OneOf
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.values.schema import Words


@dataclass(frozen=True, slots=True)
class RentEvent(Claim, MonopolyEvent):
    """Base class for events about the rent for one landing."""

    @property
    def seat(self) -> int:
        """The seat that landed on the property."""
        return self.debtor


@action("ask_rent", turn_bound=False, keeps_turn=True)
class AskRent(SeatAction[MonopolyState]):
    """Ask for the rent of a property before the next player rolls (MO-T4)."""

    button = Button(is_relayed=True)

    position: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        places = dict.fromkeys(claim.position for claim in state.claims if claim.owner == seat)
        if seat is not None and places:
            yield Candidate(cls(seat, 0), position=OneOf(tuple(places)))

    def label(self, state: MonopolyState) -> Sentence:
        claim = claims_of(state.claims, self.seat, self.position)[0]
        return say(
            "Collect {amount} from {name}: {space}",
            name=state.name(claim.debtor),
            amount=claim.amount,
            space=state.board[self.position].words,
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events that charge the earliest rent due on the property."""
        require_player(state, self.seat)
        name = require_property(state, self.position).words
        claims = claims_of(state.claims, self.seat, self.position)
        if not claims and claims_of(state.late, self.seat, self.position):
            sentence = say(
                "Too late: the rent for {name} had to be collected before the next roll.", name=name
            )
            raise Refusal("rent_too_late", "MO-T4", sentence)
        if not claims:
            raise _no_rent_due(name)
        pending = Pending(state)
        ask(pending, claims[0])
        return pending.events


def ask(pending: Pending, claim: Claim) -> None:
    """Emit the events with which the owner of an open claim collects the rent."""
    pending.emit(RentAsked.of(claim))
    charge(pending, claim.debtor, claim.owner, claim.amount, "rent", claim.position)


def _no_rent_due(name: Words) -> Refusal:
    return Refusal("no_rent_due", "MO-T4", say("Nobody owes you rent for {name} now.", name=name))


@event("rent_asked")
class RentAsked(RentEvent):
    """An owner asked for the rent for one landing."""

    addresses = "owner"
    line = say("{owner} collects the rent for {space}.").to_you("You collect the rent for {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return without_claims(state, (Claim.of(self),))


@event("rent_claimable")
class RentClaimable(RentEvent):
    """A seat landed on another seat's property, and the owner may ask for rent (MO-T4)."""

    addresses = "owner"
    line = say("{owner} can collect {amount} from {name}: {space}.").to_you(
        "You can collect {amount} from {name}: {space}."
    )

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, claims=(*state.claims, Claim.of(self)))

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.debtor:
            return RentEvent.tell_you(self, state, seat)
        line = say("{owner} can collect {amount} from you: {space}.")
        return self.fill(state, line)


@event("rent_lost")
class RentLost(RentEvent):
    """The owner did not ask for a rent before the next player rolled."""

    addresses = "owner"
    line = say("{owner} did not collect {amount} from {name} in time: {space}.").to_you(
        "You did not collect {amount} from {name} in time: {space}."
    )

    def apply(self, state: MonopolyState) -> MonopolyState:
        claim = Claim.of(self)
        return replace(without_claims(state, (claim,)), late=(*state.late, claim))

    @property
    def remedy(self) -> CollectRent:
        return CollectRent.of(self)


@action("collect_rent")
class CollectRent(Claim, Adjustment[MonopolyState]):
    """Charge a rent that its owner forgot to ask for (MO-X1)."""

    def label(self, state: MonopolyState) -> Sentence:
        return say(
            "{name} pays {owner} {amount} after all",
            name=state.name(self.debtor),
            owner=state.name(self.owner),
            amount=self.amount,
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events that charge the forgotten rent."""
        for seat in (self.owner, self.debtor):
            require_player(state, seat)
        name = require_property(state, self.position).words
        if Claim.of(self) not in state.late:
            sentence = say("There is no forgotten rent left to collect for {name}.", name=name)
            raise Refusal("no_rent_due", "MO-T4", sentence)
        pending = Pending(state, RentCollected.of(self))
        charge(pending, self.debtor, self.owner, self.amount, "rent", self.position)
        return pending.events


@event("rent_collected")
class RentCollected(RentEvent):
    """A forgotten rent was charged after all."""

    addresses = "owner"
    line = say("{owner} collects the forgotten rent for {space}.").to_you(
        "You collect the forgotten rent for {space}."
    )

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, late=_claims_without(state.late, (Claim.of(self),)))


def claims_of(claims: Iterable[Claim], owner: int | None, position: int) -> list[Claim]:
    """Return an owner's claims for a property, earliest first."""
    return [claim for claim in claims if (claim.owner, claim.position) == (owner, position)]


def without_claims(state: MonopolyState, claims: Iterable[Claim]) -> MonopolyState:
    """Return the state without these claims.

    Each given claim removes one claim, even if several open claims are equal.
    """
    return replace(state, claims=_claims_without(state.claims, claims))


def _claims_without(claims: Iterable[Claim], gone: Iterable[Claim]) -> tuple[Claim, ...]:
    left = list(claims)
    for claim in gone:
        if claim in left:
            left.remove(claim)
    return tuple(left)


def utility_factor(state: MonopolyState, position: int) -> int:
    """Return the number that multiplies the dice for the rent of an owned utility (MO-R2)."""
    return state.board.utility_factors[_count_owned(state, position) - 1]


def _count_owned(state: MonopolyState, position: int) -> int:
    """Return the number of properties in a property's group that belong to its owner (MO-R2).

    Mortgaged properties count too.
    """
    owner = state.owner(position)
    return sum(state.owner(place) == owner for place in group_places(position))


def rent(state: MonopolyState, position: int, dice: int) -> int:
    """Return the rent of a property, or 0 if the property is mortgaged or belongs to the bank.

    dice: the total of the roll that moved the player, used for utilities.
    """
    deed, space = state.deeds.get(position), state.board[position]
    if deed is None or deed.mortgaged:
        return 0
    if space.kind == "utility":
        return utility_factor(state, position) * dice
    if space.kind == "station":
        return state.board.station_rents[_count_owned(state, position) - 1]
    if deed.hotel:
        return space.rents[-1]
    if deed.houses:
        return space.rents[deed.houses]
    return space.rents[0] * (2 if state.owns_group(deed.owner, position) else 1)


def _rent_by_line(line: Effect, usual: int, dice: int) -> int:
    """Return the rent of a station or utility to which a list line sent the token (MO-R3).

    usual: the rent without the line.
    """
    if line.kind == "station":
        return usual * max(line.amount, 1)
    return dice * line.amount if line.amount else usual


@event("no_rent")
class NoRent(PropertyEvent):
    """A seat landed on another seat's mortgaged property."""

    line = say("{space} is mortgaged: no rent.")


def fall_due(pending: Pending, seat: int, position: int, line: Effect | None = None) -> None:
    """Emit a claim for the rent of a landing, or charge the rent if rents are automatic.

    line: the line of a printed list that sent the token, if that line sets the rent.
    """
    state = pending.state
    owner, dice = state.owner(position), sum(state.dice)
    amount = rent(state, position, dice)
    if line is not None and amount:
        amount = _rent_by_line(line, amount, dice)
    if owner is None or owner == seat:
        return
    if not amount:
        pending.emit(NoRent(seat, position))
    elif state.is_rent_automatic or owner in state.app_collects:
        charge(pending, seat, owner, amount, "rent", position)
    else:
        pending.emit(RentClaimable(owner=owner, debtor=seat, position=position, amount=amount))
