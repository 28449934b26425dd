"""What cannot be seen reaches no page by anything that people type; what is old stays as it is."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from companion.games.monopoly import GAME as MONOPOLY
from companion.tables.records.import_export import export_record, import_record, read_json
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, Table, a_record, brought_back, table_at
from tests.web.test_scripts_in_names import MORE, PAGES

UNSEEN = "\u202e\u2066\u200b\u200d\u3164\u2800\u00ad\U000e0041"
NOTHING = ("\u3164", "\u2800\u2800", "\u202e \u200b", "\u0301")
SEATS = [{"name": "Anna"}, {"name": "Bruno"}]


def hidden_in(words: str) -> str:
    """Return words with what cannot be seen in them."""
    return UNSEEN.join(words) + UNSEEN


def assert_seen(body: str, *words: str) -> None:
    """Nothing in a body is hidden, and it says these words."""
    assert not set(UNSEEN) & set(body)
    for word in words:
        assert word in body


def made(phone: Phone, game: str = "free_bank", **typed: str) -> Table:
    """Return the table that a form makes."""
    names = {"name_0": "Anna", "name_1": "Bruno"}
    answer = phone.post(f"/new/{game}", {**names, **typed})
    assert answer.status_code == 303, answer.text
    return table_at(phone, answer.headers["Location"])


REPEATING = (
    "/evenings?person={}",
    "/join?code={}",
    "/rules/{}",
    "/score/big_shot/majority?red={}",
)
"""Addresses of which a page repeats a part."""


@pytest.mark.parametrize("address", REPEATING)
def test_no_page_repeats_invisible_characters_of_its_url(shared_app: Flask, address: str) -> None:
    """Only to those who typed it, but the page was turned around for them."""
    assert_seen(Phone(shared_app).get(address.format(quote(hidden_in("Anna")))).text)


def test_typed_text_is_shown_without_invisible_characters(app: Flask) -> None:
    typed = {"name_0": "Zoe", "currency": "ducats", "unit": "VP", "accounts": "Harbour, Mill"}
    table = made(Phone(app), **{field: hidden_in(words) for field, words in typed.items()})
    moved = {"source": "bank", "target": "seat 1", "amount": 1}
    for action in (
        {"kind": "add_account", "name": hidden_in("Tower")},
        {"kind": "put_up", "what": hidden_in("Windmill")},
        {"kind": "correct", **moved, "reason": hidden_in("dropped")},
        {"kind": "move", **moved, "reason": hidden_in("birthday")},
        {"kind": "score", "seat": 0, "amount": 3, "reason": hidden_in("longest")},
    ):
        assert table.banker.tap(table, action).status_code == 303, action

    everything = ""
    for device in (table.banker, table.onlooker):
        for place in (*PAGES, *(MORE if device is table.banker else ())):
            answer = device.get(table.page + place)
            assert_seen(answer.text)
            everything += answer.text
        with device.stream(table) as events:
            assert_seen(next(events))
    words = ("Zoe", "ducats", "VP", "Harbour", "Mill", "Tower", "Windmill")
    assert_seen(everything, *words, "dropped", "birthday", "longest")
    assert_seen(table.banker.get(f"{table.page}record.json").text)


@pytest.mark.parametrize("name", NOTHING)
def test_an_invisible_name_is_refused(app: Flask, name: str) -> None:
    phone = Phone(app)
    table = made(phone)

    set_up = phone.post("/new/free_bank", {"name_0": name, "name_1": "Bruno"})
    renamed = phone.post(f"/t/{table.code}/seats/0", {"name": name})
    account = phone.tap(table, {"kind": "add_account", "name": name})

    assert [answer.status_code for answer in (set_up, renamed, account)] == [422] * 3
    assert table.now.names == ("Anna", "Bruno")


def test_two_names_that_look_the_same_are_the_same(app: Flask) -> None:
    phone = Phone(app)
    typed = {"name_0": "Anna", "name_1": "An\u200bna"}

    assert phone.post("/new/free_bank", typed).status_code == 422


def test_printed_text_is_saved_without_invisible_characters(app: Flask) -> None:
    table = made(Phone(app), "monopoly")
    copy = table.now.setup.copy
    form = MONOPOLY.copy.fields(copy)
    field = next(name for name in form if name.endswith(".1.name"))
    typed = {**form, field: hidden_in("Mill Lane")}

    answer = table.banker.post(f"/t/{table.code}/copy", typed)

    assert answer.status_code == 303, answer.text
    spaces = table.now.setup.copy["spaces"]
    assert isinstance(spaces, list) and spaces[1]["name"] == "Mill Lane"


def test_an_imported_copy_and_its_name_are_cleaned(app: Flask) -> None:
    phone, copy = Phone(app), a_record()["copy"]
    copy = json.loads(json.dumps(copy).replace("park a", hidden_in("park a")))

    for name in (hidden_in("Ours") + ".json", UNSEEN + ".json"):
        answer = phone.upload("/copies/big_shot", "copy", json.dumps(copy).encode(), name)
        assert answer.status_code == 303, answer.text

    page = phone.go("/new/big_shot")
    assert_seen(page.html)
    assert {"Ours", "Big Shot"} < set(page.form("name_0").choices["copy_name"])


def test_a_score_and_its_link_are_cleaned(app: Flask) -> None:
    said = {"players": "3", "name_0": hidden_in("Anna"), "name_1": UNSEEN}
    client = app.test_client()

    for place in ("/score/big_cheese", "/score/big_cheese/text"):
        answer = client.get(place, query_string=said)
        assert answer.status_code == 200
        assert_seen(answer.text, "Anna", "Player 2")


def correction(reason: str) -> dict[str, Any]:
    return {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 1, "reason": reason}


def test_a_record_of_actions_is_cleaned(app: Flask) -> None:
    record = a_record(actions=[*BIDDING, correction(hidden_in("dropped"))])
    record["seats"][0]["name"] = hidden_in("Zoe")

    with app.app_context():
        table = import_record(read_json(json.dumps(record)), "laptop")
        again = json.dumps(export_record(table, None), ensure_ascii=False)

    assert_seen(again, "Zoe", "dropped")


def test_a_recorded_log_is_imported_unchanged(app: Flask) -> None:
    untidy, options = "Har\u200bbour", {"start": 100, "accounts": "Har\u200bbour"}
    reason = correction("drop\u202eped")
    record = {
        "game": "free_bank",
        "options": options,
        "seats": [{"name": "\u3164"}, {"name": "\u2800"}],
        "entries": [{"action": reason, "facts": [{**reason, "kind": "money_corrected"}]}],
    }
    phone = Phone(app)

    table = brought_back(phone, record)

    paid = {"kind": "pay", "seat": 0, "target": f"account {untidy}", "amount": 5}
    assert table.now.names == ("\u3164", "\u2800")
    assert phone.tap(table, paid).status_code == 303
    assert table.balance(f"account {untidy}") == 5
    renamed = phone.post(f"/t/{table.code}/seats/0", {"name": "Anna"})
    assert renamed.status_code == 303 and table.now.names == ("Anna", "\u2800")
    with app.app_context():
        kept = export_record(table.now, None)
    assert kept["entries"][0]["facts"][0]["reason"] == "drop\u202eped"


def test_a_family_emoji_in_a_name_stays_whole(app: Flask) -> None:
    """The three people were drawn side by side, with gaps."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    assert made(Phone(app), name_0=f"{family} Rossi").now.names[0] == f"{family} Rossi"


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("/new/free_bank", {"name_0": "Bartholomew Featherstonehaugh-Jones", "name_1": "Bo"}),
        ("/score/big_cheese", {"players": "3", "name_0": "Bartholomew Featherstonehaugh-Jones"}),
        ("/t/{code}/seats/0", {"name": "Bartholomew Featherstonehaugh-Jones"}),
    ],
)
def test_a_name_that_is_too_long_is_refused_whole_and_never_cut(
    app: Flask, path: str, typed: dict[str, str]
) -> None:
    """The field cut it at its limit without a word."""
    phone = Phone(app)
    table = made(phone)
    place = path.format(code=table.code)
    asking = phone.get(place if "seats" not in path else f"/t/{table.code}/invite")
    fields = [given for tag, given in Page(asking.text).elements if tag == "input"]

    if "score" in path:
        answer = phone.client.get(path, query_string=typed)
    else:
        answer = phone.post(place, typed)

    assert not [one for one in fields if "name" in (one.get("name") or "") and "maxlength" in one]
    assert answer.status_code == 422
    assert "A name may have at most 30 characters." in answer.text
    assert "Bartholomew Featherstonehaugh-Jones" in answer.text
