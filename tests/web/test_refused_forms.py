"""A refused form comes back as it was filled in, with the refusal beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from markupsafe import escape

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.web.access.limits import MADE_A_MINUTE
from companion.web.pages.form_refill import refilled
from companion.web.requests.errors import status_of
from tests.browser.scenes import recorded, until
from tests.web.pages import Form, Page
from tests.web.phones import BIDDING, Phone, seated
from tests.web.test_threats import one_of_each_game

NAMES = ("Anna", "Bruno", "Carla", "Dario")
JUNK = 'x <1> "2" & 3'


def tools(page: Page) -> dict[str, Form]:
    """Return the forms of a bank by name; one without a button only leads elsewhere."""
    tools = {form.fields["tool"]: form for form in page.forms if "tool" in form.fields}
    return {name: form for name, form in tools.items() if form.buttons}


def with_junk(form: Form) -> dict[str, str]:
    """Return other values for all that can be typed, chosen and ticked in a form."""
    hidden = ("seen", "key", "tool")
    fields = [name for name in form.fields if name not in hidden and not name.startswith("pick.")]
    typed = {name: JUNK for name in fields if name not in form.choices}
    return typed | {name: options[-1] for name, options in form.choices.items() if options}


def is_open(text: str, tool: str) -> bool:
    """Return whether a tool of the bank is seen, and not folded under its name."""
    opening = re.search(rf'<(details|div) class="tool" id="tool-{tool}"([^>]*)>', text)
    assert opening is not None
    return opening[1] == "div" or "open" in opening[2].split()


def moments(game: str) -> list[dict[str, Any]]:
    """Return records of a game, begun and in the middle, in which a bank has many tools."""
    if game == "monopoly":
        dealt = recorded(game, "fast-second-bankruptcy")
        return [{**dealt, "actions": []}, until(recorded(game, "housing-shortage"), "want", 0)]
    if game == "free_bank":
        return [until(recorded(game, "most-money"), "pay", 2)]
    if game == "big_deal":
        return [until(recorded(game, "two-defended"), "take_over", 0)]
    if game == "big_cheese":
        return [until(recorded(game, "six-clockwise"), "bid", 8)]
    light = recorded("big_shot", "light-italian")
    return [until(recorded("big_shot", "four-italian"), "bid", 13), until(light, "bid", 5)]


@pytest.mark.parametrize("game", sorted(one.game for one in one_of_each_game()))
def test_every_refused_bank_form_keeps_its_fields(app: Flask, game: str) -> None:
    came_back = set()
    for record in moments(game):
        banker = Phone(app)
        bank = banker.bring_back(record) + "bank"
        for name, form in tools(banker.go(bank)).items():
            typed = with_junk(form)
            refused = banker.submit(form, form.buttons[-1].value, **typed)
            if refused.status_code == 303:
                continue
            again = tools(Page(refused.text))[name]
            assert {field: again.fields.get(field) for field in typed} == typed
            assert again.choices == form.choices
            assert refused.text.count('class="notice"') == 1
            assert is_open(refused.text, name)
            came_back.add(name)
    # Big Cheese has no money, and scores, cards and workers are all it can set.
    assert len(came_back) >= {"big_cheese": 3}.get(game, 5), came_back


def test_a_refused_form_can_be_fixed_and_sent_again(app: Flask) -> None:
    table = seated(app, *BIDDING)
    form = tools(table.banker.go(f"/t/{table.code}/bank"))["correct"]
    typed = {"source": "seat 1", "target": "seat 2", "amount": "99", "reason": "a bet"}
    refused = table.banker.submit(form, "Move the money", **typed)
    assert refused.status_code == 422 and "Take 10 at most" in refused.text

    again = tools(Page(refused.text))["correct"]
    assert table.banker.submit(again, "Move the money", amount="9").status_code == 303

    assert (table.balance("seat 1"), table.balance("seat 2")) == (1, 19)
    assert "a bet" in table.banker.go(f"/t/{table.code}/history").text


def test_a_refusal_is_inside_its_form_and_scrolled_to(app: Flask) -> None:
    table = seated(app, *BIDDING)
    form = tools(table.banker.go(f"/t/{table.code}/bank"))["loans"]

    refused = table.banker.submit(form, "Fix the loans", loans="many").text

    assert form.action.endswith("/act#tool-loans")
    begins = refused.index('id="tool-loans"')
    assert begins < refused.index('class="notice"') < refused.index("</form>", begins)


@pytest.mark.parametrize("who", ["onlooker", "player"])
def test_a_forbidden_tool_is_refused_on_a_separate_page(app: Flask, who: str) -> None:
    table = seated(app, *BIDDING)
    form = tools(table.banker.go(f"/t/{table.code}/bank"))["correct"]
    phone = table.onlooker if who == "onlooker" else table.phones[0]

    refused = phone.submit(form, "Move the money", amount="3")

    assert refused.status_code == 403 and not tools(Page(refused.text))
    assert Page(refused.text).link("Back")


def test_a_refused_name_stays_in_the_form(app: Flask) -> None:
    table = seated(app, *BIDDING)
    invite = f"/t/{table.code}/invite"
    form = next(one for one in table.banker.go(invite).forms if one.action.endswith("/seats/1"))

    refused = table.banker.submit(form, "Rename", name="Carla")

    page = Page(refused.text)
    again = next(one for one in page.forms if one.action.endswith("/seats/1"))
    assert refused.status_code == 422 and "Carla already sits at this table" in page.text
    assert again.fields["name"] == "Carla"
    assert table.banker.submit(again, "Rename", name="Berta").headers["Location"] == invite
    assert table.now.names[1] == "Berta"


def test_a_wrong_table_code_stays_in_the_form(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/").form("code")

    refused = phone.submit(form, code="ABCD-<b>FG")

    assert refused.status_code == 404 and "No table has this code" in refused.text
    assert Page(refused.text).form("code").fields["code"] == "ABCD-<b>FG"
    assert phone.get("/join").status_code == 404


def test_a_rate_limited_new_game_form_keeps_the_names(app: Flask) -> None:
    phone = Phone(app, address="10.1.2.3")
    typed = {f"name_{place}": name for place, name in enumerate(NAMES)}
    form = phone.go("/new/big_shot").form("Show the QR code")
    statuses = [phone.submit(form, "Show the QR code", **typed).status_code for _ in range(20)]
    assert statuses == [303] * 20

    refused = phone.submit(form, "Show the QR code", **typed)

    assert refused.status_code == 429
    again = Page(refused.text).form("Show the QR code")
    assert [again.fields[name] for name in typed] == list(NAMES)


def test_posts_from_another_site_are_rate_limited_too(app: Flask) -> None:
    phone = Phone(app)
    names = {f"name_{place}": name for place, name in enumerate(NAMES)}
    form = phone.go("/new/big_shot").form("Show the QR code").fields | names
    elsewhere = {"Host": "games.example.org:8000", "Origin": "http://games.example.org:8000"}

    statuses = [
        phone.post("/new/big_shot", form, elsewhere).status_code
        for _ in range(MADE_A_MINUTE.amount + 1)
    ]

    assert set(statuses[:-1]) == {303} and statuses[-1] == 429


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("malformed", 400),
        ("not_a_banker", 403),
        ("unknown_code", 404),
        ("stale", 409),
        ("record_too_large", 413),
        ("link_too_long", 414),
        ("not_your_turn", 422),
        ("too_many_made", 429),
        ("in_doubt", 503),
        ("disk_full", 507),
    ],
)
def test_a_refusal_has_the_status_of_its_kind(name: str, status: int) -> None:
    assert status_of(Refusal(name, "", say("No."))) == status


FIELDS = (
    '<label>A &amp; B &#8364; <input name="a" inputmode="numeric" required value="1"></label>'
    '<svg viewBox="0 0 1 1"><path d="M0"/></svg>'
    '<select name="s"><option value="1" selected>One</option>'
    '<option value="2">Two</option></select>'
    '<input type="checkbox" name="c"><input type="checkbox" name="d" checked>'
    '<input type="radio" name="r" value="x" checked><input type="radio" name="r" value="y">'
    '<input type="hidden" name="key" value="old">'
    '<button name="action" value=\'{"a":1}\'>Go</button>'
)


def test_refilling_a_form_changes_only_its_fields() -> None:
    typed = {"a": '"><b>', "s": "2", "c": "on", "r": "y", "key": "new", "action": "z"}

    said = refilled(FIELDS, typed)

    expected = FIELDS.replace('value="1"></label>', f'value="{escape(typed["a"])}"></label>')
    expected = expected.replace(" selected", "").replace('value="2"', 'value="2" selected')
    expected = expected.replace(" checked", "").replace('name="c"', 'name="c" checked')
    assert said == expected.replace('value="y"', 'value="y" checked')


def test_refilling_clears_unposted_ticks_only() -> None:
    assert refilled(FIELDS, {}) == FIELDS.replace(" checked", "")


def test_the_way_back_from_a_refused_form_does_not_name_the_host(app: Flask) -> None:
    table = seated(app, *BIDDING)
    came_from = f"http://localhost{table.page}?for=1"
    table.banker.client.environ_base["HTTP_REFERER"] = came_from

    refused = table.banker.tap(table, {"kind": "roll", "seat": 1, "value": 3})

    assert f'href="{table.page}?for=1"' in refused.text


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://localhost{page}bank?for=1", "{page}bank?for=1"),
        ("http://localhost{page}act", "/"),
        ("http://elsewhere{page}bank", "/"),
        ("", "/"),
    ],
)
def test_from_a_refused_form_the_language_links_lead_to_its_page(
    app: Flask, came_from: str, back: str
) -> None:
    table = seated(app, *BIDDING)
    form = table.banker.go(f"{table.page}bank").form("Move the money")
    table.banker.client.environ_base["HTTP_REFERER"] = came_from.format(page=table.page)

    refused = Page(table.banker.submit(form, "Move the money", amount="many").text)

    assert refused.form("en").fields["back"] == back.format(page=table.page)


@pytest.mark.parametrize(
    ("game", "players", "field", "entered"),
    [
        ("big_cheese", 3, "target", "100"),
        ("big_cheese", 3, "target", "much"),
        ("free_bank", 2, "start", "1.5"),
        ("free_bank", 2, "accounts", "Anna"),
        ("big_shot", 3, "name_1", "anna"),
    ],
)
def test_a_refused_new_game_form_marks_its_field(
    app: Flask, game: str, players: int, field: str, entered: str
) -> None:
    phone = Phone(app)
    (form,) = (
        one for one in phone.go(f"/new/{game}?players={players}").forms if "name_0" in one.fields
    )
    names = {f"name_{place}": name for place, name in enumerate(NAMES[:players])}

    answer = phone.submit(form, "Show the QR code", **names | {field: entered})

    marked = [
        given.get("name") for _, given in Page(answer.text).elements if "aria-invalid" in given
    ]
    assert marked == [field]


def shown_now(html: str, tool: str) -> bool:
    """Return whether a tool of the bank shows what the app holds: in a choice, or in a field."""
    form = html[html.index(f'id="tool-{tool}"') :].partition("</form>")[0]
    choices = re.findall(r"<option[^>]*>([^<]+)", form)
    typed = re.findall(r'<input name="[^>]*value="([^"]+)"', form)
    return bool(typed) or " selected" in form or any(": " in choice for choice in choices)


CORRECTS = ("set_", "correct", "score", "loans")
BLIND = {"set_clock", "set_group", "set_line", "set_line_space", "set_team"}
"""Tools for something that the app does not hold yet, or that other parts of the screen show."""


@pytest.mark.parametrize("game", sorted(one.game for one in one_of_each_game()))
def test_each_correction_shows_what_the_app_holds(app: Flask, game: str) -> None:
    shown, corrections = set(), set()
    for record in moments(game):
        banker = Phone(app)
        bank = banker.go(banker.bring_back(record) + "bank")
        here = {name for name in tools(bank) if name.startswith(CORRECTS) and name not in BLIND}
        corrections |= here
        shown |= {name for name in here if shown_now(bank.html, name)}

    assert len(corrections) >= 3
    assert shown == corrections
