"""The pages of the score calculator: enter the holdings of all players, get the final scores.

Nothing is stored. The URL contains all entries, so a result can be opened again, shared and
printed. The scores are computed by the same code as at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.games import all_games, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, Outcome
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.parts import Calculator
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.mechanics.scoring.score_form import LONGEST_LIST, ScoreForm, Typed
from companion.tables.household.people import last_time
from companion.web.access.addresses import known_url
from companion.web.access.devices import known_device
from companion.web.access.limits import count_score
from companion.web.calculator.score_fields import (
    Entries,
    WrongEntry,
    link_entries,
    name_of,
    players_in,
    read_entries,
    require_known_fields,
    seats_left_out,
)
from companion.web.pages.copies import usual_copy
from companion.web.requests.errors import status_of
from companion.web.requests.forms import whole
from companion.web.requests.language import current_speaker

bp = Blueprint("score", __name__, url_prefix="/score")

LONGEST_LINK = 8000
"""Maximum bytes of a query string. Six players with sixty projects each need fewer."""


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game or score sheet, with everything that the calculator pages need."""

    name: str
    """The name in URLs."""
    title: str
    """The name on the screen."""
    players: range
    """The allowed numbers of players."""
    form: Callable[[int], ScoreForm]
    """A function that returns the form for a number of players."""
    outcome: Callable[[Typed], Outcome]
    """A function that computes the final scores from the entries."""
    page: str
    """The URL of the form."""
    shared: str
    """The beginning of the URL of a result. The entries are appended to it."""
    known: Callable[[], Mapping[str, str]] = dict
    """A function that returns the form fields known from the household's copy."""
    usual: int = 0
    """The number of players in a new form, or 0 for the maximum."""
    game: AnyGame | None = None
    """The game, if it has its own template, or None for the plain form."""
    given: Mapping[str, str] = field(default_factory=dict)
    """The URL parameters that are not entries."""


@dataclass(frozen=True, slots=True)
class ScoredResult:
    """Final scores, with the form that they were computed from."""

    form: ScoreForm
    outcome: Outcome
    link: str
    """The URL of the result, which contains all entries."""


@bp.before_request
def require_limits() -> None:
    """Limit the length of links and the number of requests from one client address.

    Raises ``link_too_long`` or ``too_many_scores``.
    """
    if len(request.query_string) > LONGEST_LINK:
        raise Refusal(
            "link_too_long", "", say("This link is too long for a score. Start a new one.")
        )
    if request.query_string:
        count_score()


@bp.after_request
def keep(response: Response) -> Response:
    """Let browsers store the page, so that a user can go back to it without the server."""
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@bp.get("/")
def pick() -> str:
    """Show the list of games that have a calculator."""
    games = [game for game in all_games().values() if game.calculator]
    return render_template("score/pick.html", games=games)


@bp.get("/<name>")
def show(name: str) -> str | tuple[str, int]:
    """Show a game's form and, if the form is filled in, the final scores above it."""
    return page_of(scored(game_named(name)), "score/page.html")


def page_of(scored_game: ScoredGame, template: str, **more: object) -> str | tuple[str, int]:
    """Return the page with the form and, if the form is filled in, the final scores above it.

    The URL parameter ``change`` contains the name and new value of one entry, separated by a space.
    With this parameter, the page contains the changed form without scores. With the parameter
    ``ask``, which only the form has, the page asks about players without any entry instead of
    counting them as 0. It asks once: the form of that page does not have the parameter.

    more: additional values for the template.
    """
    entries = _entries(scored_game)
    asks = entries.pop("ask", "")
    name, _, value = entries.pop("change", "").partition(" ")
    if name:
        entries[name] = value
    result, why = None, None
    if not name and entries:
        try:
            result = result_of(scored_game, entries)
        except Refusal as refusal:
            why = refusal
    left_out = seats_left_out(result.form, entries) if result and asks else ()
    if left_out:
        names = [name_of(entries, seat) for seat in left_out]
        result, more = None, {**more, "left_out": left_out, "question": _nothing_entered(names)}
    page = _form_page(
        template, scored_game, entries or _new_entries(scored_game), result, why, more
    )
    return (page, status_of(why)) if why else page


def _nothing_entered(names: Sequence[str]) -> Sentence:
    """Return the sentence about players for whom nothing was entered."""
    return say_many(
        "{names} has nothing yet.",
        "{names} have nothing yet.",
        count=len(names),
        names=together(names),
    )


def _entries(scored_game: ScoredGame | None = None) -> Entries:
    """Return the tidied entries from the URL, without the parameters in ``ScoredGame.given``."""
    given = scored_game.given if scored_game else ()
    args = request.args.items(multi=True)
    return MultiDict((tidy(name), tidy(text)) for name, text in args if name not in given)


def scored(game: AnyGame) -> ScoredGame:
    """Return the ``ScoredGame`` of a game.

    Raises ``no_calculator`` if the game has no calculator.
    """
    calculator = calculator_of(game)

    def known() -> Mapping[str, str]:
        copy = usual_copy(game)
        return {} if copy is None else calculator.from_copy(copy.numbers)

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
    """Return the calculator of a game; raise ``no_calculator`` if there is none."""
    if game.calculator is None:
        raise _nothing_to_add_up(game)
    return game.calculator


def _nothing_to_add_up(game: AnyGame) -> Refusal:
    return Refusal("no_calculator", "", say("{game} has no score to add up.", game=game.title))


def entered(scored_game: ScoredGame) -> Typed:
    """Return the entries in the URL; raise a Refusal if one is invalid."""
    entries = _entries(scored_game)
    entries.pop("ask", "")
    return read_entries(scored_game.form(players_in(scored_game, entries)), entries)


def result_of(scored_game: ScoredGame, entries: Entries) -> ScoredResult:
    """Compute the final scores from the entries; raise a Refusal if an entry is invalid."""
    form = scored_game.form(players_in(scored_game, entries))
    outcome = scored_game.outcome(read_entries(form, entries))
    query = urlencode(link_entries(form, entries), doseq=True)
    return ScoredResult(form, outcome, f"{known_url() or ''}{scored_game.shared}{query}")


def _new_entries(scored_game: ScoredGame) -> Entries:
    """Return the entries that a new form starts with.

    They are the names and colours of the players at this device's latest table of the same game,
    or else of any game, and the printed numbers of the household's copy.
    """
    names = last_time(known_device(), scored_game.name).names
    usual = scored_game.usual or max(scored_game.players)
    players = len(names) if len(names) in scored_game.players else usual
    entries: Entries = MultiDict(
        {f"name_{seat}": name for seat, name in enumerate(names[:players])}
    )
    entries["players"] = str(players)
    entries.update(scored_game.known())
    return entries


def _form_page(
    template: str,
    scored_game: ScoredGame,
    entries: Entries,
    result: ScoredResult | None,
    refusal: Refusal | None,
    more: Mapping[str, object],
) -> str:
    try:
        players = players_in(scored_game, entries)
    except Refusal:
        players = max(scored_game.players)
    form = result.form if result else scored_game.form(players)
    if result:
        for option in form.options:
            # Show a default that the scores are based on as if it had been entered.
            entries.setdefault(option.name, str(getattr(option, "default", "")))
        for one in form.fields:
            if one.may_stay_open:
                entries.setdefault(one.name, str(one.default))
    return render_template(
        template,
        game=scored_game.game or scored_game,
        scored=scored_game,
        form=form,
        fields={one.name: one for one in form.fields},
        typed=entries,
        most_rows=LONGEST_LIST,
        result=result,
        outcome=result.outcome if result else None,
        seat_colours=_colours_by_seat(form, entries),
        text=_text(scored_game, result) if result else "",
        refusal=refusal,
        player_names=[name_of(entries, seat) for seat in range(form.players)],
        wrong=refusal.field if isinstance(refusal, WrongEntry) else "",
        **more,
    )


def _colours_by_seat(form: ScoreForm, entries: Entries) -> dict[int, list[str]]:
    """Return the colours entered for each seat, from the fields named "colour_…".

    In a form without such fields, return the colours that the seats have at a new table.
    """
    colours: dict[int, list[str]] = {seat: [] for seat in range(form.players)}
    for one in form.fields:
        if one.seat is not None and one.name.startswith("colour_"):
            typed = entries.get(one.name, "")
            colours[one.seat].append(typed if typed in one.choices else str(one.default))
    if not any(colours.values()):
        return {seat: list(SEAT_COLOURS[seat : seat + 1]) for seat in colours}
    return colours


def _text(scored_game: ScoredGame, result: ScoredResult) -> str:
    title = current_speaker().gettext(scored_game.title)
    scores = render_template("outcome.txt", title=title, outcome=result.outcome)
    return f"{scores.strip()}\n\n{result.link}\n"


@bp.get("/<name>/text")
def text(name: str) -> Response:
    """Return the final scores as plain text, followed by a link to them."""
    scored_game = scored(game_named(name))
    return Response(_text(scored_game, result_of(scored_game, _entries())), mimetype="text/plain")


@bp.get("/<name>/majority")
def majority(name: str) -> str | tuple[str, int]:
    """Show which colour owns a lot with the entered numbers of cubes, and why."""
    game = game_named(name)
    judge = calculator_of(game).judge
    if judge is None:
        raise _nothing_to_add_up(game)
    colours = _cube_colours(game)
    judgement, refusal = None, None
    try:
        counts = _cube_counts(colours)
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
    """Return the cube colours of the household's copy, or the game's own if there is no copy."""
    copy = usual_copy(game)
    return game.colours if copy is None else game.colours_in(copy.numbers)


def _cube_counts(colours: tuple[str, ...]) -> dict[str, int]:
    """Return the entered number of cubes of each colour, without the empty fields."""
    require_known_fields(_entries(), colours)
    return {name: whole(typed) for name, typed in request.args.items() if typed.strip()}
