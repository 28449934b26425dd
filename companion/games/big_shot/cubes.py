"""Placing the four cubes, selling a lot at its seventh cube, and the final settlement.

Rules BS-P1 and BS-M1 to BS-M3. At the start, each square around the board holds four cubes, never
all of one colour. Each turn empties one square. The cubes that are left after a placement must
therefore fit on the squares not yet emptied. Otherwise, a later winner would have no legal
placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from companion.games.big_shot.board import (
    CUBES_A_TURN,
    CUBES_IN_A_LOT,
    CUBES_OF_A_COLOUR,
    TURNS,
    colour_used_up,
    colour_words,
    pile_words,
    require_room,
    unknown_colour,
    unknown_lot,
)
from companion.games.big_shot.state import BigShotState, CubeEvent, Sold, owner_words
from companion.games.big_shot.turns import require_winner, turn_end, waiting
from companion.mechanics.actions.base import Button, Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, MultiStepCandidate
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.majority import majority
from companion.mechanics.play import endings, stopping
from companion.mechanics.play.table import (
    PRINTED,
    require_not_negative,
    require_seat,
    require_stage,
)
from companion.mechanics.scoring.score_form import Judgement

MOST_OF_A_COLOUR = CUBES_A_TURN - 1
"""The maximum number of cubes of one colour on a square, and thus in a placement."""


@action("place")
class PlaceCubes(SeatAction[BigShotState]):
    """Place the four cubes won in the auction (BS-P1)."""

    button = Button(say("Place these cubes"))
    cubes: tuple[tuple[str, str], ...]
    """Pairs of colour and lot, in the order placed."""

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage == "place" and seat == state.winner:
            yield MultiStepCandidate(cls(seat, ()), partial(require_placing, state, seat))

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the events of the placement, followed by the end of the turn.

        After the last turn, the remaining lots are settled and the game ends too.
        """
        require_placing(state, self.seat)
        require_named(state, [lot for _, lot in self.cubes])
        if len(self.cubes) != CUBES_A_TURN:
            raise Refusal(
                "four_cubes",
                "BS-P1",
                say("Place exactly four cubes, not {count}.", count=len(self.cubes)),
            )
        pending = place_in_turn(state, self.seat, self.cubes)
        _require_rest_for_squares(state, pending.state)
        pending.emit(turn_end(state))
        if pending.state.stage == "settle":
            pending.emit(*last_settlement(pending.state), GameEnded())
        return pending.events


def place_in_turn(
    state: BigShotState, seat: int, cubes: Sequence[tuple[str, str]]
) -> PendingEvents[BigShotState]:
    """Return the events of placing some or all of a turn's cubes, with the state after them.

    A lot is sold as soon as it has seven cubes.

    cubes: pairs of colour and lot, in the order placed.

    Raises ``unknown_lot``, ``lot_sold``, ``unknown_colour``, ``colour_used_up``,
    ``four_of_a_colour``.
    """
    pending = PendingEvents(state)
    colours = [colour for colour, _ in cubes]
    for colour, lot in cubes:
        _require_cube(pending.state, colour, lot, colours.count(colour))
        pending.emit(CubePlaced(seat, colour, lot))
        pending.emit(*sale_at_seven(lot, pending.state.counts[lot]))
    return pending


def _require_cube(state: BigShotState, colour: str, lot: str, of_its_colour: int) -> None:
    """Raise a refusal unless a cube of this colour can be placed on the lot.

    of_its_colour: the number of cubes of this colour in the whole placement.
    """
    require_colour(state, colour)
    require_unsold(state, lot)
    if state.cubes_left()[colour] < 1:
        raise colour_used_up(colour, 0)
    if of_its_colour > MOST_OF_A_COLOUR:
        raise Refusal(
            "four_of_a_colour",
            PRINTED,
            say("No square has four cubes of one colour. Check again."),
        )


@event("cube_placed")
class CubePlaced(CubeEvent):
    """A seat placed one cube of a colour on a lot."""

    line = say("{name} places a {colour} cube on {lot}.").to_you(
        "You place a {colour} cube on {lot}."
    )
    begins_with_lot = False
    seat: int
    colour: str
    lot: str

    def apply(self, state: BigShotState) -> BigShotState:
        counts = dict(state.counts.get(self.lot, {}))
        counts[self.colour] = counts.get(self.colour, 0) + 1
        return with_counts(state, self.lot, counts)


def sale_at_seven(lot: str, counts: Mapping[str, int]) -> tuple[Event, ...]:
    """Return the sale of a lot that holds seven cubes (BS-M1, BS-M2).

    Returns an empty tuple if the lot holds fewer cubes.
    """
    if sum(counts.values()) < CUBES_IN_A_LOT:
        return ()
    return (LotSold.judged(lot, counts),)


def settled(lot: str, counts: Mapping[str, int]) -> tuple[Event, ...]:
    """Return the event that decides the owner of a lot (BS-M2, BS-M3).

    A lot with seven cubes is sold; a lot with fewer cubes is settled.
    """
    return sale_at_seven(lot, counts) or (LotSettled.judged(lot, counts),)


def last_settlement(state: BigShotState) -> tuple[LotSettled, ...]:
    """Return one settlement event per unsold lot that holds cubes, in the copy's order."""
    piles = [(lot, state.counts.get(lot, {})) for lot in state.copy.lots]
    return tuple(LotSettled.judged(lot, counts) for lot, counts in piles if any(counts.values()))


@dataclass(frozen=True, slots=True)
class LotJudged(Event[BigShotState]):
    """Base class for the events that determine who owns a lot."""

    lot: str
    owner: str | None
    """The colour that owns the lot; None if nobody does."""
    counts: Mapping[str, int]
    """The number of cubes of each colour on the lot, largest first."""
    cancelled: tuple[int, ...] = ()
    """The tied counts above the owner's, which cancel each other out."""

    @classmethod
    def judged(cls, lot: str, counts: Mapping[str, int]) -> Self:
        """Return the event that assigns the lot to the colour with the majority, or to nobody."""
        found = majority(counts)
        return cls(lot, found.owner, dict(found.counts), found.cancelled)

    def apply(self, state: BigShotState) -> BigShotState:
        return with_sold(state, self.lot, Sold(self.owner, self.counts, self.cancelled))

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence:
        return judged_words(
            state.copy.titled(self.lot),
            self.counts,
            None if self.owner is None else owner_words(state, self.owner),
            has_cancelled=bool(self.cancelled),
        )

    def scenes(self, state: BigShotState) -> tuple[Scene, ...]:
        seat = None if self.owner is None else state.seat_with(self.owner)
        shows = {
            "lot": state.copy.words(self.lot),
            "owner": self.owner,
            "seat": seat,
            "piles": tuple(
                (colour, count, count in self.cancelled) for colour, count in self.counts.items()
            ),
        }
        return (self.scene(state, "lots", shows, cheers=seat),)


@event("lot_sold")
class LotSold(LotJudged):
    """A lot was sold because it had seven cubes (BS-M1)."""


@event("lot_settled")
class LotSettled(LotJudged):
    """A lot with fewer than seven cubes was settled at the end of the game (BS-M3)."""


def with_counts(state: BigShotState, lot: str, counts: Mapping[str, int]) -> BigShotState:
    """Return the state with the cubes on an unsold lot replaced."""
    return replace(state, counts={**state.counts, lot: counts})


def with_sold(state: BigShotState, lot: str, sold: Sold) -> BigShotState:
    """Return the state with a lot moved from the unsold lots to the sold ones."""
    unsold = {name: counts for name, counts in state.counts.items() if name != lot}
    return replace(state, sold={**state.sold, lot: sold}, counts=unsold)


def judged_words(
    lot: Sentence | str,
    counts: Mapping[str, int],
    owner: Sentence | str | None,
    *,
    has_cancelled: bool,
) -> Sentence:
    """Return the sentence that explains who owns a lot.

    counts: the number of cubes of each colour on the lot.
    owner: None if nobody owns the lot.
    has_cancelled: whether tied colours cancelled each other out.
    """
    values = {"lot": lot, "counts": pile_words(counts)}
    if owner is None:
        return say("{lot}: {counts} — tied colours cancel out, so nobody owns it.", **values)
    values["owner"] = owner
    if has_cancelled:
        return say("{lot}: {counts} — tied colours cancel out, so {owner} owns it.", **values)
    return say("{lot}: {counts} — {owner} has the most and owns it.", **values)


def _require_rest_for_squares(before: BigShotState, after: BigShotState) -> None:
    """Raise ``four_left_on_a_square`` unless the cubes left fit on the remaining squares.

    The check is skipped if a correction by the banker has already made cubes and squares disagree.

    before, after: the states before and after the placement.
    """
    squares = TURNS - before.turn
    if not _cubes_fit(before.cubes_left(), squares + 1):
        return
    left = after.cubes_left()
    if not _cubes_fit(left, squares):
        colour = max(left, key=left.__getitem__)
        raise Refusal(
            "four_left_on_a_square",
            PRINTED,
            say(
                "Too many {colour} cubes ({left}) would be left for the remaining squares "
                "({squares}). Check again.",
                left=left[colour],
                colour=colour_words(colour),
                squares=squares,
            ),
        )


def _cubes_fit(left: Mapping[str, int], squares: int) -> bool:
    """Return whether the cubes exactly fill the squares.

    Each square holds four cubes, never all of one colour.

    left: the number of cubes of each colour.
    squares: the number of squares.
    """
    return (
        sum(left.values()) == CUBES_A_TURN * squares
        and max(left.values()) <= MOST_OF_A_COLOUR * squares
    )


@event("game_ended")
class GameEnded(endings.GameEnded):
    """The game ended, because every lot that holds cubes is settled."""

    line = say("Every lot is settled; the game is over.")


@action("stop")
class Stop(stopping.Stop):
    """End the game early (BS-M1).

    If the app tracks the cubes, each unsold lot goes to the colour with the majority on it.
    """

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the settlement of each unsold lot with tracked cubes, and the end of the game."""
        stopped = stopping.Stop.decide(self, state)
        return (*last_settlement(state), *stopped) if state.tracking == "full" else stopped


def require_placing(state: BigShotState, seat: int) -> None:
    """Raise a refusal unless the seat must now place cubes."""
    require_seat(state, seat, "BS-S1")
    require_followed(state)
    require_stage(state, "place", "BS-P1", waiting)
    require_winner(state, seat, "BS-P1")


def require_followed(state: BigShotState) -> None:
    """Raise ``cubes_not_followed`` unless the app tracks the cubes."""
    if state.tracking != "full":
        raise Refusal(
            "cubes_not_followed",
            "BS-P1",
            say("The app does not track the cubes here. Enter a lot’s cubes when it is full."),
        )


def require_named(state: BigShotState, lots: Iterable[str]) -> None:
    """Raise ``lots_unnamed`` if the first cubes go to a lot whose printed value is unknown.

    Decided where the books are silent: the printed value is a lot's name, so each is entered when
    its lot gets its first cube at the latest. The other lots may stay unknown until the end.

    This function checks only the first cubes of a game. Later, only the wizard enforces the rule,
    by not offering empty lots without a value.
    """
    if not state.lacks_names:
        return
    for name in lots:
        lot = state.copy.lots.get(name)
        if lot is not None and lot.value is None:
            raise Refusal(
                "lots_unnamed",
                PRINTED,
                say("Enter the value printed on {lot} first.", lot=state.copy.named(name)),
            )


def require_colour(state: BigShotState, colour: str) -> None:
    """Raise ``unknown_colour`` unless the game has cubes of that colour."""
    if colour not in state.colours:
        raise unknown_colour(colour, state.colours)


def require_unsold(state: BigShotState, lot: str) -> None:
    """Raise ``unknown_lot`` or ``lot_sold`` unless the lot can still take cubes."""
    require_lot(state, lot)
    if lot in state.sold:
        raise Refusal(
            "lot_sold", "BS-M1", say("{lot} is sold; choose another.", lot=state.copy.titled(lot))
        )


def require_lot(state: BigShotState, lot: str) -> None:
    """Raise ``unknown_lot`` unless the board has this lot."""
    if lot not in state.copy.lots:
        raise unknown_lot(state.copy, lot)


def require_counts(state: BigShotState, lot: str, counts: Mapping[str, int]) -> None:
    """Raise a refusal unless the lot can hold these cubes, given the known cubes on other lots.

    Raises ``unknown_colour``, ``negative_count``, ``too_many_cubes``, ``colour_used_up``.
    """
    for colour, count in counts.items():
        require_colour(state, colour)
        require_not_negative(count)
    require_room(counts)
    used = state.cubes_used()
    here = state.lot_counts(lot) if lot in state.sold or state.tracking == "full" else {}
    for colour, count in counts.items():
        elsewhere = used[colour] - here.get(colour, 0)
        if elsewhere + count > CUBES_OF_A_COLOUR:
            raise colour_used_up(colour, CUBES_OF_A_COLOUR - elsewhere)


def judge(counts: Mapping[str, int]) -> Judgement:
    """Return the owner of a lot with these cubes, with an explanation and the deciding rule.

    counts: the number of cubes of each colour.

    Raises ``too_many_cubes``.
    """
    require_room(counts)
    rule = "BS-M2" if sum(counts.values()) == CUBES_IN_A_LOT else "BS-M3"
    if not any(counts.values()):
        return Judgement(None, say("An empty lot belongs to nobody and needs no settling."), rule)
    found = majority(counts)
    owner = None if found.owner is None else colour_words(found.owner)
    sentence = judged_words(say("The lot"), counts, owner, has_cancelled=bool(found.cancelled))
    return Judgement(found.owner, sentence, rule)
