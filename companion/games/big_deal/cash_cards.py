"""Playing Cash cards, and counting hands (BD-Q2, BD-V3, BD-E1).

A hand is counted only where a rule needs it: when a Cash card is played and at the end of the game.
At these moments no hand may exceed five cards (BD-T4), so higher counts are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from companion.games.big_deal.bases import SeatEvent, SeatSetting, TurnAction
from companion.games.big_deal.box import HAND
from companion.games.big_deal.entities import Collection
from companion.games.big_deal.game_over import BigDealEnded, HandShown
from companion.games.big_deal.guards import (
    require_acting,
    require_cash_cards,
    require_count,
    require_stage,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Event, action, event, setting
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.money.ledger import Transfer, purse
from companion.mechanics.play.table import refusal_about, require_seat

MOST_OPPONENTS = 2


@setting("collect", "cash_card_played")
class Collect(SeatSetting):
    """Play a Cash card to collect from one or two opponents (BD-Q2)."""

    opponents: tuple[int, ...]

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            others = [other for other in state.seats if other != seat]
            for count in range(1, MOST_OPPONENTS + 1):
                yield Candidate(cls(seat, ()), opponents=OneOf(tuple(permutations(others, count))))

    def label(self, state: BigDealState) -> Sentence:
        return say("Collect from: {names}", names=together(map(state.name, self.opponents)))

    def require(self, state: BigDealState) -> None:
        seat, opponents = self.seat, self.opponents
        require_acting(state, seat, "BD-Q2")
        require_cash_cards(state, 1, "BD-Q2")
        for opponent in opponents:
            require_seat(state, opponent, "BD-S1")
        if not 0 < len(opponents) <= MOST_OPPONENTS or len({seat, *opponents}) <= len(opponents):
            raise Refusal("one_or_two_opponents", "BD-Q2", say("Choose one or two opponents."))

    def apply(self, state: BigDealState) -> BigDealState:
        collection = Collection(self.seat, self.opponents)
        return replace(state, cash_cards=state.cash_cards + 1, collection=collection)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        names = together(map(state.name, self.opponents))
        return say("{name} plays a Cash card and collects from: {names}.", names=names).to_you(
            "You play a Cash card and collect from: {names}."
        )

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = SeatSetting.tell_you(self, state, seat)
        if line is None or seat not in self.opponents:
            return line
        others = tuple(state.name(other) for other in self.opponents if other != seat)
        if not others:
            return line.to_you("{name} plays a Cash card and collects from you.").for_you
        return self.fill(
            state,
            say("{name} plays a Cash card and collects from you and {other}.", other=others[0]),
        )


@action("count_hand", turn_bound=False, keeps_turn=True)
class CountHand(TurnAction):
    """Report how many shares a hand holds, for a Cash card (BD-Q2) or at the end (BD-E1)."""

    shares: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage in ("collect", "hands"):
            yield Candidate(cls(seat, 0), shares=Range(0, highest_count(state)))

    def label(self, state: BigDealState) -> Sentence | str:
        return f"{self.shares}"

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return ``Collected`` for a Cash card, or ``HandShown`` at the end of the game.

        For the last hand at the end, ``BigDealEnded`` follows.
        """
        seat, shares = self.seat, self.shares
        require_counting(state, seat)
        require_count(shares, "BD-T4", least=0)
        if shares > HAND:
            sentence = say("A hand may hold at most {most} cards.", most=HAND)
            raise Refusal("hand_over_five", "BD-T4", sentence)
        _require_in_play(state, shares)
        if state.collection is not None:
            return (_collected_event(state, seat, shares, state.collection.collector),)
        pending = PendingEvents(state, HandShown(seat, shares))
        if len(pending.state.hands) == len(state.seats):
            pending.emit(BigDealEnded())
        return pending.events


def require_counting(state: BigDealState, seat: int) -> None:
    """Raise a refusal unless the seat must count its hand now."""
    require_seat(state, seat, "BD-S1")
    require_stage(state, "BD-Q2", "collect", "hands")
    if state.collection is not None:
        if seat not in state.collection.waiting:
            raise Refusal("not_asked", "BD-Q2", say("Nobody is collecting from you now."))
    elif seat in state.hands:
        sentence = say("{name}’s hand is already counted.").to_you("Your hand is already counted.")
        raise refusal_about(state, seat, "hand_counted", "BD-E1", sentence)


def highest_count(state: BigDealState) -> int:
    """Return the highest number of shares that a player may report now (BD-T4, BD-S2)."""
    return min(HAND, _most_shares_in_hands(state))


def _require_in_play(state: BigDealState, shares: int) -> None:
    """Raise ``too_many_shares`` if the hands not yet counted cannot hold this many shares."""
    unseen = _most_shares_in_hands(state)
    if shares > unseen:
        sentence = say_many(
            "At most {count} share can still be in hand.",
            "At most {count} shares can still be in hand.",
            count=unseen,
        )
        raise Refusal("too_many_shares", "BD-S2", sentence)


def _most_shares_in_hands(state: BigDealState) -> int:
    """Return the maximum number of shares, across all companies, in hands not yet counted."""
    return sum(map(state.unseen_shares, state.packing.companies)) - sum(state.hands.values())


def _collected_event(state: BigDealState, seat: int, shares: int, collector: int) -> Collected:
    """Return the event of a seat that pays the amount due, or all its cash if that is less."""
    tokens = sum(state.free_tokens(seat).values())
    paid = min(state.rate * (shares + tokens), state.money(seat))
    return Collected(seat, collector, shares, tokens, state.rate, paid)


@event("collected")
class Collected(SeatEvent):
    """An opponent counted their hand and paid the collector.

    An opponent who cannot pay the full amount pays all their cash.
    """

    collector: int
    shares: int
    """The number of shares in the opponent's hand."""
    tokens: int
    """The number of the opponent's tokens that no open company needs."""
    rate: int
    """The amount due for each share and each token, in millions (BD-Q2, BD-V3)."""
    paid: int
    """The amount paid, which is less than the amount due if the opponent is short of cash."""

    @property
    def due(self) -> int:
        """The full amount that the opponent owes."""
        return self.rate * (self.shares + self.tokens)

    def transfers(self) -> tuple[Transfer, ...]:
        ends = purse(self.seat), purse(self.collector)
        return (Transfer(*ends, self.paid, say("Cash card")),) if self.paid else ()

    def apply(self, state: BigDealState) -> BigDealState:
        collection = not_none(state.collection)
        waiting = tuple(seat for seat in collection.waiting if seat != self.seat)
        rest = replace(collection, waiting=waiting) if waiting else None
        return replace(state, collection=rest)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence:
        if not state.may_learn_cash(seat, self.seat, self.collector):
            return say("{name} pays {collector} up to ({shares} + {tokens}) × {rate} = {due}.")
        if self.paid == self.due:
            return say("{name} pays {collector} ({shares} + {tokens}) × {rate} = {due}.").to_you(
                "You pay {collector} ({shares} + {tokens}) × {rate} = {due}."
            )
        return say(
            "{name} pays {collector} {paid} of ({shares} + {tokens}) × {rate} = {due}; "
            "the rest is waived."
        ).to_you(
            "You pay {collector} {paid} of ({shares} + {tokens}) × {rate} = {due}; "
            "the rest is waived."
        )

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = not_none(self.tell(state, seat))
        if seat == self.seat:
            return line.for_you
        if seat != self.collector:
            return line
        if self.paid == self.due:
            line = line.to_you("{name} pays you ({shares} + {tokens}) × {rate} = {due}.")
        else:
            line = line.to_you(
                "{name} pays you {paid} of ({shares} + {tokens}) × {rate} = {due}; "
                "the rest is waived."
            )
        return line.for_you
