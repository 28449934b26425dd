"""Again: from the finale to the next table with the same people, and no phone scans anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.mechanics.values.options import Option
from companion.tables.copies import table_copy
from companion.tables.forgetting import _delete_if_idle
from companion.tables.live.cache import LockedTable, OpenTable, open_tables
from companion.tables.seat_changes import insert_change
from companion.tables.storage.checksums import seal
from companion.tables.storage.models import Table as StoredTable
from tests.transcripts.kept import recorded
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, Table, brought_back, everything_kept, seated, sit

GAMES = dict(recorded())
OVER = {
    "big_cheese": "shared-win",
    "big_deal": "six-shark",
    "big_shot": "four-italian",
    "free_bank": "sealed",
    "monopoly": "bankrupt-to-a-player",
}


def finished(app: Flask, game: str = "big_shot", phones: int = 2) -> Table:
    """Return a table at its end, a phone at each of the first seats."""
    return brought_back(Phone(app), GAMES[f"{game}/{OVER[game]}"], *["en"] * phones)


def again(table: Table, phone: Phone | None = None, **form: Any) -> str:
    """Go on from a table; return the address that leads to."""
    asking = phone or table.banker
    answer = asking.post(f"/t/{table.code}/again", form)
    assert answer.status_code == 303, (answer.status, Page(answer.text).text)
    return str(answer.headers["Location"])


def there(table: Table, place: str) -> OpenTable:
    """Return the table at an address."""
    with table.app.app_context():
        return open_tables().find(place.split("/")[2])


def seats_of(table: OpenTable) -> list[tuple[str, tuple[str, ...], str | None]]:
    return [
        (seat.name, colours, seat.device)
        for seat, colours in zip(table.seats, table.colours, strict=True)
    ]


@pytest.mark.parametrize("game", OVER)
def test_the_next_table_keeps_seats_colours_phones_settings_and_copy(app: Flask, game: str) -> None:
    table = finished(app, game)
    before = table.now

    later = there(table, again(table))

    assert later.code != table.code and later.sequence == 0
    assert later.game is before.game
    assert seats_of(later) == seats_of(before)
    assert [seat.device for seat in later.seats[:2]] == [one.device for one in table.phones]
    assert later.bankers == before.bankers
    assert later.setup.options == before.setup.options
    assert later.setup.copy == table_copy(before)


@pytest.mark.parametrize("game", OVER)
def test_only_the_banker_starts_the_next_table_with_one_tap(app: Flask, game: str) -> None:
    table = finished(app, game)
    for page in (table.page, f"{table.page}?screen=table"):
        assert "b-again" in table.banker.go(page).html
        for phone in (*table.phones, table.onlooker):
            assert "b-again" not in phone.go(page).html


ASKED = "would like to play again."


def asks(table: Table, phone: Phone) -> None:
    """Let a player tap "Play again" on a phone's screen."""
    follows(phone, table, "ask")


def follows(phone: Phone, table: Table, tapped: str, page: Page | None = None) -> Page:
    """Tap the button of the form "again", which stands elsewhere on the page."""
    page = page or phone.go(table.page)
    (form,) = (one for one in page.forms if one.action.startswith(f"/t/{table.code}/again"))
    assert f'id="b-{tapped}"' in page.html
    answer = phone.submit(form)
    assert answer.status_code == 303
    return phone.go(answer.headers["Location"])


def test_a_player_asks_to_play_again_and_the_banker_confirms_with_one_tap(app: Flask) -> None:
    table = finished(app)
    name = table.now.names[1]
    assert ASKED not in table.banker.go(table.page).text
    with table.banker.stream(table) as events:
        next(events)
        asks(table, table.phones[1])
        assert f"{name} {ASKED}" in next(events)
    for phone in table.everybody:
        assert f"{name} {ASKED}" in phone.go(table.page).text
        assert "b-ask" not in phone.go(table.page).html
    assert f"{name} {ASKED}" in table.banker.go(f"{table.page}?screen=table").text
    assert f"{name} {ASKED}" in table.onlooker.go(f"{table.page}?screen=table").text
    assert f"{name} {ASKED}" in table.banker.go(f"{table.page}history").text

    page = follows(table.banker, table, "again")

    assert table.now.followed_by and table.now.followed_by in page.html
    assert table.phones[0].go(table.page) and table.phones[0].at == f"/t/{table.now.followed_by}/"


def test_two_simultaneous_requests_to_play_again_count_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(app)
    change = LockedTable.change

    def late(locked: LockedTable, *given: Any, **named: Any) -> OpenTable:
        """Let the request of another process come first."""
        monkeypatch.setattr(LockedTable, "change", change)
        with app.extensions["open_tables"].store.writing() as session:
            session.execute(insert_change(locked.table.id, locked.table.sequence, "again", 1))
            session.execute(update(StoredTable).values(revision=StoredTable.revision + 1))
            seal(session.connection(), locked.table.id)
        return change(locked, *given, **named)

    monkeypatch.setattr(LockedTable, "change", late)
    answers = [phone.post(f"/t/{table.code}/again/ask", {}) for phone in table.phones]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert [change.seat for change in table.now.changes if change.what == "again"] == [1]


def test_asking_to_play_again_when_the_table_exists_leads_there(app: Flask) -> None:
    table = finished(app)
    page = table.phones[0].go(table.page)
    later = there(table, again(table))

    follows(table.phones[0], table, "ask", page)

    assert table.phones[0].at == f"/t/{later.code}/"
    assert not [change for change in table.now.changes if change.what == "again"]


@pytest.mark.parametrize("who", ["onlooker", "banker"])
def test_a_viewer_cannot_ask_to_play_again(app: Flask, who: str) -> None:
    table = finished(app)
    before = everything_kept(app)

    answer = (table.onlooker if who == "onlooker" else table.banker).post(
        f"/t/{table.code}/again/ask", {}
    )

    assert answer.status_code == 403 and "You are watching" in Page(answer.text).text
    assert everything_kept(app) == before


def test_nobody_can_ask_to_play_again_before_the_end(app: Flask) -> None:
    table = seated(app, *BIDDING)
    before = everything_kept(app)

    answer = table.phones[0].post(f"/t/{table.code}/again/ask", {})

    assert answer.status_code == 422 and "not over yet" in Page(answer.text).text
    assert everything_kept(app) == before


def test_undoing_the_end_clears_requests_to_play_again(app: Flask) -> None:
    table = finished(app)
    asks(table, table.phones[1])
    last = table.now.timeline.standing.entries[-1].sequence

    table.do({"kind": "undo", "entry": last}, {"kind": "redo", "entry": last + 1})

    assert "asks-again" not in table.banker.go(table.page).html
    asks(table, table.phones[0])
    assert "asks-again" in table.banker.go(table.page).html


def test_a_second_tap_or_banker_reaches_the_same_next_table(app: Flask) -> None:
    table = finished(app)

    first, second = again(table), again(table, game="monopoly")

    assert first == second


@pytest.mark.parametrize("who", ["player", "onlooker"])
def test_only_a_banker_can_make_the_next_table(app: Flask, who: str) -> None:
    table = finished(app)
    phone = table.phones[0] if who == "player" else table.onlooker
    before = everything_kept(app)

    answer = phone.post(f"/t/{table.code}/again", {})
    page = phone.get(f"/t/{table.code}/again")

    assert answer.status_code == page.status_code == 403
    assert everything_kept(app) == before


def test_a_game_whose_end_was_undone_gets_no_next_table(app: Flask) -> None:
    table = seated(app, *BIDDING)

    answer = table.banker.post(f"/t/{table.code}/again", {})

    assert answer.status_code == 422 and "not over yet" in Page(answer.text).text
    assert table.now.followed_by is None


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("", ""),
        ("&screen=table", "?screen=table"),
        ("&screen=seats", "invite"),
        ("&screen=page", ""),
    ],
)
def test_every_open_page_of_a_finished_table_moves_to_the_new_one(
    app: Flask, query: str, place: str
) -> None:
    table = finished(app)
    with table.phones[1].stream(table, query=query) as events:
        assert "event: now" in next(events)

        later = there(table, again(table))

        assert next(events) == f"event: next\ndata: /t/{later.code}/{place}\n\n"


def test_a_sleeping_phone_moves_on_when_it_wakes_or_reloads(app: Flask) -> None:
    table = finished(app)
    later = there(table, again(table))

    with table.phones[0].stream(table) as events:
        assert next(events).startswith("event: next")
    answers = [phone.get(table.page) for phone in (*table.phones, table.onlooker)]

    assert [answer.headers.get("Location") for answer in answers] == [f"/t/{later.code}/"] * 3
    assert later.names[1] in table.phones[1].go(table.page).text
    assert there(table, f"/t/{later.code}/").actor(table.phones[1].device).seat == 1


def test_a_returning_visitor_may_stay_at_the_finished_table(app: Flask) -> None:
    table = finished(app)
    later = there(table, again(table))
    table.phones[0].go(f"/t/{later.code}/")

    page = table.phones[0].go(table.page)

    assert table.phones[0].at == table.page and "Go to the new table" in page.text
    with table.phones[0].stream(table, query="&stays=1") as events:
        assert "event: now" in next(events)


def test_nobody_moves_on_if_the_end_was_undone(app: Flask) -> None:
    table = finished(app)
    again(table)
    table.do({"kind": "undo", "entry": table.now.timeline.standing.entries[-1].sequence})

    with table.phones[0].stream(table) as events:
        assert "event: now" in next(events)
    assert table.phones[0].get(table.page).status_code == 200


def test_another_game_starts_with_its_own_last_settings(app: Flask) -> None:
    table = finished(app)
    other = finished(app, "monopoly")
    # This device was the banker of such a game before, with other settings.
    last = table.banker.upload(
        "/records", "record", json.dumps(GAMES["monopoly/bankrupt-to-a-player"]).encode()
    )
    assert last.status_code == 303

    later = there(table, again(table, game="monopoly", chosen="1", stays=["0", "1", "2"]))

    assert later.game.name == "monopoly" and len(later.seats) == 3
    assert later.setup.options == other.now.setup.options
    assert [seat.device for seat in later.seats[:2]] == [one.device for one in table.phones]


def test_another_game_never_played_before_has_its_defaults(app: Flask) -> None:
    table = finished(app)

    later = there(table, again(table, game="big_cheese"))

    assert later.names == table.now.names
    choices = [option for option in later.game.options if isinstance(option, Option)]
    assert choices
    assert all(later.setup.options[option.name] == option.default for option in choices)


def test_the_copy_for_another_game_is_chosen_beside_it(app: Flask) -> None:
    table = finished(app)
    page = table.banker.go(f"/t/{table.code}/again")
    form = page.form("monopoly")
    fields = {"monopoly.minutes": "45", "big_shot.edition": "fr", "free_bank.start": "many"}
    everybody: dict[str, Any] = {"stays": ["0", "1", "2", "3"], "game": "monopoly"}

    assert form.fields["big_shot.edition"] == str(table.now.setup.options["edition"])
    later = there(table, again(table, **{**form.fields, **fields, **everybody}))

    assert later.game.name == "monopoly" and later.names == table.now.names
    assert later.setup.options["minutes"] == 45


def test_impossible_choices_for_another_game_are_refused_and_kept(app: Flask) -> None:
    table = finished(app)
    form = {"chosen": "1", "stays": ["0", "1"], "game": "free_bank", "free_bank.start": "many"}

    answer = table.banker.post(f"/t/{table.code}/again", form)

    page = Page(answer.text)
    assert answer.status_code == 422 and "Enter a whole number" in page.text
    assert page.form("free_bank.start").fields["free_bank.start"] == "many"
    assert [given for tag, given in page.elements if tag == "details" and "open" in given]
    assert table.now.followed_by is None


def test_players_can_leave_join_and_rotate_for_the_next_game(app: Flask) -> None:
    table = finished(app)
    names = table.now.names

    place = again(table, chosen="1", stays=["0", "1", "3"], new="Zoe", turned="1")

    later = there(table, place)
    assert later.names == (names[1], names[3], "Zoe", names[0])
    phones = {seat.name: seat.device for seat in later.seats}
    assert phones[names[0]] == table.phones[0].device
    assert phones[names[1]] == table.phones[1].device
    assert phones["Zoe"] is None
    colours = [colour for seat in later.seats for colour in seat.colours]
    assert len(set(colours)) == 4
    kept = {seat.name: seat.colours for seat in table.now.seats}
    assert all(seat.colours == kept[seat.name] for seat in later.seats if seat.name != "Zoe")


def test_too_many_players_are_refused_and_the_ticks_stay(app: Flask) -> None:
    table = finished(app)
    form = {"chosen": "1", "stays": ["0"], "game": "big_shot"}

    answer = table.banker.post(f"/t/{table.code}/again", form)

    page = Page(answer.text)
    assert answer.status_code == 422 and "Big Shot is for 2 to 4 players" in page.text
    stays = [given for _, given in page.elements if given.get("name") == "stays"]
    ticked = [given["value"] for given in stays if "checked" in given]
    assert ticked == ["0"] and table.now.followed_by is None


def test_a_next_table_made_by_mistake_can_be_replaced_before_its_start(app: Flask) -> None:
    table = finished(app)
    wrong = there(table, again(table, game="free_bank"))
    with table.phones[0].stream(Table(app, wrong.code, *_nobody(table))) as events:
        assert "event: now" in next(events)

        right = there(table, again(Table(app, wrong.code, *_nobody(table)), game="big_shot"))

        assert next(events) == f"event: next\ndata: /t/{right.code}/\n\n"
    assert right.names == table.now.names


def _nobody(table: Table) -> tuple[Phone, list[Phone], Phone]:
    return table.banker, table.phones, table.onlooker


def test_the_old_code_leads_a_guest_to_the_new_tables_seats(app: Flask) -> None:
    table = finished(app)
    later = there(table, again(table))
    guest = Phone(app)

    page = guest.go(f"/j/{table.code}")

    assert guest.at == f"/j/{later.code}" and "Who are you? Tap your name." in page.text


def test_a_seat_without_a_phone_stays_free_at_the_next_table(app: Flask) -> None:
    table = finished(app, phones=1)
    later = there(table, again(table))
    guest = Phone(app)

    sit(guest, later.code, 2)

    now = there(table, f"/t/{later.code}/")
    assert [seat.device for seat in now.seats] == [
        table.phones[0].device,
        None,
        guest.device,
        None,
    ]


def test_no_page_for_playing_again_reveals_a_phones_secret(app: Flask) -> None:
    table = finished(app)
    secrets = [phone.device for phone in table.everybody]
    shown = table.banker.go(f"/t/{table.code}/again").html
    later = there(table, again(table))
    pages = [
        phone.go(path).html
        for phone in table.everybody
        for path in (table.page, f"/t/{later.code}/", f"/t/{later.code}/invite")
    ]

    assert not [secret for secret in secrets if secret in "".join((shown, *pages))]


READ = ("account", "history", "bank", "replay/3")


def waits(phone: Phone, path: str, **headers: str) -> bool:
    """Return whether a page waits for the next table."""
    answer = phone.get(path, **headers)
    assert answer.status_code == 200, path
    return "led.js" in answer.text


def test_a_reading_page_shows_a_link_once_the_next_table_exists(app: Flask) -> None:
    table = finished(app)
    phone = table.phones[0]
    rules = {"Referer": f"http://localhost{table.page}"}
    assert all(waits(phone, table.page + name) for name in READ)
    assert waits(phone, "/rules/big_shot", **rules)
    assert not waits(phone, "/rules/big_shot")
    for live in (table.page, f"{table.page}?screen=table", f"{table.page}invite"):
        assert not waits(phone, live)

    later = there(table, again(table))

    for name, headers in (*((table.page + name, {}) for name in READ), ("/rules/big_shot", rules)):
        page = Page(phone.get(name, **headers).text)
        assert "led.js" not in page.html
        assert page.link("Go to the new table") == f"/t/{later.code}/"
        assert "The others are at the next table." in page.text


def test_a_page_read_during_the_game_waits_for_the_next_table_too(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert waits(table.phones[0], f"{table.page}history")
    assert not waits(table.phones[0], "/rules/big_shot", Referer="http://localhost/t/AAAAAAAA/")


def test_a_table_whose_next_table_was_deleted_leads_nowhere(app: Flask) -> None:
    table = finished(app)
    later = there(table, again(table))
    with app.app_context():
        assert _delete_if_idle(later.id, later.created_at + 1)

    assert table.phones[0].get(table.page).status_code == 200
