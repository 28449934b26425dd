"""The state of a table of Big Deal, and the changes that events make to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from companion.games.big_deal.bases import Lesson
from companion.games.big_deal.box import (
    OVERS,
    PACKINGS,
    RESOURCES,
    SLOTS,
    STEP,
    TRADES,
    Packing,
)
from companion.games.big_deal.copy import BigDealCopy, Company
from companion.games.big_deal.entities import Collection, Duel, Group, Kept, Spoils, Stage
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.event_sourcing import Action, Event
from companion.mechanics.game import Setup
from companion.mechanics.ledger import BANK, Ledger, purse
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import (
    PRINTED,
    TableState,
    option_is,
)
from companion.mechanics.words import say

Step = Literal["deal", "draw", "income", "actions", "hands", "over"]


@dataclass(frozen=True, slots=True)
class BigDealState(TableState):
    """A table of Big Deal."""

    end_rule = "BD-E1"
    called_off = {"step": "over", "duel": None, "spoils": None, "collection": None}
    setup: Setup
    copy: BigDealCopy
    ledger: Ledger
    tokens: tuple[Mapping[str, int], ...]  # By seat and resource.
    # The step of the turn; a collection or a takeover interrupts it, see ``stage``.
    step: Step = "deal"
    turn: int = 0  # Counted from 1.
    first: int = 0
    active: int = 0
    overs: int = 0  # Game Over cards on the board.
    groups: Mapping[int, Group] = field(default_factory=dict)  # By number, in the order opened.
    groups_opened: int = 0
    takeovers: int = 0  # Those paid.
    # By takeover of this turn, its won shares in the attacker's hand.
    kept: Mapping[int, Kept] = field(default_factory=dict)
    # Shares by company.
    pool: Mapping[str, int] = field(default_factory=dict)
    discarded: Mapping[str, int] = field(default_factory=dict)
    cash_cards: int = 0  # Those played.
    # Resources this turn.
    bought: int = 0
    sold: int = 0
    income: tuple[tuple[str, int], ...] = ()  # The active seat's this turn, by company.
    duel: Duel | None = None
    spoils: Spoils | None = None
    collection: Collection | None = None
    hands: Mapping[int, int] = field(default_factory=dict)  # Shares by seat, counted at the end.
    lessons: tuple[Lesson, ...] = ()
    learnt: Mapping[str, object] | None = None  # The record of the copy with the lessons.
    latest: Event | None = None  # The event from which a wizard goes on, see ``resume``.

    @property
    def interruption(self) -> Collection | Duel | None:
        """The obligation that holds up the turn; a collection comes before a takeover."""
        return self.collection or self.duel

    @property
    def stage(self) -> Stage:
        """The stage of what interrupts the turn, or else the step of the turn."""
        interruption = self.interruption
        return interruption.stage if interruption else self.step

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have to act."""
        if self.interruption:
            return self.interruption.waiting
        if self.step == "hands":
            return tuple(seat for seat in self.seats if seat not in self.hands)
        return (self.active,)

    @property
    def packing(self) -> Packing:
        """The contents of the deck for the number of players."""
        return PACKINGS[len(self.seats)]

    is_shark = option_is("variant", "shark")
    """Whether the table plays the variant with hidden money and higher bonuses (BD-V1)."""

    @property
    def is_over(self) -> bool:
        """Whether the final scores can be made."""
        return self.step == "over"

    @property
    def round(self) -> int:
        """The round, counted from 1, 0 before the deal; each player has one turn in it."""
        return -(-self.turn // len(self.seats))

    @property
    def turns_finished(self) -> int:
        """The number of finished turns; one cut short by the last Game Over card counts."""
        return self.turn if self.step in ("hands", "over") else max(self.turn - 1, 0)

    @property
    def bonus(self) -> int:
        """The bank's bonus on the white value of a sold company's share (BD-C3, BD-V2)."""
        return 100 if self.is_shark else 50

    @property
    def rate(self) -> int:
        """The amount that a Cash card collects for each share and token (BD-Q2, BD-V3)."""
        return 100 if self.is_shark else 50

    @property
    def overs_left(self) -> int:
        """The number of Game Over cards still to come."""
        return OVERS - self.overs

    @property
    def buys_left(self) -> int:
        """The number of resources that the active seat may still buy this turn."""
        return TRADES - self.bought

    @property
    def sales_left(self) -> int:
        """The number of resources that the active seat may still sell this turn."""
        return TRADES - self.sold

    @property
    def cash_cards_left(self) -> int:
        """The number of Cash cards still to be played."""
        return self.packing.cash_cards - self.cash_cards

    def acts(self, seat: int | None) -> bool:
        """Return whether a seat may act: in its turn, or to pay for a takeover (BD-K6)."""
        return seat == self.active and self.stage in ("actions", "raise")

    def company(self, name: str) -> Company:
        """Return the known printed numbers of a company."""
        return self.copy.companies[name]

    def groups_of(self, seat: int) -> tuple[Group, ...]:
        """Return a seat's open companies in the order opened."""
        return tuple(group for group in self.groups.values() if group.seat == seat)

    @property
    def special_groups(self) -> tuple[Group, ...]:
        """The groups that bring special income at the end of this turn.

        A takeover brings it once, however often its company was split since (BD-K7, BD-K8).
        """
        won: dict[int, Group] = {}
        for group in self.groups.values():
            if group.won is not None:
                won.setdefault(group.won, group)
        return tuple(won.values())

    def is_won_open(self, takeover: int) -> bool:
        """Return whether a company with won shares of a takeover of this turn is open."""
        return any(group.won == takeover for group in self.groups.values())

    def free_tokens(self, seat: int) -> dict[str, int]:
        """Return the tokens of a seat that no open company needs, by resource."""
        free = {resource: self.tokens[seat].get(resource, 0) for resource in RESOURCES}
        for group in self.groups_of(seat):
            for resource, count in (self.company(group.company).needs or {}).items():
                free[resource] -= count
        # A copy corrected meanwhile may need more tokens than the seat has.
        return {resource: max(count, 0) for resource, count in free.items()}

    def in_wheel(self, resource: str) -> int:
        """Return the number of tokens in a wheel."""
        return SLOTS - sum(tokens.get(resource, 0) for tokens in self.tokens)

    def buying_slot(self, resource: str) -> int | None:
        """Return the slot that a purchase empties, None for an empty wheel."""
        left = self.in_wheel(resource)
        return SLOTS - left if left else None

    def selling_slot(self, resource: str) -> int | None:
        """Return the slot that a sale fills, None for a full wheel."""
        left = self.in_wheel(resource)
        return SLOTS - left - 1 if left < SLOTS else None

    def seen_shares(self, company: str) -> int:
        """Return the number of shares of a company that are neither in hands nor in the deck.

        The laid shares of a paid takeover count as the attacker's hand again.
        """
        count = self.pool.get(company, 0) + self.discarded.get(company, 0)
        for group in self.groups.values():
            if group.company == company:
                count += group.shares
        if self.duel is not None and self.duel.company == company:
            count += self.duel.shares
        if self.spoils is not None and self.spoils.company == company:
            count += self.spoils.won
        return count

    def unseen_shares(self, company: str) -> int:
        """Return the number of shares of a company that hands and deck can hold."""
        return self.packing.shares - self.seen_shares(company)

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat (None: a viewer) may not learn (BD-V1).

        The bank's balance is hidden too: with two players it would reveal the other purse.
        """
        if not self.is_shark or self.is_over:
            return frozenset()
        accounts = {purse(number) for number in self.seats if number != seat}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

    def may_learn_cash(self, seat: int | None, *parties: int) -> bool:
        """Return whether a seat may learn how much a party paid that was short of cash (BD-V1)."""
        return seat in parties or not self.hidden_accounts(seat)

    def owed(self, duel: Duel) -> int:
        """Return the attacker's total at the standing price (BD-K5)."""
        return duel.price * self.groups[duel.group].shares

    def can_only_give_up(self, duel: Duel) -> bool:
        """Return whether a defender's visible cash covers no answer (BD-K3)."""
        if self.is_shark or duel.answering != duel.defender:
            # With hidden money (BD-V1) nobody else may learn what the cash covers.
            return False
        return duel.covered(self.money(duel.defender)) < duel.lowest

    def with_tokens(self, seat: int, resource: str, change: int) -> Self:
        """Return the table with more or fewer tokens of a resource before a seat."""
        tokens = list(self.tokens)
        tokens[seat] = _changed(tokens[seat], resource, change)
        return replace(self, tokens=tuple(tokens))

    def with_pool(self, company: str, change: int) -> Self:
        """Return the table with more or fewer shares in the pool."""
        return replace(self, pool=_changed(self.pool, company, change))

    def with_discards(self, company: str, change: int) -> Self:
        """Return the table with more or fewer shares discarded for good."""
        return replace(self, discarded=_changed(self.discarded, company, change))

    def with_group(self, group: Group) -> Self:
        """Return the table with a new open company; its number is never given again."""
        return replace(
            self,
            groups={**self.groups, group.number: group},
            groups_opened=max(self.groups_opened, group.number),
        )

    def resized(self, number: int, change: int) -> Self:
        """Return the table with more or fewer shares in a group; with none left it is closed."""
        group = self.groups[number]
        shares = group.shares + change
        if shares:
            return replace(self, groups={**self.groups, number: replace(group, shares=shares)})
        rest = {other: held for other, held in self.groups.items() if other != number}
        return replace(self, groups=rest)

    def stopped(self) -> Self:
        """Return the table with hands to be counted, or over if they are, or nothing was dealt."""
        step: Step = "over" if self.step in ("deal", "hands") else "hands"
        return replace(TableState.stopped(self), step=step)

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the purse of a defender whose price stands, and the amount of that price.

        Raises ``money_off_the_fifties``, and ``duel_under_way`` where a limit would reveal money.
        """
        assert isinstance(correction, Correct | CountCash)
        amounts = _amounts(correction)
        for amount in amounts.values():
            _require_notes(amount)
        duel = self.duel
        if duel is None or self.stage != "duel" or duel.bidder != duel.defender:
            return {}
        account = purse(duel.defender)
        if self.is_shark and account in amounts:
            raise under_way()
        return {} if self.is_shark else {account: duel.price * duel.cards}


def _amounts(correction: Correct | CountCash) -> Mapping[str, int]:
    """Return the amount of a correction for each account it touches."""
    if isinstance(correction, Correct):
        return dict.fromkeys((correction.source, correction.target), correction.amount)
    return correction.amounts


def _require_notes(amount: int) -> None:
    """Raise ``money_off_the_fifties`` unless notes of 50 can make up an amount."""
    if amount > 0 and amount % STEP:
        lower = amount - amount % STEP
        raise Refusal(
            "money_off_the_fifties",
            PRINTED,
            say(
                "The smallest note is {step}: {lower} or {higher}, not {amount}.",
                step=STEP,
                lower=lower,
                higher=lower + STEP,
                amount=amount,
            ),
        )


def under_way() -> Refusal:
    """Return the refusal of a correction that would disturb a takeover."""
    sentence = say(
        "A takeover is under way; put this right when it is over, or take it back first."
    )
    return Refusal("duel_under_way", "BD-K2", sentence)


def _changed(piles: Mapping[str, int], name: str, change: int) -> Mapping[str, int]:
    """Return the piles with more or fewer in one of them; an empty one is left out."""
    rest = {other: held for other, held in piles.items() if other != name}
    count = piles.get(name, 0) + change
    return {**rest, name: count} if count else rest
