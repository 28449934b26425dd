"""The parts of the table state: open companies, takeovers, won shares and collections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.big_deal.box import STEP, title
from companion.mechanics.language.words import Sentence, say, say_many

Stage = Literal[
    "deal", "draw", "income", "actions", "duel", "claim", "raise", "collect", "hands", "over"
]


class OfCompany:
    """Base class for objects that concern one company."""

    __slots__ = ()
    company: str

    @property
    def title(self) -> str:
        """The printed name of the company."""
        return title(self.company)


@dataclass(frozen=True, slots=True)
class Group(OfCompany):
    """An open company, or one part of a split company."""

    number: int
    seat: int
    """The owner."""
    company: str
    shares: int
    won: int | None = None
    """The number of this turn's takeover whose won shares the group holds (BD-K7), or None."""


@dataclass(frozen=True, slots=True)
class Duel(OfCompany):
    """A takeover in progress."""

    attacker: int
    defender: int
    group: int
    """The number of the attacked group."""
    company: str
    shares: int
    """The number of shares that the attacker laid."""
    cash_cards: int
    """The number of Cash cards that the attacker laid."""
    price: int
    """The standing bid: the price per share, in millions."""
    bidder: int
    """The seat that made the standing bid."""
    winner: int | None = None
    """The seat that won, or None while nobody has given up.

    A winning attacker must then raise the money. A winning defender distributes the laid shares.
    """
    offered_cash: int = 0
    """The cash at stake if a winning attacker cannot pay (BD-K6).

    This is the cash held at the victory, minus any that corrections have taken away since.
    """
    into_tokens: int = 0
    """The money that a winning attacker has spent on tokens since winning, minus token sales."""

    @property
    def stage(self) -> Stage:
        """The stage of the table while the takeover interrupts the turn."""
        if self.winner is None:
            return "duel"
        return "raise" if self.winner == self.attacker else "claim"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that must act next, as a tuple with one item."""
        return (self.answering if self.winner is None else self.winner,)

    @property
    def cards(self) -> int:
        """The number of cards that the attacker laid.

        A winning defender pays the price for each of them (BD-K3).
        """
        return self.shares + self.cash_cards

    @property
    def answering(self) -> int:
        """The seat that must answer the standing bid with a higher one, or give up."""
        return self.defender if self.bidder == self.attacker else self.attacker

    @property
    def lowest(self) -> int:
        """The lowest price per share that exceeds the standing bid (BD-K2)."""
        return self.price + STEP

    def covered(self, cash: int) -> int:
        """Return the highest price per share that a defender with this cash may bid (BD-K3)."""
        return cash // self.cards // STEP * STEP


@dataclass(frozen=True, slots=True)
class Spoils(OfCompany):
    """The shares of a paid takeover that the attacker may still sell, open or keep (BD-K7)."""

    takeover: int
    """The number of the takeover."""
    company: str
    won: int
    """The number of won shares."""
    laid: int
    """The number of the attacker's own laid shares, which can be used like shares in hand."""

    @property
    def summary(self) -> Sentence:
        """A sentence with the numbers of won shares and of the attacker's own laid shares."""
        won = say_many("{count} won share", "{count} won shares", count=self.won)
        if not self.laid:
            return say("{company}: {won}.", company=self.title, won=won)
        laid = say_many("{count} laid share", "{count} laid shares", count=self.laid)
        return say("{company}: {won}, {laid}.", company=self.title, won=won, laid=laid)


@dataclass(frozen=True, slots=True)
class Kept:
    """The shares in the attacker's hand that may have been won in a takeover (BD-K7)."""

    company: str
    shares: int


@dataclass(frozen=True, slots=True)
class Collection:
    """A Cash card in play, which collects from one or two opponents (BD-Q2)."""

    collector: int
    """The seat that played the Cash card."""
    waiting: tuple[int, ...]
    """The opponents who still have to count their hands."""

    @property
    def stage(self) -> Stage:
        """The stage of the table while the collection interrupts the turn."""
        return "collect"
