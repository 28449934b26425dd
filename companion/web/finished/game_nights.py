"""Game nights: a household's finished games, listed by person and by game, with CSV export."""

from __future__ import annotations

import csv
import io
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.language.amounts import localized
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import say
from companion.tables.household.evenings import evenings_of
from companion.tables.household.highlights import highlights_of
from companion.tables.household.people import (
    count_as_one,
    forget_person,
    other_spellings,
    people_in,
    people_of,
)
from companion.tables.household.results import Result, results_of, spellings
from companion.tables.household.tonight import (
    BREAK_SECONDS,
    Tonight,
    tonight_of,
    tournament_of,
)
from companion.tables.live.cache import open_tables
from companion.tables.tables import TableCard
from companion.web.access.devices import known_device
from companion.web.access.host import cards_here
from companion.web.requests.forms import small_number
from companion.web.requests.language import Speaker, current_speaker

bp = Blueprint("game_nights", __name__)
MOST_LISTED = 50
"""Maximum number of games in the list at the end of the page. All games count."""
HEAD = (
    say("Date"),
    say("Time"),
    say("Game"),
    say("Seat"),
    say("Name"),
    say("Total"),
    say("Place"),
    say("Winner"),
    say("Thinking time (seconds)"),
)
"""The column headings of the CSV file."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters at the start of a cell that make spreadsheets treat the cell as a formula."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of games and wins for one person or one game."""

    key: str
    """The name of the person or game in the page's URL."""
    own_title: str | None = field(default=None, kw_only=True)
    """See ``TableCard``. None for a person."""
    name: str
    games: int
    wins: int
    """The person's wins, or the wins of the game's most successful player."""
    best: tuple[str, ...] = ()
    """The players with the most wins at the game. Empty for a person."""
    rank: int = 0
    """The person's place by wins; equal wins share a place. 0 for a game."""


@bp.get("/evenings")
def show() -> str:
    """Show the finished games that this device may see, with any of these filters.

    URL parameters:

    - ``person``: the person's name
    - ``game``: the internal name of the game
    - ``title``: the household's own name for the game; "" for games without one
    - ``skip``: how many of the newest games the list of games leaves out
    """
    person, game = tidy(request.args.get("person", "")), request.args.get("game", "")
    cards = cards_here()
    over = results_of(cards)
    own_title = request.args.get("title")
    shown = [one for one in over if _is_shown(one, person, game, own_title)]
    counted = [one for one in shown if one.counts]
    skip = small_number(request.args.get("skip", "")) or 0
    tonight = None if person or game else _current_evening(over)
    listed = shown[skip : skip + MOST_LISTED]
    return render_template(
        "game_nights/page.html",
        evenings=evenings_of(one.card for one in listed),
        first=skip + 1,
        count=len(shown),
        rest=skip + MOST_LISTED if shown[skip + MOST_LISTED :] else None,
        people=_by_person(counted),
        games=_by_game(counted),
        highlights=highlights_of(counted),
        person=person,
        of_game=game,
        own_title=own_title,
        title=next((_shown_title(one.card) for one in shown if game), ""),
        remembered=people_of(known_device()),
        spellings=other_spellings(person, cards) if person else (),
        tonight=tonight,
        has_more=tonight is not None and is_part_of_more(tonight),
    )


def is_part_of_more(tonight: Tonight) -> bool:
    """Return whether this device may see further tables of tonight, of other people."""
    return not tournament_of(cards_here(), time.time()).codes <= tonight.codes


@bp.get("/evenings/tonight")
def tournament() -> str:
    """Show common standings of all tables that are played tonight, and the running tables.

    URL parameter ``screen``: "table" for the big screen, which loads the page again by itself.
    """
    return render_template(
        "game_nights/tournament.html",
        tonight=tournament_of(cards_here(), time.time()),
        is_big_screen=request.args.get("screen") == "table",
    )


@bp.get("/evenings.csv")
def table() -> Response:
    """Download the games with a result as a CSV file, one line per game and seat."""
    speaker = current_speaker()
    text = io.StringIO()
    # The separator that spreadsheets in that language expect.
    file = csv.writer(text, delimiter="," if speaker.language == "en" else ";")
    file.writerow(map(speaker.say, HEAD))
    for result in results_of(cards_here()):
        file.writerows(_csv_rows(result, speaker))
    return Response(
        "\ufeff" + text.getvalue(),
        mimetype="text/csv",
        headers={"Content-Disposition": "attachment; filename=evenings.csv"},
    )


@bp.post("/people/forget")
def forget() -> Answer:
    """Remove a person from this device's name suggestions."""
    wanted, device = request.form.get("name", "").casefold(), known_device()
    for person in people_of(device) if device else ():
        if person.name.casefold() == wanted:
            forget_person(device, person.name)
    return redirect(url_for("game_nights.show"), 303)


@bp.post("/people/same")
def same() -> Answer:
    """Count all games of a person for another spelling of the name.

    Form fields ``name`` and ``known``: the spelling to replace and the one to keep.
    """
    name, known = (tidy(request.form.get(field, "")) for field in ("name", "known"))
    count_as_one(name, known, cards_here(), known_device())
    return redirect(url_for("game_nights.show", person=known), 303)


def _current_evening(over: Iterable[Result]) -> Tonight | None:
    """Return the evening of the latest game, or None if the evening is over.

    An evening is over BREAK_SECONDS after the end of its last game. Imported games are ignored.

    over: the finished games, the one that ended last first.
    """
    latest = next((one for one in over if not one.is_imported), None)
    if latest is None or time.time() - latest.at >= BREAK_SECONDS:
        return None
    return tonight_of(open_tables().peek(latest.card.code), cards_here())


def _is_shown(result: Result, person: str, game: str, own_title: str | None) -> bool:
    names = {name.casefold() for seat in result.card.names for name in people_in(seat)}
    return (
        (not person or person.casefold() in names)
        and game in ("", result.card.game)
        and (own_title is None or own_title.casefold() == result.game[1])
    )


def _shown_title(card: TableCard) -> str:
    """Return the name of a game as people called it, or its title in the reader's language."""
    return card.own_title or current_speaker().gettext(card.title)


def _by_person(results: Sequence[Result]) -> list[Tally]:
    """Return the tally of each person, most wins first."""
    games, wins = Counter(key for one in results for key in one.people), _wins(results)
    tallies = [
        Tally(name, name, games[key], wins[key], rank=1 + sum(map(wins[key].__lt__, wins.values())))
        for key, name in spellings(results).items()
    ]
    return sorted(tallies, key=lambda one: (-one.wins, -one.games, one.key))


def _by_game(results: Sequence[Result]) -> list[Tally]:
    """Return the tally of each game, most often played first."""
    games: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        games.setdefault(result.game, []).append(result)
    tallies = [
        Tally(
            game,
            _shown_title(found[0].card),
            len(found),
            *_most_wins(found),
            own_title=found[0].card.own_title,
        )
        for (game, _), found in games.items()
    ]
    return sorted(tallies, key=lambda one: -one.games)


def _most_wins(results: Sequence[Result]) -> tuple[int, tuple[str, ...]]:
    """Return the highest number of wins, and the names of the players who have that many."""
    wins, names = _wins(results), spellings(results)
    most = max(wins.values(), default=0)
    return most, tuple(names[key] for key, count in wins.items() if count == most)


def _wins(results: Iterable[Result]) -> Counter[str]:
    """Return the number of wins of each person, by ``Result.people``."""
    return Counter(key for one in results for key, place in one.people.items() if place.won)


def _csv_rows(result: Result, speaker: Speaker) -> Iterator[list[object]]:
    """Yield one CSV row per seat of a game, best place first."""
    card, day = result.card, datetime.fromtimestamp(result.at)
    for place in result.places:
        yield [
            f"{day:%Y-%m-%d}",
            f"{day:%H:%M}",
            _csv_text(_shown_title(card)),
            place.seat + 1,
            _csv_text(card.names[place.seat]),
            speaker.say(localized(str(place.total))),
            place.rank,
            int(place.won),
            result.thought[place.seat],
        ]


def _csv_text(name: str) -> str:
    """Return a name, prefixed with an apostrophe if a spreadsheet would treat it as a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
