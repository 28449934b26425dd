"""The app in the browser of one phone, without a server (``phone/``)."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask_migrate import Migrate, downgrade, upgrade

from companion.mechanics.actions.refusal import not_none
from companion.tables.storage.database import MIGRATIONS
from companion.tables.storage.models import db
from tests.browser.conftest import Browsers, playwright_api
from tests.browser.one_phone import (
    GET,
    POST_RECORD,
    READ_STORED,
    SEED,
    STARTED,
    OnePhone,
    built_site,
    hosted,
)
from tests.browser.tapped_games import TappedGame
from tests.browser.test_hidden_pages import HIDEABLE
from tests.conftest import MakeApp
from tests.extent import choose
from tests.frozen import today
from tests.games.monopoly.monopoly_player import dear_copy
from tests.games.players import PLAYERS, random_game
from tests.patience import eventually
from tests.sources import ROOT
from tests.web.phones import Phone

pytestmark = pytest.mark.chromium
expect = playwright_api.expect
GAMES = ("big_cheese", "big_deal", "big_shot", "free_bank", "monopoly")
SHORT: dict[str, dict[str, Any]] = {
    "big_cheese": {"players": 3},
    "big_deal": {"players": 3},
    "big_shot": {"players": 2},
    "free_bank": {"players": 2, "auctions": False},
    "monopoly": {"players": 2, "copy": dear_copy(40), "rent": "automatic"},
}
"""Settings with which a random game ends soon and keeps nothing secret."""
TO_THE_END = {"free_bank": (60,)}
"""The number of steps after which players end a game that has no end of its own."""
TAPPED = 40
"""The number of moves until the end that are tapped. The earlier ones come from a saved game."""
BLOCK = 16384
FROZEN = ROOT / "tests/frozen"
VERSIONS = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
OLDER = VERSIONS[VERSIONS.index("0004") : -1]
"""The versions of the database since 1.0.0, without that of today."""
PLAIN = "/licences/README.txt"
"""A page of the site without the app."""
SHOWN = POST_RECORD.replace("answer.url", "(await answer.text()).replace(/<[^>]*>/g, '')")
"""Sends a file like ``POST_RECORD``; returns the text of the answer."""
HAS_PICTURE = "caches.match('/phone/picture').then((found) => found !== undefined)"
NEWER = "companion-newer_000000"
"""The name of the cache of a newer version, as long as that of today's."""
HAS_NEWER = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)"
SHARE = """
Object.assign(navigator, {
  canShare: () => true,
  share: async ({ files: [file] }) => (window.shared = [file.name, await file.text()]),
});
"""
"""Takes the place of the phone's share sheet, and remembers the file."""
OPACITY = "getComputedStyle(document.getElementById('app')).opacity"
FILL = """
() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const change = transaction.apply(this, given),
      error = new DOMException("", "QuotaExceededError");
    Object.defineProperty(change, "error", { value: error });
    if (given[1] === "readwrite") setTimeout(() => change.abort());
    return change;
  };
}
"""
"""Lets a worker store nothing more, as when the disk is full."""
TEAR = """
() => {
  const { put } = IDBObjectStore.prototype;
  let puts = 0;
  IDBObjectStore.prototype.put = function (...given) {
    if (puts++) throw new DOMException("", "DataCloneError");
    return put.apply(this, given);
  };
}
"""
"""Lets a worker store only the first part of a change, as when the memory is full."""
WEIGH = """
() => {
  const { put } = IDBObjectStore.prototype;
  self.stored = 0;
  IDBObjectStore.prototype.put = function (value, ...given) {
    self.stored += value.length || 0;
    return put.call(this, value, ...given);
  };
}
"""
"""Counts the bytes that a worker stores."""
ACT = """
async ([path, action, seen]) => {
  const body = new URLSearchParams({ action, seen, key: `one ${seen}` }),
    answer = await fetch(path + "act", { method: "POST", body });
  return answer.headers.get("Server-Timing");
}
"""
"""Posts an action, and returns how long the app took, and storing."""
LATER = "() => { const { now } = Date; Date.now = () => now() + 600_000; }"
"""Puts the clock of a worker forward by ten minutes."""
NEW_BANK = """
async () => {
  const body = new URLSearchParams({ name_0: "Anna", name_1: "Bruno", start: "1500" });
  return (await fetch("/new/free_bank", { method: "POST", body })).url;
}
"""
"""Begins a table of the free bank, and returns its address."""
PAY = '{"kind": "pay", "seat": 0, "target": "bank", "amount": 1}'
START_CLOCK = '{"kind": "start_clock", "seconds": 60}'


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site, on this machine."""
    with hosted(built_site()) as address:
        yield address


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A copy of the built site, for a test that changes its files."""
    return Path(shutil.copytree(built_site(), tmp_path / "site"))


@pytest.fixture(scope="session")
def started_once(browser: Browsers, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The storage of a browser that has opened the site once, for all tests of this process."""
    folder = tmp_path_factory.mktemp("phone")
    phone = OnePhone(browser, folder, address)
    phone.open()
    assert phone.app.get_by_text("New table").count() == 1
    assert phone.app.get_by_text("Join a table").count() == 0
    assert phone.hosts == {address.removeprefix("http://")}
    # The picture of the memory is stored without anybody waiting for it.
    eventually(lambda: phone.page.evaluate(HAS_PICTURE))
    phone.context.close()
    return folder


@pytest.fixture
def phone(
    browser: Browsers, address: str, started_once: Path, tmp_path: Path
) -> Iterator[OnePhone]:
    """A phone on which the site was opened before."""
    folder = tmp_path / "phone"
    shutil.copytree(started_once, folder, ignore=shutil.ignore_patterns("Singleton*"))
    phone = OnePhone(browser, folder, address)
    yield phone
    phone.context.close()


def test_a_game_without_a_network_survives_a_killed_browser(phone: OnePhone) -> None:
    phone.context.set_offline(True)
    phone.open()
    phone.new_table()
    for button in ("b-lead-0", "b-face-3", "b-bid-1", "b-bid-2"):
        phone.tap(button)
    phone.reload()
    phone.app.locator("#now").wait_for()
    assert phone.step() == 4
    phone.tap("b-pass")

    phone.kill()
    phone.start()
    phone.context.set_offline(True)
    phone.open()
    phone.to_the_table()

    assert phone.step() == 5
    phone.tap("b-pass")


def test_a_later_start_takes_the_code_from_the_picture_of_the_memory(phone: OnePhone) -> None:
    phone.context.set_offline(True)

    phone.open()

    (worker,) = phone.page.workers
    names = worker.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    read = {name.rpartition("/")[2] for name in names}
    assert "files.bin" in read and "code.bin" not in read
    # Styles are stored, so that they do not wait for Python.
    assert phone.page.evaluate("caches.match('/static/styles/tokens.css').then(Boolean)")


def test_only_the_shell_and_its_worker_may_compile(address: str) -> None:
    site = built_site()
    shell = (site / "index.html").read_text("utf-8")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', shell)

    assert "'wasm-unsafe-eval'" in policy[0] and policy[0] in (site / "sw.js").read_text("utf-8")
    assert "http:" not in policy[0] and "https:" not in policy[0]
    for name in ("companion/web", "static", "templates"):
        files = [file for file in (ROOT / name).rglob("*") if file.is_file()]
        assert not any(b"wasm-unsafe-eval" in file.read_bytes() for file in files)


def test_the_site_brings_the_licences_of_what_it_contains() -> None:
    names = {file.name.partition("-")[0] for file in (built_site() / "licences").iterdir()}

    assert {"MPL", "flask", "jinja2", "sqlalchemy", "typing", "werkzeug"} <= names


@pytest.mark.full
def test_ten_turns_are_played_without_a_network_and_past_a_kill_in_mid_move(
    phone: OnePhone,
) -> None:
    phone.context.set_offline(True)
    phone.open()
    # The cubes stay on the board only.
    phone.new_table(tracking="light")
    phone.tap("b-lead-0")
    for turn in range(1, 11):
        for button in (f"b-face-{turn % 6 + 1}", "b-bid-1", "b-pass", "b-pass"):
            phone.tap(button)
        if turn == 5:
            # The last player's tap is on its way.
            phone.app.locator("#now #b-pass:not([data-touch-young])").click(no_wait_after=True)
            phone.kill()
            phone.start()
            phone.context.set_offline(True)
            phone.open()
            phone.to_the_table()
        if phone.app.locator("#b-pass").count():
            phone.tap("b-pass")

    assert phone.step() == 1 + 10 * 5


@pytest.mark.full
def test_a_game_goes_to_a_laptop_and_back_and_is_played_on_at_each(
    phone: OnePhone, app: Flask
) -> None:
    phone.context.add_init_script(SHARE)
    phone.open()
    phone.new_table()
    phone.tap("b-lead-0")
    phone.open(f"{phone.frame.url.split(phone.address)[1]}history")
    phone.app.locator("a[download][href$='record.json']").click()
    eventually(lambda: phone.page.evaluate("window.shared !== undefined"))
    name, text = phone.page.evaluate("window.shared")
    assert name.endswith(".json")
    laptop = Phone(app)
    place_there = laptop.upload("/records", "record", text.encode()).headers["Location"]
    code = place_there.split("/")[2]
    roll = {"action": '{"kind": "roll", "seat": 0, "value": 3}', "seen": "1", "key": "one"}
    laptop.post(f"/t/{code}/act", roll)
    saved = laptop.get(f"/t/{code}/record.json").text

    url = phone.frame.evaluate(POST_RECORD, ["/records", saved])

    phone.open("/t/" + url.split("/t/")[1])
    phone.app.locator("#now").wait_for()
    assert phone.step() == 2
    phone.tap("b-bid-1")


@pytest.mark.full
def test_a_copy_is_offered_until_a_file_has_the_latest_move(phone: OnePhone) -> None:
    phone.context.add_init_script(SHARE)
    phone.open()
    phone.new_table()
    phone.tap("b-lead-0")
    table = urlsplit(phone.frame.url).path
    copy = phone.app.locator(f"[data-copy='{table}record.json'] a")

    phone.open()
    copy.click()
    expect(copy).to_be_hidden()
    phone.reload()
    phone.app.get_by_text("New table").wait_for()
    expect(copy).to_be_hidden()
    expect(phone.app.get_by_text("Save a copy")).to_be_hidden()
    phone.open(table)
    phone.tap("b-face-3")
    phone.open()

    expect(copy).to_be_visible()


@pytest.mark.full
def test_a_phone_that_is_taken_up_again_hides_secrets(phone: OnePhone) -> None:
    phone.context.add_init_script(HIDEABLE)
    phone.open()
    phone.new_table(hidden_money="True")
    phone.tap("b-lead-0")
    hidden = phone.app.get_by_text("Pass this device to Anna")
    phone.app.get_by_role("button", name="I am Anna").click()
    expect(hidden).to_be_hidden()

    phone.page.evaluate("turn('hidden')")
    assert phone.page.evaluate(OPACITY) == "0"
    phone.page.evaluate("turn('visible')")

    expect(hidden).to_be_visible()
    eventually(lambda: phone.page.evaluate(OPACITY) == "1")
    # Nothing secret is shown now, so the page stays as it is.
    phone.frame.evaluate("window.stays = true")
    phone.page.evaluate("turn('hidden'); turn('visible')")
    eventually(lambda: phone.page.evaluate(OPACITY) == "1")
    assert phone.frame.evaluate("window.stays")


@pytest.mark.full
def test_a_game_with_secrets_is_listed_with_the_time_when_it_can_be_saved(phone: OnePhone) -> None:
    phone.open()
    phone.new_table(hidden_money="True")
    phone.tap("b-lead-0")

    phone.open()

    expect(phone.app.get_by_text("Save a copy")).to_be_visible()
    expect(phone.app.locator("[data-copy]")).to_contain_text("You can save the game once")
    assert phone.app.locator("[data-copy] a").count() == 0


@pytest.mark.full
def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    phone: OnePhone, tmp_path: Path
) -> None:
    phone.open()
    file = tmp_path / "large.json"
    file.write_bytes(b" " * 4_000_001)
    phone.app.get_by_text("Load a saved game").click()

    phone.app.locator("[name=record]").set_input_files(file)
    phone.app.get_by_role("button", name="Continue this game").click()

    said = phone.app.locator("[name=record]").evaluate("(field) => field.validationMessage")
    assert said == "This file is too large. The limit is 4 MB."
    assert phone.frame.url == f"{phone.address}/"


@pytest.mark.full
def test_a_reload_after_a_refused_file_returns_to_the_page_before(
    phone: OnePhone, tmp_path: Path
) -> None:
    phone.open()
    file = tmp_path / "other.json"
    file.write_text("{}", "utf-8")
    phone.app.get_by_text("Load a saved game").click()
    phone.app.locator("[name=record]").set_input_files(file)
    phone.app.get_by_role("button", name="Continue this game").click()
    phone.app.get_by_text("not a game saved by Companion").wait_for()

    phone.reload()

    phone.app.get_by_text("New table").wait_for()


@pytest.mark.full
def test_a_plugin_in_the_build_is_played(phone: OnePhone) -> None:
    phone.open("/new/orchard_row")
    for seat, name in enumerate(("Anna", "Bruno", "Carla")):
        phone.app.locator(f"[name=name_{seat}]").fill(name)
    phone.app.locator(".dock button").click()
    phone.app.locator("#now").wait_for()

    phone.app.get_by_role("button", name="Alder").click()

    eventually(lambda: phone.step() == 1)


@pytest.mark.full
def test_no_acknowledged_move_is_lost_in_kills(phone: OnePhone) -> None:
    phone.open()
    phone.new_table()
    for button in ("b-lead-0", "b-face-3"):
        phone.tap(button)
    chance = random.Random(7)
    for _ in range(5):
        for _ in range(chance.randint(1, 3)):
            phone.tap(next_move(phone))
        shown = phone.step()
        if chance.random() < 0.5:
            # The next move is on its way.
            phone.app.locator(f"#{next_move(phone)}").click(no_wait_after=True)

        phone.kill()
        phone.start()
        phone.open()
        phone.to_the_table()

        assert phone.step() in (shown, shown + 1)


def next_move(phone: OnePhone) -> str:
    """Return the id of a button that is always there: an undo, or the redo after it."""
    return "b-redo" if phone.app.locator("#b-redo").count() else "b-undo"


@pytest.mark.full
@pytest.mark.parametrize(
    ("fault", "told"),
    [(FILL, "because this browser’s storage is full"), (TEAR, "not saved (DataCloneError)")],
    ids=["full", "torn"],
)
def test_a_move_that_cannot_be_stored_is_not_acknowledged(
    phone: OnePhone, fault: str, told: str
) -> None:
    phone.open()
    phone.new_table()
    phone.tap("b-lead-0")
    before = phone.page.evaluate(READ_STORED)
    (worker,) = phone.page.workers
    worker.evaluate(fault)

    phone.app.locator("#b-face-3:not([data-touch-young])").click()
    phone.page.get_by_text(told).wait_for()
    assert phone.page.evaluate(READ_STORED) == before
    phone.page.get_by_role("button", name="Reload").click()
    phone.page.wait_for_selector(STARTED, state="attached")
    phone.app.locator("#now").wait_for()

    assert phone.step() == 1
    phone.tap("b-face-3")


@pytest.mark.full
@pytest.mark.parametrize("is_hidden", [False, True])
def test_time_that_runs_out_is_noticed_also_while_the_page_is_hidden(
    phone: OnePhone, is_hidden: bool
) -> None:
    phone.context.add_init_script(HIDEABLE)
    table = bank_on(phone)
    phone.frame.evaluate(ACT, [table, START_CLOCK, "0"])
    eventually(lambda: phone.step() == 1)
    (worker,) = phone.page.workers

    if is_hidden:
        phone.frame.evaluate("turn('hidden')")
        # Its stream is closed after five seconds, and then nothing asks for news.
        phone.page.wait_for_timeout(6000)
    worker.evaluate(LATER)
    if is_hidden:
        assert phone.step() == 1
        phone.frame.evaluate("turn('visible')")

    expect(phone.app.locator("#clock.is-over")).to_be_visible()
    eventually(lambda: phone.step() == 2)


@pytest.mark.full
def test_a_move_beside_10_mb_of_games_stores_only_what_it_changed(
    phone: OnePhone, tmp_path: Path
) -> None:
    file = database("f8e0e774", tmp_path / "large.sqlite", VERSIONS[-1])
    with closing(sqlite3.connect(file)) as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(entries)")]
        for copy in range(1, 14):
            copied = ", ".join(
                {"table_id": f"table_id + {100 * copy}"}.get(name, name) for name in columns
            )
            connection.execute(
                f"INSERT INTO entries SELECT {copied} FROM entries WHERE table_id < 100"
            )
        connection.commit()
    assert file.stat().st_size > 10_000_000
    seed(phone, file, {})
    table = bank_on(phone)
    (worker,) = phone.page.workers
    worker.evaluate(WEIGH)

    times = []
    for step in range(20):
        timing = phone.frame.evaluate(ACT, [table, PAY, str(step)])
        eventually(lambda: phone.step() > step)  # noqa: B023
        times.append(sum(float(part) for part in re.findall(r"dur=([\d.]+)", timing)))

    print("ms for a move and its storing:", sorted(times))
    # On a busy machine, other programs are measured, too.
    assert min(times) <= 30
    assert worker.evaluate("self.stored") / 20 < 150_000


@pytest.mark.full
def test_pages_that_were_freed_and_never_written_are_no_damage(
    phone: OnePhone, tmp_path: Path
) -> None:
    file = database("f8e0e774", tmp_path / "freed.sqlite", VERSIONS[-1])
    with closing(sqlite3.connect(file)) as connection:
        for name in ("freed", "after"):
            connection.execute(f"CREATE TABLE {name} (content)")
            connection.execute(f"INSERT INTO {name} VALUES (zeroblob(200000))")
        connection.execute("DROP TABLE freed")
        connection.commit()
    data = file.read_bytes()
    hole = next(at for at in range(len(data) // BLOCK) if is_sound(emptied(data, at), tmp_path))
    seed(phone, file, {}, without=hole)

    phone.open()

    phone.to_the_table()


@pytest.mark.full
def test_a_reload_that_ignores_caches_starts_the_app(phone: OnePhone) -> None:
    phone.open()
    with phone.page.expect_navigation():
        phone.context.new_cdp_session(phone.page).send("Page.reload", {"ignoreCache": True})

    phone.page.wait_for_selector(STARTED, state="attached")
    phone.app.get_by_text("New table").wait_for()


@pytest.mark.full
def test_a_second_tab_waits_until_the_first_is_closed(phone: OnePhone) -> None:
    phone.open()
    second = phone.context.new_page()
    second.goto(phone.address)
    second.get_by_text("open in another tab").wait_for()
    phone.new_table()

    phone.page.close()

    second.wait_for_selector(STARTED, state="attached")


@pytest.mark.full
@pytest.mark.parametrize("version", OLDER)
def test_games_of_older_versions_are_migrated(
    phone: OnePhone, make_app: MakeApp, version: str, tmp_path: Path
) -> None:
    corpus = "" if version < "0007" else "f8e0e774"
    known = json.loads((FROZEN / corpus / "known.json").read_text("utf-8"))["sqlite"]
    tables = [code for name, code in known["tables"].items() if name.split()[0] in GAMES]
    key = bytes.fromhex(known["secret"])
    file = database(corpus, tmp_path / "old.sqlite", version)
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").mkdir()
    shutil.copy(file, tmp_path / "data/companion.sqlite")
    server = today.device(make_app(SECRET_KEY=key), "frozen banker")
    cookies = {cookie.key: cookie.value for cookie in server.cookies.values()}
    seed(phone, file, {"secret_key": key, "cookies.json": json.dumps(cookies).encode()})

    phone.open()

    for code in tables:
        there = phone.frame.evaluate(GET, f"/t/{code}/record.json")
        assert timeless(there) == timeless(server.get(f"/t/{code}/record.json").text)
    played = next(code for code in tables if "b-undo" in server.go(f"/t/{code}/").html)
    phone.open(f"/t/{played}/")
    phone.tap("b-undo")
    step = phone.step()
    # They are stored, and the next start finds them.
    phone.reload()
    phone.to_the_table()
    assert phone.step() == step


@pytest.mark.full
def test_games_of_a_newer_version_are_left_alone(phone: OnePhone, tmp_path: Path) -> None:
    file = database("f8e0e774", tmp_path / "newer.sqlite", OLDER[-1])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    seed(phone, file, {})
    before = phone.page.evaluate(READ_STORED)

    phone.page.goto(phone.address)

    phone.page.get_by_text("was made by a newer version of Companion").wait_for()
    assert phone.page.evaluate(READ_STORED) == before


@pytest.mark.full
def test_a_new_version_serves_from_the_next_start_in_all_tabs(
    browser: Browsers, site: Path, tmp_path: Path
) -> None:
    with ExitStack() as ends:
        phone = OnePhone(browser, tmp_path / "phone", ends.enter_context(hosted(site)))
        phone.open()
        phone.new_table()
        phone.tap("b-lead-0")
        waiting = [phone.context.new_page() for _ in range(2)]
        for page in waiting:
            page.goto(phone.frame.url)
            page.get_by_text("open in another tab").wait_for()
        for name in ("sw.js", "phone/worker.js", "phone/shell.js"):
            text = re.sub(r"companion-\w{12}", NEWER, (site / name).read_text("utf-8"))
            (site / name).write_text(text.replace("lang = chosen", "lang = 'newr'"), "utf-8")

        # The browser looks for a new version, and fetches it in the background.
        phone.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        eventually(lambda: phone.page.evaluate(HAS_NEWER))
        phone.tap("b-face-3")
        phone.page.close()
        for page in waiting:
            page.wait_for_selector("html[lang=newr]", state="attached")
        eventually(lambda: any(page.query_selector(STARTED) for page in waiting))
        phone.page = next(page for page in waiting if page.query_selector(STARTED))
        phone.app.locator("#now").wait_for()

        assert phone.step() == 2
        assert phone.page.evaluate("caches.keys()") == [NEWER]
        phone.context.close()


@pytest.mark.full
def test_a_file_that_did_not_arrive_whole_is_fetched_again(
    browser: Browsers, site: Path, tmp_path: Path
) -> None:
    style = site / "phone/shell.css"
    whole = style.read_bytes()
    style.write_bytes(whole[:-100])
    with ExitStack() as ends:
        phone = OnePhone(browser, tmp_path / "phone", ends.enter_context(hosted(site)))
        phone.page.goto(phone.address)
        phone.page.get_by_text("not stored yet").wait_for()

        style.write_bytes(whole)
        phone.page.get_by_role("button", name="Reload").click()

        phone.page.get_by_text("Preparing the first start").wait_for()
        phone.context.close()


@pytest.mark.full
def test_a_browser_that_has_deleted_the_cache_fetches_the_files_again(phone: OnePhone) -> None:
    phone.open()
    phone.page.evaluate("caches.keys().then(([name]) => caches.delete(name))")

    phone.reload()

    phone.context.set_offline(True)
    phone.reload()
    phone.app.get_by_text("New table").wait_for()


@pytest.mark.full
def test_a_phone_that_fails_in_a_game_says_so_and_starts_again(phone: OnePhone) -> None:
    phone.open()
    phone.new_table()
    phone.tap("b-lead-0")
    (worker,) = phone.page.workers
    worker.evaluate("() => { self.Uint8Array = function () { throw new Error('too much'); }; }")

    phone.app.locator("#b-face-3:not([data-touch-young])").click()
    phone.page.get_by_text("Companion cannot go on: too much").wait_for()
    phone.page.get_by_role("button", name="Reload").click()

    phone.page.wait_for_selector(STARTED, state="attached")
    phone.app.locator("#now").wait_for()
    assert phone.step() == 1


@pytest.mark.full
@pytest.mark.parametrize("is_noticed_later", [False, True])
def test_damaged_games_can_be_saved_for_help_and_deleted(
    phone: OnePhone, tmp_path: Path, is_noticed_later: bool
) -> None:
    file = database("f8e0e774", tmp_path / "damaged.sqlite", VERSIONS[-1])
    with closing(sqlite3.connect(file)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'")
        at = 4096 * (root.fetchone()[0] - 1) if is_noticed_later else 0
    data = file.read_bytes()
    file.write_bytes(data[:at] + bytes(100) + data[at + 100 :])
    seed(phone, file, {})
    asked: list[str] = []

    def agree(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    phone.page.on("dialog", agree)

    phone.page.goto(phone.address)
    if is_noticed_later:
        phone.app.get_by_text("What you can do").click()
    phone.page.get_by_text("The stored games are damaged").wait_for()
    with phone.page.expect_download() as download:
        phone.page.get_by_role("button", name="Save what is stored").click()
    phone.page.get_by_role("button", name="Start over").click()

    saved = download.value.path().read_bytes()
    # The app may have written before it met the damage.
    assert len(saved) == len(data) and saved[-BLOCK:] == data[-BLOCK:]
    phone.app.get_by_text("New table").wait_for()
    assert asked == [
        "Delete everything in this browser for good: games, score sheets, Game nights?"
    ]


@pytest.mark.full
def test_a_damaged_file_is_refused_and_changes_nothing(phone: OnePhone) -> None:
    phone.open()
    phone.new_table()
    phone.tap("b-lead-0")
    table = urlsplit(phone.frame.url).path
    saved = phone.frame.evaluate(GET, f"{table}record.json")
    not_ours = "This file is not a game saved by Companion."
    damaged: dict[str, tuple[str, int]] = {
        not_ours: (saved[: len(saved) // 2], 0),
        f"{not_ours} Expected: JSON": ("\x7fELF", 1000),
        f"{not_ours} Expected: “format”": (saved.replace("companion record", "other"), 0),
        "saved by a newer version": (saved.replace('"version": 1', '"version": 99'), 0),
        "This file is too large.": (saved, 100_000_000),
    }

    for sentence, (text, zeros) in damaged.items():
        answer = phone.frame.evaluate(SHOWN, ["/records", text, zeros])

        assert sentence in answer, sentence
    phone.reload()
    phone.to_the_table()
    assert phone.step() == 1
    assert phone.frame.evaluate(GET, f"{table}record.json") == saved
    phone.open()
    assert phone.app.locator("[data-copy]").count() == 1


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_the_same_actions_give_the_same_states_as_on_a_server(
    phone: OnePhone, app: Flask, game: str
) -> None:
    """The events of each entry are compared: with them, every state is the same."""
    phone.open()
    server = Phone(app)

    for number in range(choose(check=1, test=1, full=40)):
        text = json.dumps(random_game(game, number))
        url = phone.frame.evaluate(POST_RECORD, ["/records", text])
        there = phone.frame.evaluate(GET, f"{url.rstrip('/')}/record.json")
        place = server.upload("/records", "record", text.encode()).headers["Location"]
        here = server.get(f"{place.rstrip('/')}/record.json").text

        assert timeless(there) == timeless(here)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_is_played_to_its_end_by_its_buttons(phone: OnePhone, game: str) -> None:
    phone.open()
    phone.context.set_offline(True)
    setup = PLAYERS[game].a_setup(**SHORT[game])
    people, others = (
        PLAYERS[game].Household(random.Random(1), *TO_THE_END.get(game, ())) for _ in range(2)
    )
    length = 0 if game in TO_THE_END else len(list(others.played(setup)))

    tapped = TappedGame(phone, people, setup, max(0, length - TAPPED))
    tapped.play()

    outcome = people.game.final.outcome(tapped.state)
    expect(phone.app.locator(".waiting")).to_have_text(str(not_none(outcome).sentence))
    # Some moves have a page of their own, or are composed of several fields.
    assert tapped.ways["tapped"] >= 10, tapped.ways


def database(corpus: str, file: Path, version: str) -> Path:
    """Write an older database to a file, with the tables and columns of a version."""
    dump = gzip.decompress((FROZEN / corpus / "sqlite.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump)
        (now,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    app = Flask("older")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        change = upgrade if version > now else downgrade
        change(directory=str(MIGRATIONS), revision=version)
        db.engine.dispose()
    return file


def bank_on(phone: OnePhone) -> str:
    """Open the site, begin a table of the free bank, and return its path."""
    phone.open()
    path = urlsplit(str(phone.frame.evaluate(NEW_BANK))).path
    phone.open(path)
    phone.app.locator("#now").wait_for()
    return path


def emptied(data: bytes, at: int) -> bytes:
    """Return a database file without the content of a block."""
    return data[: at * BLOCK] + bytes(BLOCK) + data[(at + 1) * BLOCK :]


def is_sound(data: bytes, folder: Path) -> bool:
    """Return whether SQLite finds no damage in a database file."""
    (folder / "checked.sqlite").write_bytes(data)
    with closing(sqlite3.connect(folder / "checked.sqlite")) as connection:
        try:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        except sqlite3.DatabaseError:
            return False


def seed(phone: OnePhone, file: Path, small: dict[str, bytes], without: int = -1) -> None:
    """Store a database and other files as if the app had done so.

    without: the number of a block that was never written.
    """
    data = file.read_bytes()
    blocks = {at: data[at * BLOCK : (at + 1) * BLOCK] for at in range(-(-len(data) // BLOCK))}
    blocks.pop(without, None)
    stored = {("companion.sqlite", at): block for at, block in blocks.items()} | small
    encoded = [(key, base64.b64encode(value).decode()) for key, value in stored.items()]
    phone.page.goto(phone.address + PLAIN)
    phone.page.evaluate(SEED, [("size", len(data)), *encoded])


def timeless(record: str) -> Any:
    """Return a saved game without the times of its entries, or the text of a refusal's page."""
    try:
        read = json.loads(record)
    except ValueError:
        return "refused"
    for entry in read["entries"]:
        del entry["at"]
    return read
