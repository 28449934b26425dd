"""What a takeover leads to: payment, laid cards, won shares (BD-K4 to BD-K8, BD-V2).

Decided where the book is silent: an attacker who cannot pay loses his laid shares to the
discards and his cash, up to the price, to the defender, and the company stays where it was; he
may say that he cannot pay only once what lies open before him would not be enough. Won shares
sold to the bank are discarded for good like those of a sold company (BD-C3). His own laid shares
lie with the won ones until these are sold, opened or kept, and then go back to his hand. Won
shares laid onto a company he has already bring no special income, for nothing is opened then.
"""

from __future__ import annotations

from companion.games.big_deal.box import HAND, SLOTS
from companion.games.big_deal.guards import (
    require_count,
    require_opening,
    require_seat,
    require_stage,
    require_turn,
    require_unseen,
    white_value,
)
from companion.games.big_deal.state import BigDealState, Duel, Spoils
from companion.games.big_deal.takeover_actions import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.takeover_facts import (
    SharesClaimed,
    TakeoverDefended,
    TakeoverFailed,
    TakeoverPaid,
    TakeoverWon,
    WonKept,
    WonOpened,
    WonSold,
)
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say, say_many


def defended(state: BigDealState, duel: Duel) -> TakeoverDefended:
    """Return that the defender won and paid for every laid card (BD-K4)."""
    white = white_value(state, duel.company, "BD-K4") if duel.cash_cards else 0
    return TakeoverDefended(
        duel.defender,
        duel.attacker,
        duel.company,
        duel.price,
        duel.shares,
        duel.cash_cards,
        white,
    )


def won(state: BigDealState, duel: Duel) -> Fact:
    """Return that the attacker won: paid at once, or with the money still to be raised."""
    if state.cash(duel.attacker) < owed(state, duel):
        return TakeoverWon(duel.attacker)
    return _paid(state, duel, 0, 0)


def owed(state: BigDealState, duel: Duel) -> int:
    """Return what an attacker pays in all at the standing price (BD-K5)."""
    return duel.price * state.groups[duel.group].shares


def _paid(state: BigDealState, duel: Duel, sold: int, sale_price: int) -> TakeoverPaid:
    return TakeoverPaid(
        duel.attacker,
        duel.defender,
        duel.company,
        duel.group,
        duel.price,
        state.groups[duel.group].shares,
        duel.shares,
        sold,
        sale_price,
    )


def require_claim(state: BigDealState, seat: int) -> Duel:
    """Return the takeover whose laid shares a seat has won (BD-K4)."""
    require_seat(state, seat)
    require_stage(state, "BD-K4", "claim")
    assert state.duel is not None
    _require_winner(state, state.duel, seat, "BD-K4")
    return state.duel


def _require_winner(state: BigDealState, duel: Duel, seat: int, rule: str) -> None:
    if seat != duel.winner:
        assert duel.winner is not None
        raise Refusal(
            "not_the_winner",
            rule,
            say("This takeover was won by {name}.", name=state.name(duel.winner)),
        )


def decide_claim(state: BigDealState, action: Claim) -> tuple[Fact, ...]:
    """Return where the laid shares go; into a hand only while it stays at five cards or fewer.

    Raises ``too_few``, ``not_laid``, ``hand_needed``, ``hand_over_five``.
    """
    duel = require_claim(state, action.seat)
    into_hand = action.into_hand
    require_count(into_hand, "BD-K4", least=0)
    if into_hand > duel.shares:
        raise Refusal(
            "not_laid",
            "BD-K4",
            say_many("{count} share was laid.", "{count} shares were laid.", count=duel.shares),
        )
    if into_hand:
        if action.hand is None:
            raise Refusal(
                "hand_needed", "BD-K4", say("Say how many cards the hand holds before it.")
            )
        require_count(action.hand, "BD-K4", least=0)
        if action.hand + into_hand > HAND:
            raise Refusal(
                "hand_over_five",
                "BD-K4",
                say("The hand stays at {most} cards or fewer; the rest goes into the company.",
                    most=HAND),
            )  # fmt: skip
    into_company = duel.shares - into_hand
    return (SharesClaimed(action.seat, duel.company, duel.group, into_company, into_hand),)


def require_paying(state: BigDealState, seat: int) -> Duel:
    """Return the takeover that a seat has won and still has to pay (BD-K6)."""
    require_seat(state, seat)
    require_stage(state, "BD-K6", "raise")
    assert state.duel is not None
    _require_winner(state, state.duel, seat, "BD-K6")
    return state.duel


def sale_price(state: BigDealState, company: str, rule: str) -> int:
    """Return what the bank pays for a won share; raises ``figures_needed`` (BD-K7, BD-V2)."""
    return white_value(state, company, rule) + state.bonus


def decide_pay(state: BigDealState, action: Pay) -> tuple[Fact, ...]:
    """Return the payment, with the won shares sold for it.

    Raises ``too_few``, ``not_won``, ``still_short``.
    """
    duel = require_paying(state, action.seat)
    require_count(action.sell, "BD-K6", least=0)
    _require_won(state.groups[duel.group].shares, action.sell)
    each = sale_price(state, duel.company, "BD-K6") if action.sell else 0
    short = owed(state, duel) - state.cash(action.seat) - action.sell * each
    if short > 0:
        raise Refusal(
            "still_short",
            "BD-K6",
            say("{amount} is still missing: raise it, or say that you cannot pay.", amount=short),
        )
    return (_paid(state, duel, action.sell, each),)


def _require_won(won_shares: int, asked: int) -> None:
    if asked > won_shares:
        raise Refusal(
            "not_won",
            "BD-K7",
            say_many("{count} share was won.", "{count} shares were won.", count=won_shares),
        )


def decide_fail(state: BigDealState, action: Fail) -> tuple[Fact, ...]:
    """Return that the attacker loses his laid shares and his cash; raises ``can_still_pay``."""
    duel = require_failing(state, action.seat)
    paid = min(state.cash(action.seat), owed(state, duel))
    failed = TakeoverFailed(
        action.seat, duel.defender, duel.company, duel.shares, duel.cash_cards, paid
    )
    return (failed,)


def require_failing(state: BigDealState, seat: int) -> Duel:
    """Return the takeover that a seat cannot pay; raises ``can_still_pay`` (BD-K6)."""
    duel = require_paying(state, seat)
    if state.cash(seat) + within_reach(state, seat, duel) >= owed(state, duel):
        raise Refusal(
            "can_still_pay",
            "BD-K6",
            say("What lies open before you is enough: sell it, then pay."),
        )
    return duel


def within_reach(state: BigDealState, seat: int, duel: Duel) -> int:
    """Return what selling all that lies open would bring: won shares, companies, tokens."""
    count = state.groups[duel.group].shares
    white = state.company(duel.company).white
    found = 0 if white is None else count * (white + state.bonus)
    for group in state.groups_of(seat):
        white = state.company(group.company).white
        found += 0 if white is None else group.shares * (white + state.bonus)
    # Sold companies leave their tokens unassigned, so all tokens may be sold within the limit.
    prices = sorted(
        (
            price
            for resource, held in state.tokens[seat].items()
            for price in _prices(state, resource, held)
        ),
        reverse=True,
    )
    return found + sum(prices[: state.sales_left])


def _prices(state: BigDealState, resource: str, held: int) -> list[int]:
    """Return the known prices of the slots that a seat's tokens would fill, the best first."""
    out = SLOTS - state.in_wheel(resource)
    ladder = state.copy.ladders[resource][max(out - held, 0) : out]
    return [price for price in reversed(ladder) if price is not None]


def require_spoils(state: BigDealState, seat: int) -> Spoils:
    """Return what a seat has won and not yet sold, opened or kept; raises ``nothing_won``."""
    require_turn(state, seat, "BD-K7", "actions")
    if state.spoils is None:
        raise Refusal("nothing_won", "BD-K7", say("No won shares lie before you."))
    return state.spoils


def decide_sell_won(state: BigDealState, action: SellWon) -> tuple[Fact, ...]:
    """Return the sale of won shares, even without resources (BD-K7)."""
    spoils = require_spoils(state, action.seat)
    require_count(action.shares, "BD-K7")
    _require_won(spoils.won, action.shares)
    price = sale_price(state, spoils.company, "BD-K7")
    return (WonSold(action.seat, spoils.company, action.shares, price),)


def decide_open_won(state: BigDealState, action: OpenWon) -> tuple[Fact, ...]:
    """Return the company opened with won shares first, then laid ones, then the hand's."""
    spoils = require_spoils(state, action.seat)
    require_opening(state, action.seat, spoils.company, action.shares, "BD-K7")
    from_won = min(spoils.won, action.shares)
    from_laid = min(spoils.laid, action.shares - from_won)
    require_unseen(state, spoils.company, action.shares - from_won - from_laid)
    opened = WonOpened(
        action.seat,
        spoils.company,
        state.groups_opened + 1,
        action.shares,
        from_won,
        from_laid,
        spoils.takeover,
    )
    return (opened,)


def decide_keep_won(state: BigDealState, action: KeepWon) -> tuple[Fact, ...]:
    """Return that the rest goes to the hand."""
    spoils = require_spoils(state, action.seat)
    return (WonKept(action.seat, spoils.company, spoils.won + spoils.laid),)
