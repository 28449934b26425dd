"""An auction by turns: bids rise, whoever passes is out, the last one left takes it.

One auction serves every game; what differs is in its parameters: the order in which seats speak
(clockwise or not), the lowest first bid, the step, and whether the last seat takes the prize for
nothing when everybody else passed. How much a seat can pay is not the auction's business: the
game says it (``BidLimit``), where its rules want it checked at all.

A game's own bid and pass are classes of its chapter, made from ``Bid`` and ``Pass`` and one class
beside them that says who may speak and what follows. What happened is ``BidMade`` and ``Passed``.

Where a game offers it (``app_passes``) and the table chose so, whoever ``must_pass`` is passed
by the app, in the step of the word before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.mechanics import deprecated, loans
from companion.mechanics.event_sourcing import Action, Button, Event, event
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.options import Choice, Option
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PendingDecision, require_seat, require_stage
from companion.mechanics.words import Sentence, say


def app_passes(who: Sentence, hint: Sentence | None = None) -> Option:
    """Return the choice whether the app passes for those who could do nothing else."""
    choices = Choice(True, say("the app passes at once")), Choice(False, say("passes by tapping"))
    return Option("app_passes", who, choices, hint, is_late=True)


def speaking_order(seats: int, first: int, *, clockwise: bool = True) -> tuple[int, ...]:
    """Return the seats as they speak, each once; seats are numbered clockwise from 0."""
    step = 1 if clockwise else -1
    return tuple((first + step * place) % seats for place in range(seats))


@dataclass(frozen=True, slots=True)
class StandingBid:
    """The highest bid so far."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Award:
    """Who takes the prize and for how much; seat None when everybody passed."""

    seat: int | None
    amount: int


class AscendingAuction:
    """Any auction in which bids rise, and whoever passes is out.

    passed: who is out. standing: the highest bid so far. floor: the lowest first bid. step: by
    how much a bid must at least rise.
    """

    __slots__ = ()
    passed: frozenset[int]
    standing: StandingBid | None
    floor: int
    step: int

    @property
    def lowest_bid(self) -> int:
        """The least that may be bid now."""
        return self.floor if self.standing is None else self.standing.amount + self.step

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in."""
        raise NotImplementedError

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may speak now."""
        raise NotImplementedError

    @property
    def award(self) -> Award | None:
        """The result once it is decided, else None."""
        raise NotImplementedError


def bidding_status(auction: AscendingAuction | None, seat: int) -> str:
    """Return how a seat stands: "passed", "high" with the highest bid, else "in"; "" in none."""
    if auction is None:
        return ""
    if seat in auction.passed:
        return "passed"
    standing = auction.standing
    return "high" if standing is not None and standing.seat == seat else "in"


@dataclass(frozen=True, slots=True)
class Auction(AscendingAuction):
    """One auction under way.

    order: the seats in speaking order. turn: whose turn it is. free_for_last: the last seat of the
    order takes the prize for nothing if all others passed.
    spoken: who has bid or passed at least once.
    """

    order: tuple[int, ...]
    turn: int
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1
    free_for_last: bool = False
    spoken: frozenset[int] = frozenset()

    @classmethod
    def opened(
        cls, order: Iterable[int], *, floor: int = 1, step: int = 1, free_for_last: bool = False
    ) -> Auction:
        """Return an auction in which nobody has spoken yet; the first of the order begins."""
        seats = tuple(order)
        return cls(seats, seats[0], floor=floor, step=step, free_for_last=free_for_last)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return (self.turn,)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in, in speaking order."""
        return tuple([seat for seat in self.order if seat not in self.passed])

    @property
    def award(self) -> Award | None:
        """The result once it is decided, else None.

        A seat left alone without a bid still has its word, unless it gets the prize for nothing.
        """
        active = self.active
        if not active:
            return Award(None, 0)
        if len(active) > 1:
            return None
        if self.standing is not None:
            return Award(self.standing.seat, self.standing.amount)
        if self.free_for_last and active[0] == self.order[-1]:
            return Award(active[0], 0)
        return None

    def bid(self, seat: int, amount: int) -> Auction:
        """Return the auction after a bid that the two checks below let through."""
        raised = replace(self, standing=StandingBid(seat, amount), spoken=self.spoken | {seat})
        return replace(raised, turn=raised._after(seat))

    def pass_by(self, seat: int) -> Auction:
        """Return the auction after a seat passed, in its turn or not; it is out."""
        fewer = replace(self, passed=self.passed | {seat}, spoken=self.spoken | {seat})
        return replace(fewer, turn=fewer._after(seat)) if seat == self.turn else fewer

    def restarted(self) -> Auction:
        """Return the same auction from its start, nobody out and nothing bid."""
        return Auction.opened(
            self.order, floor=self.floor, step=self.step, free_for_last=self.free_for_last
        )

    def _after(self, seat: int) -> int:
        """Return the next seat still in; the seat itself if no other is."""
        place = self.order.index(seat)
        for other in self.order[place + 1 :] + self.order[:place]:
            if other not in self.passed:
                return other
        return seat


def require_not_passed(passed: Collection[int], seat: int, rule: str) -> None:
    """Raise ``already_passed`` unless the seat is still in."""
    if seat in passed:
        raise Refusal(
            "already_passed",
            rule,
            say("Whoever passed is out of this auction; wait for the next one."),
        )


def require_turn(
    auction: Auction, seat: int, *, pass_rule: str, order_rule: str, name: str
) -> None:
    """Raise ``already_passed`` or ``out_of_turn`` unless it is the seat's word.

    name: of the player whose turn it is, for the sentence.
    """
    require_not_passed(auction.passed, seat, pass_rule)
    if seat != auction.turn:
        raise Refusal(
            "out_of_turn",
            order_rule,
            say("It is {name}’s turn to bid or pass.", name=name),
        )


def require_auction(state: Any, waiting: Callable[[Any], PendingDecision], rule: str) -> Auction:
    """Return the auction under way at such a table; raises ``game_over``, ``not_now``."""
    require_stage(state, "auction", rule, waiting)
    auction: Auction = state.auction
    return auction


def require_turn_to_bid(
    state: Any,
    seat: int,
    waiting: Callable[[Any], PendingDecision],
    rule: str,
    *,
    seat_rule: str,
    pass_rule: str = "",
    order_rule: str = "",
) -> Auction:
    """Return the auction in which the seat has its word, at a table with a stage "auction".

    rule: cited where no other is said. Raises ``unknown_seat``, ``game_over``, ``not_now``,
    ``already_passed``, ``out_of_turn``.
    """
    require_seat(state, seat, seat_rule)
    require_stage(state, "auction", rule, waiting)
    auction: Auction = state.auction
    if seat != auction.turn:
        name = state.name(auction.turn)
        require_turn(
            auction, seat, pass_rule=pass_rule or rule, order_rule=order_rule or rule, name=name
        )
    return auction


def bid_prompt(name: str, lowest: int) -> Sentence:
    """Return that the table waits for the bid or the pass of a player."""
    told = say("{name} bids {lowest} or more, or passes.", name=name, lowest=lowest)
    return told.to_you("Bid {lowest} or more, or pass.")


def bidder_prompt(state: Any) -> PendingDecision:
    """Return that a table with an auction waits for the word of whose turn it is."""
    auction: Auction = state.auction
    return PendingDecision(
        bid_prompt(state.name(auction.turn), auction.lowest_bid), (auction.turn,)
    )


def cannot_bid(name: str, lowest: int) -> Sentence:
    """Return that the table waits for the pass of a player who has too little to bid."""
    told = say("{name} cannot bid {lowest} and has to pass.", name=name, lowest=lowest)
    return told.to_you("You cannot bid {lowest}: pass.")


def require_amount(
    auction: AscendingAuction, amount: int, rule: str, allowed: Sentence | None = None
) -> None:
    """Raise ``bid_too_low`` unless the amount beats the standing bid.

    allowed: what the bidder may do instead, where he has not enough for the lowest bid.
    """
    if amount < auction.lowest_bid:
        raise _too_low(auction.lowest_bid, rule, allowed)


def _too_low(lowest: int, rule: str, allowed: Sentence | None) -> Refusal:
    more = say("Bid {lowest} or more, or pass.", lowest=lowest)
    return Refusal("bid_too_low", rule, more if allowed is None else allowed)


@dataclass(frozen=True, slots=True)
class BidLimit:
    """The most that a seat can bid, None where nothing stops it.

    lowest: the least that may be bid. why: the refusal for more than the most, which says what the
    seat may do instead; True: it has too little even for the lowest.
    """

    most: int | None
    lowest: int
    why: Callable[[bool], Refusal]

    @property
    def instead(self) -> Sentence | None:
        """What a seat may do that has too little for the lowest bid, None for any other."""
        is_short = self.most is not None and self.most < self.lowest
        return self.why(True).sentence if is_short else None

    def above(self, amount: int) -> Refusal | None:
        """Return why a seat may not bid that much, None if it may."""
        if self.most is None or amount <= self.most:
            return None
        return self.why(self.most < self.lowest)

    def require(self, amount: int, rule: str) -> None:
        """Raise ``bid_too_low``, which cites the rule, or that the amount is above the most."""
        if amount < self.lowest:
            raise _too_low(self.lowest, rule, self.instead)
        if self.most is not None and amount > self.most:
            raise self.why(self.most < self.lowest)


def limit_prompt(most: int | None, lowest: int, reach: int, is_short: bool) -> Sentence:
    """Return what a seat may do whose purse holds so much; reach: what it could pay with a loan."""
    if is_short and reach >= lowest:
        return say("You have {highest}: borrow first, or pass.", highest=most)
    if is_short:
        return say("You have {highest}: pass.", highest=most)
    if reach > (most or 0):
        return say("You have {highest}: bid no more, borrow first, or pass.", highest=most)
    return say("You have {highest}: bid no more, or pass.", highest=most)


@dataclass(frozen=True, slots=True)
class AuctionEvent(Event):
    """A seat said its word in an auction.

    within: the field of the state that holds what is up, and its field that holds the bids; None
    where the state has them itself.
    """

    within: ClassVar[tuple[str, str] | None] = None
    seat: int

    def changed(self, auction: Any) -> Any:
        """Return the auction after the word."""
        raise NotImplementedError

    def apply(self, state: Any) -> Any:
        """Return the state after it."""
        if self.within is None:
            return replace(state, auction=self.changed(state.auction))
        up, bids = self.within
        held = getattr(state, up)
        later = replace(held, **{bids: self.changed(getattr(held, bids))})
        return replace(state, **{up: later})


@event("bid_made")
class BidMade(AuctionEvent):
    """A seat bid so much."""

    amount: int
    line: ClassVar[Sentence | None] = say("{name} bids {amount}.")

    def changed(self, auction: Any) -> Any:
        return auction.bid(self.seat, self.amount)


@event("passed")
class Passed(AuctionEvent):
    """A seat left the auction."""

    line: ClassVar[Sentence | None] = say("{name} passes.")

    def changed(self, auction: Any) -> Any:
        return auction.pass_by(self.seat)


@event("passed_by_app")
class PassedByApp(Passed):
    """A seat that could not bid so much left the auction."""

    line: ClassVar[Sentence | None] = say("{name} cannot bid {lowest} and passes.")
    lowest: int


@dataclass(frozen=True, slots=True)
class AuctionAction(Action):
    """What a seat says in an auction: a bid or a pass; by_app: the game's own event of a pass."""

    button = Button(is_relayed=True)
    by_app: ClassVar[Callable[..., AuctionEvent]] = PassedByApp
    seat: int

    @classmethod
    def auction_in(cls, state: Any) -> AscendingAuction | None:
        """Return the auction under way, if there is one."""
        auction: AscendingAuction | None = state.auction
        return auction

    @classmethod
    def candidates(cls, state: Any, seat: int | None) -> Iterable[Candidate]:
        auction = None if seat is None else cls.auction_in(state)
        if seat is None or auction is None or seat not in auction.to_act:
            return ()
        return (cls.candidate(state, auction, seat),)

    @classmethod
    def candidate(cls, state: Any, auction: AscendingAuction, seat: int) -> Candidate:
        """Return what a seat that is asked may say."""
        return Candidate(cls(seat))

    def current_auction(self, state: Any) -> Any:
        """Return the auction in which the seat may speak; raises Refusal."""
        raise NotImplementedError

    def said(self, state: Any) -> AuctionEvent:
        """Return the word as it was said; raises Refusal where that is no legal bid."""
        raise NotImplementedError

    def consequences(self, state: Any, auction: Any, said: AuctionEvent) -> tuple[Event, ...]:
        """Return what the word leads to in an auction; both are as they were before it."""
        auction = said.changed(auction)
        passed = self.passed_by_app(state, auction)
        for gone in passed:
            auction = gone.changed(auction)
        award = auction.award
        return passed if award is None else (*passed, *self.awarded(state, award))

    @classmethod
    def passed_by_app(cls, state: Any, auction: AscendingAuction) -> tuple[AuctionEvent, ...]:
        """Return the passes of the seats that can but pass, where the table chose so.

        Of nobody before the first bid, for then nothing has to be outbid.
        """
        standing, lowest = auction.standing, auction.lowest_bid
        if standing is None or not state.setup.options.get("app_passes"):
            return ()
        return tuple(
            cls.by_app(seat, lowest)
            for seat in auction.active
            if seat != standing.seat and cls.must_pass(state, seat, lowest)
        )

    @classmethod
    def must_pass(cls, state: Any, seat: int, lowest: int) -> bool:
        """Tell whether a seat has no way to bid so much, and everybody may know it."""
        return False

    @classmethod
    def awarded(cls, state: Any, award: Award) -> tuple[Event, ...]:
        """Return what a decided auction leads to; state: before the word that decided it."""
        raise NotImplementedError

    def decide(self, state: Any) -> tuple[Event, ...]:
        """Return the word, and what it leads to."""
        auction = self.current_auction(state)
        said = self.said(state)
        return (said, *self.consequences(state, auction, said))


@dataclass(frozen=True, slots=True)
class Bid(AuctionAction):
    """Bid so much.

    rule: by which bids rise. made: the game's own event for it.
    """

    rule: ClassVar[str]
    made: ClassVar[Callable[..., AuctionEvent]] = BidMade
    amount: int

    def label(self, state: Any) -> Sentence:
        return say("Bid {amount}", amount=self.amount)

    @classmethod
    def bid_limit(cls, state: Any, seat: int) -> BidLimit:
        """Return how much a seat can bid; it holds one open purse where a game says nothing."""
        held, lowest = state.money(seat), state.auction.lowest_bid

        def why(is_short: bool) -> Refusal:
            words = limit_prompt(held, lowest, cls.reach(state, seat), is_short)
            return Refusal("bid_above_purse", cls.rule, words)

        return BidLimit(held, lowest, why)

    @classmethod
    def reach(cls, state: Any, seat: int) -> int:
        """Return what a seat could pay with a loan; 0 where the table has no certificates."""
        return loans.reach(state, seat) if hasattr(state, "certificates") else 0

    @classmethod
    def candidate(cls, state: Any, auction: AscendingAuction, seat: int) -> Candidate:
        limit = cls.bid_limit(state, seat)
        return Candidate(cls(seat, limit.lowest), amount=Range(limit.lowest, limit.most))

    def said(self, state: Any) -> AuctionEvent:
        self.bid_limit(state, self.seat).require(self.amount, self.rule)
        return self.made(self.seat, self.amount)


@dataclass(frozen=True, slots=True)
class Pass(AuctionAction):
    """Leave the auction; made: the game's own event for it."""

    button = Button(say("Pass"), is_relayed=True)
    made: ClassVar[Callable[..., AuctionEvent]] = Passed

    def said(self, state: Any) -> AuctionEvent:
        return self.made(self.seat)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
