"""The view of a table for the templates, without hidden money (BD-V1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

from companion.games.big_deal.box import (
    COMPANIES,
    OVERS,
    RESOURCE_COLOURS,
    RESOURCES,
    resource_words,
    title,
)
from companion.games.big_deal.cash_cards import highest_count
from companion.games.big_deal.entities import Duel, Group
from companion.games.big_deal.game_over import most_overs
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import highest_price
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import purse


def view(state: BigDealState, seat: int | None) -> SimpleNamespace:
    """Return a seat's view of the table, or the public view if ``seat`` is None."""
    following = state.left_of(state.active)
    companies = tuple(_company_view(state, name) for name in state.packing.companies)
    return SimpleNamespace(
        stage=state.stage,
        round=state.round,
        active=state.active,
        shark=state.is_shark,
        overs=state.overs,
        all_overs=OVERS,
        # The numbers of Game Over cards that can come up now without ending the game.
        overs_to_tap=tuple(range(1, min(most_overs(state), state.overs_left - 1) + 1)),
        # Whether this draw can bring the seventh Game Over card.
        can_be_seventh=most_overs(state) == state.overs_left,
        draw_note=_draw_note(state),
        rate=state.rate,
        cash_cards_left=state.cash_cards_left,
        packing=state.packing,
        seats=tuple(_seat_view(state, number, seat) for number in state.seats),
        wheels=tuple(_wheel_view(state, resource) for resource in RESOURCES),
        companies=companies,
        # The owner's seat, the owner's name, and the company.
        open_companies=tuple(
            (number, state.name(number), _group_view(state, group))
            for number in state.seats
            for group in state.groups_of(number)
        ),
        pool=tuple(company for company in companies if company.pool),
        income=state.income,
        duel=_duel_view(state, seat),
        steps=_turn_steps(state),
        won=None if state.spoils is None else state.spoils.summary,
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
        ).to_you(
            "The game ends at once: you get no income, do not play this turn and discard the card "
            "you just drew."
        )
    return say(
        "The upper half of the deck holds three Game Over cards. If more come up anyway, the "
        "banker can fix that under Bank."
    )


def _company_view(state: BigDealState, name: str) -> SimpleNamespace:
    """Return the view of a company in play, with its shares in the bank's pool."""
    return SimpleNamespace(
        key=name,
        title=title(name),
        white=state.company(name).white,
        pool=state.pool.get(name, 0),
    )


def _token_views(tokens: Mapping[str, int]) -> tuple[SimpleNamespace, ...]:
    return tuple(
        SimpleNamespace(
            words=resource_words(name), colour=RESOURCE_COLOURS[name], count=tokens[name]
        )
        for name in RESOURCES
        if tokens.get(name)
    )


def _seat_view(state: BigDealState, number: int, viewer: int | None) -> SimpleNamespace:
    account = purse(number)
    hidden = account in state.hidden_accounts(viewer)
    return SimpleNamespace(
        number=number,
        name=state.name(number),
        # In millions.
        money=None if hidden else state.ledger.balances[account],
        tokens=_token_views(state.tokens[number]),
        # The tokens that no open company needs.
        free=_token_views(state.free_tokens(number)),
        groups=tuple(_group_view(state, group) for group in state.groups_of(number)),
        # The number of shares counted at the end of the game, or None before.
        hand=state.hands.get(number),
    )


def _group_view(state: BigDealState, group: Group) -> SimpleNamespace:
    printed = state.company(group.company)
    needs = _token_views(printed.needs or {})
    return SimpleNamespace(
        number=group.number,
        company=group.company,
        title=group.title,
        shares=group.shares,
        green=printed.green,
        needs=tuple((pile.colour, pile.count) for pile in needs),
        # Whether the company earns special income at the end of this turn (BD-K7).
        special=group in state.special_groups,
    )


def _wheel_view(state: BigDealState, resource: str) -> SimpleNamespace:
    emptied = state.buying_slot(resource)
    printed = None if emptied is None else state.copy.ladders[resource][emptied]
    if emptied is None:
        figure, price = "–", say("all taken")
    elif printed is None:
        figure, price = "?", say("price: see the board")
    else:
        figure, price = str(printed), say("costs {price}", price=printed)
    return SimpleNamespace(
        resource=resource,
        words=resource_words(resource),
        colour=RESOURCE_COLOURS[resource],
        left=state.in_wheel(resource),
        # The price as a figure, or a sign where the sentence is needed.
        figure=figure,
        has_figure=figure.isdigit(),
        price=price,
    )


def _duel_view(state: BigDealState, seat: int | None) -> SimpleNamespace | None:
    duel = state.duel
    if duel is None:
        return None
    shares = state.groups[duel.group].shares
    bid = say("a share, bid by {name}", name=state.name(duel.bidder))
    return SimpleNamespace(
        attacker=duel.attacker,
        title=duel.title,
        white=state.company(duel.company).white,
        # The number of shares of the attacked company.
        in_group=shares,
        # The number of Cash cards laid, then the number of all cards laid.
        cash_cards=duel.cash_cards,
        cards=duel.cards,
        price=duel.price,
        # The seat that must answer, or None once a side has won.
        turn=duel.answering if duel.winner is None else None,
        # The lowest price that this seat may bid.
        lowest=duel.lowest,
        # The highest price that the viewing seat may bid; None if it has no limit.
        highest=highest_price(state, seat),
        sentence=_duel_sentence(state, duel, seat),
        bid=bid.to_you("a share, your bid") if seat == duel.bidder else bid,
        cash=_cash_sentence(state, duel, seat),
        sides=_duel_sides(state, duel, shares, seat),
    )


def _duel_sentence(state: BigDealState, duel: Duel, seat: int | None) -> Sentence:
    told = say(
        "{attacker} wants to take over {company} from {defender}.",
        attacker=state.name(duel.attacker),
        company=duel.title,
        defender=state.name(duel.defender),
    )
    if seat == duel.attacker:
        return told.to_you("You want to take over {company} from {defender}.")
    if seat == duel.defender:
        return told.to_you("{attacker} wants to take over your {company}.")
    return told


def _duel_sides(
    state: BigDealState, duel: Duel, shares: int, seat: int | None
) -> tuple[SimpleNamespace, ...]:
    """Return the name, payment and sentence of each side of a takeover (BD-K4, BD-K5).

    The payment is due if the other side gives up. The attacker comes first.

    The side that must answer can win only with a higher bid, so its payment is based on the lowest
    bid allowed. A defender who visibly cannot afford that bid is left out.
    """
    is_attackers = duel.bidder == duel.attacker
    buys_at, keeps_at = (duel.price, duel.lowest) if is_attackers else (duel.lowest, duel.price)
    attacking = SimpleNamespace(
        name=state.name(duel.attacker),
        pays=buys_at * shares,
        sentence=_takes(state, duel, seat, shares, buys_at),
    )
    if state.can_only_give_up(duel):
        return (attacking,)
    defending = SimpleNamespace(
        name=state.name(duel.defender),
        pays=keeps_at * duel.cards,
        sentence=_keeps(state, duel, seat, keeps_at),
    )
    return attacking, defending


def _takes(state: BigDealState, duel: Duel, seat: int | None, shares: int, price: int) -> Sentence:
    """Return the sentence for one seat on the outcome if the defender gives up (BD-K5)."""
    takes = say_many(
        "If {defender} gives up, {attacker} pays {count} × {price} = {amount} and takes the share.",
        "If {defender} gives up, {attacker} pays {count} × {price} = {amount} and takes the "
        "shares.",
        count=shares,
        defender=state.name(duel.defender),
        attacker=state.name(duel.attacker),
        price=price,
        amount=price * shares,
    )
    if seat == duel.attacker:
        return takes.to_you(
            "If {defender} gives up, you pay {count} × {price} = {amount} and take the company."
        )
    if seat == duel.defender:
        return takes.to_you(
            "If you give up, {attacker} pays you {count} × {price} = {amount} and takes the "
            "company."
        )
    return takes


def _keeps(state: BigDealState, duel: Duel, seat: int | None, price: int) -> Sentence:
    """Return the sentence for one seat on the outcome if the attacker gives up (BD-K4)."""
    keeps = say_many(
        "If {attacker} gives up, {defender} pays {count} × {price} = {amount} for the card laid "
        "and keeps the company.",
        "If {attacker} gives up, {defender} pays {count} × {price} = {amount} for the cards laid "
        "and keeps the company.",
        count=duel.cards,
        defender=state.name(duel.defender),
        attacker=state.name(duel.attacker),
        price=price,
        amount=price * duel.cards,
    )
    if seat == duel.attacker:
        return keeps.to_you(
            "If you give up, {defender} pays you {count} × {price} = {amount} for what you laid "
            "and keeps the company."
        )
    if seat == duel.defender:
        return keeps.to_you(
            "If {attacker} gives up, you pay {count} × {price} = {amount} for what was laid and "
            "keep the company."
        )
    return keeps


def _cash_sentence(state: BigDealState, duel: Duel, seat: int | None) -> Sentence | None:
    """Return a sentence about the bank's payment for laid Cash cards, or None (BD-K4)."""
    white = state.company(duel.company).white
    if not duel.cash_cards or white is None or state.can_only_give_up(duel):
        return None
    cash = _cash_amount_sentence(state, duel, white)
    return cash if seat == duel.defender else replace(cash, you=None)


def _cash_amount_sentence(state: BigDealState, duel: Duel, white: int) -> Sentence:
    defender, amount = state.name(duel.defender), duel.cash_cards * white
    if duel.cards == 1:
        return say(
            "The card is a Cash card: if {defender} keeps the company, the bank gives {amount}.",
            defender=defender,
            amount=amount,
        ).to_you("If you keep the company, the bank gives you {amount} for the Cash card.")
    return say_many(
        "{count} of the cards is a Cash card: if {defender} keeps the company, the bank gives "
        "{count} × {white} = {amount}.",
        "{count} of the cards are Cash cards: if {defender} keeps the company, the bank gives "
        "{count} × {white} = {amount}.",
        count=duel.cash_cards,
        defender=defender,
        white=white,
        amount=amount,
    ).to_you(
        "If you keep the company, the bank gives you {count} × {white} = {amount} for Cash cards."
    )


def _turn_steps(state: BigDealState) -> tuple[SimpleNamespace, ...]:
    """Return the steps of the turn, each with its status, for display.

    The result is empty outside a turn and during a takeover.
    """
    if state.stage in ("deal", "hands", "over") or state.duel is not None:
        return ()
    words = say("draw"), say("income"), say("actions"), say("end of turn")
    now = {"draw": 0, "income": 1}.get(state.stage, 2)
    steps = tuple(
        SimpleNamespace(
            words=word,
            status="done" if place < now else "now" if place == now else "",
            terms=(),
            total=None,
        )
        for place, word in enumerate(words)
    )
    if now == 2:
        income = steps[1]
        income.terms = tuple((green, title(company)) for company, green in state.income)
        if len(income.terms) != 1:
            income.total = sum(green for green, _ in income.terms)
    return steps
