"""Answered moves survive, however the process ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.tables.play import entries_of, submit
from tests.sources import ROOT
from tests.tables.company import Company
from tests.toy_game import Drawn, toy_on_the_shelf


@pytest.mark.processes
def test_every_answered_tap_survives_a_killed_process(inside: Flask, company: Company) -> None:
    folder = Path(inside.config["DATA_DIR"])
    command = [sys.executable, "-m", "tests.tables.test_killed", str(folder), company.code]
    address = str(inside.config["SQLALCHEMY_DATABASE_URI"])
    environment = os.environ | {"DATABASE_URL": address}
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        answered = [int(process.stdout.readline()) for _ in range(100)]
        process.kill()
        answered += [int(line) for line in process.stdout if line.endswith("\n")]

    log = entries_of(company.table)
    assert [entry.sequence for entry in log][: len(answered)] == answered
    assert len(log) - len(answered) in (0, 1)
    drawn = sum(event.value for entry in log for event in entry.events if isinstance(event, Drawn))
    assert company.balance(0) == 10 + drawn


def tap_for_ever(folder: str, code: str) -> None:
    """Submit moves endlessly, with a line of output for each answered one."""
    app = create_app({"DATA_DIR": folder})
    with toy_on_the_shelf(), app.app_context():
        seen = 0
        while True:
            action = {"kind": "draw", "seat": 0}
            seen = submit(code, "laptop", action, seen=seen, key=f"key {seen}").entry.sequence
            print(seen, flush=True)


if __name__ == "__main__":
    tap_for_ever(*sys.argv[1:])
