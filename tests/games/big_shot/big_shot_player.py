"""A household that plays Big Shot by chance: real squares, real cubes, legal actions alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.cubes import Place
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Lead, Roll
from companion.games.big_shot.untracked import Score, Settle
from companion.mechanics.game import Action, Offer, OneOf, Setup, Sitting, Whole

NAMES = ("Anna", "Bruno", "Carla", "Dario")

EXAMPLE_COPY: dict[str, object] = {
    "lots": [
        {"name": name, "value": int(name.split()[0])}
        for name in ("9", "9 b", "10", "10 b", "11", "11 b", "16", "18", "19", "20", "21")
    ],
    "parks": [
        {"name": "park a", "touches": ["9", "10"]},
        {"name": "park b", "touches": ["9 b", "10 b", "11"]},
    ],
}
"""Figures of an invented household, for tests; no printed board is meant."""


def a_setup(
    players: int = 4,
    *,
    edition: str = "it",
    tracking: str = "full",
    hidden: bool = False,
    copy: dict[str, object] | None = None,
) -> Setup:
    """Return a prepared set-up with the first so many names."""
    options = {"edition": edition, "tracking": tracking, "hidden_money": hidden}
    seats = tuple(Sitting(name) for name in NAMES[:players])
    return GAME.rules.prepare(Setup(options, seats, EXAMPLE_COPY if copy is None else copy))


class Household:
    """Chooses each action from what is offered; knows the squares and, as people do, the lots.

    daring: how often somebody bids on; thirst: how often somebody borrows.
    """

    def __init__(
        self, random: Random, colours: tuple[str, ...], *, daring: float, thirst: float
    ) -> None:
        self.random = random
        self.daring = daring
        self.thirst = thirst
        self.squares = self._squares(colours)
        self.lying: dict[str, dict[str, int]] = {}

    def _squares(self, colours: tuple[str, ...]) -> list[list[str]]:
        cubes = [colour for colour in colours for _ in range(18)]
        while True:
            self.random.shuffle(cubes)
            squares = [cubes[place : place + 4] for place in range(0, 72, 4)]
            if all(len(set(square)) > 1 for square in squares):
                return squares

    def next_action(self, state: BigShotState) -> Action:
        """Return a legal action for a table that is not over."""
        if state.stage == "lead":
            return Lead(seat=self.random.randrange(len(state.setup.seats)))
        table = {offer.kind for offer in GAME.legal_actions(state, None)}
        full = [lot for lot, pile in self.lying.items() if sum(pile.values()) == 7]
        if state.tracking == "light" and "settle" in table:
            if full and (state.stage == "settle" or self.random.random() < 0.3):
                return self._settle(full[0])
            if state.stage == "settle" and self.lying:
                return self._settle(next(iter(self.lying)))
        if "score" in table:
            return Score()
        return self._of_a_seat(state)

    def _settle(self, lot: str) -> Action:
        return Settle(lot, self.lying.pop(lot))

    def _of_a_seat(self, state: BigShotState) -> Action:
        offers = [
            offer
            for seat in range(len(state.setup.seats))
            for offer in GAME.legal_actions(state, seat)
        ]
        loans = [offer for offer in offers if offer.kind == "borrow"]
        if loans and self.random.random() < self.thirst:
            return self._borrow(self.random.choice(loans))
        others = {offer.kind: offer for offer in offers if offer.kind != "borrow"}
        if "bid" in others and self.random.random() < self.daring:
            return self._bid(others["bid"])
        return self._plain(state, next(others[kind] for kind in KINDS if kind in others))

    def _borrow(self, offer: Offer) -> Action:
        assert offer.seat is not None
        colours = offer.fields.get("colour")
        colour = self.random.choice(colours.values) if isinstance(colours, OneOf) else None
        return Borrow(offer.seat, None if colour is None else str(colour))

    def _bid(self, offer: Offer) -> Action:
        amounts = offer.fields["amount"]
        assert isinstance(amounts, Whole) and offer.seat is not None
        more = self.random.choice((0, 0, 0, 1, 1, 2, 4))
        highest = amounts.lowest + more if amounts.highest is None else amounts.highest
        return Bid(offer.seat, min(amounts.lowest + more, highest))

    def _plain(self, state: BigShotState, offer: Offer) -> Action:
        assert offer.seat is not None
        if offer.kind == "roll":
            return Roll(offer.seat, self.random.randint(1, 6))
        if offer.kind == "pass":
            return Pass(offer.seat)
        if offer.kind == "pay":
            colours = offer.fields["colour"]
            assert isinstance(colours, OneOf)
            return Pay(offer.seat, str(self.random.choice(colours.values)))
        return Place(offer.seat, self.cubes_on_lots(state.turn, tuple(state.copy.lots), state))

    def cubes_on_lots(
        self, turn: int, lots: tuple[str, ...], state: BigShotState
    ) -> tuple[tuple[str, str], ...]:
        """Return the turn's square, each cube on a lot that has room."""
        cubes = list(self.squares[turn - 1])
        self.random.shuffle(cubes)
        room = {lot: state.room(lot) for lot in lots}
        placed = []
        for colour in cubes:
            lot = self.random.choice([lot for lot in lots if room[lot]])
            room[lot] -= 1
            placed.append((colour, lot))
        return tuple(placed)

    def place_on_the_table(self, turn: int, state: BigShotState) -> None:
        """Lay a turn's cubes on lots where the app does not follow them."""
        for colour in self.squares[turn - 1]:
            lots = [
                lot
                for lot in state.copy.lots
                if lot not in state.sold and sum(self.lying.get(lot, {}).values()) < 7
            ]
            pile = self.lying.setdefault(self.random.choice(lots), {})
            pile[colour] = pile.get(colour, 0) + 1


KINDS = ("roll", "pay", "place", "pass")


def a_household(random: Random, state: BigShotState) -> Household:
    """Return a household of some temper for a table that begins."""
    return Household(
        random,
        state.colours,
        daring=random.choice((0.2, 0.5, 0.7)),
        thirst=random.choice((0.02, 0.1, 0.3)),
    )


Step = tuple[BigShotState, Action, BigShotState]


def played(setup: Setup, random: Random) -> Iterator[Step]:
    """Yield every step of a whole game: the state, an action, and the state after it."""
    state = GAME.rules.begin(setup)
    household = a_household(random, state)
    while state.stage != "over":
        action = household.next_action(state)
        before = state
        for fact in action.decide(state):
            state = GAME.evolve(state, fact)
        yield before, action, state
        if state.tracking == "light" and state.turns_finished > before.turns_finished:
            household.place_on_the_table(state.turns_finished, state)
