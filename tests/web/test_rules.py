from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import companion.games
from companion.games import all_games
from companion.mechanics.language.words import say
from companion.web.pages.rules import _by_subject
from tests.web.phones import BIDDING, seated

CITED = re.compile(r'"([A-Z]{2}-\d?[A-Za-z]?\d*)"')
GAMES = sorted(name for name, game in all_games().items() if game.rulebook)


def cited_by(name: str) -> set[str]:
    folder = Path(companion.games.__file__).parent / name
    texts = (path.read_text("utf-8") for path in folder.glob("*.py"))
    return {rule for text in texts for rule in CITED.findall(text)}


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_a_game_cites_is_explained(name: str) -> None:
    assert len(cited_by(name)) >= 5
    assert cited_by(name) <= set(all_games()[name].all_rules)


def test_no_two_games_share_a_rule_id() -> None:
    ids = [rule for name in GAMES for rule in all_games()[name].all_rules]

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_are_a_page(client: FlaskClient, name: str, language: str) -> None:
    page = client.get(f"/rules/{name}", headers={"Accept-Language": language}).text

    assert all(f'<dt id="{rule}">' in page for rule in all_games()[name].all_rules)


@pytest.mark.parametrize("path", ["rules/big_shot", "score/big_shot", "sheets/golf"])
def test_rules_and_calculators_show_the_mark_of_their_game(client: FlaskClient, path: str) -> None:
    assert client.get(f"/{path}").text.count('class="mark') == 1


def test_a_refusal_links_to_its_rule(app: Flask) -> None:
    table = seated(app, *BIDDING)
    low = {"kind": "bid", "seat": 1, "amount": 0}

    refused = table.phones[1].tap(table, low)

    assert '<a class="rule" href="/rules/big_shot#BS-A2">BS-A2</a>' in refused.text


def test_an_unknown_game_has_no_page_of_rules(client: FlaskClient) -> None:
    assert client.get("/rules/chess").status_code == 404


def test_the_rules_link_back_to_their_table(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[0].client

    page = phone.get("/rules/big_shot", headers={"Referer": f"http://localhost{table.page}?for=1"})

    before_the_rules = page.text.partition("<dl")[0]
    assert f'href="{table.page}?for=1">Back</a>' in before_the_rules


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "http://localhost/nowhere",
        "http://elsewhere/t/ABCD-EFGH/",
        "javascript:0",
        "http://localhost/rules/big_shot",
    ],
)
def test_the_rules_never_link_back_to_another_site(app: Flask, referer: str) -> None:
    page = app.test_client().get("/rules/big_shot", headers={"Referer": referer})

    assert page.status_code == 200
    assert ">Back</a>" not in page.text


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_stands_under_a_subject_that_comes_once(client: FlaskClient, name: str) -> None:
    page = client.get(f"/rules/{name}").text

    sections = page.split("<section>")
    subjects = [re.findall(r"<h2>([^<]+)</h2>", section) for section in sections]
    assert subjects[0] == [] and "<dt" not in sections[0]
    assert all(len(found) == 1 for found in subjects[1:])
    assert len({found[0] for found in subjects[1:]}) == len(sections) - 1 >= 3


def test_house_rules_without_a_subject_stand_under_a_heading_at_the_end() -> None:
    ours: Any = SimpleNamespace(
        rulebook={"BS-S1": say("Setup.")},
        rule_subjects={"S": say("Setup")},
        all_rules={"BS-S1": say("Setup."), "BS-H1": say("Pledge once.")},
    )

    headings = [(str(words), list(rules)) for words, rules in _by_subject(ours)]

    assert headings == [("Setup", ["BS-S1"]), ("House rules", ["BS-H1"])]
