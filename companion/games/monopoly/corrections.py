"""Corrections by the banker: spaces, list lines, deeds, buildings, keys, jail and the turn.

Any player may correct the space of a token. If the token belongs to the seat that moved last, the
effect of landing on the corrected space is applied at once. Money paid for the wrong space is not
returned. To return it, undo the step instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.board import (
    GROUP_WORDS,
    JAIL,
    KEYS,
    OUTCOMES,
    TURNS_IN_JAIL,
    ListName,
)
from companion.games.monopoly.buildings import level_out_of_range, with_level
from companion.games.monopoly.copy import Lesson
from companion.games.monopoly.effects import Effect, EffectKind, require_effect
from companion.games.monopoly.jail import with_jail, with_keys
from companion.games.monopoly.lists import line_words, with_lessons
from companion.games.monopoly.obligations import pass_turn, with_turn
from companion.games.monopoly.rents import ask, claims_of, without_claims
from companion.games.monopoly.state import (
    PENDING,
    Claim,
    Deed,
    MonopolyEvent,
    MonopolyState,
    Pending,
    SeatEvent,
    not_now,
    require_free,
    require_group,
    require_property,
    require_seat,
    require_space,
    with_space,
)
from companion.games.monopoly.turn import land
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    Setting,
    action,
    event,
    setting,
)
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.money.corrections import Explained
from companion.mechanics.play.table import require_running


@action("set_space", by="player", turn_bound=False)
class SetSpace(Action[MonopolyState]):
    """Correct the space on which a token stands.

    If the seat moved last, the effect of landing on the corrected space is applied.
    """

    button = Button(say("Fix the space"))
    seat: int
    space: int

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the correction and, if the seat moved last, of landing there."""
        seat = require_seat(state, self.seat)
        require_running(state)
        require_space(self.space)
        if state.jail[seat] is not None:
            sentence = say(
                "{name} is in jail. If that is wrong, fix it first.", name=state.name(seat)
            )
            raise Refusal("in_jail", "MO-J1", sentence)
        lands = seat == state.mover
        if lands:
            require_free(state, "MO-T1")
        pending = Pending(state, SpaceSet(seat, self.space))
        if lands:
            land(pending, seat)
            proceed(pending)
        return pending.events


@event("space_set")
class SpaceSet(SeatEvent):
    """The space of a token was corrected."""

    line = say("Correction: {name}’s token is on {space}.").to_you(
        "Correction: your token is on {space}."
    )
    space: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        before = state.spaces[self.seat]
        state = with_space(state, self.seat, self.space)
        if self.seat != state.mover:
            return state
        # Only the latest claim is wrong. Rent for an earlier landing on that space is still due.
        wrong = [
            claim for claim in state.claims if (claim.debtor, claim.position) == (self.seat, before)
        ]
        stage = "roll" if state.stage in PENDING else state.stage
        return replace(without_claims(state, wrong[-1:]), stage=stage, line=None)

    def display_value(self, state: MonopolyState, name: str) -> object:
        return state.board[self.space].words


@action("set_line")
class SetLine(Explained[MonopolyState]):
    """Correct a line of a printed list."""

    button = Button(say("Fix the line"))
    list_name: ListName
    total: int
    """The number of the line: a total of three dice."""
    effect: EffectKind
    amount: int = 0
    """The amount of the effect, as in ``effects.Effect``."""
    hotel: int = 0
    """The amount for each hotel, as in ``effects.Effect``."""

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_running(state)
        if self.total not in OUTCOMES:
            first, last = OUTCOMES[0], OUTCOMES[-1]
            sentence = say(
                "The lines of a list are numbered {first} to {last}.", first=first, last=last
            )
            raise Refusal("line_out_of_range", "MO-T6", sentence)
        effect = require_effect(Effect(self.effect, self.amount, self.hotel))
        line = (self.list_name, self.total)
        event = LineSet(
            *line, effect.kind, amount=effect.amount, hotel=effect.hotel, reason=self.reason
        )
        was = state.board.outcome(*line)
        if was is not None:
            event = replace(event, was=was.kind, was_amount=was.amount, was_hotel=was.hotel)
        return (event,)


@event("line_set")
class LineSet(MonopolyEvent):
    """The banker corrected a line of a printed list."""

    list_name: ListName
    total: int
    effect: EffectKind
    amount: int = 0
    hotel: int = 0
    was: EffectKind | None = None
    """The kind of effect before the correction, or None if the line was unknown."""
    was_amount: int = 0
    """The amount before the correction."""
    was_hotel: int = 0
    """The amount for each hotel before the correction."""
    reason: str = ""

    @property
    def lesson(self) -> Lesson:
        """The corrected line, with the effect that it replaces."""
        effect = Effect(self.effect, self.amount, self.hotel)
        was = None if self.was is None else Effect(self.was, self.was_amount, self.was_hotel)
        return Lesson(self.list_name, self.total, effect, was)

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_lessons(state, (self.lesson,))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("Correction, {list} {total}: {effect}", **line_words(state, self.lesson))


@setting("set_following", "following_set")
class SetFollowing(Setting[MonopolyState], Explained[MonopolyState]):
    """Choose whether the app moves the tokens or players enter the space after each roll."""

    following: bool
    """Whether the app moves the tokens by the dice."""

    def label(self, state: MonopolyState) -> Sentence:
        return say("Track the tokens") if self.following else say("Enter positions by hand")

    def require(self, state: MonopolyState) -> None:
        require_running(state)
        if state.stage == "space":
            raise not_now(state, "MO-T1")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, following=self.following)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.following:
            return say("From now on the app tracks the tokens.")
        return say("From now on players enter where each token is.")


@setting("set_rent", "rent_set")
class SetRent(Setting[MonopolyState], Explained[MonopolyState]):
    """Choose whether the app collects rents automatically or owners ask for them (MO-T4)."""

    automatic: bool
    """Whether the app collects rents automatically."""
    seats: tuple[int, ...] | None = None
    """The owners for whom the app collects because they have no phone; None if a banker decided
    for everyone."""

    def label(self, state: MonopolyState) -> Sentence:
        return say("Collect rent automatically") if self.automatic else say("Owners collect rent")

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the change, and of the open rents that the app now collects."""
        require_running(state)
        seats = [require_seat(state, seat) for seat in self.seats or ()]
        pending = Pending(state, *Setting.decide(self, state))
        for claim in state.claims:
            if claim.owner in seats:
                ask(pending, claim)
        return pending.events

    def apply(self, state: MonopolyState) -> MonopolyState:
        if self.seats is None:
            return replace(state, rent_automatic=self.automatic, app_collects=())
        return replace(state, app_collects=self.seats)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.seats and len(self.seats) < len(state.seats):
            names = together(map(state.name, self.seats))
            return say("Without a phone: the app collects rent for {names}.", names=names)
        if self.seats or (self.seats is None and self.automatic):
            return say("From now on rent is collected automatically.")
        return say("From now on owners collect their rent.")


def rent_without_phones(state: MonopolyState, seats: tuple[int, ...]) -> SetRent | None:
    """Return the action that makes rents automatic for owners without a phone.

    Return None if nothing changes, and unless the table's settings make rents depend on phones.
    """
    playing = tuple(seat for seat in seats if seat in state.active)
    depends = state.setup.options["rent"] == "phones" and state.rent_automatic is None
    if not depends or state.stage == "over" or playing == state.app_collects:
        return None
    return SetRent(automatic=True, seats=playing)


@action("set_deed")
class SetDeed(Explained[MonopolyState]):
    """Correct the owner of a deed and whether the property is mortgaged."""

    position: int
    owner: int | None = None
    """The seat that owns the deed, or None for the bank."""
    mortgaged: bool = False

    def label(self, state: MonopolyState) -> Sentence | str:
        if self.owner is None:
            return say("The bank")
        name = state.name(self.owner)
        return say("{name}, mortgaged", name=name) if self.mortgaged else name

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the correction and its consequences.

        If the mover is deciding whether to buy the property, and the property now has an owner, the
        move continues. The owner of a street cannot be changed while its group has buildings
        (MO-D1).
        """
        space = require_property(state, self.position)
        if self.owner is not None:
            require_seat(state, self.owner)
        moves = state.owner(space.position) != self.owner
        if state.has_buildings(space.position) and (moves or state.level(space.position)):
            sentence = say("Remove all buildings from {name}’s group first.", name=space.words)
            raise Refusal("group_has_buildings", "MO-D1", sentence)
        if state.sale is not None and state.sale.position == space.position:
            sentence = say("{name} is up for auction. Close the auction first.", name=space.words)
            raise Refusal("under_the_hammer", "MO-A1", sentence)
        mortgaged = self.mortgaged and self.owner is not None
        pending = Pending(state, DeedSet(space.position, self.owner, mortgaged, self.reason))
        proceed(pending)
        return pending.events


@event("deed_set")
class DeedSet(MonopolyEvent):
    """The banker corrected the owner of a deed or whether it is mortgaged."""

    addresses = "owner"
    position: int
    owner: int | None
    """The seat that owns the deed, or None for the bank."""
    mortgaged: bool = False
    reason: str = ""

    def apply(self, state: MonopolyState) -> MonopolyState:
        deeds = {place: deed for place, deed in state.deeds.items() if place != self.position}
        if self.owner is not None:
            deeds[self.position] = replace(
                state.deeds.get(self.position, Deed(self.owner)),
                owner=self.owner,
                mortgaged=self.mortgaged,
            )
        estate = tuple(place for place in state.estate if place != self.position)
        state = replace(without_claims(state, _void_rents(state, self)), deeds=deeds, estate=estate)
        if state.stage != "buy" or self.owner is None or state.mover is None:
            return state
        is_bought = state.spaces[state.mover] == self.position
        return replace(state, stage="roll") if is_bought else state

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.owner is None:
            return say("Correction: {space} belongs to the bank.")
        if self.mortgaged:
            name = state.name(self.owner)
            return say("Correction: {space} belongs to {name} and is mortgaged.", name=name).to_you(
                "Correction: {space} belongs to you and is mortgaged."
            )
        return say("Correction: {space} belongs to {name}.", name=state.name(self.owner)).to_you(
            "Correction: {space} belongs to you."
        )


def _void_rents(state: MonopolyState, event: DeedSet) -> list[Claim]:
    """Return the rent claims that a corrected deed makes invalid.

    If the owner changes or the property is mortgaged, all claims of the former owner for it become
    invalid. Otherwise none do.
    """
    if event.owner == state.owner(event.position) and not event.mortgaged:
        return []
    return claims_of(state.claims, state.owner(event.position), event.position)


@setting("set_buildings", "buildings_set")
class SetBuildings(Setting[MonopolyState], Explained[MonopolyState]):
    """Correct the buildings of a colour group."""

    button = Button(say("Fix the buildings"))
    group: str
    levels: Mapping[str, int]
    """The number of houses by position; ``most_houses + 1`` means a hotel.

    The positions are strings, because the action is stored as JSON.

    Streets that are not listed keep their buildings.
    """

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event of the correction, with the levels of all streets of the group."""
        places = require_group(state, self.group)
        owners = {state.owner(place) for place in places}
        if len(owners) > 1 or None in owners:
            raise Refusal(
                "group_not_whole", "MO-B1", say("One player must own the whole group first.")
            )
        levels = {place: self.levels.get(str(place), state.level(place)) for place in places}
        highest = state.most_houses + 1
        are_in_range = all(0 <= level <= highest for level in levels.values())
        if set(self.levels) - set(map(str, places)) or not are_in_range:
            raise level_out_of_range(0, highest)
        _require_buildings(state, levels)
        set_levels = {str(place): level for place, level in levels.items()}
        return Setting.decide(replace(self, levels=set_levels), state)

    def apply(self, state: MonopolyState) -> MonopolyState:
        for place, level in self.levels.items():
            state = with_level(state, int(place), level)
        return state

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        counts = tuple(
            say(
                "{space} {count}",
                space=state.board[int(place)].words,
                count=say("hotel") if level > state.most_houses else level,
            )
            for place, level in self.levels.items()
        )
        return say(
            "Correction, buildings on {group}: {counts}.",
            group=GROUP_WORDS[self.group],
            counts=counts,
        )


def _require_buildings(state: MonopolyState, levels: Mapping[int, int]) -> None:
    """Raise a refusal unless the streets of a group can have these levels."""
    if max(levels.values()) - min(levels.values()) > 1:
        sentence = say("Buildings must be spread evenly across the group.")
        raise Refusal("uneven_building", "MO-B1", sentence)
    for place, level in levels.items():
        if level and state.deeds[place].mortgaged:
            name = state.board[place].words
            sentence = say("{name} is mortgaged and cannot have buildings.", name=name)
            raise Refusal("buildings_on_it", "MO-M1", sentence)
    most = state.most_houses
    now = [state.deeds[place] for place in levels]
    houses = state.houses_left + sum(deed.houses for deed in now)
    hotels = state.hotels_left + sum(deed.hotel for deed in now)
    if sum(level for level in levels.values() if level <= most) > houses:
        sentence = say("Houses left in the bank: {left}.", left=houses)
        raise Refusal("no_houses_left", "MO-B3", sentence)
    if sum(level > most for level in levels.values()) > hotels:
        sentence = say("Hotels left in the bank: {left}.", left=hotels)
        raise Refusal("no_hotels_left", "MO-B3", sentence)


@setting("set_keys", "keys_set")
class SetKeys(Setting[MonopolyState], Explained[MonopolyState]):
    """Correct the number of get-out-of-jail keys that a player has."""

    button = Button(say("Fix the keys"))
    seat: int
    keys: int

    def require(self, state: MonopolyState) -> None:
        """Raise ``keys_out_of_range`` unless the game has enough keys for the correction.

        Also raises ``unknown_seat`` and ``seat_bankrupt``.
        """
        seat = require_seat(state, self.seat)
        most = state.keys_left + state.keys[seat]
        if not 0 <= self.keys <= most:
            sentence = say("There are {all} keys. Enter 0 to {most}.", all=KEYS, most=most)
            raise Refusal("keys_out_of_range", "MO-J2", sentence)

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_keys(state, self.seat, self.keys)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say_many(
            "Correction: {name} has {count} key.",
            "Correction: {name} has {count} keys.",
            count=self.keys,
        )


@action("set_jail")
class SetJail(Explained[MonopolyState]):
    """Correct whether a player is in jail."""

    seat: int
    jailed: bool
    rolls: int = 0
    """The number of rolls in jail without a double so far."""

    def label(self, state: MonopolyState) -> Sentence:
        return say("In jail") if self.jailed else say("Not in jail")

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the correction and of its consequences for the turn.

        If the seat is put in jail during its turn, the turn ends, even after a double.
        """
        seat = require_seat(state, self.seat)
        require_running(state)
        if not 0 <= self.rolls < TURNS_IN_JAIL:
            sentence = say("Enter 0 to {most} rolls in jail.", most=TURNS_IN_JAIL - 1)
            raise Refusal("rolls_out_of_range", "MO-J3", sentence)
        pending = Pending(state)
        if self.jailed and state.spaces[seat] != JAIL:
            pending.emit(SpaceSet(seat, JAIL))
        pending.emit(JailSet(seat, self.rolls if self.jailed else None, self.reason))
        if self.jailed and _is_in_its_turn(state, seat):
            pass_turn(pending)
        proceed(pending)
        return pending.events


def _is_in_its_turn(state: MonopolyState, seat: int) -> bool:
    """Return whether a seat is in the middle of its turn, so that going to jail ends the turn.

    A seat that still owes bail does not count.
    """
    owes_bail = any(debt.reason == "bail" for debt in state.debts_of(seat))
    return state.turn_seat == seat and (state.moving or state.doubles > 0) and not owes_bail


@event("jail_set")
class JailSet(SeatEvent):
    """The banker corrected whether a seat is in jail."""

    rolls: int | None
    """The number of rolls in jail without a double so far; None if the seat is not in jail."""
    reason: str = ""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_jail(state, self.seat, self.rolls)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.rolls is None:
            return say("Correction: {name} is not in jail.").to_you(
                "Correction: you are not in jail."
            )
        return say("Correction: {name} is in jail.").to_you("Correction: you are in jail.")


@setting("set_turn", "turn_set")
class SetTurn(Setting[MonopolyState], Explained[MonopolyState]):
    """Correct whose turn it is.

    That seat's turn then starts from the beginning, before its first roll.
    """

    button = Button(say("Fix the turn"))
    line = say("Correction: it is {name}’s turn.").to_you("Correction: it is your turn.")
    seat: int

    def require(self, state: MonopolyState) -> None:
        require_seat(state, self.seat)
        require_free(state, "MO-S2")
        if state.stage in ("deal", "start"):
            raise not_now(state, "MO-S2")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_turn(state, self.seat)
