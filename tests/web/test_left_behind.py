"""Moves and rendered screens leave almost no reference cycles to the garbage collector.

A collection delays every phone, so they are rare, and uncollected cycles would fill the memory.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from companion.tables.live.cache import open_tables
from companion.tables.play import submit
from companion.web.live.screens import Screens, Viewer
from tests.parties import LOADS, Party, Script, load, sat_down

TAPS = 30
ROUNDS = 4
"""The least of them counts: apps of earlier tests may fall out of a memory in the others."""
MOST_OBJECTS = 24
"""For each tap: the router's own are 8, and those of the macros for the banker's buttons and for
questions 14."""


@contextmanager
def collector_away() -> Iterator[None]:
    gc.disable()
    # What other tests left is not looked through each time.
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


def play(script: Script, screens: Screens, party: Party) -> None:
    """Tap what comes next, and draw it for every device."""
    step = script.next()
    tapped = submit(party.code, step.phone.device, step.action, seen=step.seen, key=step.key)
    script.taken(tapped.entry.sequence)
    table = open_tables().cached(party.code)
    for phone in party.everybody:
        screen = "table" if phone == party.onlooker else "seat"
        viewer = Viewer(table.actor(phone.device), screen, "en")
        screens.fragments(table, viewer, frozenset())


@pytest.mark.parametrize("game", LOADS)
def test_moves_and_screens_leave_few_reference_cycles(app: Flask, game: str) -> None:
    screens = Screens(app)
    with app.app_context():
        party = sat_down(app, load(game, "en"))
        script, found = Script(party), list[int]()
        with collector_away():
            for _ in range(ROUNDS):
                gc.collect()
                for _ in range(TAPS):
                    play(script, screens, party)
                found.append(gc.collect())

    assert min(found) < MOST_OBJECTS * TAPS
