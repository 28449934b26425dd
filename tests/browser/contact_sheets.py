"""``make contact-sheets``: the screens of an older version beside those of this one.

A sheet has one scene of a game, or one of its pages. Its rows are the older version and this one,
light and dark. Its columns are two sizes of phones, the big screen and a laptop.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Page, brought_back, launched, posted
from tests.browser.scenes import SCENES, SCORES, SHEETS
from tests.servers import Server
from tests.sources import ROOT

SIZES = ((390, 844), (320, 640), (1280, 720), (1280, 800))
"""Two phones of the first seat, the big screen, and the laptop of the banker."""
BIG_SCREEN = 2
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SAFE = re.compile(r"\W+")
HEIGHT, GAP = 600, 12
PAGES = ("history", "account", "purse/0", "bank", "copy", "invite")
"""The pages beside the first scene of each game."""
ENDED = ("account", "replay/9")
"""The pages beside the last scene of each game."""
PLAIN = ("", "evenings", "resume", "nothing-here", *SHEETS, *(f"score/{path}" for path in SCORES))
"""Pages without a table, besides the settings and the rules of each game."""
Record = Mapping[str, object]


def screens() -> Iterator[tuple[str, Record | None, str]]:
    """Yield each screen: the name of its file, its saved game if any, and the path of its page."""
    for path in (*PLAIN, *(f"{page}/{game}" for page in ("new", "rules") for game in SCENES)):
        yield f"plain-{SAFE.sub('-', path)[:60]}".rstrip("-"), None, path
    for game in SCENES:
        board = {"copy": classic_board("en")} if game == "monopoly" else {}
        scenes = list(SCENES[game]())
        for number, (scene, record, _) in enumerate(scenes):
            beside = PAGES if not number else ENDED if number == len(scenes) - 1 else ()
            for path in ("", *beside):
                name = f"{game}-{scene}-{SAFE.sub('-', path)}".rstrip("-")
                yield name, {**record, **board}, path


@dataclass
class Devices:
    """The banker's device and a phone at one server; their pages change size and theme."""

    server: Server
    banker: Page
    phone: Page

    def shots(self, record: Record | None, path: str) -> dict[Scheme, list[Image.Image]]:
        """Return the pictures of a page by theme, each list in the order of the sizes."""
        table = self.server.url + "/"
        if record is not None:
            table = brought_back(self.banker, self.server, record)
            posted(self.phone, self.server, table.removeprefix(self.server.url) + "sit", seat="0")
        taken = dict[Scheme, list[Image.Image]]({scheme: [] for scheme in SCHEMES})
        for at, size in enumerate(SIZES):
            page = self.phone if at < BIG_SCREEN else self.banker
            big = record is not None and at == BIG_SCREEN and not path
            for scheme in SCHEMES:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.emulate_media(color_scheme=scheme)
                page.goto(table + ("?screen=table" if big else path))
                # Scenes on the big screen, and fonts, take a moment.
                page.wait_for_timeout(900 if big else 400)
                taken[scheme].append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        return taken


def row(shots: Sequence[Image.Image]) -> Image.Image:
    """Return all sizes of a screen side by side."""
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
        devices = list[Devices]()
        for number, checkout in enumerate(filter(None, (asked.beside, ROOT))):
            server = Server(Path(data) / str(number))
            server.checkout = checkout
            server.start()
            running.callback(server.kill)
            pages = (browser.new_context(locale=asked.language).new_page() for _ in range(2))
            devices.append(Devices(server, *pages))
        for name, record, path in screens():
            if any(part in name for part in asked.parts):
                drawn(devices, record, path).save(asked.into / f"{name}.webp", quality=80)
                print(name, file=sys.stderr)


def drawn(devices: Sequence[Devices], record: Record | None, path: str) -> Image.Image:
    """Return the sheet of a page; a version that refuses the game has no rows."""
    taken = list[dict[Scheme, list[Image.Image]]]()
    for one in devices:
        try:
            taken.append(one.shots(record, path))
        except AssertionError as refused:
            print(refused, file=sys.stderr)
    rows = [row(shots[scheme]) for scheme in SCHEMES for shots in taken]
    sheet = Image.new("RGB", (rows[0].width, len(rows) * rows[0].height), "white")
    for place, pictures in enumerate(rows):
        sheet.paste(pictures, (0, place * pictures.height))
    return sheet


if __name__ == "__main__":
    main()
