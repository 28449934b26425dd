"""What one seat may see of a free bank, ready for templates: no other's sealed bid."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.free_bank.auctions import opened_bid
from companion.games.free_bank.draft import chips
from companion.games.free_bank.state import (
    FreeBankState,
    Stage,
    account_words,
    grouped,
    said,
    what_words,
)
from companion.mechanics.auction import bidding_status
from companion.mechanics.ledger import seat_of
from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. money: as said, without the unit.

    status: "passed", "high" or "in" in an open auction, "sealed" or "" else.
    """

    number: int
    name: str
    money: str
    points: int
    status: str


@dataclass(frozen=True, slots=True)
class AuctionView:
    """What is up for auction. amount: the standing bid. target: who gets the money.

    mine: the looking seat's own sealed bid, None before it is put in.
    """

    number: int
    what: Sentence | str
    how: str
    target: Sentence | str
    lowest: int
    high_seat: int | None
    amount: str
    mine: int | None


@dataclass(frozen=True, slots=True)
class BidView:
    """A sealed bid, opened. counts: whether the purse covered it and it was a bid at all."""

    words: Sentence
    counts: bool


@dataclass(frozen=True, slots=True)
class FallenView:
    """The last dice: who rolled (None: the banker), which dice, what they show."""

    name: str | None
    dice: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FreeBankView:
    """A free bank as one seat may see it.

    all_accounts: every account, the bank first. accounts: pots that are not empty, each with what
    it holds, without the unit. fallen: the last dice. shows_money, shows_points: whether the
    table uses them. dice: those that one tap rolls, none where the table has its own. opened: the
    sealed bids just opened.
    """

    stage: Stage
    round: int
    currency: str
    unit: str
    movers: str
    standing: str
    salary: int
    chips: tuple[int, ...]
    shows_money: bool
    shows_points: bool
    has_clock: bool
    has_auctions: bool
    dice: tuple[str, ...]
    seats: tuple[SeatView, ...]
    all_accounts: tuple[tuple[str, Sentence | str], ...]
    accounts: tuple[tuple[Sentence | str, str], ...]
    auction: AuctionView | None
    opened: tuple[BidView, ...]
    fallen: FallenView | None

    def said(self, amount: int) -> str:
        """Return an amount with the table's unit."""
        return said(amount, self.unit)

    figure = staticmethod(grouped)
    """An amount alone, for a chip."""


def view(state: FreeBankState, seat: int | None) -> FreeBankView:
    """Return what a seat may see; seat None: what everybody may."""
    by_points = state.standing.endswith("points")
    return FreeBankView(
        stage=state.stage,
        round=state.round,
        currency=state.currency,
        unit=state.unit,
        movers=state.movers,
        standing=state.standing,
        salary=state.salary,
        chips=chips(state),
        shows_money=state.uses_money or not by_points,
        shows_points=by_points or bool(state.lines),
        has_clock=state.clock is not None,
        has_auctions=state.has_auctions,
        dice=() if state.dice == "none" else tuple(state.dice.split()),
        seats=tuple(_seat(state, number) for number in state.seats),
        all_accounts=tuple(
            (account, state.words(account)) for account in sorted(state.accounts, key=_is_purse)
        ),
        accounts=_accounts(state),
        auction=_auction(state, seat),
        opened=_opened(state),
        fallen=_fallen(state),
    )


def _seat(state: FreeBankState, number: int) -> SeatView:
    return SeatView(
        number,
        state.name(number),
        grouped(state.money(number)),
        state.points(number),
        _status(state, number),
    )


def _status(state: FreeBankState, number: int) -> str:
    auction = state.auction
    if auction is None or number in state.gone:
        return "left" if number in state.gone else ""
    if auction.how == "sealed":
        return "sealed" if number in auction.sealed else ""
    return bidding_status(auction.bids, number)


def _is_purse(account: str) -> bool:
    return seat_of(account) is not None


def _accounts(state: FreeBankState) -> tuple[tuple[Sentence | str, str], ...]:
    """Return the pot and the named accounts in which something lies."""
    return tuple(
        (account_words(account), grouped(state.ledger.balance(account)))
        for account in state.ledger.floors
        if seat_of(account) is None and state.ledger.balance(account)
    )


def _auction(state: FreeBankState, seat: int | None) -> AuctionView | None:
    auction = state.auction
    if auction is None:
        return None
    standing = auction.bids.standing
    return AuctionView(
        number=auction.number,
        what=what_words(auction),
        how=auction.how,
        target=state.words(auction.target),
        lowest=auction.bids.lowest_bid,
        high_seat=None if standing is None else standing.seat,
        amount="" if standing is None else state.said(standing.amount),
        mine=None if seat is None else auction.sealed.get(seat),
    )


def _opened(state: FreeBankState) -> tuple[BidView, ...]:
    if state.opened is None:
        return ()
    return tuple(
        BidView(opened_bid(state, seat, bid), bool(bid) and seat not in state.opened.void)
        for seat, bid in state.opened.bids
    )


def _fallen(state: FreeBankState) -> FallenView | None:
    if state.fallen is None:
        return None
    seat, sides, values = state.fallen
    name = None if seat is None else state.name(seat)
    return FallenView(name, f"{len(values)}d{sides}", values)
