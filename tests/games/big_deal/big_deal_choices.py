"""What a household does with an offer: one action that its cards in hand allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_deal.box import HAND, LEAST, STEP
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.settlement import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.games.big_deal.turn import EndTurn, Income
from companion.mechanics.game import Action, Offer, OneOf, Whole
from tests.games.big_deal.big_deal_copies import LADDERS
from tests.games.big_deal.big_deal_household import CASH, Household


def names_in(offer: Offer, name: str) -> tuple[str, ...]:
    values = offer.fields[name]
    assert isinstance(values, OneOf)
    return tuple(str(value) for value in values.values)


def numbers_in(offer: Offer, name: str) -> tuple[int, ...]:
    values = offer.fields[name]
    assert isinstance(values, OneOf)
    return tuple(int(value) for value in values.values)


def chosen(house: Household, seat: int, offer: Offer) -> Iterator[Action]:
    """Yield at most one action that an offer and the cards in hand allow."""
    make = {
        "income": _plain,
        "give_up": _plain,
        "fail": _plain,
        "keep_won": _plain,
        "end_turn": _plain,
        "buy_resource": _trade,
        "sell_resource": _trade,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "open": _open,
        "add": _add,
        "take_back": _of_group,
        "sell_company": _of_group,
        "split": _of_group,
        "take_over": _attack,
        "collect": _collect,
        "count_hand": _count,
        "raise": _raise,
        "claim": _claim,
        "pay": _ranged,
        "sell_won": _ranged,
        "open_won": _open_won,
    }[offer.kind]
    action = make(house, seat, offer)
    if action is not None:
        yield action


def _plain(house: Household, seat: int, offer: Offer) -> Action:
    classes = {kind.kind: kind for kind in (Income, GiveUp, Fail, KeepWon, EndTurn)}
    return classes[offer.kind](seat)


def _trade(house: Household, seat: int, offer: Offer) -> Action | None:
    state, resource = house.state, house.random.choice(names_in(offer, "resource"))
    buys = offer.kind == "buy_resource"
    slot = state.buying_slot(resource) if buys else state.selling_slot(resource)
    assert slot is not None
    printed = LADDERS[resource][slot]
    price = None if state.copy.ladders[resource][slot] is not None else printed
    if not buys:
        sells = house.random.random() < 0.3 or state.stage == "raise"
        return SellResource(seat, resource, price) if sells else None
    return BuyResource(seat, resource, price) if state.cash(seat) >= printed else None


def _buy_shares(house: Household, seat: int, offer: Offer) -> Action | None:
    company = house.random.choice(names_in(offer, "company"))
    return BuyShares(seat, company) if house.random.random() < 0.5 else None


def _sell_shares(house: Household, seat: int, offer: Offer) -> Action | None:
    names, raises = names_in(offer, "company"), house.state.stage == "raise"
    for group in house.state.groups_of(seat):
        if group.company in names and house.random.random() < 0.05:
            return SellShares(seat, group.company, 1, group.number)
    held = [name for name in names if house.held(seat, name)]
    if not held or (house.random.random() < 0.7 and not raises):
        return None
    company = house.random.choice(held)
    return SellShares(seat, company, house.random.randint(1, house.held(seat, company)))


def _open(house: Household, seat: int, offer: Offer) -> Action | None:
    for company in names_in(offer, "company"):
        held = house.held(seat, company)
        if held >= LEAST:
            return Open(seat, company, house.random.randint(LEAST, held))
    return None


def _add(house: Household, seat: int, offer: Offer) -> Action | None:
    number = house.random.choice(numbers_in(offer, "group"))
    held = house.held(seat, house.state.groups[number].company)
    return Add(seat, number, house.random.randint(1, held)) if held else None


def _of_group(house: Household, seat: int, offer: Offer) -> Action | None:
    number = house.random.choice(numbers_in(offer, "group"))
    shares = house.state.groups[number].shares
    if offer.kind == "split":
        return Split(seat, number, house.random.randint(LEAST, shares - LEAST))
    if house.random.random() < 0.9 and house.state.stage != "raise":
        return None
    if offer.kind == "sell_company":
        return SellCompany(seat, number)
    return TakeBack(seat, number, house.random.randint(1, shares))


def _attack(house: Household, seat: int, offer: Offer) -> Action | None:
    number = house.random.choice(numbers_in(offer, "group"))
    company = house.state.groups[number].company
    held, cash_cards = house.held(seat, company), house.hands[seat].count(CASH)
    if not held + cash_cards:
        return None
    laid = house.random.randint(0 if cash_cards else 1, held)
    used = house.random.randint(0 if laid else 1, cash_cards) if cash_cards else 0
    white = house.state.company(company).white
    assert white is not None
    price = white + STEP * house.random.choice((0, 0, 0, 1, 2, 10))
    return TakeOver(seat, number, laid, price, used)


def _collect(house: Household, seat: int, offer: Offer) -> Action | None:
    if CASH not in house.hands[seat]:
        return None
    others = [other for other in house.state.seats if other != seat]
    count = house.random.randint(1, min(2, len(others)))
    return Collect(seat, tuple(house.random.sample(others, count)))


def _count(house: Household, seat: int, offer: Offer) -> Action:
    return CountHand(seat, len(house.hands[seat]) - house.hands[seat].count(CASH))


def _raise(house: Household, seat: int, offer: Offer) -> Action:
    prices = offer.fields["price"]
    assert isinstance(prices, Whole)
    highest = prices.lowest + 2 * STEP
    highest = highest if prices.highest is None else min(highest, prices.highest)
    return Raise(seat, house.random.randrange(prices.lowest, highest + 1, STEP))


def _claim(house: Household, seat: int, offer: Offer) -> Action:
    assert house.state.duel is not None
    room = min(HAND - len(house.hands[seat]), house.state.duel.shares)
    into_hand = house.random.randint(0, max(room, 0))
    return Claim(seat, into_hand, len(house.hands[seat]) if into_hand else None)


def _ranged(house: Household, seat: int, offer: Offer) -> Action:
    (values,) = offer.fields.values()
    assert isinstance(values, Whole) and values.highest is not None
    count = house.random.randint(values.lowest, values.highest)
    return Pay(seat, count) if offer.kind == "pay" else SellWon(seat, count)


def _open_won(house: Household, seat: int, offer: Offer) -> Action | None:
    spoils = house.state.spoils
    assert spoils is not None
    most = spoils.won + house.held(seat, spoils.company)
    return OpenWon(seat, house.random.randint(LEAST, most)) if most >= LEAST else None
