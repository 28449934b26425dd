"""What setting up has in common in every game: chosen options and people's names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.mechanics.codec import LARGEST, shown, storable
from companion.mechanics.options import AnyOption, Option, TextOption, WholeOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import SeatSetup, Setup
from companion.mechanics.texts import single_spaced
from companion.mechanics.words import say

LONGEST_NAME = 30


def chosen_options(
    title: str, options: Iterable[AnyOption], given: Mapping[str, object]
) -> dict[str, object]:
    """Return the value of every option of a game: as given, else its default.

    A whole number that nobody gave is None, for the game to settle; a text that nobody gave is
    empty, and a late option that nobody gave is left out. Raises ``unknown_option``,
    ``unknown_choice``, ``not_a_whole_number``, ``not_a_text``, ``text_too_long``.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise Refusal(
                "unknown_option",
                "",
                say(
                    "{game} has no option “{name}”; it has: {options}.",
                    game=title,
                    name=shown(name),
                    options=tuple(known),
                ),
            )
    return {
        name: _value(option, given)
        for name, option in known.items()
        if name in given or not getattr(option, "is_late", False)
    }


def _value(option: AnyOption, given: Mapping[str, object]) -> object:
    if isinstance(option, WholeOption):
        return _number(option, given)
    return _text(option, given) if isinstance(option, TextOption) else _choice(option, given)


def _text(option: TextOption, given: Mapping[str, object]) -> str:
    """Return a text without blanks around and in a row."""
    value = given.get(option.name, "")
    if not isinstance(value, str) or value != storable(value):
        raise Refusal(
            "not_a_text",
            "",
            say(
                "“{option}” is a short text, not “{value}”.", option=option.name, value=shown(value)
            ),
        )
    text = single_spaced(value)
    if len(text) > option.longest:
        raise Refusal(
            "text_too_long",
            "",
            say("“{option}” has at most {most} letters.", option=option.name, most=option.longest),
        )
    return text


def _number(option: WholeOption, given: Mapping[str, object]) -> int | None:
    value = given.get(option.name)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise Refusal(
            "not_a_whole_number",
            "",
            say(
                "“{option}” is a whole number, 0 or more, not “{value}”.",
                option=option.name,
                value=shown(value),
            ),
        )
    return value


def _choice(option: Option, given: Mapping[str, object]) -> object:
    if option.name not in given:
        return option.default
    value = given[option.name]
    for choice in option.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    raise Refusal(
        "unknown_choice",
        "",
        say(
            "“{value}” is no choice for “{option}”; choose: {choices}.",
            value=shown(value),
            option=option.name,
            choices=tuple(str(choice.value) for choice in option.choices),
        ),
    )


def require_player_count(title: str, players: range, count: int, rule: str) -> None:
    """Raise ``wrong_player_count`` unless so many can play."""
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
    """Return a set-up of options and names alone, checked and complete.

    Raises what ``chosen_options``, ``require_player_count`` and ``checked_names`` raise.
    """
    chosen = chosen_options(title, options, setup.options)
    require_player_count(title, players, len(setup.seats), rule)
    return Setup(chosen, tuple(map(SeatSetup, checked_names(setup.seats))))


def checked_names(seats: Iterable[SeatSetup]) -> list[str]:
    """Return the players' names, tidied.

    Raises ``name_missing``, ``name_too_long``, ``name_taken``.
    """
    names = [seat.name.strip() for seat in seats]
    for name in names:
        if not name:
            raise Refusal("name_missing", "", say("Every seat needs a name."))
        if len(name) > LONGEST_NAME:
            raise Refusal(
                "name_too_long",
                "",
                say("A name has at most {most} letters.", most=LONGEST_NAME),
            )
    folded = [name.casefold() for name in names]
    for name in names:
        if folded.count(name.casefold()) > 1:
            raise Refusal(
                "name_taken", "", say("Two seats are named {name}; add a letter.", name=name)
            )
    return names
