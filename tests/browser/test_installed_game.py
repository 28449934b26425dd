"""A new plugin is made, installed, played in a browser, and uninstalled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.questions import offences
from tests.browser.sitting import scan
from tests.browser.test_for_everybody import violations
from tests.database_servers import HOST, spare_port
from tests.environments import Environment
from tests.servers import GEVENT, Server

expect = playwright_api.expect
ANNA, BRUNO = range(2)
WORK, BUY = "Work for 3", "Buy a field for 5"


@contextmanager
def installed_server(environment: Environment, data: Path) -> Iterator[Server]:
    """A running server from an installation, independent of the checkout."""
    port = spare_port()
    server = Server(data, GEVENT, "--public-url", f"http://{HOST}:{port}", port=port)
    server._command = [environment.companion, *server._command[3:]]
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.mark.full
def test_a_plugins_game_is_played_and_its_table_outlives_the_package(
    tmp_path: Path, device: Callable[..., Page]
) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel (make test installs it)")
    environment, data = Environment.with_new_game(tmp_path / "new"), tmp_path / "data"
    banker, phones = device(width=1280, height=800), [device(), device()]

    with installed_server(environment, data) as server:
        banker.goto(server.url)
        banker.get_by_role("link", name=re.compile("Harvest Market")).click()
        scan(banker, phones, ("Anna", "Bruno"))
        annas, brunos = (BUY, BUY, WORK, WORK), (WORK, WORK, BUY, WORK)
        for turn in zip(annas, brunos, strict=True):
            for phone, what in zip(phones, turn, strict=True):
                phone.get_by_role("button", name=what).click()
        # Six coins and two fields of 9 each. Bruno has one field less and one wage more.
        expect(phones[BRUNO].locator("body")).to_contain_text("Anna wins with 24")

    environment.uninstall("companion-harvest-market")
    with installed_server(environment, data) as server:
        phones[ANNA].goto(server.url)
        gone = phones[ANNA].locator("section", has_text="Not installed")

        expect(gone).to_contain_text("Anna, Bruno")
        expect(phones[ANNA].get_by_text("Harvest Market")).to_have_count(0)
        assert violations(phones[ANNA]) + offences(phones[ANNA], [("small", None)]) == []
        gone.get_by_role("link").click()
        expect(phones[ANNA].locator("main")).to_contain_text("is not installed on this machine")
