"""From an address to what somebody typed: kept here, ready, or in the address; and handed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import render_template, request, url_for

from companion.mechanics.game import AnyGame
from companion.mechanics.ready_sheets import READY
from companion.mechanics.refusal import Refusal
from companion.mechanics.sheet import (
    LONGEST_TITLE,
    PLAYERS,
    ScoreSheet,
    packed,
    read_sheet,
    unpacked,
)
from companion.mechanics.texts import tidied, tidy
from companion.mechanics.words import say
from companion.tables.household.boxes import box_of
from companion.web.access.addresses import known_url
from companion.web.access.devices import known_device
from companion.web.access.host import is_host
from companion.web.calculator.score import ScoredGame
from companion.web.pages.qr import qr_svg
from companion.web.requests.forms import small_number
from companion.web.requests.language import current_speaker

SHEET = "sheet"
"""The kind of box; and the field of an address that holds a whole sheet."""
GIVEN = "given"
"""The name of a sheet that its address holds."""
LONGEST_PACKED = 1500
"""Letters of what stands in an address: a QR code still shows them legibly."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sheet and its name in addresses. number: under which it is kept, None if it is not."""

    name: str
    sheet: ScoreSheet
    number: int | None = None

    @property
    def given(self) -> Mapping[str, str]:
        """What each of its addresses says besides."""
        return {SHEET: packed(self.sheet)} if self.name == GIVEN else {}

    @property
    def word(self) -> str:
        """The whole sheet as a word for an address, "" if it is too long for that."""
        word = packed(self.sheet)
        return word if len(word) <= LONGEST_PACKED else ""

    def address(self, endpoint: str) -> str:
        """Return the address of one of its pages."""
        return url_for(f"sheets.{endpoint}", name=self.name, sheet=self.given.get(SHEET))

    def scored(self) -> ScoredGame:
        """Return it as something to be added up; a link to a score holds the sheet if it can."""
        page = url_for("sheets.show", name=self.name)
        whole = url_for("sheets.show", name=GIVEN, sheet=self.word)
        return ScoredGame(
            SHEET,
            self.sheet.name,
            PLAYERS,
            self.sheet.form,
            self.sheet.account,
            page,
            f"{whole}&" if self.word else f"{page}?",
            usual=3,
            given=self.given,
        )


def whose() -> str | None:
    """Return the device whose boxes the asking one may see; None: the machine itself sees all."""
    return None if is_host() else known_device()


def found(name: str) -> Found:
    """Return the sheet of that name in an address.

    Raises ``unknown_sheet``, ``unknown_box``, ``broken_sheet_link``, ``bad_sheet``.
    """
    if name == GIVEN:
        return Found(name, sheet_in(request.values.get(SHEET, "")))
    if name in READY:
        return Found(name, READY[name].translated(current_speaker().say))
    number = small_number(name)
    if number is None:
        raise Refusal("unknown_sheet", "", say("There is no such page; go back to the start."))
    return Found(name, read_sheet(box_of(whose(), number, SHEET).content), number)


def sheet_in(word: str) -> ScoreSheet:
    """Return the sheet that a word of an address holds; raises as ``found`` does."""
    return read_sheet(tidied(unpacked(word)))


@dataclass(frozen=True, slots=True)
class NamedSetUp:
    """A set-up under a name, as the fields of its form. number: as in ``Found``."""

    name: str
    options: Mapping[str, str]
    number: int | None = None


def named_set_up(game: AnyGame) -> NamedSetUp | None:
    """Return the set-up that the address names or holds, None for none; raises ``unknown_box``."""
    number = small_number(request.args.get("box", ""))
    if number is not None:
        box = box_of(whose(), number, game.name)
        return NamedSetUp(box.name, as_texts(box.content), number)
    name = tidy(request.args.get("named", ""))[:LONGEST_TITLE]
    said = {option.name: tidy(request.args.get(option.name, "")) for option in game.options}
    return NamedSetUp(name, said) if name else None


def as_texts(options: Mapping[str, object]) -> dict[str, str]:
    """Return options as the fields of a form, and as an address says them."""
    return {name: "" if value is None else str(value) for name, value in options.items()}


def handed_on(title: str, back: str, file: str, path: str) -> str:
    """Return the page on which something typed goes to another phone.

    back: where it is used. file: where it is a file. path: the address that holds it whole, "" if
    that would be too long.
    """
    address = known_url()
    link = f"{address}{path}" if path and address and len(path) <= LONGEST_PACKED else ""
    return render_template(
        "sheets/share.html",
        title=title,
        back=back,
        file=file,
        link=link,
        qr=qr_svg(link) if link else None,
    )
