"""A seat's steps put together by taps: a menu of what is legal now, then panel after panel."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from companion.games.big_deal.box import (
    HAND,
    LEAST,
    RESOURCE_COLOURS,
    RESOURCES,
    STEP,
    TRADES,
    resource_words,
    title,
)
from companion.games.big_deal.cash_cards import Collect
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.copy import printable
from companion.games.big_deal.market import (
    BuyResource,
    BuyShares,
    SellResource,
    SellShares,
    TradeResource,
)
from companion.games.big_deal.menu import (
    Asked,
    Bench,
    Button,
    Choice,
    Field,
    Panel,
    Taps,
    Words,
    figures_of,
    shares_words,
)
from companion.games.big_deal.settlement import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.state import BigDealState, Group, owed, pile_words
from companion.games.big_deal.takeovers import TakeOver
from companion.games.big_deal.turn import BUY_SHARES, SELL_SHARES, TRADE_RESOURCES, is_trading
from companion.mechanics.codec import to_json
from companion.mechanics.refusal import sure
from companion.mechanics.steps import Action
from companion.mechanics.words import Sentence, say, say_many

Make = Callable[[Bench], Panel]

MENU = "menu"
"""The text of the menu itself; an empty one is where the seat is in the middle of something."""

GUESSES = 8
"""How many prices stand to be tapped where nobody has typed the slot's yet."""

FIRST_PRICES = 6
"""How many first prices stand to be tapped, from the white value upwards."""


@dataclass(frozen=True, slots=True)
class DraftView:
    """A step half tapped. keep: the same as long as nothing it rests on has changed.

    said: what was chosen. back: the text one tap earlier, None at the start. ends: whether that
    leaves a step in which something was done already. tail: what every link must carry along.
    texts: the text after each choice, by its word.
    """

    keep: str
    said: tuple[Words, ...]
    back: str | None
    ends: bool
    tail: str
    panel: Panel
    texts: dict[str, str]


def open_company(bench: Bench) -> Panel:
    """Return openings with shares from the hand and one set of resources (BD-C1)."""
    state, seat = bench.state, bench.seat
    openings = (Open(seat, name, LEAST) for name in state.packing.companies)
    notes = bench.why_not(*openings, named="resources_missing")
    company = bench.choose(
        say("Which company?"),
        _companies(bench, lambda name: Open(seat, name, LEAST), partial(_beside_won, state)),
        notes,
    )
    bench.ask_figures(company)
    printed = state.company(company)
    return Panel(
        say("With how many shares from the hand?"),
        buttons=bench.buttons(
            "open", _from_hand(bench, company, LEAST), partial(Open, seat, company), _shares
        ),
        lines=(
            say(
                "Needs {needs}, earns {green} a turn.",
                needs=pile_words(printed.needs or {}),
                green=printed.green,
            ),
        ),
        notes=notes,
    )


def _companies(
    bench: Bench, make: Callable[[str], Action], small: Callable[[str], Words | None]
) -> list[Choice]:
    """Return the companies with whose shares such a thing leads on."""
    names = bench.state.packing.companies
    return [Choice(name, title(name), small(name)) for name in names if bench.leads_on(make(name))]


def _from_hand(bench: Bench, company: str, least: int = 1) -> range:
    """Return how many shares of a company can come from a hand."""
    return range(least, bench.state.unseen_shares(company) + 1)


def _shares(fact: Any) -> Words:
    return shares_words(fact.shares)


def _in_all(fact: Any) -> Words:
    return say("{amount} in all", amount=fact.shares * fact.price)


def _sum(fact: Any) -> Words:
    amount = fact.shares * fact.price
    return say("{count} × {price} = {amount}", count=fact.shares, price=fact.price, amount=amount)


def _beside_won(state: BigDealState, company: str) -> Words | None:
    """Return that won shares still lie there, where this would open their company without them."""
    spoils = state.spoils
    is_won = spoils is not None and spoils.company == company
    return say("without the won shares") if is_won else None


def _own(bench: Bench, *makes: Callable[[int], Action]) -> Group:
    """Return the open company chosen among those of a seat with which it can do such a thing."""
    groups = (
        group
        for group in bench.state.groups_of(bench.seat)
        if any(bench.leads_on(make(group.number)) for make in makes)
    )
    chosen = bench.choose(
        say("Which company?"),
        [Choice(f"{group.number}", group.title, shares_words(group.shares)) for group in groups],
    )
    return bench.state.groups[int(chosen)]


def move_shares(bench: Bench) -> Panel:
    """Return what can be added to an open company, or taken back from it (BD-C2)."""
    seat = bench.seat
    group = _own(bench, partial(TakeBack, seat), partial(Add, seat))

    hand, lying = _from_hand(bench, group.company), range(1, group.shares + 1)
    added = bench.buttons("add", hand, partial(Add, seat, group.number))
    taken = bench.buttons(
        "back",
        lying,
        partial(TakeBack, seat, group.number),
        small=lambda fact: say("closes it") if fact.shares == group.shares else None,
        sells=True,
    )
    return Panel(say("How many?"), buttons=(*added, *taken))


def sell_company(bench: Bench) -> Panel:
    """Return the sale of each whole open company, with its price (BD-C3, BD-V2)."""
    sales: list[Button] = []
    unknown: dict[str, Group] = {}
    for group in bench.state.groups_of(bench.seat):
        sale = SellCompany(bench.seat, group.number)
        if bench.state.company(group.company).is_known:
            name = f"sell-company-{group.number}"
            sales += bench.button(name, sale, group.title, _sum, sells=True)
        elif bench.leads_on(sale):
            unknown[f"{group.number}"] = group
    choices = tuple(Choice(word, group.title) for word, group in unknown.items())
    question = say("Sell which company to the bank?")
    chosen = bench.taps.choose(Panel(question, choices, tuple(sales)))
    bench.ask_figures(unknown[chosen].company)
    return Panel()


def split_company(bench: Bench) -> Panel:
    """Return the ways to split an open company (BD-C4)."""
    seat = bench.seat
    group = _own(bench, lambda number: Split(seat, number, LEAST))
    bench.ask_figures(group.company)

    sizes = range(LEAST, group.shares // 2 + 1)
    return Panel(
        say("How do you split its shares?"),
        buttons=bench.buttons(
            "split",
            sizes,
            partial(Split, seat, group.number),
            lambda fact: f"{group.shares - fact.shares} + {fact.shares}",
        ),
    )


def raise_money(bench: Bench) -> Panel:
    """Return the ways to pay for a takeover that one has won without the money (BD-K6)."""
    state, seat, duel = bench.state, bench.seat, sure(bench.state.duel)
    shares = state.groups[duel.group].shares
    pays = bench.buttons("pay", range(shares + 1), partial(Pay, seat))
    fails = bench.button(
        "fail",
        Fail(seat),
        small=lambda fact: say("the laid cards and {amount} are lost", amount=fact.paid),
        sells=True,
    )
    return Panel(
        say("Raise the money, then pay"),
        buttons=(*pays, *fails),
        notes=() if pays else bench.why_not(Fail(seat)),
        lines=(
            say(
                "{count} × {price} = {owed} to pay; you have {cash}.",
                count=shares,
                price=duel.price,
                owed=owed(state, duel),
                cash=state.money(seat),
            ),
        ),
    )


def spoils(bench: Bench) -> Panel:
    """Return what can be done with won shares: sell them, open them, keep them (BD-K7)."""
    state, seat, held = bench.state, bench.seat, sure(bench.state.spoils)
    bench.ask_figures(held.company)
    lying, most = held.won + held.laid, held.won + state.unseen_shares(held.company)
    counts = (*range(lying, most + 1), *range(lying - 1, 1, -1))
    opened = bench.buttons("open-won", counts, partial(OpenWon, seat), small=_from_the_hand)
    won = range(held.won, 0, -1)
    sold = bench.buttons("sell-won", won, partial(SellWon, seat), small=_sum, sells=True)
    kept = bench.button("keep-won", KeepWon(seat))
    return Panel(
        say("What do you do with the shares you won?"),
        buttons=(*opened, *sold, *kept),
        lines=(
            say(
                "{company}: {won} won, {laid} laid.",
                company=held.title,
                won=held.won,
                laid=held.laid,
            ),
        ),
        notes=bench.why_not(OpenWon(seat, LEAST)),
    )


def _from_the_hand(opened: Any) -> Words | None:
    """Return how many of its shares come from the hand, beside the won and the laid ones."""
    count = opened.shares - opened.won - opened.laid
    return say("{count} from the hand", count=count) if count else None


def claim(bench: Bench) -> Panel:
    """Return where a defender puts the shares that he has won (BD-K4)."""
    seat, duel = bench.seat, sure(bench.state.duel)
    if seat != duel.defender:
        return Panel()
    into_hand = (
        Choice(f"{count}", say("{count} into the hand", count=count))
        for count in range(1, duel.shares + 1)
    )
    question = say_many(
        "Where does the {count} laid share go?",
        "Where do the {count} laid shares go?",
        count=duel.shares,
    )
    whole = bench.button("claim-0", Claim(seat))
    chosen = bench.taps.choose(Panel(question, tuple(into_hand), whole))
    held = [
        bench.button(f"claim-{chosen}-{hand}", Claim(seat, int(chosen), hand), f"{hand}")
        for hand in range(HAND + 1)
    ]
    return Panel(
        say("How many cards do you hold now? At most {most} with the new ones.", most=HAND),
        buttons=tuple(chain(*held)),
    )


def resources(bench: Bench) -> Panel:
    """Return purchases and sales of a token, each with its price, in a place of its own (BD-R1)."""
    state, seat = bench.state, bench.seat
    trades: dict[str, TradeResource] = {
        f"{word}-{name}": kind(seat, name)
        for name in RESOURCES
        for word, kind in (("buy", BuyResource), ("sell", SellResource))
    }
    slots = tuple(_slot(bench, word, trade) for word, trade in trades.items())
    done = say(
        "Bought {bought} and sold {sold} of {most} each this turn.",
        bought=state.bought,
        sold=state.sold,
        most=TRADES,
    )
    panel = Panel(
        say("Which resource?"),
        tuple(slot for slot in slots if isinstance(slot, Choice)),
        tuple(slot for slot in slots if isinstance(slot, Button)),
        lines=(done,),
        slots=slots,
    )
    return _price_of(bench, trades[bench.taps.choose(panel)])


def _slot(bench: Bench, word: str, trade: TradeResource) -> Choice | Button | None:
    """Return a trade where its price is known, else the way to it; None where there is none."""
    slot = trade.slot(bench.state)
    if slot is None or not bench.leads_on(trade):
        return None
    price = bench.state.copy.ladders[trade.resource][slot]
    name, colour = resource_words(trade.resource), RESOURCE_COLOURS[trade.resource]
    sells = isinstance(trade, SellResource)
    if price is None:
        return Choice(word, _verb(trade), name, colour, sells)
    buy, sell = say("Buy for {amount}", amount=price), say("Sell for {amount}", amount=price)
    return Button(word, to_json(trade), sell if sells else buy, name, colour, sells)


def _verb(trade: TradeResource) -> Words:
    return say("Sell") if isinstance(trade, SellResource) else say("Buy")


def _price_of(bench: Bench, trade: TradeResource) -> Panel:
    """Return prices to tap, and a field, for a slot whose price nobody has typed yet."""
    slot, sells = sure(trade.slot(bench.state)), isinstance(trade, SellResource)
    lowest, highest = printable(bench.state.copy.ladders[trade.resource], slot)
    prices = range(lowest, min(highest, lowest + (GUESSES - 1) * STEP) + 1, STEP)
    make = partial(type(trade), bench.seat, trade.resource)
    return Panel(
        say("Which price does the wheel show at this slot?"),
        buttons=bench.buttons("price", prices, make, lambda fact: str(fact.price), sells=sells),
        lines=(
            say("The wheel: {resource}", resource=resource_words(trade.resource)),
            say("It is asked once and kept for the next game."),
        ),
        fields=(Field("price", say("Another price")),),
        typed=Button("price-typed", _without_price(trade), _verb(trade), sells=sells),
    )


def _without_price(action: Action) -> dict[str, object]:
    """Return an action as a JSON object, its price still to be typed."""
    return {name: value for name, value in to_json(action).items() if name != "price"}


def buy_shares(bench: Bench) -> Panel:
    """Return purchases out of the pool (BD-H1)."""
    state, seat = bench.state, bench.seat
    pool = _companies(bench, partial(BuyShares, seat), lambda name: shares_words(state.pool[name]))
    company = bench.choose(say("Which company?"), pool)
    bench.ask_figures(company)
    counts, make = range(1, state.pool[company] + 1), partial(BuyShares, seat, company)
    return Panel(say("How many?"), buttons=bench.buttons("buy", counts, make, _shares, _in_all))


def _where(state: BigDealState, company: str) -> Words:
    """Return from where a seat sells shares that do not lie in an open company."""
    spoils = state.spoils
    if spoils is not None and spoils.company == company and spoils.laid:
        return say("from the hand, or laid: {count}", count=spoils.laid)
    return say("from the hand")


def sell_shares(bench: Bench) -> Panel:
    """Return sales into the pool, from the hand or from one's own open companies (BD-H1)."""
    state, seat = bench.state, bench.seat
    sources = {f"group{group.number}": group for group in state.groups_of(seat)}
    open_ones = [
        Choice(word, group.title, say("on the table: {count}", count=group.shares))
        for word, group in sources.items()
        if bench.leads_on(SellShares(seat, group.company, 1, group.number))
    ]
    in_hand = _companies(bench, partial(SellShares, seat), partial(_where, state))
    chosen = bench.choose(say("Shares of which company?"), (*open_ones, *in_hand))
    group = sources.get(chosen)
    company = chosen if group is None else group.company
    bench.ask_figures(company)
    counts = _from_hand(bench, company) if group is None else range(1, group.shares + 1)
    number = None if group is None else group.number
    make = partial(SellShares, seat, company, group=number)
    sales = bench.buttons("sell", counts, make, _shares, _in_all, sells=True)
    return Panel(say("How many?"), buttons=sales)


def take_over(bench: Bench) -> Panel:
    """Return the ways to attack another's open company (BD-K1)."""
    group = _target(bench)
    opening = _opening(bench, group)
    prices = range(opening.price, opening.price + FIRST_PRICES * STEP, STEP)
    return Panel(
        say_many(
            "How much do you bid for the {count} share?",
            "How much do you bid for each of the {count} shares?",
            count=group.shares,
        ),
        buttons=bench.buttons(
            "first",
            prices,
            lambda price: replace(opening, price=price),
            lambda fact: say("{price} a share", price=fact.price),
            lambda fact: say("{amount} in all", amount=fact.price * group.shares),
        ),
        lines=tuple(_stakes(bench.state, group, opening)),
        fields=(Field("price", say("Another price")),),
        typed=Button("first-typed", _without_price(opening), say("Bid")),
    )


def _target(bench: Bench) -> Group:
    state, seat = bench.state, bench.seat
    groups = [group for group in state.groups.values() if group.seat != seat]
    chosen = bench.choose(
        say("Whose company?"),
        [
            Choice(
                f"{group.number}",
                group.title,
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


def _opening(bench: Bench, group: Group) -> TakeOver:
    """Return an attack at the white value with the shares and Cash cards that are laid."""
    bench.ask_figures(group.company)
    white = sure(bench.state.company(group.company).white)
    attack = TakeOver(bench.seat, group.number, 1, white)

    def fits(shares: int, cash_cards: int) -> bool:
        return bench.leads_on(replace(attack, shares=shares, cash_cards=cash_cards))

    laid = _from_hand(bench, group.company, 0)
    cash_cards = [
        count
        for count in range(1, min(bench.state.cash_cards_left, HAND + 1) + 1)
        if any(fits(shares, count) for shares in laid)
    ]
    choices = [Choice(f"{count}", shares_words(count)) for count in laid if fits(count, 0)]
    if cash_cards:
        choices.append(Choice("cash", say("with Cash cards…")))
    chosen = bench.choose(say("What do you lay down?"), choices)
    if chosen != "cash":
        return replace(attack, shares=int(chosen))
    counts = [Choice(f"{count}", cash_words(count)) for count in cash_cards]
    cash = int(bench.choose(say("How many Cash cards?"), counts))
    beside = [Choice(f"{count}", shares_words(count)) for count in laid if fits(count, cash)]
    shares = int(bench.choose(say("And how many shares?"), beside))
    return replace(attack, shares=shares, cash_cards=cash)


def cash_words(count: int) -> Sentence:
    """Return a number of Cash cards as it is said."""
    return say_many("{count} Cash card", "{count} Cash cards", count=count)


def _stakes(state: BigDealState, group: Group, attack: TakeOver) -> Iterator[Sentence]:
    """Yield what each of the two pays for at the end, and gets for Cash cards (BD-K4, BD-K5)."""
    name, count = state.name(group.seat), attack.cash_cards
    yield say(
        "If you win, you pay {shares} × the last price; if {name} wins, {name} pays you {cards} × "
        "the last price.",
        shares=group.shares,
        name=name,
        cards=attack.shares + count,
    )
    if count:
        yield say(
            "For the laid Cash cards {name} then gets {count} × {white} = {amount} from the bank.",
            name=name,
            count=count,
            white=attack.price,
            amount=count * attack.price,
        )
    yield say("You may bid more than you have, and raise the money if you win.")


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
    alone = bench.button(f"collect-{first}", Collect(seat, (first,)), say("Nobody else"))
    pairs = [
        bench.button(f"collect-{first}-{other}", Collect(seat, (first, other)), state.name(other))
        for other in others
        if other != first
    ]
    return Panel(say("And who else?"), buttons=(*alone, *chain(*pairs)), lines=(rate,))


def draft(state: BigDealState, seat: int | None, words: str) -> DraftView | None:
    """Return what a seat can tap, None where it has nothing to put together now.

    words: what was tapped; where nothing was, the seat goes on with what it is in the middle of.
    seat: None for a banker who acts for none; all there is to tap is some seat's.
    """
    if seat is None:
        return None
    bench = Bench(state, seat, Taps(words or state.amid))
    panel = _made(_panel, bench)
    if panel == Panel():
        return None
    taps = bench.taps
    return DraftView(
        keep=_keep(state, seat),
        said=tuple(taps.said),
        back=None if taps.back is None else taps.back or MENU,
        ends=taps.back == "" and taps.text.startswith(state.amid) and is_trading(state),
        tail=f"&for={seat}",
        panel=panel,
        texts={choice.word: taps.after(choice.word) for choice in panel.choices}
        | {choice.word: choice.word for choice in panel.others},
    )


def _keep(state: BigDealState, seat: int) -> str:
    """Return a short name for all that a half tapped step rests on."""
    rests_on = (
        (state.turn, state.stage, state.money(seat), state.tokens, state.groups, state.pool),
        (state.discarded, state.cash_cards, state.bought, state.sold, state.duel, state.spoils),
        (state.copy, state.amid),
    )
    return f"{seat}-{zlib.crc32(repr(rests_on).encode()):x}"


def _panel(bench: Bench) -> Panel:
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
        raise Asked(figures_of(unknown[0]))
    return Panel() if stage == "income" else _menu(bench, Panel(say("What do you do?")))


def unknown_figures(state: BigDealState) -> tuple[str, ...]:
    """Return the companies whose figures keep the active seat from going on."""
    groups = state.groups_of(state.active) if state.step == "income" else state.special_groups
    return tuple(one.company for one in groups if state.company(one.company).green is None)


TURN: tuple[tuple[str, Sentence, Make], ...] = (
    (TRADE_RESOURCES, say("Resources"), resources),
    ("open", say("Open a company"), open_company),
    ("shares", say("Add or take back shares"), move_shares),
    ("takeover", say("Take over"), take_over),
    (BUY_SHARES, say("Buy shares"), buy_shares),
    (SELL_SHARES, say("Sell shares"), sell_shares),
    ("company", say("Sell a company"), sell_company),
    ("split", say("Split a company"), split_company),
    ("cash", say("Play a Cash card"), collect),
)


def _menu(bench: Bench, root: Panel) -> Panel:
    """Return the panel of the chosen entry; raises Asked for the root with all that can be chosen.

    An entry can be chosen if its own first panel has anything to tap. Whoever trades is one tap
    from all others.
    """
    choices = [Choice(word, words) for word, words, make in TURN if _leads_on(bench, make)]
    chosen = bench.taps.choose(replace(root, choices=tuple(choices)))
    panel = _made(next(make for word, _, make in TURN if word == chosen), bench)
    if bench.taps.back or chosen not in (TRADE_RESOURCES, BUY_SHARES, SELL_SHARES):
        return panel
    return replace(panel, others=tuple(one for one in choices if one.word != chosen))


def _made(make: Make, bench: Bench) -> Panel:
    try:
        return make(bench)
    except Asked as asked:
        return asked.panel


def _leads_on(bench: Bench, make: Make) -> bool:
    panel = _made(make, replace(bench, taps=Taps("")))
    return bool(panel.choices or panel.buttons or panel.typed)
