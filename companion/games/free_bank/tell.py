"""The history: each fact as one short sentence. A sealed bid never says its amount here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.free_bank import facts
from companion.games.free_bank.box import grouped
from companion.games.free_bank.standing import outcome
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.corrections import CashCounted, MoneyCorrected, tell_correction
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK
from companion.mechanics.words import Sentence, say


def tell(state: FreeBankState, fact: Fact) -> Sentence | None:
    """Return the fact as a line of the history, the same for every seat."""
    return _LINES[type(fact)](state, fact)


def _moved(state: FreeBankState, fact: facts.MoneyMoved) -> Sentence:
    sources = tuple(map(state.words, fact.sources))
    targets = tuple(map(state.words, fact.targets))
    amount = state.said(fact.amount)
    values = {"source": sources, "target": targets, "amount": amount}
    if len(sources) > 1:
        line = say("{source} → {target}: {amount} from each.", **values)
    elif len(targets) > 1:
        line = say("{source} → {target}: {amount} to each.", **values)
    else:
        line = say("{source} → {target}: {amount}.", **values)
    return _with_reason(line, fact.reason)


def _salary(state: FreeBankState, fact: facts.SalaryPaid) -> Sentence:
    names = tuple(map(state.name, fact.seats))
    return say("Salary of {amount}: {names}.", amount=state.said(fact.amount), names=names)


def _salary_set(state: FreeBankState, fact: facts.SalarySet) -> Sentence:
    if not fact.amount:
        return say("There is no salary any more.")
    return say("The salary is {amount} from now on.", amount=state.said(fact.amount))


def _account_added(state: FreeBankState, fact: facts.AccountAdded) -> Sentence:
    return say("A new account: {name}.", name=fact.name)


def _what(what: str) -> Sentence | str:
    return what or say("The auction")


def _put_up(state: FreeBankState, fact: facts.AuctionOpened) -> Sentence:
    values = {"what": _what(fact.what), "lowest": state.said(fact.lowest)}
    if fact.how == "sealed":
        return say("{what}: sealed bids, from {lowest}.", **values)
    return say("{what}: everybody may bid, from {lowest}.", **values)


def _bid(state: FreeBankState, fact: facts.BidMade) -> Sentence:
    return say("{name} bids {amount}.", name=state.name(fact.seat), amount=state.said(fact.amount))


def _passed(state: FreeBankState, fact: facts.Passed) -> Sentence:
    return say("{name} passes.", name=state.name(fact.seat))


def _sealed(state: FreeBankState, fact: facts.BidSealed) -> Sentence:
    return say("{name} put in a sealed bid.", name=state.name(fact.seat))


def _opened(state: FreeBankState, fact: facts.BidsOpened) -> Sentence:
    bids = tuple(_opened_bid(state, seat, amount, fact.void) for seat, amount in fact.bids)
    return say("The bids: {bids}.", bids=bids) if bids else say("Nobody had put in a bid.")


def _opened_bid(state: FreeBankState, seat: int, amount: int, void: tuple[int, ...]) -> Sentence:
    values = {"name": state.name(seat), "amount": state.said(amount)}
    if not amount:
        return say("{name} nothing", name=state.name(seat))
    if seat in void:
        return say("{name} {amount}, which the purse does not cover", **values)
    return say("{name} {amount}", **values)


def _sold(state: FreeBankState, fact: facts.Sold) -> Sentence:
    values = {
        "what": _what(fact.what),
        "name": state.name(fact.seat),
        "amount": state.said(fact.amount),
    }
    if fact.target == BANK:
        return say("{what}: {name} takes it for {amount}.", **values)
    target = state.words(fact.target)
    return say("{what}: {name} takes it for {amount}, paid to: {target}.", target=target, **values)


def _not_sold(state: FreeBankState, fact: facts.NotSold) -> Sentence:
    what = _what(fact.what)
    if fact.called_off:
        return say("{what}: called off.", what=what)
    return say("{what}: nobody takes it.", what=what)


def _rolled(state: FreeBankState, fact: facts.Rolled) -> Sentence:
    values = {
        "dice": f"{len(fact.values)}d{fact.sides}",
        "faces": fact.values,
        "sum": sum(fact.values),
        "name": say("The banker") if fact.seat is None else state.name(fact.seat),
    }
    if len(fact.values) == 1:
        del values["sum"]
        return say("{name} rolls {dice}: {faces}.", **values)
    return say("{name} rolls {dice}: {faces}, together {sum}.", **values)


def _round(state: FreeBankState, fact: facts.RoundBegan) -> Sentence:
    return say("Round {round} begins.", round=fact.round)


def _clock(state: FreeBankState, fact: facts.ClockStarted) -> Sentence:
    minutes, seconds = divmod(fact.seconds, 60)
    return say("A countdown begins: {time}.", time=f"{minutes}:{seconds:02}")


def _clock_stopped(state: FreeBankState, fact: facts.ClockStopped) -> Sentence:
    return say("The countdown is taken away.")


def _points(state: FreeBankState, fact: facts.PointsGiven) -> Sentence:
    points = f"+{grouped(fact.points)}" if fact.points > 0 else grouped(fact.points)
    line = say("{name}: points {points}.", name=state.name(fact.seat), points=points)
    return _with_reason(line, fact.reason)


def _ended(state: FreeBankState, fact: facts.GameEnded) -> Sentence:
    account = outcome(state)
    return say("The game is over.") if account is None else account.sentence


def _correction(state: FreeBankState, fact: MoneyCorrected | CashCounted) -> Sentence:
    names = {account: _sentence(state.words(account)) for account in state.accounts}
    return tell_correction(fact, names, hidden=False)


def _sentence(words: Sentence | str) -> Sentence:
    """Return a name as a sentence that no catalogue knows, so it stays as it is."""
    return words if isinstance(words, Sentence) else Sentence("{name}", (("name", words),))


def _with_reason(line: Sentence, reason: str) -> Sentence:
    return say("{line} ({reason})", line=line, reason=reason) if reason else line


_LINES: dict[type[Fact], Callable[[FreeBankState, Any], Sentence | None]] = {
    facts.MoneyMoved: _moved,
    facts.SalaryPaid: _salary,
    facts.SalarySet: _salary_set,
    facts.AccountAdded: _account_added,
    facts.AuctionOpened: _put_up,
    facts.BidMade: _bid,
    facts.Passed: _passed,
    facts.BidSealed: _sealed,
    facts.BidsOpened: _opened,
    facts.Sold: _sold,
    facts.NotSold: _not_sold,
    facts.Rolled: _rolled,
    facts.RoundBegan: _round,
    facts.ClockStarted: _clock,
    facts.ClockStopped: _clock_stopped,
    facts.PointsGiven: _points,
    facts.GameEnded: _ended,
    MoneyCorrected: _correction,
    CashCounted: _correction,
}
