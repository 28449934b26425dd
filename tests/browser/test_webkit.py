"""A live game in WebKit, the engine of every browser on an iPhone; see ``ENGINE_TESTS``."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import webkit
from tests.browser.engines import require_engine
from tests.browser.scenes import SCENES, recorded, until
from tests.browser.sitting import auction
from tests.browser.webkit import Window
from tests.servers import Server

Maker = Callable[[int, int], Window]
UPLOAD = """
const form = new FormData();
form.set("record", new Blob([arguments[0]], { type: "application/json" }), "record.json");
return fetch("/records", { method: "POST", body: form }).then((answer) => answer.url);
"""
CORRECT = """
const form = new FormData(document.getElementById("tap"));
const action = { kind: "correct", source: "bank", target: "seat 0", amount: 3 };
form.set("action", JSON.stringify(action));
form.delete("seen");
form.set("key", "another");
const address = document.getElementById("tap").getAttribute("action");
return fetch(address, { method: "POST", body: form }).then(() => "");
"""
PHONE, LAPTOP = (390, 844), (1280, 720)
CROWDED = """
return [
  document.documentElement.scrollWidth > innerWidth,
  [...document.querySelectorAll("input:not([type=hidden]):not([type=radio]):not([type=checkbox])")]
    .some((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
];
"""
"""Returns whether a page scrolls horizontally, and whether an iPhone would zoom in on a field."""


@pytest.fixture
def window() -> Iterator[Maker]:
    """A function that makes windows; without WebKit, skip, or fail if it is required."""
    require_engine(webkit.is_there(), webkit.MISSING)
    with webkit.windows() as make:
        yield make


def table_of(server: Server, banker: Window, record: dict[str, Any]) -> str:
    """Import a saved game with the window as the banker; return the table's URL."""
    banker.goto(f"{server.url}/score/")
    return str(banker.run(UPLOAD, json.dumps(record)))


def test_a_bid_survives_a_stopped_and_a_hanging_server(server: Server, window: Maker) -> None:
    """An auction during a restart of the server, and while it hangs."""
    banker, phone = window(*LAPTOP), window(*PHONE)
    table = table_of(server, banker, auction())
    banker.goto(table)
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    phone.tap("#seat-1", "Bruno")
    phone.tap("#b-bid-1")
    banker.expect(".my-turn", "Carla")

    server.kill()
    phone.expect("#lost", "Reconnecting")
    server.start()
    banker.tap("#b-bid-2")
    phone.expect(".lines", "Carla bids 2")
    phone.expect_hidden("#lost")

    server.send(signal.SIGSTOP)
    try:
        banker.tap("#b-pass")
        banker.expect("#lost", "Your tap will be sent")
    finally:
        server.send(signal.SIGCONT)
    phone.expect(".lines", "Dario passes")
    phone.expect(".waiting", "Anna")


def test_half_placed_cubes_survive_a_reload_and_the_back_button(
    server: Server, window: Maker
) -> None:
    """A move in several steps, with a reload and the back/forward cache."""
    phone = window(*PHONE)
    record = until(recorded("big_shot", "four-italian"), "place", 0)
    table = table_of(server, phone, record)
    phone.goto(table)
    phone.tap('[data-colour="red"]')
    phone.tap('[data-lot="9"]')
    phone.expect(".placed", "1 of 4")

    phone.step("refresh")
    phone.expect(".placed", "1 of 4")
    phone.run("window.stays = true")
    phone.run("document.querySelector('.menu a[href$=history]').click()")
    phone.expect(".steps", "bids")
    phone.step("back")
    phone.expect(".placed", "1 of 4")

    assert phone.run("return window.stays") is True
    phone.tap('[data-lot="10"]')
    phone.expect(".placed", "2 of 4")
    phone.run(CORRECT)
    phone.expect(".lines", "Correction")
    phone.expect(".placed", "2 of 4")


def test_the_bank_page_has_columns_on_a_laptop(server: Server, window: Maker) -> None:
    """WebKit rendered one column, 1636 pixels high."""
    laptop = window(*LAPTOP)
    table = table_of(server, laptop, auction())
    laptop.goto(table + "bank")

    tops = laptop.run(
        "return [...document.querySelectorAll('.bank > div')].map((one) => one.offsetTop)"
    )

    assert len(tops) == 3
    assert len(set(tops)) == 1


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
@pytest.mark.parametrize("game", SCENES)
def test_no_scene_scrolls_sideways_or_zooms(
    server: Server, window: Maker, game: str, size: tuple[int, int]
) -> None:
    device, crowded = window(*size), {}
    for scene, record, pages in SCENES[game]():
        table = table_of(server, device, record)
        for page in pages:
            device.goto(table + page)
            crowded[scene, page] = device.run(CROWDED)

    assert {place: found for place, found in crowded.items() if any(found)} == {}
