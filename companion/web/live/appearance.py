"""The look of games and seats: game icons, style sheets, colour chips and status icons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

from flask import Flask, current_app, url_for
from jinja2 import Environment
from markupsafe import Markup

from companion.games import all_games, from_elsewhere
from companion.mechanics.game import AnyGame, Game
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.tables.live.cache import SeatNow
from companion.web.plugin_files import endpoint_of
from companion.web.requests.compressed import static_folder
from companion.web.requests.language import Speaker, current_speaker, speaker_for
from companion.web.requests.typography import in_text

COLOURS = ("red", "yellow", "blue", "green", "orange", "purple")
"""Colours of the plain icons, for games that have no icon."""
SHAPES = {
    "red": "■",
    "yellow": "▲",
    "white": "●",
    "black": "◆",
    "blue": "★",
    "green": "✚",
    "orange": "▼",
    "purple": "⬟",
    "brown": "▬",
    "pink": "◗",
}
"""The shape of each colour, because a colour is never the only signal."""
OTHER_SHAPE = "⬢"


def shape(colour: str) -> str:
    return SHAPES.get(colour, OTHER_SHAPE)


def fill(colour: str) -> str:
    """Return the CSS class that fills an element with a player's colour."""
    return f"of-{colour if colour in SHAPES else 'other'}"


def cube(colour: str) -> Markup:
    """Return a cube of a colour."""
    return Markup(f'<i class="{fill(colour)}">{shape(colour)}</i>')


@lru_cache(maxsize=64)
def die(face: int, has_dots: bool = True) -> Markup:
    """Return a die that shows a face: with dots if it has some, otherwise with the number."""
    is_dotted = has_dots and 1 <= face <= 6
    kind, text = (f"f{face}", chr(ord("⚀") + face - 1)) if is_dotted else ("numbered", face)
    return Markup(f'<i class="thrown-die {kind}" role="img" title="{face}">{text}</i>')


@lru_cache(maxsize=64)
def chips_in(environment: Environment, language: str) -> Callable[..., Markup]:
    """Return a function that renders the chip of a colour, labelled in the given language.

    The function takes a colour name. With ``small=True``, the label is left out. Chips are cached,
    because every screen has dozens of them.
    """
    template = environment.get_template("chip.html")
    words = speaker_for(language).words()

    @lru_cache(maxsize=64)
    def chip(colour: str, small: bool = False) -> Markup:
        return Markup(template.render(words, colour=colour, small=small).strip())

    return chip


@lru_cache(maxsize=64)
def signs_in(environment: Environment, language: str) -> Callable[[str], Markup]:
    """Return a function that renders a status icon by name, with its label in the given language.

    The names are "here" and "away" for a phone, "passed" and "high" in an auction, and "ahead" and
    "level" for the leading seats. Any other name renders nothing. Icons are cached.
    """
    template = environment.get_template("sign.html")
    words = speaker_for(language).words()

    @lru_cache(maxsize=16)
    def sign(name: str) -> Markup:
        return Markup(template.render(words, sign=name).strip())

    return sign


def names_in(
    environment: Environment,
    speaker: Speaker,
    seats: Iterable[SeatNow],
    colours: Iterable[tuple[str, ...]],
    present: Container[str],
    leaders: Collection[int],
    holds: Callable[[int], Sentence | None],
    side: Callable[[int], int] = int,
) -> dict[int, Markup]:
    """Return each seat's rendered name, by seat number.

    The seat's phone icon and colour chips are shown before the name. The crown of a leading seat
    and a note about what the seat holds besides money are shown after the name.

    colours: the colours of each seat, in seat order.
    present: the ids of the connected devices.
    leaders: the numbers of the leading seats.
    holds: a function that returns the note for a seat number, or None for no note.
    side: a function that returns the first seat of a seat's team.
    """
    names = {}
    crown = "level" if len(leaders) > 1 and len({*map(side, leaders)}) > 1 else "ahead"
    for seat, own in zip(seats, colours, strict=True):
        phone = "none" if seat.device is None else "here" if seat.device in present else "away"
        rank, held = crown if seat.number in leaders else "", holds(seat.number)
        names[seat.number] = _rendered_name(environment, speaker, seat.name, own, phone, rank, held)
    return names


@lru_cache(maxsize=4096)
def _rendered_name(
    environment: Environment,
    speaker: Speaker,
    name: str,
    colours: tuple[str, ...],
    phone: str,
    rank: str,
    held: Sentence | None,
) -> Markup:
    sign = signs_in(environment, speaker.language)
    chip = chips_in(environment, speaker.language)
    chips = [chip(colour, small=True) for colour in colours]
    pieces = [sign(phone), *chips, Markup("<b>{}</b>").format(in_text(name))]
    if rank:
        pieces.append(sign(rank))
    if held:
        pieces.append(Markup("<small>{}</small>").format(in_text(speaker.say(held))))
    return Markup("\n").join(pieces)


def style_of(game: AnyGame | None, more: str = "") -> str | None:
    """Return the URL of a game's style sheet, or None if there is none.

    more: "" for the main style sheet, ".pages" for the one that only pages and the big screen use,
        or ".draft" for the one that a phone loads for a multi-step input.
    """
    if not game:
        return None
    return _static_url(game.name, f"style{more}.css", f"styles/games/{game.name}{more}.css")


def play_style_of(game: AnyGame | None) -> str | None:
    """Return the URL of all that a phone in play loads as one style sheet; None for a plugin.

    One file is a third smaller than several, since it is compressed as a whole.
    """
    if not game:
        return None
    return _static_url(game.name, "style.play.css", f"styles/{game.name}.play.css")


def felt_of(game: str) -> str:
    """Return the CSS class of a game's felt; the default felt if there is no such game.

    game: the name of the game.
    """
    return f"felt-{all_games()[game].felt if game in all_games() else Game.felt}"


def tint(colours: Sequence[str]) -> str:
    """Return the CSS class that makes a seat's colour available to styles.

    colours: the colours of the seat. Only the first counts.
    """
    return f"c-{colours[0] if colours and colours[0] in SEAT_COLOURS else 'other'}"


def mark_of(game: str) -> str:
    """Return the URL of a game's icon, or of the plain icon if the game has none.

    game: the name of the game.
    """
    mark = _static_url(game, "mark.svg", f"marks/{game}.svg")
    return mark or url_for("static", filename="marks/plain.svg")


def _static_url(game: str, in_plugin: str, own: str) -> str | None:
    """Return the URL of a game's static file, or None if the file does not exist.

    in_plugin: the path of the file in a plugin.
    own: the path of the file among the app's own files.
    """
    is_plugin = game in from_elsewhere().games
    endpoint, file = (endpoint_of(game), in_plugin) if is_plugin else ("static", own)
    folder = static_folder(current_app, endpoint)
    return url_for(endpoint, filename=file) if folder and _is_there(folder, file) else None


def colour_of(name: str) -> str:
    """Return the colour of the plain icon for a name, always the same for the same name."""
    return COLOURS[crc32(name.encode()) % len(COLOURS)]


def keeps_drafts(game: AnyGame) -> bool:
    """Return whether a phone may keep what is typed in a game's forms.

    Fields in the forms of a plugin may be secret.
    """
    return game.name not in from_elsewhere().games


@cache
def _is_there(folder: Path, file: str) -> bool:
    return (folder / file).is_file()


def init_app(app: Flask) -> None:
    """Give all templates the functions for style sheets, game icons, colours and colour chips."""
    app.jinja_env.globals.update(
        style_of=style_of,
        play_style_of=play_style_of,
        felt_of=felt_of,
        tint=tint,
        shapes=SHAPES,
        shape=shape,
        fill=fill,
        cube=cube,
        die=die,
        mark_of=mark_of,
        colour_of=colour_of,
        keeps_drafts=keeps_drafts,
    )

    @app.context_processor
    def draw() -> dict[str, object]:
        return {"chip": chips_in(current_app.jinja_env, current_speaker().language)}
