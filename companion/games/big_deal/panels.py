"""A seat's steps put together by taps: a menu of what is legal now, then panel after panel."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
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
from companion.games.big_deal.state import BigDealState, Group, pile_words
from companion.games.big_deal.takeovers import TakeOver
from companion.games.big_deal.turn import BUY_SHARES, SELL_SHARES, TRADE_RESOURCES, is_trading
from companion.mechanics.codec import to_json
from companion.mechanics.words import Sentence, say, say_many

Make = Callable[[Bench], Panel]

MENU = "menu"
"""The text of the menu itself; an empty one is where the seat is in the middle of something."""

GUESSES = 8
"""How many prices stand to be tapped where nobody has typed the slot's yet."""

Trade = BuyResource | SellResource

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
    tried = {name: bench.refusal(Open(seat, name, LEAST)) for name in state.packing.companies}
    company = bench.choose(
        say("Which company?"),
        [
            Choice(name, title(name), _beside_won(state, name))
            for name in tried
            if bench.leads_on(Open(seat, name, LEAST))
        ],
        notes=tuple(
            refused.sentence
            for refused in tried.values()
            if refused is not None and refused.name == "resources_missing"
        ),
    )
    bench.require_figures(company)
    printed = state.company(company)
    return Panel(
        say("With how many shares from the hand?"),
        buttons=bench.buttons(
            (f"open-{count}", Open(seat, company, count), shares_words(count), None)
            for count in range(LEAST, state.unseen_shares(company) + 1)
        ),
        lines=(
            say(
                "It takes {needs} and brings {green} a turn.",
                needs=pile_words(dict(printed.needs or {})),
                green=printed.green,
            ),
        ),
    )


def _beside_won(state: BigDealState, company: str) -> Words | None:
    """Return that won shares still lie there, where this would open their company without them."""
    spoils = state.spoils
    is_won = spoils is not None and spoils.company == company
    return say("without the won shares") if is_won else None


def _own(bench: Bench, question: Words, groups: tuple[Group, ...]) -> Group:
    """Return the open company that was chosen among a seat's own."""
    chosen = bench.choose(
        question,
        [Choice(f"{one.number}", title(one.company), shares_words(one.shares)) for one in groups],
    )
    return bench.state.groups[int(chosen)]


def move_shares(bench: Bench) -> Panel:
    """Return what can be added to an open company, or taken back from it (BD-C2)."""
    state, seat = bench.state, bench.seat
    groups = tuple(
        group
        for group in state.groups_of(seat)
        if bench.leads_on(TakeBack(seat, group.number)) or bench.leads_on(Add(seat, group.number))
    )
    group = _own(bench, say("Which company?"), groups)
    number = group.number
    added = (
        (f"add-{count}", Add(seat, number, count), say("Add {count}", count=count), None)
        for count in range(1, state.unseen_shares(group.company) + 1)
    )
    taken = (
        (
            f"back-{count}",
            TakeBack(seat, number, count),
            say("Take back {count}", count=count),
            say("closes it") if count == group.shares else None,
        )
        for count in range(1, group.shares + 1)
    )
    return Panel(say("How many?"), buttons=bench.buttons((*added, *taken)))


def sell_company(bench: Bench) -> Panel:
    """Return the sale of each whole open company, with its price (BD-C3, BD-V2)."""
    state, seat = bench.state, bench.seat
    groups = [one for one in state.groups_of(seat) if bench.leads_on(SellCompany(seat, one.number))]
    unknown = {f"{one.number}": one for one in groups if not state.company(one.company).is_known}
    sales = bench.buttons(
        (
            f"sell-company-{one.number}",
            SellCompany(seat, one.number),
            title(one.company),
            _sale(state, one),
        )
        for one in groups
        if f"{one.number}" not in unknown
    )
    choices = tuple(Choice(word, title(one.company)) for word, one in unknown.items())
    chosen = bench.taps.choose(Panel(say("Sell which company to the bank?"), choices, sales))
    bench.require_figures(unknown[chosen].company)
    return Panel()


def _sale(state: BigDealState, group: Group) -> Words:
    price = (state.company(group.company).white or 0) + state.bonus
    return say(
        "{count} × {price} = {amount}",
        count=group.shares,
        price=price,
        amount=group.shares * price,
    )


def split_company(bench: Bench) -> Panel:
    """Return the ways to split an open company (BD-C4)."""
    seat = bench.seat
    groups = tuple(
        group
        for group in bench.state.groups_of(seat)
        if bench.leads_on(Split(seat, group.number, LEAST))
    )
    group = _own(bench, say("Which company?"), groups)
    bench.require_figures(group.company)
    return Panel(
        say("How are its shares parted?"),
        buttons=bench.buttons(
            (
                f"split-{part}",
                Split(seat, group.number, part),
                f"{group.shares - part} + {part}",
                None,
            )
            for part in range(LEAST, group.shares // 2 + 1)
        ),
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
    buttons = bench.buttons((*pays, fail))
    refused = bench.refusal(Fail(seat))
    return Panel(
        say("Raise the money, then pay"),
        buttons=buttons,
        notes=() if buttons or refused is None else (refused.sentence,),
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
        *range(lying, held.won + state.unseen_shares(held.company) + 1),
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


def resources(bench: Bench) -> Panel:
    """Return purchases and sales of a token, each with its price, in a place of its own (BD-R1)."""
    state = bench.state
    slots: list[Choice | Button | None] = []
    trades: dict[str, tuple[Trade, int]] = {}
    for word, trade, slot in _trades(bench):
        if slot is None or not bench.leads_on(trade):
            slots.append(None)
            continue
        price = state.copy.ladders[trade.resource][slot]
        name, colour = resource_words(trade.resource), RESOURCE_COLOURS[trade.resource]
        sells = isinstance(trade, SellResource)
        if price is None:
            trades[word] = (trade, slot)
            slots.append(Choice(word, _verb(trade), name, colour, sells))
        else:
            words = _priced(trade, price)
            slots.append(Button(word, to_json(trade), words, name, colour, sells))
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
        slots=tuple(slots),
    )
    return _price_of(bench, *trades[bench.taps.choose(panel)])


def _verb(trade: Trade) -> Words:
    return say("Buy") if isinstance(trade, BuyResource) else say("Sell")


def _priced(trade: Trade, price: int) -> Words:
    if isinstance(trade, BuyResource):
        return say("Buy for {amount}", amount=price)
    return say("Sell for {amount}", amount=price)


def _trades(bench: Bench) -> Iterator[tuple[str, Trade, int | None]]:
    """Yield a word, the trade and its slot, if there is one, for each token to buy and to sell."""
    state, seat = bench.state, bench.seat
    for name in RESOURCES:
        yield f"buy-{name}", BuyResource(seat, name), state.buying_slot(name)
        yield f"sell-{name}", SellResource(seat, name), state.selling_slot(name)


def _price_of(bench: Bench, trade: Trade, slot: int) -> Panel:
    """Return prices to tap, and a field, for a slot whose price nobody has typed yet."""
    lowest, highest = printable(bench.state.copy.ladders[trade.resource], slot)
    prices = range(lowest, min(highest, lowest + (GUESSES - 1) * STEP) + 1, STEP)
    offers = (
        (f"price-{price}", type(trade)(bench.seat, trade.resource, price), str(price), None)
        for price in prices
    )
    typed = to_json(trade) | {"price": "$price"}
    return Panel(
        say("Which price does the wheel show at this slot?"),
        buttons=bench.buttons(offers),
        lines=(
            say("The wheel: {resource}", resource=resource_words(trade.resource)),
            say("It is asked once and kept for the next game."),
        ),
        fields=(Field("price", say("Another price")),),
        typed=Button("price-typed", typed, _verb(trade), sells=isinstance(trade, SellResource)),
    )


def buy_shares(bench: Bench) -> Panel:
    """Return purchases out of the pool (BD-H1)."""
    state, seat = bench.state, bench.seat
    company = bench.choose(
        say("Which company?"),
        [
            Choice(name, title(name), shares_words(state.pool[name]))
            for name in state.packing.companies
            if state.pool.get(name) and bench.leads_on(BuyShares(seat, name))
        ],
    )
    white = bench.white(company)
    return Panel(
        say("How many?"),
        buttons=bench.buttons(
            (
                f"buy-{count}",
                BuyShares(seat, company, count),
                shares_words(count),
                _cost(count, white),
            )
            for count in range(1, state.pool[company] + 1)
        ),
    )


def _cost(count: int, price: int) -> Words:
    return say("{amount} in all", amount=count * price)


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
        Choice(word, title(group.company), say("open: {count}", count=group.shares))
        for word, group in sources.items()
        if bench.leads_on(SellShares(seat, group.company, 1, group.number))
    ]
    in_hand = [
        Choice(name, title(name), _where(state, name))
        for name in state.packing.companies
        if bench.leads_on(SellShares(seat, name))
    ]
    chosen = bench.choose(say("Shares of which company?"), (*open_ones, *in_hand))
    group = sources.get(chosen)
    company = chosen if group is None else group.company
    white = bench.white(company)
    most = state.unseen_shares(company) if group is None else group.shares
    number = None if group is None else group.number
    return Panel(
        say("How many?"),
        buttons=bench.buttons(
            (
                f"sell-{count}",
                SellShares(seat, company, count, number),
                shares_words(count),
                _cost(count, white),
            )
            for count in range(1, most + 1)
        ),
    )


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
        say_many(
            "What do you bid for the {count} share?",
            "What do you bid for each of the {count} shares?",
            count=group.shares,
        ),
        buttons=bench.buttons(offers),
        lines=(
            _stakes(state, group, shares + cash_cards),
            *_for_cash_cards(state, group, cash_cards),
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


def _for_cash_cards(state: BigDealState, group: Group, cash_cards: int) -> Iterator[Sentence]:
    """Yield what a defender who wins gets from the bank for laid Cash cards (BD-K4)."""
    white = state.company(group.company).white or 0
    if cash_cards:
        yield say(
            "For the laid Cash cards {name} then gets {count} × {white} = {amount} from the bank.",
            name=state.name(group.seat),
            count=cash_cards,
            white=white,
            amount=cash_cards * white,
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


def draft(state: BigDealState, seat: int | None, words: str) -> DraftView | None:
    """Return what a seat can tap, None where it has nothing to put together now.

    words: what was tapped; where nothing was, the seat goes on with what it is in the middle of.
    seat: None for a banker who acts for none; all there is to tap is some seat's.
    """
    if seat is None:
        return None
    bench = Bench(state, seat, Taps(words or state.amid))
    try:
        panel = _panel(bench)
    except Asked as asked:
        panel = asked.panel
    if panel == Panel():
        return None
    taps = bench.taps
    return DraftView(
        keep=_keep(state, seat),
        said=tuple(taps.said),
        back=None if taps.back is None else taps.back or MENU,
        ends=taps.text == state.amid and is_trading(state),
        tail=f"&for={seat}",
        panel=panel,
        texts={choice.word: taps.after(choice.word) for choice in panel.choices},
    )


def _keep(state: BigDealState, seat: int) -> str:
    """Return a short name for all that a half tapped step rests on."""
    rests_on = (
        (state.turn, state.stage, state.cash(seat), state.tokens, state.groups, state.pool),
        (state.discarded, state.cash_cards, state.bought, state.sold, state.duel, state.spoils),
        (state.copy, state.amid),
    )
    return f"{seat}-{zlib.crc32(repr(rests_on).encode()):x}"


def _panel(bench: Bench) -> Panel:
    state, seat = bench.state, bench.seat
    stage = state.stage
    if stage == "claim":
        return claim(bench)
    if seat != state.active:
        return Panel()
    unknown = unknown_figures(state)
    if stage == "income":
        return figures_of(unknown[0]) if unknown else Panel()
    if stage == "raise":
        return _menu(bench, raise_money(bench))
    if stage != "actions":
        return Panel()
    if state.spoils is not None:
        bench.require_figures(state.spoils.company)
        return _menu(bench, spoils(bench))
    if unknown:
        raise Asked(figures_of(unknown[0]))
    return _menu(bench, Panel(say("What do you do?")))


def unknown_figures(state: BigDealState) -> tuple[str, ...]:
    """Return the companies whose figures keep the active seat from going on."""
    groups = state.groups_of(state.active)
    if state.step == "actions":
        groups = state.special_groups
    elif state.step != "income":
        return ()
    missing = (g.company for g in groups if state.company(g.company).green is None)
    return tuple(dict.fromkeys(missing))


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

    An entry can be chosen if its own first panel has anything to tap.
    """
    choices = [Choice(word, words) for word, words, make in TURN if _leads_on(bench, make)]
    chosen = bench.taps.choose(replace(root, choices=tuple(choices)))
    return next(make for word, _, make in TURN if word == chosen)(bench)


def _leads_on(bench: Bench, make: Make) -> bool:
    try:
        panel = make(replace(bench, taps=Taps("")))
    except Asked as asked:
        panel = asked.panel
    return bool(panel.choices or panel.buttons)
