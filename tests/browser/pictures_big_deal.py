"""Pictures of every screen of Big Deal: ``python -m tests.browser.pictures_big_deal FOLDER``."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from tests.browser.big_deal_scene import moments
from tests.browser.conftest import (
    MISSING,
    QUIET,
    Browser,
    Page,
    Server,
    chromium_path,
    playwright_api,
)
from tests.browser.pictures import LANGUAGES, SCHEMES, SIZES, brought_back


def picture_all(
    browser: Browser, server: Server, folder: Path, languages: tuple[str, ...] = LANGUAGES
) -> None:
    """Write all pictures: each language, light and dark, at the size of a phone and a laptop."""
    for language in languages:
        for scheme in SCHEMES:
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    locale=language,
                    color_scheme=scheme,
                    viewport={"width": width, "height": height},
                )
                picture_moments(context.new_page(), server, folder, f"{size}-{scheme}-{language}")
                context.close()


def picture_moments(page: Page, server: Server, folder: Path, name: str) -> None:
    """Write the pictures of one device: the set-up, then each page at each moment."""
    page.goto(server.url + "/new/big_deal?players=4")
    page.screenshot(path=folder / f"set-up-{name}.png", full_page=True)
    for moment, record, pages in moments():
        table = brought_back(page, server, record)
        for path in pages:
            page.goto(table + path)
            shown = re.sub(r"\W+", "_", path).strip("_") or "table"
            page.screenshot(path=folder / f"{moment}-{shown}-{name}.png", full_page=True)
        page.goto(table + "?screen=table")
        page.screenshot(path=folder / f"{moment}-screen-{name}.png")


def main(folder: Path, languages: tuple[str, ...]) -> None:
    """Start a server of its own and write every picture into the folder."""
    path = chromium_path()
    if path is None:
        raise SystemExit(MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, playwright_api.sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=path, args=QUIET)
            picture_all(browser, server, folder, languages)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"), tuple(sys.argv[2:]) or LANGUAGES)
