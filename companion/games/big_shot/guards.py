"""What several rules ask before anything may be done; each raises a named refusal or is silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.big_shot.box import (
    CERTIFICATES,
    CUBES_OF_A_COLOUR,
    PRINTED,
    colour_words,
)
from companion.games.big_shot.judging import require_room, used_up
from companion.games.big_shot.state import BigShotState, Stage
from companion.games.big_shot.waiting import waiting
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_seat(state: BigShotState, seat: int | None) -> None:
    """Raise ``unknown_seat`` unless somebody sits there."""
    if seat is None or not 0 <= seat < len(state.setup.seats):
        raise Refusal(
            "unknown_seat",
            "BS-S1",
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=str(seat),
                last=len(state.setup.seats) - 1,
            ),
        )


def require_running(state: BigShotState) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over", "BS-F2", say("The game is over; the banker can take steps back.")
        )


def require_stage(state: BigShotState, stage: Stage, rule: str) -> None:
    """Raise ``game_over`` or ``not_now`` unless the game is at that stage."""
    require_running(state)
    if state.stage != stage:
        raise Refusal("not_now", rule, say("Not now: {waiting}", waiting=waiting(state).sentence))


def require_followed(state: BigShotState) -> None:
    """Raise ``cubes_not_followed`` where cubes stay on the table only."""
    if state.tracking != "full":
        raise Refusal(
            "cubes_not_followed",
            "BS-P1",
            say("The app does not follow the cubes here; type a lot's cubes when it is full."),
        )


def require_not_followed(state: BigShotState) -> None:
    """Raise ``cubes_are_followed`` where the app knows every cube."""
    if state.tracking == "full":
        raise Refusal(
            "cubes_are_followed",
            "BS-M1",
            say("The app follows every cube here and settles the lots by itself."),
        )


def require_colour(state: BigShotState, colour: str) -> None:
    """Raise ``unknown_colour`` unless the box has cubes of that colour."""
    if colour not in state.colours:
        raise unknown_colour(colour, state.colours)


def unknown_colour(colour: str, colours: Iterable[str]) -> Refusal:
    """Return the refusal for a colour of which there are no cubes."""
    return Refusal(
        "unknown_colour",
        PRINTED,
        say(
            "There are no {colour} cubes; there are: {colours}.",
            colour=colour_words(colour),
            colours=tuple(map(colour_words, colours)),
        ),
    )


def require_lot(state: BigShotState, lot: str) -> None:
    """Raise ``unknown_lot`` unless the board has it."""
    if lot not in state.copy.lots:
        raise Refusal(
            "unknown_lot",
            PRINTED,
            say(
                "There is no lot “{lot}”; there are: {lots}.",
                lot=lot,
                lots=tuple(map(state.copy.words, state.copy.lots)),
            ),
        )


def require_unsold(state: BigShotState, lot: str) -> None:
    """Raise ``unknown_lot`` or ``lot_sold`` unless the lot can still take cubes."""
    require_lot(state, lot)
    if lot in state.sold:
        raise Refusal(
            "lot_sold",
            "BS-M1",
            say("{lot} is sold; choose another.", lot=state.copy.titled(lot)),
        )


def require_counts(state: BigShotState, lot: str, counts: Mapping[str, int]) -> None:
    """Raise a refusal unless such cubes can lie on a lot beside all that is known elsewhere.

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
            raise used_up(colour, CUBES_OF_A_COLOUR - elsewhere)


def require_not_negative(count: int) -> None:
    """Raise ``negative_count`` for less than nothing."""
    if count < 0:
        raise Refusal(
            "negative_count", PRINTED, say("A count is 0 or more, not {count}.", count=count)
        )


def require_certificates(loans: int) -> None:
    """Raise ``no_certificates_left`` for more loans in all than there are certificates."""
    if loans > CERTIFICATES:
        raise Refusal(
            "no_certificates_left",
            "BS-L3",
            say("There are {count} loan certificates in all.", count=CERTIFICATES),
        )
