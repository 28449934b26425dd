"""Payments between accounts, the salary, and additional accounts (FB-M, FB-N, FB-S3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from companion.mechanics.actions.refusal import Instead, Refusal, is_legal, not_none
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
    money_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount_rule: ClassVar[str] = "FB-M1"
    """The rule to cite when a typed amount is refused."""
    amount: int | None = field(default=None, kw_only=True)
    """The amount in the smallest unit."""
    typed: str = field(default="", kw_only=True)
    """The amount as typed text; converted to ``amount`` before the action is logged."""

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        """Return the action with its typed amount parsed."""
        if not self.typed:
            return self
        denomination = state.denomination
        if not self.money_fields:
            denomination = replace(denomination, places=0)
        amount = denomination.read(self.typed, self.amount_rule)
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
    at_most: bool = field(default=False, kw_only=True)
    """Whether the seat pays as much as it can if it cannot pay the amount (FB-M6)."""

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
        return _payment_events(state, self, self.seat, purse(self.seat), self.target)


def _payment_events(
    state: FreeBankState,
    payment: Pay | Take | Move,
    by: int | None,
    source: str,
    target: str,
    reason: str = "",
) -> tuple[Event, ...]:
    """Return the event of a payment, as the only item of a tuple.

    payment: its amount is what each source pays to each target, or None if none was entered.
    by: the seat that moves the money; None for the banker.
    source, target: accounts, or "all" for one of them.
    """
    sources, targets = expanded(state, source, target)
    moved = state.denomination.require(payment.amount, 1, "FB-M1")
    paid = tuple(min(moved, _spare(state, one) // len(targets)) for one in sources)
    if payment.at_most and any(paid):
        require_limits(state, {one: state.ledger.balance(one) + sum(paid) for one in targets})
    else:
        try:
            require_payment(state, sources, targets, moved)
        except Refusal as refusal:
            if any(paid) or state.hidden_accounts(None) & set(sources):
                refusal.instead = _instead(state, payment, sources, targets, moved)
            raise
    is_short = min(paid) < moved
    return (MoneyMoved(tuple(sources), tuple(targets), moved, reason, by, paid * is_short),)


def _spare(state: FreeBankState, account: str) -> int:
    """Return the most that an account can pay while its highest bid stays covered."""
    most = state.can_spend(account)
    if most is None:
        return MOST
    kept = state.kept_for_bids().get(account, state.ledger.floors[account])
    return max(min(most, state.ledger.balance(account) - kept), 0)


def _instead(
    state: FreeBankState,
    payment: Pay | Take | Move,
    sources: Sequence[str],
    targets: Sequence[str],
    amount: int,
) -> Instead | None:
    """Return the action to offer in place of a payment that is too large (FB-M6).

    If a pot has too little for everyone, the amount is shared. Otherwise each pays what they can.
    Whether somebody can pay anything must not be seen if their balance is hidden.
    """
    if len(targets) > 1 and seat_of(sources[0]) is None:
        whole = min(amount, _spare(state, sources[0]))
        share = Share(sources[0], tuple(map(not_none, map(seat_of, targets))), amount=whole)
        return Instead(share.label(state), share) if whole >= len(targets) else None
    capped = replace(payment, amount=amount, typed="", at_most=True)
    is_offered = bool(state.hidden_accounts(None)) or is_legal(capped.decide, state)
    return Instead(say("As much as possible"), capped) if is_offered else None


@event("money_moved")
class MoneyMoved(Event[FreeBankState]):
    """Each source account paid the amount to each target account, or what it could.

    There may be several sources or several targets, but never both.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    amount: int
    reason: str = ""
    by: int | None = None
    """The seat that moved the money; None for the banker."""
    paid: tuple[int, ...] = ()
    """What each source paid to each target, if some could not pay the amount; otherwise empty."""

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("payment: {reason}", reason=self.reason) if self.reason else say("payment")
        return tuple(
            Transfer(source, target, self.paid_by(source), why)
            for source in self.sources
            for target in self.targets
            if self.paid_by(source)
        )

    def paid_by(self, source: str) -> int:
        """Return the amount that a source paid to each target."""
        return self.paid[self.sources.index(source)] if self.paid else self.amount

    def apply(self, state: FreeBankState) -> FreeBankState:
        moved_by = {**state.moved_by, self.by: state.moved_by.get(self.by, 0) + 1}
        return replace(state, moved_by=moved_by)

    def tell_you(self, state: FreeBankState, seat: int) -> Sentence | None:
        own, amount = purse(seat), state.said(self.amount)
        if own in self.sources:
            target = self.targets[0] if len(self.targets) == 1 else EVERYBODY
            paid = state.said(self.paid_by(own))
            return self.fill(state, _paid_by_you(state, target, paid))
        if own in self.targets and not self.paid:
            source = self.sources[0] if len(self.sources) == 1 else EVERYBODY
            return self.fill(state, _paid_to_you(state, source, amount))
        return self.tell(state, seat)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        sources = tuple(map(state.words, self.sources))
        targets = tuple(map(state.words, self.targets))
        amount = state.said(self.amount)
        values = {"source": sources, "target": targets, "amount": amount}
        if self.paid:
            return self._short_line(state, values)
        if len(sources) > 1:
            return say("{source} → {target}: {amount} from each.", **values)
        if len(targets) > 1:
            return say("{source} → {target}: {amount} to each.", **values)
        return _payment_line(state, self.sources[0], self.targets[0], values)

    def _short_line(self, state: FreeBankState, values: Mapping[str, object]) -> Sentence:
        """Return the history line if some sources could not pay the amount."""
        paid = {state.words(one): state.said(self.paid_by(one)) for one in self.sources}
        if len(paid) == 1:
            (most,) = paid.values()
            return say("{source} → {target}: {paid} instead of {amount}.", paid=most, **values)
        short = tuple(
            say("{name} {amount}", name=state.words(one), amount=state.said(self.paid_by(one)))
            for one in self.sources
            if self.paid_by(one) < self.amount
        )
        return say("{source} → {target}: {amount} from each, but {short}.", short=short, **values)


def _payment_line(
    state: FreeBankState, source: str, target: str, values: Mapping[str, object]
) -> Sentence:
    """Return the line of a payment from one account to another; some accounts have no sentence."""
    if seat_of(source) is not None and target == BANK:
        return say("{source} pays the bank {amount}.", **values)
    if source == BANK and seat_of(target) is not None:
        return say("The bank pays {target} {amount}.", **values)
    if seat_of(source) is not None and seat_of(target) is not None:
        return say("{source} pays {target} {amount}.", **values)
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
    if source in state.hidden_accounts(None):
        sentence = say("{account} cannot pay that much.", **values)
        sentence = sentence.to_you("You cannot pay that much.")
    elif times == 1:
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
    at_most: bool = field(default=False, kw_only=True)
    """See ``Pay.at_most``."""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            yield Candidate(cls(seat, amount=1), amount=Range(1))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Take {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        require_takes_from(state, self.source)
        return _payment_events(state, self, self.seat, self.source, purse(self.seat))


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
    at_most: bool = field(default=False, kw_only=True)
    """See ``Pay.at_most``."""

    def accounts_read(self, state: FreeBankState) -> Collection[str]:
        return state.accounts if self.source == EVERYBODY else (self.source,)

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over:
            hidden = state.hidden_accounts(None)
            shown = [account for account in state.ledger.floors if account not in hidden]
            poorest = min(shown, key=state.ledger.balance)
            yield Candidate(cls(BANK, poorest, amount=1), "source", "target", amount=Range(1))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Pay {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_running(state)
        reason = single_spaced(self.reason)
        return _payment_events(state, self, None, self.source, self.target, reason)


@action("share", by="banker", keeps_turn=True)
class Share(Amounted):
    """Share an amount of an account equally among several seats (FB-M7).

    Without an amount, everything in the account is shared.
    """

    button = Button(say("Share it"))
    source: str
    seats: tuple[int, ...] = ()
    """The seats that get a share; empty for every seat that has not left."""

    def accounts_read(self, state: FreeBankState) -> Collection[str]:
        return (self.source,)

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over and state.here:
            least = len(state.here)
            yield Candidate(cls(BANK, amount=least), "source", "seats", amount=Range(least))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Share {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the event of the shares; what cannot be divided stays in the account."""
        require_running(state)
        require_account(state.ledger, self.source, "FB-M3")
        seats = tuple(seat for seat in self.seats or state.here if purse(seat) != self.source)
        for seat in seats:
            require_player(state, seat)
        held = state.can_spend(self.source)
        whole = state.denomination.require(held if self.amount is None else self.amount, 1, "FB-M1")
        if len(set(seats)) < len(seats) or not 0 < len(seats) <= whole:
            least = state.said(max(len(seats), 1))
            words = say("Choose who gets a share, and share at least {least}.", least=least)
            raise Refusal("nothing_to_share", "FB-M7", words)
        _require_enough(state, self.source, whole, 1)
        shared = MoneyShared(self.source, seats, *divmod(whole, len(seats)))
        require_payment(state, [self.source], [purse(seat) for seat in seats], shared.amount)
        return (shared,)


@event("money_shared")
class MoneyShared(Event[FreeBankState]):
    """An account paid equal shares to several seats."""

    source: str
    seats: tuple[int, ...]
    amount: int
    """The share of each seat."""
    rest: int = 0
    """The part that could not be divided, and stayed in the account."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(self.source, purse(seat), self.amount, say("share")) for seat in self.seats
        )

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        values = {
            "source": state.words(self.source),
            "target": tuple(map(state.name, self.seats)),
            "amount": state.said(self.amount),
            "rest": state.said(self.rest),
        }
        if not self.rest:
            return say("{source} → {target}: {amount} to each.", **values)
        return say("{source} → {target}: {amount} to each. The rest of {rest} stays.", **values)


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
        return (SalarySet(state.denomination.require(self.amount, 0, "FB-M1")),)


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
