"""The score calculator: final holdings typed without a table, and the account read off them.

Nothing is kept: what was typed stands in the page's address, so the page can be opened again,
sent on, printed, and read later without the companion. The account is the game's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict

from companion.games import all_games, game_named
from companion.mechanics.game import AnyGame, Outcome
from companion.mechanics.parts import Calculator
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import LONGEST_LIST, ScoreForm
from companion.mechanics.texts import tidy
from companion.mechanics.words import say
from companion.tables import copies
from companion.web.pages.score_fields import (
    Said,
    WrongEntry,
    link_entries,
    players_in,
    read_entries,
    require_asked,
)
from companion.web.requests.addresses import known_url
from companion.web.requests.errors import status_of
from companion.web.requests.forms import whole
from companion.web.requests.limits import count_score

bp = Blueprint("score", __name__, url_prefix="/score")

LONGEST_LINK = 8000
"""Bytes of what is typed; six players with sixty projects each stay below it."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account, and the address that holds what it was made from."""

    form: ScoreForm
    outcome: Outcome
    link: str


@bp.before_request
def require_measure() -> None:
    """Refuse a link longer than any that is made here, and more scores than anybody types."""
    if len(request.query_string) > LONGEST_LINK:
        raise Refusal(
            "link_too_long", "", say("This link is too long for a score; begin a new one.")
        )
    if request.query_string:
        count_score()


@bp.after_request
def keep(response: Response) -> Response:
    """Let a browser show the page again where the companion cannot be reached any more."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@bp.get("/")
def pick() -> str:
    """Show the games whose score can be added up."""
    games = [game for game in all_games().values() if game.calculator]
    return render_template("score/pick.html", games=games)


@bp.get("/<name>")
def show(name: str) -> str | tuple[str, int]:
    """Show a game's form, and above it the account of what was typed, once something was."""
    game = game_named(name)
    said = _said()
    field, _, value = said.pop("change", "").partition(" ")
    if field:
        said[field] = value
    if field or not said:
        return _page(game, said if field else _blank(game))
    try:
        return _page(game, said, account_of(game, said))
    except Refusal as refusal:
        return _page(game, said, refusal=refusal), status_of(refusal)


def _said() -> Said:
    """Return what stands in the address, made tidy."""
    return MultiDict((tidy(name), tidy(text)) for name, text in request.args.items(multi=True))


def calculator_of(game: AnyGame) -> Calculator:
    """Return a game's calculator; raises ``no_calculator`` where it has none."""
    if game.calculator is None:
        raise _nothing_to_add_up(game)
    return game.calculator


def _nothing_to_add_up(game: AnyGame) -> Refusal:
    return Refusal("no_calculator", "", say("{game} has no score to add up.", game=game.title))


def account_of(game: AnyGame, said: Said) -> Account:
    """Return the game's own account of what an address says; raises Refusal."""
    calculator = calculator_of(game)
    form = calculator.form(players_in(game, said))
    outcome = game.final.of(calculator.holdings(read_entries(form, said)))
    entries = urlencode(link_entries(form, said), doseq=True)
    path = url_for("score.show", name=game.name)
    return Account(form, outcome, f"{known_url() or ''}{path}?{entries}")


def _blank(game: AnyGame) -> Said:
    """Return what an empty form begins with: this device's names, this household's board."""
    names = session.get("names", [])
    players = len(names) if len(names) in game.players else max(game.players)
    said: Said = MultiDict({f"name_{seat}": name for seat, name in enumerate(names[:players])})
    said["players"] = str(players)
    for copy in copies.list_copies(game.name)[:1]:
        said.update(calculator_of(game).from_copy(copy.facts))
    return said


def _page(
    game: AnyGame, said: Said, account: Account | None = None, refusal: Refusal | None = None
) -> str:
    try:
        players = players_in(game, said)
    except Refusal:
        players = max(game.players)
    form = account.form if account else calculator_of(game).form(players)
    if account:
        for option in form.options:
            # What the account took for granted is shown as chosen.
            said.setdefault(option.name, str(getattr(option, "default", "")))
    return render_template(
        "score/page.html",
        game=game,
        form=form,
        fields={field.name: field for field in form.fields},
        typed=said,
        most_rows=LONGEST_LIST,
        account=account,
        outcome=account.outcome if account else None,
        seat_colours=_colours(form, said),
        text=_text(game, account) if account else "",
        refusal=refusal,
        wrong=refusal.field if isinstance(refusal, WrongEntry) else "",
    )


def _colours(form: ScoreForm, said: Said) -> dict[int, list[str]]:
    """Return the colours of each seat, where the form has fields "colour_…" for them."""
    colours: dict[int, list[str]] = {seat: [] for seat in range(form.players)}
    for field in form.fields:
        if field.seat is not None and field.name.startswith("colour_"):
            typed = said.get(field.name, "")
            colours[field.seat].append(typed if typed in field.choices else str(field.default))
    return colours


def _text(game: AnyGame, account: Account) -> str:
    said = render_template("outcome.txt", game=game, outcome=account.outcome)
    return f"{said.strip()}\n\n{account.link}\n"


@bp.get("/<name>/text")
def text(name: str) -> Response:
    """Return the account as plain text, with the address that leads to it."""
    game = game_named(name)
    account = account_of(game, _said())
    return Response(_text(game, account), mimetype="text/plain")


@bp.get("/<name>/majority")
def majority(name: str) -> str | tuple[str, int]:
    """Show who owns one lot with these cubes, and why; nothing else is asked."""
    game = game_named(name)
    judge = calculator_of(game).judge
    if judge is None:
        raise _nothing_to_add_up(game)
    colours = _cube_colours(game)
    judgement, refusal = None, None
    try:
        counts = _counts(colours)
        judgement = judge(counts) if counts else None
    except Refusal as why:
        refusal = why
    page = render_template(
        "score/majority.html",
        game=game,
        colours=colours,
        judgement=judgement,
        refusal=refusal,
    )
    return (page, status_of(refusal)) if refusal else page


def _cube_colours(game: AnyGame) -> tuple[str, ...]:
    """Return the colours of the box, those of the household's own box first."""
    kept = copies.list_copies(game.name)[:1]
    return next((game.colours_in(copy.facts) for copy in kept), game.colours)


def _counts(colours: tuple[str, ...]) -> dict[str, int]:
    """Return the typed counts by colour, an empty field left out; raises Refusal."""
    require_asked(_said(), colours)
    return {name: whole(typed) for name, typed in request.args.items() if typed.strip()}
