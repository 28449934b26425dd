"""Tonight: the standings over all games of an evening, on the end screen, a page and a picture."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion.tables.household.tonight import (
    BREAK_SECONDS,
    Tonight,
    tonight_of,
    tournament_of,
)
from companion.tables.tables import tables_of
from tests.transcripts.kept import recorded
from tests.web.phones import BIDDING, Phone, Table, brought_back, seated, sit, table_at
from tests.web.test_game_dates import put_forward

GAMES = dict(recorded())
ANNA, BRUNO, CARLA, DARIO = "Anna", "Bruno", "Carla", "Dario"
FOUR, TWO = "big_shot/four-italian", "big_shot/two-italian"
GUEST = "192.168.1.21"
SHARED, NOBODY = "big_cheese/shared-win", "big_shot/two-french-nobody"


def played(banker: Phone, name: str, *people: str) -> Table:
    """Play the last step of a recorded game; it counts, unlike a game that was imported whole."""
    record = json.loads(json.dumps(GAMES[name]))
    for seat, person in zip(record["seats"], people, strict=False):
        seat["name"] = person
    last = record["actions"].pop()
    table = brought_back(banker, record)
    answer = banker.tap(table, last.get("action", last))
    assert answer.status_code == 303, answer.text
    return table


def tonight(table: Table) -> Tonight:
    with table.app.app_context():
        return tonight_of(table.now)


def counted(table: Table) -> list[tuple[int, str, int, tuple[int | None, ...]]]:
    """Return the rank, name, wins and places of everybody."""
    return [(one.rank, one.name, one.wins, one.places) for one in tonight(table).standings]


def test_tonight_counts_wins_and_places_over_all_games(app: Flask) -> None:
    banker = Phone(app)
    played(banker, FOUR)
    played(banker, SHARED)

    table = played(banker, TWO)

    assert counted(table) == [
        (1, ANNA, 2, (2, 1, 1)),
        (1, BRUNO, 2, (1, 1, 2)),
        (3, DARIO, 0, (3, 3, None)),
        (4, CARLA, 0, (4, 3, None)),
    ]
    assert [game.card.title for game in tonight(table).games] == [
        "Big Shot",
        "The Big Cheese",
        "Big Shot",
    ]


def test_equal_counts_share_a_place_and_the_next_is_skipped(app: Flask) -> None:
    banker = Phone(app)
    played(banker, FOUR, ANNA, BRUNO, CARLA, DARIO)

    table = played(banker, FOUR, BRUNO, ANNA, DARIO, CARLA)

    assert [(rank, name, wins) for rank, name, wins, _ in counted(table)] == [
        (1, ANNA, 1),
        (1, BRUNO, 1),
        (3, CARLA, 0),
        (3, DARIO, 0),
    ]


def test_a_game_that_nobody_wins_gives_places_and_no_win(app: Flask) -> None:
    table = played(Phone(app), NOBODY)

    assert {wins for _, _, wins, _ in counted(table)} == {0}
    page = table.banker.go(f"{table.page}tonight")
    assert "0 wins" in page.text and 'class="won"' not in page.html


def test_a_name_in_another_case_is_the_same_person(app: Flask) -> None:
    banker = Phone(app)
    played(banker, FOUR)

    table = played(banker, FOUR, "anna", "BRUNO")

    assert [one.name for one in tonight(table).standings] == ["BRUNO", "anna", DARIO, CARLA]


def test_other_people_at_the_same_device_have_their_own_evening(app: Flask) -> None:
    banker = Phone(app)
    mine = played(banker, FOUR)

    others = played(banker, FOUR, "Eva", "Finn", "Gino", ANNA)

    assert len(tonight(mine).games) == len(tonight(others).games) == 1


def test_the_next_table_belongs_to_the_same_evening(app: Flask) -> None:
    banker = Phone(app)
    first = played(banker, TWO)
    form = {"chosen": "1", "stays": ["0"], "new": "Eva, Finn, Gino", "game": "big_cheese"}
    place = banker.post(f"/t/{first.code}/again", form).headers["Location"]
    later = table_at(banker, place)

    assert [game.card.code for game in tonight(later).games] == [first.code]


def test_games_that_no_device_of_the_table_may_see_do_not_count(app: Flask) -> None:
    played(Phone(app, address=GUEST), FOUR)
    guest = Phone(app, address=GUEST)
    later = played(guest, FOUR)

    assert len(tonight(later).games) == 1
    assert "1 game" in guest.go(f"{later.page}tonight").text
    # The owner of the machine may see both.
    assert "2 games" in Phone(app).go(f"{later.page}tonight").text
    assert "2 wins" in Phone(app).go("/evenings").text


def test_a_game_counts_whichever_player_created_it(app: Flask) -> None:
    banker, guest = Phone(app, address=GUEST), Phone(app, address=GUEST)
    first = played(banker, FOUR)
    sit(guest, first.code, 3)

    later = played(guest, FOUR, ANNA, BRUNO)

    assert len(tonight(first).games) == len(tonight(later).games) == 2
    assert "2 wins" in guest.go(f"{later.page}?screen=table").text


@pytest.mark.parametrize(("more", "games"), [(-60.0, 2), (60.0, 1)])
def test_twelve_hours_without_a_game_end_the_evening(
    app: Flask, monkeypatch: pytest.MonkeyPatch, more: float, games: int
) -> None:
    banker = Phone(app)
    played(banker, FOUR)

    put_forward(monkeypatch, BREAK_SECONDS + more)

    assert len(tonight(played(banker, FOUR)).games) == games


def test_a_game_that_was_only_imported_does_not_count(app: Flask) -> None:
    banker = Phone(app)
    banker.bring_back(GAMES[FOUR])

    assert len(tonight(played(banker, FOUR)).games) == 1


def test_a_game_whose_end_was_undone_does_not_count(app: Flask) -> None:
    banker = Phone(app)
    first, second = played(banker, FOUR), played(banker, FOUR)
    first.do({"kind": "undo", "entry": first.sequence})

    assert len(tonight(second).games) == 1


def test_the_end_page_shows_tonight_from_the_second_game_on(app: Flask) -> None:
    banker = Phone(app)
    first = played(banker, FOUR)
    for place in (first.page, f"{first.page}?screen=table"):
        assert "Tonight" not in banker.go(place).text

    second = played(banker, SHARED)

    for phone in (banker, second.onlooker):
        for place in (second.page, f"{second.page}?screen=table"):
            page = phone.go(place)
            assert "Tonight" in page.text and "Bruno 2 wins" in page.text
            assert f"{second.page}tonight" in [link.href for link in page.links]
    with second.onlooker.stream(second) as events:
        assert "2 wins" in next(events)


def test_tonights_page_lists_every_game_and_the_picture(app: Flask) -> None:
    banker = Phone(app)
    first, second = played(banker, FOUR), played(banker, SHARED)

    page = second.onlooker.go(f"{second.page}tonight")

    assert "Big Shot Bruno wins with 64." in page.text
    assert "2 games" in page.text and first.code not in page.html
    (picture,) = [given for _, given in page.elements if given.get("id") == "picture"]
    answer = second.onlooker.get(picture["src"])
    assert answer.mimetype == "image/svg+xml"
    texts = [(text.text or "").strip() for text in ElementTree.fromstring(answer.text).iter()]
    assert [text for text in texts if text in (ANNA, BRUNO, CARLA, DARIO)] == [
        BRUNO,
        ANNA,
        DARIO,
        CARLA,
    ]
    assert {"2 wins", "1 win", "1 · 1", "Big Shot, The Big Cheese"} <= set(texts)


def test_before_the_first_end_tonight_is_empty(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert "No game has finished tonight yet." in table.onlooker.go(f"{table.page}tonight").text
    assert table.onlooker.get(f"{table.page}tonight.svg").status_code == 422


def test_game_nights_list_tonight_first(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    banker = Phone(app)
    table = played(banker, FOUR)

    page = banker.go("/evenings")

    assert page.text.index("Tonight") < page.text.index("By player")
    assert page.link("Tonight") == f"{table.page}tonight"
    assert "Tonight" not in banker.go("/evenings?game=big_shot").text
    put_forward(monkeypatch, BREAK_SECONDS + 1)
    assert "Tonight" not in banker.go("/evenings").text


def test_a_guest_cannot_see_tonight_without_the_tables_code(app: Flask) -> None:
    table = played(Phone(app), FOUR)
    guest = Phone(app)

    assert guest.get("/t/AAAAAAAA/tonight").status_code == 404
    sit(guest, table.code, 3)
    assert "Tonight" in guest.go(f"{table.page}tonight").text


def begun(banker: Phone, *people: str) -> Table:
    """Begin a game of Big Shot for these people."""
    record = json.loads(json.dumps(GAMES[FOUR]))
    for seat, person in zip(record["seats"], people, strict=False):
        seat["name"] = person
    record["actions"] = record["actions"][:1]
    return brought_back(banker, record)


DAY = 24 * 3600
OTHERS = ("Elena", "Franco", "Giulia", "Hugo")


def test_a_tournament_has_common_standings_of_tables_without_common_players(app: Flask) -> None:
    """Of four, Bruno and Franco beat three, Anna and Elena two; Anna also beats Elena."""
    banker = Phone(app)
    played(banker, FOUR)
    played(banker, FOUR, *OTHERS)
    played(banker, TWO, ANNA, "Elena")

    with app.test_request_context():
        found = tournament_of(tables_of(banker.device), time.time())

    assert [(one.rank, one.name, one.points) for one in found.standings] == [
        (1, ANNA, 3),
        (1, BRUNO, 3),
        (1, "Franco", 3),
        (4, "Elena", 2),
        (5, DARIO, 1),
        (5, "Hugo", 1),
        (7, CARLA, 0),
        (7, "Giulia", 0),
    ]


def test_a_table_of_weeks_ago_that_somebody_touched_tonight_is_not_of_tonight(app: Flask) -> None:
    banker = Phone(app)
    old = played(banker, FOUR, *OTHERS)
    new = played(banker, FOUR)

    with app.test_request_context():
        cards, now = tables_of(banker.device), time.time()
        weeks_ago = [replace(c, created_at=now - 21 * DAY) for c in cards if c.code == old.code]
        found = tournament_of([*weeks_ago, *(c for c in cards if c.code == new.code)], now)

    assert len(weeks_ago) == 1
    assert [game.card.code for game in found.games] == [new.code]


def test_a_running_table_of_a_tournament_is_shown_as_running(app: Flask) -> None:
    banker = Phone(app)
    played(banker, FOUR)
    running = begun(banker, *OTHERS)

    page = banker.go("/evenings/tonight")

    assert "3 points" in page.text
    assert "Still playing" in page.text
    assert "Elena, Franco, Giulia, Hugo" in page.text
    assert page.text.index("3 points") < page.text.index("Elena")
    assert [link.href for link in page.links if running.code in link.href] == [running.page]


def test_the_way_to_all_tables_is_shown_where_other_people_play_tonight(app: Flask) -> None:
    banker = Phone(app)
    table = played(banker, FOUR)
    places = ("/evenings", f"{table.page}tonight")
    assert not any("All tables tonight" in banker.go(place).text for place in places)

    begun(banker, ANNA, BRUNO, CARLA, DARIO)
    assert not any("All tables tonight" in banker.go(place).text for place in places)

    begun(banker, *OTHERS)
    assert all("All tables tonight" in banker.go(place).text for place in places)
    guest = Phone(app, address=GUEST)
    assert "All tables tonight" not in guest.go(f"{table.page}tonight").text


def test_a_tournament_shows_a_device_only_its_own_tables(app: Flask) -> None:
    played(Phone(app, address=GUEST), FOUR)

    page = Phone(app, address="192.168.1.22").go("/evenings/tonight")

    assert BRUNO not in page.text
    assert "No game has finished tonight yet." in page.text


def test_a_tournament_ends_after_twelve_hours(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    banker = Phone(app)
    played(banker, FOUR)
    put_forward(monkeypatch, BREAK_SECONDS + 1)

    assert BRUNO not in banker.go("/evenings/tonight").text


def test_the_big_screen_loads_the_standings_of_a_tournament_again(app: Flask) -> None:
    banker = Phone(app)
    played(banker, FOUR)

    page = banker.go("/evenings/tonight?screen=table")

    assert 'http-equiv="refresh"' in page.html
    assert 'http-equiv="refresh"' not in banker.go("/evenings/tonight").html
    assert "3 points" in page.text
