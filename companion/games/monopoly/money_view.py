"""What screens show of rents, debts, auctions and what may be bought."""

from __future__ import annotations

from companion.games.monopoly.board import GROUP_WORDS
from companion.games.monopoly.money_facts import REASON_WORDS
from companion.games.monopoly.payments import require_payment
from companion.games.monopoly.raising import raising
from companion.games.monopoly.state import Debt, MonopolyState
from companion.games.monopoly.view_types import AuctionView, ClaimView, DebtView, SpaceView
from companion.mechanics.refusal import allows


def space_view(state: MonopolyState, position: int) -> SpaceView:
    """Return the card of a property in short."""
    space = state.board[position]
    return SpaceView(
        position=position,
        name=space.name,
        group=GROUP_WORDS[space.group or ""],
        price=space.price,
        rents=state.board.station_rents if space.kind == "station" else space.rents,
        factors=state.board.utility_factors if space.kind == "utility" else (),
        house_price=space.house_price,
        mortgaged_for=space.mortgage,
    )


def buying(state: MonopolyState) -> SpaceView | None:
    """Return what the mover may buy."""
    if state.stage != "buy" or state.mover is None:
        return None
    return space_view(state, state.spaces[state.mover])


def claim_views(state: MonopolyState) -> tuple[ClaimView, ...]:
    """Return the rents that may be asked for."""
    return tuple(
        ClaimView(
            claim.owner,
            claim.debtor,
            state.name(claim.debtor),
            claim.position,
            state.board[claim.position].name,
            claim.amount,
        )
        for claim in state.claims
    )


def debt_views(state: MonopolyState) -> tuple[DebtView, ...]:
    """Return what is owed, by whom, to whom, and what could be raised."""
    return tuple(_debt(state, debt) for debt in state.debts)


def _debt(state: MonopolyState, debt: Debt) -> DebtView:
    terms = raising(state, debt.debtor)
    could_raise = sum(term.amount for term in terms)
    is_first = state.debts_of(debt.debtor)[0] == debt
    return DebtView(
        number=debt.number,
        debtor=debt.debtor,
        debtor_name=state.name(debt.debtor),
        creditor=debt.creditor,
        creditor_name=None if debt.creditor is None else state.name(debt.creditor),
        amount=debt.amount,
        reason=REASON_WORDS[debt.reason],
        name=None if debt.position is None else state.board[debt.position].name,
        missing=max(debt.amount - state.cash(debt.debtor), 0),
        raising=terms,
        could_raise=could_raise,
        can_pay=is_first and allows(require_payment, state, debt.debtor),
        is_lost=is_first and could_raise < debt.amount,
        is_first=is_first,
    )


def auction_view(state: MonopolyState) -> AuctionView | None:
    """Return the auction under way."""
    sale = state.sale
    if sale is None:
        return None
    standing = sale.auction.standing
    return AuctionView(
        space=None if sale.position is None else space_view(state, sale.position),
        building=sale.building,
        left=0 if sale.building is None else state.left(sale.building),
        standing_seat=None if standing is None else standing.seat,
        standing_name=None if standing is None else state.name(standing.seat),
        standing_amount=None if standing is None else standing.amount,
        lowest=sale.auction.lowest_bid,
        bidding=sale.auction.active,
    )


def bidding_status(state: MonopolyState, seat: int) -> str:
    """Return how a seat stands in the auction: "in", "passed", "high", or "" outside one."""
    if state.sale is None or seat not in state.sale.auction.seats:
        return ""
    auction = state.sale.auction
    if seat in auction.passed:
        return "passed"
    return "high" if auction.standing is not None and auction.standing.seat == seat else "in"
