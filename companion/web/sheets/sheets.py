"""Score sheets: typed on a phone, used as a calculator, kept, and handed on as file or QR code."""

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
from companion.web.access.limits import count_making, one_file_at_a_time
from companion.web.calculator.score import page_of, require_measure
from companion.web.requests.errors import status_of
from companion.web.requests.forms import small_number
from companion.web.requests.headers import json_file
from companion.web.sheets import presets
from companion.web.sheets.sheet_links import GIVEN, SHEET, Found, found, handed_on, whose

bp = Blueprint("sheets", __name__, url_prefix="/sheets")
bp.before_request(require_measure)

NEW = "new"
"""The name in addresses of a sheet that nobody has typed yet."""
FIRST_LINES, MORE_LINES = 6, 4
FILE = Limits(LARGEST_SHEET, 1000)


@bp.get("/")
def shelf() -> str:
    """Show the sheets that are kept, those that are there at once, and how to make another."""
    kept = [box for box in boxes_of(whose()) if box.kind == SHEET]
    return render_template("sheets/shelf.html", kept=kept, ready=READY)


@bp.get("/<name>")
def show(name: str) -> str | tuple[str, int]:
    """Show the form of a sheet, and above it the account, once something was typed."""
    one = found(name)
    return page_of(one.scored(), "sheets/page.html", found=one)


@bp.get("/<name>/share")
def share(name: str) -> str:
    """Show how a sheet goes to another phone: as a QR code, a link, a file."""
    one = found(name)
    whole = url_for("sheets.show", name=GIVEN, sheet=one.word) if one.word else ""
    return handed_on(one.sheet.name, one.address("show"), one.address("file"), whole)


@bp.get("/<name>/file")
def file(name: str) -> Response:
    """Give a sheet as a file."""
    data = {"format": FORMAT, "version": VERSION, **found(name).sheet.written()}
    return json_file(data, "score-sheet")


@bp.get("/<name>/lines")
def lines(name: str) -> str:
    """Show the form in which a sheet is typed or changed."""
    if name == NEW:
        return _form(name, {"winner": next(iter(WINNERS))})
    one = found(name)
    return _form(name, one.sheet.written(), one)


def _form(
    name: str,
    typed: Mapping[str, object],
    one: Found | None = None,
    refusal: Refusal | None = None,
    more: int = 0,
) -> str:
    """Return the form with what was typed so far, why it cannot be kept, and some empty lines."""
    listed = typed.get("lines")
    rows = listed[:MOST_LINES] if isinstance(listed, list) else []
    number = min(max(len(rows), FIRST_LINES) + more, MOST_LINES)
    problems = _problems(refusal)
    parts = refusal.parts if isinstance(refusal, BadSheet) else {}
    return render_template(
        "sheets/form.html",
        page=one.address("keep") if one else url_for("sheets.keep", name=name),
        typed=typed,
        rows=[*rows, *[{}] * (number - len(rows))],
        kinds=KINDS,
        winners=WINNERS,
        most_lines=MOST_LINES,
        said=[words for _, words in problems],
        wrong=parts,
    )


def _problems(refusal: Refusal | None) -> Sequence[tuple[int, Sentence]]:
    """Return what a refusal says, each with the number of its line."""
    if isinstance(refusal, BadSheet):
        return refusal.problems
    return [(0, refusal.sentence)] if refusal else []


@bp.post("/<name>/lines")
def keep(name: str) -> Answer | str | tuple[str, int]:
    """Keep what was typed, or draw the form again with more lines; nothing typed is lost."""
    one = None if name == NEW else found(name)
    typed = _typed()
    if request.form.get("do") != "keep":
        return _form(name, typed, one, more=MORE_LINES if "do" in request.form else 0)
    try:
        count_making()
        return _kept(read_sheet(typed), one.number if one else None)
    except Refusal as refusal:
        return _form(name, typed, one, refusal), status_of(refusal)


def _typed() -> dict[str, object]:
    """Return what the form says, as a sheet's object."""
    form = request.form
    rows = [
        {part: tidy(form.get(f"{part}_{number}", "")) for part in ("label", "kind", "detail")}
        for number in range(1, MOST_LINES + 1)
        if f"label_{number}" in form
    ]
    return {"name": tidy(form.get("name", "")), "winner": form.get("winner", ""), "lines": rows}


def _kept(sheet: ScoreSheet, number: int | None = None) -> Answer:
    """Keep a sheet, in the place of another if it was that one, and lead to it."""
    content = sheet.written()
    if number is None:
        box = keep_box(this_device(), SHEET, sheet.name, content)
    else:
        box = change_box(whose(), number, SHEET, sheet.name, content)
    return redirect(url_for("sheets.show", name=box.number), 303)


@bp.post("/<name>")
def take(name: str) -> Answer:
    """Keep a sheet that came by a link."""
    one = found(name)
    count_making()
    return _kept(one.sheet)


@bp.post("/<name>/forget")
def forget(name: str) -> Answer:
    """Keep a sheet no longer."""
    number = small_number(name)
    if number is not None:
        forget_box(whose(), number)
    return redirect(url_for("sheets.shelf"), 303)


@bp.post("/file")
def read() -> Answer | tuple[str, int]:
    """Keep what came as a file; what is wrong with a sheet is said in the form, line by line."""
    upload = request.files.get(SHEET)
    with one_file_at_a_time():
        data = _read(upload.read(LARGEST_SHEET + 1) if upload else b"")
    if data["format"] == presets.FORMAT:
        return presets.taken(data)
    try:
        return _kept(read_sheet(data))
    except BadSheet as refusal:
        return _form(NEW, _as_typed(data), refusal=refusal), status_of(refusal)


def _read(content: bytes) -> dict[str, object]:
    """Return the object in a file; raises ``not_a_sheet`` or ``sheet_newer``."""
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
    """Return what a file says as far as a form can show it."""
    listed = data.get("lines")
    rows = listed if isinstance(listed, list) else []
    known = [row if isinstance(row, Mapping) else {} for row in rows]
    lines = [
        {part: str(row.get(part, "")) for part in ("label", "kind", "detail")} for row in known
    ]
    return {**{part: str(data.get(part, "")) for part in ("name", "winner")}, "lines": lines}
