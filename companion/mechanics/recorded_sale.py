"""An auction held aloud and told when it is over: "sold to Carla for 5", or "nobody wants it".

It stands beside bidding on phones. Only what was called out last is said, so what it leads to is
what bids would have: the others pass, the winner bids if that bid is not the standing one already,
and the auction ends as it always does. Before these events stands ``RecordedAtTable``. The only
auctioneer that a book names is the banker (MO-A1), so a banker tells it. It waits on a page of its
own and not in the menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from companion.mechanics import deprecated
from companion.mechanics.auction import (
    AscendingAuction,
    AuctionEvent,
    BidLimit,
    BidMade,
    Pass,
    require_not_passed,
)
from companion.mechanics.event_sourcing import Action, Button, By, Event, event
from companion.mechanics.menu import Range
from companion.mechanics.refusal import Refusal, is_legal
from companion.mechanics.table import require_seat
from companion.mechanics.words import Sentence, say

CHIPS = 25
"""How many amounts stand to be tapped."""


@event("told_at_table")
class RecordedAtTable(Event):
    """What follows in this step was called out at the table and not bid here."""

    line = say("Told at the table:")


@dataclass(frozen=True, slots=True)
class RecordSale(Action):
    """Tell who takes what is up for auction, and for how much; seat None: nobody wants it.

    rule: by which the auction ends. bid_rule: by which bids rise. pass_rule: by which whoever
    passed is out. seat_rule: by which seats are known. bid: the game's own event. word: its own
    pass, which knows what a decided auction leads to. question: who took it. alone: said instead
    where nobody else can have; None: it is asked all the same.
    """

    by: ClassVar[By] = "banker"
    button = Button(say("Sold"))
    rule: ClassVar[str]
    bid_rule: ClassVar[str]
    pass_rule: ClassVar[str]
    seat_rule: ClassVar[str]
    bid: ClassVar[Callable[..., AuctionEvent]] = BidMade
    word: ClassVar[type[Pass]]
    question: ClassVar[Sentence] = say("Sold at the table to:")
    alone: ClassVar[Sentence | None] = None
    seat: int | None = None
    amount: int = 0

    def label(self, state: Any) -> Sentence | str:
        """Return the whole sale, as it stands beside others in the history."""
        if self.seat is None:
            return say("Nobody wants it")
        name = state.name(self.seat)
        return say("Sold to {name} for {amount}", name=name, amount=self.figure(state))

    def how_much(self, state: Any) -> Sentence:
        """Return what is asked once it is known who takes it."""
        assert self.seat is not None
        return say("{name} takes it for:", name=state.name(self.seat))

    def figure(self, state: Any) -> Sentence | str:
        """Return the amount as it stands to be tapped."""
        return f"{self.amount}"

    @classmethod
    def lot(cls, state: Any) -> Sentence | str:
        """Return what is up, "" where that goes without saying."""
        return ""

    @classmethod
    def current_auction(cls, state: Any) -> AscendingAuction:
        """Return the auction under way; raises Refusal where there is none to be told."""
        raise NotImplementedError

    @classmethod
    def bid_limit(cls, state: Any, seat: int) -> BidLimit:
        """Return how much a seat can bid, once the auction was heard."""
        raise NotImplementedError

    @classmethod
    def rules(cls, state: Any) -> tuple[str, str, str]:
        """Return the rules by which it ends, bids rise, and whoever passed is out."""
        return cls.rule, cls.bid_rule, cls.pass_rule

    @classmethod
    def step(cls, state: Any) -> int:
        """Return of what the amounts to be tapped are multiples."""
        return 1

    @classmethod
    def lowest(cls, state: Any, seat: int) -> int:
        """Return the least for which a seat can have taken it: its standing bid, or the next."""
        auction = cls.current_auction(state)
        standing = auction.standing
        is_highest = standing is not None and standing.seat == seat
        return standing.amount if standing is not None and is_highest else auction.lowest_bid

    @classmethod
    def most(cls, state: Any, seat: int) -> int | None:
        """Return the most that a seat can bid, None where nothing stops it."""
        return cls.bid_limit(state, seat).most

    @classmethod
    def amounts(cls, state: Any, seat: int) -> Range | None:
        """Return for how much a seat can have taken it, None where it cannot."""
        try:
            lowest = cls.lowest(state, seat)
        except Refusal:
            return None
        can_be = is_legal(cls(seat, lowest).require, state)
        return Range(lowest, cls.most(state, seat)) if can_be else None

    @classmethod
    def buyers(cls, state: Any) -> list[tuple[int, str, bool]]:
        """Return every seat that plays on, its name, and whether it can have taken it."""
        return [
            (seat, state.name(seat), cls.amounts(state, seat) is not None) for seat in state.here
        ]

    @classmethod
    def may_be_nobodys(cls, state: Any) -> bool:
        """Tell whether nobody may have wanted it."""
        return is_legal(cls().require, state)

    @classmethod
    def chips(cls, state: Any, seat: int) -> list[Self]:
        """Return the sales to a seat that stand to be tapped, the cheapest first."""
        amounts = cls.amounts(state, seat)
        if amounts is None:
            return []
        step, lowest = cls.step(state), amounts.lowest
        following = range(lowest - lowest % step + step, lowest + step * CHIPS, step)
        wanted = (lowest, *following[: CHIPS - 1])
        most = amounts.highest
        return [cls(seat, amount) for amount in wanted if most is None or amount <= most]

    def require(self, state: Any) -> Any:
        """Return the auction that ended so.

        Raises what ``current_auction`` does, ``bid_stands``; ``unknown_seat``,
        ``not_in_this_auction``, ``already_passed``, ``bid_too_low`` and the game's own where the
        bid is above the means.
        """
        auction = self.current_auction(state)
        if self.seat is None:
            self._require_no_bid(state, auction)
        else:
            self._require_buyer(state, auction, self.seat)
        return auction

    def decide(self, state: Any) -> tuple[Event, ...]:
        """Return the words that the others and the winner said last, and what they lead to."""
        auction = self.require(state)
        words = tuple(self._words(auction))
        for said in words:
            auction = said.changed(auction)
        assert auction.award is not None
        return (RecordedAtTable(), *words, *self.word.awarded(state, auction.award))

    def _words(self, auction: AscendingAuction) -> Iterator[AuctionEvent]:
        """Yield the passes that are missing, up to the end where nobody wants it, and the bid."""
        standing = auction.standing
        for seat in auction.active:
            if seat == self.seat or (self.seat is None and auction.award is not None):
                continue
            said = self.word.made(seat)
            auction = said.changed(auction)
            yield said
        is_bid = standing is not None and (standing.seat, standing.amount) == (
            self.seat,
            self.amount,
        )
        if self.seat is not None and not is_bid:
            yield type(self).bid(self.seat, self.amount)

    def _require_no_bid(self, state: Any, auction: AscendingAuction) -> None:
        standing = auction.standing
        if standing is not None:
            sentence = say(
                "{name} has bid {amount}: sold, unless that bid is taken back.",
                name=state.name(standing.seat),
                amount=standing.amount,
            )
            raise Refusal("bid_stands", self.rules(state)[0], sentence)

    def _require_buyer(self, state: Any, auction: AscendingAuction, seat: int) -> None:
        require_seat(state, seat, self.seat_rule)
        _, bid_rule, pass_rule = self.rules(state)
        require_not_passed(auction.passed, seat, pass_rule)
        if seat not in auction.active:
            told = say("{name} is not in this auction.", name=state.name(seat))
            sentence = told.to_you("You are not in this auction.")
            raise Refusal("not_in_this_auction", pass_rule, sentence, about=(seat,))
        lowest = self.lowest(state, seat)
        if self.amount < lowest:
            sentence = say("It goes for {lowest} or more.", lowest=lowest)
            raise Refusal("bid_too_low", bid_rule, sentence)
        limit = self.bid_limit(state, seat)
        too_much = limit.above(self.amount)
        if too_much is not None:
            name = state.name(seat)
            told = say("{name} can bid {most} at most.", name=name, most=limit.most)
            sentence = told.to_you("You can bid {most} at most.")
            raise Refusal(too_much.name, too_much.rule, sentence, about=(seat,))


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
