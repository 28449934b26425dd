"""The course of a turn: the leader, the die, the prompts and the end (BS-S2, BS-T1, BS-T2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from companion.games.big_shot.board import CUBES, SIDES, TURNS, pile_words
from companion.games.big_shot.loans import reach
from companion.games.big_shot.state import BigShotState
from companion.mechanics.actions.base import Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions.auction import Auction, bid_prompt, cannot_bid
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.play.dice import Dice, not_rolled, require_face
from companion.mechanics.play.first_player import SeatBegins, WhoBegins
from companion.mechanics.play.table import (
    PendingDecision,
    refusal_about,
    require_seat,
    require_stage,
)

FACES = range(1, SIDES + 1)


@action("lead", by="player")
class Lead(WhoBegins):
    """Choose the seat that leads the first turn (BS-S2).

    If the seat is None, the app rolls for everyone.
    """

    stage = "lead"

    def with_chance(self, state: BigShotState, dice: Dice) -> Self:
        return self.thrown(state, dice, SIDES)

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        if state.stage != "lead":
            raise Refusal(
                "already_led", "BS-S2", say("It is already decided who begins the first turn.")
            )
        return (LeadChosen(self.named(state, FACES, "BS-S2", "BS-S1"), self.rolls),)


@event("lead_chosen")
class LeadChosen(SeatBegins):
    """The leader of the first turn was chosen."""

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(state, stage="roll", turn=1, leader=self.seat)

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if not self.rolls:
            return say("{name} begins the first turn.").to_you("You begin the first turn.")
        return say("{name} begins the first turn ({rolls}).").to_you(
            "You begin the first turn ({rolls})."
        )


@action("roll")
class Roll(SeatAction[BigShotState]):
    """Roll the leader's die, which opens the turn's auction (BS-T1)."""

    chance = "value"
    value: int | None = None
    """The face of a real die; None to let the app roll."""
    by_app: bool = False
    """Whether the app rolled the die."""

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage == "roll" and seat == state.leader:
            yield Candidate(cls(seat), value=Range(1, SIDES))

    def with_chance(self, state: BigShotState, dice: Dice) -> Self:
        return self if self.value is not None else replace(self, value=dice(SIDES), by_app=True)

    def label(self, state: BigShotState) -> Sentence | str:
        if self.value is None:
            return say("Roll in the app")
        return f"{self.value}"

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the event of the roll, which opens the auction (BS-T1)."""
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "roll", "BS-T1", waiting)
        if self.seat != state.leader:
            sentence = say("{name} rolls this turn.").to_you("You roll this turn.")
            raise refusal_about(state, not_none(state.leader), "not_the_leader", "BS-T2", sentence)
        if self.value is None:
            raise not_rolled("BS-T1", FACES)
        require_face(self.value, SIDES, "BS-T1")
        return (DieRolled(self.seat, self.value, state.turn, self.by_app),)


@event("die_rolled")
class DieRolled(Event[BigShotState]):
    """The leader rolled the die, which opened the turn's auction."""

    line = say("Turn {turn}: {name} rolls a {value}.").to_you("Turn {turn}: you roll a {value}.")
    seat: int
    value: int
    turn: int
    by_app: bool = False

    def apply(self, state: BigShotState) -> BigShotState:
        order = state.clockwise_from(state.left_of(self.seat))
        auction = Auction.opened(order, free_for_last=True)
        return replace(state, stage="auction", die=self.value, auction=auction)

    def scenes(self, state: BigShotState) -> tuple[Scene, ...]:
        return self.throw(state, self.seat, self.value)


@event("turn_ended")
class TurnEnded(Event[BigShotState]):
    """A turn ended."""

    turn: int
    leader: int | None
    """The leader of the next turn; None after the last turn."""

    def apply(self, state: BigShotState) -> BigShotState:
        last = self.leader is None
        return replace(
            state,
            stage="settle" if last else "roll",
            turn=self.turn if last else self.turn + 1,
            leader=state.leader if last else self.leader,
            die=None,
            auction=None,
            borrowed=frozenset(),
            asked=frozenset(),
            winner=None,
            price=0,
            shown=None,
        )

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        return None if self.leader is not None else say("The last turn is over.")


def turn_end(state: BigShotState) -> TurnEnded:
    """Return the event that ends the turn.

    The seat to the left leads the next turn. After the last turn, there is no next leader.
    """
    following = state.left_of(not_none(state.leader))
    return TurnEnded(state.turn, following if state.turn < TURNS else None)


def require_winner(state: BigShotState, seat: int, rule: str) -> None:
    """Raise ``not_the_winner``, citing ``rule``, unless the seat won this turn's cubes."""
    if seat != state.winner:
        sentence = say("The cubes go to {name}.").to_you("The cubes go to you.")
        raise refusal_about(state, not_none(state.winner), "not_the_winner", rule, sentence)


def waiting(state: BigShotState) -> PendingDecision:
    """Return the pending decision.

    It names the seat that must act, or no seat if the table waits for nobody in particular.
    """
    seat = next_seat(state)
    if seat is not None:
        return PendingDecision(_seat_prompt(state, seat), (seat,))
    if state.stage == "lead":
        return PendingDecision(say("Everyone rolls; the highest begins the first turn."))
    if state.stage == "settle":
        return PendingDecision(_settling_prompt(state))
    if not state.is_over and state.copy.is_named:
        return PendingDecision(say("Tick the lots that touch each park to add up the scores."))
    if not state.is_over:
        return PendingDecision(say("Enter the printed numbers to add up the scores."))
    return PendingDecision(say("The game is over."))


def next_seat(state: BigShotState) -> int | None:
    """Return the seat that must roll, bid, pay or place next, or None if no seat must act."""
    if state.stage == "roll":
        return state.leader
    if state.stage == "auction":
        assert state.auction is not None
        return state.auction.turn
    return state.winner if state.stage in ("pay", "place") else None


def _seat_prompt(state: BigShotState, seat: int) -> Sentence:
    name = state.name(seat)
    if state.stage == "roll":
        return say("{name} rolls the die.", name=name).to_you("Roll the die.")
    if state.stage == "auction":
        return _bid_prompt(state, seat)
    if state.stage == "pay":
        prompt = say("{name} chooses which colour pays {amount}.", name=name, amount=state.price)
        return prompt.to_you("Which colour pays {amount}?")
    return say("{name} places the four cubes.", name=name).to_you("Place the four cubes.")


def _bid_prompt(state: BigShotState, seat: int) -> Sentence:
    """Return the prompt for the seat to bid, without revealing hidden money (BS-V1)."""
    name, lowest = state.name(seat), not_none(state.auction).lowest_bid
    highest = state.highest_bid(seat)
    if highest is None or highest >= lowest:
        return bid_prompt(name, lowest)
    if reach(state, seat) >= lowest:
        return say(
            "{name} has {highest}: borrow to bid, or pass.", name=name, highest=highest
        ).to_you("You have {highest}. Borrow first, or pass.")
    return cannot_bid(name, lowest)


def _settling_prompt(state: BigShotState) -> Sentence:
    if state.is_settled:
        return say("Everything is settled. Add up the scores.")
    if state.has_unknown_cubes:
        return lots_left(state)
    if len(state.sold) == len(state.copy.lots):
        left = pile_words(state.cubes_left())
        return say("Every lot is settled, but these cubes are on none: {counts}.", counts=left)
    missing = CUBES - sum(state.cubes_used().values())
    return say_many(
        "Enter the cubes of the remaining lots. {count} cube is missing.",
        "Enter the cubes of the remaining lots. {count} cubes are missing.",
        count=missing,
    )


def lots_left(state: BigShotState) -> Sentence:
    """Return the prompt that lists the unsettled lots, for a table with unknown cubes."""
    lots = tuple(state.copy.words(lot) for lot in state.copy.lots if lot not in state.sold)
    return say(
        "Enter the cubes of each remaining lot; the banker gives empty ones to nobody: {lots}.",
        lots=lots,
    )
