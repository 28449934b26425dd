"""What one seat may see of a table, ready for templates, and the cubes it places by taps.

No other's hidden purse is in it (BS-V1). Cubes are placed by tapping a colour, then a lot, four
times; what was tapped so far is a short text of cubes separated by dots, each "colour-lot" by their
places in the table's lists, and perhaps a colour alone at the end: "0-3.2-12.1". It comes from
outside and is never trusted.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.games.big_shot.board import (
    CERTIFICATES,
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
from companion.mechanics.amounts import digits
from companion.mechanics.auction import Auction, bidding_status
from companion.mechanics.codec import to_json
from companion.mechanics.event_sourcing import Event
from companion.mechanics.identity_cache import IdentityKey
from companion.mechanics.majority import majority
from companion.mechanics.menu import dry_run, legal_moves
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

Cubes = tuple[tuple[str, str], ...]
Pile = tuple[tuple[str, int], ...]


class PurseView(NamedTuple):
    """One purse. amount: in millions, None where it is hidden."""

    colour: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. status: "in", "passed" or "high" in an auction, else "". lots: labels.

    owes: what its loans come to, in millions.
    """

    number: int
    name: str
    colours: tuple[str, ...]
    purses: tuple[PurseView, ...]
    lots: tuple[str, ...]
    is_next: bool
    status: str
    owes: int


@dataclass(frozen=True, slots=True)
class LotView:
    """One lot. label: for a page; words: the same for a sentence, translated; title: to begin one.

    touches: labels of what a park doubles, or of the parks beside a lot. counts: known cubes,
    most first.
    owner: a colour, owner_name: its player or the colour itself for the dummy's. is_sold: also
    where it went to nobody. ahead: who would own it as it lies. room: cubes it can still take.
    is_followed: whether the app knows which cubes lie there.
    """

    name: str
    label: str
    words: Sentence | str
    title: Sentence | str
    is_park: bool
    value: int | None
    touches: tuple[str, ...]
    counts: Pile
    owner: str | None
    owner_name: str
    is_sold: bool
    ahead: str | None
    room: int
    is_followed: bool


@dataclass(frozen=True, slots=True)
class BigShotView:
    """A table as one seat, or an onlooker, may see it.

    stage: as in the state, and "copy" where the game has ended and printed values are missing.
    shown_purse: who just had to show his money, and how much (BS-V3). lacks_names: the board's
    values must be typed before the first cube.
    """

    turn: int
    turns: int
    stage: str
    tracking: str
    hidden: bool
    leader: int | None
    die: int | None
    seats: tuple[SeatView, ...]
    auction: Auction | None
    lots: tuple[LotView, ...]
    colours: tuple[str, ...]
    dummy: str | None
    shown_purse: tuple[str, int] | None
    lacks_names: bool


def view(state: BigShotState, seat: int | None) -> BigShotView:
    """Return what a seat may see; seat None: what everybody may."""
    # Where money lies open every seat sees the same, so it is made out once a step.
    return _view(IdentityKey(state), seat if state.is_hidden else None)


@lru_cache(maxsize=128)
def _view(moment: IdentityKey[BigShotState], viewer: int | None) -> BigShotView:
    state = moment.state
    on_the_board = state.setup, state.copy, state.tracking, state.counts, state.sold
    return BigShotView(
        turn=state.turn,
        turns=TURNS,
        stage="copy" if state.stage == "over" and not state.is_over else state.stage,
        tracking=state.tracking,
        hidden=state.is_hidden,
        leader=state.leader,
        die=state.die,
        seats=_seats(state, viewer),
        auction=state.auction,
        lots=_lots(IdentityKey(state, *on_the_board)),
        colours=state.colours,
        dummy=state.dummy,
        shown_purse=_shown(state),
        lacks_names=state.lacks_names,
    )


def _seats(state: BigShotState, viewer: int | None) -> tuple[SeatView, ...]:
    hidden = state.hidden_accounts(viewer)
    following = next_seat(state)
    bidding = state.auction if state.stage == "auction" else None
    seats = []
    for number, sitting in enumerate(state.setup.seats):
        purses, lots, owed = [], [], 0
        for colour, account in state.purses[number]:
            balance = None if account in hidden else state.ledger.balances[account]
            purses.append(PurseView(colour, balance))
            owed += state.loans[account]
        for name, lot in state.copy.lots.items() if state.sold else ():
            if name in state.sold and state.sold[name].owner in sitting.colours:
                lots.append(lot.label)
        seats.append(
            SeatView(
                number=number,
                name=sitting.name,
                colours=sitting.colours,
                purses=tuple(purses),
                lots=tuple(lots),
                is_next=number == following,
                status=bidding_status(bidding, number),
                owes=owed * CERTIFICATES.repayment,
            )
        )
    return tuple(seats)


@lru_cache(maxsize=512)
def _lots(cubes: IdentityKey[BigShotState]) -> tuple[LotView, ...]:
    return tuple(_lot(cubes.state, lot) for lot in cubes.state.copy.lots.values())


def _lot(state: BigShotState, lot: Lot) -> LotView:
    copy, sold = state.copy, state.sold.get(lot.name)
    lying = majority(state.lot_counts(lot.name))
    is_known = sold is not None or state.tracking == "full"
    beside = lot.touches if lot.is_park else tuple(park.name for park in copy.parks_of(lot.name))
    return LotView(
        name=lot.name,
        label=lot.label,
        words=copy.words(lot.name),
        title=copy.titled(lot.name),
        is_park=lot.is_park,
        value=None if lot.is_park else lot.value,
        touches=tuple(copy.lots[name].label for name in beside),
        counts=lying.counts if is_known else (),
        owner=None if sold is None else sold.owner,
        owner_name="" if sold is None or sold.owner is None else owner_name(state, sold.owner),
        is_sold=sold is not None,
        ahead=lying.owner if sold is None and is_known else None,
        room=state.room(lot.name),
        is_followed=is_known,
    )


def owner_name(state: BigShotState, colour: str) -> str:
    """Return the name of the player of a colour, or the colour itself if nobody plays it."""
    seat = state.seat_with(colour)
    return colour if seat is None else state.name(seat)


def _shown(state: BigShotState) -> tuple[str, int] | None:
    """Return the money that was shown, until somebody bids, passes or borrows after it."""
    auction = state.auction
    if state.shown is None or auction is None or auction.spoken or state.asked:
        return None
    return state.name(state.shown.seat), sum(state.shown.purses.values())


@dataclass(frozen=True, slots=True)
class PlacedView:
    """A cube placed so far."""

    colour: str
    words: Sentence | str


@dataclass(frozen=True, slots=True)
class ColourPick:
    """A colour, and the text after it, empty where it cannot be tapped; place: in the text."""

    colour: str
    chosen: bool
    href: str
    place: int


@dataclass(frozen=True, slots=True)
class LotPick:
    """A lot, how many cubes it still takes, and the text after it.

    href: empty before a colour was tapped, and where there is no room. place: in the text.
    """

    name: str
    words: Sentence | str
    room: int
    href: str
    place: int


@dataclass(frozen=True, slots=True)
class DraftView:
    """The winner's cubes, half placed. keep: the same as long as the table has not moved on.

    back: the text one tap earlier, None at the start. tail: what every link must carry along.
    missing: why a colour or all lots cannot be tapped. lines: what placing them does. action: the
    whole step as a JSON object, once it is legal. most: how many cubes.
    """

    placed: tuple[PlacedView, ...]
    keep: str
    back: str | None
    tail: str
    refusal: Refusal | None
    missing: tuple[Sentence, ...]
    lines: tuple[Sentence, ...]
    action: dict[str, object] | None
    colours: tuple[ColourPick, ...]
    lots: tuple[LotPick, ...]
    most: int

    @property
    def is_stuck(self) -> bool:
        """Whether cubes as they really are may be refused for what was typed wrong before."""
        return self.refusal is not None or bool(self.missing)


def draft(state: BigShotState, seat: int | None, words: str) -> DraftView | None:
    """Return the placing so far, None unless the seat has cubes to place."""
    if (
        seat is None
        or state.stage != "place"
        or not legal_moves(PlaceCubes.candidates(state, seat), state, seat)
    ):
        return None
    cubes, colour = _read(state, words)
    refusal = None
    try:
        events, after = place_in_turn(state, seat, cubes)
    except Refusal as refused:
        # A text that the rules refuse is begun anew; it was typed or is from an older screen.
        cubes, colour, refusal, events, after = (), None, refused, [], state
    action = PlaceCubes(seat, cubes)
    if len(cubes) == CUBES_A_TURN:
        refusal = dry_run(action, state).refusal
    is_ready = len(cubes) == CUBES_A_TURN and refusal is None
    is_full = len(cubes) == CUBES_A_TURN
    picks = () if is_full else _colour_picks(after, cubes, colour)
    chosen = next((pick.colour for pick in picks if pick.chosen), None)
    return DraftView(
        placed=tuple(PlacedView(colour, state.copy.words(lot)) for colour, lot in cubes),
        keep=f"{seat}-{state.turn}-{zlib.crc32(repr((state.counts, state.copy)).encode()):x}",
        back=_written(state, cubes[:-1]) if cubes else None,
        tail=f"&for={seat}",
        refusal=refusal,
        missing=_missing(after, cubes),
        lines=_consequences(after, events),
        action=to_json(action) if is_ready else None,
        colours=picks,
        lots=() if is_full else _lot_picks(after, cubes, chosen),
        most=CUBES_A_TURN,
    )


def _read(state: BigShotState, words: str) -> tuple[Cubes, str | None]:
    """Return the cubes and the colour that a text says; nothing for a text that says none."""
    lots = tuple(state.copy.lots)
    cubes: list[tuple[str, str]] = []
    colour = None
    try:
        for part in words.split(".") if words else ():
            first, _, second = part.partition("-")
            colour = _listed(state.colours, first)
            if second:
                cubes.append((colour, _listed(lots, second)))
    except ValueError:
        return (), None
    return tuple(cubes[:CUBES_A_TURN]), colour


def _listed(items: tuple[str, ...], place: str) -> str:
    """Return the item at a place written in digits; raises ValueError for anything else."""
    number = digits(place)
    if number is None or number >= len(items):
        raise ValueError(place)
    return items[number]


def _written(state: BigShotState, cubes: Cubes, colour: str | None = None) -> str:
    lots = tuple(state.copy.lots)
    parts = [f"{state.colours.index(tint)}-{lots.index(lot)}" for tint, lot in cubes]
    if colour is not None:
        parts.append(str(state.colours.index(colour)))
    return ".".join(parts)


def _colour_picks(after: BigShotState, cubes: Cubes, chosen: str | None) -> tuple[ColourPick, ...]:
    taken = [colour for colour, _ in cubes]
    left = after.cubes_left()
    free = [c for c in after.colours if left[c] and taken.count(c) < MOST_OF_A_COLOUR]
    href = {colour: _written(after, cubes, colour) for colour in free}
    return tuple(
        ColourPick(colour, colour == chosen and colour in free, href.get(colour, ""), place)
        for place, colour in enumerate(after.colours)
    )


def _missing(after: BigShotState, cubes: Cubes) -> tuple[Sentence, ...]:
    """Return why what may lie before the winner cannot be tapped: colours, or any lot at all."""
    if len(cubes) == CUBES_A_TURN:
        return ()
    taken, left = [colour for colour, _ in cubes], after.cubes_left()
    used_up = tuple(colour_words(colour) for colour in after.colours if not left[colour])
    full = [colour for colour in after.colours if taken.count(colour) == MOST_OF_A_COLOUR]
    found = [say("All {all} are placed: {colours}.", all=CUBES_OF_A_COLOUR, colours=used_up)]
    found = found if used_up else []
    if full:
        found.append(say("No square holds four cubes of one colour; look again."))
    if len(after.sold) == len(after.copy.lots):
        found.append(say("Every lot is sold."))
    return tuple(found)


def _lot_picks(after: BigShotState, cubes: Cubes, colour: str | None) -> tuple[LotPick, ...]:
    return tuple(
        LotPick(
            lot,
            after.copy.words(lot),
            after.room(lot),
            _written(after, (*cubes, (colour, lot))) if colour and after.room(lot) else "",
            place,
        )
        for place, lot in enumerate(after.copy.lots)
    )


def _consequences(after: BigShotState, events: list[Event]) -> tuple[Sentence, ...]:
    """Return the sales among the events, and how the other touched lots lie."""
    touched = dict.fromkeys(event.lot for event in events if isinstance(event, CubePlaced))
    sales = [event.tell(after, None) for event in events if not isinstance(event, CubePlaced)]
    open_lots = [_lying(after, lot) for lot in touched if lot not in after.sold]
    return (*(line for line in sales if line is not None), *open_lots)


def _lying(state: BigShotState, lot: str) -> Sentence:
    counts = state.counts[lot]
    judged = majority(counts)
    values = {"lot": state.copy.titled(lot), "counts": pile_words(counts)}
    if judged.owner is None:
        return say("{lot}: {counts} — nobody is ahead.", **values)
    owner = owner_words(state, judged.owner)
    return say("{lot}: {counts} — {owner} is ahead.", owner=owner, **values)
