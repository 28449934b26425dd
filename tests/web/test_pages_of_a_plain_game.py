"""Every page of a game without templates is rendered, tested without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from flask import Flask

from companion.games import all_games
from companion.games.big_shot.corrections import SetLoans
from companion.mechanics.actions.base import action
from companion.mechanics.auctions.auction import Auction
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import purse
from companion.mechanics.money.loans import Certificates, with_loans
from companion.mechanics.money.shares import SetShares, Shares, SharesSet
from companion.mechanics.parts import Rules
from companion.mechanics.play.table import Setup
from tests.toy_game import Finish, ToyGame, ToyState, begin, prepare, toy_on_the_shelf, waiting
from tests.web.phones import BIDDING, Phone, Table, seated

SEAT = re.compile(r'<option value="(\d)">')


@dataclass(frozen=True, slots=True)
class Market(ToyState):
    shares: Shares = field(kw_only=True)
    auction: Auction | None = None
    certificates = Certificates((10,), repayment=12, rule="T-5")
    loans: Mapping[str, int] = field(default_factory=dict)

    def bid_for(self) -> Sentence:
        return say("the mill")


def opened(setup: Setup) -> Market:
    shares = Shares.unsold(("apple", "pear"), 4, 2)
    market = Market(setup, begin(setup).ledger, shares=shares, auction=Auction.opened((0, 1)))
    return with_loans(market, purse(0), 1)


class MarketGame(ToyGame):
    actions = (*ToyGame.actions, SetShares)
    events = (*ToyGame.events, SharesSet)
    rules = Rules(prepare, opened, waiting)


@pytest.fixture
def market(app: Flask) -> Iterator[Table]:
    """A table of two at which an auction is on, on plain screens."""
    with toy_on_the_shelf():
        all_games()["toy"] = MarketGame()
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        yield seated(app, game="toy", seats=seats, copy={"lots": []}, options={})


def test_a_game_without_templates_has_every_linked_page(app: Flask) -> None:
    banker = Phone(app)
    names = {"name_0": "Anna", "name_1": "Bruno"}
    with toy_on_the_shelf():
        banker.press(banker.go("/new/toy?players=2"), "Show the QR code", **names)
        table = banker.at.removesuffix("invite")
        menu = [link for link in banker.go(table).links if link.href.startswith(table)]

        answers = {link.text.strip(): banker.get(link.href).status_code for link in menu}

    assert {"Table", "History", "Score so far", "Bank", "Seats", "Big screen"} <= set(answers)
    assert set(answers.values()) == {200}


def test_the_lot_is_shown_on_the_phone_and_the_big_screen(market: Table) -> None:
    phone = market.phones[0].go(market.page)
    screen = market.onlooker.go(f"{market.page}?screen=table")

    assert "the mill" in phone.text and "the mill" in screen.text


def test_the_latest_move_stands_above_the_seats_on_the_big_screen(app: Flask) -> None:
    draw = {"kind": "draw", "seat": 1, "value": 2}
    with toy_on_the_shelf():
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        table = seated(app, draw, game="toy", seats=seats, copy={"lots": []}, options={})
        html = table.onlooker.go(f"{table.page}?screen=table").html

    (line,) = re.findall(r'class="just"[^>]*>([^<]+)<', html)
    assert html.count(line) == 1
    assert html.index(line) < html.index('class="seats"')


def test_a_secret_is_shown_on_the_phone_of_its_seat_only(
    market: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = lambda state, seat: say("Your card: {card}", card=f"card {seat}")  # noqa: E731
    monkeypatch.setattr(Market, "secret_of", secret)

    own, screen = (
        market.phones[0].go(market.page),
        market.onlooker.go(f"{market.page}?screen=table"),
    )

    assert "Your card: card 0" in own.text and "card 1" not in own.text
    assert "card" not in screen.text


def test_the_final_cost_of_a_loan_is_shown_beside_its_owner(market: Table) -> None:
    own = market.phones[0].go(market.page)
    screen = market.onlooker.go(f"{market.page}?screen=table")

    assert "owes 12" in own.text
    assert [page.html.count("−12") for page in (own, screen)] == [1, 1]


def test_a_correction_form_offers_the_allowed_values(market: Table) -> None:
    bank = market.banker.go(f"{market.page}bank")

    button = "Fix the shares"
    market.banker.press(bank, button, seat="1", which="pear", count="2")

    assert '<option value="pear">' in bank.html and "Fix the shares Who Anna" in bank.text
    assert market.now.state.shares.of(1) == {"apple": 0, "pear": 2}


@pytest.mark.parametrize(("seats", "offered"), [((0, 1), [0, 1]), ((1,), [1]), ((), None)])
def test_a_correction_form_lists_its_seats_or_is_left_out(
    market: Table, monkeypatch: pytest.MonkeyPatch, seats: tuple[int, ...], offered: list[int]
) -> None:
    monkeypatch.setattr(SetShares, "values", {"seat": lambda state: seats})

    bank = market.banker.go(f"{market.page}bank").html

    form = bank.partition('id="tool-set_shares"')[2].partition("</form>")[0]
    assert ([int(seat) for seat in SEAT.findall(form)] if form else None) == offered


@pytest.mark.parametrize("automatic", [True, False])
def test_an_automatic_correction_is_added_to_a_games_own_bank_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch, automatic: bool
) -> None:
    button = SetLoans.button._replace(shows_automatically=automatic)
    monkeypatch.setattr(SetLoans, "button", button)
    table = seated(app, *BIDDING)

    bank = table.banker.go(f"{table.page}bank").html

    assert ('id="tool-set_loans"' in bank) == automatic
    assert 'id="tool-loans"' in bank


@action("finish", by="banker")
class AskingFinish(Finish):
    def loss(self, state: ToyState) -> Sentence:
        return say("Sure? The mill closes.")


class AskingGame(ToyGame):
    actions = tuple(AskingFinish if kind is Finish else kind for kind in ToyGame.actions)


def test_a_move_with_a_loss_is_confirmed_on_plain_screens(app: Flask) -> None:
    with toy_on_the_shelf():
        all_games()["toy"] = AskingGame()
        seats = [{"name": "Anna"}, {"name": "Bruno"}]
        table = seated(app, game="toy", seats=seats, copy={"lots": []}, options={})

        html = table.banker.get(table.page).text

    asked = re.search(r'id="ask-finish">(.*?)</details>', html, re.DOTALL)
    assert asked is not None
    assert "Sure? The mill closes." in asked[1] and 'id="b-finish"' in asked[1]
