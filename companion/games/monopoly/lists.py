"""The two printed lists: three dice, and what the line of their total says (MO-T6).

Decided where nothing is printed: the first time a number comes up the table says what its line
does, and the copy knows it from then on. A line that is known is followed as it is known; that it
reads otherwise is the banker's to say. If no key is left beside the board, nobody gets one.
"Each player" is everybody who is not bankrupt, clockwise from the one who rolled. A line may also
be read off each time it comes up, as a card drawn from a deck is: then nothing is learnt of it.
The next station or utility is the first one clockwise from where the token stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Self

from companion.games.monopoly.board import LIST_DICE, SIDES, SPACES, ListName
from companion.games.monopoly.copy import BOARD, Lesson
from companion.games.monopoly.effects import (
    KINDS,
    MOVES,
    Effect,
    EffectKind,
    effect_words,
    figures,
    require_effect,
)
from companion.games.monopoly.jail import go_to_jail, with_keys
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.state import MonopolyState, Pending, SeatEvent, require_stage
from companion.games.monopoly.turn import finish, jump
from companion.mechanics.dice import Dice, not_rolled, require_face
from companion.mechanics.event_sourcing import Event, SeatAction, action, event, its
from companion.mechanics.menu import Candidate, PrintedRange
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.words import Sentence, say


@action("roll_list")
class RollList(SeatAction):
    """Roll three dice for the printed list one stands on (MO-T6); dice None: the app rolls."""

    chance = "dice"
    dice: tuple[int, ...] | None = None
    by_app: bool = False

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("list"):
            yield Candidate(cls(seat, (1, 1, 1)), "dice")

    def label(self, state: MonopolyState) -> Sentence:
        return say("Roll three dice here: {list}", list=state.board.list_name(_line(state)[0]))

    def with_chance(self, state: MonopolyState, dice: Dice) -> Self:
        """Return it with three dice thrown, if nobody typed them."""
        if self.dice is not None:
            return self
        return replace(self, dice=tuple(dice(SIDES) for _ in range(LIST_DICE)), by_app=True)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the three dice; the table reads the line, or the app knows it.

        Raises ``not_rolled``, ``three_dice``, ``not_on_the_die``.
        """
        require_stage(state, self.seat, "list", "MO-T6")
        if self.dice is None:
            raise not_rolled("MO-T6", range(1, SIDES + 1))
        if len(self.dice) != LIST_DICE:
            sentence = say("A list takes the total of three dice: type three faces.")
            raise Refusal("three_dice", "MO-T6", sentence)
        for face in self.dice:
            require_face(face, SIDES, "MO-T6")
        list_name, _ = _line(state)
        first, second, third = self.dice
        return (ListRolled(self.seat, list_name, (first, second, third), self.by_app),)


def _line(state: MonopolyState) -> tuple[ListName, int]:
    return not_none(state.line)


@event("list_rolled")
class ListRolled(SeatEvent):
    """Three dice fell for a line of a list."""

    line = say("{name} rolls {dice} for {list}: {total}.")
    sets = {"stage": "line", "line": its("list_name", "total")}
    list_name: ListName
    dice: tuple[int, int, int]
    by_app: bool = False

    @property
    def total(self) -> int:
        """What the dice show together."""
        return sum(self.dice)

    def display_value(self, state: MonopolyState, name: str) -> object:
        return state.board.list_name(self.list_name) if name == "list" else getattr(self, name)


@action("follow_line", by="player")
class FollowLine(SeatAction):
    """Do what the list says (MO-T6); effect None: what the copy knows of this line.

    amount, hotel: the figures of the effect, as in ``effects.Effect``. What is said of a line the
    copy does not know is learnt, unless it is read off each time (``once``); a known line is
    followed as it is known.
    """

    effect: EffectKind | None = None
    amount: int = 0
    hotel: int = 0
    once: bool = False

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is None or seat != state.asked_at("line"):
            return
        if state.board.outcome(*_line(state)) is not None:
            yield Candidate(cls(seat))
            return
        for kind in KINDS:
            lowest, highest = figures(kind)
            printed = PrintedRange(lowest, highest, is_named=kind in MOVES)
            yield Candidate(cls(seat, kind, lowest), amount=printed)

    def label(self, state: MonopolyState) -> Sentence:
        said = None if self.effect is None else Effect(self.effect, self.amount, self.hotel)
        effect = not_none(said or state.board.outcome(*_line(state)))
        return effect_words(effect, state.board.names).bare()

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return what a line says and all that follows from it.

        Raises ``line_unknown`` where nobody said what the line does, ``line_known`` where something
        else is said of it than it reads, ``effect_out_of_range``.
        """
        seat = self.seat
        require_stage(state, seat, "line", "MO-T6")
        effect = _said(state, self)
        followed = LineFollowed(
            seat, *_line(state), effect.kind, effect.amount, effect.hotel, self.once
        )
        pending = Pending(state, followed)
        _FOLLOWED[effect.kind](pending, seat, effect)
        finish(pending)
        return pending.events


def _said(state: MonopolyState, action: FollowLine) -> Effect:
    """Return what the line says: as it is known, else as the table has read it out."""
    list_name, total = _line(state)
    known = state.board.outcome(list_name, total)
    if action.effect is None:
        if known is None:
            sentence = say("Pick what the list says at {total}; the app remembers it.", total=total)
            raise Refusal("line_unknown", "MO-T6", sentence)
        return known
    said = require_effect(Effect(action.effect, action.amount, action.hotel))
    if known not in (None, said):
        raise Refusal(
            "line_known",
            "MO-T6",
            say(
                "This line is known: {line} If your list reads otherwise, first let the banker "
                "correct it.",
                line=effect_words(known, state.board.names),
            ),
        )
    return said


@event("line_followed")
class LineFollowed(SeatEvent):
    """What a line says, with its figures; what follows from it are events of their own."""

    list_name: ListName
    total: int
    effect: EffectKind
    amount: int = 0
    hotel: int = 0
    once: bool = False

    @property
    def lesson(self) -> Lesson:
        """What the line says."""
        return Lesson(self.list_name, self.total, Effect(self.effect, self.amount, self.hotel))

    def apply(self, state: MonopolyState) -> MonopolyState:
        lessons = () if self.once else (self.lesson,)
        return taught(replace(state, stage="roll", line=None), lessons)

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("{list} {total}: {effect}", **line_words(state, self.lesson))


def taught(state: MonopolyState, lessons: tuple[Lesson, ...]) -> MonopolyState:
    """Return the state with lessons learnt, where the copy does not know better."""
    board, learnt = state.board, state.learnt
    for lesson in lessons:
        known = board.outcome(lesson.list_name, lesson.total)
        if known in (None, lesson.instead):
            board = board.with_line(lesson.list_name, lesson.total, lesson.effect)
            learnt = BOARD.record(board)
    return replace(state, board=board, learnt=learnt, lessons=(*state.lessons, *lessons))


def line_words(state: MonopolyState, line: Lesson) -> dict[str, object]:
    """Return a line of a list and what it says, for the history."""
    return {
        "list": state.board.list_name(line.list_name),
        "total": line.total,
        "effect": effect_words(line.effect, state.board.names),
    }


@event("collected")
class Collected(SeatEvent):
    """The bank paid what a line says."""

    line = say("{name} gets {amount} from the bank.")
    earns = its("amount"), say("list")
    amount: int


def _owe(pending: Pending, amount: int, *dues: tuple[int, int | None]) -> None:
    for debtor, creditor in dues:
        charge(pending, debtor, creditor, amount, "line")


def _repairs(pending: Pending, seat: int, effect: Effect) -> None:
    deeds = [deed for deed in pending.state.deeds.values() if deed.owner == seat]
    houses, hotels = sum(deed.houses for deed in deeds), sum(deed.hotel for deed in deeds)
    if houses or hotels:
        charge(pending, seat, None, effect.amount * houses + effect.hotel * hotels, "line")
    else:
        pending.emit(NothingBuilt(seat))


@event("nothing_built")
class NothingBuilt(SeatEvent):
    """A seat pays for no repairs, for it has no building."""

    line = say("{name} has no building and pays nothing.")


@event("key_taken")
class KeyTaken(SeatEvent):
    """A seat took a key; found False: there was none left."""

    line = say("{name} takes a key.")
    unless = "found", False, say("There is no key left for {name}.")
    found: bool = True

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_keys(state, self.seat, state.keys[self.seat] + self.found)


def _to_the_next(pending: Pending, seat: int, effect: Effect) -> None:
    """Send a token clockwise to the next station or utility, for the rent that the line says."""
    state = pending.state
    ahead = ((state.spaces[seat] + steps) % SPACES for steps in range(1, SPACES + 1))
    target = next(place for place in ahead if state.board[place].kind == effect.kind)
    jump(pending, seat, target, salary=True, said=effect)


_FOLLOWED: Mapping[str, Callable[[Pending, int, Effect], None]] = {
    "collect": lambda pending, seat, said: pending.emit(Collected(seat, said.amount)),
    "pay": lambda pending, seat, said: _owe(pending, said.amount, (seat, None)),
    "collect_each": lambda pending, seat, said: _owe(
        pending, said.amount, *((other, seat) for other in pending.state.others(seat))
    ),
    "pay_each": lambda pending, seat, said: _owe(
        pending, said.amount, *((seat, other) for other in pending.state.others(seat))
    ),
    "repairs": _repairs,
    "advance": lambda pending, seat, said: jump(pending, seat, said.amount, salary=True),
    "move": lambda pending, seat, said: jump(pending, seat, said.amount, salary=False),
    "back": lambda pending, seat, said: jump(
        pending, seat, (pending.state.spaces[seat] - said.amount) % SPACES, salary=False
    ),
    "jail": lambda pending, seat, said: go_to_jail(pending, seat, "line"),
    "key": lambda pending, seat, said: pending.emit(KeyTaken(seat, pending.state.keys_left > 0)),
    "nothing": lambda pending, seat, said: None,
    "station": _to_the_next,
    "utility": _to_the_next,
}
"""By kind of effect, what follows from it."""
