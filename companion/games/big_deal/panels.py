"""The panels of the wizard: a menu of the legal kinds of action, then one panel per choice.

Each panel function returns its last panel. While an earlier choice is still open, it raises
``NeedsInput`` with the panel for that choice instead.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from companion.games.big_deal.box import (
    HAND,
    RESOURCES,
    TRADES,
    cash_words,
    resource_words,
    shares_words,
    title,
)
from companion.games.big_deal.cash_cards import Collect
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.entities import Group
from companion.games.big_deal.guards import pile_words
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.menu import (
    Moves,
    NeedsInput,
    Panel,
    PanelButton,
    PanelChoice,
    PanelField,
    Taps,
    WizardContext,
    Words,
    figures_of,
)
from companion.games.big_deal.resume import (
    BUY_SHARES,
    SELL_SHARES,
    TRADE_RESOURCES,
    is_trading,
    resumed_text,
)
from companion.games.big_deal.settlement import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import TakeOver
from companion.mechanics.actions.base import Action
from companion.mechanics.actions.menu import LegalMove
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.values.codec import to_json

Make = Callable[[WizardContext, Moves], Panel]

MENU = "menu"
"""The wizard text of the menu. With an empty text, the seat continues where it left off."""

GUESSES = 8
"""The number of price buttons for a slot whose price nobody has entered yet."""

FIRST_PRICES = 6
"""The number of buttons for the first price in a takeover, from the white value upwards."""


def open_company(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for opening a company with shares from the hand (BD-C1)."""
    notes = context.why_not(Open, "resources_missing")
    beside = partial(_won_shares_note, context.state)
    # A company that the app would have to ask about is listed even alone: it may not be meant.
    is_asked = not all(_is_known(context, move.action) for move in moves)
    chosen = context.pick(say("Which company?"), moves, _company(beside), notes, lists_one=is_asked)
    printed = context.state.company(_company_with_figures(context, chosen))
    return Panel(
        say("With how many shares from hand?"),
        buttons=context.buttons("open", context.concrete_actions(chosen), _shares_text),
        lines=(
            say(
                "Needs {needs}, earns {green} a turn.",
                needs=pile_words(printed.needs or {}),
                green=printed.green,
            ),
        ),
        notes=notes,
    )


def _is_known(context: WizardContext, action: Any) -> bool:
    """Return whether all printed numbers of an action's company are known."""
    return context.state.company(action.company).is_known


def _company(small: Callable[[str], Words | None]) -> Callable[[Any], PanelChoice]:
    """Return a function that maps an action to the choice of its company.

    small: a function that returns the note beside a company's name.
    """
    return lambda action: PanelChoice(action.company, title(action.company), small(action.company))


def _company_with_figures(context: WizardContext, chosen: list[LegalMove]) -> str:
    """Return the company of the chosen moves.

    Raises ``NeedsInput`` if any of its printed numbers is missing.
    """
    action: Any = chosen[0].action
    company: str = action.company
    context.ask_figures(company)
    return company


def _shares_text(event: Any) -> Words:
    return shares_words(event.shares)


def _total_text(event: Any) -> Words:
    return say("{amount} in all", amount=event.amount)


def _sum_text(event: Any) -> Words:
    return say(
        "{count} × {price} = {amount}", count=event.shares, price=event.price, amount=event.amount
    )


def _won_shares_note(state: BigDealState, company: str) -> Words | None:
    """Return the note "without the won shares" for a company that was just won, or None.

    Opening it from the hand leaves the won shares aside.
    """
    spoils = state.spoils
    is_won = spoils is not None and spoils.company == company
    return say("without the won shares") if is_won else None


def _chosen_group(context: WizardContext, moves: Moves) -> tuple[Group, list[LegalMove]]:
    """Return the seat's open company that the player chose, and the moves that concern it."""

    def choice(action: Any) -> PanelChoice:
        group = context.state.groups[action.group]
        return PanelChoice(f"{group.number}", group.title, shares_words(group.shares))

    chosen = context.pick(say("Which company?"), moves, choice)
    return _group_of(context, chosen[0]), chosen


def _group_of(context: WizardContext, move: LegalMove) -> Group:
    action: Any = move.action
    return context.state.groups[action.group]


def move_shares(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for adding shares to an open company or taking them back (BD-C2)."""
    group, chosen = _chosen_group(context, moves)
    added, taken = (
        context.concrete_actions(move for move in chosen if move.kind == kind.kind)
        for kind in (Add, TakeBack)
    )
    return Panel(
        say("How many?"),
        buttons=context.buttons("add", added)
        + context.buttons(
            "back",
            taken,
            small=lambda event: say("closes it") if event.shares == group.shares else None,
            sells=True,
        ),
    )


def sell_company(context: WizardContext, moves: Moves) -> Panel:
    """Raise ``NeedsInput`` with the panel for selling an open company to the bank (BD-C3, BD-V2).

    If the chosen company has unknown printed numbers, raise it with the panel for entering them.
    """
    groups = (_group_of(context, move) for move in moves if move.refusal)
    untyped = {f"{group.number}": group for group in groups}
    choices = tuple(PanelChoice(word, group.title) for word, group in untyped.items())
    sales = context.buttons(
        "sell-company",
        context.concrete_actions(moves),
        lambda sold: title(sold.company),
        _sum_text,
        by="group",
        sells=True,
    )
    question = say("Sell which company to the bank?")
    chosen = context.taps.choose(Panel(question, choices, sales))
    context.ask_figures(untyped[chosen].company)
    return Panel()


def split_company(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for splitting an open company (BD-C4)."""
    group, chosen = _chosen_group(context, moves)
    context.ask_figures(group.company)
    splits = context.concrete_actions(chosen)
    return Panel(
        say("How do you want to split its shares?"),
        # Splits that only swap the two parts are left out.
        buttons=context.buttons(
            "split",
            splits[: (len(splits) + 1) // 2],
            lambda event: f"{group.shares - event.shares} + {event.shares}",
        ),
    )


def raise_money(context: WizardContext) -> Panel:
    """Return the panel for raising the money for a won takeover and paying it (BD-K6)."""
    state, seat, duel = context.state, context.seat, not_none(context.state.duel)
    pays = context.buttons("pay", context.actions_of(Pay), by="sell")
    fails = context.buttons("fail", context.actions_of(Fail), by="", sells=True)
    return Panel(
        say("Raise the money, then pay"),
        buttons=(*pays, *fails),
        notes=() if pays else context.why_not(Fail),
        lines=(
            say(
                "{count} × {price} = {owed} to pay; {name} has {cash}.",
                count=state.groups[duel.group].shares,
                price=duel.price,
                owed=state.owed(duel),
                name=state.name(seat),
                cash=state.money(seat),
            ).to_you("{count} × {price} = {owed} to pay; you have {cash}."),
        ),
    )


def spoils(context: WizardContext) -> Panel:
    """Return the panel for selling, opening or keeping won shares (BD-K7)."""
    openings = sorted(context.actions_of(OpenWon), key=lambda run: run.action.shares)
    opened = context.buttons("open-won", openings, small=_hand_note)
    sold = context.buttons("sell-won", context.actions_of(SellWon), small=_sum_text, sells=True)
    kept = context.buttons("keep-won", context.actions_of(KeepWon), by="")
    return Panel(
        buttons=(*opened, *sold, *kept),
        lines=(not_none(context.state.spoils).summary,),
        notes=context.why_not(OpenWon),
    )


def _hand_note(opened: Any) -> Words | None:
    """Return a note on the number of shares from the hand, or None if there are none."""
    count = opened.shares - opened.won - opened.laid
    return say("{count} from hand", count=count) if count else None


def claim(context: WizardContext) -> Panel:
    """Return the panel for distributing the laid shares that a defender has won (BD-K4)."""
    moves, count = context.candidate_moves(Claim), not_none(context.state.duel).shares
    if not moves:
        return Panel()
    whole, *into_hand = moves
    choices = {f"{number}": move for number, move in enumerate(into_hand, 1)}
    panel = Panel(
        say_many(
            "Where does the laid share go?",
            "Where do the {count} laid shares go?",
            count=count,
        ),
        tuple(PanelChoice(word, one.action.label(context.state)) for word, one in choices.items()),
        context.buttons("claim", context.concrete_actions([whole]), by="into_hand"),
    )
    chosen = context.taps.choose(panel)
    counts = context.buttons(
        f"claim-{chosen}", context.concrete_actions([choices[chosen]]), by="hand"
    )
    return Panel(
        say("How many cards do you hold now? At most {most} with the new ones.", most=HAND),
        buttons=tuple(replace(one, words=f"{one.action['hand']}") for one in counts),
    )


def resources(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for buying and selling resources (BD-R1).

    A trade keeps its position even if other trades become impossible.
    """
    state = context.state
    unpriced = {_trade_id(move.action): move for move in moves if "price" in move.ranges}
    known = context.concrete_actions(move for move in moves if "price" not in move.ranges)
    found = {_trade_id(run.action): _trade_entry(run.action, *run.events) for run in known}
    found |= {word: _trade_entry(move.action) for word, move in unpriced.items()}
    slots = tuple(found.get(f"{verb}-{name}") for name in RESOURCES for verb in ("buy", "sell"))
    panel = Panel(
        say("Which resource?"),
        tuple(slot for slot in slots if isinstance(slot, PanelChoice)),
        tuple(slot for slot in slots if isinstance(slot, PanelButton)),
        lines=(
            say(
                "This turn: bought {bought} of {most}, sold {sold} of {most}.",
                bought=state.bought,
                sold=state.sold,
                most=TRADES,
            ),
        ),
        slots=slots,
    )
    return _price_panel(context, unpriced[context.taps.choose(panel)])


def _trade_id(trade: Any) -> str:
    """Return the id of a trade in the wizard's state, such as "buy-human"."""
    return f"{'sell' if isinstance(trade, SellResource) else 'buy'}-{trade.resource}"


def _trade_entry(trade: Any, *events: Any) -> PanelChoice | PanelButton:
    """Return a button for a trade, or a choice that leads to entering its price first.

    events: the events of the trade. There are none if the price is unknown.
    """
    sells = isinstance(trade, SellResource)
    if not events:
        return PanelChoice(_trade_id(trade), _trade_verb(trade), sells=sells)
    price = f"{events[-1].price}"
    return PanelButton(_trade_id(trade), to_json(trade), _trade_verb(trade), price, sells=sells)


def _trade_verb(trade: Action) -> Words:
    return say("Sell") if isinstance(trade, SellResource) else say("Buy")


def _price_panel(context: WizardContext, move: LegalMove) -> Panel:
    """Return the panel for entering the unknown price of a slot."""
    trade: Any = move.action
    sells = isinstance(trade, SellResource)
    prices = context.concrete_actions([move], most=GUESSES)
    return Panel(
        say("What price is printed on this slot?"),
        buttons=context.buttons(
            "price", prices, lambda event: str(event.price), by="price", sells=sells
        ),
        lines=(
            say("Wheel: {resource}", resource=resource_words(trade.resource)),
            say("The app asks once for each slot."),
        ),
        fields=(PanelField("price", say("Another price")),),
        typed=PanelButton("price-typed", _without_price(trade), _trade_verb(trade), sells=sells),
    )


def _without_price(action: Action) -> dict[str, object]:
    """Return an action as a JSON object without the price, which the player enters later."""
    return {name: value for name, value in to_json(action).items() if name != "price"}


def buy_shares(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for buying shares from the pool (BD-H1)."""
    pool = _company(lambda name: shares_words(context.state.pool[name]))
    chosen = context.pick(say("Which company?"), moves, pool)
    _company_with_figures(context, chosen)
    return Panel(
        say("How many?"),
        buttons=context.buttons("buy", context.concrete_actions(chosen), _shares_text, _total_text),
    )


def _source_note(state: BigDealState, company: str) -> Words:
    """Return a note on the source of shares that are not sold from an open company.

    They come from the hand or, after a paid takeover, from the attacker's laid shares.
    """
    spoils = state.spoils
    if spoils is not None and spoils.company == company and spoils.laid:
        return say_many(
            "from hand, or the laid one",
            "from hand, or the {count} laid ones",
            count=spoils.laid,
        )
    return say("from hand")


def sell_shares(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for selling shares to the pool, from the hand or a company (BD-H1)."""
    state = context.state
    in_hand = _company(partial(_source_note, state))

    def source(sale: Any) -> PanelChoice:
        if sale.group is None:
            return in_hand(sale)
        group = state.groups[sale.group]
        on_table = say("on the table: {count}", count=group.shares)
        return PanelChoice(f"group{group.number}", group.title, on_table)

    chosen = context.pick(say("Shares of which company?"), moves, source)
    _company_with_figures(context, chosen)
    sales = context.buttons(
        "sell", context.concrete_actions(chosen), _shares_text, _total_text, sells=True
    )
    return Panel(say("How many?"), buttons=sales)


def take_over(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for attacking another player's open company (BD-K1)."""
    chosen = _chosen_target(context, moves)
    group = _group_of(context, chosen[0])
    context.ask_figures(group.company)
    opening: Any = _chosen_attack(context, chosen)
    bids = replace(chosen[0], action=opening)
    return Panel(
        say_many(
            "How much do you bid for the {count} share?",
            "How much do you bid for each of the {count} shares?",
            count=group.shares,
        ),
        buttons=context.buttons(
            "first",
            context.concrete_actions([bids], "price", most=FIRST_PRICES),
            lambda event: say("{price} a share", price=event.price),
            lambda event: say("{amount} in all", amount=event.price * group.shares),
            by="price",
        ),
        lines=tuple(_stake_sentences(context.state, group, opening)),
        fields=(PanelField("price", say("Another price")),),
        typed=PanelButton("first-typed", _without_price(opening), say("Bid")),
    )


def _chosen_target(context: WizardContext, moves: Moves) -> list[LegalMove]:
    """Return the moves that attack the company that the player chose."""
    state = context.state

    def choice(attack: Any) -> PanelChoice:
        group = state.groups[attack.group]
        owner, count = state.name(group.seat), shares_words(group.shares)
        return PanelChoice(
            f"{group.number}", group.title, say("{name}: {count}", name=owner, count=count)
        )

    return context.pick(say("Whose company?"), moves, choice)


def _chosen_attack(context: WizardContext, attacks: list[LegalMove]) -> Action:
    """Return the attack with the chosen shares and Cash cards, priced at the white value."""

    def shares(attack: Any) -> PanelChoice:
        alone = None if attack.shares else say("Cash cards alone are enough")
        return PanelChoice(f"{attack.shares}", shares_words(attack.shares), alone)

    def cards(attack: Any) -> PanelChoice:
        return PanelChoice(f"{attack.cash_cards}", cash_words(attack.cash_cards))

    def either(attack: Any) -> PanelChoice:
        with_cash = PanelChoice("cash", say("with Cash cards…"), is_half=True)
        return with_cash if attack.cash_cards else shares(attack)

    every = context.concrete_actions(attacks, "shares", "cash_cards")
    # A hand has at most five cards and the one drawn, and Cash cards cannot be bought.
    held = [run for run in every if run.action.cash_cards <= HAND + 1]
    held.sort(key=lambda run: (run.action.cash_cards, run.action.shares))
    laid = context.pick(say("What do you lay down?"), held, either)
    if laid[0].action.cash_cards:
        laid = context.pick(say("How many Cash cards?"), laid, cards)
        laid = context.pick(say("And how many shares?"), laid, shares)
    opening: Action = laid[0].action
    return opening


def _stake_sentences(state: BigDealState, group: Group, attack: TakeOver) -> Iterator[Sentence]:
    """Yield sentences on what each side would pay and receive (BD-K4, BD-K5)."""
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
    yield say("The attacker may bid more than they have and raise the money after winning.").to_you(
        "You may bid more than you have and raise the money after winning."
    )


def collect(context: WizardContext, moves: Moves) -> Panel:
    """Return the panel for collecting from one or two opponents (BD-Q2)."""
    state = context.state
    runs = context.concrete_actions(moves)
    rate = say("{amount} for each share in hand and each free resource", amount=state.rate)
    firsts = [run.action.opponents[0] for run in runs if not run.action.opponents[1:]]
    panel = Panel(
        say("Collect from whom?"),
        tuple(PanelChoice(f"{first}", state.name(first)) for first in firsts),
        lines=(rate,),
    )
    chosen = int(context.taps.choose(panel))
    buttons: list[PanelButton] = []
    for run in runs:
        first, *others = run.action.opponents
        if first == chosen:
            words = state.name(others[0]) if others else say("Nobody else")
            place = "-".join(map(str, ("collect", first, *others)))
            buttons += context.buttons(place, [run], words, by="")
    return Panel(say("And who else?"), buttons=tuple(buttons), lines=(rate,))


def draft(state: BigDealState, seat: int | None, text: str) -> SimpleNamespace | None:
    """Return the view of a seat's wizard, or None if the seat has nothing to choose now.

    seat: None for a banker who acts for no seat.
    text: the wizard text. If it is empty, the seat continues where it left off (see ``resume``).
    """
    if seat is None:
        return None
    resumed = resumed_text(state)
    taps = Taps(text or resumed)
    panel = _panel_or_next(_panel_at_stage, WizardContext(state, seat, taps))
    if panel == Panel():
        return None
    return SimpleNamespace(
        keep=_checksum(state, seat, resumed),
        said=tuple(taps.chosen),
        # The text as it was one tap earlier, or None at the start.
        back=None if taps.back is None else taps.back or MENU,
        # Whether going back ends a series of trades.
        ends=taps.back == "" and taps.text_so_far.startswith(resumed) and is_trading(state),
        # The query parameter that a banker's links need to act for this seat.
        tail=f"&for={seat}",
        panel=panel,
        # The wizard text after each choice, by the word of the choice.
        texts={choice.word: taps.after(choice.word) for choice in panel.choices}
        | {choice.word: choice.word for choice in panel.others},
    )


def _checksum(state: BigDealState, seat: int, resumed: str) -> str:
    """Return a key that changes with any value on which a half-entered action depends.

    When the key changes, the page discards the half-entered action.
    """
    rests_on = (
        (state.turn, state.stage, state.money(seat), state.tokens, state.groups, state.pool),
        (state.discarded, state.cash_cards, state.bought, state.sold, state.duel, state.spoils),
        (state.copy, resumed),
    )
    return f"{seat}-{zlib.crc32(repr(rests_on).encode()):x}"


def _panel_at_stage(context: WizardContext) -> Panel:
    state, stage = context.state, context.state.stage
    if stage == "claim":
        return claim(context)
    if context.seat != state.active or stage not in ("income", "raise", "actions"):
        return Panel()
    if stage == "raise":
        return _menu(context, raise_money(context))
    if state.spoils is not None:
        context.ask_figures(state.spoils.company)
        return _menu(context, spoils(context))
    unknown = unknown_figures(state)
    if unknown:
        raise NeedsInput(figures_of(unknown[0]))
    return Panel() if stage == "income" else _menu(context, Panel(say("What do you want to do?")))


def unknown_figures(state: BigDealState) -> tuple[str, ...]:
    """Return the companies whose unknown green value must be entered before play continues."""
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
"""The entries of the menu.

Each has its word in the wizard text, its label, its panel function and its kinds of action.
"""


def _menu(context: WizardContext, root: Panel) -> Panel:
    """Return the panel of the menu entry that the player chose.

    A panel for trades also contains all other entries.

    Raises ``NeedsInput`` with the panel ``root`` and all entries if none is chosen yet.
    """
    choices = tuple(
        PanelChoice(word, words) for word, words, _, kinds in TURN if context.is_reachable(*kinds)
    )
    chosen = context.taps.choose(replace(root, choices=choices))
    ((make, kinds),) = ((make, kinds) for word, _, make, kinds in TURN if word == chosen)
    panel = _panel_or_next(make, context, context.candidate_moves(*kinds))
    if context.taps.back or chosen not in (TRADE_RESOURCES, BUY_SHARES, SELL_SHARES):
        return panel
    return replace(panel, others=tuple(one for one in choices if one.word != chosen))


def _panel_or_next(make: Callable[..., Panel], *arguments: object) -> Panel:
    try:
        return make(*arguments)
    except NeedsInput as needed:
        return needed.panel
