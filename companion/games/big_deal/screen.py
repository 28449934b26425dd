"""What one seat may see of a table, ready for templates (BD-V1: no other's hidden purse)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.big_deal.box import (
    COMPANIES,
    OVERS,
    RESOURCE_COLOURS,
    RESOURCES,
    Packing,
    resource_words,
    title,
)
from companion.games.big_deal.cash_cards import highest_count
from companion.games.big_deal.game_over import most_overs
from companion.games.big_deal.state import BigDealState, Collection, Duel, Group, can_only_give_up
from companion.games.big_deal.takeovers import highest_price
from companion.mechanics.ledger import purse
from companion.mechanics.words import Sentence, say, say_many

Pile = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TokensView:
    """Tokens of one resource."""

    words: Sentence
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company in play. white: as printed, None where nobody typed it. pool: at the bank."""

    key: str
    title: str
    white: int | None
    pool: int


@dataclass(frozen=True, slots=True)
class GroupView:
    """An open company. needs: the colours of what it takes, none where nobody typed them.

    special: it brings special income at the end of this turn (BD-K7).
    """

    number: int
    company: str
    title: str
    shares: int
    green: int | None
    needs: Pile
    special: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. money: in millions, None where it is hidden. free: tokens no company needs.

    hand: shares counted at the end, None before.
    """

    number: int
    name: str
    money: int | None
    tokens: tuple[TokensView, ...]
    free: tuple[TokensView, ...]
    groups: tuple[GroupView, ...]
    hand: int | None


@dataclass(frozen=True, slots=True)
class WheelView:
    """A wheel: tokens left. price: what the next token costs, or why nobody can tell."""

    resource: str
    words: Sentence
    colour: str
    left: int
    price: Sentence


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of the turn. status: "done", "now", or "" where it is still to come.

    terms: what was paid, by company; total: the sum of several, or of none.
    """

    words: Sentence
    status: str
    terms: tuple[tuple[int, str], ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    """One of the two in a takeover, and what he pays if the other gives up."""

    name: str
    pays: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class DuelView:
    """A takeover. cards: laid by the attacker, cash_cards: those of them that are no shares.

    in_group: shares of the attacked company. price: per share. turn: whose turn it is, None once
    one gave up. lowest: the least price of an answer. highest: the most that the viewer may answer,
    None where nothing stops him. told, bid, cash: who wants what, whose the price is, and what Cash
    cards bring. sides: the attacker, and the defender where he may yet pay.
    """

    attacker: int
    title: str
    white: int | None
    in_group: int
    cash_cards: int
    cards: int
    price: int
    turn: int | None
    lowest: int
    highest: int | None
    told: Sentence
    bid: Sentence
    cash: Sentence | None
    sides: tuple[SideView, ...]


@dataclass(frozen=True, slots=True)
class BigDealView:
    """A table as one seat (None: an onlooker) may see it.

    stage, round, collection: as in the state. steps: the turn as a list to be done from the top.
    won: what a paid takeover laid before the active seat. income: what it was paid this turn, by
    company. highest_count: the most shares that a hand can be counted with. overs_to_tap: how many
    Game Over cards can show without ending the game; can_be_seventh: whether all that are
    left can. draw_note: what is to be known of these.
    open_companies: each with the name of whose it is. pool: those with shares at the bank.
    """

    stage: str
    round: int
    active: int
    shark: bool
    overs: int
    all_overs: int
    overs_to_tap: tuple[int, ...]
    can_be_seventh: bool
    draw_note: Sentence
    rate: int
    cash_cards_left: int
    packing: Packing
    seats: tuple[SeatView, ...]
    wheels: tuple[WheelView, ...]
    companies: tuple[CompanyView, ...]
    open_companies: tuple[tuple[str, GroupView], ...]
    pool: tuple[CompanyView, ...]
    income: Pile
    duel: DuelView | None
    steps: tuple[StepView, ...]
    won: Sentence | None
    collection: Collection | None
    highest_count: int
    titles: dict[str, str]
    left_of_active: str


def view(state: BigDealState, seat: int | None) -> BigDealView:
    """Return what a seat may see; seat None: what everybody may."""
    following = (state.active + 1) % len(state.seats)
    companies = tuple(_company(state, name) for name in state.packing.companies)
    return BigDealView(
        stage=state.stage,
        round=state.round,
        active=state.active,
        shark=state.is_shark,
        overs=state.overs,
        all_overs=OVERS,
        overs_to_tap=tuple(range(1, min(most_overs(state), state.overs_left - 1) + 1)),
        can_be_seventh=most_overs(state) == state.overs_left,
        draw_note=_draw_note(state),
        rate=state.rate,
        cash_cards_left=state.cash_cards_left,
        packing=state.packing,
        seats=tuple(_seat(state, number, seat) for number in state.seats),
        wheels=tuple(_wheel(state, resource) for resource in RESOURCES),
        companies=companies,
        open_companies=tuple(
            (state.name(number), _group(state, group))
            for number in state.seats
            for group in state.groups_of(number)
        ),
        pool=tuple(company for company in companies if company.pool),
        income=state.income,
        duel=_duel(state, seat),
        steps=_steps(state),
        won=None if state.spoils is None else state.spoils.told,
        collection=state.collection,
        highest_count=highest_count(state),
        titles=COMPANIES,
        left_of_active=state.name(following),
    )


def _draw_note(state: BigDealState) -> Sentence:
    if most_overs(state) == state.overs_left:
        return say(
            "The game ends at once: {name} gets no income, does not play this turn and discards "
            "the card just drawn.",
            name=state.name(state.active),
        )
    return say(
        "The upper half of the deck holds three Game Over cards. If more show all the same, the "
        "banker corrects them under Bank."
    )


def _company(state: BigDealState, name: str) -> CompanyView:
    pool = state.pool.get(name, 0)
    return CompanyView(key=name, title=title(name), white=state.company(name).white, pool=pool)


def _tokens(tokens: Mapping[str, int]) -> tuple[TokensView, ...]:
    return tuple(
        TokensView(resource_words(name), RESOURCE_COLOURS[name], tokens[name])
        for name in RESOURCES
        if tokens.get(name)
    )


def _seat(state: BigDealState, number: int, viewer: int | None) -> SeatView:
    account = purse(number)
    hidden = account in state.hidden_accounts(viewer)
    return SeatView(
        number=number,
        name=state.name(number),
        money=None if hidden else state.ledger.balances[account],
        tokens=_tokens(state.tokens[number]),
        free=_tokens(state.free_tokens(number)),
        groups=tuple(_group(state, group) for group in state.groups_of(number)),
        hand=state.hands.get(number),
    )


def _group(state: BigDealState, group: Group) -> GroupView:
    printed = state.company(group.company)
    needs = _tokens(printed.needs or {})
    return GroupView(
        number=group.number,
        company=group.company,
        title=group.title,
        shares=group.shares,
        green=printed.green,
        needs=tuple((pile.colour, pile.count) for pile in needs),
        special=group in state.special_groups,
    )


def _wheel(state: BigDealState, resource: str) -> WheelView:
    emptied = state.buying_slot(resource)
    if emptied is None:
        price = say("all taken")
    elif (printed := state.copy.ladders[resource][emptied]) is None:
        price = say("price: see the board")
    else:
        price = say("costs {price}", price=printed)
    return WheelView(
        resource=resource,
        words=resource_words(resource),
        colour=RESOURCE_COLOURS[resource],
        left=state.in_wheel(resource),
        price=price,
    )


def _duel(state: BigDealState, seat: int | None) -> DuelView | None:
    duel = state.duel
    if duel is None:
        return None
    shares = state.groups[duel.group].shares
    return DuelView(
        attacker=duel.attacker,
        title=duel.title,
        white=state.company(duel.company).white,
        in_group=shares,
        cash_cards=duel.cash_cards,
        cards=duel.cards,
        price=duel.price,
        turn=duel.answering if duel.winner is None else None,
        lowest=duel.lowest,
        highest=highest_price(state, seat),
        told=say(
            "{attacker} wants to take over {company}, which belongs to {defender}.",
            attacker=state.name(duel.attacker),
            company=duel.title,
            defender=state.name(duel.defender),
        ),
        bid=say("a share, bid by {name}", name=state.name(duel.bidder)),
        cash=_cash(state, duel),
        sides=_sides(state, duel, shares),
    )


def _sides(state: BigDealState, duel: Duel, shares: int) -> tuple[SideView, ...]:
    """Return what each of the two pays if the other gives up (BD-K4, BD-K5).

    Whose price it is not has to bid first, so the least that may be bid counts there.
    """
    attacker, defender = state.name(duel.attacker), state.name(duel.defender)
    is_attackers = duel.bidder == duel.attacker
    buys_at, keeps_at = (duel.price, duel.lowest) if is_attackers else (duel.lowest, duel.price)
    bought, kept = buys_at * shares, keeps_at * duel.cards
    values = {"defender": defender, "attacker": attacker}
    takes = say_many(
        "If {defender} gives up, {attacker} pays {count} × {price} = {amount} and takes the share.",
        "If {defender} gives up, {attacker} pays {count} × {price} = {amount} and takes the "
        "shares.",
        count=shares,
        **values,
        price=buys_at,
        amount=bought,
    )
    if can_only_give_up(state, duel):
        return (SideView(attacker, bought, takes),)
    keeps = say_many(
        "If {attacker} gives up, {defender} pays {count} × {price} = {amount} for the card laid "
        "and keeps the company.",
        "If {attacker} gives up, {defender} pays {count} × {price} = {amount} for the cards laid "
        "and keeps the company.",
        count=duel.cards,
        **values,
        price=keeps_at,
        amount=kept,
    )
    return SideView(attacker, bought, takes), SideView(defender, kept, keeps)


def _cash(state: BigDealState, duel: Duel) -> Sentence | None:
    """Return what the bank gives for the laid Cash cards to who keeps the company (BD-K4)."""
    white = state.company(duel.company).white
    if not duel.cash_cards or white is None or can_only_give_up(state, duel):
        return None
    return say_many(
        "{count} of the cards is a Cash card: if {defender} keeps the company, the bank gives "
        "{count} × {white} = {amount}.",
        "{count} of the cards are Cash cards: if {defender} keeps the company, the bank gives "
        "{count} × {white} = {amount}.",
        count=duel.cash_cards,
        defender=state.name(duel.defender),
        white=white,
        amount=duel.cash_cards * white,
    )


def _steps(state: BigDealState) -> tuple[StepView, ...]:
    """Return the steps of the turn, none while there is no turn or two bid for a company."""
    if state.stage in ("deal", "hands", "over") or state.duel is not None:
        return ()
    words = say("draw"), say("income"), say("actions"), say("end of turn")
    now = {"draw": 0, "income": 1}.get(state.stage, 2)
    steps = [
        StepView(word, "done" if place < now else "now" if place == now else "")
        for place, word in enumerate(words)
    ]
    if now == 2:
        terms = tuple((green, title(company)) for company, green in state.income)
        paid = sum(green for green, _ in terms)
        steps[1] = replace(steps[1], terms=terms, total=paid if len(terms) != 1 else None)
    return tuple(steps)
