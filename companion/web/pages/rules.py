"""The page with a game's rules, and the links from rule ids to it."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from flask import Blueprint, Flask, render_template
from markupsafe import Markup

from companion.games import all_games, from_elsewhere, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.language.words import Sentence, say
from companion.tables.live.cache import OpenTable
from companion.web.live.viewers import table_of
from companion.web.requests.language import came_from, current_speaker

bp = Blueprint("rules", __name__)
PRINTED = say("What is printed")
"""Shown instead of a rule id if the board or a card, and not the rule book, forbids a number."""


@bp.get("/rules/<name>")
def show(name: str) -> str:
    """Show the rules of a game with their ids, and a link back to the previous page."""
    came = came_from()
    # After a change of language, the referring page is this page itself.
    back = came if came and not came.startswith("/rules/") else None
    left = _table_at(back or "")
    game = game_named(name)
    return render_template(
        "rules.html", game=game, subjects=_by_subject(game), back=back, left=left
    )


def _by_subject(game: AnyGame) -> list[tuple[Sentence | None, dict[str, Sentence]]]:
    """Return the rules of a game under their headings, in the order of the rule book."""

    def heading(rule: tuple[str, Sentence]) -> Sentence | None:
        start = rule[0].partition("-")[2][:1]
        unnamed = None if rule[0] in game.rulebook else say("House rules")
        return next((words for ids, words in game.rule_subjects.items() if start in ids), unnamed)

    return [(words, dict(rules)) for words, rules in groupby(game.all_rules.items(), heading)]


def _table_at(path: str) -> OpenTable | None:
    """Return the table to which the page at a URL path belongs, or None if there is none."""
    parts = path.split("/")
    if parts[1:2] != ["t"]:
        return None
    try:
        return table_of(parts[2])
    except Refusal:
        return None


@cache
def _game_of(rule: str) -> str | None:
    # The app's own games come first, so that no plugin can replace one of their rules.
    games = sorted(all_games().values(), key=lambda game: game.name in from_elsewhere().games)
    return next((game.name for game in games if rule in game.all_rules), None)


def rule_link(rule: str) -> Markup:
    """Return a rule id as a link to the text of the rule, or unlinked if no game has the rule."""
    game = _game_of(rule)
    if game is None:
        words = current_speaker().say(PRINTED) if rule == str(PRINTED) else rule
        return Markup('<span class="rule">{}</span>').format(words)
    return Markup('<a class="rule" href="/rules/{}#{}">{}</a>').format(game, rule, rule)


def init_app(app: Flask) -> None:
    """Give all templates the function ``rule_link``."""
    app.jinja_env.globals["rule_link"] = rule_link
