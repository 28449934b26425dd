"""A game stopped for bed on the banker's page: asked once, told to all, taken back as all is."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.games import all_games
from tests.browser.scenes import recorded
from tests.web.phones import LED, Table, seated

STOPPED = {
    "big_cheese": "stopped-in-an-auction",
    "big_deal": "stopped-in-a-takeover",
    "big_shot": "stopped-in-an-auction",
    "free_bank": "stopped-with-sealed-bids",
    "monopoly": "stopped-in-debt",
}
BUTTON = {"en": "Yes, end the game", "it": "Sì, termina la partita", "fr": "Oui, finir la partie"}


def before_the_stop(app: Flask, name: str, phones: int = 0) -> Table:
    record = recorded(name, STOPPED[name])
    kinds = [action["kind"] for action in record["actions"]]
    actions = record.pop("actions")[: kinds.index("stop")]
    return seated(app, *actions, phones=phones, **{"copy": {}, **record})


def test_every_game_has_a_stopped_record() -> None:
    # The banker of a pad ends the game at any time, and a sheet has tests of its own.
    assert STOPPED.keys() == all_games().keys() - {"score_pad", "score_sheet"}


@pytest.mark.parametrize("name", STOPPED)
def test_the_banker_stops_a_running_game_and_undoes_it(app: Flask, name: str) -> None:
    table = before_the_stop(app, name)
    before = table.now.state

    page = table.banker.press(table.banker.go(f"{table.page}bank"), "Yes, end the game")

    assert table.now.state.is_stopped
    # In Big Deal, the players must still enter their shares.
    shown = "How many shares does Anna hold?" if name == "big_deal" else "Ended early."
    assert shown in page.text
    assert "The banker ended the game early." in table.banker.go(f"{table.page}history").text
    table.banker.tap(table, {"kind": "undo", "entry": table.sequence})
    assert table.now.state == before


@pytest.mark.parametrize("name", [name for name in STOPPED if name != "big_deal"])
def test_everybody_sees_a_stop_and_nobody_can_stop_again(app: Flask, name: str) -> None:
    table = before_the_stop(app, name)

    table.do({"kind": "stop"})

    assert "Ended early." in table.onlooker.go(f"{table.page}?screen=table").text
    assert "Ended early." in table.onlooker.go(f"{table.page}account").text
    assert BUTTON["en"] not in table.banker.go(f"{table.page}bank").text
    assert table.banker.tap(table, {"kind": "stop"}).status_code == 422


@pytest.mark.parametrize("language", BUTTON)
def test_only_the_banker_is_offered_to_stop_the_game(app: Flask, language: str) -> None:
    table = seated(app, *LED, hidden=True)
    table.banker.language = table.phones[0].language = language

    assert BUTTON[language] in table.banker.go(f"{table.page}bank").text
    assert BUTTON[language] not in table.phones[0].go(f"{table.page}bank").text
    assert table.phones[0].tap(table, {"kind": "stop"}).status_code == 403
    assert not table.now.state.is_stopped


@pytest.mark.parametrize("name", STOPPED)
def test_a_game_ended_without_a_result_counts_nowhere(app: Flask, name: str) -> None:
    table = before_the_stop(app, name)
    bank = table.banker.go(f"{table.page}bank")

    table.banker.press(bank, "Yes, end it without a result")

    for page in ("?screen=table", "account", "?screen=bank"):
        told = table.banker.go(f"{table.page}{page}")
        assert "Ended early, without a result." in told.text
        assert "bgstats" not in told.html and "winner" not in told.text
    evenings = table.banker.go("/evenings")
    assert "Ended early, without a result." in evenings.text and "Tonight" not in evenings.text
    assert table.banker.get("/evenings.csv").text.count("\n") == 1
    assert not re.search(r"Anna ☆", evenings.text)


def test_an_undone_stop_stays_in_everybodys_history(app: Flask) -> None:
    table = seated(app, *LED, hidden=True)

    table.do({"kind": "stop"}, {"kind": "undo", "entry": table.sequence + 1})

    assert table.now.state.hidden_accounts(None)
    told = "The banker undid “The banker ended the game early”."
    for phone in table.everybody:
        assert told in phone.go(f"{table.page}history").text


def test_no_play_screen_offers_to_stop_the_game(app: Flask) -> None:
    table = seated(app, *LED)

    for phone in table.everybody:
        assert BUTTON["en"] not in phone.go(table.page).text


def test_a_stopped_game_with_sealed_bids_is_not_exported(app: Flask) -> None:
    table = before_the_stop(app, "free_bank")

    table.do({"kind": "stop"})

    assert table.banker.get(f"{table.page}record.json").status_code >= 400
    assert "1 D" not in table.banker.go(f"{table.page}history").text
