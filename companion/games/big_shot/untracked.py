"""Light tracking: players enter the cubes of each lot instead of every single placement.

Rules BS-M1 to BS-M3. After the last turn, the game can end once the settled lots hold all 72 cubes.
If the banker has assigned a lot, its cubes may be unknown. All thirteen lots must then be settled.

Decided where the books are silent: the settled lots cannot hold more cubes than the emptied squares
held, nor more than three of a colour per emptied square, because no square holds four of one
colour. Larger counts are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
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
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    Setting,
    TableAction,
    action,
    setting,
)
from companion.mechanics.actions.menu import Candidate, MultiStepCandidate, OneOf
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Explained
from companion.mechanics.play.table import require_running, require_stage


@action("settle", by="player", turn_bound=False, keeps_turn=True)
class Settle(Action[BigShotState]):
    """Settle a lot by entering its cubes, with "light" tracking (BS-M1, BS-M3)."""

    button = Button(say("Who owns it?"))
    lot: str
    counts: Mapping[str, int]
    """The number of cubes of each colour on the lot."""

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
        """Return the event that sells or settles the lot by the majority of the entered cubes."""
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
                    "Until the last turn is over, only a lot with {full} cubes is settled.",
                    full=CUBES_IN_A_LOT,
                ),
            )
        _require_handed_out(state, self.counts)
        return settled(self.lot, self.counts)


@action("score", by="player")
class Score(TableAction[BigShotState]):
    """End the game and compute the final scores, with "light" tracking."""

    button = Button(say("Add up the scores"))
    stage = "settle"

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        require_not_followed(state)
        require_stage(state, "settle", "BS-M3", waiting)
        if not state.is_settled:
            raise Refusal("cubes_missing", "BS-M3", _why_not_settled(state))
        return (GameEnded(),)


def _why_not_settled(state: BigShotState) -> Sentence:
    if state.has_unknown_cubes:
        return lots_left(state)
    return say(
        "Of the {all} cubes, these are not on a settled lot yet: {counts}.",
        all=CUBES,
        counts=pile_words(state.cubes_left()),
    )


@setting("fall_back", "fell_back")
class FallBack(Explained[BigShotState], Setting[BigShotState]):
    """Switch from "full" to "light" tracking of the cubes.

    The known cubes on unsold lots are kept, but no longer shown.
    """

    button = Button(say("Stop tracking the cubes"))
    line = say("From now on the app does not track the cubes.")

    def require(self, state: BigShotState) -> None:
        require_running(state)
        if state.tracking != "full":
            raise Refusal("already_light", "", say("The app already does not track the cubes."))

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the event of the switch, and the end of the turn if cubes were being placed."""
        placed = (turn_end(state),) if state.stage == "place" else ()
        return (*Setting.decide(self, state), *placed)

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(state, tracking="light")


def require_settling(state: BigShotState) -> None:
    """Raise a refusal unless a lot may be settled now."""
    require_not_followed(state)
    require_running(state)
    if state.stage != "settle" and not _could_be_full(state):
        require_stage(state, "settle", "BS-M1", waiting)


def require_not_followed(state: BigShotState) -> None:
    """Raise ``cubes_are_followed`` if the app tracks every cube."""
    if state.tracking == "full":
        raise Refusal(
            "cubes_are_followed",
            "BS-M1",
            say("The app tracks every cube here and settles the lots itself."),
        )


def _could_be_full(state: BigShotState) -> bool:
    """Return whether enough cubes have been won so far to fill one more lot."""
    on_settled_lots = sum(state.cubes_used().values())
    return on_settled_lots + CUBES_IN_A_LOT <= CUBES_A_TURN * state.squares_emptied


def _require_handed_out(state: BigShotState, counts: Mapping[str, int]) -> None:
    """Raise ``more_than_handed_out`` if there would be more cubes on lots than have been won.

    For each emptied square, at most four cubes can be on lots, and at most three of one colour.
    """
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
