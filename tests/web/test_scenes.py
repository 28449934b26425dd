"""Scenes: what the big screen shows once, after an important move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from markupsafe import escape

from companion.mechanics.actions.scenes import Scene
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.play.first_player import Drawn
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.live.presence import Presence
from companion.tables.records.import_export import import_record
from companion.web.history.scenes import MOST, scenes_of
from companion.web.live.screens import EMPTY, Screens, Viewer
from companion.web.situation import situation_of
from tests.games.records import read_record
from tests.sources import ROOT
from tests.web.pages import Page
from tests.web.phones import BIDDING, PLACING, Phone, Table, brought_back, seated
from tests.web.test_hidden_money_by_hand import secretive, without_chance
from tests.web.test_sealed_bids_by_hand import SEALED, at_the_bank
from tests.web.test_sealed_bids_by_hand import bid as sealed

BIG = Viewer(Actor("wall", "onlooker"), "table", "en")
SHOWN = [
    ("big_shot/cube-moved", 8, ["sold"], "5 ◆ Dario Dario wins the cubes for 5."),
    ("big_shot/fallen-back-french", 79, ["lots"], "21 ■ ■ ■ ■ ● ● ● ■ Anna Lot 21: red 4, white 3"),
    ("big_shot/four-italian", 106, ["lots", "leader"], "park b ▲ ▲ ■ ■ ● ● ◆ ◆ Dario"),
    ("big_shot/four-italian-shared", 128, ["lots", "winner"], "nobody 19 ◆ ◆ Dario"),
    ("big_cheese/one-die-200", 44, ["score"], "■ Anna ⚅ × 8 = 48 168 / 200"),
    ("big_cheese/big-cheese-with-its-project", 15, ["reroll", "score"], "Carla 17 17 / 40"),
    ("big_deal/five-empty-wheel", 35, ["takeover", "leader"], "Security Inc. ✚ Carla ■ Anna 200 →"),
    ("big_cheese/told", 3, ["card"], "Big Cheese ✚ Carla 2"),
    ("big_cheese/one-die-200", 33, ["veto"], "20 ✚ Carla Carla plays a Veto"),
    ("big_cheese/told", 9, ["reroll", "score"], "Carla 17 = 17 Carla plays a Big Cheese"),
    ("big_deal/told", 5, ["opened"], "Security Inc. ■ Anna Anna opens Security Inc."),
    ("big_deal/three-won-and-split", 22, ["split"], "Anna Anna splits TelCom Technologies"),
    ("big_deal/three-shared-win", 18, ["overs"], "6 / 7 Game Over card number 6: the next one"),
    ("big_deal/stopped-in-a-takeover", 4, ["leader"], "Anna Anna takes the lead."),
    ("big_shot/four-italian-shared", 4, ["outbid"], "6 ◆ Dario Dario outbids Carla with 6."),
    ("free_bank/sealed", 5, ["bids", "sold"], "■ Anna – ★ Bruno 30 ✚ Carla 35 The bids:"),
    ("free_bank/most-money", 20, ["sold", "leader"], "wins it for"),
    ("monopoly/bail-raised-first", 7, ["sold"], "for"),
    ("monopoly/bail-raised-first", 21, ["payment"], "■ Anna 12 → ★ Bruno Anna pays Bruno 12"),
    ("monopoly/last-one-of-four", 1, ["begins"], "■ Anna 8 7 ★ Bruno 8 6 ✚ Carla 3"),
    ("monopoly/jail-in-and-out", 8, ["jail"], "Anna Anna goes to jail."),
    ("monopoly/fast-second-bankruptcy", 6, ["built"], "Anna Park Lane Mayfair Anna builds a house"),
    ("monopoly/debt-paid-with-property", 18, ["deal"], "Anna ★ Bruno 60 Anna gives Bruno Electric"),
    ("monopoly/bankrupt-to-a-player", 24, ["bankruptcy"], "■ Anna → ★ Bruno 10 Anna is bankrupt"),
    ("monopoly/fast-second-bankruptcy", 1, ["groups"], "Dark blue ■ Anna Park Lane Mayfair"),
    ("monopoly/last-one-of-four", 56, ["bankruptcy", "winner"], "1 ★ Bruno 1845"),
    ("score_pad/ten-rounds", 10, ["round"], "Carla 10 ▼ Elena 10 ★ Bruno 30 ⬟ Dario 40 ■ Anna 50"),
    ("score_sheet/all-entered", 4, ["winner"], "2 ★ Bruno 13 1 ■ Anna 35 Anna wins with 35."),
]
"""A recorded game, the step after which scenes are shown, their kinds, and some of their text."""


def moments(name: str) -> Iterator[OpenTable]:
    """Yield a recorded game after each of its steps, as if they had been taken just now."""
    record = read_record(*name.split("/"))
    record.pop("outcome", None)
    table = import_record(record, "banker")
    timeline = Timeline.begun(table.game, table.setup)
    for entry in table.timeline.standing.entries:
        timeline = timeline.after(entry)
        yield table.extended(timeline, replace(entry, key="a tap"))


def kinds(table: OpenTable) -> list[str]:
    return [group[0].kind for group in scenes_of(table, situation_of(table))]


def drawn(app: Flask, table: OpenTable, language: str = "en") -> str:
    """Return the fragment with the scenes."""
    viewer = replace(BIG, language=language)
    return str(Screens(app).fragments(table, viewer, frozenset())["scenes"])


@pytest.mark.parametrize(("name", "step", "expected", "words"), SHOWN)
def test_an_important_move_has_a_scene(
    app: Flask, name: str, step: int, expected: list[str], words: str
) -> None:
    with app.app_context():
        table = next(table for table in moments(name) if table.sequence == step)

        assert kinds(table) == expected
        assert words in Page(drawn(app, table)).text


def test_a_random_draw_shows_all_who_took_part_and_whom_chance_chose(app: Flask) -> None:
    with app.app_context():
        table = next(moments("free_bank/sealed"))
        assert table.newest is not None
        draw = replace(table.newest, events=(Drawn((0, 1, 2), 1),))
        table = table.extended(table.timeline, draw)

        assert kinds(table) == ["begins"]
        page = Page(drawn(app, table))
        assert page.text.startswith("■ Anna ★ Bruno ✚ Carla Random draw among")
        assert re.findall(r'<li class="best">.*?</li>', page.html, re.DOTALL)[0].count("Bruno")


def test_each_of_many_lots_has_a_sentence_for_screen_readers_only(app: Flask) -> None:
    with app.app_context():
        table = next(
            table for table in moments("big_shot/four-italian-shared") if len(lots(table)) > 2
        )
        captions = re.findall('<p class="caption unseen">(.*?)</p>', drawn(app, table))

        assert captions == [str(escape(str(lot.sentence))) for lot in lots(table)]


def lots(table: OpenTable) -> tuple[Scene, ...]:
    """Return the scenes of the lots that the newest move has decided."""
    groups = scenes_of(table, situation_of(table))
    return next((group for group in groups if group[0].kind == "lots"), ())


def test_every_scene_template_is_rendered(app: Flask) -> None:
    templates = {path.stem for path in (ROOT / "templates/scenes").glob("*.html")}

    # No recorded game has a clock that the app keeps: see test_countdown_by_hand.
    met = {kind for _, _, kinds_met, _ in SHOWN for kind in kinds_met}
    assert met == templates - {"queue", "flag", "stroke"}


@pytest.mark.parametrize("game", sorted({name.split("/")[0] for name, *_ in SHOWN}))
def test_every_final_scene_reveals_places_from_last_to_first(app: Flask, game: str) -> None:
    name = {
        "big_shot": "four-italian",
        "big_cheese": "six-clockwise",
        "big_deal": "six-shark",
        "free_bank": "most-money",
        "monopoly": "last-one-of-two",
        "score_pad": "ten-rounds",
        "score_sheet": "all-entered",
    }[game]
    with app.app_context():
        *_, table = moments(f"{game}/{name}")
        (scene,) = scenes_of(table, situation_of(table))[-1]
        outcome = table.game.final.outcome(table.state)
        text = drawn(app, table)

    assert outcome is not None and scene.kind == "winner" and scene.sentence == outcome.sentence
    shown = [text.rindex(f"<bdi>{place.name}</bdi>") for place in outcome.standings]
    assert shown == sorted(shown, reverse=True)


def test_a_queue_is_short_and_each_of_its_sentences_can_be_read_for_two_seconds() -> None:
    style = (ROOT / "static/styles/scenes.css").read_text("utf-8")
    (read,) = re.findall(r"animation: read ([\d.]+)s calc\(.*?--tempo\) \* ([\d.]+)\)", style)
    fade, share = map(float, read)
    for selectors, longest in ((".scenes", 8), (".scenes.more", 8), (".scenes.whole", 12)):
        for count in range(1, MOST + 1 if "more" not in selectors else 2):
            whole = f".queue-{count}.whole" if "whole" in selectors else ""
            given: dict[str, float] = {}
            more = selectors.replace(".scenes ", "") if selectors != ".scenes" else ""
            for selector in filter(None, (".scenes", f".queue-{count}", more, whole)):
                rule = re.search(rf"(?m)^{re.escape(selector)} \{{([^}}]*)\}}", style)
                found = re.findall(r"--(\w+): ([\d.]+)s?;", rule[1] if rule else "")
                given |= {name: float(value) for name, value in found}

            assert given["count"] == count
            assert 2.5 <= given["long"] <= 6 and count * given["long"] <= longest
            assert given["long"] - share * given["tempo"] - fade >= 2


PRICE = [*PLACING[:2], {"kind": "bid", "seat": 1, "amount": 3}]
SOLD = [*PRICE, {"kind": "pass", "seat": 2}, {"kind": "pass", "seat": 3}]


def sold(app: Flask, *more: dict[str, Any], **options: Any) -> Table:
    """Return a table where Bruno has just bought the cubes, and what followed."""
    table = seated(app, *SOLD, **options)
    table.do({"kind": "pass", "seat": 0}, *more)
    return table


def scenes(table: Table) -> list[str]:
    with table.app.app_context():
        return kinds(table.now)


def test_a_page_that_loads_shows_no_scene_and_its_stream_does(app: Flask) -> None:
    table = sold(app)

    with table.onlooker.stream(table, query="&screen=table") as events:
        assert "Bruno wins the cubes for 3." in next(events).split('id="part-scenes"')[1]
    page = table.onlooker.get(f"{table.page}?screen=table").text
    assert EMPTY["scenes"] in page


def test_the_phone_of_a_winner_celebrates_once_and_no_other_phone_does(app: Flask) -> None:
    table = sold(app)

    gold = []
    for phone in (*table.phones, table.onlooker):
        with phone.stream(table) as events:
            _, _, shown = next(events).partition(' class="gold once"')
        gold.append(Page(shown.partition(">")[2].partition("</div>")[0]).text)
    assert gold == ["", "3 You win the cubes for 3.", "", "", ""]
    assert "gold" not in table.phones[1].go(table.page).html


def test_the_die_that_a_player_rolled_is_large_on_their_phone_only(app: Flask) -> None:
    table = seated(app, *BIDDING[:1])
    table.do(BIDDING[1])

    with table.phones[0].stream(table) as own, table.phones[1].stream(table) as other:
        assert 'class="thrown-die f3"' in next(own).split('class="gold')[1].split("</div>")[0]
        assert 'class="gold' not in next(other)


def ending(app: Flask) -> tuple[Table, dict[str, Any]]:
    """Return a table one step before its end, and that step."""
    record = read_record("free_bank", "most-money-shared")
    *actions, last = record["actions"]
    record = {key: record[key] for key in record if key != "outcome"} | {"actions": actions}
    return brought_back(Phone(app), record, *("en" for _ in record["seats"])), last


@pytest.mark.parametrize("is_seen", [True, False])
def test_phones_wait_at_the_end_only_if_a_big_screen_has_just_been_seen(
    app: Flask, is_seen: bool
) -> None:
    table, last = ending(app)
    if is_seen:
        assert table.onlooker.post(f"{table.page}seen", {}).status_code == 204

    table.do(last)

    for device in (*table.phones, table.onlooker):
        with device.stream(table) as events:
            assert ('class="look once' in next(events)) == is_seen
        assert 'class="look' not in device.go(table.page).html
    with table.banker.stream(table) as events:
        assert 'class="look' not in next(events)


def test_a_report_of_another_process_counts_and_none_counts_for_longer_than_five_seconds() -> None:
    here, there = Presence(), Presence()
    here.see(7, 100.0)
    for table_id in here.unreported_seen():
        there.see(table_id, 100.5, is_here=False)

    assert [there.is_seen(7, at) for at in (101.0, 105.5, 105.6)] == [True, True, False]
    assert not there.is_seen(8, 101.0)
    assert here.unreported_seen() == there.unreported_seen() == set()


def test_phones_get_nothing_of_a_scene(app: Flask) -> None:
    table = sold(app)

    for phone in table.everybody:
        with phone.stream(table) as events:
            assert "scene" not in next(events)


def test_undo_redo_and_corrections_show_no_scene(app: Flask) -> None:
    table = sold(app)
    assert scenes(table) == ["sold"]
    last = table.sequence

    table.do({"kind": "undo", "entry": last})
    assert scenes(table) == []
    table.do({"kind": "redo", "entry": last + 1})
    assert table.now.state.winner == 1 and scenes(table) == []
    for fixed in ({"kind": "bid", "seat": 0, "amount": 4}, {"kind": "pass", "seat": 0}):
        table.do({"kind": "amend", "entry": last, "action": fixed})
    assert table.now.state.winner == 1 and scenes(table) == []


def test_a_lot_sold_by_a_correction_shows_no_scene(app: Flask) -> None:
    full = {"kind": "set_lot", "lot": "9", "counts": {"red": 4, "black": 3}}

    table = sold(app, full)

    assert "9" in table.now.state.sold and scenes(table) == []


def test_an_imported_game_shows_no_scene(app: Flask) -> None:
    table = seated(app, *SOLD, {"kind": "pass", "seat": 0})

    assert table.now.state.winner == 1 and scenes(table) == []


def test_the_next_move_ends_the_scenes(app: Flask) -> None:
    table = sold(app)
    with table.onlooker.stream(table, query="&screen=table") as events:
        assert 'class="scenes' in next(events)
        table.do({"kind": "pause"})
        assert EMPTY["scenes"] in next(events)


def test_a_scene_depends_on_no_hidden_money(app: Flask) -> None:
    """Each moment of a whole auction, in two games that differ in one hidden purse."""
    bodies: list[list[str]] = []
    for amount in (7_654_321, 40):
        table, seen = secretive(app, amount, *PLACING[:2]), []
        moves: list[dict[str, Any]] = [{"kind": "bid", "seat": 1, "amount": 3}]
        moves += [{"kind": "pass", "seat": seat} for seat in (2, 3, 0)]
        for move in moves:
            table.phones[move["seat"]].tap(table, move)
            with table.onlooker.stream(table, query="&screen=table") as events:
                seen.append(without_chance(next(events), table))
        assert scenes(table) == ["sold"]
        bodies.append(seen)

    assert bodies[0] == bodies[1]
    assert "7654321" not in "".join(bodies[0])


def test_a_sealed_bid_is_in_no_scene_before_all_are_opened(app: Flask) -> None:
    table = at_the_bank(app, SEALED)
    for seat, amount in ((1, 7_654_321), (0, 5)):
        table.do(sealed(seat, amount))
        assert scenes(table) == []
        with table.app.app_context():
            assert drawn(app, table.now) == EMPTY["scenes"]

    table.do(sealed(2, 6))

    assert scenes(table) == ["bids", "sold"]
    with table.app.app_context():
        opened = Page(drawn(app, table.now)).text
    assert opened.index("Anna 5") < opened.index("Carla 6") < opened.index("Bruno 7 654 321")


def test_the_scene_of_a_failed_takeover_hides_cash_from_others(app: Flask) -> None:
    with app.app_context():
        failed = [
            (scene, table)
            for table in moments("big_deal/six-shark")
            for group in scenes_of(table, situation_of(table))
            for scene in group
            if table.newest is not None and table.newest.action["kind"] == "fail"
        ]

    ((scene, table),) = failed
    assert isinstance(scene, Scene) and scene.shows["amount"] is None
    assert table.newest is not None
    (event,) = (one for one in table.newest.events if one.kind == "takeover_failed")
    assert f"{event.paid}" not in str(scene.sentence)  # type: ignore[attr-defined]


def test_the_scene_of_a_sold_street_shows_its_colour(app: Flask) -> None:
    with app.app_context():
        table = next(now for now in moments("monopoly/bail-raised-first") if now.sequence == 7)

        assert 'class="lot g-' in drawn(app, table)
