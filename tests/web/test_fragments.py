"""Fragments of screens: rendered again only where they show something else."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import pytest
from flask import Flask

from companion.mechanics.history.timeline import Timeline
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import import_record
from companion.web.live.screens import Screens, Viewer
from tests.sources import ROOT
from tests.transcripts.kept import recorded
from tests.web.phones import BIDDING, seated

HERE = frozenset({"phone 0"})
TEMPLATES = f"{ROOT / 'templates'}/"
A_GAME_EACH = [
    "big_shot/hidden-french",
    "big_cheese/shared-win",
    "big_deal/six-shark",
    "monopoly/debt-paid-with-property",
    "free_bank/sealed",
]


def viewers(table: OpenTable) -> list[Viewer]:
    """Return phones of several languages, the banker's device and the screen for all."""
    return [
        Viewer(Actor("phone 0", "player", 0), "seat", "en"),
        Viewer(Actor("phone 1", "player", 1), "seat", "fr"),
        Viewer(Actor("banker", "banker"), "seat", "it"),
        Viewer(Actor("banker", "banker"), "table", "en"),
    ]


@pytest.mark.parametrize("name", A_GAME_EACH)
def test_a_push_equals_the_screen_rendered_without_a_cache(app: Flask, name: str) -> None:
    screens = Screens(app)
    with app.app_context():
        table = import_record(dict(recorded())[name], "banker")
        timeline = Timeline.begun(table.game, table.setup)
        for entry in table.timeline.standing.entries:
            timeline = timeline.after(entry)
            moment = table.extended(timeline, entry)
            for viewer in viewers(table):
                cached = screens.fragments(moment, viewer, HERE)
                assert cached == Screens(app).fragments(moment, viewer, HERE), (
                    entry.sequence,
                    viewer,
                )


def test_a_push_contains_nothing_of_a_single_request(app: Flask) -> None:
    table = seated(app, *BIDDING)
    with table.phones[1].stream(table) as events:
        whole = next(events)

    assert "b-bid-1" in whole
    assert all(sign not in whole for sign in ('name="seen"', 'name="key"'))


def rendered(render: Callable[[], object]) -> Counter[str]:
    """Return the number of times that each template is rendered, keyed by its name."""
    # A template is a generator, and each time that it goes on is a call of the same frame.
    frames = dict[int, FrameType]()

    def notice(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "root":
            frames[id(frame)] = frame

    sys.setprofile(notice)
    try:
        render()
    finally:
        sys.setprofile(None)
    files = (frame.f_code.co_filename for frame in frames.values())
    return Counter(file.removeprefix(TEMPLATES) for file in files)


def test_a_fragment_shared_by_two_screens_is_rendered_once(app: Flask) -> None:
    table, screens = seated(app, *BIDDING), Screens(app)
    with app.app_context():
        moment = table.now
        viewers = [
            Viewer(moment.actor(moment.seats[seat].device or ""), "seat", "en") for seat in (0, 2)
        ]
        for_all = Viewer(Actor("wall", "onlooker"), "table", "en")

        found = rendered(
            lambda: [screens.fragments(moment, viewer, HERE) for viewer in (*viewers, for_all)]
        )

    shared = ("table/waiting.html", "table/standing.html")
    assert [found[name] for name in shared] == [1, 1]
    assert found["table/head.html"] == 2


def test_unchanged_fragments_are_not_rendered_again(app: Flask) -> None:
    table, screens = seated(app, *BIDDING), Screens(app)

    def render() -> None:
        """Render the screens of a phone, the banker's device and the screen for all."""
        with app.app_context():
            moment = table.now
            phone = Viewer(moment.actor(moment.seats[0].device or ""), "seat", "en")
            banker = Viewer(Actor("banker", "banker"), "seat", "en")
            for_all = Viewer(Actor("wall", "onlooker"), "table", "en")
            for viewer in (phone, banker, for_all):
                screens.fragments(moment, viewer, HERE)

    before = rendered(render)
    table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
    after = rendered(render)

    # The banker's has links to corrections; on the screen for all the newest line stands above.
    assert before["games/big_shot/lots.html"] == 2
    assert after["games/big_shot/lots.html"] == 0 and after["table/lines.html"] == 3
