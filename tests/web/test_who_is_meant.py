"""The player concerned reads “you”; the others read a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.games.big_shot.auction import require_own_colour
from companion.games.free_bank.payments import require_bid_covered
from companion.games.monopoly.debts import first_debt
from companion.games.monopoly.state import require_own
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.money.ledger import purse
from companion.tables.records.import_export import import_record
from companion.web.requests.language import LANGUAGES, speaker_for
from companion.web.situation import situation_of
from tests.browser.scenes import record_of, until
from tests.games.free_bank.free_bank_tables import after, bid, up
from tests.transcripts.kept import recorded
from tests.web.pages import Page
from tests.web.phones import BIDDING, seated

GAMES = dict(recorded())


def test_the_phone_to_act_reads_you_and_the_others_a_name(app: Flask) -> None:
    table = seated(app, *BIDDING, languages=("en", "it", "fr", "en"))

    anna, bruno, carla, _ = (Page(phone.get(table.page).text).text for phone in table.phones)

    assert "Tocca a te Offri almeno 1, oppure passa." in bruno
    assert "Bruno bids 1 or more, or passes." in anna
    assert "Bruno offre 1 ou plus, ou passe." in carla


def test_a_banker_playing_for_a_seat_reads_its_name(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=0)

    banker = Page(table.banker.get(table.page).text).text

    assert "Bruno bids 1 or more, or passes." in banker


def test_each_player_with_a_finished_project_is_asked_to_roll(app: Flask) -> None:
    record = record_of("big_cheese", "cheese-several")
    table = seated(app, *record.pop("actions"), **record, languages=("en", "it", "de", "en"))

    anna, bruno, carla = (Page(phone.get(table.page).text).text for phone in table.phones)

    assert (
        "Carla (20, 20) and Bruno (12, 6) roll for their finished projects, in any order." in anna
    )
    assert "Tira per ciascuno dei tuoi progetti finiti. " in bruno
    assert "Würfle für jedes deiner fertigen Projekte. " in carla


def test_equal_projects_are_rolled_for_in_order(app: Flask) -> None:
    record = record_of("big_cheese", "cheese-several")
    table = seated(app, *record.pop("actions"), **record)

    carla = Page(table.phones[2].get(table.page).text)

    rolls = [one.text for form in carla.forms for one in form.buttons if "Roll for" in one.text]
    assert [" ".join(roll.split()) for roll in rolls] == [
        "Roll for the 20: 1 of 2",
        "Roll for the 20: 2 of 2",
    ]


def test_a_refusal_says_you_only_to_the_player_concerned(app: Flask) -> None:
    table = seated(app, *BIDDING, languages=("en", "it", "fr", "en"))
    roll = {"kind": "roll", "value": 3}

    _, bruno, carla, _ = (
        Page(phone.tap(table, {**roll, "seat": seat}).text).text
        for seat, phone in enumerate(table.phones)
    )

    assert "Non ora. Offri almeno 1, oppure passa." in bruno
    assert "Pas maintenant. Bruno offre 1 ou plus, ou passe." in carla


def test_the_highest_bidders_phone_says_that_it_waits(app: Flask) -> None:
    with app.app_context():
        table = import_record(until(GAMES["free_bank/most-money"], "bid", 2), "banker")
        standing = table.state.auction.bids.standing
        waiting = situation_of(table).waiting

    read = [str(waiting.read_by(seat).prompt) for seat in (standing.seat, None)]

    amount = f"Your bid of {standing.amount} is the highest; wait until somebody bids more."
    assert read == [amount, str(waiting.prompt)]
    assert "Who bids" in read[1]


def test_a_refusal_about_the_readers_own_bid_says_yours() -> None:
    standing = after(up(), bid(1, 60))

    with pytest.raises(Refusal) as refused:
        require_bid_covered(standing, {purse(1): 20})

    told = "Bruno has the highest bid. This money must still cover it."
    spoken = "You have the highest bid. This money must still cover it."
    said = [str(refused.value.said_to(seat).sentence) for seat in (0, 1, None)]
    assert said == [told, spoken, told]


GUARDS: list[tuple[str, Callable[[Any], object], str, str]] = [
    (
        "monopoly/bail-raised-first",
        lambda state: first_debt(state, 0),
        "{name} owes nothing.",
        "You owe nothing.",
    ),
    (
        "monopoly/bail-raised-first",
        lambda state: require_own(state, 0, 39, "MO-M1"),
        "{name} does not own {space}.",
        "You do not own {space}.",
    ),
    (
        "big_shot/four-italian",
        lambda state: require_own_colour(state, 0, "gold"),
        "{name} does not play {colour}.",
        "You do not play {colour}.",
    ),
]


@pytest.mark.parametrize(("name", "guard", "told", "spoken"), GUARDS)
def test_a_games_own_refusal_says_you_to_the_player_concerned(
    app: Flask, name: str, guard: Callable[[Any], object], told: str, spoken: str
) -> None:
    with app.app_context():
        state = import_record(GAMES[name], "banker").state

    with pytest.raises(Refusal) as refused:
        guard(state)

    said = [refused.value.said_to(seat).sentence.template for seat in (0, 1, None)]
    assert said == [spoken, told, told]
    assert state.name(0) in str(refused.value.sentence)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_in_no_game_does_a_phone_call_its_player_by_name(app: Flask, name: str) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        timeline = Timeline.begun(table.game, table.setup)
        for entry in table.timeline.standing.entries:
            timeline = timeline.after(entry)
            waiting = situation_of(table.extended(timeline, entry)).waiting
            if len(waiting.seats) != 1 or table.game.final.outcome(timeline.state):
                continue
            for language in LANGUAGES:
                said = speaker_for(language).say(waiting.prompt.for_you)
                assert table.names[waiting.seats[0]] not in said, said
