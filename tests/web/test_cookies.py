"""The cookie that says which device asks: not forged, not planted, not sent where all can read."""

from __future__ import annotations

import time

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from companion.web.access.signed_links import seat_pass
from tests.conftest import MakeApp
from tests.parties import cookie_signer, phone_of
from tests.web.phones import Phone, everything_kept, seated


def forged(app: Flask, device: str) -> list[str]:
    """Return cookies that say they are a device, made with what a stranger can have."""
    session = {"device": device, "_permanent": True}
    good = phone_of(app, "stranger", "en").cookie
    payload = URLSafeTimedSerializer("x").dumps(session).partition(".")[0]
    with app.app_context():
        token = seat_pass("23456789", 0, 0)
    assert app.secret_key is not None
    other = URLSafeTimedSerializer(app.secret_key, salt="another purpose").dumps(session)
    return [
        f"{payload}.{good.partition('.')[2]}",  # another's signature
        str(URLSafeTimedSerializer("guessed", salt="cookie-session").dumps(session)),
        str(other),  # what the server signs for another purpose
        token,
        payload,
        f"{payload}..",
        good[:-1],
    ]


def test_a_forged_cookie_has_no_rights(app: Flask) -> None:
    table = seated(app, phones=2)
    kept = everything_kept(app)

    for cookie in forged(app, table.banker.device):
        thief = Phone(app)
        thief.client.set_cookie("session", cookie)
        assert thief.get(f"/t/{table.code}/bankers").status_code == 403
        assert thief.get(f"/t/{table.code}/seats/0").status_code == 403
    assert everything_kept(app) == kept


def test_no_link_form_or_header_sets_a_devices_identity(app: Flask) -> None:
    table = seated(app, phones=0)
    victim = Phone(app)
    planted = {"device": "planted", "session": "planted"}

    victim.get(f"/j/{table.code}?device=planted&session=planted",
               **{"X-Device": "planted", "Authorization": "Bearer planted"})  # fmt: skip
    own = victim.device
    victim.post(f"/t/{table.code}/sit", {**planted, "seat": "0"})

    assert own and own != "planted" and victim.device == own
    assert table.now.seats[0].device == own


def cookie_set(app: Flask, host: str, scheme: str = "http") -> str:
    answer = app.test_client().get("/j/" + seated(app, phones=0).code, headers={"Host": host},
                                   base_url=f"{scheme}://{host}")  # fmt: skip
    return answer.headers["Set-Cookie"]


def test_the_cookie_is_secure_only_over_https(make_app: MakeApp) -> None:
    app = make_app(PUBLIC_URLS=["https://games.example.org"])

    assert "Secure" in cookie_set(app, "games.example.org"), "HTTPS ends at a proxy"
    assert "Secure" in cookie_set(app, "anything.example", "https")
    assert "Secure" not in cookie_set(app, "192.168.1.20:8000")
    assert "Secure" not in cookie_set(make_app(), "192.168.1.20:8000")


@pytest.mark.parametrize(
    ("days", "is_known"), [(-1, True), (-500, True), (399, True), (401, False)]
)
def test_a_cookie_survives_a_clock_set_back_and_expires(
    app: Flask, days: int, is_known: bool
) -> None:
    table = seated(app, phones=1)
    session = {"device": table.phones[0].device}
    phone = Phone(app)
    phone.client.set_cookie("session", str(cookie_signer(app, -days).dumps(session)))

    assert (phone.get(f"/j/{table.code}").status_code == 303) is is_known


def test_an_expired_cookie_has_no_rights(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(app, phones=1)
    phone = table.phones[0]
    assert phone.get(f"/j/{table.code}").status_code == 303
    later = time.time() + 401 * 86_400

    monkeypatch.setattr(time, "time", lambda: later)

    assert phone.get(f"/j/{table.code}").status_code == 200


def test_a_clock_set_back_does_not_extend_rate_limits(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    guesser = Phone(app)
    assert [guesser.get("/j/23456789").status_code for _ in range(11)][-1] == 429
    earlier = time.time() - 86_400

    monkeypatch.setattr(time, "time", lambda: earlier)

    assert guesser.get("/j/23456789").status_code == 404
