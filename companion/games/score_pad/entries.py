"""Points in a round, bonuses and penalties, and what follows from them (SP-P, SP-L, SP-T, SP-E)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.score_pad.final_scores import outcome
from companion.games.score_pad.state import (
    MOST_POINTS,
    MOST_ROUNDS,
    ScorePadState,
    require_plays,
)
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    TableAction,
    action,
    event,
)
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.money.ledger import BANK, Transfer, purse
from companion.mechanics.play.table import require_running, require_seat

MOST_LINES, LONGEST_LINE = 20, 30


@dataclass(frozen=True, slots=True)
class Entry(Action[ScorePadState]):
    """Base class for actions that fill a cell of the table."""

    turn_bound = False
    seat: int
    amount: int
    """The points, which can be 0 or below."""

    @classmethod
    def candidates(cls, state: ScorePadState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            yield cls.candidate(state, seat)

    @classmethod
    def candidate(cls, state: ScorePadState, seat: int) -> Candidate:
        """Return the candidate of a seat, with all points that fit into the cell."""
        raise NotImplementedError(cls.kind)

    def filled(
        self, state: ScorePadState, points: int, round: int = 0, what: str = ""
    ) -> tuple[Event, ...]:
        """Return the events of the action; ``points`` is what the cell holds afterwards."""
        require_points(points)
        before = state.row(round, what).get(self.seat)
        pending = PendingEvents(state, PointsEntered(self.seat, points, before, round, what))
        close_round(pending, None if round in (0, state.round) else self.seat)
        return pending.events


def require_points(points: int) -> None:
    """Raise ``points_out_of_range`` unless a cell has room for the points (SP-P1)."""
    if abs(points) > MOST_POINTS:
        words = say("Enter points from {least} to {most}.", least=-MOST_POINTS, most=MOST_POINTS)
        raise Refusal("points_out_of_range", "SP-P1", words)


@action("enter", keeps_turn=True)
class Enter(Entry):
    """Enter a seat's points in the round under way, or change them (SP-P1)."""

    round: int
    """The number of the round on the sender's screen."""

    @classmethod
    def candidate(cls, state: ScorePadState, seat: int) -> Candidate:
        return Candidate(cls(seat, 0, state.round), amount=Range(-MOST_POINTS, MOST_POINTS))

    def label(self, state: ScorePadState) -> Sentence:
        return say("Enter {points}", points=self.amount)

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        require_plays(state, self.seat)
        if self.round != state.round:
            words = say(
                "Round {now} is under way. The banker can correct the others.", now=state.round
            )
            raise Refusal("round_complete", "SP-P2", words)
        return self.filled(state, self.amount, self.round)


@action("bonus", keeps_turn=True)
class Bonus(Entry):
    """Give a seat points outside the rounds, or take some away with a negative number (SP-L1)."""

    button = Button(say("Give the points"))
    what: str = ""
    """The name of the line, or ""."""

    @classmethod
    def candidate(cls, state: ScorePadState, seat: int) -> Candidate:
        # With all names taken, only a line that exists can get points.
        what = next(iter(state.lines)) if len(state.lines) == MOST_LINES else ""
        held = state.row(0, what).get(seat, 0)
        # Zero points cannot be given.
        lowest = -MOST_POINTS - held or 1
        return Candidate(cls(seat, lowest, what), amount=Range(lowest, MOST_POINTS - held))

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        require_plays(state, self.seat)
        if self.amount == 0:
            words = say("Enter points, with a minus to take some away.")
            raise Refusal("no_points", "SP-L1", words)
        what = single_spaced(self.what)
        _require_line(state, what)
        held = state.row(0, what).get(self.seat, 0)
        return self.filled(state, held + self.amount, what=what)


def _require_line(state: ScorePadState, what: str) -> None:
    """Raise a refusal unless the table has a line with this name, or room for it (SP-L2)."""
    if len(what) > LONGEST_LINE:
        words = say("A name may have at most {most} characters.", most=LONGEST_LINE)
        raise Refusal("name_too_long", "SP-L2", words)
    if what not in state.lines and len(state.lines) == MOST_LINES:
        words = say("There are {most} names already. Use one of them.", most=MOST_LINES)
        raise Refusal("too_many_lines", "SP-L2", words)


@action("set_points")
class SetPoints(Adjustment[ScorePadState], Entry):
    """Correct a cell of any round, or of a line outside the rounds (SP-P3)."""

    button = Button(say("Fix the points"))
    round: int = 0
    """The number of a round so far, or 0 for a line outside the rounds."""
    what: str = ""

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        require_running(state)
        require_seat(state, self.seat, "SP-S1")
        if not 0 <= self.round <= state.round or (not self.round and self.what not in state.lines):
            words = say("Choose a round from 1 to {most}.", most=state.round)
            raise Refusal("no_such_round", "SP-P3", words)
        return self.filled(state, self.amount, self.round, "" if self.round else self.what)


@event("points_entered")
class PointsEntered(Event[ScorePadState]):
    """A cell of the table was filled or changed."""

    seat: int
    points: int
    """What the cell holds from now on."""
    before: int | None = None
    """What the cell held before; None if it was empty."""
    round: int = 0
    """The number of the round, or 0 for a line outside the rounds."""
    what: str = ""
    """The name of the line outside the rounds; may be empty."""

    @property
    def gained(self) -> int:
        """The difference to the total."""
        return self.points - (self.before or 0)

    @property
    def where(self) -> Sentence:
        """The name of the row."""
        if self.round:
            return say("round {round}", round=self.round)
        return say("{name}", name=self.what) if self.what else say("bonus or penalty")

    def transfers(self) -> tuple[Transfer, ...]:
        ends = (BANK, purse(self.seat)) if self.gained > 0 else (purse(self.seat), BANK)
        return (Transfer(*ends, abs(self.gained), self.where),) if self.gained else ()

    def apply(self, state: ScorePadState) -> ScorePadState:
        row = {**state.row(self.round, self.what), self.seat: self.points}
        if not self.round:
            return replace(state, lines={**state.lines, self.what: row})
        rounds = (*state.rounds[: self.round - 1], row, *state.rounds[self.round :])
        return replace(state, rounds=rounds)

    def line_for(self, state: ScorePadState, seat: int | None) -> Sentence | None:
        if self.before is None or not self.round:
            gained = f"+{self.gained}" if self.gained > 0 else self.gained
            values = {"where": self.where, "points": self.points if self.round else gained}
            sentence = say("{name}, {where}: {points}.", name=state.name(self.seat), **values)
            return sentence.to_you("You, {where}: {points}.")
        sentence = say("{name}, {where}: {points} instead of {before}.", where=self.where)
        return sentence.to_you("You, {where}: {points} instead of {before}.")


def close_round(pending: PendingEvents[ScorePadState], corrected: int | None = None) -> None:
    """Emit what follows from new points: a complete round, a reached target, the end.

    While a round is under way, the target waits for its end (SP-T1). Between two rounds, only a
    correction reaches it.

    corrected: the seat whose points of an earlier round have changed, or None.
    """
    state = pending.state
    is_complete = not state.missing
    if is_complete:
        leading = state.leading()
        pending.emit(RoundCompleted(state.round, leading, state.totals[leading[0]]))
    if pending.state.rounds[-1]:
        return
    side = state.side
    reached = tuple(
        seat
        for seat in _reached(pending.state)
        if is_complete or (corrected is not None and side(seat) == side(corrected))
    )
    if state.at_target == "out":
        pending.emit(*map(SeatOut, reached))
    elif state.at_target == "announces":
        pending.emit(*(TargetReached(seat) for seat in reached if seat not in state.reached))
    if _is_last(pending.state, has_reached=bool(reached)):
        pending.emit(PadEnded())


def _reached(state: ScorePadState) -> tuple[int, ...]:
    """Return the seats that have reached the target, alone or as a team."""
    target, totals = state.target, state.totals
    return () if target is None else tuple(one for one in state.playing if totals[one] >= target)


def _is_last(state: ScorePadState, *, has_reached: bool) -> bool:
    """Return whether the game ends after the round that was just completed (SP-E1)."""
    if state.round > (state.last_round or MOST_ROUNDS):
        return True
    if state.at_target == "ends":
        return has_reached
    sides = {*map(state.side, state.playing)}
    return has_reached and state.at_target == "out" and len(sides) < 2


@event("round_completed")
class RoundCompleted(Event[ScorePadState]):
    """Everyone has points in the round, and the next one begins (SP-P2, SP-D1)."""

    round: int
    leaders: tuple[int, ...]
    """The seats with the best total after the round."""
    total: int
    """Their total, or that of their team."""

    def apply(self, state: ScorePadState) -> ScorePadState:
        return replace(state, rounds=(*state.rounds, {}), marked=state.after(state.marked))

    def line_for(self, state: ScorePadState, seat: int | None) -> Sentence | None:
        names = state.side_names(self.leaders)
        if len(names) == 1:
            return say("Round {round} is complete. {names} leads with {total}.", names=names[0])
        return say(
            "Round {round} is complete. Tied for the lead with {total}: {names}.",
            names=together(names),
        )

    def scenes(self, state: ScorePadState) -> tuple[Scene, ...]:
        totals = state.totals
        rising = sorted(state.playing, key=totals.__getitem__, reverse=state.fewest_win)
        rising.sort(key=self.leaders.__contains__)
        rows = tuple((seat, totals[seat], seat in self.leaders) for seat in rising)
        return (self.scene(state, "round", {"totals": rows}),)


@event("target_reached")
class TargetReached(Event[ScorePadState]):
    """A seat has reached the target, which is only announced (SP-T1)."""

    line = say("{name} has reached the target.").to_you("You have reached the target.")
    seat: int

    def apply(self, state: ScorePadState) -> ScorePadState:
        return replace(state, reached=state.reached | {self.seat})


@event("seat_out")
class SeatOut(Event[ScorePadState]):
    """A seat is out: it gets no more points (SP-O1)."""

    line = say("{name} is out.").to_you("You are out.")
    seat: int

    def apply(self, state: ScorePadState) -> ScorePadState:
        later = replace(state, out=(*state.out, self.seat))
        return replace(later, marked=later.after(self.seat)) if later.marked == self.seat else later


@action("end", by="banker")
class End(TableAction[ScorePadState]):
    """End the game and compute the final scores (SP-E1)."""

    button = Button(say("Yes, end the game"))

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        require_running(state)
        return (PadEnded(),)


@event("game_ended")
class PadEnded(Event[ScorePadState]):
    """The game ended, after the last round or by the banker."""

    def apply(self, state: ScorePadState) -> ScorePadState:
        return replace(state, is_over=True, timer=None)

    def line_for(self, state: ScorePadState, seat: int | None) -> Sentence | None:
        final = outcome(state)
        return say("The game is over.") if final is None else final.sentence
