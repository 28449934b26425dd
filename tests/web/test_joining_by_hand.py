"""Somebody who comes late is added from the banker's page, and every page knows the new seat."""

from __future__ import annotations

from flask import Flask

from tests.web.phones import Phone, Table
from tests.web.phones import seated as at_big_shot
from tests.web.test_free_bank_by_hand import at_the_bank

PAGES = ("", "?screen=table", "invite", "history", "account", *map("replay/{}".format, range(1, 6)))


def begun(app: Flask) -> Table:
    """Return a free bank of three after two payments, where Dario then joins."""
    pays = [{"kind": "pay", "seat": seat, "target": "bank", "amount": 5} for seat in (0, 1)]
    return at_the_bank(app, *pays)


def join(table: Table, name: str) -> None:
    page = table.banker.go(f"{table.page}bank")
    table.banker.press(page, "Add", name=name)


def test_the_banker_adds_somebody_who_then_sits_down_on_a_phone(app: Flask) -> None:
    table, dario = begun(app), Phone(app)
    assert "Someone joins late" in table.banker.go(f"{table.page}invite").text

    join(table, "Dario")
    seats = dario.go(f"/j/{table.code}").text
    dario.post(f"{table.page}sit", {"seat": "3"})

    assert "Dario" in seats
    assert "Dario" in dario.go(table.page).text and "100" in dario.go(table.page).text


def test_a_name_that_is_taken_comes_back_in_its_form(app: Flask) -> None:
    table = begun(app)
    form = table.banker.go(f"{table.page}bank").form("Add")

    answer = table.banker.submit(form, "Add", name="anna")

    assert answer.status_code == 422
    assert "anna already sits at this table. Choose another name." in answer.text
    assert 'value="anna"' in answer.text


def test_every_page_shows_a_table_that_somebody_joined_and_its_past(app: Flask) -> None:
    table = begun(app)
    join(table, "Dario")
    table.do({"kind": "pay", "seat": 3, "target": "seat 0", "amount": 20}, {"kind": "end"})
    dario = Phone(app)
    dario.post(f"{table.page}sit", {"seat": "3"})

    for device in (*table.everybody, dario):
        for path in PAGES:
            answer = device.get(f"{table.page}{path}")
            assert answer.status_code == 200, (path, answer.text)
    assert "Dario" in table.banker.go("/evenings").text
    assert "Dario" in table.banker.get("/evenings.csv").text
    assert "Dario joins." in table.banker.go(f"{table.page}history").text


def test_a_seat_that_was_undone_leaves_readable_lines(app: Flask) -> None:
    table = begun(app)
    join(table, "Dario")
    table.do(
        {"kind": "move", "source": "bank", "target": "seat 3", "amount": 20},
        {"kind": "undo", "entry": 3},
    )

    text = table.banker.go(f"{table.page}history").text

    assert "Dario joins." in text and "undid 2 steps" in text
    assert len(table.now.seats) == 3


def test_a_game_without_late_seats_says_why(app: Flask) -> None:
    table = at_big_shot(app, {"kind": "lead", "seat": 0})

    text = table.banker.go(f"{table.page}bank").text

    assert "In this game everyone starts together, so nobody can join now." in text


def test_an_open_screen_follows_a_seat_that_comes_back(app: Flask) -> None:
    table = begun(app)
    table.do({"kind": "join_late", "name": "Dario"}, {"kind": "undo", "entry": 3})

    with table.onlooker.stream(table, query="&screen=table") as pushes:
        assert 'data-seat="3"' not in next(pushes)
        table.do({"kind": "redo", "entry": 4})
        assert "Dario joins." in next(pushes)


def test_a_player_comes_back_with_the_name_and_colour_from_before_the_undo(app: Flask) -> None:
    table = begun(app)
    join(table, "Dario")
    banker, seat = table.banker, f"{table.page}seats/3"
    banker.post(seat, {"name": "Dora"})
    banker.post(seat, {"colour": "purple"})
    joined = table.sequence

    table.do({"kind": "undo", "entry": joined, "late": [["Anna"]]})
    table.do({"kind": "redo", "entry": joined + 1})

    dora = table.now.seats[3]
    assert (dora.name, dora.colours, table.now.state.name(3)) == ("Dora", ("purple",), "Dora")
    assert "Dora joins." in banker.go(f"{table.page}history").text


def test_the_replay_of_a_step_that_was_undone_shows_the_late_player(app: Flask) -> None:
    table = begun(app)
    table.do({"kind": "join_late", "name": "Dario"}, {"kind": "undo", "entry": 3}, {"kind": "end"})

    answer = table.onlooker.go(f"{table.page}replay/3")

    assert "Dario" in answer.text


def test_a_player_who_moved_and_whose_joining_was_undone_breaks_no_page_and_no_file(
    app: Flask,
) -> None:
    table = begun(app)
    join(table, "Dario")
    table.do({"kind": "pay", "seat": 3, "target": "bank", "amount": 20})
    moved = table.sequence
    table.do(
        {"kind": "undo", "entry": moved}, {"kind": "undo", "entry": moved - 1}, {"kind": "end"}
    )

    for path in (*(table.page + one for one in PAGES), "/", "/evenings", "/evenings.csv"):
        assert table.banker.get(path).status_code == 200, path
    saved = table.banker.get(f"{table.page}record.json").text.encode()
    assert Phone(app).upload("/records", "record", saved).status_code == 303


def test_no_correction_adds_a_player(app: Flask) -> None:
    table = begun(app)
    joining = {"kind": "join_late", "name": "Dario"}

    answer = table.banker.tap(table, {"kind": "amend", "entry": 1, "action": joining})

    assert answer.status_code == 422
    assert "Joining is a step of its own." in answer.text
    assert table.banker.get(table.page).status_code == 200


def test_the_page_of_a_joining_offers_no_other_name(app: Flask) -> None:
    table = begun(app)
    join(table, "Dario")

    page = table.banker.go(f"{table.page}history?step={table.sequence}")

    assert "Undo" in page.text and "What should it be instead?" not in page.text
