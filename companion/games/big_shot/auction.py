"""The auction of a turn: loans, bids, passes, the award and the payment (BS-A1 to BS-A6, BS-2c)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.big_shot.board import DEBT, colour_words
from companion.games.big_shot.hidden_money import restart
from companion.games.big_shot.loans import LoanTaken, reach, why_no_loan
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import require_stage, require_winner, turn_end
from companion.mechanics.auction import Auction, require_amount, require_turn
from companion.mechanics.ledger import BANK, Transfer
from companion.mechanics.menu import Candidate, OneOf, Whole
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Action, Fact, action, fact
from companion.mechanics.table import require_seat
from companion.mechanics.words import Sentence, say


@action("borrow", turn_bound=False, is_aside=True)
class Borrow(Action):
    """Take a loan (BS-L1); with two players for one of one's colours (BS-2b)."""

    seat: int
    colour: str | None = None

    @classmethod
    def choices(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is None or state.stage != "auction":
            return
        if state.has_two_purses:
            yield Candidate(cls(seat), colour=OneOf(state.setup.seats[seat].colours))
        else:
            yield Candidate(cls(seat))

    def decide(self, state: BigShotState) -> tuple[Fact, ...]:
        """Return the loan: the debt is 10, the k-th pays out 10 - k (BS-L1).

        Raises ``not_now``, ``colour_needed``, ``not_your_colour``, and what ``why_no_loan`` finds.
        """
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "auction", "BS-L1")
        unsaid = say("Say for which colour the loan is.")
        colour = own_colour(state, self.seat, self.colour, unsaid)
        account = state.account(self.seat, colour)
        refusal = why_no_loan(state, self.seat, account)
        if refusal is not None:
            raise refusal
        number = state.loans[account] + 1
        said = colour if state.has_two_purses else None
        return (LoanTaken(self.seat, account, number, DEBT - number, said),)


def own_colour(state: BigShotState, seat: int, colour: str | None, unsaid: Sentence) -> str:
    """Return the colour that owes; with one colour nobody needs to say it.

    Raises ``not_your_colour``, and ``colour_needed`` with what is ``unsaid``.
    """
    if colour is None:
        if state.has_two_purses:
            raise Refusal("colour_needed", "BS-2b", unsaid)
        return state.setup.seats[seat].colours[0]
    require_own_colour(state, seat, colour)
    return colour


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


@action("bid")
class Bid(Action):
    """Bid so many millions (BS-A2)."""

    seat: int
    amount: int

    @classmethod
    def choices(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        auction = _auction_for(state, seat)
        if auction is not None:
            amounts = Whole(auction.lowest_bid, state.highest_bid(auction.turn))
            yield Candidate(cls(auction.turn, auction.lowest_bid), amount=amounts)

    def decide(self, state: BigShotState) -> tuple[Fact, ...]:
        """Return the bid; an auction is never decided by one, for somebody may still pass.

        Raises also ``bid_too_low`` or ``bid_above_purse``.
        """
        auction = require_word(state, self.seat)
        highest, lowest = state.highest_bid(self.seat), auction.lowest_bid
        too_little = None
        if highest is not None and highest < lowest:
            too_little = _too_little(highest, can_borrow=reach(state, self.seat) >= lowest)
        require_amount(auction, self.amount, "BS-A2", too_little)
        if highest is not None and self.amount > highest:
            no_more = _no_more(highest, can_borrow=reach(state, self.seat) > highest)
            rule = "BS-2c" if state.has_two_purses else "BS-A4"
            raise Refusal("bid_above_purse", rule, too_little or no_more)
        return (BidMade(self.seat, self.amount),)


def _auction_for(state: BigShotState, seat: int | None) -> Auction | None:
    """Return the auction that waits for a word of the seat, if one does."""
    auction = state.auction if state.stage == "auction" else None
    return auction if auction is not None and auction.turn == seat else None


def require_word(state: BigShotState, seat: int) -> Auction:
    """Return the auction in which the seat has its word.

    Raises ``not_now``, ``already_passed`` or ``out_of_turn``.
    """
    require_seat(state, seat, "BS-S1")
    require_stage(state, "auction", "BS-A1")
    auction = state.auction
    assert auction is not None
    name = state.name(auction.turn)
    require_turn(auction, seat, pass_rule="BS-A3", order_rule="BS-A1", name=name)
    return auction


def _too_little(highest: int, *, can_borrow: bool) -> Sentence:
    """Return what a seat may do that cannot pay the lowest bid."""
    if can_borrow:
        return say("You hold {highest}: borrow first, or pass.", highest=highest)
    return say("You hold {highest}: pass.", highest=highest)


def _no_more(highest: int, *, can_borrow: bool) -> Sentence:
    """Return what a seat may do that can pay the lowest bid."""
    if can_borrow:
        return say("You hold {highest}: bid no more, borrow first, or pass.", highest=highest)
    return say("You hold {highest}: bid no more, or pass.", highest=highest)


@fact("bid_made")
class BidMade(Fact):
    """A seat bid so many millions."""

    seat: int
    amount: int

    def apply(self, state: BigShotState) -> BigShotState:
        assert state.auction is not None
        return replace(state, auction=state.auction.bid(self.seat, self.amount), shown=None)

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        return say("{name} bids {amount}.", name=state.name(self.seat), amount=self.amount)


@action("pass")
class Pass(Action):
    """Leave this auction (BS-A3)."""

    seat: int

    @classmethod
    def choices(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        auction = _auction_for(state, seat)
        if auction is not None:
            yield Candidate(cls(auction.turn))

    def decide(self, state: BigShotState) -> tuple[Fact, ...]:
        """Return the pass, with the award if it leaves one seat alone (BS-A5, BS-A6)."""
        auction = require_word(state, self.seat)
        passed = Passed(self.seat)
        award = auction.pass_by(self.seat).award
        if award is None:
            return (passed,)
        assert award.seat is not None
        return (passed, *_awarded(state, award.seat, award.amount))


@fact("passed")
class Passed(Fact):
    """A seat left the auction."""

    seat: int

    def apply(self, state: BigShotState) -> BigShotState:
        assert state.auction is not None
        return replace(state, auction=state.auction.pass_by(self.seat), shown=None)

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        return say("{name} passes.", name=state.name(self.seat))


def _awarded(state: BigShotState, seat: int, amount: int) -> tuple[Fact, ...]:
    won = AuctionWon(seat, amount)
    if amount == 0:
        return (won, *_after_payment(state))
    able = [pair for pair in state.purses[seat] if state.ledger.can_pay(pair[1], amount)]
    if not able:
        return (restart(state, seat, amount),)
    if state.has_two_purses:
        return (won,)
    _, account = able[0]
    return (won, Paid(seat, account, amount), *_after_payment(state))


def _after_payment(state: BigShotState) -> tuple[Fact, ...]:
    """Return the end of the turn where the app does not follow how the cubes are placed."""
    return () if state.tracking == "full" else (turn_end(state),)


@fact("auction_won")
class AuctionWon(Fact):
    """A seat takes the four cubes for that amount, 0 where nobody bid (BS-A6)."""

    seat: int
    amount: int

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(
            state,
            stage="pay" if self.amount else "place",
            winner=self.seat,
            price=self.amount,
        )

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if not self.amount:
            return say("{name} takes the cubes for nothing.", name=state.name(self.seat))
        return say(
            "{name} takes the cubes for {amount}.", name=state.name(self.seat), amount=self.amount
        )


@fact("paid")
class Paid(Fact):
    """The winner's bid went from a purse to the bank."""

    seat: int
    account: str
    amount: int
    colour: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(self.account, BANK, self.amount, say("cubes")),)

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(state, stage="place", price=0)

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if self.colour is None:
            return None
        return say(
            "{name} pays {amount} from {colour}.",
            name=state.name(self.seat),
            amount=self.amount,
            colour=colour_words(self.colour),
        )


@action("pay")
class Pay(Action):
    """Say which purse pays, with two players (BS-2c)."""

    seat: int
    colour: str

    @classmethod
    def choices(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage == "pay" and seat == state.winner:
            colours = state.setup.seats[seat].colours
            yield Candidate(cls(seat, colours[0]), colour=OneOf(colours))

    def decide(self, state: BigShotState) -> tuple[Fact, ...]:
        """Return the payment from the chosen purse; a new auction if meanwhile neither can pay.

        Raises ``not_now``, ``not_the_winner``, ``not_your_colour``, ``purse_too_small``.
        """
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "pay", "BS-2c")
        require_winner(state, self.seat, "BS-2c")
        require_own_colour(state, self.seat, self.colour)
        if state.money(self.seat) < state.price:
            return (restart(state, self.seat, state.price),)
        account = state.account(self.seat, self.colour)
        if not state.ledger.can_pay(account, state.price):
            raise Refusal(
                "purse_too_small",
                "BS-2c",
                say("This purse cannot pay {price} alone; take the other.", price=state.price),
            )
        paid = Paid(self.seat, account, state.price, self.colour)
        return (paid, *_after_payment(state))
