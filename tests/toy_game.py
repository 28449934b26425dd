"""A game as small as can be, for tests of what no box is needed for.

Everybody has 10. ``pay`` moves money to another seat, ``draw`` takes as much from the bank as a
die shows, ``cheer`` is anybody's, ``finish`` is the banker's, and so is ``start``, which runs a
clock. ``read`` tells what a lot of the copy is worth. It has a copy with two lots, and
purses can be hidden until it is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.games import all_games
from companion.mechanics.codec import malformed
from companion.mechanics.corrections import (
    CORRECTION_ACTIONS,
    CORRECTION_FACTS,
    Correct,
    CountCash,
    decide_correction,
)
from companion.mechanics.dice import Dice, require_face
from companion.mechanics.game import (
    Action,
    By,
    Clock,
    Fact,
    Game,
    Offer,
    Outcome,
    Place,
    Setup,
    Term,
    TimedAction,
    Waiting,
)
from companion.mechanics.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.options import Choice, Option
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

BLANK = {"lots": [{"name": "a", "value": 0}, {"name": "b", "value": 0}]}


@dataclass(frozen=True, slots=True)
class Pay(Action):
    kind: ClassVar[str] = "pay"
    turn_bound: ClassVar[bool] = False
    is_aside: ClassVar[bool] = True
    seat: int
    target: int
    amount: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    kind: ClassVar[str] = "draw"
    seat: int
    value: int | None = None
    thrown: bool = False

    @property
    def is_chance(self) -> bool:
        return self.thrown


@dataclass(frozen=True, slots=True)
class Cheer(Action):
    kind: ClassVar[str] = "cheer"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Finish(Action):
    kind: ClassVar[str] = "finish"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class Start(TimedAction):
    kind: ClassVar[str] = "start"
    by: ClassVar[By] = "banker"
    seconds: int


@dataclass(frozen=True, slots=True)
class Read(Action):
    kind: ClassVar[str] = "read"
    by: ClassVar[By] = "player"
    lot: str
    value: int


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    kind: ClassVar[str] = "paid"
    seat: int
    target: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(purse(self.seat), purse(self.target), self.amount, say("a present")),)


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    kind: ClassVar[str] = "drawn"
    seat: int
    value: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, purse(self.seat), self.value, say("drawn")),)


@dataclass(frozen=True, slots=True)
class Cheered(Fact):
    kind: ClassVar[str] = "cheered"


@dataclass(frozen=True, slots=True)
class Started(Fact):
    kind: ClassVar[str] = "started"
    ends_at: int


@dataclass(frozen=True, slots=True)
class LotRead(Fact):
    kind: ClassVar[str] = "lot_read"
    lot: str
    value: int


@dataclass(frozen=True, slots=True)
class Finished(Fact):
    kind: ClassVar[str] = "finished"


@dataclass(frozen=True, slots=True)
class ToyState:
    names: tuple[str, ...]
    ledger: Ledger
    hidden: bool
    copy: Mapping[str, object]
    over: bool = False
    ends_at: int | None = None
    learnt: Mapping[str, object] | None = None


class ToyGame(Game[ToyState]):
    name = "toy"
    title = "Toy"
    unit = say("coin")
    players = range(2, 5)
    options = (
        Option("hidden", say("Hidden"), (Choice(False, say("no")), Choice(True, say("yes")))),
    )
    actions = (Pay, Draw, Cheer, Start, Read, Finish, *CORRECTION_ACTIONS)
    facts = (Paid, Drawn, Cheered, Started, LotRead, Finished, *CORRECTION_FACTS)
    has_copy = True

    def prepare(self, setup: Setup) -> Setup:
        if len(setup.seats) not in self.players:
            raise Refusal("wrong_number_of_players", "T-1", say("Two to four play."))
        options = {"hidden": setup.options.get("hidden", False)}
        return replace(setup, options=options, copy=self.check_copy(setup.copy))

    def begin(self, setup: Setup) -> ToyState:
        purses = [purse(seat) for seat in range(len(setup.seats))]
        opening = [Transfer(BANK, account, 10, say("start")) for account in purses]
        names = tuple(seat.name for seat in setup.seats)
        ledger = Ledger.opened(purses).posted(opening)
        return ToyState(names, ledger, setup.options["hidden"] is True, setup.copy)

    def resolve(self, state: ToyState, action: Action, dice: Dice) -> Action:
        if isinstance(action, Draw) and action.value is None:
            return replace(action, value=dice(6), thrown=True)
        return action

    def decide(self, state: ToyState, action: Action) -> tuple[Fact, ...]:
        if state.over:
            raise Refusal("over", "T-2", say("The game is over."))
        if isinstance(action, (Correct, CountCash)):
            return decide_correction(state.ledger, action, {})
        if isinstance(action, Pay):
            return (self._paid(state, action),)
        if isinstance(action, Draw):
            assert action.value is not None
            require_face(action.value, 6, "T-3")
            return (Drawn(action.seat, action.value),)
        if isinstance(action, Start):
            assert action.at is not None
            return (Started(action.at + action.seconds),)
        if isinstance(action, Read):
            return (LotRead(action.lot, action.value),)
        return (Finished() if isinstance(action, Finish) else Cheered(),)

    def _paid(self, state: ToyState, action: Pay) -> Paid:
        if action.amount == 13:
            # As a mistake in the rules would: the ledger refuses to fold it.
            return Paid(action.seat, action.target, 10_000)
        if not 0 < action.amount <= state.ledger.balance(purse(action.seat)):
            less = say("You hold less than {amount}.", amount=action.amount)
            raise Refusal("too_poor", "T-4", less)
        return Paid(action.seat, action.target, action.amount)

    def evolve(self, state: ToyState, fact: Fact) -> ToyState:
        if isinstance(fact, Started):
            return replace(state, ends_at=fact.ends_at)
        if isinstance(fact, LotRead):
            return replace(state, learnt=_with_lot(state.learnt or state.copy, fact))
        ledger = state.ledger.posted(fact.transfers())
        return replace(state, ledger=ledger, over=state.over or isinstance(fact, Finished))

    def legal_actions(self, state: ToyState, seat: int | None) -> tuple[Offer, ...]:
        return () if state.over else (Offer("cheer"),)

    def waiting(self, state: ToyState) -> Waiting:
        return Waiting(say("It is over.") if state.over else say("Anybody may draw."))

    def clock(self, state: ToyState) -> Clock | None:
        return None if state.ends_at is None else Clock(say("Time is up."), state.ends_at)

    def ledger(self, state: ToyState) -> Ledger:
        return state.ledger

    def hidden_accounts(self, state: ToyState, seat: int | None) -> frozenset[str]:
        if not state.hidden or state.over:
            return frozenset()
        return frozenset(purse(other) for other in range(len(state.names)) if other != seat)

    def view(self, state: ToyState, seat: int | None) -> object:
        return state.names

    def tell(self, state: ToyState, fact: Fact, seat: int | None) -> Sentence | None:
        return say("{kind} happened.", kind=fact.kind)

    def outcome(self, state: ToyState) -> Outcome | None:
        if not state.over:
            return None
        standings = tuple(
            Place(seat, name, self._money(state, seat), self._terms(state, seat))
            for seat, name in enumerate(state.names)
        )
        ordered = tuple(sorted(standings, key=lambda place: -place.total))
        winners = tuple(place.seat for place in ordered if place.total == ordered[0].total)
        return Outcome("finished", say("The banker ended it."), "T-5", ordered, winners)

    def _money(self, state: ToyState, seat: int) -> int:
        return state.ledger.balance(purse(seat))

    def _terms(self, state: ToyState, seat: int) -> tuple[Term, ...]:
        return (Term(say("cash"), self._money(state, seat), "T-5"),)

    def holdings(self, state: ToyState) -> dict[str, object]:
        return {"names": list(state.names)}

    def blank_copy(self) -> Mapping[str, object]:
        return BLANK

    def check_copy(self, data: object) -> Mapping[str, object]:
        if not isinstance(data, Mapping) or not isinstance(data.get("lots"), (list, tuple)):
            raise malformed("lots")
        return {"lots": [{"name": lot["name"], "value": lot["value"]} for lot in data["lots"]]}

    def copy_now(self, state: ToyState) -> Mapping[str, object] | None:
        return state.learnt

    def with_copy(self, state: ToyState, copy: Mapping[str, object]) -> ToyState:
        if _names(copy) != _names(state.copy):
            raise Refusal("lots_renamed", "", say("Names stay as they are."))
        return replace(state, copy=copy)


def _names(copy: Any) -> list[str]:
    return [lot["name"] for lot in copy["lots"]]


def _with_lot(copy: Any, read: LotRead) -> Mapping[str, object]:
    values = {lot["name"]: lot["value"] or None for lot in copy["lots"]}
    values[read.lot] = values[read.lot] or read.value
    return {"lots": [{"name": name, "value": value or 0} for name, value in values.items()]}


TOY = ToyGame()


@contextmanager
def toy_on_the_shelf() -> Iterator[ToyGame]:
    """Let the toy be found like any game for a while."""
    all_games()[TOY.name] = TOY
    try:
        yield TOY
    finally:
        del all_games()[TOY.name]
