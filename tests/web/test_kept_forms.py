"""A form that is refused, or drawn for another number of players, keeps what was typed."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.tables.play import submit
from tests.web.pages import Form, Page
from tests.web.phones import BIDDING, Phone, seated

TYPED = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla", "name_3": "Dario"}


def test_another_number_of_players_keeps_the_names(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/big_shot").form("Show the QR code")
    page = Page(phone.submit(form, "3", **TYPED).text)
    fields = page.form("Show the QR code").fields
    assert [fields[f"name_{place}"] for place in range(3)] == ["Anna", "Bruno", "Carla"]
    assert "name_3" not in fields


def test_the_back_button_returns_to_the_previous_number_of_players(app: Flask) -> None:
    """Browsers cannot show a posted page again, once they have left it."""
    phone = Phone(app)
    form = phone.go("/new/big_shot").form("Show the QR code")
    typed = {**form.fields, **TYPED}

    three = phone.go(f"/new/big_shot?{urlencode({**typed, 'players': '3'})}")
    other = phone.post("/new/big_shot", {**typed, "language": "it"})
    italian = phone.go(other.headers["Location"])

    for page, players in ((three, 3), (italian, 4)):
        fields = next(form.fields for form in page.forms if "name_0" in form.fields)
        names = [fields[f"name_{seat}"] for seat in range(players)]
        assert names == list(TYPED.values())[:players]
        buttons = [given for tag, given in page.elements if given.get("name") == "players"]
        assert {given.get("formmethod") for given in buttons} == {"get"}
    assert phone.post("/new/big_shot", {"name_0": "x" * 5000, "language": "it"}).status_code == 200


def test_posting_a_form_again_makes_no_second_table_before_the_start(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/big_shot").form("Show the QR code")

    def posted(form: Form, **typed: str) -> str:
        return phone.submit(form, "Show the QR code", **TYPED, **typed).headers["Location"]

    place = posted(form)
    reloaded = phone.go("/new/big_shot").form("Show the QR code")

    assert posted(form) == posted(reloaded) == place
    assert posted(form, edition="fr") != place
    assert Phone(app).submit(form, "Show the QR code", **TYPED).headers["Location"] != place
    action = {"action": '{"kind": "lead", "seat": 0}', "seen": "0", "key": "first"}
    assert phone.post(place.replace("invite", "act"), action).status_code == 303
    assert posted(form) != place


def test_a_change_of_language_keeps_a_chosen_colour(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/big_shot").form("Show the QR code")
    usual = form.fields["colour_0_0"]
    other = next(colour for colour in form.choices["colour_0_0"] if colour != usual)

    page = Page(phone.submit(form, **TYPED, colour_0_0=other, language="it").text)

    fields = next(form.fields for form in page.forms if "name_0" in form.fields)
    assert (fields["name_1"], fields["colour_0_0"]) == ("Bruno", other)


def test_refused_settings_say_why_and_keep_the_names(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/big_shot").form("Show the QR code")
    answer = phone.submit(form, "Show the QR code", **{**TYPED, "name_3": "Anna"})
    page = Page(answer.text)
    assert answer.status_code == 422 and "Anna already sits at this table" in page.text
    assert page.form("Show the QR code").fields["name_1"] == "Bruno"


def test_refused_printed_numbers_keep_the_other_fields(app: Flask) -> None:
    table = seated(app, *BIDDING)
    form = table.banker.go(f"/t/{table.code}/copy").form("Save the numbers")
    answer = table.banker.submit(form, "Save the numbers", value_1="9", value_2="abc")
    fields = Page(answer.text).form("Save the numbers").fields
    assert answer.status_code == 422
    assert fields["value_1"] == "9" and fields["value_2"] == "abc"


def test_a_used_personal_code_is_reported_on_its_page(app: Flask) -> None:
    table = seated(app, *BIDDING)
    page = table.banker.go(f"/t/{table.code}/seats/1")
    link = next(word for word in page.text.split() if "/pass/" in word)
    path = "/pass/" + link.partition("/pass/")[2]
    first = Phone(app)
    first.press(first.go(path), "Play as Bruno here")
    late = Phone(app).get(path)
    assert late.status_code == 422 and "already been used" in late.text


def test_a_player_sees_no_banker_tools(app: Flask) -> None:
    table = seated(app, *BIDDING)
    bank = f"/t/{table.code}/bank"
    assert "Move the money" in table.banker.go(bank).text
    assert "Move the money" not in table.phones[1].go(bank).text


def test_a_player_cannot_undo_a_pass_that_revealed_a_purse(app: Flask) -> None:
    too_much = {"kind": "bid", "seat": 1, "amount": 15}
    passes = [{"kind": "pass", "seat": seat} for seat in (2, 3, 0)]
    table = seated(app, *BIDDING, too_much, *passes, options={"hidden_money": True})
    last = table.now.timeline.standing.entries[-1]
    assert last.events[-1].kind == "auction_restarted"
    anna = table.phones[0]
    with app.app_context(), pytest.raises(Refusal) as refused:
        submit(
            table.code,
            anna.device,
            {"kind": "undo", "entry": last.sequence},
            seen=table.sequence,
            key="regret",
        )
    assert refused.value.name in ("dice_stay", "only_your_last")
    assert "b-undo" not in anna.get(f"/t/{table.code}/").text
