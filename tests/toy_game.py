"""A minimal game for tests that need no real one.

Every seat starts with 10. ``pay`` moves money to another seat. ``draw`` takes the result of a die
from the bank. Any player may ``cheer``. The banker may ``finish`` the game, and ``start`` a clock.
``read`` enters the printed value of one of two lots. An option hides the money until the end. The
game has no template, so its screens are the plain ones.

As a program, this module runs the app with this game added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from companion.cli import main
from companion.games import all_games
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    SeatAction,
    TableAction,
    TimedAction,
    action,
    event,
)
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.clocks.clock import Clock
from companion.mechanics.game import Game
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import CORRECTION_ACTIONS, CORRECTION_FACTS, Adjustment
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.parts import Copy, FinalScores, Rules, Screen
from companion.mechanics.play.dice import Dice, require_face
from companion.mechanics.play.table import PendingDecision, Setup, TableState
from companion.mechanics.scoring.outcome import Outcome, Place, Term
from companion.mechanics.values.codec import malformed
from companion.mechanics.values.options import Choice, Option

BLANK = {"lots": [{"name": "a", "value": 0}, {"name": "b", "value": 0}]}


@dataclass(frozen=True, slots=True)
class ToyState(TableState):
    setup: Setup
    ledger: Ledger
    over: bool = False
    ends_at: int | None = None
    learnt: Mapping[str, object] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.setup.seats)

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        if self.setup.options["hidden"] is not True or self.over:
            return frozenset()
        return frozenset(purse(other) for other in self.seats if other != seat)

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        require_running(self)
        return {}


def require_running(state: ToyState) -> None:
    if state.over:
        raise Refusal("over", "T-2", say("The game is over."))


@dataclass(frozen=True, slots=True)
class ToyEvent(Event):
    def tell(self, state: ToyState, seat: int | None) -> Sentence | None:
        return say("{kind} happened.", kind=self.kind)


@event("paid")
class Paid(ToyEvent):
    seat: int
    target: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(purse(self.seat), purse(self.target), self.amount, say("a present")),)


@action("pay", turn_bound=False, keeps_turn=True)
class Pay(Action):
    seat: int
    target: int
    amount: int

    @classmethod
    def candidates(cls, state: ToyState, seat: int | None) -> Iterable[Candidate]:
        if seat is not None and not state.over and state.money(seat):
            others = tuple(other for other in state.seats if other != seat)
            amounts = Range(1, state.money(seat))
            yield Candidate(cls(seat, others[0], 1), target=OneOf(others), amount=amounts)

    def label(self, state: ToyState) -> Sentence:
        return say("Pay {amount} to {name}", amount=self.amount, name=state.name(self.target))

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        if self.amount == 13:
            # A simulated bug in the rules: the ledger does not accept this event.
            return (Paid(self.seat, self.target, 10_000),)
        if not 0 < self.amount <= state.ledger.balance(purse(self.seat)):
            less = say("You hold less than {amount}.", amount=self.amount)
            raise Refusal("too_poor", "T-4", less)
        return (Paid(self.seat, self.target, self.amount),)


@event("drawn")
class Drawn(ToyEvent):
    seat: int
    value: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, purse(self.seat), self.value, say("drawn")),)


@action("draw")
class Draw(SeatAction):
    button = Button(say("Draw"))
    value: int | None = None
    thrown: bool = False

    @classmethod
    def candidates(cls, state: ToyState, seat: int | None) -> Iterable[Candidate]:
        if seat is not None:
            yield Candidate(cls(seat, 1), "value")

    @property
    def is_chance(self) -> bool:
        return self.thrown

    def with_chance(self, state: ToyState, dice: Dice) -> Draw:
        return self if self.value else replace(self, value=dice(6), thrown=True)

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        assert self.value is not None
        require_face(self.value, 6, "T-3")
        return (Drawn(self.seat, self.value),)


@event("cheered")
class Cheered(ToyEvent):
    pass


@action("cheer", by="player", turn_bound=False)
class Cheer(TableAction):
    button = Button(say("Cheer"))

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        return (Cheered(),)


@event("started")
class Started(ToyEvent):
    ends_at: int

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, ends_at=self.ends_at)


@action("start")
class Start(Adjustment, TimedAction):
    button = Button(say("Start the clock"))
    words = {"seconds": say("Seconds")}
    seconds: int

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        assert self.at is not None
        return (Started(self.at + self.seconds),)


@event("lot_read")
class LotRead(ToyEvent):
    lot: str
    value: int

    def tell(self, state: ToyState, seat: int | None) -> Sentence | None:
        return say("Lot {lot} is worth {value}.", lot=self.lot, value=self.value)

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, learnt=_with_lot(state.learnt or state.setup.copy, self))


@action("read", by="player")
class Read(Action):
    words = {"value": say("Value")}
    lot: str
    value: int

    @classmethod
    def candidates(cls, state: ToyState, seat: int | None) -> Iterable[Candidate]:
        if seat is None:
            yield Candidate(cls("a", 1), "value", lot=OneOf(("a", "b")))

    def label(self, state: ToyState) -> Sentence:
        return say("Read lot {lot}", lot=self.lot)

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        return (LotRead(self.lot, self.value),)


@event("finished")
class Finished(ToyEvent):
    def apply(self, state: ToyState) -> ToyState:
        return replace(state, over=True)


@action("finish", by="banker")
class Finish(TableAction):
    button = Button(say("Finish"))

    def decide(self, state: ToyState) -> tuple[Event, ...]:
        require_running(state)
        return (Finished(),)


def prepare(setup: Setup) -> Setup:
    if len(setup.seats) not in ToyGame.players:
        raise Refusal("wrong_number_of_players", "T-1", say("Two to four play."))
    options = {"hidden": setup.options.get("hidden", False)}
    return replace(setup, options=options, copy=check_copy(setup.copy))


def begin(setup: Setup) -> ToyState:
    purses = [purse(seat) for seat in range(len(setup.seats))]
    opening = [Transfer(BANK, account, 10, say("start")) for account in purses]
    return ToyState(setup, Ledger.opened(purses).posted(opening))


def waiting(state: ToyState) -> PendingDecision:
    return PendingDecision(say("It is over.") if state.over else say("Anybody may draw."))


def clock(state: ToyState) -> Clock | None:
    return None if state.ends_at is None else Clock(say("Time is up."), state.ends_at)


def outcome(state: ToyState) -> Outcome | None:
    return of(holdings(state)) if state.over else None


def holdings(state: ToyState) -> dict[str, object]:
    money = [state.ledger.balance(purse(seat)) for seat in state.seats]
    return {"names": list(state.names), "money": money}


def of(held: Mapping[str, Any]) -> Outcome:
    standings = tuple(
        Place(seat, name, money, (Term(say("cash"), money, "T-5"),))
        for seat, (name, money) in enumerate(zip(held["names"], held["money"], strict=True))
    )
    ordered = tuple(sorted(standings, key=lambda place: -place.total))
    winners = tuple(place.seat for place in ordered if place.total == ordered[0].total)
    return Outcome("finished", say("The banker ended it."), "T-5", ordered, winners)


def check_copy(data: object) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or not isinstance(data.get("lots"), (list, tuple)):
        raise malformed("lots")
    return {"lots": [{"name": lot["name"], "value": lot["value"]} for lot in data["lots"]]}


def put_right(state: ToyState, copy: Mapping[str, object]) -> ToyState:
    if _names(copy) != _names(state.setup.copy):
        raise Refusal("lots_renamed", "", say("Names stay as they are."))
    return replace(state, setup=replace(state.setup, copy=copy))


class ToyGame(Game[ToyState]):
    name = "toy"
    title = "Toy"
    unit = say("coin")
    players = range(2, 5)
    options = (
        Option("hidden", say("Hidden"), (Choice(False, say("no")), Choice(True, say("yes")))),
    )
    # Listed here, because this module is no package whose chapters are scanned.
    actions = (Pay, Draw, Cheer, Start, Read, Finish, *CORRECTION_ACTIONS)
    events = (Paid, Drawn, Cheered, Started, LotRead, Finished, *CORRECTION_FACTS)
    rules = Rules(prepare, begin, waiting, clock)
    screen = Screen()
    final = FinalScores(outcome, holdings, of)
    copy = Copy(
        blank=lambda: BLANK,
        check=check_copy,
        is_complete=lambda copy: True,
        put_right=put_right,
        learnt=lambda state: state.learnt,
    )


def _names(copy: Any) -> list[str]:
    return [lot["name"] for lot in copy["lots"]]


def _with_lot(copy: Any, read: LotRead) -> Mapping[str, object]:
    values = {lot["name"]: lot["value"] or None for lot in copy["lots"]}
    values[read.lot] = values[read.lot] or read.value
    return {"lots": [{"name": name, "value": value or 0} for name, value in values.items()]}


TOY = ToyGame()


@contextmanager
def toy_on_the_shelf() -> Iterator[ToyGame]:
    """Add the toy to all games while the block runs."""
    all_games()[TOY.name] = TOY
    try:
        yield TOY
    finally:
        del all_games()[TOY.name]


if __name__ == "__main__":
    with toy_on_the_shelf():
        main()
