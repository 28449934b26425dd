"""Parsing and writing of the entries in a calculator URL.

A link may be truncated, mistyped or forged, so every field is validated against the game's form.
Any invalid field leads to a refusal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

from werkzeug.datastructures import MultiDict

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import whole_in
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.score_form import (
    LONGEST_LIST,
    Field,
    ScoreForm,
    Typed,
    Value,
    no_players,
)
from companion.mechanics.values.codec import shown
from companion.tables.household.tidy_names import require_short
from companion.web.requests.forms import read_options, small_number
from companion.web.requests.language import current_speaker

Entries = MultiDict[str, str]


class WrongEntry(Refusal):
    """A refusal with the name of the invalid field, so that the page can mark the field."""

    def __init__(self, field: str, name: str, sentence: Sentence) -> None:
        super().__init__(name, "", sentence)
        self.field = field


class HasForm(Protocol):
    """Interface of a game or score sheet with a score form."""

    @property
    def title(self) -> str:
        """The name shown on the screen."""

    @property
    def players(self) -> range:
        """The allowed numbers of players."""


def players_in(game: HasForm, entries: Entries) -> int:
    """Return the entered number of players; raise ``no_players`` or ``wrong_player_count``."""
    typed = entries.get("players", "").strip()
    if typed in ("", "0"):
        raise no_players()
    players = small_number(typed)
    if players is None or players not in game.players:
        raise Refusal(
            "wrong_player_count",
            "",
            say(
                "{game} is for {least} to {most} players, not “{count}”.",
                game=game.title,
                least=min(game.players),
                most=max(game.players),
                count=shown(typed),
            ),
        )
    return players


def read_entries(form: ScoreForm, entries: Entries) -> Typed:
    """Validate the entries of a form, and return the names, settings and field values.

    Raises ``not_asked_for``, ``said_twice``, ``said_too_often``, ``empty_amount``,
    ``not_a_whole_number``, ``amount_out_of_range``, ``amount_off_the_step``, ``unknown_choice``,
    ``name_too_long`` or ``too_large``.
    """
    lists = {one.name for one in form.fields if one.is_list}
    require_known_fields(entries, {name for name, _ in _single_fields(form)}, lists)
    names = tuple(_valid_name(entries, seat) for seat in range(form.players))
    single = [one for one in form.fields if not one.is_list]
    return Typed(
        names,
        read_options(form.options, entries),
        {one.name: _field_value(one, names, entries.get(one.name)) for one in single},
        {
            many.name: tuple(_field_value(many, names, text) for text in entries.getlist(many.name))
            for many in form.fields
            if many.is_list
        },
    )


def _valid_name(entries: Entries, seat: int) -> str:
    """Return a player's name as ``name_of`` does, or raise ``name_too_long``."""
    require_short(entries.get(f"name_{seat}", ""))
    return name_of(entries, seat)


def name_of(entries: Entries, seat: int) -> str:
    """Return a player's name, or a default such as "Player 1" if none was entered."""
    default = say("Player {number}", number=seat + 1)
    return entries.get(f"name_{seat}", "") or current_speaker().say(default)


def seats_left_out(form: ScoreForm, entries: Entries) -> tuple[int, ...]:
    """Return the seats for which nothing was entered, apart from their names.

    A choice counts as entered only if it differs from the one that the form starts with.
    """
    entered = {
        one.seat
        for one in form.fields
        for text in entries.getlist(one.name)
        if text.strip() and not (one.choices and text.strip() == one.default)
    }
    return tuple(seat for seat in range(form.players) if seat not in entered)


def require_known_fields(
    entries: Entries, once: Collection[str], lists: Collection[str] = ()
) -> None:
    """Raise a Refusal for an unknown field, or for a field that occurs too often.

    once: the names of the fields that may occur once.
    lists: the names of the fields that may occur up to LONGEST_LIST times.

    Raises ``not_asked_for``, ``said_twice`` or ``said_too_often``.
    """
    for name, texts in entries.lists():
        if name not in once and name not in lists:
            raise Refusal(
                "not_asked_for",
                "",
                say("This link contains the unknown field “{name}”.", name=shown(name)),
            )
        if len(texts) > 1 and name in once:
            raise Refusal(
                "said_twice", "", say("This link contains “{name}” twice.", name=shown(name))
            )
        if len(texts) > LONGEST_LIST:
            raise Refusal(
                "said_too_often",
                "",
                say("A player may have at most {most} rows.", most=LONGEST_LIST),
            )


def _single_fields(form: ScoreForm) -> Iterator[tuple[str, str]]:
    """Yield the name and default of each field that may occur only once."""
    yield "players", ""
    for seat in range(form.players):
        yield f"name_{seat}", ""
    for option in form.options:
        yield option.name, ""
    for one in form.fields:
        if not one.is_list:
            yield one.name, "" if one.default is None else str(one.default)


def _field_value(field: Field, names: tuple[str, ...], typed: str | None) -> Value:
    text = (typed or "").strip()
    if field.may_stay_open and typed is not None and not text:
        return None
    if not text and field.is_needed:
        raise WrongEntry(
            field.name,
            "empty_amount",
            say("{field} is empty. Enter a whole number, 0 or more.", field=_label(field, names)),
        )
    if not text:
        return field.default
    return _valid_choice(field, names, text) if field.choices else _valid_number(field, names, text)


def _label(field: Field, names: tuple[str, ...]) -> Sentence:
    """Return the label of a field, preceded by the player's name if the field belongs to a seat."""
    if field.seat is None:
        return field.label
    return say("{name}, {field}", name=names[field.seat], field=field.label)


def _valid_choice(field: Field, names: tuple[str, ...], text: str) -> str:
    if text not in field.choices:
        raise WrongEntry(
            field.name,
            "unknown_choice",
            say(
                "{field}: “{value}” is not one of: {choices}.",
                field=_label(field, names),
                value=shown(text),
                choices=field.choices,
            ),
        )
    return text


def _valid_number(field: Field, names: tuple[str, ...], text: str) -> int:
    number = whole_in(text)
    if number is None or number < 0 <= field.lowest:
        raise WrongEntry(
            field.name,
            "not_a_whole_number",
            say(
                "{field}: enter a whole number such as 12, not “{text}”.",
                field=_label(field, names),
                text=shown(text),
            ),
        )
    if not field.lowest <= number <= field.highest:
        raise WrongEntry(
            field.name,
            "amount_out_of_range",
            say(
                "{field}: enter {lowest} to {highest}, not {text}.",
                field=_label(field, names),
                lowest=field.lowest,
                highest=field.highest,
                text=shown(text),
            ),
        )
    if number % field.step:
        raise WrongEntry(
            field.name,
            "amount_off_the_step",
            say(
                "{field}: enter a multiple of {step}, such as {lower} or {higher}, not {text}.",
                field=_label(field, names),
                step=field.step,
                lower=number - number % field.step,
                higher=number - number % field.step + field.step,
                text=shown(text),
            ),
        )
    return number


def link_entries(form: ScoreForm, entries: Entries) -> dict[str, str | list[str]]:
    """Return the entries for a shared link, by field name, without defaults and empty entries."""
    may_be_empty = {one.name for one in form.fields if one.may_stay_open}
    single = {
        name: entries[name].strip()
        for name, default in _single_fields(form)
        if name in entries
        and entries[name].strip() != default
        and (entries[name].strip() or name in may_be_empty)
    }
    lists = {
        one.name: [text.strip() for text in entries.getlist(one.name) if text.strip()]
        for one in form.fields
        if one.is_list
    }
    return {**single, **{name: texts for name, texts in lists.items() if texts}}
