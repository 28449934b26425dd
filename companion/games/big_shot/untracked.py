"""Cubes followed on the table only: typed counts, and the account (BS-M1 to BS-M3).

Every lot that holds cubes is settled when the settled counts add up to all 72 cubes. A lot that
the banker assigned by hand has unknown cubes; then all thirteen lots must be settled instead.

Decided: besides the number of cubes handed out, no colour can have come up more than three times a
square, because no square holds four of one colour; counts that say so are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from companion.games.big_shot.board import CUBES, CUBES_A_TURN, CUBES_IN_A_LOT, pile_words
from companion.games.big_shot.cubes import (
    MOST_OF_A_COLOUR,
    GameEnded,
    require_counts,
    require_unsold,
    settled,
)
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import lots_left, turn_end, waiting
from companion.mechanics.corrections import Explained
from companion.mechanics.event_sourcing import Action, Button, Event, TableAction, action, event
from companion.mechanics.menu import Candidate, MultiStepCandidate, OneOf
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import require_running, require_stage
from companion.mechanics.words import say


@action("settle", by="player", turn_bound=False, keeps_turn=True)
class Settle(Action):
    """Type what lies on a lot when cubes are not followed: it gets its owner (BS-M1, BS-M3)."""

    button = Button(say("Who owns it?"))
    lot: str
    counts: Mapping[str, int]

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None or state.tracking == "full":
            return
        lots = tuple(lot for lot in state.copy.lots if lot not in state.sold)
        if lots and not state.is_settled:
            yield MultiStepCandidate(
                cls(lots[0], {}), partial(require_settling, state), lot=OneOf(lots)
            )

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the lot's owner, judged from the typed counts.

        Raises also ``unknown_lot``, ``lot_sold``, ``empty_lot``, ``lot_not_full``,
        ``more_than_handed_out`` and what ``require_counts`` raises.
        """
        require_settling(state)
        require_unsold(state, self.lot)
        require_counts(state, self.lot, self.counts)
        total = sum(self.counts.values())
        if total == 0:
            raise Refusal(
                "empty_lot", "BS-M3", say("An empty lot belongs to nobody and needs no settling.")
            )
        if total < CUBES_IN_A_LOT and state.stage != "settle":
            raise Refusal(
                "lot_not_full",
                "BS-M1",
                say(
                    "Before the last turn is over only a lot with {full} cubes is settled.",
                    full=CUBES_IN_A_LOT,
                ),
            )
        _require_handed_out(state, self.counts)
        return settled(self.lot, self.counts)


@action("score", by="player")
class Score(TableAction):
    """Make up the final account when cubes are not followed."""

    button = Button(say("Add up the scores"))
    stage = "settle"

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return that the game has ended; raises ``cubes_missing`` unless all is settled."""
        require_not_followed(state)
        require_stage(state, "settle", "BS-M3", waiting)
        if not state.is_settled:
            sentence = say(
                "Of the {all} cubes, these are not on a settled lot yet: {counts}.",
                all=CUBES,
                counts=pile_words(state.cubes_left()),
            )
            has_unknown = state.has_unknown_cubes
            raise Refusal("cubes_missing", "BS-M3", lots_left(state) if has_unknown else sentence)
        return (GameEnded(),)


@action("fall_back")
class FallBack(Explained):
    """From here on follow the cubes on the table only (full to light tracking)."""

    button = Button(say("Follow the cubes on the table only"))

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return that cubes are followed on the table only; whoever was placing does it there.

        What was known of unsold lots is kept, and not shown.
        """
        require_running(state)
        if state.tracking != "full":
            raise Refusal("already_light", "", say("The cubes are followed on the table already."))
        fell = FellBack(self.reason)
        return (fell, turn_end(state)) if state.stage == "place" else (fell,)


@event("fell_back")
class FellBack(Event):
    """From here on the cubes are followed on the table only."""

    line = say("From here on the cubes are followed on the table only.")
    sets = {"tracking": "light"}
    reason: str = ""


def require_settling(state: BigShotState) -> None:
    """Raise ``cubes_are_followed``, ``game_over`` or ``not_now`` unless a lot may be settled."""
    require_not_followed(state)
    require_running(state)
    if state.stage != "settle" and not _could_be_full(state):
        require_stage(state, "settle", "BS-M1", waiting)


def require_not_followed(state: BigShotState) -> None:
    """Raise ``cubes_are_followed`` where the app knows every cube."""
    if state.tracking == "full":
        raise Refusal(
            "cubes_are_followed",
            "BS-M1",
            say("The app follows every cube here and settles the lots by itself."),
        )


def _could_be_full(state: BigShotState) -> bool:
    """Tell whether enough cubes were handed out for one more full lot."""
    settled = sum(state.cubes_used().values())
    return settled + CUBES_IN_A_LOT <= CUBES_A_TURN * state.squares_emptied


def _require_handed_out(state: BigShotState, counts: Mapping[str, int]) -> None:
    """Raise ``more_than_handed_out`` for more cubes, or of a colour, than the squares gave."""
    used = state.cubes_used()
    total = sum(used.values()) + sum(counts.values())
    squares = state.squares_emptied
    colours_fit = all(
        used[colour] + count <= MOST_OF_A_COLOUR * squares for colour, count in counts.items()
    )
    if total > CUBES_A_TURN * squares or not colours_fit:
        raise Refusal(
            "more_than_handed_out",
            "BS-T2",
            say(
                "Only {cubes} cubes have been placed so far, at most {most} of a colour.",
                cubes=CUBES_A_TURN * squares,
                most=MOST_OF_A_COLOUR * squares,
            ),
        )
