"""The auction of a turn: loans, bids, passes, the award and the payment (BS-A1 to BS-A6, BS-2c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.big_shot.board import colour_words
from companion.games.big_shot.hidden_money import restart
from companion.games.big_shot.loans import LoanTaken, reach, why_not_now
from companion.games.big_shot.state import BigShotState, CubeEvent
from companion.games.big_shot.turns import require_winner, turn_end, waiting
from companion.mechanics import auction, early_pass, loans, recorded_sale
from companion.mechanics.auction import Auction, Award, BidLimit, Passed, limit_prompt
from companion.mechanics.event_sourcing import Button, Event, SeatAction, action, event, its
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.menu import Candidate, OneOf
from companion.mechanics.pending_events import apply_event
from companion.mechanics.refusal import Refusal, is_legal
from companion.mechanics.table import refusal_about, require_seat, require_stage
from companion.mechanics.words import Sentence, say


@action("borrow", turn_bound=False, keeps_turn=True)
class Borrow(loans.Borrow):
    """Take a loan (BS-L1); with two players for one of one's colours (BS-2b)."""

    button = Button(shows_automatically=True)
    colour: str | None = None

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterable[Candidate]:
        if seat is None or state.stage != "auction":
            return ()
        if state.has_two_purses:
            return (Candidate(cls(seat), colour=OneOf(state.setup.seats[seat].colours)),)
        return (Candidate(cls(seat)),)

    def label(self, state: BigShotState) -> Sentence:
        if self.colour is None:
            return loans.Borrow.label(self, state)
        taken = state.loans[purse(self.seat, self.colour)]
        return say(
            "Borrow for {colour}: you would get {payout}, owe {debt}",
            colour=colour_words(self.colour),
            payout=state.certificates.next_payout(taken),
            debt=state.certificates.repayment,
        )

    def borrower(self, state: BigShotState) -> str:
        """Return the purse; raises ``not_now``, ``colour_needed``, ``not_your_colour``."""
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "auction", "BS-L1", waiting)
        unsaid = say("Choose which colour borrows.")
        colour = own_colour(state, self.seat, self.colour, unsaid)
        account = state.account(self.seat, colour)
        refusal = why_not_now(state, self.seat, account)
        if refusal is not None:
            raise refusal
        return account

    def taken(
        self, state: BigShotState, account: str, number: int, payout: int
    ) -> tuple[Event, ...]:
        """Return the loan, and what follows where somebody can but pass after it."""
        colour = self.colour if state.has_two_purses else None
        taken = LoanTaken(self.seat, account, number, payout, colour)
        passes = state.setup.options.get("app_passes")
        return (taken, *_settled(apply_event(state, taken))) if passes else (taken,)


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
        rule = "BS-2a" if state.has_two_purses else "BS-S1"
        told = say("{name} does not play {colour}.", colour=colour_words(colour))
        told = told.to_you("You do not play {colour}.")
        raise refusal_about(state, seat, "not_your_colour", rule, told)


@dataclass(frozen=True, slots=True)
class AuctionAction(auction.AuctionAction):
    """A bid or a pass."""

    def current_auction(self, state: BigShotState) -> Auction:
        return auction.require_turn_to_bid(
            state, self.seat, waiting, "BS-A1", seat_rule="BS-S1", pass_rule="BS-A3"
        )

    def consequences(
        self, state: BigShotState, auction: Auction, said: auction.AuctionEvent
    ) -> tuple[Event, ...]:
        """Return what the word leads to; a bid alone decides no auction."""
        if state.setup.options.get("app_passes"):
            return _settled(apply_event(state, said), isinstance(said, Passed))
        award = said.changed(auction).award if isinstance(said, Passed) else None
        return self.awarded(state, award) if award else ()

    @classmethod
    def must_pass(cls, state: BigShotState, seat: int, lowest: int) -> bool:
        """Tell whether a seat with open money can neither outbid nor borrow (BS-A4, BS-L1)."""
        return not is_legal(Bid.bid_limit(state, seat).require, lowest, "BS-A2") and all(
            why_not_now(state, seat, account)
            or state.certificates.why_no_more(state.loans, account)
            for _, account in state.purses[seat]
        )

    @classmethod
    def awarded(cls, state: BigShotState, award: Award) -> tuple[Event, ...]:
        """Return who takes the cubes, and the payment (BS-A5, BS-A6)."""
        seat, amount = award.seat, award.amount
        assert seat is not None
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


@action("bid")
class Bid(AuctionAction, auction.Bid):
    """Bid so many millions (BS-A2)."""

    rule = "BS-A2"

    @classmethod
    def bid_limit(cls, state: BigShotState, seat: int) -> BidLimit:
        assert state.auction is not None
        highest, lowest = state.highest_bid(seat), state.auction.lowest_bid

        def why(is_short: bool) -> Refusal:
            rule = "BS-2c" if state.has_two_purses else "BS-A4"
            words = limit_prompt(highest, lowest, reach(state, seat), is_short)
            return Refusal("bid_above_purse", rule, words)

        return BidLimit(highest, lowest, why)


@action("pass")
class Pass(AuctionAction, auction.Pass):
    """Leave this auction (BS-A3)."""


def _settled(state: BigShotState, has_passed: bool = False) -> tuple[Event, ...]:
    """Return who can but pass now, and the award if that or a pass decides the auction."""
    passed = AuctionAction.passed_by_app(state, state.auction) if state.auction else ()
    for gone in passed:
        state = apply_event(state, gone)
    award = state.auction and state.auction.award if passed or has_passed else None
    return (*passed, *(AuctionAction.awarded(state, award) if award else ()))


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale):
    """Tell who takes the cubes, for how much; nobody: the leader, for nothing (BS-A5, BS-A6)."""

    rule = "BS-A5"
    bid_rule = "BS-A2"
    pass_rule = "BS-A3"
    seat_rule = "BS-S1"
    bid_limit = Bid.bid_limit
    word = Pass

    @classmethod
    def current_auction(cls, state: BigShotState) -> Auction:
        return auction.require_auction(state, waiting, "BS-A1")


@action("pass_early")
class PassEarly(early_pass.PassEarly, AuctionAction):
    """Leave this auction before one's turn comes (BS-A3)."""

    sale = RecordSale
    number = its("turn")

    def current_auction(self, state: BigShotState) -> Auction:
        """Return the auction; raises also ``loans_first`` where the first word ends the loans."""
        auction = early_pass.PassEarly.current_auction(self, state)
        if state.is_hidden and not auction.spoken:
            words = say("Loans are taken before the bidding; pass once it has begun.")
            raise Refusal("loans_first", "BS-V2", words)
        return auction


def _after_payment(state: BigShotState) -> tuple[Event, ...]:
    """Return the end of the turn where the app does not follow how the cubes are placed."""
    return () if state.tracking == "full" else (turn_end(state),)


@event("auction_won")
class AuctionWon(Event):
    """A seat takes the four cubes for that amount, 0 where nobody bid (BS-A6)."""

    line = say("{name} takes the cubes for {amount}.")
    unless = "amount", 0, say("{name} takes the cubes for nothing.")
    sets = {"stage": its("stage"), "winner": its("seat"), "price": its("amount")}
    seat: int
    amount: int

    @property
    def stage(self) -> str:
        """What comes next: a purse pays, or the cubes are placed."""
        return "pay" if self.amount else "place"


@event("paid")
class Paid(CubeEvent):
    """The winner's bid went from a purse to the bank."""

    line = say("{name} pays {amount} from {colour}.")
    unless = "colour", None, None
    sets = {"stage": "place", "price": 0}
    seat: int
    account: str
    amount: int
    colour: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(self.account, BANK, self.amount, say("cubes")),)


@action("pay")
class Pay(SeatAction):
    """Say which purse pays, with two players (BS-2c)."""

    colour: str

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage == "pay" and seat == state.winner:
            colours = state.setup.seats[seat].colours
            yield Candidate(cls(seat, colours[0]), colour=OneOf(colours))

    def label(self, state: BigShotState) -> Sentence:
        return say("Pay from {colour}", colour=colour_words(self.colour))

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the payment from the chosen purse; a new auction if meanwhile neither can pay.

        Raises ``not_now``, ``not_the_winner``, ``not_your_colour``, ``purse_too_small``.
        """
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "pay", "BS-2c", waiting)
        require_winner(state, self.seat, "BS-2c")
        require_own_colour(state, self.seat, self.colour)
        if state.money(self.seat) < state.price:
            return (restart(state, self.seat, state.price),)
        account = state.account(self.seat, self.colour)
        if not state.ledger.can_pay(account, state.price):
            raise Refusal(
                "purse_too_small",
                "BS-2c",
                say("This colour alone cannot pay {price}; take the other.", price=state.price),
            )
        paid = Paid(self.seat, account, state.price, self.colour)
        return (paid, *_after_payment(state))
