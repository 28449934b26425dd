"""Opening, changing, selling and splitting the active seat's companies (BD-C1 to BD-C4).

Decided where the book is silent:

- Two shares are needed to open a company, and two in each part of a split.
- A company left with one share stays open.
- A player may open the same company several times, as separate groups of shares.
- Shares of one company are interchangeable. If an open company may hold a won share at the end of
  the turn, the app assumes that it does (BD-K7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.big_deal.bases import CompanyEvent, TurnAction
from companion.games.big_deal.box import LEAST, title
from companion.games.big_deal.entities import Group, Kept
from companion.games.big_deal.guards import (
    require_acting,
    require_company,
    require_count,
    require_in_group,
    require_opening,
    require_own_company,
    require_set,
    require_unseen,
    sale_price,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Event, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say


@action("open")
class Open(TurnAction):
    """Open a company with shares from the hand and one set of the resources it needs (BD-C1)."""

    company: str
    shares: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            for company in state.packing.companies:
                unseen = Range(LEAST, state.unseen_shares(company))
                yield Candidate(cls(seat, company, LEAST), shares=unseen)

    def label(self, state: BigDealState) -> Sentence:
        return say("Open {company} with {count}", company=title(self.company), count=self.shares)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the event that opens the company.

        If the hand may hold won shares of the company, the group can earn special income (BD-K7).
        """
        require_acting(state, self.seat, "BD-C1")
        require_company(state, self.company)
        require_opening(state, self.seat, self.company, self.shares, "BD-C1")
        require_unseen(state, self.company, self.shares)
        opened = CompanyOpened(
            seat=self.seat,
            company=self.company,
            shares=self.shares,
            group=state.groups_opened + 1,
            takeover=kept_of(state, self.company),
        )
        return (opened,)


@event("company_opened")
class CompanyOpened(CompanyEvent):
    """A seat opened a company with shares from the hand."""

    shares: int
    group: int
    """The number of the new group."""
    takeover: int | None = None
    """The number of this turn's takeover whose won shares the group may hold (BD-K7), or None."""

    def apply(self, state: BigDealState) -> BigDealState:
        group = Group(self.group, self.seat, self.company, self.shares, self.takeover)
        return _with_won_laid(state.with_group(group), self.group, self.shares)

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        if state.groups_opened > 1:
            return ()
        shows = {"seat": self.seat, "company": title(self.company), "shares": self.shares}
        return (self.scene(state, "opened", shows),)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if self.takeover is None:
            return say("{name} opens {company} with {shares} shares.").to_you(
                "You open {company} with {shares} shares."
            )
        return say("{name} opens the newly won {company} with {shares} shares.").to_you(
            "You open the newly won {company} with {shares} shares."
        )


def _with_won_laid(state: BigDealState, number: int, shares: int) -> BigDealState:
    """Return the state with won shares assigned to a group that received shares from the hand.

    If the hand may hold won shares of the company, the app assumes that they were laid first. The
    group then counts as holding won shares (BD-K7).

    number: the number of the group, which already contains the shares.
    shares: the number of shares that were moved.
    """
    group = state.groups[number]
    takeover = kept_of(state, group.company) if group.won is None else group.won
    if takeover is None or takeover not in state.kept:
        return state
    held = state.kept[takeover]
    less = replace(held, shares=max(held.shares - shares, 0))
    groups = {**state.groups, number: replace(group, won=takeover)}
    return replace(state, groups=groups, kept={**state.kept, takeover: less})


def kept_of(state: BigDealState, company: str) -> int | None:
    """Return the number of the first takeover whose won shares of a company may be in hand.

    Return None if there is none.
    """
    return next((won for won, kept in state.kept.items() if kept.company == company), None)


@dataclass(frozen=True, slots=True)
class CompanyAction(TurnAction):
    """Base class for actions on one of the seat's open companies."""

    group: int
    """The number of the open company."""

    @staticmethod
    def counts(state: BigDealState, group: Group) -> Range | None:
        """Return the possible numbers of shares, or None if the action affects all shares."""
        return None

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            for group in state.groups_of(seat):
                counts = cls.counts(state, group)
                ranges = {"shares": counts} if counts else {}
                least = {name: counts.lowest for name, counts in ranges.items()}
                yield Candidate(cls(seat, group.number, **least), **ranges)

    def own_company(self, state: BigDealState, rule: str) -> Group:
        """Return the open company that the action concerns.

        Raises the refusals of ``require_acting`` and ``require_own_company``.
        """
        require_acting(state, self.seat, rule)
        return require_own_company(state, self.seat, self.group, rule)


@action("add")
class Add(CompanyAction):
    """Add shares from the hand to an open company (BD-C2)."""

    counts = staticmethod(lambda state, group: Range(1, state.unseen_shares(group.company)))
    shares: int = 1

    def label(self, state: BigDealState) -> Sentence:
        return say("Add {count}", count=self.shares)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        company = self.own_company(state, "BD-C2").company
        require_count(self.shares, "BD-C2")
        require_unseen(state, company, self.shares)
        return (SharesAdded(self.seat, company, self.group, self.shares),)


@event("shares_added")
class SharesAdded(CompanyEvent):
    """A seat added shares from the hand to one of its open companies."""

    line = say("{name} adds {shares} × {company}.").to_you("You add {shares} × {company}.")
    group: int
    shares: int

    def apply(self, state: BigDealState) -> BigDealState:
        return _with_won_laid(state.resized(self.group, self.shares), self.group, self.shares)


@action("take_back")
class TakeBack(CompanyAction):
    """Take shares of an open company back into the hand (BD-C2)."""

    counts = staticmethod(lambda state, group: Range(1, group.shares))
    shares: int = 1

    def label(self, state: BigDealState) -> Sentence:
        return say("Take back {count}", count=self.shares)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the event that takes the shares back.

        The seat keeps its tokens. Tokens that a closed company needed become free.
        """
        group = self.own_company(state, "BD-C2")
        require_in_group(group, self.shares, "BD-C2")
        return (SharesTakenBack(self.seat, group.company, group.number, self.shares),)


@event("shares_taken_back")
class SharesTakenBack(CompanyEvent):
    """A seat took shares of a company back into its hand.

    A company left with no shares is closed.
    """

    line = say("{name} takes {shares} × {company} back into their hand.").to_you(
        "You take {shares} × {company} back into your hand."
    )
    group: int
    shares: int

    def apply(self, state: BigDealState) -> BigDealState:
        takeover = state.groups[self.group].won
        state = state.resized(self.group, -self.shares)
        if takeover is None:
            return state
        held = state.kept.get(takeover, Kept(self.company, 0))
        more = replace(held, shares=held.shares + self.shares)
        return replace(state, kept={**state.kept, takeover: more})


@action("sell_company")
class SellCompany(CompanyAction):
    """Sell a whole open company to the bank (BD-C3)."""

    def label(self, state: BigDealState) -> Sentence:
        return say("Sell {company}", company=state.groups[self.group].title)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        group = self.own_company(state, "BD-C3")
        price = sale_price(state, group.company, "BD-C3")
        return (CompanySold(self.seat, group.company, group.number, group.shares, price),)


@event("company_sold")
class CompanySold(CompanyEvent):
    """A seat sold a whole open company to the bank (BD-C3, BD-V2)."""

    line = say("{name} sells {company} to the bank: {shares} × {price} = {amount}.").to_you(
        "You sell {company} to the bank: {shares} × {price} = {amount}."
    )
    earns = "amount", say("sold: {company}")
    group: int
    shares: int
    price: int
    """The price per share: the white value plus the bonus."""

    def apply(self, state: BigDealState) -> BigDealState:
        return state.resized(self.group, -self.shares).with_discards(self.company, self.shares)


@action("split")
class Split(CompanyAction):
    """Split an open company in two (BD-C4)."""

    counts = staticmethod(lambda state, group: Range(LEAST, group.shares - LEAST))
    shares: int
    """The number of shares in the new part."""

    def label(self, state: BigDealState) -> Sentence:
        group = state.groups[self.group]
        return say(
            "Split {company}: {count} in the new part", company=group.title, count=self.shares
        )

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        group, shares = self.own_company(state, "BD-C4"), self.shares
        if shares < LEAST or group.shares - shares < LEAST:
            sentence = say(
                "Each part needs at least {least} shares; {company} has {shares} here.",
                least=LEAST,
                company=group.title,
                shares=group.shares,
            )
            raise Refusal("two_shares_needed", "BD-C4", sentence)
        require_set(state, self.seat, group.company, "BD-C4")
        part = state.groups_opened + 1
        return (CompanySplit(self.seat, group.company, group.number, shares, part),)


@event("company_split")
class CompanySplit(CompanyEvent):
    """A seat split one of its open companies in two (BD-C4)."""

    line = say("{name} splits {company}: {shares} shares make a new part.").to_you(
        "You split {company}: {shares} shares make a new part."
    )
    group: int
    shares: int
    """The number of shares in the new part."""
    part: int
    """The group number of the new part."""

    def apply(self, state: BigDealState) -> BigDealState:
        part = replace(state.groups[self.group], number=self.part, shares=self.shares)
        return state.resized(self.group, -self.shares).with_group(part)

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        parts = state.groups[self.group].shares, self.shares
        shows = {"seat": self.seat, "company": title(self.company), "parts": parts}
        return (self.scene(state, "split", shows),)
