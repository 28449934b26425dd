"""An open auction: everybody calls out in no fixed order, bids rise, the highest takes it.

Where ``auction.Auction`` asks one seat after another, here each seat may bid whenever it likes.
It ends when all but the highest bidder have passed, or when somebody brings the hammer down; who
may do that, and whether a bid is covered by a purse, is the game's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.mechanics.auction import AscendingAuction, Award, StandingBid, require_not_passed
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PendingDecision
from companion.mechanics.words import Sentence, say


@dataclass(frozen=True, slots=True)
class OpenAuction(AscendingAuction):
    """One open auction under way.

    seats: who takes part.
    """

    seats: tuple[int, ...]
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1

    @classmethod
    def opened(cls, seats: Iterable[int], *, floor: int = 1, step: int = 1) -> OpenAuction:
        """Return an auction in which nobody has bid yet."""
        return cls(tuple(seats), floor=floor, step=step)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that may still bid, the highest bidder among them."""
        return tuple(seat for seat in self.seats if seat not in self.passed)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the auction waits for: those still in that do not hold the highest bid."""
        highest = None if self.standing is None else self.standing.seat
        return tuple(seat for seat in self.active if seat != highest)

    @property
    def hammer(self) -> Award:
        """Who takes the prize if the auction ends now; seat None: nobody has bid."""
        if self.standing is None:
            return Award(None, 0)
        return Award(self.standing.seat, self.standing.amount)

    @property
    def award(self) -> Award | None:
        """The result once everybody but the highest bidder has passed, else None."""
        return None if self.to_act else self.hammer

    def bid(self, seat: int, amount: int) -> OpenAuction:
        """Return the auction after a bid that ``require_bidder`` and ``require_amount`` let by."""
        return replace(self, standing=StandingBid(seat, amount))

    def pass_by(self, seat: int) -> OpenAuction:
        """Return the auction after a seat passed; it is out."""
        return replace(self, passed=self.passed | {seat})


def waiting_for_bids(auction: OpenAuction, told: Sentence) -> PendingDecision:
    """Return that the table waits for bids; whoever holds the highest one reads that."""
    standing = auction.standing
    highest = None if standing is None else (standing.seat, _highest(standing.amount))
    return PendingDecision(told, auction.to_act, may_speak=True, highest=highest)


def _highest(amount: int) -> Sentence:
    return say("Your bid of {amount} is the highest; wait until somebody bids more.", amount=amount)


class Numbered:
    """A word in an open auction that can say in which: in its field ``auction``, None: the one on.

    number: reads off a state the number of the auction under way.
    """

    __slots__ = ()
    number: ClassVar[Callable[..., int]]

    def bound_to_current(self, state: Any) -> Any:
        """Return it said in the auction under way, so that it is too late for any other."""
        word: Any = self
        return replace(word, auction=self.number(state))


def require_same_auction(number: int, meant: int | None, rule: str) -> None:
    """Raise ``another_auction`` unless the auction under way is the one that was meant, if any."""
    if meant is not None and meant != number:
        raise Refusal("another_auction", rule, say("That auction is over; look at what is up now."))


def require_bidder(auction: OpenAuction, seat: int, *, pass_rule: str, high_rule: str) -> None:
    """Raise a refusal unless the seat may bid or pass now.

    high_rule: why nobody outbids himself, nor passes on a bid that stands.
    Raises ``not_in_this_auction``, ``already_passed``, ``already_highest``.
    """
    if seat not in auction.seats:
        raise Refusal(
            "not_in_this_auction",
            pass_rule,
            say("This seat is not in this auction; wait for the next one."),
        )
    require_not_passed(auction.passed, seat, pass_rule)
    if auction.standing is not None and auction.standing.seat == seat:
        raise Refusal(
            "already_highest",
            high_rule,
            _highest(auction.standing.amount),
        )
