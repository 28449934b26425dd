"""Moments of random games: a table in each state in which its screens offer something else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import game_named
from companion.mechanics.codec import from_json
from companion.mechanics.game import AnyGame
from tests.games.households import a_record
from tests.games.monopoly.monopoly_player import dear_copy
from tests.games.players import EVERY_WAY, household, setup_of
from tests.games.records import setup_in

Record = dict[str, Any]
ALIKE: dict[str, dict[str, Any]] = {
    "free_bank": {"players": 3, "salary": 200, "movers": "pay_and_take"},
    "monopoly": {"players": 3, "copy": dear_copy(3)},
}
"""What is the same at all tables of a game."""
STEPS = 150
"""Steps of a game that is looked at; by then every stage came."""


def random_game(game: str, seed: int) -> Record:
    """Return a game by chance, at a table whose options the seed decides."""
    way = Random(seed).choice([way for name, way in EVERY_WAY if name == game])
    return a_record(household(game, seed), setup_of(game, way, **ALIKE.get(game, {})), 3 * STEPS)


def moments(game: str, seed: int) -> Iterator[tuple[Record, int | None]]:
    """Yield a record up to each state in which somebody is offered what nobody was before.

    Beside it the seat that the table waits for, None where it waits for none or for the banker.
    """
    box: AnyGame = game_named(game)
    record, seen = random_game(game, seed), set()
    state = box.rules.begin(setup_in(box, record))
    for place, action in enumerate(record["actions"][: STEPS * 2]):
        seats = box.rules.waiting(state).seats
        seat = seats[0] if seats else None
        offers = [*box.legal_actions(state, None)]
        offers += box.legal_actions(state, seat) if seat is not None else ()
        offered = frozenset(offer.kind for offer in offers)
        if offered not in seen:
            seen.add(offered)
            yield {**record, "actions": record["actions"][:place]}, seat
        for fact in from_json(action, box.action_kinds).decide(state):
            state = box.evolve(state, fact)
