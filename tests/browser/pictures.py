"""Pictures of every screen: ``make pictures`` puts them into a folder to be looked at.

A recorded game, cut at telling moments, is brought back to life; each page is then opened in each
language, light and dark, at the size of a phone and of a laptop.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.browser.conftest import (
    MISSING,
    QUIET,
    Browser,
    Page,
    Server,
    chromium_path,
    playwright_api,
)

RECORDED = Path(__file__).parent.parent / "games" / "big_shot" / "recorded"
RECORD = "four-italian.json"
SIZES = {"phone": (390, 844), "laptop": (1280, 800)}
LANGUAGES = ("en", "it", "fr")
SCHEMES = ("light", "dark")
SCORES = (
    "",
    "big_shot",
    "big_shot?change=by+cubes",
    "big_shot?players=3&cash_0=5&cash_1=9&cash_2=1&value_1=9&value_3=10&lot_1=0&lot_3=0&lot_a=0&touches_a_1=on",
    "big_shot?players=3&cash_0=-5",
    "big_shot/majority?red=3&white=3&black=1",
    "big_cheese?players=3&scoring=dice_set&card_0=20&die_0=17&card_0=12&die_0=11&card_1=2&die_1=8",
)
PAGES = ("", "history", "account", "copy", "bank", "invite", "purse/0", "seats/1")


def moments() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield a name and the record up to a moment: an auction, cubes to place, the end."""
    record = json.loads((RECORDED / RECORD).read_text())
    kinds = [action["kind"] for action in record["actions"]]
    third_bid = [place for place, kind in enumerate(kinds) if kind == "bid"][12]
    last_place = [place for place, kind in enumerate(kinds) if kind == "place"][9]
    for name, end in (("auction", third_bid + 1), ("place", last_place), ("over", len(kinds))):
        yield name, {**record, "actions": record["actions"][:end]}


def brought_back(page: Page, server: Server, record: dict[str, object]) -> str:
    """Return the address of a table made from a record; the page's device is its banker."""
    page.goto(server.url)
    page.locator("details summary").last.click()
    file = {
        "name": "record.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    page.locator("input[type=file]").set_input_files(file)
    page.locator("input[type=file] + button").click()
    page.wait_for_url("**/t/*/")
    return page.url


def picture_pages(browser: Browser, server: Server, folder: Path) -> None:
    """Write all pictures; one line of progress each on stderr."""
    for language in LANGUAGES:
        for scheme in SCHEMES:
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    locale=language,
                    color_scheme=scheme,
                    viewport={"width": width, "height": height},
                )
                page = context.new_page()
                picture_moments(page, server, folder, f"{size}-{scheme}-{language}")
                context.close()


def picture_moments(page: Page, server: Server, folder: Path, name: str) -> None:
    """Write the pictures of one device: the lobby, then each page at each moment."""
    for place, path in enumerate(("/", "/new/big_shot", "/new/big_shot?players=2")):
        page.goto(server.url + path)
        page.screenshot(path=folder / f"lobby{place}-{name}.png", full_page=True)
    for place, path in enumerate(SCORES):
        page.goto(f"{server.url}/score/{path}")
        page.screenshot(path=folder / f"score{place}-{name}.png", full_page=True)
    for moment, record in moments():
        table = brought_back(page, server, record)
        for path in PAGES if moment == "auction" else ("", "account"):
            page.goto(table + path)
            shown = path.replace("/", "") or "table"
            page.screenshot(path=folder / f"{moment}-{shown}-{name}.png", full_page=True)
        page.goto(table + "?screen=table")
        page.screenshot(path=folder / f"{moment}-screen-{name}.png")
        print(f"{moment} {name}", file=sys.stderr)


def main(folder: Path) -> None:
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
            picture_pages(browser, server, folder)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
