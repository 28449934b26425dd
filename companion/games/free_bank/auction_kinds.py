"""The kinds of auctions, each declared as one policy (FB-A2, FB-A5, FB-A9 to FB-A12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.mechanics.language.words import Sentence, say

How = Literal["open", "sealed", "second", "proxy", "once", "dutch"]


@dataclass(frozen=True, slots=True)
class AuctionKind:
    """How the auctions of one kind are held."""

    label: Sentence
    """The text of the button that opens such an auction."""
    is_sealed: bool = False
    """Whether each seat makes one secret bid, and all are opened together."""
    pays_second: bool = False
    """Whether the winner pays the second-highest bid instead of their own."""
    has_turns: bool = False
    """Whether each seat bids or passes once, in turn."""
    falls: bool = False
    """Whether the price falls until somebody takes it."""
    is_proxy: bool = False
    """Whether bids are secret limits up to which the app bids for the seat."""

    @property
    def is_prolonged(self) -> bool:
        """Whether a bid in the last seconds prolongs the agreed time."""
        return not (self.is_sealed or self.has_turns or self.falls)


KINDS: Mapping[How, AuctionKind] = {
    "open": AuctionKind(say("Open bids")),
    "sealed": AuctionKind(say("Sealed bids"), is_sealed=True),
    "second": AuctionKind(say("Sealed, second price"), is_sealed=True, pays_second=True),
    "proxy": AuctionKind(say("Secret limits"), is_proxy=True),
    "once": AuctionKind(say("Once around"), has_turns=True),
    "dutch": AuctionKind(say("Falling price"), falls=True),
}


def fall_of(price: int, first: int) -> int:
    """Return the next lower price in an auction with a falling price; 0 when it has run out.

    The price falls by a twentieth of the first price, rounded up.
    """
    return max(0, price - -(-first // 20))


def second_price(bids: tuple[int, ...], lowest: int) -> int:
    """Return the second-highest of the valid bids, or the lowest bid if there is only one.

    bids: the valid bids, highest first.
    """
    return bids[1] if len(bids) > 1 else lowest


def proxy_result(limits: Mapping[int, int], leader: int | None, lowest: int) -> tuple[int, int]:
    """Return the highest bidder and the amount that the app bids for this seat.

    That is one more than the second-highest limit, but at most the seat's own. Of equal limits, the
    older one wins.

    limits: the secret limits, by seat, oldest first.
    leader: the seat with the highest bid so far.
    lowest: the lowest amount that the bid may have.
    """
    order = sorted(limits, key=lambda seat: (-limits[seat], seat != leader))
    second = limits[order[1]] + 1 if len(order) > 1 else 0
    return order[0], min(limits[order[0]], max(second, lowest))
