"""A seat's steps put together by taps: a menu of what is legal now, then panel after panel."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from companion.games.big_deal.box import (
    HAND,
    RESOURCE_COLOURS,
    RESOURCES,
    TRADES,
    resource_words,
    title,
)
from companion.games.big_deal.cash_cards import Collect
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.menu import (
    NeedsInput,
    Offers,
    Panel,
    PanelButton,
    PanelChoice,
    PanelField,
    Taps,
    WizardContext,
    Words,
    figures_of,
    shares_words,
)
from companion.games.big_deal.resume import (
    BUY_SHARES,
    SELL_SHARES,
    TRADE_RESOURCES,
    is_trading,
    resumed_text,
)
from companion.games.big_deal.settlement import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.state import BigDealState, Group, owed, pile_words
from companion.games.big_deal.takeovers import TakeOver
from companion.mechanics.codec import to_json
from companion.mechanics.event_sourcing import Action
from companion.mechanics.menu import LegalMove
from companion.mechanics.refusal import not_none
from companion.mechanics.words import Sentence, say, say_many

Make = Callable[[WizardContext, Offers], Panel]

MENU = "menu"
"""The text of the menu itself; an empty one is where the seat is in the middle of something."""

GUESSES = 8
"""How many prices stand to be tapped where nobody has typed the slot's yet."""

FIRST_PRICES = 6
"""How many first prices stand to be tapped, from the white value upwards."""


def open_company(bench: WizardContext, offers: Offers) -> Panel:
    """Return openings with shares from the hand and one set of resources (BD-C1)."""
    notes = bench.why_not(Open, "resources_missing")
    beside = partial(_beside_won, bench.state)
    chosen = bench.pick(say("Which company?"), offers, _company(beside), notes)
    printed = bench.state.company(_asked(bench, chosen))
    return Panel(
        say("With how many shares from the hand?"),
        buttons=bench.buttons("open", bench.concrete_actions(chosen), _shares),
        lines=(
            say(
                "Needs {needs}, earns {green} a turn.",
                needs=pile_words(printed.needs or {}),
                green=printed.green,
            ),
        ),
        notes=notes,
    )


def _company(small: Callable[[str], Words | None]) -> Callable[[Any], PanelChoice]:
    """Return what makes an action the choice of its company."""
    return lambda action: PanelChoice(action.company, title(action.company), small(action.company))


def _asked(bench: WizardContext, chosen: list[LegalMove]) -> str:
    """Return the company of what was chosen; raises Asked where its figures were never typed."""
    action: Any = chosen[0].action
    company: str = action.company
    bench.ask_figures(company)
    return company


def _shares(event: Any) -> Words:
    return shares_words(event.shares)


def _in_all(event: Any) -> Words:
    return say("{amount} in all", amount=event.shares * event.price)


def _sum(event: Any) -> Words:
    amount = event.shares * event.price
    return say("{count} × {price} = {amount}", count=event.shares, price=event.price, amount=amount)


def _beside_won(state: BigDealState, company: str) -> Words | None:
    """Return that won shares still lie there, where this would open their company without them."""
    spoils = state.spoils
    is_won = spoils is not None and spoils.company == company
    return say("without the won shares") if is_won else None


def _own(bench: WizardContext, offers: Offers) -> tuple[Group, list[LegalMove]]:
    """Return the open company chosen among a seat's own, and what is offered with it."""

    def choice(action: Any) -> PanelChoice:
        group = bench.state.groups[action.group]
        return PanelChoice(f"{group.number}", group.title, shares_words(group.shares))

    chosen = bench.pick(say("Which company?"), offers, choice)
    return _group(bench, chosen[0]), chosen


def _group(bench: WizardContext, offer: LegalMove) -> Group:
    action: Any = offer.action
    return bench.state.groups[action.group]


def move_shares(bench: WizardContext, offers: Offers) -> Panel:
    """Return what can be added to an open company, or taken back from it (BD-C2)."""
    group, chosen = _own(bench, offers)
    added, taken = (
        bench.concrete_actions(offer for offer in chosen if offer.kind == kind.kind)
        for kind in (Add, TakeBack)
    )
    return Panel(
        say("How many?"),
        buttons=bench.buttons("add", added)
        + bench.buttons(
            "back",
            taken,
            small=lambda event: say("closes it") if event.shares == group.shares else None,
            sells=True,
        ),
    )


def sell_company(bench: WizardContext, offers: Offers) -> Panel:
    """Return the sale of each whole open company, with its price (BD-C3, BD-V2)."""
    groups = (_group(bench, offer) for offer in offers if offer.refusal)
    untyped = {f"{group.number}": group for group in groups}
    choices = tuple(PanelChoice(word, group.title) for word, group in untyped.items())
    sales = bench.buttons(
        "sell-company",
        bench.concrete_actions(offers),
        lambda sold: title(sold.company),
        _sum,
        by="group",
        sells=True,
    )
    question = say("Sell which company to the bank?")
    chosen = bench.taps.choose(Panel(question, choices, sales))
    bench.ask_figures(untyped[chosen].company)
    return Panel()


def split_company(bench: WizardContext, offers: Offers) -> Panel:
    """Return the ways to split an open company (BD-C4)."""
    group, chosen = _own(bench, offers)
    bench.ask_figures(group.company)
    splits = bench.concrete_actions(chosen)
    return Panel(
        say("How do you split its shares?"),
        # The larger part is the smaller one's rest.
        buttons=bench.buttons(
            "split",
            splits[: (len(splits) + 1) // 2],
            lambda event: f"{group.shares - event.shares} + {event.shares}",
        ),
    )


def raise_money(bench: WizardContext) -> Panel:
    """Return the ways to pay for a takeover that one has won without the money (BD-K6)."""
    state, seat, duel = bench.state, bench.seat, not_none(bench.state.duel)
    pays = bench.buttons("pay", bench.concrete_actions(bench.candidate_moves(Pay)), by="sell")
    fails = bench.buttons(
        "fail",
        bench.concrete_actions(bench.candidate_moves(Fail)),
        small=lambda event: say("the laid cards and {amount} are lost", amount=event.paid),
        by="",
        sells=True,
    )
    return Panel(
        say("Raise the money, then pay"),
        buttons=(*pays, *fails),
        notes=() if pays else bench.why_not(Fail),
        lines=(
            say(
                "{count} × {price} = {owed} to pay; {name} has {cash}.",
                count=state.groups[duel.group].shares,
                price=duel.price,
                owed=owed(state, duel),
                name=state.name(seat),
                cash=state.money(seat),
            ).to_you("{count} × {price} = {owed} to pay; you have {cash}."),
        ),
    )


def spoils(bench: WizardContext) -> Panel:
    """Return what can be done with won shares: sell them, open them, keep them (BD-K7)."""
    held = not_none(bench.state.spoils)
    openings = sorted(
        bench.concrete_actions(bench.candidate_moves(OpenWon)), key=lambda way: way.action.shares
    )
    opened = bench.buttons("open-won", openings, small=_from_the_hand)
    sold = bench.buttons(
        "sell-won", bench.concrete_actions(bench.candidate_moves(SellWon)), small=_sum, sells=True
    )
    kept = bench.buttons("keep-won", bench.concrete_actions(bench.candidate_moves(KeepWon)), by="")
    return Panel(
        buttons=(*opened, *sold, *kept),
        lines=(held.told,),
        notes=bench.why_not(OpenWon),
    )


def _from_the_hand(opened: Any) -> Words | None:
    """Return how many of its shares come from the hand, beside the won and the laid ones."""
    count = opened.shares - opened.won - opened.laid
    return say("{count} from the hand", count=count) if count else None


def claim(bench: WizardContext) -> Panel:
    """Return where a defender puts the shares that he has won (BD-K4)."""
    offers, count = bench.candidate_moves(Claim), not_none(bench.state.duel).shares
    if not offers:
        return Panel()
    whole, *into_hand = offers
    choices = {f"{number}": offer for number, offer in enumerate(into_hand, 1)}
    panel = Panel(
        say_many(
            "Where does the laid share go?",
            "Where do the {count} laid shares go?",
            count=count,
        ),
        tuple(PanelChoice(word, one.action.label(bench.state)) for word, one in choices.items()),
        bench.buttons("claim", bench.concrete_actions([whole]), by="into_hand"),
    )
    chosen = bench.taps.choose(panel)
    counts = bench.buttons(f"claim-{chosen}", bench.concrete_actions([choices[chosen]]), by="hand")
    return Panel(
        say("How many cards do you hold now? At most {most} with the new ones.", most=HAND),
        buttons=tuple(replace(one, words=f"{one.action['hand']}") for one in counts),
    )


def resources(bench: WizardContext, offers: Offers) -> Panel:
    """Return purchases and sales of a token, each with its price, in a place of its own (BD-R1)."""
    state = bench.state
    unpriced = {_trade(offer.action): offer for offer in offers if "price" in offer.ranges}
    known = bench.concrete_actions(offer for offer in offers if "price" not in offer.ranges)
    found = {_trade(way.action): _slot(way.action, *way.events) for way in known}
    found |= {word: _slot(offer.action) for word, offer in unpriced.items()}
    slots = tuple(found.get(f"{verb}-{name}") for name in RESOURCES for verb in ("buy", "sell"))
    panel = Panel(
        say("Which resource?"),
        tuple(slot for slot in slots if isinstance(slot, PanelChoice)),
        tuple(slot for slot in slots if isinstance(slot, PanelButton)),
        lines=(
            say(
                "Bought {bought} and sold {sold} of {most} each this turn.",
                bought=state.bought,
                sold=state.sold,
                most=TRADES,
            ),
        ),
        slots=slots,
    )
    return _price_of(bench, unpriced[bench.taps.choose(panel)])


def _trade(trade: Any) -> str:
    """Return the word of a trade."""
    return f"{'sell' if isinstance(trade, SellResource) else 'buy'}-{trade.resource}"


def _slot(trade: Any, *events: Any) -> PanelChoice | PanelButton:
    """Return a trade where it is known what it leads to, else the way to it."""
    name, colour = resource_words(trade.resource), RESOURCE_COLOURS[trade.resource]
    sells = isinstance(trade, SellResource)
    if not events:
        return PanelChoice(_trade(trade), _verb(trade), name, colour, sells)
    price = events[-1].price
    buy, sell = say("Buy for {amount}", amount=price), say("Sell for {amount}", amount=price)
    return PanelButton(_trade(trade), to_json(trade), sell if sells else buy, name, colour, sells)


def _verb(trade: Action) -> Words:
    return say("Sell") if isinstance(trade, SellResource) else say("Buy")


def _price_of(bench: WizardContext, offer: LegalMove) -> Panel:
    """Return prices to tap, and a field, for a slot whose price nobody has typed yet."""
    trade: Any = offer.action
    sells = isinstance(trade, SellResource)
    prices = bench.concrete_actions([offer], most=GUESSES)
    return Panel(
        say("Which price does the wheel show at this slot?"),
        buttons=bench.buttons(
            "price", prices, lambda event: str(event.price), by="price", sells=sells
        ),
        lines=(
            say("The wheel: {resource}", resource=resource_words(trade.resource)),
            say("It is asked once and kept for the next game."),
        ),
        fields=(PanelField("price", say("Another price")),),
        typed=PanelButton("price-typed", _without_price(trade), _verb(trade), sells=sells),
    )


def _without_price(action: Action) -> dict[str, object]:
    """Return an action as a JSON object, its price still to be typed."""
    return {name: value for name, value in to_json(action).items() if name != "price"}


def buy_shares(bench: WizardContext, offers: Offers) -> Panel:
    """Return purchases out of the pool (BD-H1)."""
    pool = _company(lambda name: shares_words(bench.state.pool[name]))
    chosen = bench.pick(say("Which company?"), offers, pool)
    _asked(bench, chosen)
    return Panel(
        say("How many?"),
        buttons=bench.buttons("buy", bench.concrete_actions(chosen), _shares, _in_all),
    )


def _where(state: BigDealState, company: str) -> Words:
    """Return from where a seat sells shares that do not lie in an open company."""
    spoils = state.spoils
    if spoils is not None and spoils.company == company and spoils.laid:
        return say_many(
            "from the hand, or the laid one",
            "from the hand, or the {count} laid ones",
            count=spoils.laid,
        )
    return say("from the hand")


def sell_shares(bench: WizardContext, offers: Offers) -> Panel:
    """Return sales into the pool, from the hand or from one's own open companies (BD-H1)."""
    state = bench.state
    in_hand = _company(partial(_where, state))

    def source(sale: Any) -> PanelChoice:
        if sale.group is None:
            return in_hand(sale)
        group = state.groups[sale.group]
        on_table = say("on the table: {count}", count=group.shares)
        return PanelChoice(f"group{group.number}", group.title, on_table)

    chosen = bench.pick(say("Shares of which company?"), offers, source)
    _asked(bench, chosen)
    sales = bench.buttons("sell", bench.concrete_actions(chosen), _shares, _in_all, sells=True)
    return Panel(say("How many?"), buttons=sales)


def take_over(bench: WizardContext, offers: Offers) -> Panel:
    """Return the ways to attack another's open company (BD-K1)."""
    chosen = _target(bench, offers)
    group = _group(bench, chosen[0])
    bench.ask_figures(group.company)
    opening: Any = _opening(bench, chosen)
    bids = replace(chosen[0], action=opening)
    return Panel(
        say_many(
            "How much do you bid for the {count} share?",
            "How much do you bid for each of the {count} shares?",
            count=group.shares,
        ),
        buttons=bench.buttons(
            "first",
            bench.concrete_actions([bids], "price", most=FIRST_PRICES),
            lambda event: say("{price} a share", price=event.price),
            lambda event: say("{amount} in all", amount=event.price * group.shares),
            by="price",
        ),
        lines=tuple(_stakes(bench.state, group, opening)),
        fields=(PanelField("price", say("Another price")),),
        typed=PanelButton("first-typed", _without_price(opening), say("Bid")),
    )


def _target(bench: WizardContext, offers: Offers) -> list[LegalMove]:
    """Return the attacks on the company chosen."""
    state = bench.state

    def choice(attack: Any) -> PanelChoice:
        group = state.groups[attack.group]
        owner, count = state.name(group.seat), shares_words(group.shares)
        return PanelChoice(
            f"{group.number}", group.title, say("{name}: {count}", name=owner, count=count)
        )

    return bench.pick(say("Whose company?"), offers, choice)


def _opening(bench: WizardContext, attacks: list[LegalMove]) -> Action:
    """Return the attack at the white value with the shares and Cash cards that are laid."""

    def shares(attack: Any) -> PanelChoice:
        alone = None if attack.shares else say("Cash cards alone are enough")
        return PanelChoice(f"{attack.shares}", shares_words(attack.shares), alone)

    def cards(attack: Any) -> PanelChoice:
        return PanelChoice(f"{attack.cash_cards}", cash_words(attack.cash_cards))

    def either(attack: Any) -> PanelChoice:
        with_cash = PanelChoice("cash", say("with Cash cards…"), is_half=True)
        return with_cash if attack.cash_cards else shares(attack)

    every = bench.concrete_actions(attacks, "shares", "cash_cards")
    # In a turn no hand has more than a card beside those it may keep, and shares alone are bought.
    held = [way for way in every if way.action.cash_cards <= HAND + 1]
    held.sort(key=lambda way: (way.action.cash_cards, way.action.shares))
    laid = bench.pick(say("What do you lay down?"), held, either)
    if laid[0].action.cash_cards:
        laid = bench.pick(say("How many Cash cards?"), laid, cards)
        laid = bench.pick(say("And how many shares?"), laid, shares)
    opening: Action = laid[0].action
    return opening


def cash_words(count: int) -> Sentence:
    """Return a number of Cash cards as it is said."""
    return say_many("{count} Cash card", "{count} Cash cards", count=count)


def _stakes(state: BigDealState, group: Group, attack: TakeOver) -> Iterator[Sentence]:
    """Yield what each of the two pays for at the end, and gets for Cash cards (BD-K4, BD-K5)."""
    name, count = state.name(group.seat), attack.cash_cards
    yield say(
        "If {attacker} wins, {attacker} pays {shares} × the last price; if {name} wins, {name} "
        "pays {attacker} {cards} × the last price.",
        attacker=state.name(attack.seat),
        shares=group.shares,
        name=name,
        cards=attack.shares + count,
    ).to_you(
        "If you win, you pay {shares} × the last price; if {name} wins, {name} pays you {cards} × "
        "the last price."
    )
    if count:
        yield say_many(
            "For the laid Cash card {name} then gets {count} × {white} = {amount} from the bank.",
            "For the laid Cash cards {name} then gets {count} × {white} = {amount} from the bank.",
            count=count,
            name=name,
            white=attack.price,
            amount=count * attack.price,
        )
    yield say("More may be bid than there is cash; the money is raised after winning.")


def collect(bench: WizardContext, offers: Offers) -> Panel:
    """Return from whom a Cash card collects: one opponent, or two (BD-Q2)."""
    state = bench.state
    concrete_actions = bench.concrete_actions(offers)
    rate = say("{amount} for each share in hand and each free resource", amount=state.rate)
    firsts = [way.action.opponents[0] for way in concrete_actions if not way.action.opponents[1:]]
    panel = Panel(
        say("From whom?"),
        tuple(PanelChoice(f"{first}", state.name(first)) for first in firsts),
        lines=(rate,),
    )
    chosen = int(bench.taps.choose(panel))
    buttons: list[PanelButton] = []
    for way in concrete_actions:
        first, *others = way.action.opponents
        if first == chosen:
            words = state.name(others[0]) if others else say("Nobody else")
            place = "-".join(map(str, ("collect", first, *others)))
            buttons += bench.buttons(place, [way], words, by="")
    return Panel(say("And who else?"), buttons=tuple(buttons), lines=(rate,))


def draft(state: BigDealState, seat: int | None, words: str) -> SimpleNamespace | None:
    """Return what a seat can tap in the wizard, None where it has nothing to put together now.

    words: the wizard text; where it is empty, the seat goes on where it was (see ``resume``).
    seat: None for a banker who acts for no seat.
    """
    if seat is None:
        return None
    resumed = resumed_text(state)
    taps = Taps(words or resumed)
    panel = _made(_panel, WizardContext(state, seat, taps))
    if panel == Panel():
        return None
    return SimpleNamespace(
        keep=_checksum(state, seat, resumed),
        said=tuple(taps.said),
        # The text one tap earlier, None at the start.
        back=None if taps.back is None else taps.back or MENU,
        # Whether going back leaves trading.
        ends=taps.back == "" and taps.text.startswith(resumed) and is_trading(state),
        # What a banker's links carry along.
        tail=f"&for={seat}",
        panel=panel,
        # The text after each choice, by its word.
        texts={choice.word: taps.after(choice.word) for choice in panel.choices}
        | {choice.word: choice.word for choice in panel.others},
    )


def _checksum(state: BigDealState, seat: int, resumed: str) -> str:
    """Return a checksum of all that a partly entered action rests on."""
    rests_on = (
        (state.turn, state.stage, state.money(seat), state.tokens, state.groups, state.pool),
        (state.discarded, state.cash_cards, state.bought, state.sold, state.duel, state.spoils),
        (state.copy, resumed),
    )
    return f"{seat}-{zlib.crc32(repr(rests_on).encode()):x}"


def _panel(bench: WizardContext) -> Panel:
    state, stage = bench.state, bench.state.stage
    if stage == "claim":
        return claim(bench)
    if bench.seat != state.active or stage not in ("income", "raise", "actions"):
        return Panel()
    if stage == "raise":
        return _menu(bench, raise_money(bench))
    if state.spoils is not None:
        bench.ask_figures(state.spoils.company)
        return _menu(bench, spoils(bench))
    unknown = unknown_figures(state)
    if unknown:
        raise NeedsInput(figures_of(unknown[0]))
    return Panel() if stage == "income" else _menu(bench, Panel(say("What do you do?")))


def unknown_figures(state: BigDealState) -> tuple[str, ...]:
    """Return the companies whose figures keep the active seat from going on."""
    groups = state.groups_of(state.active) if state.step == "income" else state.special_groups
    return tuple(one.company for one in groups if state.company(one.company).green is None)


TURN: tuple[tuple[str, Sentence, Make, tuple[type[Action], ...]], ...] = (
    (TRADE_RESOURCES, say("Resources"), resources, (BuyResource, SellResource)),
    ("open", say("Open a company"), open_company, (Open,)),
    ("shares", say("Add or take back shares"), move_shares, (TakeBack, Add)),
    ("takeover", say("Take over"), take_over, (TakeOver,)),
    (BUY_SHARES, say("Buy shares"), buy_shares, (BuyShares,)),
    (SELL_SHARES, say("Sell shares"), sell_shares, (SellShares,)),
    ("company", say("Sell a company"), sell_company, (SellCompany,)),
    ("split", say("Split a company"), split_company, (Split,)),
    ("cash", say("Play a Cash card"), collect, (Collect,)),
)


def _menu(bench: WizardContext, root: Panel) -> Panel:
    """Return the panel of the chosen entry; raises Asked for the root with all that can be chosen.

    Whoever trades is one tap from all others.
    """
    choices = tuple(
        PanelChoice(word, words) for word, words, _, kinds in TURN if bench.is_reachable(*kinds)
    )
    chosen = bench.taps.choose(replace(root, choices=choices))
    ((make, kinds),) = ((make, kinds) for word, _, make, kinds in TURN if word == chosen)
    panel = _made(make, bench, bench.candidate_moves(*kinds))
    if bench.taps.back or chosen not in (TRADE_RESOURCES, BUY_SHARES, SELL_SHARES):
        return panel
    return replace(panel, others=tuple(one for one in choices if one.word != chosen))


def _made(make: Callable[..., Panel], *said: object) -> Panel:
    try:
        return make(*said)
    except NeedsInput as asked:
        return asked.panel
