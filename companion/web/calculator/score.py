"""The score calculator: final holdings typed without a table, and the account read off them.

Nothing is kept: what was typed stands in the page's address, so the page can be opened again,
sent on, printed, and read later without the companion. The account is the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.games import all_games, game_named
from companion.mechanics.game import AnyGame, Outcome
from companion.mechanics.parts import Calculator
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import LONGEST_LIST, ScoreForm, Typed
from companion.mechanics.texts import tidy
from companion.mechanics.words import say
from companion.tables import copies
from companion.tables.household.people import last_time
from companion.web.access.addresses import known_url
from companion.web.access.devices import known_device
from companion.web.access.limits import count_score
from companion.web.calculator.score_fields import (
    Said,
    WrongEntry,
    link_entries,
    players_in,
    read_entries,
    require_asked,
)
from companion.web.requests.errors import status_of
from companion.web.requests.forms import whole

bp = Blueprint("score", __name__, url_prefix="/score")

LONGEST_LINK = 8000
"""Bytes of what is typed; six players with sixty projects each stay below it."""


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """What is added up: a game, or a sheet that somebody typed.

    form: what it asks so many players. outcome: the account of what was typed. page: where the form
    is. shared: the address that a link to a score begins with. known: the fields that need not be
    asked for. usual: for how many it is shown first; 0: as many as may play. game: whose own form
    is drawn, None: a plain one. given: what each address says besides.
    """

    name: str
    title: str
    players: range
    form: Callable[[int], ScoreForm]
    outcome: Callable[[Typed], Outcome]
    page: str
    shared: str
    known: Callable[[], Mapping[str, str]] = dict
    usual: int = 0
    game: AnyGame | None = None
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoredResult:
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
    return page_of(scored(game_named(name)), "score/page.html")


def page_of(asked: ScoredGame, template: str, **more: object) -> str | tuple[str, int]:
    """Return the form of what is added up, with the account above it once something was typed.

    more: what else the template shows.
    """
    said = _said(asked)
    name, _, value = said.pop("change", "").partition(" ")
    if name:
        said[name] = value
    account, why = None, None
    if not name and said:
        try:
            account = result_of(asked, said)
        except Refusal as refusal:
            why = refusal
    page = _page(template, asked, said or _blank(asked), account, why, more)
    return (page, status_of(why)) if why else page


def _said(asked: ScoredGame | None = None) -> Said:
    """Return what stands in the address, made tidy, but for what goes without saying."""
    given = asked.given if asked else ()
    args = request.args.items(multi=True)
    return MultiDict((tidy(name), tidy(text)) for name, text in args if name not in given)


def scored(game: AnyGame) -> ScoredGame:
    """Return a game as something to be added up; raises ``no_calculator`` where it has none."""
    calculator = calculator_of(game)

    def known() -> Mapping[str, str]:
        kept = copies.list_copies(game.name)[:1]
        return calculator.from_copy(kept[0].numbers) if kept else {}

    page = url_for("score.show", name=game.name)
    return ScoredGame(
        game.name,
        game.title,
        game.players,
        calculator.form,
        lambda typed: game.final.of(calculator.holdings(typed)),
        page,
        f"{page}?",
        known,
        game=game,
    )


def calculator_of(game: AnyGame) -> Calculator:
    """Return a game's calculator; raises ``no_calculator`` where it has none."""
    if game.calculator is None:
        raise _nothing_to_add_up(game)
    return game.calculator


def _nothing_to_add_up(game: AnyGame) -> Refusal:
    return Refusal("no_calculator", "", say("{game} has no score to add up.", game=game.title))


def result_of(asked: ScoredGame, said: Said) -> ScoredResult:
    """Return the account of what an address says; raises Refusal."""
    form = asked.form(players_in(asked, said))
    outcome = asked.outcome(read_entries(form, said))
    entries = urlencode(link_entries(form, said), doseq=True)
    return ScoredResult(form, outcome, f"{known_url() or ''}{asked.shared}{entries}")


def _blank(asked: ScoredGame) -> Said:
    """Return what an empty form begins with: this device's names, this household's board."""
    names = last_time(known_device(), asked.name).names
    usual = asked.usual or max(asked.players)
    players = len(names) if len(names) in asked.players else usual
    said: Said = MultiDict({f"name_{seat}": name for seat, name in enumerate(names[:players])})
    said["players"] = str(players)
    said.update(asked.known())
    return said


def _page(
    template: str,
    asked: ScoredGame,
    said: Said,
    account: ScoredResult | None,
    refusal: Refusal | None,
    more: Mapping[str, object],
) -> str:
    try:
        players = players_in(asked, said)
    except Refusal:
        players = max(asked.players)
    form = account.form if account else asked.form(players)
    if account:
        for option in form.options:
            # What the account took for granted is shown as chosen.
            said.setdefault(option.name, str(getattr(option, "default", "")))
        for one in form.fields:
            if one.may_stay_open:
                said.setdefault(one.name, str(one.default))
    return render_template(
        template,
        game=asked.game or asked,
        asked=asked,
        form=form,
        fields={one.name: one for one in form.fields},
        typed=said,
        most_rows=LONGEST_LIST,
        account=account,
        outcome=account.outcome if account else None,
        seat_colours=_colours(form, said),
        text=_text(asked, account) if account else "",
        refusal=refusal,
        wrong=refusal.field if isinstance(refusal, WrongEntry) else "",
        **more,
    )


def _colours(form: ScoreForm, said: Said) -> dict[int, list[str]]:
    """Return the colours of each seat, where the form has fields "colour_…" for them."""
    colours: dict[int, list[str]] = {seat: [] for seat in range(form.players)}
    for one in form.fields:
        if one.seat is not None and one.name.startswith("colour_"):
            typed = said.get(one.name, "")
            colours[one.seat].append(typed if typed in one.choices else str(one.default))
    return colours


def _text(asked: ScoredGame, account: ScoredResult) -> str:
    said = render_template("outcome.txt", game=asked, outcome=account.outcome)
    return f"{said.strip()}\n\n{account.link}\n"


@bp.get("/<name>/text")
def text(name: str) -> Response:
    """Return the account as plain text, with the address that leads to it."""
    asked = scored(game_named(name))
    return Response(_text(asked, result_of(asked, _said())), mimetype="text/plain")


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
    return next((game.colours_in(copy.numbers) for copy in kept), game.colours)


def _counts(colours: tuple[str, ...]) -> dict[str, int]:
    """Return the typed counts by colour, an empty field left out; raises Refusal."""
    require_asked(_said(), colours)
    return {name: whole(typed) for name, typed in request.args.items() if typed.strip()}
