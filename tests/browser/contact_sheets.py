"""``make contact-sheets``: all screens, beside those of an older version if one is given.

A sheet has one scene of a game, or one of its pages. Its rows are the older version and this one,
light and dark. Its columns are two sizes of phones, the big screen and a laptop.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Literal

from PIL import Image

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Browser, launched
from tests.browser.scenes import SCENES
from tests.browser.test_pictures import opened
from tests.servers import Server
from tests.sources import ROOT

SIZES = ((390, 844), (320, 640), (1280, 720), (1280, 800))
"""Two phones of the first seat, the big screen, and the laptop of the banker."""
BIG_SCREEN = 2
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEIGHT, GAP = 600, 12
PAGES = ("history", "account", "bank", "copy", "invite", "rules")
"""The pages beside the first scene of each game."""


def screens() -> Iterator[tuple[str, Mapping[str, object], str]]:
    """Yield each screen: the name of its file, its saved game, and the path of its page."""
    for game in SCENES:
        board = {"copy": classic_board("en")} if game == "monopoly" else {}
        for number, (scene, record, _) in enumerate(SCENES[game]()):
            for path in ("", *(() if number else PAGES)):
                name = f"{game}-{scene}-{path}".rstrip("-")
                yield name, {**record, **board}, path


def shot(
    browser: Browser,
    server: Server,
    record: Mapping[str, object],
    path: str,
    language: str,
    scheme: Literal["light", "dark"],
    at: int,
) -> Image.Image:
    """Return the picture of a page; at: the index of its size."""
    width, height = SIZES[at]
    with ExitStack() as open_contexts:
        banker, phone = (
            open_contexts.enter_context(
                browser.new_context(
                    locale=language,
                    color_scheme=scheme,
                    viewport={"width": width, "height": height},
                )
            ).new_page()
            for _ in range(2)
        )
        seat = 0 if at < BIG_SCREEN else None
        path = path or ("?screen=table" if at == BIG_SCREEN else "")
        page = opened(banker, phone, server, record, seat, path)
        # Scenes on the big screen, and fonts, take a moment.
        page.wait_for_timeout(900)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def row(taken: Callable[[int], Image.Image]) -> Image.Image | None:
    """Return all sizes of a screen side by side, or None if this version refuses the game.

    taken: the function that returns the picture at the size with this index.
    """
    try:
        shots = [taken(at) for at in range(len(SIZES))]
    except AssertionError as refused:
        print(refused, file=sys.stderr)
        return None
    whole = Image.new("RGB", (sum(scaled(one) + GAP for one in shots), HEIGHT + GAP), "white")
    left = 0
    for one in shots:
        whole.paste(one.resize((scaled(one), HEIGHT)), (left, 0))
        left += scaled(one) + GAP
    return whole


def scaled(picture: Image.Image) -> int:
    """Return the width of a picture that is as high as its row."""
    return picture.width * HEIGHT // picture.height


def main() -> None:
    """Start a server of each version, and write the sheets."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.contact_sheets")
    parser.add_argument("--beside", type=Path, help="a checkout of an older version")
    parser.add_argument("--language", default="en", help="the language of the screens")
    parser.add_argument("--into", type=Path, default=Path("pictures"))
    parser.add_argument("parts", nargs="*", default=("",), help="only sheets with these in a name")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    with ExitStack() as running, tempfile.TemporaryDirectory() as data:
        browser = running.enter_context(launched())
        servers = list[Server]()
        for number, checkout in enumerate(filter(None, (asked.beside, ROOT))):
            server = Server(Path(data) / str(number))
            server.checkout = checkout
            server.start()
            running.callback(server.kill)
            servers.append(server)
        for name, record, path in screens():
            if not any(part in name for part in asked.parts):
                continue
            rows = [
                drawn
                for scheme in SCHEMES
                for server in servers
                if (
                    drawn := row(
                        partial(shot, browser, server, record, path, asked.language, scheme)
                    )
                )
            ]
            sheet = Image.new("RGB", (rows[0].width, len(rows) * rows[0].height), "white")
            for place, drawn in enumerate(rows):
                sheet.paste(drawn, (0, place * drawn.height))
            sheet.save(asked.into / f"{name}.webp", quality=80)
            print(name, file=sys.stderr)


if __name__ == "__main__":
    main()
