"""Moments of random games: a table in each state in which its screens offer something else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import game_named
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import AnyGame, Setup
from tests.games.big_cheese import big_cheese_player
from tests.games.big_deal import big_deal_player
from tests.games.big_shot import big_shot_player
from tests.games.free_bank import free_bank_player
from tests.games.monopoly import monopoly_player
from tests.games.records import setup_in

Record = dict[str, Any]
STEPS = 150
"""Steps of a game that is looked at; by then every stage came."""


def record_of(game: str, setup: Setup, actions: list[Any]) -> Record:
    """Return a game as a record of actions alone."""
    return {
        "format": "companion record",
        "version": 1,
        "game": game,
        "options": dict(setup.options),
        "copy": dict(setup.copy),
        "seats": [{"name": seat.name, "colours": list(seat.colours)} for seat in setup.seats],
        "actions": [to_json(action) for action in actions],
    }


def random_game(game: str, seed: int) -> Record:
    """Return a game by chance, at a table whose options the seed decides."""
    chance = Random(seed)
    if game == "big_cheese":
        return big_cheese_player.a_record(chance.choice((3, 4)), seed)
    if game == "free_bank":
        return free_bank_player.a_record(3, seed, salary=200, movers="pay_and_take")
    if game == "big_shot":
        setup = big_shot_player.a_setup(chance.choice((2, 4)), hidden=chance.random() < 0.3)
        steps = [action for _, action, _ in big_shot_player.played(setup, chance)]
    elif game == "big_deal":
        setup = big_deal_player.a_setup(3, shark=chance.random() < 0.3, known=seed % 2 == 0)
        steps = [action for _, action, _ in big_deal_player.played(setup, chance)]
    else:
        setup = monopoly_player.a_setup(3, monopoly_player.dear_copy(3))
        steps = [step[1] for step in monopoly_player.played(setup, chance, 3 * STEPS)]
    return record_of(game, setup, steps)


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
