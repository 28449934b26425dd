"""Functions that find the table and the viewer of a request."""

from __future__ import annotations

from flask import request

from companion.mechanics.actions.refusal import Refusal
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import act_when_due
from companion.web.access.devices import known_device, remembers
from companion.web.access.limits import count_wrong_code, require_patience
from companion.web.live.screens import Viewer
from companion.web.requests.forms import small_number
from companion.web.requests.language import chosen_language

SCREENS = frozenset(("table", "seats", "page"))
"""Allowed values of the URL parameter ``screen``. Any other value means the screen of a seat."""


def table_of(code: str) -> OpenTable:
    """Return the table with the given code, after any action of the app that is due there.

    After too many wrong codes from one network, its devices can only open tables that they already
    know.

    Raises ``unknown_code``, ``too_many_tries``, or ``not_installed`` if the table's game is not
    installed. Only ``unknown_code`` counts as a wrong code.
    """
    try:
        table = open_tables().find(code)
    except Refusal as refusal:
        if refusal.name == "unknown_code":
            count_wrong_code()
        else:
            require_patience()
        raise
    if table.actor(known_device()).role == "onlooker" and not remembers(table.code):
        require_patience()
    return act_when_due(open_tables(), table)


def viewer_of(code: str) -> tuple[OpenTable, Viewer]:
    """Return the table with the given code, and the viewer who sent the current request.

    Raises the same refusals as ``table_of``.
    """
    table = table_of(code)
    screen = request.args.get("screen", "")
    viewer = Viewer(
        actor=table.actor(known_device()),
        screen=screen if screen in SCREENS else "seat",
        language=chosen_language(),
        acting=small_number(request.args.get("for", "")),
        draft=request.args.get("draft", "")[:200],
        draft_of=small_number(request.args.get("of", "")),
    )
    return table, viewer
