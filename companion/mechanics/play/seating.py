"""Shared functions that validate a new table: its settings, player count and names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.mechanics.actions.refusal import Refusal, about_field
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import say
from companion.mechanics.play.table import SeatSetup, Setup
from companion.mechanics.values.options import AnyOption

LONGEST_NAME = 30


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
