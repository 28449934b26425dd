"""A household that plays Monopoly Travel by chance: legal actions alone, of some temper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, cast

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import Bid, KnockDown, Pass
from companion.games.monopoly.board import LISTS, OUTCOMES, classic_board
from companion.games.monopoly.buildings import Build, Sell, SellDown, Want, sites
from companion.games.monopoly.corrections import SetLine
from companion.games.monopoly.deals import AcceptDeal, ProposeDeal, require_tradable
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.endings import CallTime
from companion.games.monopoly.jail import PayBail, UseKey
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.property import Buy, Decline
from companion.games.monopoly.seating import Begin, DealDeeds
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn import Land, Roll
from companion.mechanics.game import (
    Action,
    Fact,
    Offer,
    OneOf,
    Setup,
    Sitting,
    TimedAction,
    Whole,
    folded,
)
from companion.mechanics.refusal import allows

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco")
MINUTE = 60

LINES = (
    Effect("collect", 50),
    Effect("pay", 100),
    Effect("collect_each", 10),
    Effect("pay_each", 50),
    Effect("repairs", 25, 100),
    Effect("advance", 0),
    Effect("advance", 24),
    Effect("move", 1),
    Effect("back", 3),
    Effect("jail"),
    Effect("key"),
    Effect("nothing"),
)
"""What this household's lists say; nobody's printed lists are meant."""


def dear_copy(times: int = 10) -> dict[str, Any]:
    """Return a board with so many times the classic rents and a small salary: games end soon."""
    copy = classic_board("en")
    copy["salary"] = 20
    for space in cast("list[dict[str, Any]]", copy["spaces"]):
        if "rents" in space:
            space["rents"] = [times * rent for rent in space["rents"]]
    return copy


def a_setup(players: int = 4, copy: dict[str, Any] | None = None, /, **options: object) -> Setup:
    """Return a prepared set-up with the first so many names."""
    seats = tuple(Sitting(name) for name in NAMES[:players])
    return GAME.rules.prepare(Setup(options, seats, copy or {}))


class Household:
    """Chooses each action from what is offered.

    thrift: how often it raises money when nobody asks for it; love: how often it offers deals.
    """

    def __init__(self, random: Random, *, thrift: float = 0.05, love: float = 0.05) -> None:
        self.random = random
        self.thrift = thrift
        self.love = love
        self.at = 1_000_000

    def next_action(self, state: MonopolyState) -> Action:
        """Return a legal action for a table that is not over."""
        self.at += self.random.randrange(MINUTE)
        offers = self._offers(state)
        assert offers, "the game can always go on"
        if self.random.random() < self.love and state.stage not in ("deal", "start"):
            chosen = self.random.choice((self._deal, self._line_corrected))(state)
            if chosen is not None:
                return chosen
        if self.random.random() < IN_KIND:
            offer = self._in_kind(state)
            if offer is not None:
                return offer
        eager = [offer for offer in offers if offer.kind in EAGER]
        for _ in range(8):
            likely = eager if eager and self.random.random() < 0.5 else offers
            action = self._action(state, self.random.choice(likely))
            if action is not None and self._may(state, action):
                return action
        return self._steady(state, offers)

    def _offers(self, state: MonopolyState) -> list[Offer]:
        """Return what those may do whom the table waits for, and somebody else."""
        seats = {*GAME.rules.waiting(state).seats, self.random.choice(list(state.active))}
        return [
            offer for seat in (None, *sorted(seats)) for offer in GAME.legal_actions(state, seat)
        ]

    def _may(self, state: MonopolyState, action: Action) -> bool:
        """Tell whether somebody would do it; what an offer says is legal always is."""
        raises = isinstance(action, (Mortgage, Sell, SellDown, Lift))
        if raises and not state.debts and self.random.random() >= self.thrift:
            return False
        if raises or isinstance(action, (AcceptDeal, Build, CallTime)):
            return allows(action.decide, state)
        return True

    def _steady(self, state: MonopolyState, offers: list[Offer]) -> Action:
        """Return what leads on for sure."""
        for kind in STEADY:
            for offer in offers:
                # Raising money leads on only for whoever owes any.
                idle = kind in RAISING and not state.debts_of(offer.seat or 0)
                if offer.kind == kind and not idle:
                    action = self._action(state, offer)
                    assert action is not None
                    return action
        raise AssertionError(f"nothing leads on from {[offer.kind for offer in offers]}")

    def _action(self, state: MonopolyState, offer: Offer) -> Action | None:
        seat = offer.seat
        if seat is None:
            return self._of_the_table(state, offer)
        if offer.kind in ("roll", "roll_list"):
            faces = [self.random.randint(1, 6) for _ in range(3)]
            return (
                Roll(seat, (faces[0], faces[1]), at=self.at)
                if offer.kind == "roll"
                else RollList(seat, (faces[0], faces[1], faces[2]))
            )
        if offer.kind == "follow_line":
            return self._line(state, seat)
        if offer.kind == "bid":
            return self._bid(state, offer)
        if offer.kind == "land":
            return Land(seat, self.random.randrange(40))
        if offer.kind == "want":
            assert state.wants is not None
            row = list(sites(state, seat, state.wants.building)) * self.random.randint(1, 2)
            want = Want(seat, tuple(row[: self.random.randint(0, len(row))]))
            return want if allows(want.decide, state) else Want(seat)
        return self._plain(offer, seat)

    def _of_the_table(self, state: MonopolyState, offer: Offer) -> Action:
        if offer.kind == "deal_deeds":
            asked = DealDeeds().filled_in(state, lambda sides: self.random.randint(1, sides))
            return asked
        if offer.kind == "begin":
            return Begin(self.random.choice(list(state.active)))
        return KnockDown() if offer.kind == "knock_down" else CallTime(at=self.at)

    def _line(self, state: MonopolyState, seat: int) -> Action:
        assert state.line is not None
        if state.board.outcome(*state.line) is not None:
            return FollowLine(seat)
        said = self.random.choice(LINES)
        return FollowLine(seat, said.kind, said.amount, said.hotel)

    def _bid(self, state: MonopolyState, offer: Offer) -> Action:
        amounts = offer.fields["amount"]
        assert isinstance(amounts, Whole) and offer.seat is not None
        assert amounts.highest is not None
        more = amounts.lowest + self.random.choice((0, 1, 10, 40, 200))
        wild = self.random.random() < 0.01
        highest = amounts.highest if wild else min(amounts.highest, state.cash(offer.seat))
        return Bid(offer.seat, max(amounts.lowest, highest if wild else min(more, highest)))

    def _plain(self, offer: Offer, seat: int) -> Action | None:
        simple = {
            "buy": Buy, "decline": Decline, "use_key": UseKey,
            "pass": Pass, "pay_debt": PayDebt, "go_bankrupt": GoBankrupt,
        }  # fmt: skip
        if offer.kind in simple:
            return simple[offer.kind](seat)
        if offer.kind == "pay_bail":
            return PayBail(seat, at=self.at)
        name, field = next(iter(offer.fields.items()))
        assert isinstance(field, OneOf)
        value = self.random.choice(field.values)
        cls = GAME.action_kinds[offer.kind]
        values: dict[str, object] = {"seat": seat, name: value}
        if issubclass(cls, TimedAction):
            values["at"] = self.at
        return cls(**values)

    def _deal(self, state: MonopolyState) -> Action | None:
        """Return an offer of some property for money or another property, if it can be made."""
        seat, other = self.random.sample(list(state.active), 2)
        deal = ProposeDeal(
            seat,
            other,
            gives=self._some(state, seat),
            takes=self._some(state, other),
            pays=self.random.choice((0, 0, 20, 100)),
            asks=self.random.choice((0, 0, 50, 200)),
            keys_given=min(state.keys[seat], self.random.randint(0, 1)),
        )
        return deal if allows(deal.decide, state) else None

    def _in_kind(self, state: MonopolyState) -> Action | None:
        """Return property offered for a debt, for all of it or a part, if somebody owes one."""
        owed = [debt for debt in state.debts if debt.creditor is not None]
        if not owed:
            return None
        debt = self.random.choice(owed)
        assert debt.creditor is not None
        gives = self._some(state, debt.debtor)
        pays = self.random.choice((0, state.cash(debt.debtor) // 2))
        covers = self.random.choice((debt.amount, self.random.randint(1, debt.amount)))
        offer = ProposeDeal(debt.debtor, debt.creditor, gives, pays=pays, covers=covers)
        return offer if allows(offer.decide, state) else None

    def _line_corrected(self, state: MonopolyState) -> Action:
        """Return the banker's word on a line of a list."""
        said = self.random.choice(LINES)
        line = self.random.choice(LISTS), self.random.choice(OUTCOMES)
        if state.line is not None and state.line[1]:
            line = state.line
        return SetLine(*line, said.kind, said.amount, said.hotel)

    def _some(self, state: MonopolyState, seat: int) -> tuple[int, ...]:
        able = [
            space.position
            for space in state.owned(seat)
            if allows(require_tradable, state, seat, space.position)
        ]
        return tuple(self.random.sample(able, min(len(able), self.random.randint(0, 2))))


IN_KIND = 0.2
"""How often whoever owes a player offers him property."""
EAGER = ("ask_rent", "buy", "build", "accept_deal")
RAISING = ("sell_down", "mortgage")
STEADY = (
    "go_bankrupt", "pay_debt", *RAISING, "deal_deeds", "begin", "knock_down",
    "want", "buy", "decline", "land", "roll_list", "follow_line", "roll", "call_time",
)  # fmt: skip

Step = tuple[MonopolyState, Action, tuple[Fact, ...], MonopolyState]


def played(setup: Setup, random: Random, most: int, first: Iterable[Action] = ()) -> Iterator[Step]:
    """Yield so many steps of a game: the state, an action, its facts, the state after it.

    first: actions that come before chance has its way.
    """
    state = GAME.rules.begin(setup)
    household = Household(
        random, thrift=random.choice((0.01, 0.1)), love=random.choice((0.0, 0.02, 0.1))
    )
    actions = iter(first)
    for _ in range(most):
        if state.stage == "over":
            return
        action = next(actions, None) or household.next_action(state)
        facts = action.decide(state)
        before, state = state, folded(GAME, state, facts)
        yield before, action, facts, state
