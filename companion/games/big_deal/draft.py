"""A seat's steps put together by taps: a menu of what is legal now, then panel after panel."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.games.big_deal import company_panels, market_panels, takeover_panels
from companion.games.big_deal.amid import (
    BUY_SHARES,
    SELL_SHARES,
    TRADE_RESOURCES,
    is_trading,
)
from companion.games.big_deal.bench import Bench, Decide, figures_of
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.taps import Asked, Choice, Panel, Taps, Words
from companion.mechanics.words import Sentence, say

Make = Callable[[Bench], Panel]

MENU = "menu"
"""The text of the menu itself; an empty one is where the seat is in the middle of something."""

TURN: tuple[tuple[str, Sentence, Make], ...] = (
    (TRADE_RESOURCES, say("Resources"), market_panels.resources),
    ("open", say("Open a company"), company_panels.open_company),
    ("shares", say("Add or take back shares"), company_panels.move_shares),
    ("takeover", say("Take over"), takeover_panels.take_over),
    (BUY_SHARES, say("Buy shares"), market_panels.buy_shares),
    (SELL_SHARES, say("Sell shares"), market_panels.sell_shares),
    ("company", say("Sell a company"), company_panels.sell_company),
    ("split", say("Split a company"), company_panels.split_company),
    ("cash", say("Play a Cash card"), takeover_panels.collect),
)


@dataclass(frozen=True, slots=True)
class DraftView:
    """A step half tapped. keep: the same as long as nothing it rests on has changed.

    said: what was chosen. back: the text one tap earlier, None at the start. ends: whether that
    leaves a step in which something was done already. tail: what every link must carry along.
    links: each choice with the text after it.
    """

    keep: str
    said: tuple[Words, ...]
    back: str | None
    ends: bool
    tail: str
    panel: Panel
    links: tuple[tuple[Choice, str], ...]


def draft(state: BigDealState, seat: int, words: str, decide: Decide) -> DraftView | None:
    """Return what a seat can tap, None where it has nothing to put together now.

    words: what was tapped; where nothing was, the seat goes on with what it is in the middle of.
    decide: the rules' own judgement, so that nothing is shown which they would refuse.
    """
    bench = Bench(state, seat, decide, Taps(words or state.amid))
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
        links=tuple((choice, taps.after(choice.word)) for choice in panel.choices),
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
        return takeover_panels.claim(bench)
    if seat != state.active:
        return Panel()
    unknown = unknown_figures(state)
    if stage == "income":
        return figures_of(unknown[0]) if unknown else Panel()
    if stage == "raise":
        return _menu(bench, takeover_panels.raise_money(bench))
    if stage != "actions":
        return Panel()
    if state.spoils is not None:
        bench.require_figures(state.spoils.company)
        return _menu(bench, takeover_panels.spoils(bench))
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
