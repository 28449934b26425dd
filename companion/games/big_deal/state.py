"""A table of Big Deal as it stands, and the plain questions one can ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.big_deal.box import (
    OVERS,
    PACKINGS,
    RESOURCES,
    SLOTS,
    TRADES,
    Packing,
)
from companion.games.big_deal.copy import Company, Copy
from companion.mechanics.game import Fact, Setup
from companion.mechanics.ledger import BANK, Ledger, purse

Step = Literal["deal", "draw", "income", "actions", "hands", "over"]
Stage = Literal[
    "deal", "draw", "income", "actions", "duel", "claim", "raise", "collect", "hands", "over"
]

BONUS, BONUS_SHARK = 50, 100
COLLECTED, COLLECTED_SHARK = 50, 100


@dataclass(frozen=True, slots=True)
class Group:
    """An open company, or one part of a split one.

    won: the number of the takeover that won it this turn, None for any other (BD-K7).
    """

    number: int
    seat: int
    company: str
    shares: int
    won: int | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """A takeover under way.

    shares, cash_cards: laid by the attacker. price: the standing one, per share, and whose.
    winner: who is left once the other gave up: the attacker raises money, the defender says
    where the laid shares go.
    """

    attacker: int
    defender: int
    group: int
    company: str
    shares: int
    cash_cards: int
    price: int
    bidder: int
    winner: int | None = None

    @property
    def cards(self) -> int:
        """How many cards the attacker laid; for each of them a defender pays (BD-K3)."""
        return self.shares + self.cash_cards

    @property
    def answering(self) -> int:
        """The seat whose word it is."""
        return self.defender if self.bidder == self.attacker else self.attacker


@dataclass(frozen=True, slots=True)
class Spoils:
    """What a paid takeover laid before the attacker, to sell, to open, or to keep (BD-K7).

    takeover: its number. won: shares of the group, laid: his own.
    """

    takeover: int
    company: str
    won: int
    laid: int


@dataclass(frozen=True, slots=True)
class Collection:
    """A Cash card played; waiting: the opponents that still count their hands (BD-Q2)."""

    collector: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BigDealState:
    """A table of Big Deal.

    step: of the turn; a takeover and a collection stand before it, see ``stage``. turn: counted
    from 1, 0 before the deal. active: whose turn. overs: Game Over cards on the board. tokens: by
    seat and resource. groups: by number, in the order opened. takeovers: paid so far. pool,
    discarded: shares by company. cash_cards: played so far. bought, sold: resources this turn.
    income: what the active seat got this turn. hands: counted at the end. lessons: facts that
    taught a figure; learnt: the record of the copy with them, None while there are none. amid: the
    step that the active seat is in the middle of, as its taps, "" for none.
    """

    setup: Setup
    copy: Copy
    ledger: Ledger
    tokens: tuple[Mapping[str, int], ...]
    step: Step = "deal"
    turn: int = 0
    first: int = 0
    active: int = 0
    overs: int = 0
    groups: Mapping[int, Group] = field(default_factory=dict)
    groups_opened: int = 0
    takeovers: int = 0
    pool: Mapping[str, int] = field(default_factory=dict)
    discarded: Mapping[str, int] = field(default_factory=dict)
    cash_cards: int = 0
    bought: int = 0
    sold: int = 0
    income: tuple[tuple[str, int], ...] = ()
    duel: Duel | None = None
    spoils: Spoils | None = None
    collection: Collection | None = None
    hands: Mapping[int, int] = field(default_factory=dict)
    lessons: tuple[Fact, ...] = ()
    learnt: Mapping[str, object] | None = None
    amid: str = ""

    @property
    def stage(self) -> Stage:
        """What the table is at: a step of the turn, or what interrupts it."""
        if self.collection is not None:
            return "collect"
        if self.duel is None:
            return self.step
        if self.duel.winner is None:
            return "duel"
        return "raise" if self.duel.winner == self.duel.attacker else "claim"

    @property
    def seats(self) -> range:
        """The seats by number."""
        return range(len(self.setup.seats))

    @property
    def packing(self) -> Packing:
        """What is in the deck for so many players."""
        return PACKINGS[len(self.setup.seats)]

    @property
    def is_shark(self) -> bool:
        """Whether the table plays the variant: hidden money, higher bonuses (BD-V1)."""
        return self.setup.options["variant"] == "shark"

    @property
    def is_over(self) -> bool:
        """Whether the final account can be made."""
        return self.step == "over"

    @property
    def round(self) -> int:
        """The round, in which each player has one turn; counted from 1, 0 before the deal."""
        return -(-self.turn // len(self.setup.seats))

    @property
    def turns_finished(self) -> int:
        """How many turns are over; the one that the last Game Over cut short counts."""
        return self.turn if self.step in ("hands", "over") else max(self.turn - 1, 0)

    @property
    def bonus(self) -> int:
        """What the bank adds to the white value of a sold company's share (BD-C3, BD-V2)."""
        return BONUS_SHARK if self.is_shark else BONUS

    @property
    def rate(self) -> int:
        """What a Cash card collects for a share or a token (BD-Q2, BD-V3)."""
        return COLLECTED_SHARK if self.is_shark else COLLECTED

    @property
    def overs_left(self) -> int:
        """How many Game Over cards are still to come."""
        return OVERS - self.overs

    @property
    def buys_left(self) -> int:
        """How many resources the active seat may still buy this turn."""
        return TRADES - self.bought

    @property
    def sales_left(self) -> int:
        """How many resources the active seat may still sell this turn."""
        return TRADES - self.sold

    @property
    def cash_cards_left(self) -> int:
        """How many Cash cards were not played yet."""
        return self.packing.cash_cards - self.cash_cards

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def cash(self, seat: int) -> int:
        """Return what a seat's purse holds."""
        return self.ledger.balances[purse(seat)]

    def company(self, name: str) -> Company:
        """Return what is known of what a company's shares print."""
        return self.copy.companies[name]

    def groups_of(self, seat: int) -> tuple[Group, ...]:
        """Return a seat's open companies in the order opened."""
        return tuple(group for group in self.groups.values() if group.seat == seat)

    @property
    def special_groups(self) -> tuple[Group, ...]:
        """The groups that bring special income when this turn ends.

        One for each takeover, however often it was split since (BD-K7, BD-K8).
        """
        won: dict[int, Group] = {}
        for group in self.groups.values():
            if group.won is not None:
                won.setdefault(group.won, group)
        return tuple(won.values())

    def free_tokens(self, seat: int) -> dict[str, int]:
        """Return a seat's tokens that no open company of it needs, by resource."""
        free = {resource: self.tokens[seat].get(resource, 0) for resource in RESOURCES}
        for group in self.groups_of(seat):
            for resource, count in (self.company(group.company).needs or {}).items():
                free[resource] -= count
        # A copy mended meanwhile may say that a company needs more than lies there.
        return {resource: max(count, 0) for resource, count in free.items()}

    def missing_tokens(self, seat: int, company: str) -> dict[str, int]:
        """Return what a seat lacks for one more set of a company's resources."""
        free = self.free_tokens(seat)
        needs = self.company(company).needs or {}
        return {name: count - free[name] for name, count in needs.items() if count > free[name]}

    def in_wheel(self, resource: str) -> int:
        """Return how many tokens the wheel holds."""
        return SLOTS - sum(tokens.get(resource, 0) for tokens in self.tokens)

    def buying_slot(self, resource: str) -> int | None:
        """Return the slot that a purchase empties, None for an empty wheel."""
        left = self.in_wheel(resource)
        return SLOTS - left if left else None

    def selling_slot(self, resource: str) -> int | None:
        """Return the slot that a sale fills, None for a full wheel."""
        left = self.in_wheel(resource)
        return SLOTS - left - 1 if left < SLOTS else None

    def open_shares(self, company: str) -> int:
        """Return how many shares of a company lie open before all players."""
        return sum(group.shares for group in self.groups.values() if group.company == company)

    def seen_shares(self, company: str) -> int:
        """Return how many shares of a company are known to be outside hands and deck."""
        count = self.open_shares(company) + self.pool.get(company, 0)
        count += self.discarded.get(company, 0)
        if self.duel is not None and self.duel.company == company:
            count += self.duel.shares
        if self.spoils is not None and self.spoils.company == company:
            count += self.spoils.won + self.spoils.laid
        return count

    def unseen_shares(self, company: str) -> int:
        """Return how many shares of a company can still come from hands or the deck."""
        return self.packing.shares - self.seen_shares(company)

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat may not learn (BD-V1); None: an onlooker.

        The bank's balance is hidden too: with two players it would tell the other's purse.
        """
        if not self.is_shark or self.is_over:
            return frozenset()
        accounts = {purse(number) for number in self.seats if number != seat}
        return frozenset(accounts | {BANK}) if accounts else frozenset()
