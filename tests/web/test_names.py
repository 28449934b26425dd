"""Beside a name stands, on every screen alike, what lies open before the seat."""

from __future__ import annotations

from flask import Flask

from companion.mechanics.language.words import Sentence, say
from companion.web.live.appearance import names_in
from companion.web.requests.language import speaker_for
from tests.web.phones import BIDDING, seated

ANNA, BRUNO = range(2)


def held(seat: int) -> Sentence | None:
    return say("Veto") if seat == BRUNO else None


def test_a_name_has_its_presence_crown_and_sign(app: Flask) -> None:
    table = seated(app, *BIDDING).now
    here = {table.seats[0].device or ""}

    with app.test_request_context():
        names = names_in(
            app.jinja_env, speaker_for("it"), table.seats, table.colours, here, {ANNA}, held
        )

    assert "dot here" in names[ANNA] and "dot away" in names[BRUNO]
    assert "crown" in names[ANNA] and "crown" not in names[BRUNO]
    assert names[BRUNO].endswith("<b>Bruno</b>\n<small>Veto</small>")
    assert "<small>" not in names[ANNA]


def test_a_name_is_always_escaped(app: Flask) -> None:
    table = seated(app, *BIDDING)
    (first, *_) = table.now.seats

    with app.test_request_context():
        names = names_in(
            app.jinja_env, speaker_for("en"), [first], [()], (), (), lambda seat: say("<i>")
        )

    assert names[ANNA].endswith("<b>Anna</b>\n<small>&lt;i&gt;</small>")
