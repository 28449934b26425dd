"""What one seat may see of a table, ready for templates (BS-V1: no other's hidden purse)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.big_shot.box import TURNS
from companion.games.big_shot.copy import Lot
from companion.games.big_shot.offers import loan_colours
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.waiting import next_seat
from companion.mechanics.majority import majority
from companion.mechanics.moment import Moment
from companion.mechanics.words import Sentence

Pile = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PurseView:
    """One purse. amount: in millions, None where it is hidden. open: whether all may see it."""

    colour: str
    amount: int | None
    open: bool


@dataclass(frozen=True, slots=True)
class LoanView:
    """The loans of one purse: certificates taken, and what the next one would pay out."""

    colour: str
    taken: int
    next_payout: int | None
    may_borrow: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. status: "in", "passed" or "high" in an auction, else "". lots: labels."""

    number: int
    name: str
    colours: tuple[str, ...]
    purses: tuple[PurseView, ...]
    loans: tuple[LoanView, ...]
    lots: tuple[str, ...]
    is_leader: bool
    is_next: bool
    status: str


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The auction: the standing bid, the lowest next one, whose word it is, who is out."""

    standing_seat: int | None
    standing_amount: int | None
    lowest: int
    turn_seat: int
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LotView:
    """One lot. label: for a page; words: the same for a sentence, translated.

    touches: labels of what a park doubles, or of the parks beside a lot. counts: known cubes,
    most first; suggested: what was last known where cubes are not followed any more.
    owner: a colour, owner_name: its player or the colour itself for the dummy's. is_sold: also
    where it went to nobody. ahead: who would own it as it lies. room: cubes it can still take.
    """

    name: str
    label: str
    words: Sentence | str
    is_park: bool
    value: int | None
    touches: tuple[str, ...]
    counts: Pile
    suggested: Pile
    owner: str | None
    owner_name: str
    is_sold: bool
    ahead: str | None
    room: int


@dataclass(frozen=True, slots=True)
class BigShotView:
    """A table as one seat (``me``; None: an onlooker) may see it.

    stage: as in the state, and "copy" where the game has ended and printed values are missing.
    shown_purse: who just had to show his money, and how much (BS-V3).
    """

    turn: int
    turns: int
    stage: str
    edition: str
    tracking: str
    hidden: bool
    leader: int | None
    die: int | None
    me: int | None
    seats: tuple[SeatView, ...]
    auction: AuctionView | None
    lots: tuple[LotView, ...]
    colours: tuple[str, ...]
    dummy: str | None
    cubes_left: Pile
    shown_purse: tuple[str, int] | None
    copy_complete: bool
    price: int
    winner: int | None


def view(state: BigShotState, seat: int | None) -> BigShotView:
    """Return what a seat may see; seat None: what everybody may."""
    return BigShotView(
        turn=state.turn,
        turns=TURNS,
        stage="copy" if state.stage == "over" and not state.is_over else state.stage,
        edition=state.edition,
        tracking=state.tracking,
        hidden=state.is_hidden,
        leader=state.leader,
        die=state.die,
        me=seat,
        # Where money lies open every seat sees the same, so it is made out once a step.
        seats=_seats(Moment(state), seat if state.is_hidden else None),
        auction=_auction(state),
        lots=_lots(_Cubes(state)),
        colours=state.colours,
        dummy=state.dummy,
        cubes_left=tuple(state.cubes_left().items()),
        shown_purse=_shown(state),
        copy_complete=state.copy.is_complete,
        price=state.price,
        winner=state.winner,
    )


class _Cubes:
    """A state as far as its lots go: equal to another while the very same parts are in it.

    Cubes and sales change once a turn, but every tap redraws every screen; so the lots' views are
    kept from one step to the next.
    """

    __slots__ = ("state", "_parts")

    def __init__(self, state: BigShotState) -> None:
        self.state = state
        parts = (state.setup, state.copy, state.counts, state.sold)
        self._parts = (state.tracking, *map(id, parts))

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        # Whoever is kept keeps its parts alive, so no other part can have the same id.
        return isinstance(other, _Cubes) and self._parts == other._parts


@lru_cache(maxsize=128)
def _seats(moment: Moment[BigShotState], viewer: int | None) -> tuple[SeatView, ...]:
    state = moment.state
    return tuple(_seat(state, number, viewer) for number in range(len(state.setup.seats)))


@lru_cache(maxsize=512)
def _lots(cubes: _Cubes) -> tuple[LotView, ...]:
    return tuple(_lot(cubes.state, lot) for lot in cubes.state.copy.lots.values())


def _seat(state: BigShotState, number: int, viewer: int | None) -> SeatView:
    sitting = state.setup.seats[number]
    owned = [lot for lot, sold in state.sold.items() if sold.owner in sitting.colours]
    return SeatView(
        number=number,
        name=sitting.name,
        colours=sitting.colours,
        purses=_purses(state, number, viewer),
        loans=_loans(state, number),
        lots=tuple(lot.label for name, lot in state.copy.lots.items() if name in owned),
        is_leader=number == state.leader,
        is_next=number == next_seat(state),
        status=_status(state, number),
    )


def _purses(state: BigShotState, number: int, viewer: int | None) -> tuple[PurseView, ...]:
    hidden = state.hidden_accounts(viewer)
    secret = state.hidden_accounts(None)
    return tuple(
        PurseView(
            colour,
            None if account in hidden else state.ledger.balances[account],
            account not in secret,
        )
        for colour, account in state.purses(number)
    )


def _loans(state: BigShotState, number: int) -> tuple[LoanView, ...]:
    allowed = loan_colours(state, number) if state.stage == "auction" else ()
    return tuple(
        LoanView(
            colour,
            state.loans[account],
            payout if (payout := state.next_payout(account)) > 0 else None,
            colour in allowed,
        )
        for colour, account in state.purses(number)
    )


def _status(state: BigShotState, number: int) -> str:
    if state.auction is None:
        return ""
    if number in state.auction.passed:
        return "passed"
    standing = state.auction.standing
    return "high" if standing is not None and standing.seat == number else "in"


def _auction(state: BigShotState) -> AuctionView | None:
    auction = state.auction
    if auction is None:
        return None
    standing = auction.standing
    return AuctionView(
        standing_seat=None if standing is None else standing.seat,
        standing_amount=None if standing is None else standing.amount,
        lowest=auction.lowest_bid,
        turn_seat=auction.turn,
        passed=tuple(sorted(auction.passed)),
    )


def _lot(state: BigShotState, lot: Lot) -> LotView:
    copy, sold = state.copy, state.sold.get(lot.name)
    lying = majority(state.lot_counts(lot.name))
    is_known = sold is not None or state.tracking == "full"
    beside = lot.touches if lot.is_park else tuple(park.name for park in copy.parks_of(lot.name))
    return LotView(
        name=lot.name,
        label=lot.label,
        words=copy.words(lot.name),
        is_park=lot.is_park,
        value=None if lot.is_park else lot.value,
        touches=tuple(copy.lots[name].label for name in beside),
        counts=lying.counts if is_known else (),
        suggested=() if is_known else lying.counts,
        owner=None if sold is None else sold.owner,
        owner_name="" if sold is None or sold.owner is None else owner_name(state, sold.owner),
        is_sold=sold is not None,
        ahead=lying.owner if sold is None and is_known else None,
        room=state.room(lot.name),
    )


def owner_name(state: BigShotState, colour: str) -> str:
    """Return the name of the player of a colour, or the colour itself if nobody plays it."""
    seat = state.seat_with(colour)
    return colour if seat is None else state.name(seat)


def _shown(state: BigShotState) -> tuple[str, int] | None:
    if state.shown is None:
        return None
    return state.name(state.shown.seat), sum(state.shown.purses.values())
