"""Payments between accounts, the salary, and additional accounts (FB-M, FB-N, FB-S3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from companion.games.free_bank.options import require_account_name, require_few_accounts
from companion.games.free_bank.state import (
    EVERYBODY,
    MOST,
    NAMED,
    FreeBankState,
    MoneyEvent,
    named_account,
    require_limits,
    require_player,
)
from companion.mechanics.actions.base import (
    Action,
    Button,
    By,
    Event,
    SeatAction,
    Setting,
    TableAction,
    action,
    event,
    setting,
)
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.amounts import require_amount_in
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.ledger import BANK, Transfer, purse, require_account, seat_of
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.table import require_running

UNTYPED = "\0"
"""A placeholder for the name of a new account. Players cannot type it."""


@dataclass(frozen=True, slots=True)
class Amounted(Action[FreeBankState]):
    """Base class for actions with an amount, given as a number or as typed text."""

    turn_bound: ClassVar[bool] = False
    amount_rule: ClassVar[str] = "FB-M1"
    """The rule to cite when a typed amount is refused."""
    amount: int | None = field(default=None, kw_only=True)
    """The amount in whole units."""
    typed: str = field(default="", kw_only=True)
    """The amount as typed text; converted to ``amount`` before the action is logged."""

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        """Return the action with its typed amount parsed."""
        if not self.typed:
            return self
        amount = state.denomination.read(self.typed, self.amount_rule)
        return replace(self, amount=amount, typed="")


@dataclass(frozen=True, slots=True)
class OwnAmount(Amounted):
    """Base class for actions that the settings may reserve for the banker (FB-S2)."""

    @classmethod
    def asked_by(cls, state: FreeBankState) -> By:
        return "banker" if state.movers == "banker" else cls.by


@action("pay", keeps_turn=True)
class Pay(OwnAmount):
    """Pay money from a seat's own purse (FB-M4)."""

    seat: int
    target: str
    """The account that receives the money, or "all" to pay the amount to every other seat."""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            least = state.kept_for_bids().get(purse(seat), state.ledger.floors[purse(seat)])
            spare = state.money(seat) - least
            if spare > 0:
                yield Candidate(cls(seat, BANK, amount=1), "target", amount=Range(1, spare))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Pay {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        return _payment_events(state, self.seat, purse(self.seat), self.target, self.amount)


def _payment_events(
    state: FreeBankState,
    by: int | None,
    source: str,
    target: str,
    amount: int | None,
    reason: str = "",
) -> tuple[Event, ...]:
    """Return the event of a payment, as the only item of a tuple.

    amount: the amount that each source pays to each target, or None if none was entered.
    by: the seat that moves the money; None for the banker.
    source, target: accounts, or "all" for one of them.
    """
    sources, targets = expanded(state, source, target)
    moved = require_amount_in(amount, 1, "FB-M1")
    require_payment(state, sources, targets, moved)
    return (MoneyMoved(tuple(sources), tuple(targets), moved, reason, by),)


@event("money_moved")
class MoneyMoved(Event[FreeBankState]):
    """Each source account paid the amount to each target account.

    There may be several sources or several targets, but never both.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    amount: int
    reason: str = ""
    by: int | None = None
    """The seat that moved the money; None for the banker."""

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("payment: {reason}", reason=self.reason) if self.reason else say("payment")
        return tuple(
            Transfer(source, target, self.amount, why)
            for source in self.sources
            for target in self.targets
        )

    def apply(self, state: FreeBankState) -> FreeBankState:
        moved_by = {**state.moved_by, self.by: state.moved_by.get(self.by, 0) + 1}
        return replace(state, moved_by=moved_by)

    def tell_you(self, state: FreeBankState, seat: int) -> Sentence | None:
        own, amount = purse(seat), state.said(self.amount)
        if own in self.sources:
            target = self.targets[0] if len(self.targets) == 1 else EVERYBODY
            return self.fill(state, _paid_by_you(state, target, amount))
        if own in self.targets:
            source = self.sources[0] if len(self.sources) == 1 else EVERYBODY
            return self.fill(state, _paid_to_you(state, source, amount))
        return self.tell(state, seat)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        sources = tuple(map(state.words, self.sources))
        targets = tuple(map(state.words, self.targets))
        amount = state.said(self.amount)
        values = {"source": sources, "target": targets, "amount": amount}
        if len(sources) > 1:
            return say("{source} → {target}: {amount} from each.", **values)
        if len(targets) > 1:
            return say("{source} → {target}: {amount} to each.", **values)
        return say("{source} → {target}: {amount}.", **values)


def _paid_by_you(state: FreeBankState, target: str, amount: Sentence | str) -> Sentence:
    if target == BANK:
        return say("You pay the bank {amount}.", amount=amount)
    if target == EVERYBODY:
        return say("You pay everyone {amount}.", amount=amount)
    if seat_of(target) is None:
        return say(
            "You pay {amount}: {account}.", amount=amount, account=state.account_names()[target]
        )
    return say("You pay {name} {amount}.", amount=amount, name=state.words(target))


def _paid_to_you(state: FreeBankState, source: str, amount: Sentence | str) -> Sentence:
    if source == BANK:
        return say("The bank pays you {amount}.", amount=amount)
    if source == EVERYBODY:
        return say("Everyone pays you {amount}.", amount=amount)
    if seat_of(source) is None:
        return say(
            "You get {amount}: {account}.", amount=amount, account=state.account_names()[source]
        )
    return say("{name} pays you {amount}.", amount=amount, name=state.words(source))


def expanded(state: FreeBankState, source: str, target: str) -> tuple[list[str], list[str]]:
    """Return the source and target accounts of a payment, with "all" expanded (FB-M2, FB-M3).

    Raises ``unknown_account``, ``same_account``, ``nobody_else``.
    """
    for account in (source, target):
        if account != EVERYBODY:
            require_account(state.ledger, account, "FB-M3")
            if account not in state.accounts:
                require_player(state, seat_of(account) or 0)
    if source == target:
        raise Refusal(
            "same_account",
            "FB-M2",
            say("Choose two different accounts."),
        )
    everybody = [account for account in map(purse, state.here) if account not in (source, target)]
    if EVERYBODY in (source, target) and not everybody:
        raise Refusal("nobody_else", "FB-M2", say("There is nobody else at this table."))
    return (
        everybody if source == EVERYBODY else [source],
        everybody if target == EVERYBODY else [target],
    )


def require_payment(
    state: FreeBankState, sources: Sequence[str], targets: Sequence[str], amount: int
) -> None:
    """Raise a refusal unless each source can pay the amount to each target."""
    for source in sources:
        _require_enough(state, source, amount, len(targets))
    changes = dict.fromkeys(sources, -amount * len(targets))
    changes |= dict.fromkeys(targets, amount * len(sources))
    after = {account: state.ledger.balance(account) + more for account, more in changes.items()}
    require_limits(state, after)
    require_bid_covered(state, after)


def _require_enough(state: FreeBankState, source: str, amount: int, times: int) -> None:
    most = state.can_spend(source)
    if most is None or amount * times <= most:
        return
    seat, values = seat_of(source), {"account": state.words(source)}
    if times == 1:
        sentence = say("{account} can pay at most {most}.", most=state.said(most), **values)
        sentence = sentence.to_you("You can pay at most {most}.")
    else:
        each = state.said(most // times)
        sentence = say("{account} can pay at most {most} to each.", most=each, **values)
        sentence = sentence.to_you("You can pay at most {most} to each.")
    raise Refusal("not_enough", "FB-M4", sentence, about=() if seat is None else (seat,))


def require_bid_covered(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``bid_rests_on_it`` if the highest open bid would no longer be covered.

    balances: the new balances of the accounts that change.
    """
    for account, least in state.kept_for_bids().items():
        if balances.get(account, least) < least:
            seat = not_none(seat_of(account))
            sentence = say(
                "{name} has the highest bid. This money must still cover it.",
                name=state.name(seat),
            ).to_you("You have the highest bid. This money must still cover it.")
            raise Refusal("bid_rests_on_it", "FB-A2", sentence, about=(seat,))


class Taking:
    """Mixin for actions that let a seat take money if the settings allow it."""

    __slots__ = ()

    @classmethod
    def asked_by(cls, state: FreeBankState) -> By:
        """Return "seat" if the settings let players take money, otherwise "banker" (FB-S2)."""
        return "seat" if state.movers == "pay_and_take" else "banker"


@action("take", keeps_turn=True)
class Take(Taking, Amounted):
    """Take money from the bank, the pot or a named account into the seat's own purse."""

    seat: int
    source: str = BANK

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            yield Candidate(cls(seat, amount=1), amount=Range(1))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Take {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        require_takes_from(state, self.source)
        return _payment_events(state, self.seat, self.source, purse(self.seat), self.amount)


def require_takes_from(state: FreeBankState, source: str) -> None:
    """Raise ``not_your_purse`` if the source is "all" or the purse of a seat (FB-S2)."""
    if source == EVERYBODY or seat_of(source) is not None:
        raise Refusal(
            "not_your_purse",
            "FB-S2",
            say("You cannot take another player’s money. Ask them to pay, or ask the banker."),
        )


@action("move", by="banker", keeps_turn=True)
class Move(Amounted):
    """Move money between any two accounts.

    If the source or the target is "all", every other seat pays or receives the amount.
    """

    source: str
    target: str
    reason: str = ""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over:
            poorest = min(state.ledger.floors, key=state.ledger.balance)
            yield Candidate(cls(BANK, poorest, amount=1), "source", "target", amount=Range(1))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Pay {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_running(state)
        reason = single_spaced(self.reason)
        return _payment_events(state, None, self.source, self.target, self.amount, reason)


@action("salary", turn_bound=False)
class TakeSalary(Taking, SeatAction[FreeBankState]):
    """Take a seat's salary from the bank (FB-S3)."""

    def label(self, state: FreeBankState) -> Sentence:
        return say("Salary +{amount}", amount=state.said(state.salary))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_salary(state, (self.seat,))
        return (SalaryPaid((self.seat,), state.salary),)


@event("salary_paid")
class SalaryPaid(Event[FreeBankState]):
    """The bank paid the salary to one or more seats."""

    seats: tuple[int, ...]
    amount: int
    """The amount that each seat received."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(Transfer(BANK, purse(seat), self.amount, say("salary")) for seat in self.seats)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        amount = state.said(self.amount)
        if len(self.seats) == 1:
            name = state.name(*self.seats)
            return say("{name} gets a salary of {amount}.", name=name, amount=amount)
        names = together(map(state.name, self.seats))
        return say("Salary of {amount}: {names}.", amount=amount, names=names)

    def tell_you(self, state: FreeBankState, seat: int) -> Sentence | None:
        if seat in self.seats:
            return say("You get your salary of {amount}.", amount=state.said(self.amount))
        return self.tell(state, seat)


def require_salary(state: FreeBankState, seats: range | tuple[int, ...]) -> None:
    """Raise a refusal unless the bank can pay the salary to these seats (FB-S3)."""
    for seat in seats:
        require_player(state, seat)
    if not state.salary:
        raise Refusal(
            "no_salary", "FB-S3", say("No salary is set; the banker can set one under Bank.")
        )
    require_payment(state, [BANK], [purse(seat) for seat in seats], state.salary)


@action("salaries", by="banker")
class PaySalaries(TableAction[FreeBankState]):
    """Pay the salary to all seats (FB-S3).

    Seats that have left receive none.
    """

    button = Button(say("Everyone"))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_salary(state, state.here)
        return (SalaryPaid(state.here, state.salary),)


@action("set_salary", by="banker")
class SetSalary(Amounted):
    """Change the salary; 0 means that there is none (FB-S3)."""

    button = Button(say("Set the salary"))

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over:
            yield Candidate(cls(amount=0), amount=Range(0, MOST))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Salary: {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_running(state)
        return (SalarySet(require_amount_in(self.amount, 0, "FB-M1")),)


@event("salary_set")
class SalarySet(MoneyEvent):
    """The salary was changed; an amount of 0 means that there is no salary."""

    amount: int

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, salary=self.amount)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        if not self.amount:
            return say("There is no salary any more.")
        return say("The salary is {amount} from now on.")


@setting("add_account", "account_added", by="banker", turn_bound=False)
class AddAccount(Setting[FreeBankState]):
    """Add a named account that does not belong to a seat (FB-N1)."""

    button = Button(say("Add it"))
    name: str

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over:
            yield Candidate(cls(UNTYPED), "name")

    def require(self, state: FreeBankState) -> None:
        require_new_account(state, self.name)

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        return Setting.decide(replace(self, name=single_spaced(self.name)), state)

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, ledger=state.ledger.with_account(named_account(self.name)))

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        return say("New account: {name}.", name=self.name)


def require_new_account(state: FreeBankState, name: str) -> None:
    """Raise a refusal unless an account with this name can be added."""
    require_running(state)
    named = [account.removeprefix(NAMED) for account in state.accounts if account.startswith(NAMED)]
    require_account_name(name, [*map(state.name, state.seats), *named])
    require_few_accounts(len(named) + 1)
