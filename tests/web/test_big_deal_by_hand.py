"""Big Deal by plain forms: Game Over cards at a draw, and money typed in other sums than notes."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser.big_deal_scenes import ANNA, DARIO, record, step
from tests.browser.scenes import record_of
from tests.web.pages import Page
from tests.web.phones import Phone, Table, seated, sit
from tests.web.scores import notice, shown

DEALT = [step("deal", first=ANNA)]
SIX_SEEN = [*DEALT, step("set_overs", count=6)]
SCORE: dict[str, object] = {"players": "2", "cash_0": "1050", "cash_1": "900"}


def at_the_companies(app: Flask, *actions: dict[str, object], phones: int = 4) -> Table:
    blank = record([])
    del blank["actions"]
    return seated(app, *actions, phones=phones, **blank)


def picks(page: Page) -> list[str]:
    """Return the ids of the buttons for Game Over cards."""
    return re.findall(r'id="(draw-\d+)"', page.html)


def test_the_first_draw_offers_at_most_three_game_over_cards(app: Flask) -> None:
    table = at_the_companies(app, *DEALT)

    page = table.phones[ANNA].go(table.page)

    # Only three are in the upper half of the deck (BD-S2).
    assert picks(page) == ["draw-1", "draw-2", "draw-3"]
    assert "the banker can fix that under Bank" in page.text


def test_players_act_for_themselves_and_bankers_choose_a_seat(app: Flask) -> None:
    def further(page: Page) -> set[str]:
        return {link.href for link in page.links if link.href.startswith("?draft=")}

    table = at_the_companies(app, *DEALT, step("draw", seat=ANNA), phones=0)
    for_anna = further(table.banker.go(f"{table.page}?for={ANNA}"))
    anna = Phone(app)
    sit(anna, table.code, ANNA)
    own = further(anna.go(table.page))

    assert own and for_anna == {f"{href}&for={ANNA}" for href in own}


def test_the_last_game_over_card_needs_a_confirmation(app: Flask) -> None:
    table = at_the_companies(app, *SIX_SEEN)
    anna = table.phones[ANNA]
    page = anna.go(table.page)

    asked = re.search(r'<details class="asked"[^>]*>(.*?)</details>', page.html, re.DOTALL)
    assert picks(page) == ["draw-1"]
    assert asked and 'id="draw-1"' in asked[1] and "The game ends at once: you" in asked[1]
    page = anna.press(page, "draw-1")

    assert table.now.state.stage == "hands" and "Still to count: " in page.text


def test_all_remaining_cards_are_one_button_with_a_confirmation(app: Flask) -> None:
    table = at_the_companies(app, *DEALT, step("set_overs", count=5))

    page = table.phones[ANNA].go(table.page)

    before, _, asked = page.html.partition('<details class="asked"')
    assert 'id="draw-1"' in before and 'id="draw-2"' not in before
    assert 'id="draw-2"' in asked and "all 2 remaining Game Over cards" in page.text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", ": enter a multiple of 50, such as 1050 or 1100, not 1075."),
        ("it", ": scrivi un multiplo di 50, come 1050 o 1100, non 1075."),
        ("fr", " : saisissez un multiple de 50, comme 1050 ou 1100, pas 1075."),
    ],
)
def test_the_calculator_accepts_only_multiples_of_fifty(
    client: FlaskClient, language: str, sentence: str
) -> None:
    """The smallest note is 50."""
    assert shown(client, "big_deal", SCORE)[0] == 200

    typed = {**SCORE, "name_0": "Anna", "cash_0": "1075"}
    answer = client.get(
        "/score/big_deal", query_string=typed, headers={"Accept-Language": language}
    )

    page = Page(answer.text)
    assert answer.status_code == 422
    assert notice(page).replace("\xa0", " ").endswith(sentence)
    (wrong,) = (at for _, at in page.elements if at.get("aria-invalid") == "true")
    assert (wrong["name"], wrong["value"]) == ("cash_0", "1075")


@pytest.mark.parametrize(
    ("button", "typed"),
    [
        ("Move the money", {"source": "bank", "target": "seat 0", "amount": "1075"}),
        ("Fix the money", {"amounts.seat 0": "1075"}),
    ],
)
def test_the_bank_page_accepts_only_multiples_of_fifty(
    app: Flask, button: str, typed: dict[str, str]
) -> None:
    table = at_the_companies(app, *DEALT)
    page = table.banker.go(f"{table.page}bank")

    answer = table.banker.submit(page.form(button), button, **typed)

    assert answer.status_code == 422
    assert "The smallest note is 50: 1050 or 1100, not 1075." in Page(answer.text).text
    assert table.balance("seat 0") == 1000


def at_the_scene(app: Flask, name: str, phones: int = 4) -> Table:
    """Return a table at one of the moments that are looked at."""
    record = record_of("big_deal", name)
    return seated(app, *record.pop("actions"), phones=phones, **record)


def test_the_attacker_short_of_money_and_the_banker_see_what_is_missing(app: Flask) -> None:
    seen, alone = (at_the_scene(app, "bd-raise", phones) for phones in (4, 0))

    dario, banker = seen.phones[DARIO].go(seen.page), alone.banker.go(alone.page)

    assert "2400 to pay; you have 1600." in dario.text
    assert "2400 to pay; Dario has 1600." in banker.text


def test_the_bidder_sees_the_limit_in_the_second_person(app: Flask) -> None:
    seen, alone = (at_the_scene(app, "bd-duel", phones) for phones in (4, 0))

    anna, banker = seen.phones[ANNA].go(seen.page), alone.banker.go(alone.page)

    assert "Your money covers 450 a share at most." in anna.text
    assert "The money covers 450 a share at most." in banker.text


def test_a_win_is_shown_once(app: Flask) -> None:
    table = at_the_scene(app, "bd-laid")

    dario = table.phones[DARIO].go(table.page)

    assert dario.text.count("Security Inc.: 3 won shares, 2 laid shares.") == 1


def test_a_line_separates_answers_from_other_moves(app: Flask) -> None:
    table = at_the_scene(app, "bd-actions")

    html = table.phones[DARIO].go(f"{table.page}?draft=sell").html
    step = html.partition('id="place"')[2]
    answers, line, others = (step.index(part) for part in ("p-security", "<hr>", "p-resources"))

    assert answers < line < others


def test_the_choice_of_cash_cards_is_labelled(app: Flask) -> None:
    table = at_the_scene(app, "bd-stakes")

    page = table.phones[DARIO].go(f"{table.page}?draft=takeover.1.cash.2.1")

    said = re.findall(r'class="lot">([^<]+)', page.html)
    assert said == ["Take over", "Security Inc.", "2 Cash cards", "1 share"]


def test_a_purse_without_starting_money_lists_none(app: Flask) -> None:
    table = at_the_scene(app, "bd-actions")

    page = table.banker.go(f"{table.page}purse/{ANNA}")

    assert "At the start" not in page.text
    assert "+1000" in page.text


def test_a_single_laid_share_is_named_without_a_number(app: Flask) -> None:
    table = at_the_scene(app, "bd-claim")

    page = table.phones[ANNA].go(table.page)

    assert [link.text.strip() for link in page.links if "draft=1" in link.href] == ["Into the hand"]
