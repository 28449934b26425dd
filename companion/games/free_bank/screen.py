"""A seat's view of a free bank.

The view never contains another seat's sealed bid.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from companion.games.free_bank.auction_kinds import KINDS
from companion.games.free_bank.auctions import opened_bid
from companion.games.free_bank.draft import bid_steps, chips
from companion.games.free_bank.final_scores import uncounted, wealth
from companion.games.free_bank.state import (
    FreeBankState,
    Movers,
    Stage,
    Standing,
    UpForAuction,
    account_words,
    what_words,
)
from companion.mechanics.auctions.auction import bidding_status
from companion.mechanics.clocks.turn_clock import standing_time
from companion.mechanics.language.amounts import Denomination, grouped
from companion.mechanics.language.words import Sentence
from companion.mechanics.money.ledger import purse, seat_of
from companion.mechanics.scoring.outcome import team_words


@dataclass(frozen=True, slots=True)
class FreeBankView:
    """The view of a free bank, for one seat or for the public."""

    stage: Stage
    round: int
    currency: str
    unit: str
    denomination: Denomination
    movers: Movers
    standing: Standing
    salary: int
    chips: tuple[int, ...]
    bid_steps: tuple[int, ...]
    """The differences between the lowest bid and four quick bids (see ``draft.bid_steps``)."""
    shows_money: bool
    shows_points: bool
    """Whether the screen shows points: it does if some were given or they decide the ranking."""
    by_points: bool
    """Whether points decide the ranking."""
    is_hidden: bool
    """Whether the money of other seats is hidden."""
    uncounted: str
    """The word "points" or "money" if these were recorded but would not count, otherwise ""."""
    has_auctions: bool
    dice: tuple[str, ...]
    """The dice that can be rolled with one tap, such as "2d6"; empty if only real dice are used."""
    seats: tuple[SimpleNamespace, ...]
    all_accounts: tuple[tuple[str, Sentence | str], ...]
    """Pairs of account and display name; the purses come last."""
    accounts: tuple[tuple[Sentence | str, Sentence | str], ...]
    """The name and balance (without unit) of the pot and the named accounts, except empty ones."""
    auction: SimpleNamespace | None
    requests: tuple[SimpleNamespace, ...]
    """The payments that seats have asked each other for."""
    opened: tuple[SimpleNamespace, ...]
    """The sealed bids that have just been opened."""
    fallen: SimpleNamespace | None
    """The latest dice roll."""

    @property
    def ranked(self) -> list[SimpleNamespace]:
        """The seats in the order in which they stand, from first to last."""
        if self.is_hidden and not self.by_points:
            return list(self.seats)
        sign = 1 if self.standing.startswith(("least", "fewest")) else -1
        return sorted(
            self.seats, key=lambda seat: (not seat.contends, sign * seat.standing, seat.side)
        )

    @property
    def most(self) -> int:
        """The highest number of points, or the largest balance; 0 if it is hidden."""
        figures = (seat.points if self.by_points else seat.balance for seat in self.seats)
        return max((figure for figure in figures if figure is not None), default=0)

    def said(self, amount: int) -> Sentence | str:
        """Format an amount with the table's unit."""
        return self.denomination.said(amount, self.unit)

    kinds = KINDS
    """The kinds of auctions."""

    def figure(self, amount: int) -> Sentence | str:
        """Format an amount without its unit, for a chip."""
        return self.denomination.said(amount)


def view(state: FreeBankState, seat: int | None) -> FreeBankView:
    """Return a seat's view of the table, or the public view if ``seat`` is None."""
    by_points = state.standing.endswith("points")
    return FreeBankView(
        stage=state.stage,
        round=state.round,
        currency=state.currency,
        unit=state.unit,
        denomination=state.denomination,
        movers=state.movers,
        standing=state.standing,
        salary=state.salary,
        chips=chips(state),
        bid_steps=bid_steps(state),
        shows_money=state.shows_money,
        shows_points=by_points or bool(state.lines),
        by_points=by_points,
        is_hidden=bool(state.hidden_accounts(seat)),
        uncounted=uncounted(state),
        has_auctions=state.has_auctions,
        dice=() if state.dice == "none" else tuple(state.dice.split()),
        seats=tuple(_seat_view(state, number, seat) for number in state.seats),
        all_accounts=tuple(
            (account, state.words(account)) for account in sorted(state.accounts, key=_is_purse)
        ),
        accounts=_account_balances(state),
        auction=_auction_view(state, seat),
        requests=_request_views(state),
        opened=_opened_bids(state),
        fallen=_latest_roll(state),
    )


def _seat_view(state: FreeBankState, number: int, viewer: int | None) -> SimpleNamespace:
    """Return the view of a seat; its balance is None if it is hidden from the viewer."""
    hidden = state.hidden_accounts(viewer)
    balance = None if purse(number) in hidden else state.money(number)
    by_points, team = state.standing.endswith("points"), state.teams.get(number, "")
    written = state.score_denomination.figure
    goods = {} if balance is None else state.goods_of(number)
    standing = None if hidden and not by_points else state.team_totals(wealth(state))[number]
    return SimpleNamespace(
        number=number,
        name=state.name(number),
        balance=balance,
        money=None if balance is None else state.figure(balance),
        points=state.points(number),
        goods=goods,
        goods_words=" · ".join(f"{good} {grouped(held)}" for good, held in goods.items() if held),
        standing=standing,
        side=state.side(number),
        contends=number in state.contenders(least_wins=not state.standing.startswith("most")),
        team=team and (team if standing is None else team_words(team, written(standing))),
        time=standing_time(state, number),
        status=_seat_status(state, number),
    )


def _seat_status(state: FreeBankState, number: int) -> str:
    """Return a seat's status for display.

    The status is "left" for a seat that left, "sealed" once its sealed bid is made, or the result
    of ``bidding_status`` in an open auction.
    """
    auction = state.auction
    if number in state.gone:
        return "left"
    if auction is None:
        return ""
    if auction.kind.is_sealed:
        return "sealed" if number in auction.sealed else ""
    return bidding_status(auction.bids, number)


def _is_purse(account: str) -> bool:
    return seat_of(account) is not None


def _account_balances(
    state: FreeBankState,
) -> tuple[tuple[Sentence | str, Sentence | str], ...]:
    """Return the name and balance of the pot and each named account, except empty ones."""
    return tuple(
        (account_words(account), state.figure(state.ledger.balance(account)))
        for account in state.ledger.floors
        if not _is_purse(account) and state.ledger.balance(account)
    )


def _auction_view(state: FreeBankState, seat: int | None) -> SimpleNamespace | None:
    auction = state.auction
    if auction is None:
        return None
    standing = auction.bids.standing
    return SimpleNamespace(
        number=auction.number,
        what=what_words(auction),
        how="sealed" if auction.kind.is_sealed else "open",
        target=state.words(auction.target),
        lowest=auction.bids.lowest_bid,
        high_seat=None if standing is None else standing.seat,
        amount=_highest_or_falling(state, auction),
        # The viewing seat's own sealed bid, or None if it has not made one.
        mine=None if seat is None else auction.sealed.get(seat),
    )


def _request_views(state: FreeBankState) -> tuple[SimpleNamespace, ...]:
    return tuple(
        SimpleNamespace(
            number=one.number,
            seat=one.seat,
            payer=one.payer,
            asker_name=state.name(one.seat),
            payer_name=state.name(one.payer),
            amount=state.said(one.amount),
            reason=one.reason,
        )
        for one in state.requests
    )


def _highest_or_falling(state: FreeBankState, auction: UpForAuction) -> Sentence | str:
    """Return the highest bid, or the price at which a lot can be taken; empty before any bid."""
    if auction.bids.standing is not None:
        return state.said(auction.bids.standing.amount)
    return state.said(auction.bids.floor) if auction.kind.falls else ""


def _opened_bids(state: FreeBankState) -> tuple[SimpleNamespace, ...]:
    if state.opened is None:
        return ()
    return tuple(
        SimpleNamespace(
            words=opened_bid(state, seat, bid),
            # False if the seat made no bid or could not pay it.
            counts=bool(bid) and seat not in state.opened.void,
        )
        for seat, bid in state.opened.bids
    )


def _latest_roll(state: FreeBankState) -> SimpleNamespace | None:
    """Return the latest dice roll, or None if there is none.

    Its ``name`` is None if the banker rolled.
    """
    if state.fallen is None:
        return None
    seat, sides, values = state.fallen
    name = None if seat is None else state.name(seat)
    return SimpleNamespace(name=name, dice=f"{len(values)}d{sides}", values=values)
