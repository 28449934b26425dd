"""What several rules ask before anything may be done; each raises a named refusal or is silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.free_bank.box import EVERYBODY, MOST, MOST_ACCOUNTS, NAMED, POT
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.ledger import BANK, purse, require_account, seat_of
from companion.mechanics.refusal import Refusal
from companion.mechanics.seating import LONGEST_NAME
from companion.mechanics.words import say


def require_running(state: FreeBankState) -> None:
    """Raise ``game_over`` once the banker ended the game."""
    if state.is_over:
        raise Refusal(
            "game_over", "FB-E1", say("The game is over; the banker can take steps back.")
        )


def require_seat(state: FreeBankState, seat: int) -> None:
    """Raise ``game_over``, or ``unknown_seat`` unless somebody sits there."""
    require_running(state)
    if seat not in state.seats:
        raise Refusal(
            "unknown_seat",
            "FB-S1",
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=seat,
                last=state.seats[-1],
            ),
        )


def require_account_name(name: str, taken: Iterable[str]) -> None:
    """Raise a refusal unless an account may have this name (FB-N1).

    taken: names of players and accounts. Raises ``account_name_missing``,
    ``account_name_too_long``, ``account_name_taken``.
    """
    if not name:
        raise Refusal("account_name_missing", "FB-N1", say("Type a name for the account."))
    if len(name) > LONGEST_NAME:
        raise Refusal(
            "account_name_too_long",
            "FB-N1",
            say("The name of an account has at most {most} letters.", most=LONGEST_NAME),
        )
    reserved = (BANK, POT, EVERYBODY, *taken)
    if name.casefold() in map(str.casefold, reserved):
        raise Refusal(
            "account_name_taken",
            "FB-N1",
            say("There is a {name} already; choose another name.", name=name),
        )


def require_new_account(state: FreeBankState, name: str) -> None:
    """Raise also ``game_over`` or ``too_many_accounts`` unless the account may be added."""
    require_running(state)
    named = [account.removeprefix(NAMED) for account in state.accounts if account.startswith(NAMED)]
    require_account_name(name, [*map(state.name, state.seats), *named])
    if len(named) >= MOST_ACCOUNTS:
        raise Refusal(
            "too_many_accounts",
            "FB-N1",
            say("At most {most} accounts beside the seats.", most=MOST_ACCOUNTS),
        )


def ends(state: FreeBankState, source: str, target: str) -> tuple[list[str], list[str]]:
    """Return the accounts at both ends of a payment, "all" spelled out (FB-M2, FB-M3).

    Raises ``unknown_account``, ``same_account``, ``nobody_else``.
    """
    for account in (source, target):
        if account != EVERYBODY:
            require_account(state.ledger, account, "FB-M3")
    if source == target:
        raise Refusal(
            "same_account",
            "FB-M2",
            say("Money moves between two different accounts; choose another."),
        )
    everybody = [account for account in map(purse, state.seats) if account not in (source, target)]
    if EVERYBODY in (source, target) and not everybody:
        raise Refusal("nobody_else", "FB-M2", say("There is nobody else at this table."))
    return (
        everybody if source == EVERYBODY else [source],
        everybody if target == EVERYBODY else [target],
    )


def require_payment(
    state: FreeBankState, sources: Sequence[str], targets: Sequence[str], amount: int
) -> None:
    """Raise a refusal unless each source can pay each target so much.

    Raises ``not_enough`` (FB-M4), ``account_full`` (FB-M5), ``bid_rests_on_it`` (FB-A2).
    """
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
    words, each = state.words(source), most // times
    sentence = (
        say("{account} can pay at most {most}.", account=words, most=state.said(most))
        if times == 1
        else say("{account} can pay at most {most} to each.", account=words, most=state.said(each))
    )
    raise Refusal("not_enough", "FB-M4", sentence)


def require_limits(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``account_full`` where an account but the bank would hold more than any may."""
    for account, balance in balances.items():
        if account in state.ledger.floors and balance > MOST:
            raise Refusal(
                "account_full",
                "FB-M5",
                say(
                    "{account} would hold more than {most}.",
                    account=state.words(account),
                    most=MOST,
                ),
            )


def committed(state: FreeBankState) -> dict[str, int]:
    """Return the purse that a standing open bid rests on, and the least it must keep (FB-A2)."""
    auction = state.auction
    if auction is None or auction.bids.standing is None:
        return {}
    standing = auction.bids.standing
    account = purse(standing.seat)
    return {account: standing.amount + state.ledger.floors[account]}


def require_bid_covered(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``bid_rests_on_it`` where a purse would not cover its standing bid any more."""
    for account, least in committed(state).items():
        if balances.get(account, least) < least:
            seat = seat_of(account)
            assert seat is not None
            raise Refusal(
                "bid_rests_on_it",
                "FB-A2",
                say(
                    "The highest bid is {name}’s: this purse must still cover it.",
                    name=state.name(seat),
                ),
            )
