"""A result handed over: as text, as a picture, and as a link that logs it in BG Stats."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask

from tests.browser.scenes import recorded
from tests.web.phones import BIDDING, Table, seated

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def over(app: Flask, name: str = "big_shot", record: str = "four-italian", **more: Any) -> Table:
    data = {"copy": {}, **recorded(name, record), **more}
    return seated(app, *data.pop("actions"), phones=0, **data)


def logged(table: Table) -> dict[str, Any]:
    """Return the data in the link to BG Stats."""
    page = table.onlooker.go(f"{table.page}account")
    link = page.link("Log in BG Stats")
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    told: dict[str, Any] = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    return told


def test_the_bg_stats_link_has_players_date_and_result(app: Flask) -> None:
    told = logged(over(app))

    assert told["sourceName"] == "Companion"
    assert len(told["playDate"]) == len("2026-11-23 20:15:00")
    assert told["comments"] == "Bruno wins with 64."
    assert told["game"] == {
        "name": "Big Shot",
        "sourceGameId": "big_shot",
        "highestWins": True,
        "noPoints": False,
    }
    assert [
        (one["name"], one["sourcePlayerId"], one["score"], one["rank"], one["winner"])
        for one in told["players"]
    ] == [
        ("Bruno", "bruno", 64, 1, True),
        ("Anna", "anna", 31, 2, False),
        ("Dario", "dario", 12, 3, False),
        ("Carla", "carla", 4, 4, False),
    ]
    assert all(one["startPlayer"] is False for one in told["players"])


def test_a_game_has_a_stable_bg_stats_id_without_its_code(app: Flask) -> None:
    table = over(app)

    assert logged(table)["sourcePlayId"] == logged(table)["sourcePlayId"]
    assert logged(table)["sourcePlayId"] != logged(over(app))["sourcePlayId"]
    assert table.code not in json.dumps(logged(table))


def test_if_the_lowest_score_wins_the_bg_stats_link_says_so(app: Flask) -> None:
    assert logged(over(app, "free_bank", "least-money"))["game"]["highestWins"] is False


@pytest.mark.parametrize(("language", "words"), [("en", "wins"), ("it", "vince"), ("fr", "gagne")])
def test_the_picture_shows_the_result_and_every_place(
    app: Flask, language: str, words: str
) -> None:
    table = over(app)
    table.onlooker.language = language

    answer = table.onlooker.get(f"{table.page}result.svg")

    assert answer.mimetype == "image/svg+xml"
    texts = [text.text or "" for text in ElementTree.fromstring(answer.text).iter() if text.text]
    assert any(words in text for text in texts)
    assert [text for text in texts if text in NAMES] == ["Bruno", "Anna", "Dario", "Carla"]
    assert {"64", "31", "12", "4"} <= set(texts)


def test_the_picture_lies_on_the_games_felt_and_shows_the_winners_colour(app: Flask) -> None:
    table = over(app)

    drawn = table.onlooker.get(f"{table.page}result.svg").text

    assert 'fill="#7d2824"' in drawn and drawn.index('fill="#ffd91a"') < drawn.index(">Bruno<")


def test_a_name_that_is_a_script_is_text_in_the_picture(app: Flask) -> None:
    seats = [{"name": name} for name in ("<script>a</script>", "B & B", "'C'")]
    table = over(app, "big_cheese", "no-specials-three", seats=seats)

    answer = table.onlooker.get(f"{table.page}result.svg")

    assert "<script" not in answer.text
    texts = [text.text for text in ElementTree.fromstring(answer.text).iter()]
    assert "<script>a</script>" in texts and "B & B" in texts


def test_the_text_to_copy_equals_the_plain_text_page(app: Flask) -> None:
    table = over(app)
    page = table.onlooker.go(f"{table.page}account")

    text = table.onlooker.get(f"{table.page}account.txt").text

    assert "Bruno: 64" in text
    assert " ".join(text.split()) in page.text


def test_results_are_shared_only_after_the_end(app: Flask) -> None:
    table = seated(app, *BIDDING)

    answer = table.banker.get(f"{table.page}result.svg")
    page = table.banker.go(f"{table.page}account")

    assert answer.status_code == 422
    assert "BG Stats" not in page.text and "result.svg" not in page.html


def test_a_phone_at_the_end_links_to_every_way_of_sharing(app: Flask) -> None:
    data = {"copy": {}, **recorded("big_shot", "four-italian")}
    table = seated(app, *data.pop("actions"), **data)

    page = table.phones[0].go(table.page)

    assert page.link("Share") == f"{table.page}account#hand-over"
    assert page.link("Replay") == f"{table.page}replay/0"


def test_the_scores_link_to_their_text_and_the_big_screen_to_the_replay(app: Flask) -> None:
    table = over(app)
    account = table.onlooker.go(f"{table.page}account")

    text = table.onlooker.client.get(account.link("Save the text")).text

    assert text.startswith("Big Shot\nBruno wins with 64.")
    screen = table.banker.go(f"{table.page}?screen=table")
    assert screen.link("Replay") == f"{table.page}replay/0"
