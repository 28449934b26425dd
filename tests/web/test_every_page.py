"""Every page, link, form and button of some moments is compared with the text kept of it.

Every page that a link leads to is written down, and what each button on it does: of one moment of
each game, each in one of the languages, and of everything outside a table. ``make transcripts``
writes them again after an intended change; read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.testing.transcripts import first_difference, keep, read
from tests.web.moments import EVERY, LANGUAGES
from tests.web.outside import OUTSIDE, household
from tests.web.visits import (
    BANKER,
    Visit,
    begun,
    everything,
    masked,
    pressed,
    submitted,
    visits,
    written,
)

FOLDER = Path(__file__).parent / "every_page"
HOME = "outside"


def pages_of_a_table(app: Flask, name: str) -> str:
    """Return all pages of a moment as text, then what their buttons do.

    The printed numbers of Monopoly, by far the longest page, are left out.
    """
    moment = begun(app, EVERY[name], language=LANGUAGES[name])
    found = list(everything(moment, "copy" if name == "mo-debt" else ""))
    pressing = ((visit, pressed(moment, visit)) for visit in found)
    submitting = ((visit, submitted(moment.people[visit.who], visit)) for visit in found)
    banker = moment.people[BANKER]
    later = visits(app, banker, f"{BANKER} afterwards", f"{moment.start}invite")
    return _text([*written(found), *_headed(pressing), *_headed(submitting), *written(later)])


def pages_outside(app: Flask) -> str:
    """Return the pages outside the tables as text, then what their forms lead to as they stand."""
    phone = household(app)
    found = [visit for path in OUTSIDE for visit in visits(app, phone, "somebody", path)]
    done = ((visit, submitted(phone, visit)) for visit in found)
    later = (visit for path in ("/", "/sheets/") for visit in visits(app, phone, "later", path))
    return _text([*written(found), *_headed(done), *written(later)])


def _headed(done: Iterator[tuple[Visit, Iterator[str]]]) -> Iterator[str]:
    for visit, lines in done:
        for number, line in enumerate(lines):
            if not number:
                yield f"\n== {visit.who} taps at {visit.path}"
            yield line


def _text(lines: list[str]) -> str:
    return masked("\n".join(lines)).strip() + "\n"


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("name", EVERY)
def test_every_page_of_a_table_matches_its_snapshot(app: Flask, tmp_path: Path, name: str) -> None:
    # Its own app: Tonight counts every game of the same people on this machine.
    now = pages_of_a_table(app, name)

    assert_as_kept(name, now, tmp_path)


@pytest.mark.usefixtures("standing_clock")
def test_every_other_page_matches_its_snapshot(app: Flask, tmp_path: Path) -> None:
    # Its own app: the first page lists every table of this machine.
    now = pages_outside(app)

    assert_as_kept(HOME, now, tmp_path)


def assert_as_kept(name: str, now: str, folder: Path) -> None:
    """Assert that a text is the one that is kept, and leave it in a folder to be compared."""
    (folder / "is.txt").write_text(now, "utf-8")
    difference = first_difference(read(FOLDER / f"{name}.txt"), now)
    assert difference == "", f"compare {FOLDER / name}.txt and is.txt in {folder}"


def test_there_is_one_snapshot_per_moment() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*EVERY, HOME}


def keep_every_page(app: Flask) -> None:
    """Write down all pages; the app has no tables so far."""
    keep(FOLDER / f"{HOME}.txt", pages_outside(app))
    for name in EVERY:
        keep(FOLDER / f"{name}.txt", pages_of_a_table(app, name))
