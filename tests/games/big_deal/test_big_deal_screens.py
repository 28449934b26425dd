"""The screens that everybody sees, in every language, in words for newcomers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.tables.actor import Actor
from companion.tables.records.import_export import import_record
from companion.testing.contract import an_app
from companion.web.live.screens import Viewer
from companion.web.live.streams import streams
from tests.browser.big_deal_scenes import (
    ANNA,
    COLLECT,
    DARIO,
    DEFENDED,
    DUEL,
    LAST,
    OPENED,
    OVER,
    RAISED,
    SHORT,
    WON,
    record,
    step,
)
from tests.web.phones import Phone

SCREENS = ("seat", "table")
TAG = re.compile(r"<[^>]*>")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return one app for all these tests; each creates its tables and only reads them."""
    with an_app(tmp_path_factory.mktemp("app")) as app:
        yield app


def drawn(app: Flask, actions: list[dict[str, Any]], screen: str, language: str) -> str:
    """Return a viewer's screen after these actions."""
    with app.app_context():
        table = import_record(record(actions), "banker")
        viewer = Viewer(Actor("", "onlooker"), screen, language)
        parts = streams().screens.fragments(table, viewer, frozenset())
        return "".join(parts.values())


def words(part: str) -> str:
    """Return the text on a part of a screen, in one line."""
    return " ".join(TAG.sub(" ", part).split())


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("language", "wheels"),
    [
        (
            "en",
            "The wheels on the board: tokens left, next price "
            "100 12 ★ human resources 100 11 ▲ space "
            "? 13 ■ energy price: see the board ? 13 ✚ technology price: see the board",
        ),
        (
            "it",
            "Le ruote della mappa: segnalini rimasti, prezzo del prossimo "
            "100 12 ★ risorse umane 100 11 ▲ spazi "
            "? 13 ■ energia prezzo: vedi la mappa ? 13 ✚ tecnologia prezzo: vedi la mappa",
        ),
        (
            "fr",
            "Les roues du plateau : jetons restants, prix du prochain "
            "100 12 ★ ressources humaines 100 11 ▲ espace "
            "? 13 ■ énergie prix : voir le plateau ? 13 ✚ technologie prix : voir le plateau",
        ),
    ],
)
def test_a_wheel_is_named_by_its_resource_in_questions_for_prices(
    app: Flask, screen: str, language: str, wheels: str
) -> None:
    assert wheels in words(drawn(app, OPENED, screen, language)).replace("\xa0", " ")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("language", "begun"), [("en", "Round"), ("it", "Giro"), ("fr", "Tour de table")]
)
def test_the_screen_counts_rounds_instead_of_turns(
    app: Flask, screen: str, language: str, begun: str
) -> None:
    fourth = drawn(app, OPENED, screen, language)
    fifth = drawn(app, [*OPENED, step("end_turn", DARIO)], screen, language)

    assert re.findall(rf"{begun} (\d+)\b", words(fourth)) == ["1"]
    assert re.findall(rf"{begun} (\d+)\b", words(fifth)) == ["2"]


@pytest.mark.parametrize(
    ("language", "packing", "start"),
    [
        ("en", "Prepare for 4 players", "Show the QR code"),
        ("it", "Da preparare per 4", "Mostra il codice QR"),
        ("fr", "À préparer pour 4", "Afficher le code QR"),
    ],
)
def test_preparations_are_listed_above_the_start_button(
    app: Flask, language: str, packing: str, start: str
) -> None:
    page = Phone(app, language).get("/new/big_deal?players=4").text

    assert page.index(packing) < page.index(start)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([], []),
        (OPENED, ["Dario"]),
        (DUEL, ["Anna"]),
        (DEFENDED, ["Anna"]),
        (SHORT, ["Dario"]),
        (COLLECT, ["Bruno", "Dario"]),
        (LAST, ["Anna", "Bruno", "Carla", "Dario"]),
        (OVER, []),
    ],
)
def test_the_player_who_must_act_is_marked(
    app: Flask, screen: str, actions: list[dict[str, Any]], expected: list[str]
) -> None:
    marked = re.findall(
        r'<li [^>]*class="[^"]*next">.*?<b>(.*?)</b>', drawn(app, actions, screen, "en")
    )

    assert marked == expected


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "300 a share, bid by Dario",
                "If Anna gives up, Dario pays 3 × 300 = 900 and takes the shares.",
                "If Dario gives up, Anna pays 2 × 350 = 700 for the cards laid and keeps",
                "1 of the cards is a Cash card: if Anna keeps the company, ",
                "the bank gives 1 × 150 = 150.",
            ],
        ),
        (
            "it",
            [
                "300 per azione, offerti da Dario",
                "Se Anna rinuncia, Dario paga 3 × 300 = 900 e prende le azioni.",
                "Se Dario rinuncia, Anna paga 2 × 350 = 700 per le carte giocate e tiene",
                "carta Incasso: se la compagnia resta ad Anna, la banca dà 1 × 150 = 150.",
            ],
        ),
        (
            "fr",
            [
                "300 par action, offerts par Dario",
                "Si Anna renonce, Dario paie 3 × 300 = 900 et prend les actions.",
                "Si Dario renonce, Anna paie 2 × 350 = 700 pour les cartes posées et garde",
                "Dont 1 carte Encaissement : si Anna garde la société, ",
                "la banque donne 1 × 150 = 150.",
            ],
        ),
    ],
)
def test_each_stage_of_a_takeover_has_its_sentence(
    app: Flask, screen: str, language: str, sentences: str
) -> None:
    shown = words(drawn(app, DUEL, screen, language)).replace("\xa0", " ")

    assert [sentence for sentence in sentences if sentence not in shown] == []


@pytest.mark.parametrize("screen", SCREENS)
def test_a_defender_who_must_give_up_sees_no_value_of_cash_cards(app: Flask, screen: str) -> None:
    assert "Cash card:" in words(drawn(app, DUEL, screen, "en"))

    assert "Cash card:" not in words(drawn(app, RAISED, screen, "en"))


@pytest.mark.parametrize("actions", [SHORT, DEFENDED])
def test_a_decided_takeover_asks_nobody_to_give_up(
    app: Flask, actions: list[dict[str, Any]]
) -> None:
    assert "If " not in words(drawn(app, actions, "table", "en"))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "Anna can only give up Security Inc.: the money does not cover 850 a share.",
        ),
        (
            "it",
            "Anna può solo rinunciare a Security Inc.: il denaro non basta per 850 ad azione.",
        ),
        (
            "fr",
            "Anna renonce à Security Inc. : pas de quoi payer 850 par action.",
        ),
    ],
)
def test_nobody_is_asked_to_bid_above_their_cash(app: Flask, language: str, sentence: str) -> None:
    """800 a share stand for two laid cards; Anna has 900. Hidden money is told to nobody."""
    shown = words(drawn(app, RAISED, "table", language)).replace("\xa0", " ")
    with app.app_context():
        open_money = import_record(record(RAISED), "banker")
        shark = import_record(record(RAISED, "shark"), "banker")

    assert sentence in shown
    assert str(open_money.game.rules.waiting(open_money.state).prompt.for_you) == (
        "You can only give up Security Inc.: your money does not cover 850 a share."
    )
    assert "bids 850 or more a share" in str(shark.game.rules.waiting(shark.state).prompt)


@pytest.mark.parametrize(
    ("language", "awaited"),
    [
        (
            "en",
            [
                "Anna bids 350 or more a share to keep Security Inc., or gives up.",
                "Dario bids 400 or more a share to take over Security Inc., or gives up.",
                "Dario has won Security Inc. and must raise 2400 to pay for it.",
                "Anna keeps Security Inc. and puts the laid share into the company or the hand.",
            ],
        ),
        (
            "it",
            [
                "Anna offre almeno 350 per azione per tenersi Security Inc., o rinuncia.",
                "Dario offre almeno 400 per azione per rilevare Security Inc., o rinuncia.",
                "Dario ha vinto Security Inc. e deve trovare 2400 per pagare.",
                "Anna tiene Security Inc. e mette l’azione giocata nella compagnia o in mano.",
            ],
        ),
        (
            "fr",
            [
                "Anna offre 350 ou plus par action pour garder Security Inc., ou renonce.",
                "Dario offre 400 ou plus par action pour prendre Security Inc., ou renonce.",
                "Dario a gagné Security Inc. et doit trouver 2400 pour payer.",
                "Anna garde Security Inc. et met l’action posée dans la société ou en main.",
            ],
        ),
    ],
)
def test_the_answering_side_sees_what_its_bid_pays_for(
    app: Flask, language: str, awaited: list[str]
) -> None:
    moments = (DUEL, [*DUEL, step("raise", ANNA, price=350)], SHORT, DEFENDED)

    for actions, sentence in zip(moments, awaited, strict=True):
        assert sentence in words(drawn(app, actions, "table", language))


def test_numbers_beside_a_company_are_labelled(app: Flask) -> None:
    shown = words(drawn(app, OPENED, "table", "en"))

    assert "At the bank, shares × price: 2 TelCom Technologies × 250" in shown
    assert "×3 Security Inc. ■ Anna +100" in shown


def test_the_prompt_asks_for_the_first_player_on_the_tapping_screen(app: Flask) -> None:
    with app.app_context():
        table = import_record(record([]), "banker")
        viewer = Viewer(Actor("banker", "banker", ANNA), "seat", "en")
        shown = words("".join(streams().screens.fragments(table, viewer, frozenset()).values()))

    assert "Then tap who begins: ■ Anna ★ Bruno ✚ Carla ⬟ Dario" in shown


def test_players_tied_for_the_lead_see_what_is_counted(app: Flask) -> None:
    assert words(drawn(app, OPENED, "table", "en")).count("♛ tied") == 2
    assert "Tied for the lead: Carla, Dario" in words(drawn(app, OPENED, "seat", "en"))
    assert "♛ tied" not in words(drawn(app, WON, "table", "en"))
