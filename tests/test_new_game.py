"""``companion new-game`` makes a playable package whose tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main, new_game
from companion.testing import contract
from tests.environments import Environment
from tests.patience import PATIENCE
from tests.sources import ROOT


@pytest.mark.processes
def test_a_generated_game_installs_and_passes_its_own_tests(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel (make test installs it)")
    environment = Environment.with_new_game(tmp_path / "new")
    made = tmp_path / "new" / "harvest_market"

    said = (tmp_path / "new" / "said.txt").read_text("utf-8")
    actions = environment.run(environment.companion, "actions", "harvest_market")
    environment.run(environment.python, "-m", "pytest", "-q", cwd=made)
    verdict = environment.run(
        environment.companion, "verify", str(made / "tests/recorded/first.json")
    )

    assert said.startswith("harvest_market contains a game. To play it:\n\n  cd harvest_market\n")
    assert said.count("\n  ") == 3 and "pip install -e .\n" in said
    assert "buy_field (the seat it names, or a banker): Buy a field from the bank." in actions
    assert "ok, harvest_market: Anna wins with 24." in verdict
    # The first run has written the snapshot of the recorded game.
    assert "[Buy a field for 5]" in (made / "tests/recorded/first.txt").read_text("utf-8")


def test_without_pip_the_instructions_name_uv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)

    done = CliRunner().invoke(main, ["new-game", "harvest_market", str(tmp_path / "made")])

    assert f"\n  cd {tmp_path / 'made'}\n" in done.output
    assert f"\n  uv pip install -p {sys.executable} -e .\n" in done.output


def test_a_missing_translation_is_named_with_its_language(tmp_path: Path) -> None:
    new_game.make("harvest_market", tmp_path / "made", languages=("it", "fr"))
    package = tmp_path / "made" / "companion_harvest_market"
    assert list(contract.unsaid(package)) == []

    (package / "storms.py").write_text('say("It rains.")\nsay_many("a day", "{count} days")\n')
    (package / "translations" / "italiano").mkdir()

    lacking = list(contract.unsaid(package))
    for language in ("fr", "it"):
        assert f"{language}: 'It rains.' of storms.py, line 1" in lacking
        assert f"{language}: ('a day', '{{count}} days') of storms.py, line 2" in lacking
    assert "italiano: Companion supports en, it, fr, de, es only" in lacking


@pytest.mark.parametrize("example", new_game.EXAMPLES)
def test_each_example_is_completely_translated_or_not_at_all(tmp_path: Path, example: str) -> None:
    options = ["--example", example, "--languages", "it, fr,de,es"]
    done = CliRunner().invoke(main, ["new-game", "a_game", str(tmp_path / "a"), *options])
    new_game.make("b_game", tmp_path / "b", example)

    assert done.exit_code == 0
    translations = tmp_path / "a" / "companion_a_game" / "translations"
    assert sorted(one.name for one in translations.iterdir()) == ["de", "es", "fr", "it"]
    assert list(contract.unsaid(translations.parent)) == []
    assert not (tmp_path / "b" / "companion_b_game" / "translations").exists()


def test_a_language_that_companion_does_not_support_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["new-game", "a_game", str(tmp_path / "a"), "--languages", "pt"]
    )

    assert done.exit_code == 1 and "“pt” is not one of the languages it, fr, de, es." in done.output
    assert not (tmp_path / "a").exists()


@pytest.mark.processes
@pytest.mark.parametrize("example", ["auction", "dice"])
def test_each_example_passes_its_own_tests(tmp_path: Path, example: str) -> None:
    new_game.make("a_game", tmp_path / "made", example)
    info = tmp_path / "made" / "a_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a_game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[companion.games]\na_game = companion_a_game:GAME\n")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=tmp_path / "made",
        env=os.environ | {"PYTHONPATH": f"{tmp_path / 'made'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.processes
@pytest.mark.parametrize("example", new_game.EXAMPLES)
def test_generated_code_passes_our_formatter_and_type_checker(tmp_path: Path, example: str) -> None:
    new_game.make("harvest_market", tmp_path / "made", example)

    for check in (
        ("ruff", "check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("mypy", "--strict", "companion_harvest_market"),
    ):
        pytest.importorskip(check[0], reason="make lint installs it")
        done = subprocess.run(
            [sys.executable, "-m", *check], cwd=tmp_path / "made", capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "Harvest",
            "Use lower-case letters, digits and _ (like harvest_market), not “Harvest”.",
        ),
        ("../harvest", "not “../harvest”."),
        ("big_shot", "A game called big_shot already exists. Choose another name."),
    ],
)
def test_an_impossible_name_for_a_game_is_refused_in_one_sentence(
    tmp_path: Path, name: str, why: str
) -> None:
    done = CliRunner().invoke(main, ["new-game", name, str(tmp_path / "made")])

    assert done.exit_code == 1 and why in done.output
    assert not (tmp_path / "made").exists()


def test_nothing_is_written_into_an_existing_folder(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new-game", "harvest_market", str(tmp_path)])

    assert done.exit_code == 1 and "already exists. Choose another folder." in done.output
    assert not list(tmp_path.iterdir())
