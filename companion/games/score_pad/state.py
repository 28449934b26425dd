"""The state of a score pad, and its prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.clocks.turn_clock import turn_of, whose_turn
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.ledger import Ledger
from companion.mechanics.play.table import (
    PendingDecision,
    Setup,
    TableState,
    option,
    require_running,
    require_seat,
)

PLAYERS = range(1, 11)
MOST_POINTS = 1_000_000
"""The largest number of points in one cell of the table (SP-P1)."""
MOST_ROUNDS = 999
"""The number of the last round that a pad has room for."""

AtTarget = Literal["ends", "out", "announces"]
Marker = Literal["dealer", "first", "none"]
Standing = Literal["most_points", "fewest_points"]
Row = Mapping[int, int]
"""The points in one row of the table, by seat."""


@dataclass(frozen=True, slots=True)
class ScorePadState(TableState):
    """The state of a score pad."""

    end_rule, join_rule, order_rule = "SP-E1", "SP-S2", "SP-S1"
    team_rule, time_rule = "SP-S4", "SP-C1"
    most_seats = PLAYERS[-1]
    called_off = {"is_over": True, "timer": None}
    setup: Setup
    ledger: Ledger
    """The total of each seat is the balance of its purse."""
    rounds: tuple[Row, ...] = ({},)
    """The rounds so far, first to last. The last one is under way."""
    lines: Mapping[str, Row] = field(default_factory=dict)
    """The bonuses and penalties outside the rounds, by name (SP-L1)."""
    out: tuple[int, ...] = ()
    """The seats that are out, in the order in which they went out (SP-O1)."""
    reached: frozenset[int] = frozenset()
    """The seats for which the target was announced (SP-T1)."""
    marked: int = 0
    """The dealer or first player of the round under way (SP-D1)."""
    is_over: bool = False

    standing = option[Standing]("standing")
    """The criterion for the ranking (SP-E2)."""
    last_round = option[int | None]("rounds")
    """The number of rounds that were agreed, or None."""
    target = option[int | None]("target")
    """The score that ends the game, puts a player out, or is announced; None if there is none."""
    at_target = option[AtTarget]("at_target")
    marker = option[Marker]("marker")
    """The role that moves on after each round, or "none" (SP-D1)."""

    @property
    def stage(self) -> Literal["round", "over"]:
        return "over" if self.is_over else "round"

    @property
    def round(self) -> int:
        """The number of the round under way, from 1."""
        return len(self.rounds)

    @property
    def fewest_win(self) -> bool:
        return self.standing == "fewest_points"

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.here if seat not in self.out)

    def require_playing(self, seat: int) -> None:
        """Raise ``seat_out`` if the seat is out."""
        if seat in self.out:
            words = say("{name} is out. The banker can take them back in.", name=self.name(seat))
            for_you = words.to_you("You are out. The banker can take you back in.")
            raise Refusal("seat_out", "SP-O1", for_you, about=(seat,))

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have no points yet in the round under way, clockwise (SP-P2)."""
        return tuple(seat for seat in self.playing if seat not in self.rounds[-1])

    def row(self, round: int, what: str) -> Row:
        """Return the row of a round, or that of a line outside the rounds if it is named.

        round: the number of an existing round; it does not count if ``what`` is not "".
        """
        return self.lines.get(what, {}) if round == 0 else self.rounds[round - 1]

    def settled(self, seat: int) -> int:
        """Return a seat's total without the round under way, in which others may have no points."""
        return self.money(seat) - (0 if self.is_over else self.rounds[-1].get(seat, 0))

    def after(self, seat: int) -> int:
        """Return the next seat that plays, clockwise, or the same one if there is no other."""
        playing = self.playing
        return next((other for other in self.clockwise_from(seat)[1:] if other in playing), seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat, or of its team."""
        return self.team_totals(tuple(map(self.money, self.seats)))

    def leading(self) -> tuple[int, ...]:
        """Return the seats with the best total among those that can win."""
        among, totals = self.contenders(least_wins=self.fewest_win), self.totals
        best = (min if self.fewest_win else max)(totals[seat] for seat in among)
        return tuple(seat for seat in among if totals[seat] == best)


def require_plays(state: ScorePadState, seat: int) -> None:
    """Raise a refusal unless the game is running and the seat takes part in it.

    Raises ``game_over``, ``unknown_seat``, ``seat_out``.
    """
    require_running(state)
    require_seat(state, seat, "SP-S1")
    state.require_playing(seat)


def waiting(state: ScorePadState) -> PendingDecision:
    """Return the pending decision, with the seats that have no points in this round yet.

    Before the first points, any of them may enter some, but people are still playing the round.
    """
    if state.is_over:
        return PendingDecision(say("The game is over."))
    turn = turn_of(state)
    if turn is not None and turn in state.missing:
        return PendingDecision(whose_turn(state, turn), (turn,))
    if not state.rounds[-1]:
        return PendingDecision(_opening(state), state.missing, may_speak=True)
    names = together(map(state.name, state.missing))
    prompt = say("Round {round}: waiting for {names}.", round=state.round, names=names)
    return PendingDecision(prompt.to_you("Round {round}: enter your points."), state.missing)


def _opening(state: ScorePadState) -> Sentence:
    values = {"round": state.round, "name": state.name(state.marked)}
    if state.marker == "dealer":
        return say("Round {round}: {name} deals.", **values)
    if state.marker == "first":
        return say("Round {round}: {name} goes first.", **values)
    return say("Round {round}: enter the points when it is over.", round=state.round)
