"""The short form of ``make soak``: the same, a little of it."""

from __future__ import annotations

import random
from pathlib import Path

from companion.games import all_games
from tests.soak.crowd import fire
from tests.soak.explained import assert_explained
from tests.soak.fuzzing import fuzz
from tests.soak.killing import soak
from tests.soak.recorded import recorded_games, sat_down, some_of_each
from tests.soak.server import Site

KILLS, TABLES = 4, 4
SHOTS = 30
REQUESTS = 2000


def test_every_game_has_recorded_games_to_be_played_by_the_soak() -> None:
    assert {one.game for one in recorded_games()} == set(all_games())


def test_a_server_killed_at_random_moments_loses_no_tap_and_takes_none_twice(
    site: Site,
) -> None:
    done = soak(site, KILLS, TABLES, seed=7)

    assert done["kills"] == KILLS and done["answered"] > 0 and done["refused"] == 0


def test_what_a_crowd_was_told_is_explained_by_the_order_of_the_log(site: Site) -> None:
    with site.opened() as app, site.serving() as server, site.serving() as other:
        for party in [sat_down(app, one) for one in some_of_each(2, random.Random(5))]:
            ports = [server.port, other.port]
            shots = fire(app, party, ports, lambda one: len(one.shots) == SHOTS, seed=11)

            counted = assert_explained(app, party, shots)
            assert counted["taken"] and counted["refused"]


def test_no_request_breaks_the_companion_and_none_that_is_refused_changes_it(
    tmp_path: Path,
) -> None:
    statuses = fuzz(tmp_path, REQUESTS, 8, seed=3)

    assert {200, 303, 400, 403, 404, 405, 422} <= set(statuses)
