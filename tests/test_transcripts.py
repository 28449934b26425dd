"""No screen, no sentence, no button and no fact of a recorded game changes unseen.

A game is written down step by step: what was tapped, what happened, what everybody sees and may do;
at once and for one table without a database: only the log's fold, the screens and the words. Who
means to change one runs ``make transcripts`` and reads what changed. As a program:

python -m tests.test_transcripts FILE.json          write down a record
python -m tests.test_transcripts GAME SEED          write down a game by chance
python -m tests.test_transcripts                    keep all anew: see what changed with git diff
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask

from companion import create_app
from companion.games import all_games, game_named
from companion.mechanics.codec import described, to_json
from companion.mechanics.game import AnyGame, Offer, OneOf
from companion.mechanics.log import Entry
from companion.mechanics.timeline import Timeline
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import export_record, import_record
from companion.web.history.lines import told
from companion.web.live.screens import Viewer, asked, offered
from companion.web.live.streams import live
from companion.web.requests.language import speaker_for
from tests.games.players import random_game
from tests.transcripts.kept import FOLDER, recorded
from tests.transcripts.screen_text import screen_text

Record = dict[str, Any]
MOMENT = 1_800_000_000
"""Seconds since 1970: when everything happens for whom the record does not say it."""
KINDS = FOLDER / "kinds.json"
MOST_BYTES = 2_000_000
WHOLE = {
    "big_shot/two-italian": 40,
    "big_cheese/nobody-can-outbid": 60,
    "big_deal/two-added-to-pay": 40,
    "monopoly/two-landings": 40,
    "free_bank/sealed": 40,
}
"""What is kept as text to read, and how many of its steps."""
GAMES = dict(recorded())
SPOKEN = ("en", "it", "fr")
"""The languages that a transcript keeps; more would say the same again."""
PRESENT = frozenset(("phone 0", "phone 1"))


def transcript(app: Flask, record: Record, steps: int | None = None) -> str:
    """Return a recorded game as text; steps: only so many of its entries."""
    with app.app_context(), patch("time.time", lambda: float(MOMENT)):
        table = import_record(record, "banker")
        return "\n".join(_lines(table, steps)) + "\n"


def _lines(table: OpenTable, steps: int | None) -> Iterator[str]:
    exported = export_record(table, None)
    for entry in exported["entries"]:
        entry["at"] = 0  # the moment it was read
    record = json.dumps(exported, ensure_ascii=False)
    yield f"{table.game.title}: {hashlib.sha256(record.encode()).hexdigest()} is its record"
    yield from (f"option {name}: {value}" for name, value in sorted(table.setup.options.items()))
    timeline = Timeline.begun(table.game, table.setup)
    seen: dict[str, list[str]] = {}
    yield from _step(table.extended(timeline, _NOTHING), None, seen)
    for step in table.timeline.standing.entries[:steps]:
        timeline = timeline.after(step)
        yield from _step(table.extended(timeline, step), step, seen)


_NOTHING = Entry(0, {})


def _step(moment: OpenTable, entry: Entry | None, seen: dict[str, list[str]]) -> Iterator[str]:
    """Yield a step; of a screen or a menu only what is not as it was one step earlier."""
    yield ""
    if entry is not None:
        yield f"== {entry.sequence}: {json.dumps(dict(entry.action), ensure_ascii=False)}"
        yield from (f"   {json.dumps(to_json(fact), ensure_ascii=False)}" for fact in entry.facts)
        yield from _history(moment, entry)
    for name, lines in _everybody(moment):
        if seen.get(name) != lines:
            seen[name] = lines
            yield f"-- {name}"
            yield from (f"   {line}" for line in lines)


def _history(moment: OpenTable, entry: Entry) -> Iterator[str]:
    """Yield an entry's sentences as everybody reads them, and as a seat does where it differs."""
    known: set[str] = set()
    for seat in (None, *range(len(moment.seats))):
        for language in SPOKEN:
            for sentence in told(moment, entry, seat):
                line = f"{language}: {speaker_for(language).say(sentence)}"
                if line not in known:
                    known.add(line)
                    yield f"   {line}" if seat is None else f"   to seat {seat}, {line}"


def _everybody(moment: OpenTable) -> Iterator[tuple[str, list[str]]]:
    """Yield the text of each screen, then what may be done, by whose it is."""
    screens = live().screens
    for name, viewer in _viewers(moment):
        yield name, screen_text(screens.now(moment, viewer, PRESENT))
    for seat in (None, *range(len(moment.seats))):
        menu = sorted(
            _offer(offer) for offer in offered(moment.game, asked(moment), seat, banker=True)
        )
        yield f"may be done for {'the table' if seat is None else f'seat {seat}'}", menu


def _viewers(table: OpenTable) -> Iterator[tuple[str, Viewer]]:
    yield "screen for all", Viewer(Actor("banker", "banker"), "table", "en", "token")
    yield "banker", Viewer(Actor("banker", "banker"), "seat", "en", "token")
    for seat in range(len(table.seats)):
        actor = Actor(f"phone {seat}", "player", seat)
        yield f"seat {seat}", Viewer(actor, "seat", "en", "token")


def _offer(offer: Offer) -> str:
    fields = (
        f"{name}={'|'.join(map(str, values.values))}"
        if isinstance(values, OneOf)
        else f"{name}={values.lowest}..{'' if values.highest is None else values.highest}"
        for name, values in sorted(offer.fields.items())
    )
    return " ".join((offer.kind, *fields))


def kinds_of(game: str) -> dict[str, dict[str, list[str]]]:
    """Return the fields and their types of each kind of action and of fact of a game."""
    rules: AnyGame = game_named(game)
    return {
        what: {
            kind: [
                f"{name}: {words}" + ("" if must else " = …")
                for name, words, must in described(cls)
            ]
            for kind, cls in sorted(classes.items())
        }
        for what, classes in (("actions", rules.action_kinds), ("facts", rules.fact_kinds))
    }


def text_file(name: str) -> Path:
    """Return where the text to read of a game is kept."""
    return FOLDER / f"{name}.txt"


def packed_file(name: str) -> Path:
    """Return where the compressed text of a game is kept."""
    return FOLDER / f"{name}.txt.xz"


def read(path: Path) -> str:
    """Return a kept text, the empty one if there is none."""
    if not path.exists():
        return ""
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()


def first_difference(before: str, after: str) -> str:
    """Return the step and the line in which two transcripts part, "" where they do not."""
    step = ""
    for old, new in zip_longest(before.splitlines(), after.splitlines()):
        if old != new:
            return f"in {step}\n  was: {old}\n  is:  {new}"
        step = old if old.startswith("== ") else step
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_looks_and_reads_as_it_did(app: Flask, tmp_path: Path, name: str) -> None:
    before, after = read(packed_file(name)), transcript(app, GAMES[name])
    (tmp_path / "was.txt").write_text(before, "utf-8")
    (tmp_path / "is.txt").write_text(after, "utf-8")

    assert first_difference(before, after) == "", f"compare was.txt and is.txt in {tmp_path}"


@pytest.mark.parametrize("name", WHOLE)
def test_the_text_to_read_is_the_beginning_of_the_whole_game(name: str) -> None:
    whole, shown = read(packed_file(name)), read(text_file(name))

    assert shown and whole.startswith(shown.rstrip("\n"))


def test_every_kind_of_the_log_keeps_its_fields_and_their_types() -> None:
    before: dict[str, Any] = json.loads(read(KINDS))

    assert {name: kinds_of(name) for name in all_games()} == before


def test_a_transcript_is_kept_of_every_recorded_game_and_of_no_other() -> None:
    files = {path for path in FOLDER.rglob("*.txt*")}

    wanted = {packed_file(name) for name in GAMES}
    assert files == wanted | {text_file(name) for name in WHOLE}
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_a_screen_is_written_a_control_a_line_without_what_nobody_reads() -> None:
    drawn = (
        "<div><script>no()</script><p>Your\n <b>turn</b></p><button>Bid 3</button><button></button>"
        '<a href="/">x\n</a><button disabled>Pass</button><input type="hidden" name="key">'
        '<input name="cash" value="7"></div>'
    )

    assert screen_text(drawn) == ["Your turn", "[Bid 3]", "<x >", "(off) [Pass]", "(cash: 7)"]


def test_the_first_difference_is_named_with_its_step() -> None:
    assert first_difference("== 1: {}\na\n", "== 1: {}\na\n") == ""
    assert first_difference("== 1: {}\na\n", "== 1: {}\nb\n") == "in == 1: {}\n  was: a\n  is:  b"


def main(arguments: list[str]) -> None:
    """Do what the arguments say."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": Path(folder), "TESTING": True})
        if not arguments:
            keep_all(app)
        elif len(arguments) == 2:
            print(transcript(app, random_game(arguments[0], int(arguments[1]))), end="")
        else:
            print(transcript(app, json.loads(Path(arguments[0]).read_text("utf-8"))), end="")


def keep(path: Path, text: str) -> None:
    """Keep a text, if it is not the one that is kept."""
    if text == read(path):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    path.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)


def keep_all(app: Flask) -> None:
    """Write down every recorded game, and every kind of action and fact."""
    kinds = {name: kinds_of(name) for name in all_games()}
    keep(KINDS, json.dumps(kinds, indent=1) + "\n")
    for name, record in GAMES.items():
        keep(packed_file(name), transcript(app, record))
        if name in WHOLE:
            keep(text_file(name), transcript(app, record, WHOLE[name]))


if __name__ == "__main__":
    main(sys.argv[1:])
