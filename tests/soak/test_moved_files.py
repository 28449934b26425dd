"""The database file of a running server is deleted, moved or replaced; saved games are imported."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.upload import long_record, upload
from tests.extent import choose
from tests.forked import run_in
from tests.parties import Party, opened, sat_down, some_of_each
from tests.patience import SOAK_SEED, rounds
from tests.servers import GEVENT, WAITRESS, Site, serving
from tests.soak.logs import DATABASE
from tests.soak.test_faults import Evening
from tests.tables.test_moved_files import delete, move, replace_with_a_copy

pytestmark = pytest.mark.processes
LONG = choose(check=1, test=600, full=5_000)


HARMS: tuple[Callable[[Path], None], ...] = (delete, move, replace_with_a_copy)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [GEVENT, pytest.param(WAITRESS, marks=pytest.mark.full)])
def test_no_move_is_lost_while_the_database_file_is_moved(tmp_path: Path, kind: str) -> None:
    """An accepted move is in the file that is at the path of the database."""
    chance = random.Random(SOAK_SEED)
    file = tmp_path / DATABASE
    party = _party(tmp_path, chance)
    with serving(tmp_path, kind) as server:
        evening = Evening(party, server)
        for number in rounds(len(HARMS)):
            evening.play(chance.randrange(1, 6))
            aside = file.with_name("aside")
            aside.hardlink_to(file)
            HARMS[number % len(HARMS)](file)
            tap = evening.script.next()
            assert evening.take(tap).status == 503
            assert server.get("/ready")[0] == 503
            aside.replace(file)
            # A rename onto another name of the same file would do nothing.
            file.with_name("elsewhere").unlink(missing_ok=True)
            assert evening.take(tap).sequence is not None, "the same move, sent again"
            assert server.get("/ready")[0] == 200
        evening.assert_nothing_lost()


# The refusal itself is tested in test_started_twice.
@pytest.mark.full
@pytest.mark.soak
def test_a_second_server_is_refused_and_no_move_is_lost(tmp_path: Path) -> None:
    party = _party(tmp_path, random.Random(SOAK_SEED))
    with serving(tmp_path) as server:
        evening = Evening(party, server)
        for _ in rounds(1):
            evening.play(3)
            second = run_in(tmp_path, "serve", "--port", "0", "--server", "waitress")
            assert second.returncode == 1 and "already running" in second.stderr
            evening.play(3)
        evening.assert_nothing_lost()


# tests/tables/test_long_files tests that every part of an import yields to other requests.
@pytest.mark.full
@pytest.mark.soak
def test_moves_are_answered_while_a_file_is_imported(site: Site) -> None:
    """A long import does not delay other tables."""
    with site.opened() as app:
        party = sat_down(app, some_of_each(1, random.Random(SOAK_SEED))[0])
        record = long_record(app, LONG)
    with site.serving() as server:
        evening = Evening(party, server)
        for _ in rounds(1):
            importing = threading.Thread(target=upload, args=(server, party.banker, record))
            importing.start()
            before = len(evening.replies)
            while importing.is_alive():
                evening.play(1)
            assert len(evening.replies) > before + 1
        evening.assert_nothing_lost()


def _party(folder: Path, chance: random.Random) -> Party:
    with opened(folder) as app:
        return sat_down(app, some_of_each(1, chance)[0])
