"""Pages of score sheets: to make, use, save and share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.ready_sheets import READY
from companion.mechanics.refusal import Refusal
from companion.mechanics.sheet import (
    FORMAT,
    LARGEST_SHEET,
    MOST_LINES,
    VERSION,
    WINNERS,
    BadSheet,
    ScoreSheet,
    read_sheet,
)
from companion.mechanics.sheet_lines import KINDS
from companion.mechanics.texts import tidied, tidy
from companion.mechanics.words import Sentence, say
from companion.tables.household.boxes import boxes_of, change_box, forget_box, keep_box
from companion.tables.records.reading import Limits, read_json
from companion.web.access.devices import this_device
from companion.web.access.host import box_owner
from companion.web.access.limits import count_making, one_file_at_a_time
from companion.web.calculator.score import page_of, require_measure
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
bp.before_request(require_measure)

NEW = "new"
"""The name, in an address, of a sheet that is being made."""
FIRST_LINES, MORE_LINES = 6, 4
"""The number of lines in a new form, and how many lines are added on request."""
FILE = Limits(LARGEST_SHEET, 1000)
"""Limits for a file with a sheet or a preset."""


@bp.get("/")
def shelf() -> str:
    """Show the saved sheets, the ready-made ones, and how to make another."""
    kept = [box for box in boxes_of(box_owner()) if box.kind == SHEET]
    return render_template("sheets/shelf.html", kept=kept, ready=READY)


@bp.get("/<name>")
def show(name: str) -> str | tuple[str, int]:
    """Show the form of a sheet and, if it is filled in, the final scores above it."""
    linked = linked_sheet(name)
    return page_of(linked.scored(), "sheets/page.html", linked=linked)


@bp.get("/<name>/share")
def share(name: str) -> str:
    """Show a QR code, a link and a file with which another phone gets a sheet."""
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
        return _form(name, {"winner": next(iter(WINNERS))})
    linked = linked_sheet(name)
    return _form(name, linked.sheet.written(), linked)


def _form(
    name: str,
    typed: Mapping[str, object],
    linked: LinkedSheet | None = None,
    refusal: Refusal | None = None,
    more: int = 0,
) -> str:
    """Return the form with the entries so far, their errors, and some empty lines.

    more: how many empty lines to add.
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
    """Return the sentences of a refusal, each with the number of its line.

    The number is 0 if the sentence is about the whole sheet.
    """
    if isinstance(refusal, BadSheet):
        return refusal.problems
    return [(0, refusal.sentence)] if refusal else []


@bp.post("/<name>/lines")
def keep(name: str) -> Answer | str | tuple[str, int]:
    """Save a sheet, or show the form again with all entries and perhaps more lines."""
    linked = None if name == NEW else linked_sheet(name)
    typed = _typed()
    if request.form.get("do") != "keep":
        return _form(name, typed, linked, more=MORE_LINES if "do" in request.form else 0)
    try:
        count_making()
        return _kept(read_sheet(typed), linked.number if linked else None)
    except Refusal as refusal:
        return _form(name, typed, linked, refusal), status_of(refusal)


def _typed() -> dict[str, object]:
    """Return the posted form as the JSON object of a sheet."""
    form = request.form
    rows = [
        {part: tidy(form.get(f"{part}_{number}", "")) for part in ("label", "kind", "detail")}
        for number in range(1, MOST_LINES + 1)
        if f"label_{number}" in form
    ]
    return {"name": tidy(form.get("name", "")), "winner": form.get("winner", ""), "lines": rows}


def _kept(sheet: ScoreSheet, number: int | None = None) -> Answer:
    """Save a sheet and redirect to it.

    number: the saved sheet to replace, or None for a new one.
    """
    content = sheet.written()
    if number is None:
        box = keep_box(this_device(), SHEET, sheet.name, content)
    else:
        box = change_box(box_owner(), number, SHEET, sheet.name, content)
    return redirect(url_for("sheets.show", name=box.number), 303)


@bp.post("/<name>")
def take(name: str) -> Answer:
    """Save a sheet that a link contains."""
    linked = linked_sheet(name)
    count_making()
    return _kept(linked.sheet)


@bp.post("/<name>/forget")
def forget(name: str) -> Answer:
    """Delete a sheet."""
    number = small_number(name)
    if number is not None:
        forget_box(box_owner(), number)
    return redirect(url_for("sheets.shelf"), 303)


@bp.post("/file")
def read() -> Answer | tuple[str, int]:
    """Save a sheet or a preset from a file.

    For a bad sheet, show the form with the errors by line.
    """
    upload = request.files.get(SHEET)
    with one_file_at_a_time():
        data = _read(upload.read(LARGEST_SHEET + 1) if upload else b"")
    if data["format"] == presets.FORMAT:
        return presets.keep_file(data)
    try:
        return _kept(read_sheet(data))
    except BadSheet as refusal:
        return _form(NEW, _as_typed(data), refusal=refusal), status_of(refusal)


def _read(content: bytes) -> dict[str, object]:
    """Return the JSON object in a file.

    Raises ``not_a_sheet`` or ``sheet_newer``.
    """
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
        "not_a_sheet", "", say("This file is no score sheet and no set-up saved by Companion.")
    )


def _as_typed(data: Mapping[str, object]) -> dict[str, object]:
    """Return the entries of a file that the form can show."""
    listed = data.get("lines")
    rows = listed if isinstance(listed, list) else []
    known = [row if isinstance(row, Mapping) else {} for row in rows]
    lines = [
        {part: str(row.get(part, "")) for part in ("label", "kind", "detail")} for row in known
    ]
    return {**{part: str(data.get(part, "")) for part in ("name", "winner")}, "lines": lines}
