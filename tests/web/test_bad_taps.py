"""What cannot be done is refused in one sentence, with the right status, and changes nothing."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.tables.play import submit
from companion.web.requests.language import speaker_for
from tests.web.phones import BIDDING, LED, PLACING, SQUARE, Phone, Table, everything_kept, seated

FIFTY = {"red": 6}
CASES: dict[str, tuple[list[dict[str, Any]], int, object, str, str, int]] = {
    "a bid too low": (
        [*BIDDING, {"kind": "bid", "seat": 1, "amount": 4}],
        2,
        {"kind": "bid", "seat": 2, "amount": 4},
        "bid_too_low",
        "BS-A2",
        422,
    ),
    "a bid out of turn": (
        BIDDING,
        3,
        {"kind": "bid", "seat": 3, "amount": 4},
        "out_of_turn",
        "BS-A1",
        422,
    ),
    "a bid above the purse": (
        BIDDING,
        1,
        {"kind": "bid", "seat": 1, "amount": 11},
        "bid_above_purse",
        "BS-A4",
        422,
    ),
    "a second loan in one turn": (
        [*BIDDING, {"kind": "borrow", "seat": 2}],
        2,
        {"kind": "borrow", "seat": 2},
        "loan_taken_this_turn",
        "BS-L1",
        422,
    ),
    "an eighth cube": (
        [*PLACING, {"kind": "set_lot", "lot": "9", "counts": {"red": 3, "yellow": 3}}],
        0,
        {
            "kind": "place",
            "seat": 0,
            "cubes": [["red", "9"], ["white", "9"], ["black", "10"], ["red", "10"]],
        },
        "lot_sold",
        "BS-M1",
        422,
    ),
    "a colour whose 18 are used": (
        [
            *PLACING,
            *({"kind": "set_lot", "lot": lot, "counts": FIFTY} for lot in ("9", "10", "11")),
        ],
        0,
        {"kind": "place", "seat": 0, "cubes": SQUARE},
        "colour_used_up",
        "",
        422,
    ),
    "four cubes of one colour": (
        PLACING,
        0,
        {"kind": "place", "seat": 0, "cubes": [["red", lot] for lot in ("9", "10", "11", "16")]},
        "four_of_a_colour",
        "",
        422,
    ),
    "a sold lot": (
        [*PLACING, {"kind": "set_lot", "lot": "16", "counts": {"red": 6, "white": 1}}],
        0,
        {"kind": "place", "seat": 0, "cubes": SQUARE},
        "lot_sold",
        "BS-M1",
        422,
    ),
    "three cubes": (
        PLACING,
        0,
        {"kind": "place", "seat": 0, "cubes": SQUARE[:3]},
        "four_cubes",
        "BS-P1",
        422,
    ),
    "another's seat": (
        BIDDING,
        1,
        {"kind": "pass", "seat": 2},
        "not_your_seat",
        "",
        403,
    ),
    "a banker's tool in a player's hand": (
        LED,
        1,
        {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 5},
        "not_a_banker",
        "",
        403,
    ),
    "an onlooker's tap": (LED, 4, {"kind": "roll", "seat": 0}, "onlooker_only_looks", "", 403),
    "an unknown action": (LED, 0, {"kind": "steal", "seat": 0}, "unknown_kind", "", 400),
    "an action without its field": (LED, 0, {"kind": "roll"}, "malformed", "", 400),
    "an action with a field too many": (
        LED,
        0,
        {"kind": "roll", "seat": 0, "wish": 6},
        "malformed",
        "",
        400,
    ),
    "a list for an action": (LED, 0, ["roll"], "malformed", "", 400),
    "half an action": (LED, 0, '{"kind": "ro', "malformed", "", 400),
    "an action in a thousand brackets": (LED, 0, "[" * 20_000, "malformed", "", 400),
    "a number nobody can write": (LED, 0, '{"kind":"roll","seat":' + "9" * 5000 + "}", "malformed",
                                  "", 400),
    "half a letter": (LED, 0, '{"kind":"roll","seat":"\\ud800"}', "malformed", "", 400),
    "an undo of nothing": (LED, 4, {"kind": "undo", "entry": 9}, "onlooker_only_looks", "", 403),
}  # fmt: skip


def why_not(table: Table, phone: Phone, action: object) -> Refusal | None:
    """Return the table's refusal of such an action, or None if it is no action at all."""
    if not isinstance(action, dict):
        return None
    with table.app.app_context(), pytest.raises(Refusal) as caught:
        submit(table.code, phone.device, action, seen=table.sequence, key="asked past the web")
    return caught.value


@pytest.mark.parametrize("case", CASES)
def test_an_illegal_move_is_refused_in_one_sentence(app: Flask, case: str) -> None:
    before, who, action, name, rule, status = CASES[case]
    table = seated(app, *before)
    phone = [*table.phones, table.onlooker][who]
    refusal = why_not(table, phone, action)
    kept = everything_kept(app)

    for htmx in (False, True):
        for language in ("en", "it", "fr"):
            phone.language = language
            answer = phone.tap(table, action, htmx=htmx)

            assert answer.status_code == status
            assert answer.text.count('class="notice"') == 1
            assert "Traceback" not in answer.text and "Error" not in answer.text
            assert ("<html" in answer.text) is not htmx
            assert ("HX-Retarget" in answer.headers) is htmx
            if refusal is not None:
                said = speaker_for(language).say(refusal.sentence)
                assert (refusal.name, said) == (name, html.unescape(_notice(answer.text)))
                cited = refusal.rule and speaker_for(language).say(say(refusal.rule))
                assert rule in refusal.rule and cited in answer.text
            if htmx:
                assert answer.headers["HX-Retarget"] == "#notice"
                assert answer.headers["HX-Reswap"] == "innerHTML"
            else:
                assert f'<html lang="{language}">' in answer.text
    assert everything_kept(app) == kept


def _notice(text: str) -> str:
    """Return the sentence in a page or a fragment."""
    return text.partition('class="notice" role="alert">')[2].partition("<")[0].strip()


def test_a_stale_tap_is_refused_and_changes_nothing(app: Flask) -> None:
    table = seated(app, *BIDDING)
    kept = everything_kept(app)

    answer = table.phones[1].tap(table, {"kind": "pass", "seat": 1}, seen=1)

    assert answer.status_code == 409
    assert "Something changed while you were choosing" in answer.text
    assert everything_kept(app) == kept


@pytest.mark.parametrize("seen", ["", "-1", "²", "9" * 40, "2.0", "x"])
def test_a_move_without_its_screens_sequence_is_stale(app: Flask, seen: str) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[1]
    data = {"seen": seen, "key": "k"}
    data["action"] = json.dumps({"kind": "pass", "seat": 1})

    assert phone.post(f"/t/{table.code}/act", data).status_code == 409


@pytest.mark.parametrize("htmx", [False, True])
def test_a_doubled_move_is_answered_twice_and_played_once(app: Flask, htmx: bool) -> None:
    table = seated(app, *BIDDING)
    action, seen = {"kind": "bid", "seat": 1, "amount": 3}, table.sequence

    answers = [
        table.phones[1].tap(table, action, htmx=htmx, seen=seen, key="same") for _ in range(2)
    ]

    assert answers[0].status_code == answers[1].status_code == (200 if htmx else 303)
    assert answers[0].data == answers[1].data
    assert table.sequence == seen + 1
    if htmx:
        sequences = {answer.headers["Companion-Sequence"] for answer in answers}
        assert sequences == {str(seen + 1)}


@pytest.mark.parametrize("key", ["", "x" * 65, "x" * 5000])
def test_a_tap_without_a_proper_key_is_refused(app: Flask, key: str) -> None:
    table = seated(app, *BIDDING)

    answer = table.phones[1].tap(table, {"kind": "pass", "seat": 1}, key=key)

    assert answer.status_code == 400
    assert table.sequence == 2


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        *((typed, "Enter a whole number") for typed in ("", "1.5", "1,5", "²", "١", "1e3", "five")),
        *(
            (typed, "Enter 1000000000000 or less")
            for typed in ("9" * 6000, "9" * 14, "9999999999k")
        ),
        ("-1", "Bid 1 or more, or pass."),
    ],
)
def test_an_amount_that_cannot_be_read_is_refused_with_the_remedy(
    app: Flask, typed: str, remedy: str
) -> None:
    table = seated(app, *BIDDING)
    phone, kept = table.phones[1], everything_kept(app)
    data = {"seen": "2", "key": "k", "amount": typed}
    data["action"] = '{"kind":"bid","seat":1}'

    answer = phone.post(f"/t/{table.code}/act", data)

    assert answer.status_code == 422
    assert remedy in _notice(answer.text)
    assert everything_kept(app) == kept


@pytest.mark.parametrize(
    "draft", ["0-00009", "00009", "9", "²", "-", "0-", "x" * 400, "0-0.0-0.0-0.0-0", "%00", "0.0"]
)
def test_an_impossible_wizard_text_starts_again(app: Flask, draft: str) -> None:
    table = seated(app, *PLACING)

    answer = table.phones[0].get(f"{table.page}?draft={draft}")

    assert answer.status_code == 200
    assert "of 4 placed" in answer.text


def test_a_broken_cookie_counts_as_a_new_device(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone, kept = table.phones[1], everything_kept(app)
    data = {"seen": "2", "key": "k", "action": '{"kind":"pass","seat":1}'}
    for broken in ("", "x", "é", ".", "eyJkZXZpY2UiOiJhIn0.aaaa.bbbb"):
        phone.client.set_cookie("session", broken)

        answer = phone.post(f"/t/{table.code}/act", data)

        assert answer.status_code == 403
        assert everything_kept(app) == kept
        assert phone.get(table.page).status_code == 200


def test_an_internal_error_is_shown_without_a_traceback(app: Flask) -> None:
    app.testing = False
    app.add_url_rule("/broken", view_func=lambda: str(1 // 0))

    for headers in ({}, {"HX-Request": "true"}):
        answer = app.test_client().get("/broken", headers=headers)

        assert answer.status_code == 500
        assert "Something went wrong" in answer.text
        assert "ZeroDivision" not in answer.text
