"""The banker's corrections of tokens, shares, Game Over cards and Cash cards.

Corrections need not follow the rules of the game. ``mechanics.corrections`` handles corrections of
money, within the limits that ``BigDealState.kept_for_bids`` sets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.big_deal.bases import BigDealEvent, CompanyEvent
from companion.games.big_deal.box import OVERS, SLOTS, shares_words
from companion.games.big_deal.copy import require_resource
from companion.games.big_deal.entities import Group
from companion.games.big_deal.game_over import LastOverShown, require_overs
from companion.games.big_deal.guards import (
    require_company,
    require_count,
    require_group_of,
    require_unseen,
)
from companion.games.big_deal.state import BigDealState, under_way
from companion.games.big_deal.waiting import waiting
from companion.mechanics.actions.base import Button, Event, Setting, action, event, setting
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.corrections import Explained
from companion.mechanics.play.table import PRINTED, not_now, require_seat


@dataclass(frozen=True, slots=True)
class Correction(Setting[BigDealState], Explained[BigDealState], BigDealEvent):
    """Base class for corrections whose event has the same fields as the action."""


@setting("set_tokens", "tokens_set")
class SetTokens(Correction):
    """Correct a player's number of tokens of one resource.

    The wheel gains or loses the difference.
    """

    button = Button(say("Fix the resources"))
    line = say("Correction: {name} has {resource} ×{count}.").to_you(
        "Correction: you have {resource} ×{count}."
    )
    seat: int
    resource: str
    count: int

    def require(self, state: BigDealState) -> None:
        """Raise ``too_many_tokens`` if the wheel has too few tokens for the correction.

        Also raises ``unknown_seat``, ``unknown_resource`` and ``too_few``.
        """
        require_seat(state, self.seat, "BD-S1")
        require_resource(self.resource)
        require_count(self.count, PRINTED, least=0)
        held = state.tokens[self.seat].get(self.resource, 0)
        most = held + state.in_wheel(self.resource)
        if self.count > most:
            sentence = say(
                "There are {all} tokens of each colour. At most {most} can be here.",
                all=SLOTS,
                most=most,
            )
            raise Refusal("too_many_tokens", "BD-R1", sentence)

    def apply(self, state: BigDealState) -> BigDealState:
        held = state.tokens[self.seat].get(self.resource, 0)
        return state.with_tokens(self.seat, self.resource, self.count - held)


@action("set_group")
class SetGroup(Explained[BigDealState]):
    """Correct the number of shares in an open company, or add one that was never entered."""

    button = Button(say("Fix the shares"))
    seat: int
    company: str
    shares: int
    """The corrected number; 0 closes the company."""
    group: int | None = None
    """The number of the open company, or None to add one that was opened without the app."""

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_seat(state, self.seat, "BD-S1")
        require_company(state, self.company)
        number, shares = self.group, self.shares
        if number is None:
            require_count(shares, "BD-C1")
            require_unseen(state, self.company, shares)
            number = state.groups_opened + 1
        else:
            group = require_group_of(state, self.seat, number, self.company, "BD-C1")
            if state.duel is not None and state.duel.group == number:
                raise under_way()
            require_count(shares, "BD-C1", least=0)
            require_unseen(state, self.company, shares - group.shares)
        return (GroupSet(self.seat, self.company, number, shares, self.reason),)


@event("group_set")
class GroupSet(CompanyEvent):
    """The number of shares in a seat's open company was corrected."""

    group: int
    shares: int
    """The corrected number; 0 closed the company."""
    reason: str = ""

    def apply(self, state: BigDealState) -> BigDealState:
        group = state.groups.get(self.group)
        if group is None:
            return state.with_group(Group(self.group, self.seat, self.company, self.shares))
        return state.resized(self.group, self.shares - group.shares)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say_many(
            "Correction: {name} has {count} share of {company} on the table.",
            "Correction: {name} has {count} shares of {company} on the table.",
            count=self.shares,
            held=shares_words(self.shares),
        ).to_you("Correction: you have {held} of {company} on the table.")


@action("set_shares")
class CorrectShares(Explained[BigDealState]):
    """Correct the number of a company's shares in the pool or among the discarded shares."""

    button = Button(say("Fix the shares"))
    company: str
    place: Literal["pool", "discards"]
    count: int

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_company(state, self.company)
        require_count(self.count, "BD-H1", least=0)
        piles = state.pool if self.place == "pool" else state.discarded
        require_unseen(state, self.company, self.count - piles.get(self.company, 0))
        return (SharesCorrected(self.company, self.place, self.count, self.reason),)


@event("shares_set")
class SharesCorrected(BigDealEvent):
    """The number of a company's shares in the pool or among the discarded shares was corrected."""

    company: str
    place: str
    """``pool`` or ``discards``."""
    count: int
    reason: str = ""

    def apply(self, state: BigDealState) -> BigDealState:
        if self.place == "pool":
            return state.with_pool(self.company, self.count - state.pool.get(self.company, 0))
        lying = state.discarded.get(self.company, 0)
        return state.with_discards(self.company, self.count - lying)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if self.place == "pool":
            return say_many(
                "Correction: {count} share of {company} in the pool.",
                "Correction: {count} shares of {company} in the pool.",
                count=self.count,
            )
        return say_many(
            "Correction: {count} share of {company} discarded.",
            "Correction: {count} shares of {company} discarded.",
            count=self.count,
        )


@setting("set_overs", "overs_set")
class SetOvers(Correction):
    """Correct the number of Game Over cards on the board.

    If all seven are on the board, the game ends.
    """

    button = Button(say("Fix the Game Over cards"))
    line = say("Correction: Game Over cards on the board: {count}.")
    count: int

    def require(self, state: BigDealState) -> None:
        if state.step in ("deal", "hands", "over"):
            raise not_now("BD-G1", waiting(state))
        require_overs(self.count, OVERS, "BD-G1")

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        pending = PendingEvents(state, *Setting.decide(self, state))
        if not pending.state.overs_left:
            pending.emit(LastOverShown())
        return pending.events

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, overs=self.count)


@setting("set_cash_cards", "cash_cards_set")
class SetCashCards(Correction):
    """Correct the number of Cash cards that have been played."""

    button = Button(say("Fix the Cash cards"))
    line = say("Correction: Cash cards played so far: {count}.")
    count: int

    def require(self, state: BigDealState) -> None:
        require_count(self.count, "BD-Q1", least=0)
        if self.count > state.packing.cash_cards:
            most = state.packing.cash_cards
            sentence = say("There are {all} Cash cards in this deck.", all=most)
            raise Refusal("no_cash_cards_left", "BD-Q1", sentence)

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, cash_cards=self.count)
