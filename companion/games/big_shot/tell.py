"""The history: each fact as one short sentence, for one seat's eyes (BS-V1, BS-V3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.big_shot import facts
from companion.games.big_shot.box import DEBT, colour_words
from companion.games.big_shot.judging import judged_words, pile_words
from companion.games.big_shot.state import BigShotState
from companion.mechanics.corrections import (
    CashCounted,
    MoneyCorrected,
    tell_correction,
    with_reason,
)
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK
from companion.mechanics.words import Sentence, say


def tell(state: BigShotState, fact: Fact, seat: int | None) -> Sentence | None:
    """Return the fact as a line of the history for a seat, None if it says nothing."""
    if isinstance(fact, (MoneyCorrected, CashCounted)):
        return _money(state, fact, seat)
    return _LINES[type(fact)](state, fact)


def _money(state: BigShotState, fact: MoneyCorrected | CashCounted, seat: int | None) -> Sentence:
    names: dict[str, Sentence] = {BANK: say("the bank")}
    for number, sitting in enumerate(state.setup.seats):
        for colour, account in state.purses(number):
            names[account] = (
                say("{name}, {colour}", name=sitting.name, colour=colour_words(colour))
                if state.has_two_purses
                else say("{name}", name=sitting.name)
            )
    touched = (
        {fact.source, fact.target} if isinstance(fact, MoneyCorrected) else {fact.account}
    ) - {BANK}
    return tell_correction(fact, names, hidden=bool(touched & state.hidden_accounts(seat)))


def _lead(state: BigShotState, fact: facts.LeadChosen) -> Sentence:
    if not fact.rolls:
        return say("{name} leads the first turn.", name=state.name(fact.seat))
    rounds = tuple(_round(state, faces) for faces in fact.rolls)
    return say("{name} leads the first turn ({rolls}).", name=state.name(fact.seat), rolls=rounds)


def _round(state: BigShotState, faces: tuple[int | None, ...]) -> tuple[Sentence, ...]:
    return tuple(
        say("{name} {face}", name=state.name(seat), face=face)
        for seat, face in enumerate(faces)
        if face is not None
    )


def _rolled(state: BigShotState, fact: facts.DieRolled) -> Sentence:
    return say(
        "Turn {turn}: {name} rolls {value}.",
        turn=fact.turn,
        name=state.name(fact.seat),
        value=fact.value,
    )


def _loan(state: BigShotState, fact: facts.LoanTaken) -> Sentence:
    values = {"name": state.name(fact.seat), "payout": fact.payout, "debt": DEBT}
    if fact.colour is None:
        return say("{name} borrows: gets {payout}, owes {debt}.", **values)
    return say(
        "{name} borrows for {colour}: gets {payout}, owes {debt}.",
        colour=colour_words(fact.colour),
        **values,
    )


def _bid(state: BigShotState, fact: facts.BidMade) -> Sentence:
    return say("{name} bids {amount}.", name=state.name(fact.seat), amount=fact.amount)


def _passed(state: BigShotState, fact: facts.Passed) -> Sentence:
    return say("{name} passes.", name=state.name(fact.seat))


def _won(state: BigShotState, fact: facts.AuctionWon) -> Sentence:
    if not fact.amount:
        return say("{name} takes the cubes for nothing.", name=state.name(fact.seat))
    return say(
        "{name} takes the cubes for {amount}.", name=state.name(fact.seat), amount=fact.amount
    )


def _restarted(state: BigShotState, fact: facts.AuctionRestarted) -> Sentence:
    if state.edition == "fr":
        # There the money is shown for a moment only, so the history never keeps the figure.
        return say(
            "{name} cannot pay {amount} and shows the purse; the auction begins anew.",
            name=state.name(fact.seat),
            amount=fact.amount,
        )
    return say(
        "{name} cannot pay {amount} and shows {held}; the auction begins anew, "
        "and this purse stays open.",
        name=state.name(fact.seat),
        amount=fact.amount,
        held=tuple(fact.purses.values()),
    )


def _paid(state: BigShotState, fact: facts.Paid) -> Sentence | None:
    if fact.colour is None:
        return None
    return say(
        "{name} pays {amount} from {colour}.",
        name=state.name(fact.seat),
        amount=fact.amount,
        colour=colour_words(fact.colour),
    )


def _placed(state: BigShotState, fact: facts.CubePlaced) -> Sentence:
    return say(
        "{name} places {colour} on {lot}.",
        name=state.name(fact.seat),
        colour=colour_words(fact.colour),
        lot=state.copy.named(fact.lot),
    )


def _sold(state: BigShotState, fact: facts.LotSold) -> Sentence:
    return _judged(state, fact, "BS-M2")


def _settled(state: BigShotState, fact: facts.LotSettled) -> Sentence:
    return _judged(state, fact, "BS-M3")


def _judged(state: BigShotState, fact: facts.LotSold | facts.LotSettled, rule: str) -> Sentence:
    return judged_words(
        state.copy.titled(fact.lot),
        fact.counts,
        None if fact.owner is None else owner_words(state, fact.owner),
        has_cancelled=bool(fact.cancelled),
        rule=rule,
    )


def owner_words(state: BigShotState, colour: str) -> Sentence | str:
    """Return a colour with the name of its player, or that it is the dummy's (BS-3)."""
    seat = state.seat_with(colour)
    if seat is None:
        return say("{colour} (the dummy)", colour=colour_words(colour))
    return say("{colour} ({name})", colour=colour_words(colour), name=state.name(seat))


def _turn_ended(state: BigShotState, fact: facts.TurnEnded) -> Sentence | None:
    return None if fact.leader is not None else say("The last turn is over.")


def _game_ended(state: BigShotState, fact: facts.GameEnded) -> Sentence:
    return say("Every lot is settled; the game is over.")


def _fell_back(state: BigShotState, fact: facts.FellBack) -> Sentence:
    line = say("From here on the cubes are followed on the table only.")
    return with_reason(line, fact.reason)


def _lot_set(state: BigShotState, fact: facts.LotSet) -> Sentence:
    line = say(
        "{lot} set right: {counts}.",
        lot=state.copy.titled(fact.lot),
        counts=pile_words(fact.counts) or say("empty"),
    )
    return with_reason(line, fact.reason)


def _lot_assigned(state: BigShotState, fact: facts.LotAssigned) -> Sentence:
    lot = state.copy.titled(fact.lot)
    if fact.owner is None:
        line = say("{lot} goes to nobody, says the banker.", lot=lot)
    else:
        owner = owner_words(state, fact.owner)
        line = say("{lot} goes to {owner}, says the banker.", lot=lot, owner=owner)
    return with_reason(line, fact.reason)


def _lot_reopened(state: BigShotState, fact: facts.LotReopened) -> Sentence:
    line = say(
        "The sale of {lot} is taken back; there: {counts}.",
        lot=state.copy.named(fact.lot),
        counts=pile_words(fact.counts) or say("empty"),
    )
    return with_reason(line, fact.reason)


def _loans_set(state: BigShotState, fact: facts.LoansSet) -> Sentence:
    name: Sentence | str = state.name(fact.seat)
    if fact.colour is not None:
        name = say("{name}, {colour}", name=name, colour=colour_words(fact.colour))
    line = say("{account}: loans set to {loans}.", account=name, loans=fact.loans)
    return with_reason(line, fact.reason)


_LINES: dict[type[Fact], Callable[[BigShotState, Any], Sentence | None]] = {
    facts.LeadChosen: _lead,
    facts.DieRolled: _rolled,
    facts.LoanTaken: _loan,
    facts.BidMade: _bid,
    facts.Passed: _passed,
    facts.AuctionWon: _won,
    facts.AuctionRestarted: _restarted,
    facts.Paid: _paid,
    facts.CubePlaced: _placed,
    facts.LotSold: _sold,
    facts.LotSettled: _settled,
    facts.TurnEnded: _turn_ended,
    facts.GameEnded: _game_ended,
    facts.FellBack: _fell_back,
    facts.LotSet: _lot_set,
    facts.LotAssigned: _lot_assigned,
    facts.LotReopened: _lot_reopened,
    facts.LoansSet: _loans_set,
}
