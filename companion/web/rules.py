"""The rules of a game in our own words, so that a cited rule can be read where it is cited."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Flask, render_template
from markupsafe import Markup

from companion.games import all_games, game_named

bp = Blueprint("rules", __name__)


@bp.get("/rules/<name>")
def show(name: str) -> str:
    """Show the rules of a game, each under the id by which it is cited."""
    return render_template("rules.html", game=game_named(name))


@cache
def _game_of(rule: str) -> str | None:
    return next((game.name for game in all_games().values() if rule in game.rules), None)


def rule_link(rule: str) -> Markup:
    """Return a rule's id as a link to what it says; ids that no game explains stay bare."""
    game = _game_of(rule)
    if game is None:
        return Markup('<span class="rule">{}</span>').format(rule)
    return Markup('<a class="rule" href="/rules/{}#{}">{}</a>').format(game, rule, rule)


def init_app(app: Flask) -> None:
    """Give every template the links to rules."""
    app.jinja_env.globals["rule_link"] = rule_link
