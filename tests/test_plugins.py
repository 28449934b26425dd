"""Plugins: installed, broken and removed ones."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po
from click.testing import CliRunner
from flask import Flask

import companion
from companion import games
from companion.cli import main, new_game
from companion.cli.checking import checked_tables
from companion.games import all_games
from companion.mechanics import plugins
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.play.table import SeatSetup
from companion.tables.live.cache import open_tables
from companion.tables.play import submit
from companion.tables.tables import create_table
from companion.testing.contract import an_app
from companion.web.pages import rules
from companion.web.requests.language import speaker_for
from tests.sources import ROOT
from tests.web.phones import Phone

pytestmark = pytest.mark.slow
PEOPLE = (SeatSetup("Anna"), SeatSetup("Bruno"))
Bring = Callable[..., Path]


def forget_games() -> None:
    """Clear all caches of the installed games."""
    for known in (all_games, games.from_elsewhere, speaker_for, rules._game_of, companion._warn):
        known.cache_clear()
    importlib.invalidate_caches()
    for name in [one for one in sys.modules if one.startswith("companion_")]:
        del sys.modules[name]


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """A function that installs the package of a new game as pip would, and returns its folder."""
    site = tmp_path / "site"

    def install(name: str, package: str = "", names: str = "", entry: str = "GAME") -> Path:
        package = package or f"companion_{name}"
        made = tmp_path / "made" / name
        if not made.exists():
            new_game.make(name, made, languages=("it", "fr"))
        shutil.copytree(made / f"companion_{name}", site / package, dirs_exist_ok=True)
        for file in site.glob(f"{package}/*.py"):
            text = file.read_text("utf-8").replace(f"companion_{name}", package)
            file.write_text(text, "utf-8")
        info = site / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        points = f"[companion.games]\n{names or name} = {package}:{entry}\n"
        (info / "entry_points.txt").write_text(points)
        forget_games()
        return site / package

    monkeypatch.syspath_prepend(site)
    yield install
    monkeypatch.undo()
    forget_games()


def left_out() -> list[str]:
    return list(map(str, games.from_elsewhere().left_out))


def test_a_plugins_game_is_listed_and_played_on_plain_screens(bring: Bring, tmp_path: Path) -> None:
    bring("harvest_market")

    with an_app(tmp_path) as app:
        phone = Phone(app)
        assert "Harvest Market" in phone.go("/").text
        page = phone.go("/new/harvest_market?players=2")
        table = phone.press(page, "Show the QR code", name_0="Anna", name_1="Bruno")
        code = next(part for part in phone.at.split("/") if part.isupper())
        played = phone.press(phone.go(f"/t/{code}/"), "Buy a field for 5")

        score = phone.go(
            "/score/harvest_market?players=2&name_0=Anna&coins_0=6&fields_0=2&name_1=Bruno"
        )

    assert table and "Anna buys a field for 5." in played.text
    assert "Anna wins with 24." in score.text
    assert left_out() == []


def test_no_phone_stores_drafts_of_a_plugins_forms(bring: Bring, tmp_path: Path) -> None:
    bring("harvest_market")

    with an_app(tmp_path) as app:
        phone = Phone(app)
        form = phone.go("/new/harvest_market?players=2")
        page = phone.press(form, "Show the QR code", name_0="Anna", name_1="Bruno")
        played = phone.go(phone.at.replace("invite", ""))
        bank = phone.go(phone.at + "bank")

    assert "data-draft" in form.html
    assert "data-draft=" not in page.html + played.html + bank.html


def sowing(bring: Bring) -> Path:
    """Install a new game with the action that the guide adds; return the folder of its package."""
    guide = (ROOT / "docs/write-a-plugin.md").read_text("utf-8")
    (added,) = re.findall(r"^```python\n(CROPS.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    package = bring("harvest_market")
    chapter = package / "turns.py"
    chapter.write_text(f"{chapter.read_text('utf-8')}\n\n{added}", "utf-8")
    forget_games()
    return package


def test_the_choice_added_in_the_guide_is_offered_in_a_form(bring: Bring, tmp_path: Path) -> None:
    sowing(bring)

    with an_app(tmp_path) as app:
        phone = Phone(app)
        form = phone.go("/new/harvest_market?players=2")
        phone.press(form, "Show the QR code", name_0="Anna", name_1="Bruno")
        page = phone.go(phone.at.replace("invite", ""))
        sown = phone.press(page, "Sow hops")

    assert "Sow barley" in page.text and "Anna sows hops." in sown.text
    assert left_out() == []


def test_the_choice_added_in_the_guide_refuses_other_values(bring: Bring, tmp_path: Path) -> None:
    sowing(bring)

    with an_app(tmp_path) as app, app.app_context():
        code = create_table("harvest_market", {}, PEOPLE, None, None, "banker").code
        with pytest.raises(Refusal, match=r"barley \| hops") as refused:
            submit(code, "banker", {"kind": "sow", "seat": 0, "crop": "oats"}, seen=0, key="oats")
        sequence = open_tables().find(code).sequence

    assert refused.value.name == "malformed" and sequence == 0


def written_po(file: Path, catalogue: Catalog) -> None:
    with file.open("wb") as opened:
        write_po(opened, catalogue)


def written_mo(file: Path, catalogue: Catalog) -> None:
    with file.open("wb") as opened:
        write_mo(opened, catalogue)


@pytest.mark.parametrize(("suffix", "write"), [(".po", written_po), (".mo", written_mo)])
def test_the_choice_added_in_the_guide_is_translated(
    bring: Bring, tmp_path: Path, suffix: str, write: Callable[[Path, Catalog], None]
) -> None:
    package = sowing(bring)
    italian = Catalog("it")
    for said, spoken in {
        "Sow {crop}": "Semina {crop}",
        "{name} sows {crop}.": "{name} semina {crop}.",
        "hops": "il luppolo",
    }.items():
        italian.add(said, spoken)
    catalogue = package / "translations/it/LC_MESSAGES/messages.po"
    catalogue.unlink()
    write(catalogue.with_suffix(suffix), italian)

    with an_app(tmp_path) as app:
        phone = Phone(app, "it")
        form = phone.go("/new/harvest_market?players=2")
        phone.press(form, "Mostra il codice QR", name_0="Anna", name_1="Bruno")
        sown = phone.press(phone.go(phone.at.replace("invite", "")), "Semina il luppolo")

    assert "Anna semina il luppolo." in sown.text


def test_a_plugin_can_bring_translations_templates_style_and_mark(
    bring: Bring, tmp_path: Path
) -> None:
    package = bring("harvest_market")
    for place, text in {
        "templates/seat.html": '{% extends "plain/seat.html" %}',
        "static/style.css": ".ours { color: red }",
        "static/mark.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }.items():
        file = package / place
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    with an_app(tmp_path) as app:
        with app.app_context():
            code = create_table("harvest_market", {}, PEOPLE, None, None, "banker").code
        phone = Phone(app, "it")
        first = phone.go("/")
        table = phone.get(f"/t/{code}/").text
        style, mark = (
            "/static/games/harvest_market/style.css",
            "/static/games/harvest_market/mark.svg",
        )
        answers = [phone.get(file) for file in (style, mark)]

    assert "Tiene monete e campi" in first.text
    assert mark in first.html and style in table
    assert [answer.status_code for answer in answers] == [200, 200]
    assert "immutable" in answers[0].headers["Cache-Control"]
    assert answers[0].text == ".ours { color: red }"


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("__init__.py", "import nowhere_to_be_found", "ModuleNotFoundError: No module named"),
        ("__init__.py", "GAME = 7", ":GAME is not a game."),
        ("__init__.py", "raise SystemExit('bye')", "SystemExit: bye."),
        ("__init__.py", "class Odd(BaseException): pass\nraise Odd", "was not loaded: Odd."),
        ("__init__.py", "", "AttributeError: module"),
        ("chapter.py", "1 / 0", "ZeroDivisionError: division by zero."),
        ("game.py", None, "its “rules” is missing or of the wrong type."),
    ],
)
def test_a_broken_plugin_is_reported_and_other_games_still_work(
    bring: Bring, tmp_path: Path, file: str, text: str | None, reason: str
) -> None:
    bring("barley_market")
    package = bring("harvest_market")
    before = (package / file).read_text("utf-8") if text is None else ""
    (package / file).write_text(
        before.replace("    rules = ", "    ruled = ") if text is None else text
    )
    forget_games()

    with an_app(tmp_path) as app:
        page = Phone(app).go("/")

    assert "Barley Market" in page.text and "Harvest Market" not in page.text
    (sentence,) = left_out()
    assert sentence.startswith(
        "The plugin “harvest_market” of the package companion_harvest_market"
    )
    assert reason in sentence


def test_a_broken_plugin_is_reported_once_on_the_terminal(
    bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "it")
    (bring("harvest_market") / "__init__.py").write_text("1 / 0")
    forget_games()

    for _ in range(2):
        with an_app(tmp_path):
            pass

    (said,) = caplog.messages
    assert said.startswith("Il plugin “harvest_market”")


def test_no_plugin_can_replace_an_existing_game(bring: Bring) -> None:
    bring("big_deal_two", names="big_deal")
    bring("harvest_market", "zz_market")
    bring("harvest_market", "aa_market")

    assert type(all_games()["big_deal"]).__module__.startswith("companion.games.")
    assert type(all_games()["harvest_market"]).__module__ == "aa_market.game"
    assert [("big_deal_two" in one or "zz_market" in one) for one in left_out()] == [True, True]
    assert all("a game with that name already exists" in one for one in left_out())


def test_a_plugin_whose_game_has_another_name_is_left_out(bring: Bring) -> None:
    bring("harvest_market", names="market")

    assert "the game in it is named “harvest_market”" in left_out()[0]


def test_unreadable_plugin_templates_are_replaced_by_plain_screens(
    bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    templates = bring("harvest_market") / "templates"
    templates.mkdir()
    (templates / "seat.html").write_text("{% if %}")

    with an_app(tmp_path) as app:
        with app.app_context():
            code = create_table("harvest_market", {}, PEOPLE, None, None, "banker").code
        answer = Phone(app).get(f"/t/{code}/")

    assert answer.status_code == 200
    assert "templates of the plugin “harvest_market” were not loaded: seat.html" in caplog.text


@pytest.mark.parametrize("suffix", [".po", ".mo"])
def test_an_unreadable_plugin_catalogue_is_ignored(
    bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture, suffix: str
) -> None:
    file = bring("harvest_market") / "translations/it/LC_MESSAGES/messages.po"
    file.unlink()
    file.with_suffix(suffix).write_bytes(b"no catalogue \xff")

    with an_app(tmp_path) as app:
        italian, french = (Phone(app, language).go("/").text for language in ("it", "fr"))

    assert "The translation “it” of the game “harvest_market” is left out: " in caplog.text
    assert "Keeps the coins" in italian and "Gère les pièces" in french


def test_an_error_in_a_plugins_game_affects_only_its_own_table(
    bring: Bring, tmp_path: Path
) -> None:
    package = bring("harvest_market")
    with an_app(tmp_path) as app:
        phone = Phone(app)
        phone.press(
            phone.go("/new/harvest_market?players=2"), "Show the QR code", name_0="A", name_1="B"
        )
        (package / "state.py").write_text(
            (package / "state.py")
            .read_text("utf-8")
            .replace("def begin(", "def begin(setup):\n    1 / 0\n\n\ndef no(")
        )
    forget_games()

    with an_app(tmp_path) as app:
        app.testing = False
        page = Phone(app).go("/")

    assert "Harvest Market" in page.text


@pytest.fixture
def gone(bring: Bring, tmp_path: Path) -> Iterator[tuple[Flask, str]]:
    """An app with one table of a game that is no longer installed, and the table's code."""
    package = bring("harvest_market")
    with an_app(tmp_path) as app, app.app_context():
        code = create_table("harvest_market", {}, PEOPLE, None, None, "banker").code
    shutil.rmtree(package.with_name(f"{package.name}-1.dist-info"))
    forget_games()
    with an_app(tmp_path) as app:
        yield app, code


def test_the_first_page_lists_a_table_whose_plugin_is_gone(gone: tuple[Flask, str]) -> None:
    app, code = gone
    phone = Phone(app)

    page = phone.go("/")
    answers = [phone.get(f"/t/{code}/{one}") for one in ("", "stream", "history", "record.json")]

    assert "Not installed Harvest Market Anna, Bruno" in page.text
    assert f"/t/{code}/" in page.html
    assert [answer.status_code for answer in answers] == [404] * 4
    assert "“harvest_market”, is not installed on this machine" in answers[0].text
    assert phone.get("/evenings").status_code == 200


def test_opening_a_table_whose_plugin_is_gone_is_no_wrong_guess(gone: tuple[Flask, str]) -> None:
    app, code = gone

    assert {Phone(app).get(f"/t/{code}/").status_code for _ in range(30)} == {404}


def test_a_table_whose_plugin_is_gone_can_be_exported_but_not_verified(
    gone: tuple[Flask, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = gone
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))

    refused = CliRunner().invoke(main, ["export", code])
    written = CliRunner().invoke(main, ["export", code, "--with-secrets"])

    assert refused.exit_code == 1 and "--with-secrets" in refused.output
    record = json.loads(written.stdout)
    assert record["game"] == "harvest_market" and len(record["seats"]) == 2
    ((_, verdict),) = checked_tables(tmp_path / "data" / "companion.sqlite")
    assert verdict.refusal is not None and verdict.refusal.name == "not_installed"


def test_a_restored_table_is_playable_when_its_plugin_is_back(
    gone: tuple[Flask, str], bring: Bring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = gone
    kept, moved = str(tmp_path / "kept.sqlite"), tmp_path / "moved"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    assert CliRunner().invoke(main, ["backup", kept]).exit_code == 0

    monkeypatch.setenv("COMPANION_DATA", str(moved / "data"))
    restored = CliRunner().invoke(main, ["restore", kept])
    with an_app(moved) as app:
        meanwhile = Phone(app).go("/").text
    bring("harvest_market")
    with an_app(moved) as app, app.app_context():
        submit(code, "banker", {"kind": "buy_field", "seat": 0}, seen=0, key="field")
        fields = open_tables().find(code).state.fields

    assert restored.exit_code == 0 and "harvest_market" in restored.stderr
    assert "Not installed" in meanwhile and "Anna, Bruno" in meanwhile
    assert fields == (1, 0)


def test_optional_parts_of_a_game_can_be_left_out() -> None:
    wrong = {name: list(plugins._wrong_parts(game)) for name, game in all_games().items()}

    assert not any(wrong.values())
