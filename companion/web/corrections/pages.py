"""Pages and buttons that correct a lot, a property, the latest dice roll or an account."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.menu import dry_run
from companion.mechanics.language.words import Sentence
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK, purse
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_banker
from companion.web.access.devices import known_device
from companion.web.corrections.step_changes import newest_throw
from companion.web.history.statement import Statement
from companion.web.live.choices import act
from companion.web.live.viewers import table_of
from companion.web.player_view import player_view
from companion.web.situation import situation_of

bp = Blueprint("corrections", __name__, url_prefix="/t/<code>")
STEPS = (1, 5, 10, 50, 100, 500)
"""Amounts that the correction buttons add to or subtract from an account, in whole units."""
ALWAYS = 10
"""Buttons up to this amount are offered even if the account never held that much."""


class CorrectionButtons:
    """The template function ``way``, which renders a correction button if the rules allow it."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._made = 0

    def __call__(self, kind: str, label: object, **fields: object) -> Markup:
        """Return the button for an action, or empty markup if the action is illegal.

        fields: the fields of the action.
        """
        posted = {"kind": kind, **fields}
        action = from_json(posted, self._table.game.action_kinds)
        if dry_run(action, self._table.state).refusal:
            return Markup("")
        self._made += 1
        return act(f"way-{self._made}", posted, label, "chip")


@bp.get("/right/<thing>")
def show(code: str, thing: str) -> str:
    """Show the recorded state of a lot or property, with buttons to change it."""
    table = table_of(code)
    actor = table.actor(known_device())
    require_banker(actor)
    return render_template(
        "table/correction.html",
        table=table,
        actor=actor,
        key=secrets.token_hex(6),
        view=player_view(table, actor.seat),
        thing=thing,
        way=CorrectionButtons(table),
        purse=purse,
        hides=situation_of(table).hides_money,
    )


@bp.get("/die")
def die(code: str) -> Answer:
    """Redirect to the latest dice roll in the history, where it can be corrected."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    return redirect(url_for("table.history", code=table.code, step=newest_throw(table)), 303)


def account_corrections(
    table: OpenTable, statement: Statement
) -> list[tuple[Sentence | str, dict[str, object]]]:
    """Return the label and action of each button that corrects an account's balance.

    The actions are JSON objects, sorted from the largest deduction to the largest addition.
    Corrections that the rules do not allow are left out. So are amounts above the highest balance
    on the statement, except those up to ALWAYS.
    """
    account, money = statement.account, table.state.denomination
    most = max(ALWAYS * money.scale, statement.opening, *(line.balance for line in statement.lines))
    steps = [step for step in money.series(STEPS) if step <= most]
    more = [(money.figure(step, plus="+"), Correct(BANK, account, step)) for step in steps]
    less = [(money.figure(-step), Correct(account, BANK, step)) for step in reversed(steps)]
    return [
        (label, to_json(action))
        for label, action in (*less, *more)
        if not dry_run(action, table.state).refusal
    ]
