"""Loading of the score sheet that a URL refers to, and the page for sharing a sheet or preset.

A URL contains either the name of a sheet or a whole sheet in encoded form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import render_template, request, url_for

from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.texts import tidied
from companion.mechanics.language.words import say
from companion.mechanics.scoring.ready_sheets import READY
from companion.mechanics.scoring.sheet import PLAYERS, ScoreSheet, packed, read_sheet, unpacked
from companion.tables.household.boxes import box_of
from companion.tables.records.kept_results import sheet_game
from companion.web.access.addresses import known_url
from companion.web.access.host import box_owner
from companion.web.calculator.score import ScoredGame
from companion.web.pages.qr import qr_svg
from companion.web.requests.forms import small_number
from companion.web.requests.language import current_speaker

SHEET = "sheet"
"""The kind of a stored sheet, and the URL parameter that contains a whole encoded sheet."""
GIVEN = "given"
"""The sheet name in a URL that contains the whole sheet."""
LONGEST_PACKED = 1500
"""Maximum characters of an encoded sheet. A QR code of that size can still be scanned."""


@dataclass(frozen=True, slots=True)
class LinkedSheet:
    """A score sheet that was loaded from a URL."""

    name: str
    """The sheet's name in URLs: a number, the name of a ready-made sheet, or GIVEN."""
    sheet: ScoreSheet
    number: int | None = None
    """The number under which the sheet is saved, or None if it is not saved."""

    @property
    def given(self) -> Mapping[str, str]:
        """The URL parameters that each page of the sheet needs."""
        return {SHEET: packed(self.sheet)} if self.name == GIVEN else {}

    @property
    def table_page(self) -> str:
        """The URL of the New game page for a table with this sheet, or "" if it is too long."""
        if not self.packed:
            return ""
        game = sheet_game()
        given = {"named": self.sheet.name, not_none(game.by_sheet).option: self.packed}
        return f"{url_for('lobby.set_up', name=game.name)}?{urlencode(given)}"

    @property
    def packed(self) -> str:
        """The sheet encoded as a single URL parameter, or "" if it is too long."""
        text = packed(self.sheet)
        return text if len(text) <= LONGEST_PACKED else ""

    def address(self, endpoint: str) -> str:
        """Return the URL of one of the sheet's pages.

        endpoint: the name of the page's view function in ``sheets``.
        """
        return url_for(f"sheets.{endpoint}", name=self.name, sheet=self.given.get(SHEET))

    def scored(self) -> ScoredGame:
        """Return the sheet as a game that the calculator can score.

        The link to a result contains the whole sheet, unless the sheet is too long for a link.
        """
        page = url_for("sheets.show", name=self.name)
        whole = url_for("sheets.show", name=GIVEN, sheet=self.packed)
        return ScoredGame(
            SHEET,
            self.sheet.name,
            PLAYERS,
            self.sheet.form,
            self.sheet.account,
            page,
            f"{whole}&" if self.packed else f"{page}?",
            usual=3,
            given=self.given,
        )


def linked_sheet(name: str) -> LinkedSheet:
    """Return the sheet that the URL names or contains.

    name: the sheet's name in the URL (see ``LinkedSheet.name``).

    Raises ``unknown_sheet``, ``unknown_box``, ``broken_sheet_link`` or ``bad_sheet``.
    """
    if name == GIVEN:
        return LinkedSheet(name, read_sheet(tidied(unpacked(request.values.get(SHEET, "")))))
    if name in READY:
        return LinkedSheet(name, READY[name].translated(current_speaker().say))
    number = small_number(name)
    if number is None:
        raise Refusal("unknown_sheet", "", say("There is no such page. Go back to the home page."))
    return LinkedSheet(name, read_sheet(box_of(box_owner(), number, SHEET).content), number)


def share_page(title: str, back: str, file: str, path: str) -> str:
    """Return the page for opening a sheet or preset on another phone.

    title: the name of the sheet or preset.
    back: the URL of the page to return to.
    file: the URL that downloads the sheet or preset as a file.
    path: a URL path that contains the whole sheet or preset, or "" if it would be too long.
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
