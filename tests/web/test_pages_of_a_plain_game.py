"""Every page of a game that has no template of its own is drawn, asked without a browser."""

from __future__ import annotations

from flask import Flask

from tests.toy_game import toy_on_the_shelf
from tests.web.phones import Phone


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
