"""The panels of a takeover: what is attacked with what, how it is paid, where its shares go."""

from __future__ import annotations

from companion.games.big_deal.actions import Collect
from companion.games.big_deal.bench import Bench, shares_words
from companion.games.big_deal.box import HAND, STEP, title
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeover_actions import (
    Claim,
    Fail,
    KeepWon,
    OpenWon,
    Pay,
    SellWon,
    TakeOver,
)
from companion.games.big_deal.taps import Button, Choice, Field, Panel
from companion.mechanics.codec import to_json
from companion.mechanics.words import Sentence, say, say_many

FIRST_PRICES = 6
"""How many first prices stand to be tapped, from the white value upwards."""


def take_over(bench: Bench) -> Panel:
    """Return the ways to attack another's open company (BD-K1)."""
    state, seat = bench.state, bench.seat
    group = _target(bench)
    white = bench.white(group.company)
    shares, cash_cards = _cards(bench, group, white)
    opening = TakeOver(seat, group.number, shares, white, cash_cards)
    prices = range(white, white + FIRST_PRICES * STEP, STEP)
    offers = (
        (
            f"first-{price}",
            TakeOver(seat, group.number, shares, price, cash_cards),
            say("{price} a share", price=price),
            say("{amount} in all", amount=price * group.shares),
        )
        for price in prices
    )
    return Panel(
        say("What do you bid for each of the {count} shares?", count=group.shares),
        buttons=bench.buttons(offers),
        lines=(
            _stakes(state, group, shares + cash_cards),
            say("You may bid more than you have, and raise the money if you win."),
        ),
        fields=(Field("price", say("Another price")),),
        typed=Button("first-typed", to_json(opening) | {"price": "$price"}, say("Bid")),
    )


def _target(bench: Bench) -> Group:
    state, seat = bench.state, bench.seat
    groups = [group for group in state.groups.values() if group.seat != seat]
    chosen = bench.choose(
        say("Whose company?"),
        [
            Choice(
                f"{group.number}",
                title(group.company),
                say(
                    "{name}: {count}", name=state.name(group.seat), count=shares_words(group.shares)
                ),
            )
            for group in groups
            if _attacks(bench, group)
        ],
    )
    return state.groups[int(chosen)]


def _attacks(bench: Bench, group: Group) -> bool:
    """Tell whether a group can be attacked at all: with a share, or with a Cash card alone."""
    price = bench.state.company(group.company).white or STEP
    return any(
        bench.leads_on(TakeOver(bench.seat, group.number, shares, price, 1 - shares))
        for shares in (1, 0)
    )


def _cards(bench: Bench, group: Group, white: int) -> tuple[int, int]:
    """Return how many shares and Cash cards are laid, as tapped."""

    def fits(shares: int, cash_cards: int) -> bool:
        return bench.leads_on(TakeOver(bench.seat, group.number, shares, white, cash_cards))

    most = bench.state.unseen_shares(group.company)
    plain = [count for count in range(1, most + 1) if fits(count, 0)]
    choices = [Choice(f"{count}", shares_words(count)) for count in plain]
    if any(fits(shares, 1) for shares in range(most + 1)):
        choices.append(Choice("cash", say("with Cash cards…")))
    chosen = bench.choose(say("What do you lay down?"), choices)
    if chosen != "cash":
        return int(chosen), 0
    most_cash = min(bench.state.cash_cards_left, HAND + 1)
    laid = range(most + 1)
    cash = bench.choose(
        say("How many Cash cards?"),
        [
            Choice(f"{count}", cash_words(count))
            for count in range(1, most_cash + 1)
            if any(fits(shares, count) for shares in laid)
        ],
    )
    beside = [shares for shares in laid if fits(shares, int(cash))]
    chosen = bench.choose(
        say("And how many shares?"),
        [Choice(f"{shares}", shares_words(shares)) for shares in beside],
    )
    return int(chosen), int(cash)


def cash_words(count: int) -> Sentence:
    """Return a number of Cash cards as it is said."""
    return say_many("{count} Cash card", "{count} Cash cards", count=count)


def _stakes(state: BigDealState, group: Group, cards: int) -> Sentence:
    """Return what each of the two pays for at the end (BD-K4, BD-K5)."""
    return say(
        "If you win, you pay {shares} × the last price; if {name} wins, {name} pays you {cards} × "
        "the last price.",
        shares=group.shares,
        name=state.name(group.seat),
        cards=cards,
    )


def raise_money(bench: Bench) -> Panel:
    """Return the ways to pay for a takeover that one has won without the money (BD-K6)."""
    state, seat = bench.state, bench.seat
    duel = state.duel
    assert duel is not None
    shares = state.groups[duel.group].shares
    owed, cash = duel.price * shares, state.cash(seat)
    price = (state.company(duel.company).white or 0) + state.bonus
    pays = (
        (
            f"pay-{count}",
            Pay(seat, count),
            say("Sell {shares} won for {amount} and pay", shares=count, amount=count * price)
            if count
            else say("Pay {amount}", amount=owed),
            None,
        )
        for count in range(shares + 1)
    )
    fail = (
        "fail",
        Fail(seat),
        say("I cannot pay"),
        say("the laid cards and {amount} are lost", amount=min(cash, owed)),
    )
    return Panel(
        say("Raise the money, then pay"),
        buttons=bench.buttons((*pays, fail)),
        lines=(
            say(
                "{count} × {price} = {owed} to pay; you have {cash}.",
                count=shares,
                price=duel.price,
                owed=owed,
                cash=cash,
            ),
        ),
    )


def spoils(bench: Bench) -> Panel:
    """Return what can be done with won shares: sell them, open them, keep them (BD-K7)."""
    state, seat = bench.state, bench.seat
    held = state.spoils
    assert held is not None
    price = bench.white(held.company) + state.bonus
    lying = held.won + held.laid
    counts = (
        *range(lying, lying + state.unseen_shares(held.company) + 1),
        *range(lying - 1, 1, -1),
    )
    opened = (
        (
            f"open-won-{count}",
            OpenWon(seat, count),
            say("Open with {count}", count=count),
            say("{count} from the hand", count=count - lying) if count > lying else None,
        )
        for count in counts
    )
    sold = (
        (
            f"sell-won-{count}",
            SellWon(seat, count),
            say("Sell {count}", count=count),
            say("{count} × {price} = {amount}", count=count, price=price, amount=count * price),
        )
        for count in range(held.won, 0, -1)
    )
    kept = ("keep-won", KeepWon(seat), say("All the rest into the hand"), None)
    refused = bench.refusal(OpenWon(seat, 2))
    return Panel(
        say("What becomes of the won shares?"),
        buttons=bench.buttons((*opened, *sold, kept)),
        lines=(
            say(
                "{company}: {won} won, {laid} laid.",
                company=title(held.company),
                won=held.won,
                laid=held.laid,
            ),
        ),
        notes=() if refused is None else (refused.sentence,),
    )


def claim(bench: Bench) -> Panel:
    """Return where a defender puts the shares that he has won (BD-K4)."""
    state, seat = bench.state, bench.seat
    duel = state.duel
    assert duel is not None
    if seat != duel.defender:
        return Panel()
    whole = bench.buttons([("claim-0", Claim(seat), say("All into the company"), None)])
    into_hand = range(1, duel.shares + 1)
    chosen = bench.taps.choose(
        Panel(
            say_many(
                "Where does the {count} laid share go?",
                "Where do the {count} laid shares go?",
                count=duel.shares,
            ),
            tuple(
                Choice(f"{count}", say("{count} into the hand", count=count)) for count in into_hand
            ),
            whole,
        )
    )
    offers = (
        (f"claim-{chosen}-{hand}", Claim(seat, int(chosen), hand), str(hand), None)
        for hand in range(HAND + 1)
    )
    return Panel(
        say("How many cards do you hold now? At most {most} with the new ones.", most=HAND),
        buttons=bench.buttons(offers),
    )


def collect(bench: Bench) -> Panel:
    """Return from whom a Cash card collects: one opponent, or two (BD-Q2)."""
    state, seat = bench.state, bench.seat
    others = [
        other for other in state.seats if other != seat and bench.leads_on(Collect(seat, (other,)))
    ]
    rate = say("{amount} for each share in hand and each free resource", amount=state.rate)
    panel = Panel(
        say("From whom?"),
        tuple(Choice(f"{other}", state.name(other)) for other in others),
        lines=(rate,),
    )
    first = int(bench.taps.choose(panel))
    alone = (f"collect-{first}", Collect(seat, (first,)), say("Nobody else"), None)
    pairs = (
        (f"collect-{first}-{other}", Collect(seat, (first, other)), state.name(other), None)
        for other in others
        if other != first
    )
    return Panel(say("And who else?"), buttons=bench.buttons((alone, *pairs)), lines=(rate,))
