"""What lies on the table and is wrong: tapped where it lies, and set right by one tap more."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.mechanics.codec import from_json, to_json
from companion.mechanics.corrections import Correct
from companion.mechanics.ledger import BANK, purse
from companion.mechanics.menu import dry_run
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_banker
from companion.web.access.devices import known_device
from companion.web.corrections.step_changes import newest_throw
from companion.web.history.statement import Statement
from companion.web.live.choices import act
from companion.web.live.viewers import table_of

bp = Blueprint("right", __name__, url_prefix="/t/<code>")
STEPS = (1, 5, 10, 50, 100, 500)
"""By so much a purse is set right with one tap, where its sums are as large."""
ALWAYS = 10
"""Up to this a step is offered where a purse never held anything, too."""


class Ways:
    """The buttons of what may set something right; one that the rules refuse is left out."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._made = 0

    def __call__(self, kind: str, label: object, **fields: object) -> Markup:
        """Return the button of an action."""
        posted = {"kind": kind, **fields}
        asked = from_json(posted, self._table.game.action_kinds)
        if dry_run(asked, self._table.state).refusal:
            return Markup("")
        self._made += 1
        return act(f"way-{self._made}", posted, label, "chip")


@bp.get("/right/<thing>")
def show(code: str, thing: str) -> str:
    """Show what a lot or a deed holds as the app has it, and what it could be instead."""
    table = table_of(code)
    actor = table.actor(known_device())
    require_banker(actor)
    return render_template(
        "table/right.html",
        table=table,
        actor=actor,
        key=secrets.token_hex(6),
        view=table.game.screen.view(table.state, actor.seat),
        thing=thing,
        way=Ways(table),
        purse=purse,
    )


@bp.get("/die")
def die(code: str) -> Answer:
    """Lead to the newest throw of dice, to be set right."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    return redirect(url_for("table.history", code=table.code, step=newest_throw(table)), 303)


def purse_ways(table: OpenTable, statement: Statement) -> list[tuple[str, dict[str, object]]]:
    """Return by how much a purse may be set right at once, each with what its button posts.

    No step is larger than the most that the purse held: tens are not set right by hundreds.
    """
    account = statement.account
    most = max(ALWAYS, statement.opening, *(line.balance for line in statement.lines))
    steps = [step for step in STEPS if step <= most]
    more = [(f"+{step}", Correct(BANK, account, step)) for step in steps]
    less = [(f"−{step}", Correct(account, BANK, step)) for step in reversed(steps)]
    return [
        (words, to_json(asked))
        for words, asked in (*less, *more)
        if not dry_run(asked, table.state).refusal
    ]
