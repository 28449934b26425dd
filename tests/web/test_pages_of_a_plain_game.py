"""Every page of a game that has no template of its own is drawn, asked without a browser."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from companion.games import all_games
from companion.mechanics.auction import Auction
from companion.mechanics.parts import Rules
from companion.mechanics.table import Setup
from companion.mechanics.words import Sentence, say
from tests.toy_game import ToyGame, ToyState, begin, prepare, toy_on_the_shelf, waiting
from tests.web.phones import Phone, seated


@dataclass(frozen=True, slots=True)
class Market(ToyState):
    auction: Auction | None = None

    def bid_for(self) -> Sentence:
        return say("the mill")


def opened(setup: Setup) -> Market:
    return Market(setup, begin(setup).ledger, auction=Auction.opened((0, 1)))


class MarketGame(ToyGame):
    rules = Rules(prepare, opened, waiting)


def test_a_game_without_a_template_has_every_page_that_its_menu_leads_to(app: Flask) -> None:
    banker = Phone(app)
    names = {"name_0": "Anna", "name_1": "Bruno"}
    with toy_on_the_shelf():
        banker.press(banker.go("/new/toy?players=2"), "Show the QR code", **names)
        table = banker.at.removesuffix("invite")
        menu = [link for link in banker.go(table).links if link.href.startswith(table)]

        answers = {link.text.strip(): banker.get(link.href).status_code for link in menu}

    assert {"Table", "History", "Account", "Bank", "Seats", "Big screen"} <= set(answers)
    assert set(answers.values()) == {200}


def test_what_is_bid_for_stands_on_the_phone_and_on_the_screen_for_all(app: Flask) -> None:
    with toy_on_the_shelf():
        all_games()["toy"] = MarketGame()
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        table = seated(app, game="toy", seats=seats, copy={"lots": []}, options={})

        pages = [table.phones[0].go(table.page), table.onlooker.go(f"{table.page}?screen=table")]

    assert all("the mill" in page.text for page in pages)
