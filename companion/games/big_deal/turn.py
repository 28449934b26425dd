"""The deal and the steps of a turn (BD-S1, BD-T1 to BD-T4, BD-G1, BD-I1).

Decided for the app: the income is paid as soon as the card is drawn. It is a separate step only if
the green value of an open company has to be entered first. Won shares that are neither sold nor
opened when the turn ends go into the hand (BD-K7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from companion.games.big_deal.bases import BigDealEvent, SeatEvent, SeatSetting, TurnAction
from companion.games.big_deal.box import OVERS, UPPER_OVERS, title
from companion.games.big_deal.entities import Group
from companion.games.big_deal.game_over import LastOverShown, require_overs
from companion.games.big_deal.guards import figures_needed, require_stage, require_turn
from companion.games.big_deal.seating import first_purses
from companion.games.big_deal.settlement import KeepWon
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    Setting,
    action,
    event,
    setting,
)
from companion.mechanics.actions.menu import Candidate, OneOf, Range, dry_run
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import BANK, Transfer, purse
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.first_player import Drawn, random_draw
from companion.mechanics.play.table import require_seat

Terms = tuple[tuple[str, int], ...]
"""Pairs of a company's key and the income that it pays, in millions."""


@action("deal", by="player")
class Deal(Action[BigDealState]):
    """Record the first player and the number of Game Over cards dealt (BD-S1, BD-S2)."""

    chance = "first"
    first: int | None = 0
    """The seat of the first player; None for a random draw."""
    overs: int = 0
    """The number of Game Over cards dealt."""
    by_app: bool = False
    """Whether a random draw chose the first player."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage == "deal":
            yield Candidate(cls(), first=OneOf(tuple(state.seats)), overs=Range(0, UPPER_OVERS))

    def with_chance(self, state: BigDealState, dice: Dice) -> Self:
        if self.first is not None:
            return self
        return replace(self, first=random_draw(state.seats, dice), by_app=True)

    def label(self, state: BigDealState) -> Sentence | str:
        return say("Random draw") if self.first is None else state.name(self.first)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_stage(state, "BD-S2", "deal")
        first = require_seat(state, self.first, "BD-S1")
        require_overs(self.overs, UPPER_OVERS, "BD-S2")
        begun = GameBegun(first, self.overs, first_purses(state.clockwise_from(first)))
        return (Drawn(tuple(state.seats), first), begun) if self.by_app else (begun,)


@event("game_begun")
class GameBegun(BigDealEvent):
    """The cards were dealt and the players received their starting money (BD-S1, BD-S2)."""

    addresses = "first"
    first: int
    """The seat of the first player."""
    overs: int
    """The number of Game Over cards dealt."""
    purses: tuple[int, ...]
    """The starting money of each seat, in millions."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(BANK, purse(seat), amount, say("start"))
            for seat, amount in enumerate(self.purses)
        )

    def apply(self, state: BigDealState) -> BigDealState:
        first = self.first
        return replace(state, step="draw", turn=1, first=first, active=first, overs=self.overs)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        values = {"name": state.name(self.first), "money": self.purses[self.first]}
        if not self.overs:
            return say("{name} begins with {money}.", **values).to_you("You begin with {money}.")
        return say_many(
            "{name} begins with {money}; {count} Game Over card was dealt.",
            "{name} begins with {money}; {count} Game Over cards were dealt.",
            count=self.overs,
            **values,
        ).to_you("You begin with {money}; Game Over cards dealt: {count}.")


@setting("draw", "card_drawn")
class Draw(SeatSetting):
    """Draw the top card of the deck (BD-T1, BD-G1)."""

    overs: int = 0
    """The number of Game Over cards that came up after the draw and went to the board."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.active and state.stage == "draw":
            yield Candidate(cls(seat), overs=Range(0, state.overs_left))

    def label(self, state: BigDealState) -> Sentence | str:
        if not self.overs:
            return say("Drawn, no Game Over")
        return f"{self.overs}"

    def require(self, state: BigDealState) -> None:
        require_turn(state, self.seat, "BD-T1", "draw")
        require_overs(self.overs, state.overs_left, "BD-G1")

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the event of the draw, followed by ``IncomeTaken`` or ``LastOverShown``.

        ``IncomeTaken`` is left out if a green value has to be entered first.
        """
        pending = PendingEvents(state, *Setting.decide(self, state))
        if not pending.state.overs_left:
            pending.emit(LastOverShown())
        else:
            pending.emit(*dry_run(Income(self.seat), pending.state).events)
        return pending.events

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, step="income", overs=state.overs + self.overs)

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        if not self.overs or state.overs_left != 1:
            return ()
        line = say("Game Over card number {count}: the next one ends the game.", count=state.overs)
        return (Scene("overs", line, {"count": state.overs, "of": OVERS}),)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if not self.overs:
            return say("{name} draws a card.").to_you("You draw a card.")
        return say_many(
            "{name} draws a card; {count} Game Over card comes up.",
            "{name} draws a card; {count} Game Over cards come up.",
            count=self.overs,
        ).to_you("You draw a card; Game Over cards that come up: {count}.")


@event("income_taken")
class IncomeTaken(SeatEvent):
    """A seat received the green values of its open companies as income (BD-I1)."""

    terms: Terms = ()
    """The income, by company."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(BANK, purse(self.seat), green, say("income: {company}", company=title(name)))
            for name, green in self.terms
        )

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, step="actions", income=self.terms)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        amount, terms = sum(green for _, green in self.terms), _terms(self.terms)
        line = say("{name} gets {amount}: {terms}.", amount=amount, terms=terms).to_you(
            "You get {amount}: {terms}."
        )
        return line if self.terms else None


def _green_values(state: BigDealState, groups: tuple[Group, ...], rule: str) -> Terms:
    """Return the company and the green value of each group.

    rule: the id of the rule to cite in a refusal.

    Raises ``figures_needed`` if a green value is unknown.
    """
    terms = []
    for group in groups:
        green = state.company(group.company).green
        if green is None:
            raise figures_needed(group.company, rule)
        terms.append((group.company, green))
    return tuple(terms)


def _terms(terms: Terms) -> tuple[Sentence, ...]:
    return tuple(
        say("{company} {amount}", company=title(company), amount=green) for company, green in terms
    )


@action("income")
class Income(TurnAction):
    """Take the income after entering a missing green value (BD-T2, BD-I1).

    Otherwise the income is paid as soon as the card is drawn.
    """

    button = Button(say("Take the income"))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_turn(state, self.seat, "BD-T2", "income")
        terms = _green_values(state, state.groups_of(self.seat), "BD-I1")
        return (IncomeTaken(self.seat, terms),)


@action("end_turn")
class EndTurn(TurnAction):
    """End the turn with at most five cards in hand (BD-T4)."""

    button = Button(say("End the turn"))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the events that end the turn, including the special income.

        Won shares that are still on the table go into the hand first. The next turn belongs to the
        neighbour on the left.
        """
        require_turn(state, self.seat, "BD-T4", "actions")
        pending = PendingEvents(state)
        if state.spoils is not None:
            pending.emit(*KeepWon(self.seat).decide(state))
        specials = _green_values(pending.state, pending.state.special_groups, "BD-K7")
        pending.emit(TurnEnded(self.seat, state.left_of(self.seat), specials))
        return pending.events


@event("turn_ended")
class TurnEnded(SeatEvent):
    """A seat ended its turn and received its special income, if any (BD-K7, BD-K8)."""

    following: int
    """The seat whose turn is next."""
    specials: Terms = ()
    """The special income, by company."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(
                BANK, purse(self.seat), green, say("special income: {company}", company=title(name))
            )
            for name, green in self.specials
        )

    def apply(self, state: BigDealState) -> BigDealState:
        groups = {number: replace(group, won=None) for number, group in state.groups.items()}
        return replace(
            state,
            step="draw",
            turn=state.turn + 1,
            active=self.following,
            groups=groups,
            kept={},
            bought=0,
            sold=0,
            income=(),
        )

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        line = say("{name} ends the turn.").to_you("You end the turn.")
        if self.specials:
            line = say("{name} gets special income: {terms}.", terms=_terms(self.specials)).to_you(
                "You get special income: {terms}."
            )
        if self.following != state.first:
            return line
        line = self.fill(state, line)
        return say("{line} A new round begins.", line=line).to_you("{line} A new round begins.")
