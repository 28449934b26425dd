"""The auction of each turn: loans, bids, passes, award and payment (BS-A1 to BS-A6, BS-2c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.big_shot.board import colour_words
from companion.games.big_shot.hidden_money import restart
from companion.games.big_shot.loans import LoanTaken, credit, reach, why_not_now
from companion.games.big_shot.state import BigShotState, CubeEvent, Stage
from companion.games.big_shot.turns import require_winner, turn_end, waiting
from companion.mechanics.actions.base import Button, Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, OneOf
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions import auction, early_pass, recorded_sale
from companion.mechanics.auctions.auction import (
    Auction,
    AuctionRules,
    Award,
    BidLimit,
    TurnAuctionPolicy,
    limit_prompt,
)
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money import loans
from companion.mechanics.money.ledger import purse
from companion.mechanics.play.table import refusal_about, require_seat, require_stage


@action("borrow", turn_bound=False, keeps_turn=True)
class Borrow(loans.Borrow[BigShotState]):
    """Take a loan (BS-L1).

    In a two-player game, the loan goes to one of the seat's two colours (BS-2b).
    """

    button = Button(shows_automatically=True)
    colour: str | None = None
    """The colour that borrows; may be None if the seat has only one colour."""

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
            "Borrow for {colour}: get {payout}, owe {debt}",
            colour=colour_words(self.colour),
            payout=state.certificates.next_payout(taken),
            debt=state.certificates.repayment,
        )

    def borrower(self, state: BigShotState) -> str:
        """Return the account that borrows."""
        require_seat(state, self.seat, "BS-S1")
        require_stage(state, "auction", "BS-L1", waiting)
        prompt = say("Choose which colour borrows.")
        colour = own_colour(state, self.seat, self.colour, prompt)
        account = state.account(self.seat, colour)
        refusal = why_not_now(state, self.seat, account)
        if refusal is not None:
            raise refusal
        return account

    def taken(
        self, state: BigShotState, account: str, number: int, payout: int
    ) -> tuple[Event, ...]:
        """Return the loan event, followed by its consequences for the auction.

        After the loan, a seat may have no legal action except to pass. The app may then pass for
        this seat, which can end the auction.
        """
        colour = self.colour if state.has_two_purses else None
        return AUCTIONS.after(state, LoanTaken(self.seat, account, number, payout, colour))


def own_colour(state: BigShotState, seat: int, colour: str | None, prompt: Sentence) -> str:
    """Return the given colour, or the seat's only colour if ``colour`` is None.

    prompt: the message of ``colour_needed``.

    Raises ``not_your_colour``, and ``colour_needed`` if the seat has two colours and ``colour`` is
    None.
    """
    if colour is None:
        if state.has_two_purses:
            raise Refusal("colour_needed", "BS-2b", prompt)
        return state.setup.seats[seat].colours[0]
    require_own_colour(state, seat, colour)
    return colour


def require_own_colour(state: BigShotState, seat: int, colour: str) -> None:
    """Raise ``not_your_colour`` unless the seat plays that colour."""
    if colour not in state.setup.seats[seat].colours:
        rule = "BS-2a" if state.has_two_purses else "BS-S1"
        sentence = say("{name} does not play {colour}.", colour=colour_words(colour))
        sentence = sentence.to_you("You do not play {colour}.")
        raise refusal_about(state, seat, "not_your_colour", rule, sentence)


class CubeAuctions(TurnAuctionPolicy[BigShotState]):
    """The rules of the auction for each turn's four cubes."""

    rules = AuctionRules(
        seats="BS-S1", start="BS-A1", turns="BS-A1", bids="BS-A2", passes="BS-A3", end="BS-A5"
    )

    def number(self, state: BigShotState) -> int:
        return state.turn

    def bid_limit(self, state: BigShotState, seat: int) -> BidLimit:
        assert state.auction is not None
        highest, lowest = state.highest_bid(seat), state.auction.lowest_bid

        def why(is_short: bool) -> Refusal:
            rule = "BS-2c" if state.has_two_purses else "BS-A4"
            words = limit_prompt(highest, lowest, reach(state, seat), is_short)
            return Refusal("bid_above_purse", rule, words)

        return BidLimit(highest, lowest, why)

    def must_pass(self, state: BigShotState, seat: int, lowest: int) -> bool:
        """Return whether the seat can neither bid ``lowest`` nor borrow (BS-A4, BS-L1)."""
        return not is_legal(self.require_bid, state, seat, lowest) and not any(
            credit(state, seat, account) for _, account in state.purses[seat]
        )

    def award(self, pending: PendingEvents[BigShotState], award: Award) -> None:
        """Emit the award of the cubes, followed by the payment if there is a price (BS-A5, BS-A6).

        With "light" tracking, the end of the turn follows. A winner with two purses first chooses
        which one pays, so the payment comes later. If no purse covers the price, emit only a
        restart of the auction.
        """
        state, seat, amount = pending.state, not_none(award.seat), award.amount
        able = [
            account for _, account in state.purses[seat] if state.ledger.can_pay(account, amount)
        ]
        if amount and not able:
            pending.emit(restart(state, seat, amount))
            return
        pending.emit(AuctionWon(seat, amount))
        if amount and state.has_two_purses:
            return
        if amount:
            pending.emit(Paid(seat, able[0], amount))
        pending.emit(*_turn_end_after_payment(pending.state))


AUCTIONS = CubeAuctions(waiting)


@action("bid")
class Bid(auction.Bid[BigShotState]):
    """Bid an amount, in millions (BS-A2)."""

    policy = AUCTIONS


@action("pass")
class Pass(auction.Pass[BigShotState]):
    """Pass and leave this auction (BS-A3)."""

    policy = AUCTIONS


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale[BigShotState]):
    """Record the winner and price of a spoken auction (BS-A5, BS-A6).

    If nobody bid, the leader gets the cubes for free.
    """

    policy = AUCTIONS


@action("pass_early")
class PassEarly(early_pass.PassEarly[BigShotState]):
    """Pass before it is the seat's turn to bid (BS-A3)."""

    policy = AUCTIONS

    def current_auction(self, state: BigShotState) -> Auction:
        """Return the auction under way if the seat may leave it now.

        With hidden money, raises ``loans_first`` before the first bid or pass, because seats may
        still borrow (BS-V2).
        """
        auction = early_pass.PassEarly.current_auction(self, state)
        if state.is_hidden and not auction.spoken:
            words = say("Loans come before the bidding. Pass once it has begun.")
            raise Refusal("loans_first", "BS-V2", words)
        return auction


def _turn_end_after_payment(state: BigShotState) -> tuple[Event, ...]:
    """Return the event that ends the turn, or an empty tuple if the turn continues.

    The turn continues if the winner still has to place the cubes in the app.
    """
    return () if state.tracking == "full" else (turn_end(state),)


@event("auction_won")
class AuctionWon(Event[BigShotState]):
    """A seat won the four cubes."""

    seat: int
    amount: int
    """The price in millions; 0 if nobody bid (BS-A6)."""

    def apply(self, state: BigShotState) -> BigShotState:
        stage: Stage = "pay" if self.amount else "place"
        return replace(state, stage=stage, winner=self.seat, price=self.amount)

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if self.amount:
            return say("{name} wins the cubes for {amount}.").to_you(
                "You win the cubes for {amount}."
            )
        return say("{name} gets the cubes for free.").to_you("You get the cubes for free.")

    def scenes(self, state: BigShotState) -> tuple[Scene, ...]:
        shows = {"seat": self.seat, "price": self.amount, "lot": ""}
        return (self.scene(state, "sold", shows, cheers=self.seat),)


@event("paid")
class Paid(CubeEvent):
    """The winner of the cubes paid the bid."""

    costs = "amount", say("cubes")
    seat: int
    account: str
    amount: int
    colour: str | None = None
    """The colour whose purse paid; None if the seat has only one purse."""

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(state, stage="place", price=0)

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if self.colour is None:
            return None
        return say("{name} pays {amount} from {colour}.").to_you("You pay {amount} from {colour}.")


@action("pay")
class Pay(SeatAction[BigShotState]):
    """Choose which of the seat's two purses pays the bid, in a two-player game (BS-2c)."""

    colour: str

    @classmethod
    def candidates(cls, state: BigShotState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage == "pay" and seat == state.winner:
            colours = state.setup.seats[seat].colours
            yield Candidate(cls(seat, colours[0]), colour=OneOf(colours))

    def label(self, state: BigShotState) -> Sentence:
        return say("Pay from {colour}", colour=colour_words(self.colour))

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the event of the payment, and with "light" tracking that of the end of the turn.

        If neither purse covers the price any more, return only a restart of the auction.
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
                say("This colour alone cannot pay {price}. Choose the other.", price=state.price),
            )
        paid = Paid(self.seat, account, state.price, self.colour)
        return (paid, *_turn_end_after_payment(state))
