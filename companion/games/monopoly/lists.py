"""The two printed lists: a player rolls three dice to pick a line and applies it (MO-T6).

Decided where nothing is printed: the first time a line is rolled, a player enters its effect, which
is saved in the copy. From then on the saved effect applies, and only the banker can correct it. A
player can also choose to enter a line every time, like a card drawn from a deck. The effect is then
not saved.

If an effect grants a key and none is left, the player gets nothing. "Each player" means all other
players who are not bankrupt, clockwise from the player who rolled. The next station or utility is
the first one clockwise from the token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Self

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.board import LIST_DICE, SIDES, SPACES, ListName
from companion.games.monopoly.copy import BOARD, Lesson
from companion.games.monopoly.effects import (
    KINDS,
    MOVES,
    Effect,
    EffectKind,
    amount_range,
    effect_words,
    require_effect,
)
from companion.games.monopoly.jail import go_to_jail, with_keys
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.state import MonopolyState, Pending, SeatEvent, require_stage
from companion.games.monopoly.turn import jump
from companion.mechanics.actions.base import Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, PrintedRange
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.dice import Dice, not_rolled, require_face


@action("roll_list")
class RollList(SeatAction[MonopolyState]):
    """Roll three dice for the printed list on whose space the token stands (MO-T6)."""

    chance = "dice"
    dice: tuple[int, ...] | None = None
    """The three faces rolled at the table, or None to let the app roll."""
    by_app: bool = False
    """Whether the app rolled the dice."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("list"):
            yield Candidate(cls(seat, (1, 1, 1)), "dice")

    def label(self, state: MonopolyState) -> Sentence:
        return say(
            "Roll three dice in the app: {list}", list=state.board.list_name(_rolled(state)[0])
        )

    def with_chance(self, state: MonopolyState, dice: Dice) -> Self:
        """Return the action with three dice rolled by the app, unless the dice were entered."""
        if self.dice is not None:
            return self
        return replace(self, dice=tuple(dice(SIDES) for _ in range(LIST_DICE)), by_app=True)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_stage(state, self.seat, "list", "MO-T6")
        if self.dice is None:
            raise not_rolled("MO-T6", range(1, SIDES + 1))
        if len(self.dice) != LIST_DICE:
            sentence = say("A list needs three dice. Enter all three.")
            raise Refusal("three_dice", "MO-T6", sentence)
        for face in self.dice:
            require_face(face, SIDES, "MO-T6")
        list_name, _ = _rolled(state)
        first, second, third = self.dice
        return (ListRolled(self.seat, list_name, (first, second, third), self.by_app),)


def _rolled(state: MonopolyState) -> tuple[ListName, int]:
    return not_none(state.line)


@event("list_rolled")
class ListRolled(SeatEvent):
    """A seat rolled three dice for a line of a printed list."""

    line = say("{name} rolls {dice} for {list}: {total}.").to_you(
        "You roll {dice} for {list}: {total}."
    )
    list_name: ListName
    dice: tuple[int, int, int]
    by_app: bool = False
    """Whether the app rolled the dice."""

    @property
    def total(self) -> int:
        """The sum of the dice, which is the number of the line."""
        return sum(self.dice)

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="line", line=(self.list_name, self.total))

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return self.throw(state, self.seat, *self.dice)

    def display_value(self, state: MonopolyState, name: str) -> object:
        return state.board.list_name(self.list_name) if name == "list" else getattr(self, name)


@action("follow_line", by="player")
class FollowLine(SeatAction[MonopolyState]):
    """Apply the effect of the rolled line (MO-T6).

    A new effect is saved in the copy, unless ``once`` is true.
    """

    effect: EffectKind | None = None
    """The kind of effect that was entered, or None to apply the effect saved in the copy."""
    amount: int = 0
    """The amount of the effect, as in ``effects.Effect``."""
    hotel: int = 0
    """The amount for each hotel, as in ``effects.Effect``."""
    once: bool = False
    """Whether the effect applies only this time and is not saved in the copy."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is None or seat != state.asked_at("line"):
            return
        if state.board.outcome(*_rolled(state)) is not None:
            yield Candidate(cls(seat))
            return
        for kind in KINDS:
            lowest, highest = amount_range(kind)
            printed = PrintedRange(lowest, highest, is_named=kind in MOVES)
            yield Candidate(cls(seat, kind, lowest), amount=printed)

    def label(self, state: MonopolyState) -> Sentence:
        entered = None if self.effect is None else Effect(self.effect, self.amount, self.hotel)
        effect = not_none(entered or state.board.outcome(*_rolled(state)))
        return effect_words(effect, state.board.names).bare()

    def require_legal(self, state: MonopolyState) -> None:
        _require_line(state, self)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event for the line, and its consequences."""
        seat, effect = self.seat, _require_line(state, self)
        followed = LineFollowed(
            seat, *_rolled(state), effect.kind, effect.amount, hotel=effect.hotel, once=self.once
        )
        pending = Pending(state, followed)
        _FOLLOWED[effect.kind](pending, seat, effect)
        proceed(pending)
        return pending.events


def _require_line(state: MonopolyState, action: FollowLine) -> Effect:
    """Return the saved or entered effect of the line."""
    require_stage(state, action.seat, "line", "MO-T6")
    list_name, total = _rolled(state)
    known = state.board.outcome(list_name, total)
    if action.effect is None:
        if known is None:
            sentence = say(
                "Choose what line {total} of the list says. The app remembers it.", total=total
            )
            raise Refusal("line_unknown", "MO-T6", sentence)
        return known
    entered = require_effect(Effect(action.effect, action.amount, action.hotel))
    if known not in (None, entered):
        raise Refusal(
            "line_known",
            "MO-T6",
            say(
                "This line is known: {line} If your list says something else, ask the banker to "
                "fix it first.",
                line=effect_words(known, state.board.names),
            ),
        )
    return entered


@event("line_followed")
class LineFollowed(SeatEvent):
    """A seat followed a line of a printed list.

    The consequences are separate events.
    """

    list_name: ListName
    total: int
    """The total of the dice, which is the number of the line."""
    effect: EffectKind
    amount: int = 0
    hotel: int = 0
    once: bool = False
    """Whether the effect applies only this time and is not saved in the copy."""

    @property
    def lesson(self) -> Lesson:
        """The line and its effect, to be saved in the copy."""
        return Lesson(self.list_name, self.total, Effect(self.effect, self.amount, self.hotel))

    def apply(self, state: MonopolyState) -> MonopolyState:
        lessons = () if self.once else (self.lesson,)
        return with_lessons(replace(state, stage="roll", line=None), lessons)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("{list} {total}: {effect}", **line_words(state, self.lesson))


def with_lessons(state: MonopolyState, lessons: tuple[Lesson, ...]) -> MonopolyState:
    """Return the state with lines added to the copy or corrected in it.

    A lesson changes the copy only if the copy has no effect for the line yet, or still has the
    effect that the lesson replaces.
    """
    board, learnt = state.board, state.learnt
    for lesson in lessons:
        known = board.outcome(lesson.list_name, lesson.total)
        if known in (None, lesson.instead):
            board = board.with_line(lesson.list_name, lesson.total, lesson.effect)
            learnt = BOARD.record(board)
    return replace(state, board=board, learnt=learnt, lessons=(*state.lessons, *lessons))


def line_words(state: MonopolyState, line: Lesson) -> dict[str, object]:
    """Return the values for the placeholders "list", "total" and "effect" in a history line."""
    return {
        "list": state.board.list_name(line.list_name),
        "total": line.total,
        "effect": effect_words(line.effect, state.board.names),
    }


@event("collected")
class Collected(SeatEvent):
    """The bank paid a seat because of a line of a printed list."""

    line = say("{name} gets {amount} from the bank.").to_you("You get {amount} from the bank.")
    earns = "amount", say("list")
    amount: int


def _charge_each(pending: Pending, amount: int, *dues: tuple[int, int | None]) -> None:
    for debtor, creditor in dues:
        charge(pending, debtor, creditor, amount, "line")


def _charge_repairs(pending: Pending, seat: int, effect: Effect) -> None:
    deeds = [deed for deed in pending.state.deeds.values() if deed.owner == seat]
    houses, hotels = sum(deed.houses for deed in deeds), sum(deed.hotel for deed in deeds)
    if houses or hotels:
        charge(pending, seat, None, effect.amount * houses + effect.hotel * hotels, "line")
    else:
        pending.emit(NothingBuilt(seat))


@event("nothing_built")
class NothingBuilt(SeatEvent):
    """A seat paid nothing for repairs, because it has no buildings."""

    line = say("{name} has no buildings and pays nothing.").to_you(
        "You have no buildings and pay nothing."
    )


@event("key_taken")
class KeyTaken(SeatEvent):
    """A seat took a get-out-of-jail key, if one was left."""

    found: bool = True
    """Whether a key was left."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_keys(state, self.seat, state.keys[self.seat] + self.found)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.found:
            return say("{name} takes a key.").to_you("You take a key.")
        return say("There is no key left for {name}.").to_you("There is no key left for you.")


def _go_to_next(pending: Pending, seat: int, effect: Effect) -> None:
    """Send a token clockwise to the next station or utility, where the line sets the rent."""
    state = pending.state
    ahead = ((state.spaces[seat] + steps) % SPACES for steps in range(1, SPACES + 1))
    target = next(place for place in ahead if state.board[place].kind == effect.kind)
    jump(pending, seat, target, salary=True, line=effect)


_FOLLOWED: Mapping[str, Callable[[Pending, int, Effect], None]] = {
    "collect": lambda pending, seat, effect: pending.emit(Collected(seat, effect.amount)),
    "pay": lambda pending, seat, effect: _charge_each(pending, effect.amount, (seat, None)),
    "collect_each": lambda pending, seat, effect: _charge_each(
        pending, effect.amount, *((other, seat) for other in pending.state.others(seat))
    ),
    "pay_each": lambda pending, seat, effect: _charge_each(
        pending, effect.amount, *((seat, other) for other in pending.state.others(seat))
    ),
    "repairs": _charge_repairs,
    "advance": lambda pending, seat, effect: jump(pending, seat, effect.amount, salary=True),
    "move": lambda pending, seat, effect: jump(pending, seat, effect.amount, salary=False),
    "back": lambda pending, seat, effect: jump(
        pending, seat, (pending.state.spaces[seat] - effect.amount) % SPACES, salary=False
    ),
    "jail": lambda pending, seat, effect: go_to_jail(pending, seat, "line"),
    "key": lambda pending, seat, effect: pending.emit(KeyTaken(seat, pending.state.keys_left > 0)),
    "nothing": lambda pending, seat, effect: None,
    "station": _go_to_next,
    "utility": _go_to_next,
}
"""The function that applies each kind of effect."""
