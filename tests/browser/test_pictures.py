"""The README's pictures show today's screens: beside each stands what is written on it.

As a program, ``make pictures``, it takes them, and puts a picture of every screen into a folder to
be looked at. The scenes of each game are brought back to life; each page is then opened in each
language, light and dark, at the size of a phone and of a laptop. Games named behind the folder:
these alone.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import pytest

from tests.browser.conftest import (
    Browser,
    Page,
    brought_back,
    launched,
    playwright_api,
    posted,
    running,
)
from tests.browser.scenes import SCENES, SCORES
from tests.patience import eventually
from tests.servers import Server
from tests.sources import ROOT
from tests.transcripts.screen_text import screen_text

SIZES = {"phone": (390, 844), "laptop": (1280, 800)}
LANGUAGES = ("en", "it", "fr")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DOCS = ROOT / "docs"
README: dict[str, playwright_api.ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "table": {"width": 1280, "height": 720},
}
"""The README's pictures, and their sizes."""
README_SEAT = 2
"""Whose phone is shown: hers is the word."""
SAFE = re.compile(r"\W+")
MARK = re.compile(r"\.[0-9a-f]{4,8}(?=\.\d+$|$)")
"""What a link that opens something carries along; a file's name need not."""


def readme_page(banker: Page, phone: Page, server: Server, name: str) -> Page:
    """Return the page that one of the README's pictures shows: a game in mid-auction."""
    auction = next(record for name, record, _ in SCENES["big_shot"]() if name == "auction")
    table = brought_back(banker, server, auction)
    if name == "table":
        page, address = banker, table + "?screen=table"
    else:
        page, address = phone, table
        posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(README_SEAT))
    page.goto(address)
    # Not by wait_for_function, which the page's own policy against eval stops where it has to wait.
    eventually(lambda: page.evaluate("document.title.endsWith(document.body.dataset.title)"))
    return page


def words_on(page: Page) -> str:
    return "\n".join(screen_text(page.locator("#now").inner_html())) + "\n"


@pytest.mark.parametrize("name", README)
def test_a_picture_has_the_words_of_todays_screen(
    server: Server, device: Callable[..., Page], name: str
) -> None:
    page = readme_page(device(), device(), server, name)

    assert words_on(page) == (DOCS / f"{name}.txt").read_text("utf-8")


def picture_readme(browser: Browser, server: Server) -> None:
    """Write the README's two pictures, and beside each what stands on it."""
    for name, size in README.items():
        contexts = [browser.new_context(viewport=size) for _ in range(2)]
        banker, phone = (context.new_page() for context in contexts)
        page = readme_page(banker, phone, server, name)
        page.screenshot(path=DOCS / f"{name}.png")
        (DOCS / f"{name}.txt").write_text(words_on(page), "utf-8")
        for context in contexts:
            context.close()


def picture_pages(browser: Browser, server: Server, folder: Path, games: Sequence[str]) -> None:
    """Write all pictures; one line of progress each on stderr."""
    for language in LANGUAGES:
        for scheme in SCHEMES:
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    locale=language,
                    color_scheme=scheme,
                    viewport={"width": width, "height": height},
                )
                page, name = context.new_page(), f"{size}-{scheme}-{language}"
                picture_lobby(page, server, folder, name)
                for game in games:
                    picture_scenes(page, server, folder, game, name)
                context.close()


def picture_lobby(page: Page, server: Server, folder: Path, name: str) -> None:
    """Write the pictures of the first page and of the score calculator on one device."""
    page.goto(server.url)
    page.screenshot(path=folder / f"lobby-{name}.png", full_page=True)
    for number, path in enumerate(SCORES):
        page.goto(f"{server.url}/score/{path}")
        page.screenshot(path=folder / f"score-{number}-{name}.png", full_page=True)


def picture_scenes(page: Page, server: Server, folder: Path, game: str, name: str) -> None:
    """Write the pictures of one game on one device: its set-up, then each page of each scene."""
    for players in ("", "?players=2"):
        page.goto(f"{server.url}/new/{game}{players}")
        page.screenshot(path=folder / f"{game}-new{players[-1:]}-{name}.png", full_page=True)
    for scene, record, pages in SCENES[game]():
        table = brought_back(page, server, record)
        for path in pages:
            page.goto(table + path)
            shown = SAFE.sub("", MARK.sub("", path)) or "table"
            page.screenshot(path=folder / f"{scene}-{shown}-{name}.png", full_page=True)
        page.goto(table + "?screen=table")
        page.screenshot(path=folder / f"{scene}-screen-{name}.png")
        print(f"{scene} {name}", file=sys.stderr)


def main(folder: Path, games: Sequence[str]) -> None:
    """Start a server of its own and write every picture into the folder, and the README's."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        launched() as browser,
    ):
        picture_readme(browser, server)
        picture_pages(browser, server, folder, games)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"), sys.argv[2:] or tuple(SCENES))
