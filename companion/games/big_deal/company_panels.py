"""The panels of one's own companies: open, add, take back, sell, split."""

from __future__ import annotations

from companion.games.big_deal.actions import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.bench import Bench, shares_words
from companion.games.big_deal.box import LEAST, title
from companion.games.big_deal.guards import pile_words
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.taps import Choice, Panel, Words
from companion.mechanics.words import say


def open_company(bench: Bench) -> Panel:
    """Return openings with shares from the hand and one set of resources (BD-C1)."""
    state, seat = bench.state, bench.seat
    tried = {name: bench.refusal(Open(seat, name, LEAST)) for name in state.packing.companies}
    company = bench.choose(
        say("Which company?"),
        [Choice(name, title(name)) for name in tried if bench.leads_on(Open(seat, name, LEAST))],
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
