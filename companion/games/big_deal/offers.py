"""What a seat may do now; the same guards let the posted action through.

A field that is typed is checked when the action comes. A step that rests on a figure nobody has
typed yet is not offered; what is offered then is to type the figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_deal import actions, takeover_actions
from companion.games.big_deal.box import LEAST, OVERS, RESOURCES, STEP, UPPER_OVERS
from companion.games.big_deal.collecting import require_collecting, require_counting
from companion.games.big_deal.companies import require_add, require_open, require_split
from companion.games.big_deal.guards import require_opening
from companion.games.big_deal.market import require_buying, require_pool, require_selling
from companion.games.big_deal.settlement import (
    owed,
    require_claim,
    require_failing,
    require_paying,
    require_spoils,
)
from companion.games.big_deal.state import BigDealState, Duel
from companion.games.big_deal.takeover import highest_price, require_attack, require_word
from companion.games.big_deal.turns import require_draw, require_end, require_income
from companion.mechanics.game import Offer, OneOf, Whole
from companion.mechanics.refusal import Refusal, allows


def legal_actions(state: BigDealState, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat may do now; seat None: what belongs to no seat."""
    if seat is None:
        return tuple(_for_the_table(state))
    match state.stage:
        case "draw":
            return tuple(_drawing(state, seat))
        case "income":
            found = allows(require_income, state, seat)
            return (Offer(actions.Income.kind, seat),) if found else ()
        case "actions":
            return tuple(_acting(state, seat)) if seat == state.active else ()
        case "duel":
            return tuple(_answering(state, seat))
        case "claim":
            return tuple(_claiming(state, seat))
        case "raise":
            return tuple(_paying(state, seat))
        case "collect" | "hands":
            counts = allows(require_counting, state, seat)
            return (Offer(actions.CountHand.kind, seat),) if counts else ()
    return ()


def _for_the_table(state: BigDealState) -> Iterator[Offer]:
    if state.stage == "deal":
        fields: dict[str, Whole | OneOf] = {
            "first": OneOf(tuple(state.seats)),
            "overs": Whole(0, UPPER_OVERS),
        }
        yield Offer(actions.Deal.kind, None, fields)
    if state.is_over:
        return
    unknown = tuple(name for name in state.packing.companies if not state.company(name).is_known)
    if unknown:
        yield Offer(actions.LearnCompany.kind, None, {"company": OneOf(unknown)})


def _drawing(state: BigDealState, seat: int) -> Iterator[Offer]:
    if allows(require_draw, state, seat):
        yield Offer(actions.Draw.kind, seat, {"overs": Whole(0, OVERS - state.overs)})


def _acting(state: BigDealState, seat: int) -> Iterator[Offer]:
    yield from _buying(state, seat)
    yield from _raising_money(state, seat)
    yield from _building(state, seat)
    yield from _attacking(state, seat)
    if state.spoils is not None:
        yield from _deciding(state, seat)
    if allows(require_end, state, seat):
        yield Offer(actions.EndTurn.kind, seat)


def _buying(state: BigDealState, seat: int) -> Iterator[Offer]:
    resources = tuple(name for name in RESOURCES if _may_buy(state, seat, name))
    if resources:
        yield Offer(actions.BuyResource.kind, seat, {"resource": OneOf(resources)})
    companies = tuple(name for name in state.pool if allows(_require_a_share, state, seat, name))
    if companies:
        yield Offer(actions.BuyShares.kind, seat, {"company": OneOf(companies)})


def _may_buy(state: BigDealState, seat: int, resource: str) -> bool:
    """Tell whether a seat can buy a token, as far as its price is known."""
    try:
        slot = require_buying(state, seat, resource)
    except Refusal:
        return False
    return state.cash(seat) >= (state.copy.ladders[resource][slot] or STEP)


def _require_a_share(state: BigDealState, seat: int, company: str) -> None:
    require_pool(state, seat, company, 1)


def _may_sell(state: BigDealState, seat: int, resource: str) -> bool:
    try:
        require_selling(state, seat, resource)
    except Refusal:
        return False
    return True


def _raising_money(state: BigDealState, seat: int) -> Iterator[Offer]:
    """Yield what brings money, in one's turn and to pay for a takeover (BD-K6)."""
    resources = tuple(name for name in RESOURCES if _may_sell(state, seat, name))
    if resources:
        yield Offer(actions.SellResource.kind, seat, {"resource": OneOf(resources)})
    priced = _priced(state)
    own = state.groups_of(seat)
    sellable = tuple(
        name
        for name in priced
        if state.unseen_shares(name) or any(group.company == name for group in own)
    )
    if sellable:
        yield Offer(actions.SellShares.kind, seat, {"company": OneOf(sellable)})
    if own:
        numbers = tuple(group.number for group in own)
        yield Offer(actions.TakeBack.kind, seat, {"group": OneOf(numbers)})
    groups = tuple(group.number for group in own if group.company in priced)
    if groups:
        yield Offer(actions.SellCompany.kind, seat, {"group": OneOf(groups)})
    if allows(require_collecting, state, seat):
        yield Offer(actions.Collect.kind, seat)


def _priced(state: BigDealState) -> tuple[str, ...]:
    """Return the companies in play whose white value is known."""
    return tuple(name for name in state.packing.companies if state.company(name).white is not None)


def _building(state: BigDealState, seat: int) -> Iterator[Offer]:
    opening = tuple(
        name for name in _with_a_set(state, seat) if allows(require_open, state, seat, name, LEAST)
    )
    if opening:
        yield Offer(actions.Open.kind, seat, {"company": OneOf(opening)})
    own = state.groups_of(seat)
    growing = tuple(
        group.number for group in own if allows(require_add, state, seat, group.number, 1)
    )
    if growing:
        yield Offer(actions.Add.kind, seat, {"group": OneOf(growing)})
    parting = tuple(
        group.number for group in own if allows(require_split, state, seat, group.number, LEAST)
    )
    if parting:
        yield Offer(actions.Split.kind, seat, {"group": OneOf(parting)})


def _with_a_set(state: BigDealState, seat: int) -> tuple[str, ...]:
    """Return the companies of whose resources a seat has a free set, told without refusing each."""
    free = state.free_tokens(seat)
    needed = ((name, state.company(name).needs) for name in state.packing.companies)
    return tuple(
        name
        for name, needs in needed
        if needs is not None and all(free[part] >= count for part, count in needs.items())
    )


def _attacking(state: BigDealState, seat: int) -> Iterator[Offer]:
    priced = _priced(state)
    groups = tuple(
        group.number
        for group in state.groups.values()
        if group.seat != seat
        and group.company in priced
        and (state.unseen_shares(group.company) or state.cash_cards_left)
        and _may_attack(state, seat, group.number)
    )
    if groups:
        yield Offer(takeover_actions.TakeOver.kind, seat, {"group": OneOf(groups)})


def _may_attack(state: BigDealState, seat: int, number: int) -> bool:
    try:
        require_attack(state, seat, number)
    except Refusal:
        return False
    return True


def _deciding(state: BigDealState, seat: int) -> Iterator[Offer]:
    """Yield what can become of the won shares (BD-K7)."""
    spoils = require_spoils(state, seat)
    if state.company(spoils.company).white is not None:
        yield Offer(takeover_actions.SellWon.kind, seat, {"shares": Whole(1, spoils.won)})
    most = spoils.won + spoils.laid + state.unseen_shares(spoils.company)
    if most >= LEAST and allows(require_opening, state, seat, spoils.company, LEAST, "BD-K7"):
        yield Offer(takeover_actions.OpenWon.kind, seat, {"shares": Whole(LEAST, most)})
    yield Offer(takeover_actions.KeepWon.kind, seat)


def _answering(state: BigDealState, seat: int) -> Iterator[Offer]:
    if not allows(require_word, state, seat):
        return
    assert state.duel is not None
    lowest, highest = state.duel.price + STEP, highest_price(state, seat)
    if highest is None or highest >= lowest:
        yield Offer(takeover_actions.Raise.kind, seat, {"price": Whole(lowest, highest)})
    yield Offer(takeover_actions.GiveUp.kind, seat)


def _claiming(state: BigDealState, seat: int) -> Iterator[Offer]:
    try:
        duel = require_claim(state, seat)
    except Refusal:
        return
    yield Offer(takeover_actions.Claim.kind, seat, {"into_hand": Whole(0, duel.shares)})


def _paying(state: BigDealState, seat: int) -> Iterator[Offer]:
    try:
        duel = require_paying(state, seat)
    except Refusal:
        return
    least = least_to_sell(state, duel)
    if least is not None:
        shares = Whole(least, state.groups[duel.group].shares)
        yield Offer(takeover_actions.Pay.kind, seat, {"sell": shares})
    yield from _raising_money(state, seat)
    try:
        require_failing(state, seat)
    except Refusal:
        return
    yield Offer(takeover_actions.Fail.kind, seat)


def least_to_sell(state: BigDealState, duel: Duel) -> int | None:
    """Return how many won shares an attacker must sell at least to pay now, None: too few."""
    short = owed(state, duel) - state.cash(duel.attacker)
    if short <= 0:
        return 0
    white = state.company(duel.company).white
    if white is None:
        return None
    least = -(-short // (white + state.bonus))
    return least if least <= state.groups[duel.group].shares else None
