"""A seat's view of a Big Shot table, and the wizard for placing cubes.

A view never contains another seat's hidden money (BS-V1).

To place four cubes, the player taps a colour and then a lot, four times. The wizard's state is a
short text such as "0-3.2-12.1": cubes separated by dots, each written as the index of its colour
and the index of its lot. If the last part is a colour without a lot, the player has just tapped
that colour. The text comes from the browser, so it is validated.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

from companion.games.big_shot.board import (
    CUBES_A_TURN,
    CUBES_OF_A_COLOUR,
    TURNS,
    Lot,
    colour_words,
    pile_words,
)
from companion.games.big_shot.cubes import (
    MOST_OF_A_COLOUR,
    CubePlaced,
    PlaceCubes,
    place_in_turn,
)
from companion.games.big_shot.state import BigShotState, owner_words
from companion.games.big_shot.turns import next_seat
from companion.mechanics.actions.menu import dry_run, legal_moves
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, refusal_of
from companion.mechanics.auctions.auction import bidding_status
from companion.mechanics.language.amounts import digits
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.majority import majority
from companion.mechanics.values.codec import to_json
from companion.mechanics.values.identity_cache import IdentityKey

Cubes = tuple[tuple[str, str], ...]
"""Pairs of colour and lot, in the order placed."""


class PurseView(NamedTuple):
    """The money that a seat holds for one of its colours."""

    colour: str
    amount: int | None
    """The money in millions; None if hidden from the viewing seat."""


def view(state: BigShotState, seat: int | None) -> SimpleNamespace:
    """Return a seat's view of the table, or the public view if ``seat`` is None."""
    # Without hidden money, all seats see the same view, so it is computed once per step.
    return _cached_view(IdentityKey(state), seat if state.is_hidden else None)


@lru_cache(maxsize=128)
def _cached_view(key: IdentityKey[BigShotState], viewer: int | None) -> SimpleNamespace:
    state = key.state
    hidden = state.hidden_accounts(viewer)
    shown_on_lots = state.setup, state.copy, state.tracking, state.counts, state.sold
    return SimpleNamespace(
        turn=state.turn,
        turns=TURNS,
        # The stage "copy": the game has ended, but printed numbers are missing.
        stage="copy" if state.stage == "over" and not state.is_over else state.stage,
        tracking=state.tracking,
        hidden=state.is_hidden,
        leader=state.leader,
        die=state.die,
        seats=_seat_views(state, hidden),
        auction=state.auction,
        lots=_lot_views(IdentityKey(state, *shown_on_lots)),
        colours=state.colours,
        dummy=state.dummy,
        shown_purse=_shown_purse(state),
        lacks_names=state.lacks_names,
    )


def _seat_views(state: BigShotState, hidden: frozenset[str]) -> tuple[SimpleNamespace, ...]:
    """Return the view of each seat."""
    # Plain loops, because a comprehension for each value would cost several calls per seat.
    views = []
    following, balances = next_seat(state), state.ledger.balances
    bidding = state.auction if state.stage == "auction" else None
    for number, seat in enumerate(state.setup.seats):
        purses, lots, owed = [], [], 0
        for colour, account in state.purses[number]:
            purses.append(PurseView(colour, None if account in hidden else balances[account]))
            owed += state.loans[account]
        for name, lot in state.copy.lots.items() if state.sold else ():
            if name in state.sold and state.sold[name].owner in seat.colours:
                lots.append(lot.label)
        views.append(
            SimpleNamespace(
                number=number,
                name=seat.name,
                colours=seat.colours,
                purses=tuple(purses),
                lots=tuple(lots),
                acts_next=number == following,
                status=bidding_status(bidding, number),
                owes=state.certificates.repayment * owed,
            )
        )
    return tuple(views)


@lru_cache(maxsize=512)
def _lot_views(key: IdentityKey[BigShotState]) -> tuple[SimpleNamespace, ...]:
    return tuple(_lot_view(key.state, lot) for lot in key.state.copy.lots.values())


def _lot_view(state: BigShotState, lot: Lot) -> SimpleNamespace:
    copy, sold = state.copy, state.sold.get(lot.name)
    cubes = majority(state.lot_counts(lot.name))
    is_known = sold is not None or state.tracking == "full"
    beside = lot.touches if lot.is_park else tuple(park.name for park in copy.parks_of(lot.name))
    return SimpleNamespace(
        name=lot.name,
        label=lot.label,
        words=copy.words(lot.name),
        title=copy.titled(lot.name),
        # The name in two parts: the value, and the parks that the lot touches.
        short=copy.words(lot.name) if lot.is_park else copy.short(lot.name),
        parks=tuple(copy.words(park.name) for park in copy.parks_of(lot.name)),
        is_park=lot.is_park,
        value=None if lot.is_park else lot.value,
        touches=tuple(copy.lots[name].label for name in beside),
        counts=cubes.counts if is_known else (),
        # The colour of each cube.
        cubes=_cube_colours(cubes.counts),
        owner=None if sold is None else sold.owner,
        owner_name="" if sold is None or sold.owner is None else owner_name(state, sold.owner),
        is_sold=sold is not None,
        # The colour that would own the lot if it were settled now.
        ahead=cubes.owner if sold is None and is_known else None,
        room=state.room(lot.name),
        is_followed=is_known,
    )


def _cube_colours(counts: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return the colour of each cube, given pairs of colour and count."""
    return tuple(colour for colour, count in counts for _ in range(count))


def owner_name(state: BigShotState, colour: str) -> str:
    """Return the name of the player with this colour, or the colour itself if nobody plays it."""
    seat = state.seat_with(colour)
    return colour if seat is None else state.name(seat)


def _shown_purse(state: BigShotState) -> tuple[str, int] | None:
    """Return the name and money of the seat that was just forced to reveal its money, or None.

    The amount stays visible until the first bid, pass or loan in the restarted auction.
    """
    auction = state.auction
    if state.shown is None or auction is None or auction.spoken or state.asked:
        return None
    return state.name(state.shown.seat), sum(state.shown.purses.values())


def draft(state: BigShotState, seat: int | None, words: str) -> SimpleNamespace | None:
    """Return the data of the wizard's current page, or None if the seat has no cubes to place.

    words: the wizard's state (see the module's docstring).
    """
    if seat is None or not _can_place(state, seat):
        return None
    cubes, tapped, refusal = _placed(state, seat, words)
    pending = place_in_turn(state, seat, cubes)
    after, is_full = pending.state, len(cubes) == CUBES_A_TURN
    free = _placeable_colours(after, cubes)
    chosen = tapped if tapped in free else None
    missing = () if is_full else _why_unavailable(after, cubes)
    return SimpleNamespace(
        placed=[
            SimpleNamespace(colour=colour, words=state.copy.words(lot)) for colour, lot in cubes
        ],
        # The browser discards the placement when this key changes. Entering a printed value
        # meanwhile does not change the key.
        keep=f"{seat}-{state.turn}-{zlib.crc32(repr((state.counts, *after.copy.lots)).encode()):x}",
        back=_wizard_text(state, cubes[:-1]) if cubes else None,
        tail=f"&for={seat}",
        here=_wizard_text(state, cubes, tapped) if words else "",
        blank=None if is_full else _first_blank_lot(after),
        refusal=refusal,
        missing=missing,
        lines=_consequences(pending),
        # The lots that receive cubes, as they would be afterwards.
        lots_after=_lots_after(pending) if is_full and refusal is None else (),
        action=to_json(PlaceCubes(seat, cubes)) if is_full and refusal is None else None,
        colours=() if is_full else _colour_picks(after, cubes, free, chosen),
        lots=() if is_full else _lot_picks(after, cubes, chosen),
        most=CUBES_A_TURN,
        # Whether the app may be refusing the real cubes because of a mistake in an earlier turn.
        is_stuck=refusal is not None or bool(missing),
    )


def _can_place(state: BigShotState, seat: int) -> bool:
    if state.stage != "place":
        return False
    return bool(legal_moves(PlaceCubes.candidates(state, seat), state, seat))


def _placed(state: BigShotState, seat: int, words: str) -> tuple[Cubes, str | None, Refusal | None]:
    """Return the placed cubes, the tapped colour, and the refusal of the placement, if any.

    If one of the cubes is illegal, the text was typed by hand or comes from an outdated screen.
    The placement then starts over.
    """
    cubes, colour = _cubes_in(state, words)
    refusal = refusal_of(place_in_turn, state, seat, cubes)
    if refusal is not None:
        return (), None, refusal
    if len(cubes) == CUBES_A_TURN:
        refusal = dry_run(PlaceCubes(seat, cubes), state).refusal
    return cubes, colour, refusal


def _cubes_in(state: BigShotState, words: str) -> tuple[Cubes, str | None]:
    """Parse the wizard's state into the cubes and the last colour tapped.

    Returns no cubes and no colour if the text is malformed.
    """
    lots = tuple(state.copy.lots)
    cubes: list[tuple[str, str]] = []
    colour = None
    try:
        for part in words.split(".") if words else ():
            first, _, second = part.partition("-")
            colour = _item_at(state.colours, first)
            if second:
                cubes.append((colour, _item_at(lots, second)))
    except ValueError:
        return (), None
    return tuple(cubes[:CUBES_A_TURN]), colour


def _item_at(items: Sequence[str], place: str) -> str:
    """Return the item whose index is written in ``place``; raise ValueError if there is none."""
    number = digits(place)
    if number is None or number >= len(items):
        raise ValueError(place)
    return items[number]


def _wizard_text(state: BigShotState, cubes: Cubes, colour: str | None = None) -> str:
    """Return the wizard's state as text; the inverse of ``_cubes_in``."""
    lots = tuple(state.copy.lots)
    parts = [f"{state.colours.index(tint)}-{lots.index(lot)}" for tint, lot in cubes]
    if colour is not None:
        parts.append(str(state.colours.index(colour)))
    return ".".join(parts)


def _placeable_colours(after: BigShotState, cubes: Cubes) -> list[str]:
    """Return the colours that the next cube can have.

    after: the state once the given cubes are placed.
    """
    taken, left = [colour for colour, _ in cubes], after.cubes_left()
    return [
        colour
        for colour in after.colours
        if left[colour] and taken.count(colour) < MOST_OF_A_COLOUR
    ]


def _colour_picks(
    after: BigShotState, cubes: Cubes, free: list[str], chosen: str | None
) -> list[SimpleNamespace]:
    """Return one choice per colour.

    The ``href`` of a choice is the wizard's state after the colour is tapped, or "" if the colour
    cannot be chosen.
    """
    return [
        SimpleNamespace(
            colour=colour,
            chosen=colour == chosen,
            href=_wizard_text(after, cubes, colour) if colour in free else "",
            place=place,
        )
        for place, colour in enumerate(after.colours)
    ]


def _lot_picks(after: BigShotState, cubes: Cubes, colour: str | None) -> list[SimpleNamespace]:
    """Return one choice per lot.

    The ``room`` of a choice is the number of cubes that the lot can still take. The ``href`` is the
    wizard's state after the lot is tapped, or "" if no colour is chosen or there is no room. Empty
    lots without a printed value are left out (see ``_first_blank_lot``).
    """
    return [
        SimpleNamespace(
            name=lot,
            short=after.copy.words(lot) if after.copy.lots[lot].is_park else after.copy.short(lot),
            parks=tuple(after.copy.words(park.name) for park in after.copy.parks_of(lot)),
            cubes=_cube_colours(majority(after.lot_counts(lot)).counts),
            room=after.room(lot),
            href=_wizard_text(after, (*cubes, (colour, lot))) if colour and after.room(lot) else "",
            place=place,
        )
        for place, lot in enumerate(after.copy.lots)
        if after.copy.lots[lot].value is not None or after.counts.get(lot)
    ]


def _first_blank_lot(state: BigShotState) -> int | None:
    """Return the number, from 1, of the first empty lot without a printed value, or None.

    Players know a lot by its value. The wizard therefore asks for this value, and does not offer
    the lot for cubes until it is entered.
    """
    for place, lot in enumerate(state.copy.lots.values(), 1):
        if lot.value is None and lot.name not in state.sold and not state.counts.get(lot.name):
            return place
    return None


def _why_unavailable(after: BigShotState, cubes: Cubes) -> tuple[Sentence, ...]:
    """Return the reasons why some colours, or all lots, cannot be chosen."""
    taken, left = [colour for colour, _ in cubes], after.cubes_left()
    used_up = tuple(colour_words(colour) for colour in after.colours if not left[colour])
    reasons = []
    if used_up:
        reasons.append(
            say("All {all} are placed: {colours}.", all=CUBES_OF_A_COLOUR, colours=used_up)
        )
    if any(taken.count(colour) == MOST_OF_A_COLOUR for colour in after.colours):
        reasons.append(say("No square has four cubes of one colour. Check again."))
    if len(after.sold) == len(after.copy.lots):
        reasons.append(say("Every lot is sold."))
    return tuple(reasons)


def _consequences(pending: PendingEvents[BigShotState]) -> tuple[Sentence, ...]:
    """Return the results of a placement as sentences.

    Sold lots come first, then the current majority on each other lot that received a cube.
    """
    after = pending.state
    touched = dict.fromkeys(one.lot for one in pending.events if isinstance(one, CubePlaced))
    sales = (one.tell(after, None) for one in pending.events if not isinstance(one, CubePlaced))
    unsold = (_standing_sentence(after, lot) for lot in touched if lot not in after.sold)
    return (*filter(None, sales), *unsold)


def _lots_after(pending: PendingEvents[BigShotState]) -> tuple[SimpleNamespace, ...]:
    """Return the view of each lot that a placement adds cubes to, as it would be afterwards."""
    after = pending.state
    touched = dict.fromkeys(one.lot for one in pending.events if isinstance(one, CubePlaced))
    return tuple(_lot_view(after, after.copy.lots[name]) for name in touched)


def _standing_sentence(state: BigShotState, lot: str) -> Sentence:
    counts = state.counts[lot]
    leader = majority(counts).owner
    values = {"lot": state.copy.titled(lot), "counts": pile_words(counts)}
    if leader is None:
        return say("{lot}: {counts} — nobody is leading.", **values)
    owner = owner_words(state, leader)
    return say("{lot}: {counts} — {owner} is leading.", owner=owner, **values)
