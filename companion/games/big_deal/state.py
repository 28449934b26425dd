"""A table of Big Deal as it stands: what one can ask it, what it waits for, what all rules require.

A requirement raises a named refusal or is silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from companion.games.big_deal.box import (
    LEAST,
    OVERS,
    PACKINGS,
    RESOURCES,
    SLOTS,
    STEP,
    TRADES,
    Packing,
    resource_words,
    title,
)
from companion.games.big_deal.copy import COPY, BigDealCopy, Company, require_company_name
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.event_sourcing import Action, Event, Setting
from companion.mechanics.game import PendingDecision, Setup
from companion.mechanics.ledger import BANK, Ledger, purse
from companion.mechanics.menu import Candidate
from companion.mechanics.refusal import Missing, Refusal, not_none
from companion.mechanics.table import (
    PRINTED,
    TableState,
    not_now,
    option_is,
    require_running,
    require_seat,
)
from companion.mechanics.words import Sentence, say, say_many

Step = Literal["deal", "draw", "income", "actions", "hands", "over"]

Stage = Literal[
    "deal", "draw", "income", "actions", "duel", "claim", "raise", "collect", "hands", "over"
]

_FORBIDS: dict[Stage, str] = {
    "deal": "BD-S2",
    "duel": "BD-K2",
    "claim": "BD-K4",
    "raise": "BD-K6",
    "collect": "BD-Q2",
    "hands": "BD-G1",
}
"""The rule by which all other steps wait at a stage; at the steps of a turn none forbids all."""


class OfCompany:
    """What is about one company."""

    __slots__ = ()
    company: str

    @property
    def title(self) -> str:
        """Its name as printed."""
        return title(self.company)


@dataclass(frozen=True, slots=True)
class Duel(OfCompany):
    """A takeover under way.

    shares, cash_cards: laid by the attacker. price: the standing one, per share, and whose.
    winner: who is left once the other gave up: the attacker raises money, the defender says
    where the laid shares go. offered_cash: what a winning attacker had; without the rest of the
    price it is lost (BD-K6). into_tokens: what he paid for tokens since, less what they brought.
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
    offered_cash: int = 0
    into_tokens: int = 0

    @property
    def cards(self) -> int:
        """How many cards the attacker laid; for each of them a defender pays (BD-K3)."""
        return self.shares + self.cash_cards

    @property
    def answering(self) -> int:
        """The seat whose turn it is."""
        return self.defender if self.bidder == self.attacker else self.attacker

    @property
    def lowest(self) -> int:
        """The least price of an answer (BD-K2)."""
        return self.price + STEP

    def covered(self, cash: int) -> int:
        """Return the highest price that a defender with so much cash may answer (BD-K3)."""
        return cash // self.cards // STEP * STEP


@dataclass(frozen=True, slots=True)
class Spoils(OfCompany):
    """What a paid takeover laid before the attacker, to sell, to open, or to keep (BD-K7).

    takeover: its number. won: shares of the group, laid: his own, which are his to use like those
    in his hand.
    """

    takeover: int
    company: str
    won: int
    laid: int

    @property
    def told(self) -> Sentence:
        """What of it is won, and what was the attacker's before."""
        won = say_many("{count} won share", "{count} won shares", count=self.won)
        if not self.laid:
            return say("{company}: {won}.", company=self.title, won=won)
        laid = say_many("{count} own share laid", "{count} own shares laid", count=self.laid)
        return say("{company}: {won}, {laid}.", company=self.title, won=won, laid=laid)


@dataclass(frozen=True, slots=True)
class Kept:
    """What may be a takeover's won shares in the attacker's hand, opened before or not (BD-K7)."""

    company: str
    shares: int


@dataclass(frozen=True, slots=True)
class Group(OfCompany):
    """An open company, or one part of a split one.

    won: the number of the takeover this turn of which it holds a won share, None for any other
    (BD-K7).
    """

    number: int
    seat: int
    company: str
    shares: int
    won: int | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """A Cash card played; waiting: the opponents that still count their hands (BD-Q2)."""

    collector: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BigDealEvent(Event):
    """What happened to companies, resources and hands, told as people call them.

    owner: the defender of a company. amount: of shares that have a price.
    """

    def display_value(self, state: BigDealState, name: str) -> object:
        event: Any = self
        if name == "amount":
            return event.shares * event.price
        if name in ("owner", "attacker", "collector"):
            return state.name(event.defender if name == "owner" else getattr(event, name))
        said: Any = Event.display_value(self, state, name)
        if name == "resource":
            return resource_words(said)
        return title(said) if name == "company" else said


@dataclass(frozen=True, slots=True)
class SeatEvent(BigDealEvent):
    """What a seat did, or what happened to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CompanyEvent(SeatEvent):
    """What a seat did with shares of a company."""

    company: str


@dataclass(frozen=True, slots=True)
class ShareTrade(CompanyEvent):
    """Shares bought from the bank or sold to it; price: of each."""

    shares: int
    price: int

    @property
    def amount(self) -> int:
        """What they cost together."""
        return self.shares * self.price


@dataclass(frozen=True, slots=True)
class Lesson(BigDealEvent):
    """What teaches the copy a figure that was read off the box."""

    def taught(self, copy: BigDealCopy) -> BigDealCopy:
        """Return the copy with the figure, where it lacked it."""
        return copy

    def apply(self, state: BigDealState) -> BigDealState:
        """Return the table after it; its copy's record anew if the figure was missing."""
        copy = self.taught(state.copy)
        learnt = state.learnt if copy is state.copy else COPY.record(copy)
        return replace(state, copy=copy, lessons=(*state.lessons, self), learnt=learnt)


@dataclass(frozen=True, slots=True)
class BigDealState(TableState):
    """A table of Big Deal.

    step: of the turn; a takeover and a collection stand before it, see ``stage``. turn: counted
    from 1, 0 before the deal. active: whose turn. overs: Game Over cards on the board. tokens: by
    seat and resource. groups: by number, in the order opened. takeovers: paid so far. kept: those
    of this turn whose won shares lie in the hand, by number. pool, discarded: shares by company.
    cash_cards: played so far. bought, sold: resources this turn. income: what the active seat got
    this turn. hands: counted at the end. lessons: events that taught a figure; learnt: the record
    of the copy with them, None while there are none. latest: the event from which the active
    seat's wizard goes on (see ``resume``).
    """

    end_rule = "BD-E1"
    called_off = {"step": "over", "duel": None, "spoils": None, "collection": None}
    setup: Setup
    copy: BigDealCopy
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
    kept: Mapping[int, Kept] = field(default_factory=dict)
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
    lessons: tuple[Lesson, ...] = ()
    learnt: Mapping[str, object] | None = None
    latest: Event | None = None

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
    def packing(self) -> Packing:
        """What is in the deck for so many players."""
        return PACKINGS[len(self.seats)]

    is_shark = option_is("variant", "shark")
    """Whether the table plays the variant: hidden money, higher bonuses (BD-V1)."""

    @property
    def is_over(self) -> bool:
        """Whether the final account can be made."""
        return self.step == "over"

    @property
    def round(self) -> int:
        """The round, in which each player has one turn; counted from 1, 0 before the deal."""
        return -(-self.turn // len(self.seats))

    @property
    def turns_finished(self) -> int:
        """How many turns are over; the one that the last Game Over cut short counts."""
        return self.turn if self.step in ("hands", "over") else max(self.turn - 1, 0)

    @property
    def bonus(self) -> int:
        """What the bank adds to the white value of a sold company's share (BD-C3, BD-V2)."""
        return 100 if self.is_shark else 50

    @property
    def rate(self) -> int:
        """What a Cash card collects for a share or a token (BD-Q2, BD-V3)."""
        return 100 if self.is_shark else 50

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

    def acts(self, seat: int | None) -> bool:
        """Tell whether a seat does what it can: in its turn, or to pay for a takeover (BD-K6)."""
        return seat == self.active and self.stage in ("actions", "raise")

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

    def is_won_open(self, takeover: int) -> bool:
        """Tell whether a company that a takeover of this turn won is open, or a part of it."""
        return any(group.won == takeover for group in self.groups.values())

    def free_tokens(self, seat: int) -> dict[str, int]:
        """Return a seat's tokens that no open company of it needs, by resource."""
        free = {resource: self.tokens[seat].get(resource, 0) for resource in RESOURCES}
        for group in self.groups_of(seat):
            for resource, count in (self.company(group.company).needs or {}).items():
                free[resource] -= count
        # A copy mended meanwhile may say that a company needs more than lies there.
        return {resource: max(count, 0) for resource, count in free.items()}

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

    def seen_shares(self, company: str) -> int:
        """Return how many shares of a company are known to be outside hands and deck.

        Laid shares of a paid takeover are the attacker's again, as if they were in his hand.
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

    def stopped(self) -> Self:
        """Return the table where hands are counted, or over at once before the deal or by then."""
        step: Step = "over" if self.step in ("deal", "hands") else "hands"
        return replace(TableState.stopped(self), step=step)

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the purse of a defender whose price stands, and what that price takes of it.

        Raises ``duel_under_way`` where a limit would tell hidden money, ``money_off_the_fifties``.
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
    """Return the accounts that a correction touches, and the amount typed for each."""
    if isinstance(correction, Correct):
        return dict.fromkeys((correction.source, correction.target), correction.amount)
    return correction.amounts


def _require_notes(amount: int) -> None:
    """Raise ``money_off_the_fifties`` unless the notes in the box make up an amount."""
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
    """Return the refusal for what would disturb a takeover that is not over."""
    sentence = say(
        "A takeover is under way; put this right when it is over, or take it back first."
    )
    return Refusal("duel_under_way", "BD-K2", sentence)


def with_tokens(state: BigDealState, seat: int, resource: str, change: int) -> BigDealState:
    """Return the table with more or fewer tokens of a resource before a seat."""
    tokens = list(state.tokens)
    tokens[seat] = changed(tokens[seat], resource, change)
    return replace(state, tokens=tuple(tokens))


def changed(piles: Mapping[str, int], name: str, change: int) -> Mapping[str, int]:
    """Return the piles with more or fewer in one of them; an empty one is left out."""
    rest = {other: held for other, held in piles.items() if other != name}
    count = piles.get(name, 0) + change
    return {**rest, name: count} if count else rest


def pooled(state: BigDealState, company: str, shares: int) -> BigDealState:
    """Return the table with more shares in the pool, or fewer."""
    return replace(state, pool=changed(state.pool, company, shares))


def discarded(state: BigDealState, company: str, shares: int) -> BigDealState:
    """Return the table with more shares discarded for good."""
    return replace(state, discarded=changed(state.discarded, company, shares))


@dataclass(frozen=True, slots=True)
class TurnAction(Action):
    """What a seat does, and nothing more need be said of it."""

    seat: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat in _awaited(state):
            yield Candidate(cls(seat))


@dataclass(frozen=True, slots=True)
class SeatSetting(Setting, TurnAction, BigDealEvent):
    """A turn's action that is logged with its own fields."""

    happened = BigDealEvent  # A base leads to no event of its own.


def require_stage(state: BigDealState, rule: str, *stages: Stage) -> None:
    """Raise ``game_over``, ``income_first`` or ``not_now`` unless the table is at such a stage.

    rule: the step's own; where something else must come to its end first, that one's is cited.
    """
    require_running(state)
    if state.stage in stages:
        return
    now = waiting(state)
    if "actions" in stages and state.stage in ("draw", "income"):
        sentence = say("First the card and the income, then actions: {waiting}", waiting=now.prompt)
        raise Refusal("income_first", "BD-T2", sentence)
    raise not_now(_FORBIDS.get(state.stage, rule), now)


def waiting(state: BigDealState) -> PendingDecision:
    """Return what the table waits for, or that the game is over; no seats: anybody."""
    seats, name = _awaited(state), state.name(state.active)
    match state.stage:
        case "deal":
            return PendingDecision(
                say("Prepare the deck, deal five cards each, and say who begins.")
            )
        case "draw":
            sentence = say("{name} draws a card.", name=name).to_you("Draw a card.")
        case "income":
            sentence = say("{name} takes the income.", name=name).to_you("Take your income.")
        case "actions":
            sentence = _for_actions(state, name)
        case "collect" | "hands":
            sentence = _for_hands(state, seats)
        case "over":
            return PendingDecision(say("The game is over."))
        case _:
            sentence = _for_duel(state, not_none(state.duel))
    return PendingDecision(sentence, seats)


def _for_actions(state: BigDealState, name: str) -> Sentence:
    """Return what an active seat may do; what it has won comes first (BD-K7)."""
    if state.spoils is None:
        return say("{name} plays, or ends the turn.", name=name).to_you("Play, or end your turn.")
    return say(
        "{name} opens, sells or keeps what was won of {company}.",
        name=name,
        company=state.spoils.title,
    ).to_you("Open, sell or keep what you won of {company}.")


def _awaited(state: BigDealState) -> tuple[int, ...]:
    """Return the seats whose word or move it is, where it is anybody's at all."""
    if state.collection is not None:
        return state.collection.waiting
    if state.duel is not None:
        winner = state.duel.winner
        return (state.duel.answering if winner is None else winner,)
    if state.stage == "hands":
        return tuple(seat for seat in state.seats if seat not in state.hands)
    return (state.active,)


def _for_hands(state: BigDealState, waited: tuple[int, ...]) -> Sentence:
    names = tuple(map(state.name, waited))
    if state.stage == "hands" and state.active in waited:
        # Else a share that BD-G1 takes away would be sold with the hand.
        told = say(
            "Shares in hand are counted: {names}. {name} first discards the card just drawn.",
            names=names,
            name=state.name(state.active),
        )
        if waited != (state.active,):
            return told
        return told.to_you("Discard the card you just drew, then say how many shares you hold.")
    told = say("Shares in hand are counted: {names}.", names=names)
    return told.to_you("Say how many shares you hold.")


def _for_duel(state: BigDealState, duel: Duel) -> Sentence:
    if duel.winner is None:
        return _for_answer(state, duel)
    name = state.name(duel.winner)
    if duel.winner == duel.attacker:
        return say(
            "{name} has won {company} and must find {amount} to pay for it.",
            name=name,
            company=duel.title,
            amount=owed(state, duel),
        ).to_you("You won {company}: find {amount} to pay for it.")
    return say_many(
        "{name} keeps {company} and says where the laid share goes: into the company or the hand.",
        "{name} keeps {company} and says where the laid shares go: into the company or the hand.",
        count=duel.shares,
        name=name,
        company=duel.title,
    ).to_you("You keep {company}: where does what was laid go?")


def can_only_give_up(state: BigDealState, duel: Duel) -> bool:
    """Tell whether a defender is asked whose cash covers no answer, as all may know (BD-K3)."""
    if state.is_shark or duel.answering != duel.defender:
        # With hidden money (BD-V1) nobody else may learn what it covers.
        return False
    return duel.covered(state.money(duel.defender)) < duel.lowest


def _for_answer(state: BigDealState, duel: Duel) -> Sentence:
    name = state.name(duel.answering)
    values = {"name": name, "lowest": duel.lowest, "company": duel.title}
    if duel.answering != duel.defender:
        return say(
            "{name} answers: bid {lowest} or more a share to take over {company}, or give up.",
            **values,
        ).to_you("Bid {lowest} or more a share to take over {company}, or give up.")
    if can_only_give_up(state, duel):
        return say(
            "{name} can only give up {company}: the cash does not cover {lowest} a share.", **values
        ).to_you("You can only give up {company}: your cash does not cover {lowest} a share.")
    return say(
        "{name} answers: bid {lowest} or more a share to keep {company}, or give up.", **values
    ).to_you("Bid {lowest} or more a share to keep {company}, or give up.")


def owed(state: BigDealState, duel: Duel) -> int:
    """Return what an attacker pays in all at the standing price (BD-K5)."""
    return duel.price * state.groups[duel.group].shares


def require_duel(state: BigDealState, seat: int, rule: str, stage: Stage) -> Duel:
    """Return the takeover under way at a stage; raises ``unknown_seat``, ``not_now``."""
    require_seat(state, seat, "BD-S1")
    require_stage(state, rule, stage)
    return not_none(state.duel)


def require_turn(state: BigDealState, seat: int, rule: str, *stages: Stage) -> None:
    """Raise ``unknown_seat``, ``not_your_turn`` or as ``require_stage``, unless it is its turn."""
    require_seat(state, seat, "BD-S1")
    require_running(state)
    if state.stage in _FORBIDS:
        require_stage(state, rule, *stages)
    if seat != state.active:
        sentence = say("It is {name}’s turn.", name=state.name(state.active))
        raise Refusal("not_your_turn", "BD-T1", sentence)
    require_stage(state, rule, *stages)


def require_acting(state: BigDealState, seat: int, rule: str) -> None:
    """Raise as ``require_turn`` unless a seat acts: in its turn, or to pay for a takeover.

    Money for a takeover is raised in any way that its winner can, so he may do then what he may do
    in his turn, within the same limits; only another takeover and the end of the turn wait (BD-K6).
    """
    require_turn(state, seat, rule, "actions", "raise")


def require_company(state: BigDealState, company: str) -> None:
    """Raise ``unknown_company`` or ``company_left_out`` unless its shares are in play."""
    require_company_name(company)
    if company in state.packing.left_out:
        raise Refusal(
            "company_left_out",
            "BD-S2",
            say(
                "{company} is left out with {players} players.",
                company=title(company),
                players=len(state.seats),
            ),
        )


def require_count(count: int, rule: str, least: int = 1) -> None:
    """Raise ``too_few`` below the least that makes sense."""
    if count < least:
        sentence = say("Type {least} or more, not {count}.", least=least, count=count)
        raise Refusal("too_few", rule, sentence)


def require_unseen(state: BigDealState, company: str, shares: int) -> None:
    """Raise ``too_many_shares`` if so many cannot come from hands or the deck."""
    unseen = state.unseen_shares(company)
    if shares > unseen:
        raise Refusal(
            "too_many_shares",
            "BD-S2",
            say(
                "{company} has {all} shares in play; {unseen} of them can still be in a hand.",
                company=title(company),
                all=state.packing.shares,
                unseen=unseen,
            ),
        )


def require_group(state: BigDealState, number: int, rule: str) -> Group:
    """Return an open company; raises ``unknown_group`` where there is none of that number."""
    if number not in state.groups:
        raise Refusal("unknown_group", rule, say("There is no such open company any more."))
    return state.groups[number]


def require_own_group(state: BigDealState, seat: int, number: int, rule: str) -> Group:
    """Return a seat's open company; raises ``unknown_group`` or ``not_your_company``."""
    group = require_group(state, number, rule)
    if group.seat != seat:
        sentence = say("This company belongs to {name}.", name=state.name(group.seat))
        raise Refusal("not_your_company", rule, sentence)
    return group


def require_group_of(state: BigDealState, seat: int, number: int, company: str, rule: str) -> Group:
    """Return a seat's open company as above; raises ``another_company`` where it is not this."""
    group = require_own_group(state, seat, number, rule)
    if group.company != company:
        sentence = say("These are shares of {company}.", company=group.title)
        raise Refusal("another_company", rule, sentence)
    return group


def require_in_group(group: Group, shares: int, rule: str) -> None:
    """Raise ``too_few`` or ``not_in_company`` unless the group has so many shares."""
    require_count(shares, rule)
    if shares > group.shares:
        raise Refusal(
            "not_in_company",
            rule,
            say_many(
                "Only {count} share of {company} here, not {asked}.",
                "Only {count} shares of {company} here, not {asked}.",
                count=group.shares,
                company=group.title,
                asked=shares,
            ),
        )


def require_opening(state: BigDealState, seat: int, company: str, shares: int, rule: str) -> None:
    """Raise ``two_shares_needed``, ``figures_needed`` or ``resources_missing`` (BD-C1)."""
    if shares < LEAST:
        sentence = say("It takes {least} shares at least.", least=LEAST)
        raise Refusal("two_shares_needed", rule, sentence)
    require_set(state, seat, company, rule)


def require_set(state: BigDealState, seat: int, company: str, rule: str) -> None:
    """Raise ``figures_needed`` or ``resources_missing`` unless a seat has a company's free set."""
    needs = state.company(company).needs
    if needs is None:
        raise figures_needed(company, rule)
    free = state.free_tokens(seat)
    missing = {name: count - free[name] for name, count in needs.items() if count > free[name]}
    if missing:
        raise Refusal(
            "resources_missing",
            rule,
            say(
                "{company} needs its own resources; missing: {missing}.",
                company=title(company),
                missing=pile_words(missing),
            ),
        )


def pile_words(tokens: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return tokens as they are said: "2 energy"."""
    return tuple(
        say("{resource} ×{count}", count=count, resource=resource_words(resource))
        for resource, count in tokens.items()
        if count
    )


def figures_needed(company: str, rule: str) -> Refusal:
    """Return the refusal for what rests on a figure that nobody has typed yet."""
    sentence = say("First type what is printed on the shares of {company}.", company=title(company))
    return Missing("figures_needed", rule, sentence)


def white_value(state: BigDealState, company: str, rule: str) -> int:
    """Return a company's white value; raises ``figures_needed``."""
    white = state.company(company).white
    if white is None:
        raise figures_needed(company, rule)
    return white


def sale_price(state: BigDealState, company: str, rule: str) -> int:
    """Return what the bank pays for a share of a sold company; raises ``figures_needed``."""
    return white_value(state, company, rule) + state.bonus


def require_cash(state: BigDealState, seat: int, amount: int, rule: str) -> None:
    """Raise ``purse_too_small`` unless a purse holds the amount."""
    held = state.money(seat)
    if held < amount:
        sentence = say("This costs {amount}; you have {held}.", amount=amount, held=held)
        raise Refusal("purse_too_small", rule, sentence)


def require_fifties(price: int, rule: str) -> None:
    """Raise ``price_off_the_fifties`` unless the price is a multiple of 50."""
    if price % STEP:
        sentence = say("Prices rise by {step} or a multiple of it.", step=STEP)
        raise Refusal("price_off_the_fifties", rule, sentence)


def require_cash_cards(state: BigDealState, count: int, rule: str) -> None:
    """Raise ``no_cash_cards_left`` unless so many were not played yet."""
    left = state.cash_cards_left
    if count > left:
        sentence = say_many(
            "Of {all} Cash cards {count} is left.",
            "Of {all} Cash cards {count} are left.",
            count=left,
            all=state.packing.cash_cards,
        )
        raise Refusal("no_cash_cards_left", rule, sentence)


def with_group(state: BigDealState, group: Group) -> BigDealState:
    """Return the table with one open company more; its number is never given again."""
    return replace(
        state,
        groups={**state.groups, group.number: group},
        groups_opened=max(state.groups_opened, group.number),
    )


def resized(state: BigDealState, number: int, change: int) -> BigDealState:
    """Return the table with more or fewer shares in a group; with none left it is closed."""
    group = state.groups[number]
    shares = group.shares + change
    if shares:
        return replace(state, groups={**state.groups, number: replace(group, shares=shares)})
    rest = {other: held for other, held in state.groups.items() if other != number}
    return replace(state, groups=rest)


def is_told(state: BigDealState, seat: int | None, *parties: int) -> bool:
    """Tell whether a seat may learn what somebody who could not pay in full had (BD-V1)."""
    return seat in parties or not state.hidden_accounts(seat)
