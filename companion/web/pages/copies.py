"""Pages for copies, the saved printed numbers of a household's board and cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.language.texts import tidied, tidy
from companion.mechanics.language.words import say
from companion.mechanics.parts import Record
from companion.mechanics.values.copies import copy_file
from companion.tables import copies
from companion.tables.household.kept_copies import (
    KeptCopy,
    free_name,
    list_copies,
    printed,
    ready_copies,
    save_copy,
)
from companion.tables.household.people import last_time
from companion.tables.live.cache import OpenTable
from companion.tables.records.reading import read_json
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import CopyLink
from companion.web.access.devices import known_device, this_device
from companion.web.access.host import is_host
from companion.web.access.limits import one_file_at_a_time
from companion.web.live.viewers import table_of
from companion.web.player_view import player_view
from companion.web.requests.errors import status_of
from companion.web.requests.forms import way_back
from companion.web.requests.headers import json_file
from companion.web.requests.language import current_speaker, since

bp = Blueprint("copies", __name__)
LARGEST_COPY = 100_000
"""Maximum size of an uploaded file in bytes. The largest ready-made board has 5,000 bytes."""
MOST_NAMED = 5
"""Maximum number of unsaved numbers that a message names."""
MOST_MARKED = 60
"""Maximum number of changed fields among which a wrong one is looked for, which takes time."""


@dataclass(frozen=True, slots=True)
class CopyChoice:
    """A copy offered for a new table."""

    key: str
    """The value of the form field, see ``KeptCopy.key``."""
    label: str
    """The name on the screen."""
    note: str
    """The owner of a saved copy and the date of its latest change; a ready-made copy's note."""
    chosen: bool
    """Whether the copy is selected."""
    is_saved: bool = False
    """Whether it is a saved copy, not a ready-made one."""


def seen_copies(game: AnyGame) -> list[KeptCopy]:
    """Return the saved copies of a game that this device may see, those that it made first."""
    return list_copies(game.name, known_device(), sees_all=is_host())


def usual_copy(game: AnyGame) -> KeptCopy | None:
    """Return the saved copy that this device used last, or else its own newest one, or None.

    Copies of other devices are never suggested, unless this device has used them.
    """
    device, seen = known_device(), seen_copies(game)
    last = last_time(device, game.name).copy
    used = (copy for copy in seen if copy.link == last)
    own = (copy for copy in seen if copy.link.device == device and last.name is None)
    return next(used, None) or next(own, None)


def copy_choices(game: AnyGame, chosen: str = "") -> list[CopyChoice]:
    """Return the saved copies of a game that this device may see, then the ready-made ones.

    chosen: the key of the copy to select, or "" for the usual one (see ``usual_copy``). If there is
    no usual copy, the ready-made copy used last is selected, or else the first one that suits the
    device's language.
    """
    speaker, ready = current_speaker(), ready_copies(game)
    if not chosen:
        usual, last = usual_copy(game), last_time(known_device(), game.name).copy
        in_language = (copy.name for copy in ready if copy.language in ("", speaker.language))
        used = (copy.name for copy in ready if last == CopyLink(copy.name))
        first = next(iter((*used, *in_language, *(copy.name for copy in ready), "")))
        chosen = usual.key if usual else first
    saved = [_saved_choice(game, copy, chosen) for copy in seen_copies(game)]
    return saved + [
        CopyChoice(one.name, speaker.say(one.label), speaker.say(one.note), one.name == chosen)
        for one in ready
    ]


def key_of(game: AnyGame, link: CopyLink) -> str:
    """Return the key of the copy that a table uses, or "" if this device may not choose it."""
    made = (copy.name for copy in ready_copies(game) if link == CopyLink(copy.name))
    seen = (copy.key for copy in seen_copies(game) if copy.link == link)
    return next(iter((*seen, *made)), "")


def _saved_choice(game: AnyGame, copy: KeptCopy, chosen: str) -> CopyChoice:
    label, is_chosen = copy_label(game, copy.name), copy.key == chosen
    return CopyChoice(copy.key, label, _owner_and_date(copy), is_chosen, is_saved=True)


def copy_label(game: AnyGame, name: str) -> str:
    """Return the name of a saved copy as it is shown.

    A copy made from a ready-made one begins with its label, which is translated.
    """
    for copy in ready_copies(game):
        if name.startswith(f"{copy.name} "):
            return current_speaker().say(copy.label) + name.removeprefix(copy.name)
    return name


def _owner_and_date(copy: KeptCopy) -> str:
    """Return a note with a copy's owner and its latest change, for the New game page."""
    gettext, when = current_speaker().gettext, since(copy.updated_at)
    if copy.link.device == known_device():
        return gettext("Yours · changed: {when}", when=when)
    if copy.player:
        return gettext("From {name}’s device · changed: {when}", name=copy.player, when=when)
    return gettext("From another device · changed: {when}", when=when)


def new_copy_name(game: AnyGame) -> str:
    """Return a free name for a new copy of this device."""
    return free_name(game.name, current_speaker().gettext("Our copy"), known_device())


@bp.get("/t/<code>/copy")
def show(code: str) -> str:
    """Show the form for entering or correcting the printed numbers of a table's copy."""
    table = _table_with_copy(code)
    _form_parser(table)
    return _page(table)


def _table_with_copy(code: str) -> OpenTable:
    """Return the table with the given code; abort with 404 if its game has no printed numbers."""
    table = table_of(code)
    if table.game.copy is None:
        abort(404)
    return table


def _form_parser(table: OpenTable) -> Callable[[Mapping[str, str]], Record]:
    """Return the function that parses the form with the printed numbers.

    Aborts with 404 if there is no form because the numbers are only recorded during play.
    """
    return printed(table.game).from_form or abort(404)


def _page(
    table: OpenTable,
    refusal: Refusal | None = None,
    typed: Mapping[str, str] | None = None,
    wrong: Collection[str] = (),
) -> str:
    """Return the page with the form for the printed numbers.

    refusal: the reason why posted entries were refused, or None.
    typed: the posted entries to show again, or None.
    wrong: the fields to mark.
    """
    copy, actor = copies.editable_copy(table), table.actor(known_device())
    fields, marks = printed(table.game).fields(copy), table.copy_marks
    # The names of the sections and subsections that contain unsaved or unconfirmed entries.
    changed = {
        section
        for field, text in fields.items()
        if field in marks
        or field in wrong
        or (typed and field in typed and typed[field].strip() != text)
        for section in (field.partition(".")[0], field.rpartition(".")[0])
    }
    is_over = table.game.final.outcome(table.state) is not None
    may_enter = actor.is_banker or (actor.seat is not None and not is_over and bool(fields))
    return render_template(
        "table/copy.html",
        table=table,
        actor=actor,
        copy=copy,
        view=player_view(table, None),
        typed=typed,
        fields=typed or fields,
        was=json.dumps(fields, separators=(",", ":")),
        # fixed: the fields that this device may not change. entered: the name of the player who
        # entered each unconfirmed field.
        fixed={field for field in fields if fields[field] and marks.get(field) != actor.seat}
        if not actor.is_banker
        else set(),
        entered={field: table.names[seat] for field, seat in marks.items() if fields.get(field)},
        changed=changed,
        wrong=wrong,
        refusal=refusal,
        may_enter=may_enter,
        is_over=is_over,
    )


@bp.post("/t/<code>/copy")
def save(code: str) -> Answer | str | tuple[str, int]:
    """Save the entered numbers for this table and for future games.

    Form fields, besides those of the printed numbers:

    - ``was``: the values of these fields when the page was loaded, as a JSON object; without it, a
      banker's form replaces all numbers
    - ``back``: the URL of the page of the table to show next
    """
    table = _table_with_copy(code)
    from_form, device, was = _form_parser(table), known_device(), _values_when_shown()
    typed = _tidied_fields(table, was)
    kept_out: list[str] = []
    try:
        if was is None and table.actor(device).is_banker:
            copies.set_table_copy(table.code, device, from_form(typed))
        else:
            table, kept_out = copies.enter_numbers(table.code, device, was or {}, typed)
    except Refusal as refusal:
        return _page(table, refusal, _posted(), _wrong_fields(table, typed)), status_of(refusal)
    if kept_out:
        # The status is 200, because the other numbers are saved.
        return _page(table, _not_overwritten(table, kept_out, typed), wrong=kept_out)
    flash("saved")
    return redirect(way_back(code), 303)


def _not_overwritten(
    table: OpenTable, kept_out: Sequence[str], typed: Mapping[str, str]
) -> Refusal:
    """Return the refusal for numbers that were not saved because another device entered them.

    kept_out: the fields that were not saved.
    """
    stand = printed(table.game).fields(copies.editable_copy(table))
    numbers = tuple(
        say("{stands} instead of {entered}", stands=_shown(stand, one), entered=_shown(typed, one))
        for one in kept_out[:MOST_NAMED]
    )
    if table.actor(known_device()).is_banker:
        sentence = say(
            "Another device has changed this in the meantime: {numbers}. Enter your number again "
            "to change it. Everything else is saved.",
            numbers=numbers,
        )
    else:
        sentence = say(
            "Somebody else has already entered this: {numbers}. The banker can change it. "
            "Everything else is saved.",
            numbers=numbers,
        )
    return Refusal("already_entered", "", sentence)


def _shown(fields: Mapping[str, str], field: str) -> str:
    """Return a field's text for use in a sentence: "–" if it is blank, "✓" for a ticked box."""
    text = fields.get(field, "")
    return {"": "–", "on": "✓"}.get(text, text)


def _wrong_fields(table: OpenTable, typed: Mapping[str, str]) -> Collection[str]:
    """Return the changed fields that cause the game to refuse the posted entries."""
    from_form = _form_parser(table)
    stand = printed(table.game).fields(copies.editable_copy(table))
    changed = {field: text for field, text in typed.items() if stand.get(field, text) != text}

    def is_refused(entries: Mapping[str, str]) -> bool:
        try:
            from_form({**stand, **entries})
        except Refusal:
            return True
        return False

    if len(changed) > MOST_MARKED or not is_refused(changed):
        return ()
    others = {field: {**changed, field: stand[field]} for field in changed}
    only = {field for field in giving_way(changed) if not is_refused(others[field])}
    return only or {field for field in giving_way(changed) if is_refused({field: changed[field]})}


def _values_when_shown() -> dict[str, str] | None:
    """Return the posted field ``was`` (see ``save``), or None if it is missing or invalid."""
    try:
        was = json.loads(request.form.get("was", ""))
    except (ValueError, RecursionError):
        return None
    return {field: str(text) for field, text in was.items()} if isinstance(was, dict) else None


def _tidied_fields(table: OpenTable, was: Mapping[str, str] | None) -> dict[str, str]:
    """Return the posted fields of the printed numbers, with the text of changed fields tidied.

    Unchanged texts are kept as they are, because the log refers to printed items by these names.
    """
    if was is None:
        was = printed(table.game).fields(copies.editable_copy(table))
    return {
        field: text if text == was.get(field) else tidy(text)
        for field, text in _posted().items()
        if field not in ("was", "back")
    }


def _posted() -> dict[str, str]:
    """Return the posted form fields, each with the last of its values.

    A hidden field with the same name and the value "" precedes each checkbox, so that a cleared
    checkbox is posted too.
    """
    return {field: texts[-1] for field, texts in request.form.lists()}


@bp.get("/t/<code>/copy.json")
def export(code: str) -> Response:
    """Download the table's copy as a file."""
    table = _table_with_copy(code)
    data = copy_file(table.game.name, copies.table_copy(table))
    return json_file(data, f"{table.game.name}-copy")


@bp.post("/copies/<name>")
def read(name: str) -> Answer:
    """Save a copy from an uploaded file, and redirect to the New game page."""
    game = game_named(name)
    if game.copy is None:
        abort(404)
    upload = request.files.get("copy")
    content = upload.read(LARGEST_COPY + 1) if upload else b""
    if len(content) > LARGEST_COPY:
        raise _file_too_large()
    with one_file_at_a_time():
        numbers = game.copy.check(tidied(read_json(content)))
    title = tidy((upload.filename or "") if upload else "").removesuffix(".json")[:60]
    device = this_device()
    title = free_name(game.name, title or game.title, device, numbers)
    save_copy(game.name, title, numbers, device)
    return redirect(url_for("lobby.set_up", name=game.name), 303)


def _file_too_large() -> Refusal:
    limit = LARGEST_COPY // 1000
    words = say("This file is too large for printed numbers. The limit is {limit} kB.", limit=limit)
    return Refusal("record_too_large", "", words)
