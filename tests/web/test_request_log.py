"""One line a request, and nothing in it that lets anybody in."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from companion.web.operating import request_log
from tests.conftest import MakeApp
from tests.web.phones import BIDDING, seated

LINE = re.compile(r"127\.0\.0\.1 (GET|POST) (\S+) (\d{3}) \d{1,5}\.\dms (\d+|-)")
"""A line; each request takes less than 100 seconds, on any machine."""


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    request_log.log.addHandler(caplog.handler)
    yield caplog
    request_log.log.removeHandler(caplog.handler)


def test_every_request_logs_one_line_with_route_status_and_time(
    make_app: MakeApp, lines: pytest.LogCaptureFixture
) -> None:
    table = seated(make_app(LOG_REQUESTS=True), *BIDDING)
    lines.clear()

    table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
    table.phones[1].get("/nowhere")

    written = [LINE.fullmatch(record.getMessage()) for record in lines.records]
    assert [match and match.group(1, 2, 3) for match in written] == [
        ("POST", "/t/<code>/act", "200"),
        ("GET", "-", "404"),
    ]


def test_successful_health_checks_are_not_logged(
    make_app: MakeApp, lines: pytest.LogCaptureFixture
) -> None:
    app = make_app(LOG_REQUESTS=True)
    browser = app.test_client()

    assert [browser.get(path).status_code for path in ("/health", "/ready")] == [200, 200]
    assert [record.getMessage() for record in lines.records] == []


def test_the_request_log_has_no_code_key_query_cookie_or_name(
    make_app: MakeApp, lines: pytest.LogCaptureFixture
) -> None:
    table = seated(make_app(LOG_REQUESTS=True), *BIDDING)
    page = table.banker.go(f"/t/{table.code}/seats/1")
    found = re.search(r"/pass/([\w.-]+)", page.html)
    assert found is not None
    table.phones[1].get(f"/pass/{found[1]}?draft=private")

    everything = "\n".join(record.getMessage() for record in lines.records)

    cookies = [cookie.value for cookie in table.phones[1].cookies.values()]
    for secret in (table.code, found[1], "private", "Anna", table.phones[1].device, *cookies):
        assert secret not in everything
    assert "/pass/<token>" in everything


def test_without_the_setting_no_request_is_logged(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    make_app().test_client().get("/")

    assert not [record for record in caplog.records if record.name == "companion.requests"]
