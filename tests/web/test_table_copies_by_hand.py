"""The page of what is printed on a household's box: the banker's to type, everybody's to read."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.browser.scenes import recorded
from tests.web.phones import BIDDING, seated


def test_a_player_reads_the_figures_and_cannot_type_what_nobody_would_keep(app: Flask) -> None:
    table = seated(app, *BIDDING)

    page = table.phones[1].go(f"/t/{table.code}/copy")

    assert "<fieldset disabled>" in page.html and "Only the banker can change these" in page.text
    assert "<fieldset disabled>" not in table.banker.go(f"/t/{table.code}/copy").html


KEEP = {"it": "Salva i valori", "fr": "Garder les valeurs"}


@pytest.mark.parametrize(
    ("language", "words"), [("it", "Quello che è stampato"), ("fr", "Ce qui est imprimé")]
)
def test_what_is_printed_is_cited_in_the_readers_language(
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
def test_after_the_end_the_page_says_for_what_its_figures_are(
    app: Flask, language: str, words: str
) -> None:
    over = recorded("big_shot", "four-italian")
    table = seated(app, *over.pop("actions"), phones=0, **over)

    table.banker.language = language

    assert words in table.banker.go(f"/t/{table.code}/copy").text
