"""Shared functions that validate a new table: its settings, player count, names and colours.

The colours are those of the players in games whose pieces have no player colours. Each player may
choose one, which is stored with the seat. Seats without a stored colour get one according to their
number. This includes all seats of tables from before players could choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.mechanics.actions.refusal import Refusal, about_field
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import say
from companion.mechanics.play.table import SeatSetup, Setup
from companion.mechanics.values.options import AnyOption

LONGEST_NAME = 30
COLOUR_WORDS = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "purple": say("purple"),
    "orange": say("orange"),
    "yellow": say("yellow"),
    "black": say("black"),
    "white": say("white"),
    "brown": say("brown"),
    "pink": say("pink"),
}
"""The translatable names of the colours, by colour."""
SEAT_COLOURS = tuple(COLOUR_WORDS)
"""The colours to choose from. The colour at index n is the default for seat n."""

Colours = tuple[str, ...]
"""The colours of one seat. The functions below return at most one colour per seat."""


def chosen_options(
    title: str, options: Iterable[AnyOption], given: Mapping[str, object]
) -> dict[str, object]:
    """Return the values of a game's settings, by name. A setting that is not given has its default.

    However, settings with ``is_late`` are left out if they are not given.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``, ``not_a_text`` and
    ``text_too_long``.

    title: the game's title, for refusals.
    given: the chosen values, by name of the setting.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise Refusal(
                "unknown_option",
                "",
                say(
                    "{game} has no setting “{name}”. Available: {options}.",
                    game=title,
                    name=shown(name),
                    options=tuple(known),
                ),
            )
    chosen: dict[str, object] = {}
    for name, option in known.items():
        if name in given or not option.is_late:
            with about_field(name):
                # A ``WholeOption`` has no default, because the game chooses the number.
                chosen[name] = option.read(given.get(name, getattr(option, "default", None)))
    return chosen


def require_player_count(title: str, players: range, count: int, rule: str) -> None:
    """Raise ``wrong_player_count`` unless the game can be played by ``count`` players."""
    if count not in players:
        raise Refusal(
            "wrong_player_count",
            rule,
            say(
                "{game} is for {least} to {most} players, not {count}.",
                game=title,
                least=players[0],
                most=players[-1],
                count=count,
            ),
        )


def plain_setup(
    title: str, players: range, options: tuple[AnyOption, ...], rule: str, setup: Setup
) -> Setup:
    """Validate the settings and names of a setup, and return it with all defaults filled in.

    Colours and printed numbers are left out of the result.

    Raises the refusals of ``chosen_options``, ``require_player_count`` and ``checked_names``.
    """
    chosen = chosen_options(title, options, setup.options)
    require_player_count(title, players, len(setup.seats), rule)
    return Setup(chosen, tuple(map(SeatSetup, checked_names(setup.seats))))


def checked_names(seats: Iterable[SeatSetup]) -> list[str]:
    """Validate the players' names and return them without surrounding spaces.

    Raises ``name_missing``, ``name_too_long``, and ``name_taken`` if two names are equal apart from
    upper and lower case.
    """
    names = [seat.name.strip() for seat in seats]
    for name in names:
        if not name:
            raise Refusal("name_missing", "", say("Every seat needs a name."))
        if len(name) > LONGEST_NAME:
            raise Refusal(
                "name_too_long",
                "",
                say("A name may have at most {most} characters.", most=LONGEST_NAME),
            )
    folded = [name.casefold() for name in names]
    for name in names:
        if folded.count(name.casefold()) > 1:
            raise Refusal(
                "name_taken",
                "",
                say("Two seats are named {name}. Change one of the names.", name=name),
            )
    return names


def chosen_colours(wishes: Iterable[Colours]) -> tuple[Colours, ...]:
    """Return each seat's chosen colour, or () for a seat without a valid choice, in seat order.

    A seat gets the first of its wishes that is in ``SEAT_COLOURS`` and that no earlier seat has.

    wishes: the colours stored or entered for each seat, in seat order.
    """
    taken: list[str] = []
    chosen: list[Colours] = []
    for wish in wishes:
        own = [colour for colour in wish if colour in SEAT_COLOURS and colour not in taken][:1]
        taken += own
        chosen.append(tuple(own))
    return tuple(chosen)


@lru_cache(maxsize=1024)
def shown_colours(stored: tuple[Colours, ...]) -> tuple[Colours, ...]:
    """Return the colour in which each seat is shown, in seat order. No two seats share a colour.

    A seat without a valid stored colour gets the default colour of its number. If there is none, or
    if another seat has chosen it, the seat gets the first free colour, or () if no colour is free.

    stored: the colours stored for each seat, in seat order.
    """
    chosen = chosen_colours(stored)
    taken = {colour for colours in chosen for colour in colours}
    shown = [
        colours or tuple({*SEAT_COLOURS[number : number + 1]} - taken)
        for number, colours in enumerate(chosen)
    ]
    taken.update(colour for colours in shown for colour in colours)
    free = iter([colour for colour in SEAT_COLOURS if colour not in taken])
    return tuple(colours or tuple(filter(None, [next(free, "")])) for colours in shown)
