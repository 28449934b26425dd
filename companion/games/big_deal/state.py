"""The state of a Big Deal table, and the changes that events make to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

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
from companion.mechanics.actions.base import Action, Event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Setup
from companion.mechanics.language.words import say
from companion.mechanics.money.corrections import Correct, CountCash
from companion.mechanics.money.ledger import BANK, Ledger, purse
from companion.mechanics.play.table import (
    PRINTED,
    TableState,
    option_is,
)

Step = Literal["deal", "draw", "income", "actions", "hands", "over"]


@dataclass(frozen=True, slots=True)
class BigDealState(TableState):
    """The state of one Big Deal table."""

    end_rule, order_rule = "BD-E1", "BD-S1"
    called_off = {"step": "over", "duel": None, "spoils": None, "collection": None}
    setup: Setup
    copy: BigDealCopy
    ledger: Ledger
    tokens: tuple[Mapping[str, int], ...]
    """The tokens of each seat, by resource."""
    step: Step = "deal"
    """The step of the turn. A collection or a takeover interrupts it (see ``stage``)."""
    turn: int = 0
    """The number of the current turn, counted from 1, or 0 before the deal."""
    first: int = 0
    """The seat of the first player."""
    active: int = 0
    """The seat whose turn it is."""
    overs: int = 0
    """The number of Game Over cards on the board."""
    groups: Mapping[int, Group] = field(default_factory=dict)
    """The open companies by number, in the order opened."""
    groups_opened: int = 0
    """The highest group number used so far."""
    takeovers: int = 0
    """The number of takeovers that the attacker won and paid for."""
    kept: Mapping[int, Kept] = field(default_factory=dict)
    """The shares won this turn that may be in the attacker's hand, by number of the takeover."""
    pool: Mapping[str, int] = field(default_factory=dict)
    """The number of shares in the bank's pool, by company."""
    discarded: Mapping[str, int] = field(default_factory=dict)
    """The number of shares that are out of the game, by company."""
    cash_cards: int = 0
    """The number of Cash cards played so far."""
    bought: int = 0
    """The number of resources that the active seat has bought this turn."""
    sold: int = 0
    """The number of resources that the active seat has sold this turn."""
    income: tuple[tuple[str, int], ...] = ()
    """The active seat's income this turn: pairs of company and amount."""
    duel: Duel | None = None
    """The takeover in progress."""
    spoils: Spoils | None = None
    """The shares of a paid takeover that are not sold, opened or kept yet."""
    collection: Collection | None = None
    """The Cash card in play."""
    hands: Mapping[int, int] = field(default_factory=dict)
    """The number of shares in each hand counted at the end of the game, by seat."""
    lessons: tuple[Any, ...] = ()
    """The ``Lesson`` events with the printed numbers entered during this game, in order."""
    learnt: Mapping[str, object] | None = None
    """The canonical record of the copy with the numbers entered during this game.

    None if the copy has not changed.
    """
    latest: Event | None = None
    """The latest event that determines where the wizard continues (see ``resume``)."""

    @property
    def interruption(self) -> Collection | Duel | None:
        """The collection or takeover that interrupts the turn, or None.

        A collection takes precedence over a takeover.
        """
        return self.collection or self.duel

    @property
    def stage(self) -> Stage:
        """The stage of the interruption if there is one, otherwise the step of the turn."""
        interruption = self.interruption
        return interruption.stage if interruption else self.step

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must act next."""
        if self.interruption:
            return self.interruption.waiting
        if self.step == "hands":
            return tuple(seat for seat in self.seats if seat not in self.hands)
        return (self.active,)

    @property
    def packing(self) -> Packing:
        """The deck for the number of players at this table."""
        return PACKINGS[len(self.seats)]

    is_shark = option_is("variant", "shark")
    """Whether the table plays the Shark variant, with hidden money and higher bonuses (BD-V1)."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over and the final scores can be computed."""
        return self.step == "over"

    @property
    def round(self) -> int:
        """The current round, counted from 1, or 0 before the deal.

        Each player has one turn per round.
        """
        return -(-self.turn // len(self.seats))

    @property
    def turns_finished(self) -> int:
        """The number of finished turns, including one cut short by the end of the game."""
        return self.turn if self.step in ("hands", "over") else max(self.turn - 1, 0)

    @property
    def bonus(self) -> int:
        """The bank's bonus per share for sold companies and won shares (BD-C3, BD-K7, BD-V2)."""
        return 100 if self.is_shark else 50

    @property
    def rate(self) -> int:
        """The amount in millions that a Cash card collects per share and token (BD-Q2, BD-V3)."""
        return 100 if self.is_shark else 50

    @property
    def overs_left(self) -> int:
        """The number of Game Over cards that are not on the board yet."""
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
        """The number of Cash cards that have not been played yet."""
        return self.packing.cash_cards - self.cash_cards

    def acts(self, seat: int | None) -> bool:
        """Return whether a seat may take actions now.

        It may do so in its turn after the income, and while it raises money for a won takeover
        (BD-K6).
        """
        return seat == self.active and self.stage in ("actions", "raise")

    def company(self, name: str) -> Company:
        """Return the printed numbers of a company. Those that are not entered yet are None."""
        return self.copy.companies[name]

    def groups_of(self, seat: int) -> tuple[Group, ...]:
        """Return a seat's open companies in the order opened."""
        return tuple(group for group in self.groups.values() if group.seat == seat)

    @property
    def special_groups(self) -> tuple[Group, ...]:
        """The groups that earn special income at the end of this turn.

        A takeover earns it only once, even if the company has been split several times since
        (BD-K7, BD-K8).
        """
        won: dict[int, Group] = {}
        for group in self.groups.values():
            if group.won is not None:
                won.setdefault(group.won, group)
        return tuple(won.values())

    def is_won_open(self, takeover: int) -> bool:
        """Return whether shares won in this takeover lie in an open company.

        takeover: the number of the takeover.
        """
        return any(group.won == takeover for group in self.groups.values())

    def free_tokens(self, seat: int) -> dict[str, int]:
        """Return the numbers of a seat's tokens that no open company needs, by resource."""
        free = {resource: self.tokens[seat].get(resource, 0) for resource in RESOURCES}
        for group in self.groups_of(seat):
            for resource, count in (self.company(group.company).needs or {}).items():
                free[resource] -= count
        # After a correction of the copy, the companies may need more tokens than the seat has.
        return {resource: max(count, 0) for resource, count in free.items()}

    def in_wheel(self, resource: str) -> int:
        """Return the number of tokens in the wheel of a resource."""
        return SLOTS - sum(tokens.get(resource, 0) for tokens in self.tokens)

    def buying_slot(self, resource: str) -> int | None:
        """Return the slot that the next purchase empties, or None if the wheel is empty."""
        left = self.in_wheel(resource)
        return SLOTS - left if left else None

    def selling_slot(self, resource: str) -> int | None:
        """Return the slot that the next sale fills, or None if the wheel is full."""
        left = self.in_wheel(resource)
        return SLOTS - left - 1 if left < SLOTS else None

    def seen_shares(self, company: str) -> int:
        """Return the number of shares of a company that are neither in hands nor in the deck.

        Once a takeover is paid, the attacker's laid shares count as in hand again.
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
        """Return the number of a company's shares that may be in hands or in the deck."""
        return self.packing.shares - self.seen_shares(company)

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat may not see (BD-V1).

        The bank's balance is hidden too, because with two players it would reveal the opponent's
        money.

        seat: None for a viewer.
        """
        if not self.is_shark or self.is_over:
            return frozenset()
        accounts = {purse(number) for number in self.seats if number != seat}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

    def may_learn_cash(self, seat: int | None, *parties: int) -> bool:
        """Return whether a seat may see a payment that reveals how much cash a player has (BD-V1).

        seat: None for a viewer.
        parties: the seats that pay and receive the money, who always see the amount.
        """
        return seat in parties or not self.hidden_accounts(seat)

    def owed(self, duel: Duel) -> int:
        """Return the total that the attacker must pay at the standing price (BD-K5)."""
        return duel.price * self.groups[duel.group].shares

    def can_only_give_up(self, duel: Duel) -> bool:
        """Return whether the defender must answer but visibly cannot bid higher (BD-K3)."""
        if self.is_shark or duel.answering != duel.defender:
            # With hidden money (BD-V1), the other seats may not see what the defender can afford.
            return False
        return duel.covered(self.money(duel.defender)) < duel.lowest

    def with_tokens(self, seat: int, resource: str, change: int) -> Self:
        """Return the state with ``change`` added to a seat's number of tokens of a resource."""
        tokens = list(self.tokens)
        tokens[seat] = _with_pile_changed(tokens[seat], resource, change)
        return replace(self, tokens=tuple(tokens))

    def with_pool(self, company: str, change: int) -> Self:
        """Return the state with ``change`` added to a company's number of shares in the pool."""
        return replace(self, pool=_with_pile_changed(self.pool, company, change))

    def with_discards(self, company: str, change: int) -> Self:
        """Return the state with ``change`` added to a company's number of discarded shares."""
        return replace(self, discarded=_with_pile_changed(self.discarded, company, change))

    def with_group(self, group: Group) -> Self:
        """Return the state with a new open company.

        The number of the group is never reused.
        """
        return replace(
            self,
            groups={**self.groups, group.number: group},
            groups_opened=max(self.groups_opened, group.number),
        )

    def resized(self, number: int, change: int) -> Self:
        """Return the state with ``change`` added to the number of shares in a group.

        A group left with no shares is closed.
        """
        group = self.groups[number]
        shares = group.shares + change
        if shares:
            return replace(self, groups={**self.groups, number: replace(group, shares=shares)})
        rest = {other: held for other, held in self.groups.items() if other != number}
        return replace(self, groups=rest)

    def stopped(self) -> Self:
        """Return the state after the players end the game early.

        The hands are counted next. The game is over at once if it ends without a result, before
        the deal, or while the hands are being counted.
        """
        is_over = self.is_abandoned or self.step in ("deal", "hands")
        step: Step = "over" if is_over else "hands"
        return replace(TableState.stopped(self), step=step)

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the minimum balances that a correction must leave, by account.

        There is a minimum only for a defender who has made the highest bid: the money that covers
        it. The result is empty if money is hidden.

        Raises ``money_off_the_fifties`` if an amount cannot be paid in notes of 50, or
        ``duel_under_way`` if a minimum would reveal hidden money.
        """
        assert isinstance(correction, Correct | CountCash)
        amounts = _corrected_amounts(correction)
        for amount in amounts.values():
            _require_notes(amount)
        duel = self.duel
        if duel is None or self.stage != "duel" or duel.bidder != duel.defender:
            return {}
        account = purse(duel.defender)
        if self.is_shark and account in amounts:
            raise under_way()
        return {} if self.is_shark else {account: duel.price * duel.cards}


def _corrected_amounts(correction: Correct | CountCash) -> Mapping[str, int]:
    """Return the amounts in a correction of money, by account."""
    if isinstance(correction, Correct):
        return dict.fromkeys((correction.source, correction.target), correction.amount)
    return correction.amounts


def _require_notes(amount: int) -> None:
    """Raise ``money_off_the_fifties`` unless the amount can be paid in notes of 50."""
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
    """Return the refusal for a correction that would disrupt the takeover in progress."""
    sentence = say("A takeover is in progress. Fix this afterwards, or undo the takeover first.")
    return Refusal("duel_under_way", "BD-K2", sentence)


def _with_pile_changed(piles: Mapping[str, int], name: str, change: int) -> Mapping[str, int]:
    """Return the piles with ``change`` added to the one called ``name``.

    The pile is left out if it becomes empty.
    """
    rest = {other: held for other, held in piles.items() if other != name}
    count = piles.get(name, 0) + change
    return {**rest, name: count} if count else rest
