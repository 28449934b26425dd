"""Lines of the threat model (SECURITY.md) that no other file tests, over all games and routes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import all_games
from companion.mechanics.game import Setup
from companion.mechanics.money.corrections import CountCash
from companion.mechanics.money.ledger import BANK, seat_of
from companion.tables.live.cache import OpenTable, open_tables
from tests.parties import OWN_PAGE, Action, Party, Recorded, Script, recorded_games, sat_down
from tests.parties import Phone as Device
from tests.sources import ROOT, sources
from tests.web.phones import Phone, everything_kept, seated

SECRET = 7_654_350
FIRST_STEPS = 25
_keys = count()


@dataclass
class SeatSetup:
    """A party at an app, played step by step by its own phones."""

    app: Flask
    party: Party

    @property
    def table(self) -> OpenTable:
        with self.app.app_context():
            return open_tables().find(self.party.code)

    def client(self, device: Device) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie("session", device.cookie)
        return client

    def tap(self, device: Device, action: Action) -> TestResponse:
        form = {"key": f"threat {next(_keys)}"}
        form |= {"seen": str(self.table.sequence), "action": json.dumps(action)}
        return self.client(device).post(f"/t/{self.party.code}/act", data=form, headers=OWN_PAGE)

    def steps(self) -> Iterator[Action]:
        """Yield the recorded game's steps; each is taken after its turn."""
        script = Script(self.party)
        for _ in self.party.recorded.actions:
            tap = script.next()
            yield tap.action
            assert self.tap(tap.phone, tap.action).status_code == 303
            script.taken(self.table.sequence)


def sitting(app: Flask, recorded: Recorded) -> SeatSetup:
    with app.app_context():
        return SeatSetup(app, sat_down(app, recorded))


def one_of_each_game() -> list[Recorded]:
    return list({one.game: one for one in recorded_games()}.values())


every_game = pytest.mark.parametrize("recorded", one_of_each_game(), ids=lambda one: one.game)


@every_game
def test_in_no_game_can_a_phone_play_anothers_seat(app: Flask, recorded: Recorded) -> None:
    sat, tried = sitting(app, recorded), 0
    kinds = all_games()[recorded.game].action_kinds

    for number, action in enumerate(sat.steps()):
        if number == FIRST_STEPS:
            break
        if kinds.get(action["kind"]) is None or kinds[action["kind"]].by != "seat":
            continue
        tried, kept = tried + 1, everything_kept(app)
        phones = sat.party.phones
        for other in (phones[(action["seat"] + 1) % len(phones)], sat.party.onlooker):
            assert sat.tap(other, action).status_code == 403
        assert everything_kept(app) == kept
    assert tried or not any(kind.by == "seat" for kind in kinds.values())


@every_game
def test_in_no_game_can_a_player_take_a_bankers_action(app: Flask, recorded: Recorded) -> None:
    sat = sitting(app, recorded)
    kinds = all_games()[recorded.game].action_kinds
    known = {action["kind"]: action for action in recorded.actions}
    kept = everything_kept(app)

    for kind, cls in kinds.items():
        if cls.by == "banker":
            for device in (*sat.party.phones, sat.party.onlooker):
                answer = sat.tap(device, known.get(kind, {"kind": kind}))
                assert answer.status_code in (400, 403), kind
    for device in (*sat.party.phones, sat.party.onlooker):
        assert sat.tap(device, {"kind": "undo", "entry": 1}).status_code in (403, 422)
        assert sat.tap(device, {"kind": "redo", "entry": 1}).status_code in (403, 422)
    assert everything_kept(app) == kept


def places(app: Flask, party: Party) -> list[str]:
    """Return the address of all there is to read at a table, and ways of asking for more."""
    values: dict[str, Any] = {"code": party.code, "name": party.recorded.game, "token": "x.y"}
    found: set[str] = set()
    with app.test_request_context():
        for number in range(len(party.phones)):
            for rule in app.url_map.iter_rules():
                if "GET" not in (rule.methods or ()) or rule.endpoint == "static":
                    continue
                given = {name: values.get(name, "x") for name in rule.arguments}
                if "number" in given:
                    given["number"] = number
                place = app.url_for(rule.endpoint, **given)
                found |= {place, f"{place}?screen=table", f"{place}?for={number}"}
    return sorted(found)


def read(client: FlaskClient, place: str) -> str:
    """Return all of an answer, of a stream the first event."""
    answer = client.get(place, buffered=False)
    if answer.mimetype == "text/event-stream":
        text = next(iter(answer.iter_encoded())).decode()
    else:
        text = answer.get_data(as_text=True)
    answer.close()
    return text + str(answer.headers)


def with_hidden_money() -> list[Recorded]:
    """Return a recorded game of every game that hides money from its very start."""
    found: dict[str, Recorded] = {}
    for one in recorded_games():
        game = all_games()[one.game]
        setup = game.rules.prepare(Setup(one.options, one.seats, one.copy or game.blank_copy()))
        hidden = game.rules.begin(setup).hidden_accounts(None)
        if hidden and CountCash.kind in game.action_kinds:
            found.setdefault(one.game, one)
    return list(found.values())


@pytest.mark.parametrize("recorded", with_hidden_money(), ids=lambda one: one.game)
def test_no_route_reveals_hidden_money(app: Flask, recorded: Recorded) -> None:
    sat = sitting(app, recorded)
    table, party = sat.table, sat.party
    account = min(table.state.hidden_accounts(None) - {BANK})
    owner = seat_of(account)
    assert owner is not None
    counted = {"kind": "count_cash", "amounts": {account: SECRET}}
    assert sat.tap(party.phones[owner], counted).status_code == 303
    figures = {str(SECRET), f"{SECRET:,}", f"{SECRET:,}".replace(",", "\u202f")}

    told = {place for place in places(app, party)
            if str(SECRET) in read(sat.client(party.phones[owner]), place)}  # fmt: skip
    assert told, "its owner is told"
    for device in party.everybody:
        if device is not party.phones[owner]:
            for place in places(app, party):
                body = read(sat.client(device), place)
                assert not any(figure in body for figure in figures), place


def test_forged_headers_do_not_change_a_guessers_address(app: Flask) -> None:
    guesser = Phone(app, address="10.0.0.66")

    statuses = [
        guesser.get("/j/23456789", **{"X-Forwarded-For": f"10.7.7.{number}",
                                      "Forwarded": f"for=10.7.7.{number}"}).status_code
        for number in range(12)
    ]  # fmt: skip

    assert statuses == [404] * 10 + [429] * 2


TRICKS = {
    "Host": "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "evil",
    "X-Forwarded-Prefix": "//evil.example",
    "X-Forwarded-Server": "evil.example",
    "Forwarded": "host=evil.example;proto=https",
    "X-Original-URL": "//evil.example",
    "X-Rewrite-URL": "//evil.example",
    "X-HTTP-Method-Override": "DELETE",
}


@pytest.mark.parametrize("header", TRICKS)
def test_no_header_leads_a_page_or_a_redirect_to_another_site(app: Flask, header: str) -> None:
    table = seated(app, phones=1)
    kept = everything_kept(app)

    for phone in (table.banker, table.phones[0], table.onlooker):
        for place in ("", "/", "/history", "/invite", "/account.txt", "//", "//invite"):
            answer = phone.get(f"/t/{table.code}{place}", **{header: TRICKS[header]})
            assert answer.status_code < 500
            assert "evil" not in answer.text + answer.headers.get("Location", "")
    assert everything_kept(app) == kept


@pytest.mark.parametrize("host", ["x" * 300, "a..b", "." * 70, "x" * 64 + ".example"])
def test_an_invalid_host_header_is_refused_in_a_sentence(app: Flask, host: str) -> None:
    answer = Phone(app).get("/", Host=host)

    assert answer.status_code in (200, 400)
    assert "x" * 64 not in answer.text and "Traceback" not in answer.text


def test_an_invalid_host_with_an_oversized_form_is_refused_too(app: Flask) -> None:
    answer = Phone(app).client.post(
        "/tables",
        data={f"field {number}": "" for number in range(2000)},
        headers={"Host": "x" * 64},
    )

    assert answer.status_code == 413
    assert answer.mimetype == "text/plain" and len(answer.text) < 200


def test_a_handed_over_seat_is_closed_to_the_old_phone_and_code(app: Flask) -> None:
    table = seated(app, *[{"kind": "lead", "seat": 0}], phones=2)
    shown = table.banker.get(f"/t/{table.code}/seats/0").text
    link = re.search(r"/pass/[\w.-]+", shown)
    assert link is not None
    old, new, guest = table.phones[0], Phone(app), Phone(app)
    assert new.post(link[0], {}).status_code == 303
    kept = everything_kept(app)

    assert old.tap(table, {"kind": "roll", "seat": 0, "value": 3}).status_code == 403
    for late in (old, guest):
        assert late.post(link[0], {}).status_code == 422
        assert late.get(link[0]).status_code == 422
    assert guest.post(f"/t/{table.code}/sit", {"seat": "0"}
                      ).status_code == 422  # fmt: skip
    assert everything_kept(app) == kept


def test_every_test_named_in_the_threat_model_exists() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    there = {found for one in sources("tests/**/*.py")
             for found in re.findall(r"^def (test_\w+)", one.text, re.MULTILINE)}  # fmt: skip
    files = {one.place.rpartition("/")[2].removesuffix(".py") for one in sources("tests/**/*.py")}

    assert len(named) > 15 and named <= there | files
