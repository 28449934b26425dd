"""Pages for making, using, saving and sharing score sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import tidied, tidy
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.ready_sheets import READY
from companion.mechanics.scoring.sheet import (
    FORMAT,
    LARGEST_SHEET,
    MOST_LINES,
    VERSION,
    WINNERS,
    BadSheet,
    ScoreSheet,
    read_sheet,
)
from companion.mechanics.scoring.sheet_lines import KINDS
from companion.tables.household.boxes import boxes_of, change_box, forget_box, keep_box
from companion.tables.records.kept_results import keep_as_table
from companion.tables.records.reading import Limits, read_json
from companion.web.access.devices import this_device
from companion.web.access.host import box_owner
from companion.web.access.limits import count_making, one_file_at_a_time
from companion.web.calculator.score import entered, page_of, require_limits
from companion.web.requests.errors import status_of
from companion.web.requests.forms import small_number
from companion.web.requests.headers import json_file
from companion.web.sheets import presets
from companion.web.sheets.sheet_links import (
    GIVEN,
    SHEET,
    LinkedSheet,
    linked_sheet,
    share_page,
)

bp = Blueprint("sheets", __name__, url_prefix="/sheets")
bp.before_request(require_limits)

NEW = "new"
"""The sheet name in the URL of the form for a new sheet."""
FIRST_LINES, MORE_LINES = 6, 4
"""The number of lines in a new form, and the number of lines added on request."""
FILE = Limits(LARGEST_SHEET, 1000)
"""The limits for an uploaded sheet or preset file."""


@bp.get("/")
def shelf() -> str:
    """Show the saved and ready-made sheets, with a link for making a new one."""
    kept = [box for box in boxes_of(box_owner()) if box.kind == SHEET]
    return render_template("sheets/shelf.html", kept=kept, ready=READY)


@bp.get("/<name>")
def show(name: str) -> str | tuple[str, int]:
    """Show a sheet's form and, if the form is filled in, the final scores above it."""
    linked = linked_sheet(name)
    query = request.query_string.decode("latin-1")
    return page_of(linked.scored(), "sheets/page.html", linked=linked, query=query)


@bp.post("/<name>/result")
def keep_result(name: str) -> Answer:
    """Keep the result in the URL as a finished table, and redirect to its final scores."""
    linked = linked_sheet(name)
    count_making()
    table = keep_as_table(linked.sheet, entered(linked.scored()), this_device())
    return redirect(url_for("table.account", code=table.code), 303)


@bp.get("/<name>/share")
def share(name: str) -> str:
    """Show a QR code, a link and a file for opening a sheet on another phone."""
    linked = linked_sheet(name)
    whole = url_for("sheets.show", name=GIVEN, sheet=linked.packed) if linked.packed else ""
    return share_page(linked.sheet.name, linked.address("show"), linked.address("file"), whole)


@bp.get("/<name>/file")
def file(name: str) -> Response:
    """Download a sheet as a file."""
    data = {"format": FORMAT, "version": VERSION, **linked_sheet(name).sheet.written()}
    return json_file(data, "score-sheet")


@bp.get("/<name>/lines")
def lines(name: str) -> str:
    """Show the form for making or changing a sheet."""
    if name == NEW:
        return _sheet_form(name, {"winner": next(iter(WINNERS))})
    linked = linked_sheet(name)
    return _sheet_form(name, linked.sheet.written(), linked)


def _sheet_form(
    name: str,
    typed: Mapping[str, object],
    linked: LinkedSheet | None = None,
    refusal: Refusal | None = None,
    more: int = 0,
) -> str:
    """Return the page for making or changing a sheet.

    typed: the entries so far.
    linked: the sheet to change, or None for a new sheet.
    refusal: the errors to show, or None.
    more: the number of empty lines to add.
    """
    listed = typed.get("lines")
    rows = listed[:MOST_LINES] if isinstance(listed, list) else []
    number = min(max(len(rows), FIRST_LINES) + more, MOST_LINES)
    problems = _problems(refusal)
    parts = refusal.parts if isinstance(refusal, BadSheet) else {}
    return render_template(
        "sheets/form.html",
        page=linked.address("keep") if linked else url_for("sheets.keep", name=name),
        typed=typed,
        rows=[*rows, *[{}] * (number - len(rows))],
        kinds=KINDS,
        winners=WINNERS,
        most_lines=MOST_LINES,
        errors=[words for _, words in problems],
        wrong=parts,
    )


def _problems(refusal: Refusal | None) -> Sequence[tuple[int, Sentence]]:
    """Return the problems in a refusal, each with its line number.

    The number is 0 for a problem that concerns the whole sheet.
    """
    if isinstance(refusal, BadSheet):
        return refusal.problems
    return [(0, refusal.sentence)] if refusal else []


@bp.post("/<name>/lines")
def keep(name: str) -> Answer | str | tuple[str, int]:
    """Save the posted sheet, or show the form again with the entries so far.

    If the user asked for more lines, the form has more empty lines than before.
    """
    linked = None if name == NEW else linked_sheet(name)
    typed = _entered_sheet()
    if request.form.get("do") != "keep":
        return _sheet_form(name, typed, linked, more=MORE_LINES if "do" in request.form else 0)
    try:
        count_making()
        return _save_and_redirect(read_sheet(typed), linked.number if linked else None)
    except Refusal as refusal:
        return _sheet_form(name, typed, linked, refusal), status_of(refusal)


def _entered_sheet() -> dict[str, object]:
    """Convert the posted form to the JSON object of a sheet."""
    form = request.form
    rows = [
        {part: tidy(form.get(f"{part}_{number}", "")) for part in ("label", "kind", "detail")}
        for number in range(1, MOST_LINES + 1)
        if f"label_{number}" in form
    ]
    return {"name": tidy(form.get("name", "")), "winner": form.get("winner", ""), "lines": rows}


def _save_and_redirect(sheet: ScoreSheet, number: int | None = None) -> Answer:
    """Save a sheet and redirect to it.

    number: the number of the saved sheet to replace, or None to save a new one.
    """
    content = sheet.written()
    if number is None:
        box = keep_box(this_device(), SHEET, sheet.name, content)
    else:
        box = change_box(box_owner(), number, SHEET, sheet.name, content)
    return redirect(url_for("sheets.show", name=box.number), 303)


@bp.post("/<name>")
def take(name: str) -> Answer:
    """Save a copy of the sheet in the URL on this device."""
    linked = linked_sheet(name)
    count_making()
    return _save_and_redirect(linked.sheet)


@bp.post("/<name>/forget")
def forget(name: str) -> Answer:
    """Delete a saved sheet."""
    number = small_number(name)
    if number is not None:
        forget_box(box_owner(), number)
    return redirect(url_for("sheets.shelf"), 303)


@bp.post("/file")
def read() -> Answer | tuple[str, int]:
    """Save a sheet or preset from an uploaded file.

    If the sheet is invalid, show the form with the errors at their lines.
    """
    upload = request.files.get(SHEET)
    with one_file_at_a_time():
        data = _parsed(upload.read(LARGEST_SHEET + 1) if upload else b"")
    if data["format"] == presets.FORMAT:
        return presets.keep_file(data)
    try:
        return _save_and_redirect(read_sheet(data))
    except BadSheet as refusal:
        return _sheet_form(NEW, _entries_from_file(data), refusal=refusal), status_of(refusal)


def _parsed(content: bytes) -> dict[str, object]:
    """Parse a sheet or preset file; raise ``not_a_sheet`` or ``sheet_newer``."""
    try:
        data: dict[str, object] = tidied(read_json(content, FILE))
    except Refusal as error:
        raise _not_a_sheet() from error
    version, known = data.get("version"), (FORMAT, presets.FORMAT)
    if data.get("format") not in known or type(version) is not int or version < 1:
        raise _not_a_sheet()
    if version > VERSION:
        words = say("This file was saved by a newer version of Companion; update this one.")
        raise Refusal("sheet_newer", "", words)
    return data


def _not_a_sheet() -> Refusal:
    return Refusal(
        "not_a_sheet",
        "",
        say("This file is neither a score sheet nor a preset saved by Companion."),
    )


def _entries_from_file(data: Mapping[str, object]) -> dict[str, object]:
    """Return the name, winner and lines in a sheet file as texts for the form."""
    listed = data.get("lines")
    rows = listed if isinstance(listed, list) else []
    known = [row if isinstance(row, Mapping) else {} for row in rows]
    lines = [
        {part: str(row.get(part, "")) for part in ("label", "kind", "detail")} for row in known
    ]
    return {**{part: str(data.get(part, "")) for part in ("name", "winner")}, "lines": lines}
