"""The auction of a turn: bids, passes, the award and the payment (BS-A1 to BS-A6, BS-2c, BS-V3).

A winner who cannot pay, which only hidden money or a banker's correction makes possible, shows
his purses, and the auction begins anew; in the Italian edition his purses stay open for the rest
of the game, and from then on his bids are held to them (BS-A4), because nothing leaks any more.
"""

from __future__ import annotations

from companion.games.big_shot.actions import Bid, Pass, Pay
from companion.games.big_shot.box import colour_words
from companion.games.big_shot.facts import AuctionRestarted, AuctionWon, BidMade, Paid, Passed
from companion.games.big_shot.guards import require_seat, require_stage
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import turn_end
from companion.mechanics.auction import Auction, require_amount, require_turn
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_word(state: BigShotState, seat: int) -> None:
    """Raise ``not_now``, ``already_passed`` or ``out_of_turn`` unless the seat has its word."""
    require_seat(state, seat)
    require_stage(state, "auction", "BS-A1")
    auction = state.auction
    assert auction is not None
    name = state.name(auction.turn)
    require_turn(auction, seat, pass_rule="BS-A3", order_rule="BS-A1", name=name)


def highest_bid(state: BigShotState, seat: int) -> int | None:
    """Return the most a seat may bid, None where the app does not stop it (BS-V3)."""
    if state.is_hidden and seat not in state.open_purses:
        return None
    return state.money(seat)


def require_bid(state: BigShotState, seat: int, amount: int) -> None:
    """Raise also ``bid_too_low`` or ``bid_above_purse`` unless the bid may be made."""
    require_word(state, seat)
    assert state.auction is not None
    require_amount(state.auction, amount, "BS-A2")
    highest = highest_bid(state, seat)
    if highest is not None and amount > highest:
        raise _above_purse(state, highest, state.auction)


def _above_purse(state: BigShotState, highest: int, auction: Auction) -> Refusal:
    if highest < auction.lowest_bid:
        sentence = say("You hold {highest}: borrow first, or pass.", highest=highest)
    else:
        sentence = say("You hold {highest}: bid no more, borrow first, or pass.", highest=highest)
    return Refusal("bid_above_purse", "BS-2c" if state.has_two_purses else "BS-A4", sentence)


def decide_bid(state: BigShotState, action: Bid) -> tuple[Fact, ...]:
    """Return the bid; an auction is never decided by one, for somebody may still pass."""
    require_bid(state, action.seat, action.amount)
    return (BidMade(action.seat, action.amount),)


def decide_pass(state: BigShotState, action: Pass) -> tuple[Fact, ...]:
    """Return the pass, with the award if it leaves one seat alone (BS-A5, BS-A6)."""
    require_word(state, action.seat)
    assert state.auction is not None
    passed = Passed(action.seat)
    award = state.auction.pass_by(action.seat).award
    if award is None:
        return (passed,)
    assert award.seat is not None
    return (passed, *_awarded(state, award.seat, award.amount))


def _awarded(state: BigShotState, seat: int, amount: int) -> tuple[Fact, ...]:
    won = AuctionWon(seat, amount)
    if amount == 0:
        return (won, *_after_payment(state))
    able = [pair for pair in state.purses(seat) if state.ledger.can_pay(pair[1], amount)]
    if not able:
        return (restart(state, seat, amount),)
    if state.has_two_purses:
        return (won,)
    _, account = able[0]
    return (won, Paid(seat, account, amount), *_after_payment(state))


def restart(state: BigShotState, seat: int, amount: int) -> AuctionRestarted:
    """Return that a winner could not pay and showed what he holds (BS-V3)."""
    balances = state.ledger.balances
    held = {colour: balances[account] for colour, account in state.purses(seat)}
    return AuctionRestarted(seat, amount, held)


def _after_payment(state: BigShotState) -> tuple[Fact, ...]:
    """Return the end of the turn where the app does not follow how the cubes are placed."""
    return () if state.tracking == "full" else (turn_end(state),)


def require_pay(state: BigShotState, seat: int, colour: str) -> None:
    """Raise a refusal unless that purse may pay now (BS-2c).

    Raises ``not_now``, ``not_the_winner``, ``not_your_colour``, ``purse_too_small``.
    """
    require_seat(state, seat)
    require_stage(state, "pay", "BS-2c")
    if seat != state.winner:
        assert state.winner is not None
        raise Refusal(
            "not_the_winner",
            "BS-2c",
            say("The cubes go to {name}.", name=state.name(state.winner)),
        )
    require_own_colour(state, seat, colour)
    if state.money(seat) < state.price:
        return
    if not state.ledger.can_pay(state.account(seat, colour), state.price):
        raise Refusal(
            "purse_too_small",
            "BS-2c",
            say("This purse cannot pay {price} alone; take the other.", price=state.price),
        )


def require_own_colour(state: BigShotState, seat: int, colour: str) -> None:
    """Raise ``not_your_colour`` unless the seat plays that colour."""
    if colour not in state.setup.seats[seat].colours:
        raise Refusal(
            "not_your_colour",
            "BS-2a" if state.has_two_purses else "BS-S1",
            say(
                "{name} does not play {colour}.", name=state.name(seat), colour=colour_words(colour)
            ),
        )


def decide_pay(state: BigShotState, action: Pay) -> tuple[Fact, ...]:
    """Return the payment from the chosen purse; a new auction if meanwhile neither can pay."""
    require_pay(state, action.seat, action.colour)
    if state.money(action.seat) < state.price:
        return (restart(state, action.seat, state.price),)
    account = state.account(action.seat, action.colour)
    paid = Paid(action.seat, account, state.price, action.colour)
    return (paid, *_after_payment(state))
