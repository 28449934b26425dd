"""Commands reveal no secrets unless an option requests them, and files are private."""

from __future__ import annotations

import json
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.serving.database_lock import served_alone
from tests.forked import run_in
from tests.patience import PATIENCE
from tests.servers import as_nobody_special
from tests.tables.written import tampered
from tests.test_cli import BEGUN, COMMAND, FOUR_SEATS, assert_one_sentence, run

pytestmark = pytest.mark.processes

SECRET = 7_654_321
COUNTED = {"kind": "count_cash", "amounts": {"seat 1": SECRET}}
HIDDEN = FOUR_SEATS | {
    "options": {**FOUR_SEATS["options"], "hidden_money": True},
    "actions": [*BEGUN, COUNTED],
}
SEALED = {
    "game": "free_bank",
    "options": {"start": 10_000_000},
    "seats": [{"name": "Anna"}, {"name": "Bruno"}],
    "actions": [
        {"kind": "put_up", "what": "Mill", "how": "sealed"},
        {"kind": "seal_bid", "seat": 1, "amount": SECRET},
    ],
}


def brought_in(folder: Path, record: Mapping[str, object]) -> str:
    """Import a saved game into a data folder; return the code of the table."""
    file = folder.parent / "brought in.json"
    file.write_text(json.dumps(record))
    said = run_in(folder, "import", str(file)).stdout
    return said.split(": ")[1].partition(";")[0]


@pytest.mark.parametrize("record", [HIDDEN, SEALED], ids=["hidden money", "a sealed bid"])
def test_an_export_includes_secrets_only_on_request(
    tmp_path: Path, record: Mapping[str, object]
) -> None:
    code = brought_in(tmp_path / "data", record)
    file = tmp_path / "x.json"

    refused = run_in(tmp_path / "data", "export", code, str(file))
    asked = run_in(tmp_path / "data", "export", "--with-secrets", code)

    assert_one_sentence(refused, code, "still hidden", "--with-secrets")
    assert not file.exists()
    assert asked.returncode == 0 and str(SECRET) in asked.stdout


def test_verifying_a_backup_shows_secrets_only_on_request(tmp_path: Path) -> None:
    brought_in(tmp_path / "data", HIDDEN)
    backup = str(tmp_path / "b.sqlite")
    run_in(tmp_path / "data", "backup", backup)

    quiet = run("verify", "--json", backup)
    asked = run("verify", "--json", "--with-secrets", backup)

    assert str(SECRET) not in quiet.output
    told = json.loads(quiet.stdout)
    assert (told["ok"], told["balances"], told["holdings"]) == (True, None, None)
    assert quiet.stderr.count("\n") == 1 and "--with-secrets" in quiet.stderr
    assert str(SECRET) in asked.stdout and asked.stderr == ""


def test_the_report_on_a_differing_backup_reveals_no_secret(tmp_path: Path) -> None:
    brought_in(tmp_path / "data", HIDDEN)
    backup = tmp_path / "b.sqlite"
    run_in(tmp_path / "data", "backup", str(backup))
    tampered(backup, is_sealed=True)

    printed = [run("verify", *json_or_not, str(backup)) for json_or_not in ((), ("--json",))]
    restored = run_in(tmp_path / "data", "restore", str(backup))

    for result in printed:
        assert result.exit_code == 1
        assert str(SECRET) not in result.output
    assert "hidden information was left out" in printed[1].output
    assert "action 3" in restored.stderr and str(SECRET) not in restored.stderr
    assert str(SECRET) in run("verify", "--with-secrets", "--json", str(backup)).stdout


def test_without_secrets_a_backup_is_verified_in_full_detail(tmp_path: Path) -> None:
    brought_in(tmp_path / "data", FOUR_SEATS | {"actions": BEGUN})
    backup = str(tmp_path / "b.sqlite")
    run_in(tmp_path / "data", "backup", backup)

    result = run("verify", "--json", backup)

    assert json.loads(result.stdout)["balances"]["seat 1"] > 0 and result.stderr == ""


@pytest.mark.parametrize("is_there", [False, True])
def test_an_exported_record_is_readable_only_by_its_owner(tmp_path: Path, is_there: bool) -> None:
    code = brought_in(tmp_path / "data", FOUR_SEATS | {"actions": BEGUN})
    file = tmp_path / "x.json"
    if is_there:
        file.write_text("an older and longer record " * 1000)
        file.chmod(0o644)

    run_in(tmp_path / "data", "export", code, str(file))

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("verify", str(file)).exit_code == 0


def test_an_export_can_be_written_to_a_device_or_pipe(tmp_path: Path) -> None:
    code = brought_in(tmp_path / "data", FOUR_SEATS | {"actions": BEGUN})
    mode = Path("/dev/null").stat().st_mode

    written = run_in(tmp_path / "data", "export", code, "/dev/null")

    assert (written.returncode, written.stderr) == (0, "")
    assert Path("/dev/null").stat().st_mode == mode


# A new process, because a fork could not give up root's rights.
@pytest.mark.parametrize("command", ["serve", "restore"])
def test_an_unwritable_lock_file_is_one_sentence(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "data"
    run_in(folder, "tables")
    run_in(folder, "backup", str(tmp_path / "b.sqlite"))
    (folder / "in_use").touch(0o444)
    more = (
        ["--port", "0", "--server", "waitress"]
        if command == "serve"
        else [str(tmp_path / "b.sqlite")]
    )

    ended = subprocess.run(
        [*COMMAND, command, *more],
        env={"COMPANION_DATA": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        preexec_fn=as_nobody_special,
        timeout=PATIENCE,
    )

    assert_one_sentence(ended, "in_use", "its owner")


def test_nobody_else_can_hold_the_lock_file(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    run_in(folder, "tables")
    (folder / "in_use").touch(0o644)

    with served_alone(folder):
        pass

    assert stat.S_IMODE((folder / "in_use").stat().st_mode) == 0o600
