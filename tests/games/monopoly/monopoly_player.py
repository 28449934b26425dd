"""Players who play Monopoly Travel at random, with adjustable thrift and deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, cast

from companion.games.monopoly import GAME
from companion.games.monopoly.board import LISTS, OUTCOMES, classic_board
from companion.games.monopoly.buildings import Want, sites
from companion.games.monopoly.corrections import SetLine
from companion.games.monopoly.deals import ProposeDeal, require_tradable
from companion.games.monopoly.effects import KINDS, amount_range
from companion.games.monopoly.short_of_money import RaiseMoney
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.actions.refusal import is_legal
from companion.mechanics.game import Action, LegalMove, Range, Setup
from companion.testing import households

RAISING = ("mortgage", "sell", "sell_down", "raise_money", "lift")
EAGER = ("ask_rent", "buy", "build", "accept_deal")
ONCE = 0.1
"""How often a line is followed without being remembered."""
IN_KIND = 0.2
"""How often a debtor offers property to the creditor."""


def dear_copy(times: int = 10) -> dict[str, Any]:
    """Return a board with multiplied rents and a small salary, so that games end soon."""
    copy = classic_board("en")
    copy["salary"] = 20
    for space in cast("list[dict[str, Any]]", copy["spaces"]):
        if "rents" in space:
            space["rents"] = [times * rent for rent in space["rents"]]
    return copy


WAYS = households.ways(
    players=(4,),
    variant=("normal", "fast"),
    rent=("asked", "automatic"),
    following=(True, False),
    minutes=(None, 30),
    pot=(False, True),
)
WAYS["dear"] = {"players": 3, "copy": dear_copy()}


def a_setup(players: int = 4, copy: dict[str, Any] | None = None, **options: object) -> Setup:
    """Return a prepared setup with that many players."""
    said = {name: choice for name, choice in options.items() if choice is not None}
    return GAME.rules.prepare(Setup(said, households.seated(players), copy or {}))


class Household(households.Household[MonopolyState]):
    """thrift: how often it raises money when nobody asks for it; love: how often it deals."""

    game = GAME
    most = 260
    raises = (0, 0, 1, 10, 40)
    unsure = frozenset(("call_time",))
    beside = frozenset(("propose_deal", "raise_money"))

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.thrift = random.choice((0.01, 0.1))
        self.love = random.choice((0.0, 0.02, 0.1))

    def keen(self, state: MonopolyState, kind: str) -> float:
        if kind in RAISING:
            return 1 if state.debts else self.thrift
        return 6 if kind in EAGER else 1

    def next_action(self, state: MonopolyState) -> Action:
        """Return an offered action, or sometimes a deal or a corrected line."""
        said: Action | None = None
        if self.random.random() < self.love and state.stage not in ("deal", "start"):
            said = self.random.choice((self._deal, self._line_corrected))(state)
        if said is None and self.random.random() < IN_KIND:
            said = self._in_kind(state)
        if said is not None and is_legal(said.decide, state):
            return said
        return super().next_action(state)

    def to_follow_line(self, state: MonopolyState, offer: LegalMove) -> Action | None:
        """Follow a line as it is offered, sometimes without learning it."""
        return self.as_offered(state, offer, once=self.random.random() < ONCE)

    def to_call_time(self, state: MonopolyState, offer: LegalMove) -> Action | None:
        return self.as_offered(state, offer, at=self.at)

    def to_raise_money(self, state: MonopolyState, offer: LegalMove) -> Action | None:
        """Raise money in the way that is offered."""
        assert isinstance(offer.action, RaiseMoney)
        raised = replace(offer.action, at=self.at)
        return raised if is_legal(raised.decide, state) else None

    def to_want(self, state: MonopolyState, offer: LegalMove) -> Action:
        """Want some of the possible streets, if they can be wanted together."""
        assert state.wants is not None and offer.seat is not None
        row = list(sites(state, offer.seat, state.wants.building)) * self.random.randint(1, 2)
        want = Want(offer.seat, tuple(row[: self.random.randint(0, len(row))]))
        return want if is_legal(want.decide, state) else Want(offer.seat)

    def _deal(self, state: MonopolyState) -> Action:
        """Return an offer of property for money or for another property."""
        seat, other = self.random.sample(list(state.active), 2)
        return ProposeDeal(
            seat,
            other,
            gives=self._some(state, seat),
            takes=self._some(state, other),
            pays=self.random.choice((0, 0, 20, 100)),
            asks=self.random.choice((0, 0, 50, 200)),
            keys_given=min(state.keys[seat], self.random.randint(0, 1)),
        )

    def _in_kind(self, state: MonopolyState) -> Action | None:
        """Return an offer of property for a debt or a part of it, None without debts."""
        owed = [debt for debt in state.debts if debt.creditor is not None]
        if not owed:
            return None
        debt = self.random.choice(owed)
        assert debt.creditor is not None
        covers = self.random.choice((debt.amount, self.random.randint(1, debt.amount)))
        pays = self.random.choice((0, state.money(debt.debtor) // 2))
        gives = self._some(state, debt.debtor)
        return ProposeDeal(debt.debtor, debt.creditor, gives, pays=pays, covers=covers)

    def _line_corrected(self, state: MonopolyState) -> Action:
        """Return a correction of a line, of the one that is being followed if any."""
        kind = self.random.choice(KINDS)
        line = self.random.choice(LISTS), self.random.choice(OUTCOMES)
        if state.line is not None and state.line[1]:
            line = state.line
        hotel = 100 if kind == "repairs" else 0
        return SetLine(*line, kind, self.value(Range(*amount_range(kind)), 100), hotel)

    def _some(self, state: MonopolyState, seat: int) -> tuple[int, ...]:
        """Return up to two deeds that a seat may give away."""
        able = [
            space.position
            for space in state.owned(seat)
            if is_legal(require_tradable, state, seat, space.position)
        ]
        return tuple(self.random.sample(able, min(len(able), self.random.randint(0, 2))))
