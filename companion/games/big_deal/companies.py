"""One's own companies: opened, grown, taken back, sold, split (BD-C1 to BD-C4).

Decided where the book is silent: two shares are needed to open and in each part of a split; a
company left with one share stays open; the same player may have several groups of a company.
"""

from __future__ import annotations

from companion.games.big_deal.actions import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.box import LEAST, title
from companion.games.big_deal.guards import (
    figures_needed,
    require_company,
    require_count,
    require_in_group,
    require_opening,
    require_own_group,
    require_set,
    require_turn,
    require_unseen,
    white_value,
)
from companion.games.big_deal.market_facts import (
    CompanyOpened,
    CompanySold,
    CompanySplit,
    SharesAdded,
    SharesTakenBack,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_open(state: BigDealState, seat: int, company: str, shares: int) -> None:
    """Raise a refusal unless a seat may open a company with so many shares (BD-C1)."""
    require_turn(state, seat, "BD-C1", "actions")
    require_company(state, company)
    require_opening(state, seat, company, shares, "BD-C1")
    require_unseen(state, company, shares)


def decide_open(state: BigDealState, action: Open) -> tuple[Fact, ...]:
    """Return the new open company."""
    require_open(state, action.seat, action.company, action.shares)
    number = state.groups_opened + 1
    return (CompanyOpened(action.seat, action.company, action.shares, number),)


def require_add(state: BigDealState, seat: int, number: int, shares: int) -> None:
    """Raise a refusal unless a seat may add so many shares to a group (BD-C2)."""
    require_turn(state, seat, "BD-C2", "actions")
    group = require_own_group(state, seat, number, "BD-C2")
    require_count(shares, "BD-C2")
    require_unseen(state, group.company, shares)


def decide_add(state: BigDealState, action: Add) -> tuple[Fact, ...]:
    """Return the shares added from the hand."""
    require_add(state, action.seat, action.group, action.shares)
    company = state.groups[action.group].company
    return (SharesAdded(action.seat, company, action.group, action.shares),)


def decide_take_back(state: BigDealState, action: TakeBack) -> tuple[Fact, ...]:
    """Return the shares taken back; the resources stay, unassigned once the company is closed."""
    require_turn(state, action.seat, "BD-C2", "actions", "raise")
    group = require_own_group(state, action.seat, action.group, "BD-C2")
    require_in_group(group, action.shares, "BD-C2")
    return (SharesTakenBack(action.seat, group.company, group.number, action.shares),)


def decide_sell_company(state: BigDealState, action: SellCompany) -> tuple[Fact, ...]:
    """Return the sale of a whole company at the white value and the bonus (BD-C3, BD-V2)."""
    require_turn(state, action.seat, "BD-C3", "actions", "raise")
    group = require_own_group(state, action.seat, action.group, "BD-C3")
    price = white_value(state, group.company, "BD-C3") + state.bonus
    return (CompanySold(action.seat, group.company, group.number, group.shares, price),)


def require_split(state: BigDealState, seat: int, number: int, shares: int) -> None:
    """Raise ``two_shares_needed``, ``figures_needed``, ``resources_missing`` (BD-C4)."""
    require_turn(state, seat, "BD-C4", "actions")
    group = require_own_group(state, seat, number, "BD-C4")
    if shares < LEAST or group.shares - shares < LEAST:
        raise Refusal(
            "two_shares_needed",
            "BD-C4",
            say(
                "Each part needs {least} shares at least; {company} has {shares} here.",
                least=LEAST,
                company=title(group.company),
                shares=group.shares,
            ),
        )
    if state.company(group.company).needs is None:
        raise figures_needed(group.company, "BD-C4")
    require_set(state, seat, group.company, "BD-C4")


def decide_split(state: BigDealState, action: Split) -> tuple[Fact, ...]:
    """Return the two parts; from now on they are separate groups."""
    require_split(state, action.seat, action.group, action.shares)
    company = state.groups[action.group].company
    part = state.groups_opened + 1
    return (CompanySplit(action.seat, company, action.group, action.shares, part),)
