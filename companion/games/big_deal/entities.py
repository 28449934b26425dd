"""What lies on the table: open companies, takeovers and what they bring, and collections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.big_deal.box import STEP, title
from companion.mechanics.words import Sentence, say, say_many

Stage = Literal[
    "deal", "draw", "income", "actions", "duel", "claim", "raise", "collect", "hands", "over"
]


class OfCompany:
    """Something about one company."""

    __slots__ = ()
    company: str

    @property
    def title(self) -> str:
        """The company's name as printed."""
        return title(self.company)


@dataclass(frozen=True, slots=True)
class Group(OfCompany):
    """An open company, or one part of a split one."""

    number: int
    seat: int
    company: str
    shares: int
    # The takeover of this turn from which it holds a won share, None for none (BD-K7).
    won: int | None = None


@dataclass(frozen=True, slots=True)
class Duel(OfCompany):
    """A takeover under way."""

    attacker: int
    defender: int
    group: int
    company: str
    # The cards laid by the attacker.
    shares: int
    cash_cards: int
    # The standing price per share, and the seat that bid it.
    price: int
    bidder: int
    # Set once the other side gave up. An attacker then raises the money, and a defender decides
    # where the laid shares go.
    winner: int | None = None
    # The cash a winning attacker had; it is lost where the price cannot be paid (BD-K6).
    offered_cash: int = 0
    # What a winning attacker has paid for tokens since, less what tokens brought.
    into_tokens: int = 0

    @property
    def stage(self) -> Stage:
        """The stage at which it interrupts the turn."""
        if self.winner is None:
            return "duel"
        return "raise" if self.winner == self.attacker else "claim"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that decides next."""
        return (self.answering if self.winner is None else self.winner,)

    @property
    def cards(self) -> int:
        """The number of cards laid; a defender pays for each of them (BD-K3)."""
        return self.shares + self.cash_cards

    @property
    def answering(self) -> int:
        """The side that did not bid the standing price."""
        return self.defender if self.bidder == self.attacker else self.attacker

    @property
    def lowest(self) -> int:
        """The lowest price of an answer (BD-K2)."""
        return self.price + STEP

    def covered(self, cash: int) -> int:
        """Return the highest price that a defender with this much cash may bid (BD-K3)."""
        return cash // self.cards // STEP * STEP


@dataclass(frozen=True, slots=True)
class Spoils(OfCompany):
    """The shares before an attacker who has paid, to be sold, opened or kept (BD-K7)."""

    takeover: int
    company: str
    won: int
    # The attacker's own laid shares, to be used like those in the hand.
    laid: int

    @property
    def summary(self) -> Sentence:
        """The won shares, and beside them the attacker's own."""
        won = say_many("{count} won share", "{count} won shares", count=self.won)
        if not self.laid:
            return say("{company}: {won}.", company=self.title, won=won)
        laid = say_many("{count} own share laid", "{count} own shares laid", count=self.laid)
        return say("{company}: {won}, {laid}.", company=self.title, won=won, laid=laid)


@dataclass(frozen=True, slots=True)
class Kept:
    """The shares in the attacker's hand that may be a takeover's won ones (BD-K7)."""

    company: str
    shares: int


@dataclass(frozen=True, slots=True)
class Collection:
    """A played Cash card, and the opponents who still have to count their hands (BD-Q2)."""

    collector: int
    waiting: tuple[int, ...]

    @property
    def stage(self) -> Stage:
        """The stage at which it interrupts the turn."""
        return "collect"
