"""What stands in a calculator's address, read field by field; and the address, made from it again.

A link may have been cut, mistyped or tampered with, so every field is checked by what the game's
form says of it, and each thing that does not fit is refused in one sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

from werkzeug.datastructures import MultiDict

from companion.mechanics.amounts import whole_in
from companion.mechanics.codec import shown
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import (
    LONGEST_LIST,
    Field,
    ScoreForm,
    Typed,
    Value,
    no_players,
)
from companion.mechanics.words import Sentence, say
from companion.tables.tidy_names import require_short
from companion.web.requests.forms import read_options, small_number
from companion.web.requests.language import current_speaker

Said = MultiDict[str, str]


class WrongEntry(Refusal):
    """A refusal of what one field holds, so that the page can show which."""

    def __init__(self, field: str, name: str, sentence: Sentence) -> None:
        super().__init__(name, "", sentence)
        self.field = field


class HasForm(Protocol):
    """What is added up: a game, or something like one."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def players(self) -> range:
        """How many may play it."""


def players_in(game: HasForm, said: Said) -> int:
    """Return for how many players a score is asked; raises ``no_players``."""
    typed = said.get("players", "").strip()
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


def read_entries(form: ScoreForm, said: Said) -> Typed:
    """Return what was typed into a form.

    Raises ``not_asked_for``, ``said_twice``, ``said_too_often``, ``empty_amount``,
    ``not_a_whole_number``, ``amount_out_of_range``, ``amount_off_the_step`` and
    ``unknown_choice``.
    """
    lists = {one.name for one in form.fields if one.is_list}
    require_asked(said, {name for name, _ in _single(form)}, lists)
    names = tuple(_name(said, seat) for seat in range(form.players))
    single = [one for one in form.fields if not one.is_list]
    return Typed(
        names,
        read_options(form.options, said),
        {one.name: _value(one, names, said.get(one.name)) for one in single},
        {
            many.name: tuple(_value(many, names, text) for text in said.getlist(many.name))
            for many in form.fields
            if many.is_list
        },
    )


def _name(said: Said, seat: int) -> str:
    """Return a player's name, or their number; raises ``name_too_long``."""
    typed = said.get(f"name_{seat}", "")
    require_short(typed)
    return typed or current_speaker().say(say("Player {number}", number=seat + 1))


def require_asked(said: Said, once: Collection[str], lists: Collection[str] = ()) -> None:
    """Raise a refusal for what no page of ours puts into an address.

    once: what may stand there one time. lists: what may stand there many times.
    """
    for name, texts in said.lists():
        if name not in once and name not in lists:
            raise Refusal(
                "not_asked_for",
                "",
                say("This link says “{name}”, which nobody asked for.", name=shown(name)),
            )
        if len(texts) > 1 and name in once:
            raise Refusal("said_twice", "", say("This link says “{name}” twice.", name=shown(name)))
        if len(texts) > LONGEST_LIST:
            raise Refusal(
                "said_too_often",
                "",
                say("At most {most} rows can be added up for a player.", most=LONGEST_LIST),
            )


def _single(form: ScoreForm) -> Iterator[tuple[str, str]]:
    """Yield what may stand there once, with what it says where nothing is said."""
    yield "players", ""
    for seat in range(form.players):
        yield f"name_{seat}", ""
    for option in form.options:
        yield option.name, ""
    for one in form.fields:
        if not one.is_list:
            yield one.name, "" if one.default is None else str(one.default)


def _value(asked: Field, names: tuple[str, ...], typed: str | None) -> Value:
    text = (typed or "").strip()
    if asked.may_stay_open and typed is not None and not text:
        return None
    if not text and asked.is_needed:
        raise WrongEntry(
            asked.name,
            "empty_amount",
            say("{field} is empty: type a whole number, 0 or more.", field=_label(asked, names)),
        )
    if not text:
        return asked.default
    return _choice(asked, names, text) if asked.choices else _whole(asked, names, text)


def _label(asked: Field, names: tuple[str, ...]) -> Sentence:
    """Return what a field is called where a sentence begins with it."""
    if asked.seat is None:
        return asked.label
    return say("{name}, {field}", name=names[asked.seat], field=asked.label)


def _choice(asked: Field, names: tuple[str, ...], text: str) -> str:
    if text not in asked.choices:
        raise WrongEntry(
            asked.name,
            "unknown_choice",
            say(
                "{field}: “{value}” is none of: {choices}.",
                field=_label(asked, names),
                value=shown(text),
                choices=asked.choices,
            ),
        )
    return text


def _whole(asked: Field, names: tuple[str, ...], text: str) -> int:
    number = whole_in(text)
    if number is None or number < 0 <= asked.lowest:
        raise WrongEntry(
            asked.name,
            "not_a_whole_number",
            say(
                "{field}: type a whole number, 0 or more, without a comma: not “{text}”.",
                field=_label(asked, names),
                text=shown(text),
            ),
        )
    if not asked.lowest <= number <= asked.highest:
        raise WrongEntry(
            asked.name,
            "amount_out_of_range",
            say(
                "{field}: from {lowest} to {highest}, not {text}.",
                field=_label(asked, names),
                lowest=asked.lowest,
                highest=asked.highest,
                text=shown(text),
            ),
        )
    if number % asked.step:
        raise WrongEntry(
            asked.name,
            "amount_off_the_step",
            say(
                "{field}: multiples of {step} alone; {lower} or {higher}, not {text}.",
                field=_label(asked, names),
                step=asked.step,
                lower=number - number % asked.step,
                higher=number - number % asked.step + asked.step,
                text=shown(text),
            ),
        )
    return number


def link_entries(form: ScoreForm, said: Said) -> dict[str, str | list[str]]:
    """Return what a shared link has to say: what was typed, without what goes without saying."""
    may_be_empty = {one.name for one in form.fields if one.may_stay_open}
    single = {
        name: said[name].strip()
        for name, default in _single(form)
        if name in said
        and said[name].strip() != default
        and (said[name].strip() or name in may_be_empty)
    }
    lists = {
        one.name: [text.strip() for text in said.getlist(one.name) if text.strip()]
        for one in form.fields
        if one.is_list
    }
    return {**single, **{name: texts for name, texts in lists.items() if texts}}
