"""Databases, saved games, URLs and plugins of landed versions still work.

``tests/frozen`` holds those of commit ef1ad72e, and ``tests/frozen/f8e0e774`` the databases, saved
games and lists of names of commit f8e0e774. Files may be added, but none may be changed or removed.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select

from companion.cli import main
from companion.games import game_named
from companion.tables.storage.models import CopyRow, Table, db
from companion.testing.households import Household, Play, seated
from tests.conftest import MakeApp
from tests.database_servers import Postgresql
from tests.frozen import today
from tests.patience import PATIENCE
from tests.sources import ROOT
from tests.test_plugins import forget_games
from tests.web.pages import Page
from tests.web.phones import Phone

FROZEN = ROOT / "tests" / "frozen"
LATER = FROZEN / "f8e0e774"
KNOWN = json.loads((FROZEN / "known.json").read_text("utf-8"))
"""By database: its secret key, the codes of its tables, and passes for a seat and the banker."""
PLUGINS = ("harvest_market", "orchard_row")
GAMES = ("big_cheese", "big_deal", "big_shot", "free_bank", "monopoly")
LISTS: dict[str, Callable[[Flask], dict[str, object]]] = {
    "addresses": today.addresses,
    "columns": today.columns,
    "commands": lambda _: today.commands(),
    "fields": lambda _: today.fields(),
    "rules": lambda _: today.rules(),
    "settings": lambda _: today.settings(),
}
WORDS = frozenset(("file", "label", "message"))
"""Keys of ``verify --json`` with texts for people, which may change."""
LOOKED_AT = tuple(f"{game} {number}" for game in GAMES for number in (0, 1))
"""Tables whose pages are visited."""
TABLE_PAGES = (
    "",
    "?screen=table",
    "invite",
    "history",
    "history?step=3",
    # An added account, whose name is corrected here and no longer offered instead of a salary.
    "history?step=19",
    "bank",
    "account",
    "copy",
)
PAGES = (
    *("/", "/score/", "/sheets/", "/evenings"),
    *(f"/{place}/{game}" for game in GAMES for place in ("new", "rules")),
    *(f"/score/{game}" for game in GAMES if game != "free_bank"),
)


JUDGED_OTHERWISE = {"recorded big_deal three-kept-then-opened"}
"""Saved games without events, for which a rule changed since then gives another verdict.

Their own tests derive the current result.
"""


every_version = pytest.mark.parametrize("corpus", [FROZEN, LATER], ids=["ef1ad72e", "f8e0e774"])


@cache
def saved_games(corpus: Path = FROZEN) -> dict[str, dict[str, Any]]:
    """Return every frozen saved game by its name."""
    with zipfile.ZipFile(corpus / "saved.zip") as archive:
        games: dict[str, dict[str, Any]] = json.loads(archive.read("saved.json"))
    return games


@cache
def verdicts(corpus: Path = FROZEN) -> dict[str, Any]:
    """Return the frozen verdict of ``verify --json`` on each saved game."""
    return dict(json.loads(gzip.decompress((corpus / "verdicts.json.gz").read_bytes())))


def listed(name: str, corpus: Path = FROZEN) -> dict[str, Any]:
    return dict(json.loads((corpus / f"{name}.json").read_text("utf-8")))


def figures(verdict: Any) -> Any:
    """Return a verdict, or a part of one, without texts for people."""
    if isinstance(verdict, dict):
        return {key: figures(part) for key, part in verdict.items() if key not in WORDS}
    return [figures(part) for part in verdict] if isinstance(verdict, list) else verdict


def gone_or_changed(frozen: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return each frozen entry that has changed or is missing, with its current value."""
    current = json.loads(json.dumps(now))
    return {key: current.get(key) for key in frozen if not takes_all(frozen[key], current.get(key))}


def takes_all(frozen: Any, now: Any) -> bool:
    """Return whether an entry is equal, or is a field whose type only accepts more values now."""
    if frozen == now or not (isinstance(frozen, list) and isinstance(now, list)):
        return bool(frozen == now)
    (before, default), (after, same) = frozen, now
    return default == same and set(before.split(" | ")) <= set(after.split(" | "))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the plugins of the frozen tables, built on the interface of 1.1.

    One is made by ``new-game``, the other is the example.
    """
    site = tmp_path / "site"
    for wheel in (FROZEN / "packages").glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(site)
    monkeypatch.syspath_prepend(site)
    forget_games()
    yield
    monkeypatch.undo()
    forget_games()


@pytest.fixture
def corpus() -> Path:
    """The folder of the frozen data; tests of several versions parametrize it."""
    return FROZEN


@pytest.fixture
def on_sqlite(make_app: MakeApp, tmp_path: Path, corpus: Path) -> Flask:
    """An app on a copy of the frozen data folder."""
    file = tmp_path / "data" / "companion.sqlite"
    for old in file.parent.glob("companion.sqlite*"):
        old.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump("sqlite", corpus))
    return make_app(SECRET_KEY=bytes.fromhex(listed("known", corpus)["sqlite"]["secret"]))


@pytest.fixture
def on_postgresql(make_app: MakeApp, postgresql: Postgresql, corpus: Path) -> Iterator[Flask]:
    """An app on a copy of the frozen PostgreSQL database."""
    address = postgresql.made("frozen")
    postgresql.ask(dump("postgresql", corpus), "frozen")
    secret = bytes.fromhex(listed("known", corpus)["postgresql"]["secret"])
    yield make_app(SQLALCHEMY_DATABASE_URI=address, SECRET_KEY=secret)
    postgresql.drop("frozen")


def dump(engine: str, corpus: Path) -> str:
    return gzip.decompress((corpus / f"{engine}.sql.gz").read_bytes()).decode()


def banker_of(app: Flask) -> Phone:
    return today.device(app, "frozen banker")


def assert_replayed(app: Flask, engine: str, corpus: Path) -> None:
    """Assert that each table has the same log and the same state as then."""
    for name, code in listed("known", corpus)[engine]["tables"].items():
        written = today.exported(app, code)
        assert written == saved_games(corpus)[f"table {name}"], name
        verdict = figures(verdicts(corpus)[f"table {name}"])
        assert figures(today.verdict(written)) == verdict, name


def assert_played_on(app: Flask, engine: str, corpus: Path) -> None:
    """Assert that each unfinished table accepts a legal action and its undo."""
    over = {name for name, verdict in verdicts(corpus).items() if verdict.get("over")}
    for name, code in listed("known", corpus)[engine]["tables"].items():
        if f"table {name}" not in over:
            assert today.is_played_on(app, code), name


def fields_posted(app: Flask) -> dict[str, object]:
    """Return the fields of every form on pages of some frozen tables, and on pages without one."""
    found: dict[str, object] = {}
    banker = today.device(app, "frozen banker")
    tables = [KNOWN["sqlite"]["tables"][name] for name in LOOKED_AT]
    pages = [*PAGES, *(f"/t/{code}/{page}" for code in tables for page in TABLE_PAGES)]
    for address in pages:
        answer = banker.get(address)
        # Some games have no printed numbers.
        assert answer.status_code == 200 or address.endswith("copy"), (address, answer.status)
        for target, field in today.forms(Page(answer.text), address):
            found[f"{target} {field}"] = ""
    return found


@every_version
def test_every_old_table_is_replayed_to_its_recorded_state(
    packages: None, on_sqlite: Flask, corpus: Path
) -> None:
    assert_replayed(on_sqlite, "sqlite", corpus)


def test_a_backup_from_before_the_migration_can_be_restored(on_sqlite: Flask) -> None:
    """An older version can use it."""
    file = Path(on_sqlite.config["DATA_DIR"]) / "companion.sqlite"

    (made,) = (file.parent / "backups").glob("*.sqlite")

    with closing(sqlite3.connect(made)) as connection:
        assert "\n".join(connection.iterdump()) == dump("sqlite", FROZEN).strip()


@every_version
def test_every_old_table_can_be_played_on_and_undone(
    packages: None, on_sqlite: Flask, corpus: Path
) -> None:
    assert_played_on(on_sqlite, "sqlite", corpus)


@every_version
def test_a_database_on_a_server_is_replayed_and_played_on(
    packages: None, on_postgresql: Flask, corpus: Path
) -> None:
    assert_replayed(on_postgresql, "postgresql", corpus)
    assert_played_on(on_postgresql, "postgresql", corpus)


def owners(app: Flask) -> dict[str, str | None]:
    """Return the owner of each saved copy, and of each table's copy, by game and name."""
    saved = select(CopyRow.game, CopyRow.name, CopyRow.device)
    used = select(Table.game, Table.copy_name, Table.copy_device).where(
        Table.copy_name.is_not(None)
    )
    with app.app_context(), db.engine.connect() as connection:
        rows = [*connection.execute(used), *connection.execute(saved)]
    return {f"{game}: {name}": device for game, name, device in rows}


OWNERS = {
    "monopoly: Classic board, English names 2": "frozen banker",
    "monopoly: Our board": "frozen banker",
    "monopoly: Never used": None,
    "big_shot: Our copy": "frozen banker",
}
"""The owners of the copies of f8e0e774: one was saved under the name of a ready-made board."""
with_copies = pytest.mark.parametrize("corpus", [LATER], ids=["f8e0e774"])


@with_copies
def test_old_copies_belong_to_the_device_that_used_them_last(on_sqlite: Flask) -> None:
    assert owners(on_sqlite) == OWNERS


@with_copies
def test_old_copies_on_postgresql_belong_to_the_device_that_used_them_last(
    on_postgresql: Flask,
) -> None:
    assert owners(on_postgresql) == OWNERS


@pytest.mark.slow
def test_every_form_keeps_its_fields(packages: None, on_sqlite: Flask) -> None:
    assert gone_or_changed(listed("forms"), fields_posted(on_sqlite)) == {}


def test_tables_of_a_removed_package_are_kept_and_say_so(on_sqlite: Flask) -> None:
    banker = banker_of(on_sqlite)
    codes = [KNOWN["sqlite"]["tables"][f"{name} 0"] for name in PLUGINS]

    page = banker.go("/")
    answers = [banker.get(f"/t/{code}/{tail}") for code in codes for tail in ("", "history")]

    assert all(f"/t/{code}/" in page.html for code in codes)
    assert [answer.status_code for answer in answers] == [404] * 4


@pytest.mark.parametrize("what", ["seat", "banker"])
def test_an_old_personal_link_still_hands_over_its_seat(on_sqlite: Flask, what: str) -> None:
    phone = Phone(on_sqlite)
    link = KNOWN["sqlite"]["passes"][what]
    code = KNOWN["sqlite"]["tables"]["big_shot 0"]

    offered = phone.go(link)
    answer = phone.submit(offered.form(link))

    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{code}/"
    bank = phone.get(f"/t/{code}/bankers")
    assert bank.status_code == (200 if what == "banker" else 403)


def test_every_old_saved_game_verifies_as_recorded(packages: None) -> None:
    now = {name: figures(today.verdict(saved)) for name, saved in saved_games().items()}

    assert now.keys() == verdicts().keys()
    otherwise = {name for name, verdict in now.items() if verdict != figures(verdicts()[name])}
    assert otherwise == JUDGED_OTHERWISE


@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_refusal_still_occurs(game: str) -> None:
    lines = [one for one in listed("illegal").values() if one["game"].partition(" ")[0] == game]
    assert lines
    for line in lines:
        saved = saved_games()[f"actions {line['game']}"]
        actions = [*saved["actions"][: line["after"]], line["action"]]
        verdict = today.verdict({**saved, "actions": actions})
        assert figures(verdict) == {
            "ok": False,
            "action": line["after"],
            "refusal": line["refusal"],
            "rule": line["rule"],
        }, line


def test_verify_writes_one_line_of_json_per_file_and_ends_with_status_1_for_an_illegal_action(
    tmp_path: Path,
) -> None:
    legal, illegal = tmp_path / "legal.json", tmp_path / "illegal.json"
    saved = saved_games()["actions big_shot 0"]
    legal.write_text(json.dumps(saved), "utf-8")
    wrong = {key: part for key, part in saved.items() if key not in ("format", "version")}
    wrong["actions"] = [*saved["actions"], {"kind": "lead", "seat": 0}]
    illegal.write_text(json.dumps(wrong), "utf-8")

    good = CliRunner().invoke(main, ["verify", "--json", str(legal)])
    bad = CliRunner().invoke(main, ["verify", "--json", str(legal), str(illegal)])

    assert good.exit_code == 0 and bad.exit_code == 1
    said = [json.loads(line) for line in bad.stdout.splitlines()]
    assert figures(said[0]) == figures(verdicts()["actions big_shot 0"])
    assert list(said[1]) == ["file", "ok", "action", "refusal", "rule", "message"]
    assert said[1]["file"] == str(illegal) and said[1]["action"] == len(saved["actions"])


@pytest.mark.slow
def test_recorded_requests_get_the_recorded_answers(app: Flask) -> None:
    phones = {who: Phone(app, address=f"10.0.0.{len(who)}") for who in ("banker", "anna", "bruno")}
    codes: dict[str, str] = {}
    for line in json.loads((FROZEN / "evening.json").read_text("utf-8")):
        told = json.loads(with_codes(json.dumps(line), codes))
        phone = phones[told["who"]]

        answer = asked_again(phone, told)

        where = answer.headers.get("Location", "")
        for then, now in zip(
            today.CODE.findall(told["to"]), today.CODE.findall(where), strict=False
        ):
            codes.setdefault(then, now)
        assert answer.status_code == told["status"], told
        assert where == with_codes(told["to"], codes), told


def with_codes(text: str, codes: dict[str, str]) -> str:
    return today.CODE.sub(lambda found: codes.get(found[0], found[0]), text)


def asked_again(phone: Phone, line: dict[str, Any]) -> Any:
    if "get" in line:
        return phone.get(line["get"])
    if "file" in line:
        return phone.upload(line["post"], line["file"], line["content"].encode())
    return phone.post(line["post"], {**line["form"], "csrf_token": "of then"})


@every_version
@pytest.mark.parametrize("name", LISTS)
def test_nothing_listed_as_public_has_gone_or_changed(app: Flask, corpus: Path, name: str) -> None:
    assert gone_or_changed(listed(name, corpus), LISTS[name](app)) == {}


def test_later_fields_have_defaults() -> None:
    frozen, now = listed("fields"), today.fields()
    added = now.keys() - frozen.keys()

    of_then = [field for field in added if field.partition(".")[0] in frozen and "." in field]
    assert [field for field in of_then if "required" in str(now[field])] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", [*GAMES, "shared"])
def test_the_names_of_refusals_outcomes_and_formats_are_still_in_use(part: str) -> None:
    names = set(listed("names")[part])

    assert sorted(names - today.texts(part) - today.texts("shared")) == []


@pytest.mark.parametrize("name", PLUGINS)
def test_an_old_plugin_is_playable_today(packages: None, name: str) -> None:
    game = game_named(name)
    people = type("People", (Household,), {"game": game})

    for players in (2, 3):
        play = Play.of(people, seated(players))
        *_, last = people(Random(players)).played(play.setup)
        outcome = game.final.outcome(last.after)
        assert outcome is not None and outcome.standings


@pytest.mark.processes
@pytest.mark.parametrize(
    "name", ["harvest_market", pytest.param("orchard_row", marks=pytest.mark.full)]
)
def test_an_old_plugin_passes_its_own_tests(packages: None, tmp_path: Path, name: str) -> None:
    (archive,) = (FROZEN / "packages").glob(f"companion_{name}-*.tar.gz")
    with tarfile.open(archive) as source:
        source.extractall(tmp_path / "source", filter="data")
    (tests,) = (tmp_path / "source").glob("*/tests")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        cwd=tests,
        env=os.environ | {"PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stdout
