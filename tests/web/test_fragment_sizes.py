"""Pushed fragments stay small even late in a game: 4 kB, or more at a full table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from random import Random
from statistics import mean
from typing import Any

import pytest
from flask import Flask

from companion.mechanics.history.timeline import Timeline
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import import_record
from companion.testing.households import a_record
from companion.web.live.screens import Viewer
from companion.web.live.streams import streams
from companion.web.requests.compressed import gzipped
from companion.web.requests.language import LANGUAGES as EVERY
from tests.browser.scenes import recorded
from tests.extent import choose
from tests.games.big_cheese import big_cheese_player
from tests.games.big_deal import big_deal_player
from tests.games.big_shot.big_shot_player import FOLDER
from tests.games.monopoly.monopoly_tables import crowded, draft_of

MOST = {"big_shot": 6208, "big_cheese": 5568, "big_deal": 7552, "monopoly": 7872, "free_bank": 5504}
"""Bytes by game. In Big Shot thirteen lots show what lies there and what still fits, and the
player who places cubes can tap each of them, without a page for each tap; in The Big Cheese six
their workers, bars and projects; in Big Deal six hold companies and resources, beside the wheels
with their tokens, and the pool; in Monopoly one may hold all 28 deeds, with what they earn and
lose, beside the dice, of which two taps are one message; each die and chip has a whole name. Every
phone also shows the newest line, the colours of the seats, why its money changed, and what to do
without a banker's device."""
LATE = (
    "four-french-negative",
    "four-italian",
    "hidden-french",
    "light-italian",
    "two-italian",
)
"""Recorded games that between them reach every stage, with two and four at the table."""


LONG_WORDS = ["fr", "de"]
LANGUAGES = LONG_WORDS + sorted(EVERY.keys() - set(LONG_WORDS))
EVERYWHERE = choose(check=1, test=1, full=len(LANGUAGES))
"""In so many languages every step of a game is drawn."""
NEAR = 12
"""So many of its steps, those with the largest fragments, are drawn in the others."""
Size = tuple[int, str, int, str]
"""Bytes, language, step, and who sees it."""
FINALE = 8576
FOUR_HOUSES = {"brown": (1, 3), "orange": (16, 18, 19), "red": (21, 23, 24)}
HOTELS = {"pink": (11, 13, 14), "green": (31, 32, 34), "dark_blue": (37, 39)}
LONGEST = [5, 12, 28]
"""Deeds whose names are the longest in French."""


def built() -> Iterator[dict[str, Any]]:
    """Yield the banker's word on what stands: every house of the box, eight hotels."""
    for groups, level in ((FOUR_HOUSES, 4), (HOTELS, 5)):
        for group, places in groups.items():
            levels = dict.fromkeys(map(str, places), level)
            yield {"kind": "set_buildings", "group": group, "levels": levels}


def questions(language: str) -> Iterator[dict[str, Any]]:
    """Yield records that end in every kind of question a crowded screen can ask."""
    poor = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1500}
    tax = {"kind": "set_space", "seat": 0, "space": 1}
    yield crowded(language, *built(), poor, tax, roll(1, 2))
    wanted = {"kind": "propose_deal", "takes": LONGEST, "pays": 500, "other": 0}
    given = {"kind": "propose_deal", "gives": LONGEST, "asks": 500, "seat": 0, "other": 3}
    yield crowded(language, *(wanted | {"seat": seat} for seat in range(1, 6)), given)
    yield crowded(language, roll(1, 2), following=False)
    listed = ({"kind": "set_space", "seat": 0, "space": 4}, roll(1, 2))
    yield crowded(language, *listed, {"kind": "roll_list", "seat": 0, "dice": [2, 3, 3]})
    jailed = {"kind": "set_jail", "seat": 0, "jailed": True, "rolls": 2}
    yield crowded(language, {"kind": "set_keys", "seat": 0, "keys": 3}, jailed)


def roll(first: int, second: int) -> dict[str, Any]:
    """Return Anna's dice, typed."""
    return {"kind": "roll", "seat": 0, "dice": [first, second]}


def sizes(app: Flask, record: dict[str, Any], languages: Sequence[str]) -> list[Size]:
    """Return the sizes of the fragments of a game, largest first, a phone at each seat.

    Every step is drawn in the first languages; the largest of them in the others as well.
    """
    with app.app_context():
        table = import_record(record, "banker")
        found: list[tuple[Size, OpenTable, Viewer]] = []
        for moment in moments(table):
            for name, viewer in viewers(table):
                is_finale = name == "all" and table.game.final.outcome(moment.state) is not None
                for language in languages[:EVERYWHERE]:
                    size = size_of(moment, viewer, language)
                    # Once a game and to the laptop, with all accounts and the course of the game.
                    assert not is_finale or size <= FINALE
                    if not is_finale:
                        found.append(((size, language, moment.sequence, name), moment, viewer))
        found.sort(key=itemgetter(0), reverse=True)
        others = [
            (size_of(moment, viewer, language), language, sequence, name)
            for (_, _, sequence, name), moment, viewer in found[:NEAR]
            for language in languages[EVERYWHERE:]
        ]
        return sorted([*(size for size, _, _ in found), *others], reverse=True)


def moments(table: OpenTable) -> Iterator[OpenTable]:
    """Yield a table after each of its steps."""
    timeline = Timeline.begun(table.game, table.setup)
    for entry in table.timeline.standing.entries:
        timeline = timeline.after(entry)
        yield table.extended(timeline, entry)


def size_of(table: OpenTable, viewer: Viewer, language: str) -> int:
    """Return the bytes of what a phone is sent in a language."""
    return len(pushed(table, replace(viewer, language=language)).encode())


def pushed(table: OpenTable, viewer: Viewer) -> str:
    """Return the markup that a push brings to a phone."""
    fragments = streams().screens.fragments(table, viewer, frozenset(("phone 0", "phone 1")))
    return "".join(fragments.values())


def viewers(table: OpenTable) -> Iterator[tuple[str, Viewer]]:
    """Yield a phone for each seat, and the screen for all."""
    for seat in range(len(table.seats)):
        yield f"seat {seat}", Viewer(Actor("phone", "player", seat), "seat", "en")
    yield "all", Viewer(Actor("banker", "banker"), "table", "en")


@pytest.mark.parametrize("name", LATE)
def test_a_fragment_is_at_most_four_kilobytes(shared_app: Flask, name: str) -> None:
    record = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    record.pop("outcome", None)

    largest = sizes(shared_app, record, LANGUAGES)[:3]

    assert largest[0][0] <= MOST["big_shot"], largest


def test_a_push_of_big_deal_takes_200_bytes(shared_app: Flask) -> None:
    """On average, compressed as streams are: of four phones, the laptop and the big screen."""
    with shared_app.app_context():
        table = import_record(recorded("big_deal", "four-part-taken-over"), "banker")
        laptop = "laptop", Viewer(Actor("banker", "banker"), "seat", "en")
        shown = list(moments(table))
        pushes = [
            len(push)
            for _, viewer in (*viewers(table), laptop)
            for push in gzipped(pushed(moment, viewer) for moment in shown)
        ]

    assert mean(pushes) <= 200


def test_fragments_of_six_players_with_all_projects_fit(shared_app: Flask) -> None:
    setup = big_cheese_player.a_setup(6, scoring="dice_set")
    record = a_record(big_cheese_player.Household(Random(2)), setup)

    largest = sizes(shared_app, record, LANGUAGES)[:3]

    assert largest[0][0] <= MOST["big_cheese"], largest


@pytest.mark.parametrize("seed", choose(check=(3,), test=(3, 4), full=(1, 2, 3, 4, 5)))
def test_fragments_of_six_players_of_big_deal_fit(shared_app: Flask, seed: int) -> None:
    record = a_record(big_deal_player.Household(Random(seed)), big_deal_player.a_setup(6))
    assert "take_over" in {action["kind"] for action in record["actions"]}

    largest = sizes(shared_app, record, LANGUAGES)[:3]

    assert largest[0][0] <= MOST["big_deal"], largest


@pytest.mark.parametrize("language", choose(check=["fr"], test=["fr", "de"], full=LANGUAGES[:-1]))
def test_a_push_with_all_deeds_in_one_hand_fits(shared_app: Flask, language: str) -> None:
    found = [
        size for record in questions(language) for size in sizes(shared_app, record, [language])
    ]

    assert max(found)[0] <= MOST["monopoly"], max(found)


@pytest.mark.parametrize(
    "words", ["group.orange", "group.stations", "deal.1.{deal}", "space.{space}"]
)
@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_every_panel_opened_beside_all_deeds_fits(
    shared_app: Flask, language: str, words: str
) -> None:
    with shared_app.app_context():
        table = import_record(crowded(language, *built()), "banker")
        closed = draft_of(table.state)
        opened = words.format(deal=closed.deal_mark, space=closed.space_mark)
        viewer = Viewer(Actor("phone 0", "player", 0), "seat", language, draft=opened)
        page = pushed(table, viewer)

    assert draft_of(table.state, opened).panel == words.partition(".")[0]
    assert len(page.encode()) <= MOST["monopoly"]


@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_a_deal_with_the_owner_of_all_deeds_fits(shared_app: Flask, language: str) -> None:
    mortgaged = [{"kind": "mortgage", "seat": 0, "position": place} for place in (1, 3, *LONGEST)]
    with shared_app.app_context():
        table = import_record(crowded(language, *mortgaged), "banker")
        opened = f"deal.0.{draft_of(table.state, seat=1).deal_mark}"
        viewer = Viewer(Actor("phone 1", "player", 1), "seat", language, draft=opened)
        page = pushed(table, viewer)

    assert 'name="propose_deal.lifts.12"' in page
    assert len(page.encode()) <= MOST["monopoly"]
