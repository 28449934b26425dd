"""The command line: its output, and no traceback for any foreseeable error."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli import command_help, main
from tests.forked import run_in

MOST_LETTERS = 45
COMMAND = [sys.executable, "-c", "from companion.cli import main; main()"]

FOUR_SEATS: dict[str, Any] = {
    "game": "big_shot",
    "options": {"edition": "it", "tracking": "full", "hidden_money": False},
    "seats": [
        {"name": "Anna", "colours": ["red"]},
        {"name": "Bruno", "colours": ["yellow"]},
        {"name": "Carla", "colours": ["white"]},
        {"name": "Dario", "colours": ["black"]},
    ],
}
BEGUN = [{"kind": "lead", "seat": 0}, {"kind": "roll", "seat": 0, "value": 3}]
TOO_LOW = {"kind": "bid", "seat": 1, "amount": 0}


def record_file(folder: Path, name: str, *actions: object) -> str:
    path = folder / name
    path.write_text(json.dumps(FOUR_SEATS | {"actions": actions}), encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    """Run a command without a data folder in this process."""
    return CliRunner().invoke(main, arguments)


def assert_one_sentence(result: CompletedProcess[str], *words: str) -> None:
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("columns", [80, 200])
def test_no_command_summary_is_cut_off(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    assert "..." not in run("--help").stdout.partition("Commands:")[2]
    for command in main.commands.values():
        assert command.short_help and len(command.short_help) <= MOST_LETTERS, command.name


def test_every_option_has_a_help_text() -> None:
    for command in main.commands.values():
        for one in command.params:
            assert not isinstance(one, click.Option) or one.help, f"{command.name} {one.name}"


def test_help_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        "List all tables": "Elenca i tavoli",
        "Commands": "Comandi",
        "Port to listen on (default: 8000, or the next free one).": "Porta.",
        "The exit status is 1 if anything differs.": "Stato 1 se qualcosa cambia.",
    }
    monkeypatch.setattr(
        command_help, "localized", lambda said: words.get(said.template, said.template)
    )

    assert "Comandi:\n" in run("--help").stdout and "Elenca i tavoli" in run("--help").stdout
    assert "Porta.  [0<=x<=65535]" in run("serve", "--help").stdout
    assert "\n\n  Stato 1 se qualcosa cambia.\n" in run("verify", "--help").stdout


def test_help_names_every_command() -> None:
    result = run("--help")

    assert result.exit_code == 0
    every = ("serve", "verify", "export", "import", "tables", "actions", "backup", "restore")
    for command in (*every, "banker"):
        assert f"\n  {command} " in result.stdout


def test_the_version_is_printed() -> None:
    assert run("--version").stdout.startswith("companion, version ")


@pytest.mark.parametrize("arguments", [["--port", "70000"], ["serve", "--port", "70000"]])
def test_serve_is_the_command_when_none_is_named(arguments: list[str]) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert "companion serve" in result.stderr


def test_verify_confirms_a_correct_record(tmp_path: Path) -> None:
    result = run("verify", record_file(tmp_path, "begun.json", *BEGUN))

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("begun.json: ok, big_shot, not over yet\n")


def test_verify_names_the_first_illegal_action_on_stderr(tmp_path: Path) -> None:
    result = run("verify", record_file(tmp_path, "low.json", *BEGUN, TOO_LOW))

    assert (result.exit_code, result.stdout) == (1, "")
    assert "low.json: action 3: " in result.stderr
    assert result.stderr.endswith("(BS-A2)\n")


def test_verify_goes_on_after_a_wrong_file_and_fails_at_the_end(tmp_path: Path) -> None:
    files = [
        record_file(tmp_path, "low.json", *BEGUN, TOO_LOW),
        str(tmp_path / "missing.json"),
        record_file(tmp_path, "begun.json", *BEGUN),
    ]

    result = run("verify", "--json", *files)

    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [one["file"] for one in printed] == files
    assert [one["ok"] for one in printed] == [False, False, True]
    assert (printed[0]["action"], printed[0]["refusal"]) == (2, "bid_too_low")
    assert printed[0]["rule"] == "BS-A2"
    assert printed[1]["refusal"] == "unreadable_file"
    assert printed[2]["game"] == "big_shot"


def test_verify_reports_progress_only_on_stderr_when_asked(tmp_path: Path) -> None:
    file = record_file(tmp_path, "begun.json", *BEGUN)

    asked = run("verify", "--json", "--progress", file, file)
    not_asked = run("verify", "--json", *[file] * 9)

    assert asked.stderr == "\r1 of 2\r2 of 2\n"
    assert not_asked.stderr == ""
    assert len(asked.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    "contents",
    [b"", b"{", b"[]", b"\xff\xfe", b'{"game": "chess"}', b"[" * 100_000, b"0" * 3_000_000],
)
def test_an_invalid_record_is_refused_in_one_sentence(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(contents)

    result = run("verify", str(path))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{path}: ")
    assert result.stderr.count("\n") == 1


def test_verify_refuses_a_folder(tmp_path: Path) -> None:
    result = run("verify", str(tmp_path))

    assert result.exit_code == 1
    assert result.stderr == f"{tmp_path}: The file cannot be read: is a directory.\n"


def test_the_actions_of_a_game_are_printed_from_the_code() -> None:
    printed = run("actions", "big_shot").stdout

    assert "\nbid (the seat it names, or a banker): " in printed
    assert "\n    amount: whole number\n" in printed
    for kind in ("correct (a banker)", "count_cash (a banker)", "undo", "redo"):
        assert f"\n{kind}" in printed


def test_a_game_without_money_lists_no_correction_of_money() -> None:
    printed = run("actions", "big_cheese").stdout

    assert "\nset_score (a banker)" in printed
    assert "\ncorrect (" not in printed


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    result = run("actions", "chess")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "chess" in result.stderr
    assert "big_shot" in result.stderr


@pytest.mark.processes
def test_an_imported_record_can_be_listed_and_exported(tmp_path: Path) -> None:
    file = record_file(tmp_path, "begun.json", *BEGUN)

    brought = run_in(tmp_path / "data", "import", file)
    listed = run_in(tmp_path / "data", "tables")
    code = listed.stdout.split()[0]
    taken_out = run_in(tmp_path / "data", "export", code)

    assert f"{file}: {code}; " in brought.stdout
    assert "/pass/" in brought.stdout
    assert "big_shot" in listed.stdout
    assert listed.stdout.endswith("Anna, Bruno, Carla, Dario\n")
    record = json.loads(taken_out.stdout)
    assert [entry["action"] for entry in record["entries"]] == BEGUN
    assert record["seats"] == FOUR_SEATS["seats"]


@pytest.mark.processes
def test_an_exported_file_is_verified(tmp_path: Path) -> None:
    run_in(tmp_path, "import", record_file(tmp_path, "begun.json", *BEGUN))
    code = run_in(tmp_path, "tables").stdout.split()[0]
    written = tmp_path / "written.json"

    assert run_in(tmp_path, "export", code, str(written)).stdout == ""

    assert run("verify", str(written)).exit_code == 0


@pytest.mark.processes
def test_an_export_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    run_in(tmp_path, "import", record_file(tmp_path, "begun.json", *BEGUN))
    code = run_in(tmp_path, "tables").stdout.split()[0]

    result = run_in(tmp_path, "export", code, str(tmp_path / "nowhere" / "x.json"))

    assert_one_sentence(result, "x.json cannot be written")


@pytest.mark.processes
@pytest.mark.parametrize("code", ["ABCD-EFGH", "x", "", "☃"])
@pytest.mark.parametrize("command", ["export", "banker"])
def test_an_unknown_code_is_one_sentence(tmp_path: Path, command: str, code: str) -> None:
    assert_one_sentence(run_in(tmp_path, command, code), f"“{code}”", "companion tables")


@pytest.mark.processes
def test_importing_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"

    result = run_in(tmp_path, "import", str(missing))

    assert_one_sentence(result, f"{missing}: The file cannot be read: no such file")
