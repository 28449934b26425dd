from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from flask import Flask

from companion.tables.play import entries_of
from tests.sources import ROOT
from tests.tables.company import Company


def test_every_answered_tap_survives_a_killed_process(inside: Flask, company: Company) -> None:
    folder = Path(inside.config["DATA_DIR"])
    command = [sys.executable, "-m", "tests.tables.tapping_process", str(folder), company.code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        answered = [int(process.stdout.readline()) for _ in range(100)]
        process.kill()
        answered += [int(line) for line in process.stdout if line.endswith("\n")]

    log = entries_of(company.table)
    assert [entry.sequence for entry in log][: len(answered)] == answered
    assert len(log) - len(answered) in (0, 1)
    drawn = sum(int(str(entry.facts[0]["value"])) for entry in log)
    assert company.balance(0) == 10 + drawn
