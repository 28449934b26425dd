"""The pictures in the docs are up to date: a text file beside each contains the words on it.

As a program (``make pictures``), this module takes them.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from companion.games.monopoly.board import classic_board
from companion.testing.screen_text import screen_text
from tests.browser.conftest import (
    Browser,
    Page,
    brought_back,
    launched,
    playwright_api,
    posted,
    running,
)
from tests.browser.scenes import record_of
from tests.browser.sitting import act
from tests.patience import eventually
from tests.servers import Server
from tests.sources import ROOT

DOCS = ROOT / "docs"
BIG_SCREEN: playwright_api.ViewportSize = {"width": 1280, "height": 720}
PHONE: playwright_api.ViewportSize = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Picture:
    """A scene on a seat's phone; seat None: on the big screen."""

    game: str
    scene: str
    seat: int | None = None

    @property
    def size(self) -> playwright_api.ViewportSize:
        return BIG_SCREEN if self.seat is None else PHONE


PICTURES = {
    "phone": Picture("big_shot", "auction", seat=2),
    "table": Picture("big_shot", "auction"),
    "playing/big-shot": Picture("big_shot", "place", seat=0),
    "playing/big-cheese": Picture("big_cheese", "cheese-auction", seat=3),
    "playing/big-deal": Picture("big_deal", "bd-duel", seat=0),
    "playing/monopoly": Picture("monopoly", "mo-rent", seat=1),
    "playing/free-bank": Picture("free_bank", "fb-auction", seat=0),
    "playing/score-pad": Picture("score_pad", "sp-round", seat=0),
}
"""The pictures by their file names in ``docs``: two for the README, and one per game."""
CARLA, DARIO, ANNA, BRUNO = 2, 3, 0, 1
AUCTION = (
    {"kind": "bid", "seat": CARLA, "amount": 3},
    {"kind": "pass", "seat": DARIO},
    {"kind": "pass", "seat": ANNA},
    {"kind": "pass", "seat": BRUNO},
)
"""The rest of the auction in the animated picture."""
FRAME = (884, 412)
LARGEST = 400_000
"""The most bytes of the animated picture."""


def opened(
    banker: Page,
    phone: Page,
    server: Server,
    record: Mapping[str, object],
    seat: int | None,
    path: str,
) -> Page:
    """Open a page of a saved game on the phone of a seat, or on the banker's device."""
    table = brought_back(banker, server, record)
    if seat is not None:
        posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(seat))
    page = banker if seat is None else phone
    page.goto(table + path)
    return page


def pictured(banker: Page, phone: Page, server: Server, picture: Picture) -> Page:
    """Return the page of a picture; a classic board has its English names."""
    record = record_of(picture.game, picture.scene)
    if picture.game == "monopoly":
        record = {**record, "copy": classic_board("en")}
    path = "?screen=table" if picture.seat is None else ""
    page = opened(banker, phone, server, record, picture.seat, path)
    # wait_for_function needs eval, which the page's security policy forbids.
    eventually(lambda: page.evaluate("document.title.endsWith(document.body.dataset.title)"))
    return page


SEEN = """
(now) => {
  const seen = now.cloneNode(true);
  // What is shown only when something is wrong.
  for (const hidden of seen.querySelectorAll("#lost, #plain, noscript")) hidden.remove();
  return seen.innerHTML;
}
"""


def words_on(page: Page) -> str:
    return "\n".join(screen_text(page.locator("#now").evaluate(SEEN))) + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_words_of_todays_screen(
    server: Server, device: Callable[..., Page], name: str
) -> None:
    page = pictured(device(), device(), server, PICTURES[name])

    assert words_on(page) == (DOCS / f"{name}.txt").read_text("utf-8")


def test_the_animated_picture_is_small_and_moves() -> None:
    file = DOCS / "auction.webp"

    with Image.open(file) as picture:
        frames = getattr(picture, "n_frames", 1)

    assert file.stat().st_size < LARGEST and frames > len(AUCTION)


def picture_guide(browser: Browser, server: Server) -> None:
    """Write the pictures of the docs, and beside each a file with its words."""
    for name, picture in PICTURES.items():
        contexts = [browser.new_context(viewport=picture.size) for _ in range(2)]
        banker, phone = (context.new_page() for context in contexts)
        page = pictured(banker, phone, server, picture)
        # Parts that have just appeared fade in.
        page.wait_for_timeout(1200)
        page.screenshot(path=DOCS / f"{name}.png")
        (DOCS / f"{name}.txt").write_text(words_on(page), "utf-8")
        for context in contexts:
            context.close()


def picture_auction(browser: Browser, server: Server) -> None:
    """Write the animated picture of the README: a phone and the big screen during an auction."""
    contexts = [browser.new_context(viewport=size) for size in (BIG_SCREEN, PHONE)]
    banker, phone = (context.new_page() for context in contexts)
    table = brought_back(banker, server, record_of("big_shot", "auction"))
    posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(CARLA))
    banker.goto(table + "?screen=table")
    phone.goto(table)
    frames = [framed(banker, phone)]
    for action in AUCTION:
        act(banker, server, table, action)
        # Screens that are pushed, and then the scenes on the big screen, take a moment.
        for milliseconds in (700, 1600):
            banker.wait_for_timeout(milliseconds)
            frames.append(framed(banker, phone))
    frames[0].save(
        DOCS / "auction.webp",
        save_all=True,
        append_images=frames[1:],
        duration=[1600] + [500, 1500] * len(AUCTION),
        loop=0,
        quality=60,
        method=6,
    )
    for context in contexts:
        context.close()


def framed(banker: Page, phone: Page) -> Image.Image:
    """Return one picture with the big screen and, to its right, the phone."""
    frame = Image.new("RGB", FRAME, "white")
    left = 0
    for page, width in ((banker, 680), (phone, 190)):
        seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        seen = seen.resize((width, seen.height * width // seen.width), Image.Resampling.LANCZOS)
        frame.paste(seen, (left, (FRAME[1] - seen.height) // 2))
        left += width + 14
    return frame


def main() -> None:
    """Start a server, and write the pictures of the docs."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        launched() as browser,
    ):
        picture_guide(browser, server)
        picture_auction(browser, server)


if __name__ == "__main__":
    main()
