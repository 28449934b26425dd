"""The page of the printed numbers: anyone with a seat fills it in, the banker corrects it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.games.big_deal.box import COMPANIES, RESOURCES
from companion.games.big_shot import GAME as BIG_SHOT
from companion.games.monopoly.board import classic_board
from companion.tables import copies
from companion.tables.copies import enter_numbers
from tests.browser.scenes import recorded
from tests.conftest import MakeApp
from tests.web.pages import Page
from tests.web.phones import PLACING, Phone, Table, seated

BLANK = dict(BIG_SHOT.blank_copy())


def form_of(table: Table, phone: Phone) -> Page:
    return phone.go(f"/t/{table.code}/copy")


def marked(page: Page) -> list[str | None]:
    """Return the fields that are marked as wrong."""
    return [given.get("name") for _, given in page.elements if "aria-invalid" in given]


def values(table: Table) -> list[int | None]:
    return [lot.value for lot in table.now.state.copy.lots.values() if not lot.is_park]


def test_two_phones_that_enter_numbers_at_once_overwrite_nothing(app: Flask) -> None:
    table = seated(app, copy=BLANK)
    anna, bruno = table.phones[:2]
    first, second = form_of(table, anna), form_of(table, bruno)

    anna.press(first, "Save the numbers", value_1="9", touches_a_1="on", touches_b_2="on")
    bruno.press(second, "Save the numbers", value_2="11", touches_a_3="on")

    assert values(table) == [9, 11, *[None] * 9]
    assert [park.touches for park in table.now.state.copy.parks] == [("A", "C"), ("B",)]
    assert table.now.copy_marks == {
        "value_1": 0, "touches_a_1": 0, "touches_b_2": 0, "value_2": 1, "touches_a_3": 1,
    }  # fmt: skip


def test_the_second_phone_to_enter_a_number_is_told_of_the_first(app: Flask) -> None:
    table = seated(app, copy=BLANK)
    anna, bruno = table.phones[:2]
    first, second = form_of(table, anna), form_of(table, bruno)
    anna.press(first, "Save the numbers", value_1="9")

    button = "Save the numbers"
    answer = bruno.submit(second.form(button), button, value_1="8", value_2="11", value_3="12")

    page = Page(answer.text)
    assert answer.status_code == 200
    assert "already entered this: 9 instead of 8. The banker can change it." in page.text
    assert marked(page) == ["value_1"]
    assert values(table) == [9, 11, 12, *[None] * 8]


def test_the_banker_sees_another_devices_number_and_how_to_change_it(app: Flask) -> None:
    table = seated(app, copy=BLANK)
    older = form_of(table, table.banker)
    table.phones[0].press(form_of(table, table.phones[0]), "Save the numbers", value_1="9")

    answer = table.banker.submit(older.form("value_1"), value_1="8")

    text = Page(answer.text).text
    assert "Another device has changed this in the meantime: 9 instead of 8." in text
    assert "the banker can change it" not in text.casefold()


def test_saving_numbers_is_confirmed(app: Flask) -> None:
    table = seated(app, copy=BLANK)

    page = table.banker.press(form_of(table, table.banker), "Save the numbers", value_1="9")

    assert "The printed numbers are saved." in page.text
    assert "The printed numbers are saved." not in table.phones[0].go(table.page).text


@pytest.mark.parametrize(
    ("game", "typed", "wrong"),
    [
        ("monopoly", {"pink.11.price": "a lot", "pink.13.price": "150"}, ["pink.11.price"]),
        ("monopoly", {"pink.11.price": "a lot", "pink.13.price": "x"}, 2),
        ("big_shot", {"value_1": "9", "value_2": "100"}, ["value_2"]),
        ("big_deal", {"companies.telcom.white": "120"}, ["companies.telcom.white"]),
    ],
)
def test_a_wrong_number_marks_its_field(
    app: Flask, game: str, typed: dict[str, str], wrong: list[str] | int
) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    copy = classic_board("en") if game == "monopoly" else {}
    more: dict[str, Any] = {"seats": seats, "options": {}, "copy": copy}
    table = seated(app, game=game, **({} if game == "big_shot" else more))

    page = form_of(table, table.banker)
    answer = table.banker.submit(page.form(next(iter(typed))), **typed)

    fields = marked(Page(answer.text))
    assert answer.status_code == 422
    assert len(fields) == wrong if isinstance(wrong, int) else fields == wrong


def test_only_missing_numbers_needed_now_are_requested(app: Flask) -> None:
    """Two players of Big Deal leave three companies in the box."""
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    table = seated(app, game="big_deal", options={}, copy={}, seats=seats)
    text = table.banker.go(f"/t/{table.code}/invite").text
    # 8 companies with 6 numbers, 4 wheels with 14 prices: 104 numbers, 20 a minute.
    assert "does not know the numbers" in text and "6 minutes" in text
    typed = {
        f"companies.{name}.{field}": "1" if "needs" in field else "100"
        for name in list(COMPANIES)[:8]
        for field in ("white", "green", *(f"needs.{one}" for one in RESOURCES))
    }
    wheels = [f"ladders.{one}.{slot}" for one in RESOURCES for slot in range(1, 15)]

    page = table.banker.press(
        form_of(table, table.banker),
        "Save the numbers",
        **typed,
        **dict.fromkeys(wheels[:42], "50"),
    )

    text = table.banker.go(f"/t/{table.code}/invite").text
    assert "Printed numbers still missing: Wheel: technology. " in text and "1 minute," in text
    table.banker.press(
        form_of(table, table.banker), "Save the numbers", **dict.fromkeys(wheels[42:], "50")
    )
    assert "numbers" not in table.phones[0].go(table.page).text.split("Printed numbers")[0]
    page = form_of(table, table.banker)
    assert page.text.index("Not in this game") > page.text.index("BioWare Megacorp")


def test_lots_of_one_value_have_the_same_labels_everywhere(app: Flask) -> None:
    table = seated(app, *PLACING)

    text = form_of(table, table.banker).text

    assert "9 · park a" in text and "9 · park b" in text
    assert " 9 b " not in text


def test_an_outdated_bankers_page_deletes_no_number(app: Flask) -> None:
    table = seated(app, copy=BLANK)
    older = form_of(table, table.banker)
    table.phones[0].press(form_of(table, table.phones[0]), "Save the numbers", value_1="9")

    table.banker.press(older, "Save the numbers", value_2="11")

    assert values(table)[:3] == [9, 11, None]
    assert table.now.copy_marks == {"value_1": 0}


def test_the_banker_confirms_and_corrects_what_another_phone_entered(app: Flask) -> None:
    table = seated(app, copy=BLANK)
    anna, bruno = table.phones[:2]
    anna.press(form_of(table, anna), "Save the numbers", value_1="9", value_2="11")
    anna.press(form_of(table, anna), "Save the numbers", value_2="12")
    assert values(table)[:2] == [9, 12]

    page = form_of(table, table.banker)
    assert page.html.count("Anna</bdi>?") == 2
    table.banker.press(page, "Confirm and save", value_1="8")

    assert values(table)[:2] == [8, 12] and not table.now.copy_marks
    for phone in (anna, bruno):
        page, button = form_of(table, phone), "Save the numbers"
        assert page.html.count(" readonly") == 2
        refused = phone.submit(page.form(button), button, value_1="7")
        assert refused.status_code == 200 and values(table)[:2] == [8, 12]


def test_a_viewer_enters_no_printed_number(app: Flask) -> None:
    table = seated(app, copy=BLANK)

    page = form_of(table, table.onlooker)
    answer = table.onlooker.post(f"/t/{table.code}/copy", {"was": "{}", "value_1": "9"})

    assert "<fieldset disabled>" in page.html and "Only the banker can change these" in page.text
    assert answer.status_code == 403 and values(table) == [None] * 11


def test_of_two_processes_the_second_adds_to_what_the_first_wrote(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, other = make_app(), make_app()
    table = seated(app, copy=BLANK)
    anna, bruno = (phone.device for phone in table.phones[:2])
    decided = copies._statements_to_enter

    def overtaken(*said: Any) -> Any:
        monkeypatch.setattr(copies, "_statements_to_enter", decided)
        changes = decided(*said)
        with other.app_context():
            enter_numbers(table.code, bruno, {}, {"value_2": "11"})
        return changes

    monkeypatch.setattr(copies, "_statements_to_enter", overtaken)
    with app.app_context():
        enter_numbers(table.code, anna, {}, {"value_1": "9"})

    assert values(table)[:3] == [9, 11, None]


KEEP = {"it": "Salva i numeri", "fr": "Enregistrer les nombres"}


@pytest.mark.parametrize(
    ("language", "words"), [("it", "Quello che è stampato"), ("fr", "Ce qui est imprimé")]
)
def test_an_entered_number_is_announced_in_the_readers_language(
    app: Flask, language: str, words: str
) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    table = seated(app, game="big_deal", options={}, copy={}, seats=seats)
    table.banker.language = language
    page = table.banker.go(f"/t/{table.code}/copy")

    keep = KEEP[language]
    refused = table.banker.submit(page.form(keep), keep, **{"companies.security.white": "120"})

    assert words in refused.text and "What is printed" not in refused.text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "for the next game"), ("it", "la prossima partita"), ("fr", "la prochaine partie")],
)
def test_after_the_end_the_page_says_what_its_numbers_are_for(
    app: Flask, language: str, words: str
) -> None:
    over = recorded("big_shot", "four-italian")
    table = seated(app, *over.pop("actions"), phones=0, **over)

    table.banker.language = language

    assert words in table.banker.go(f"/t/{table.code}/copy").text
