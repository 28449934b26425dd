"""Parsing of posted forms: actions, settings and numbers."""

from __future__ import annotations

import json
import re
import typing
from collections import abc
from collections.abc import Iterable, Mapping
from types import NoneType

from flask import request, url_for

from companion.mechanics.actions.refusal import Refusal, about_field
from companion.mechanics.game import AnyGame
from companion.mechanics.history.log import Amend
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination, whole_in
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import say
from companion.mechanics.values.codec import LARGEST, fields_of, malformed, shown
from companion.mechanics.values.options import AnyOption, Option, TextOption, denomination_in

OWN_PATH = re.compile(r"/(?!/)[^\\\s\x00-\x1f]*")
"""A path that every browser resolves to this site."""


def read_action(
    form: Mapping[str, str], game: AnyGame, money: Denomination = WHOLE_NUMBERS
) -> dict[str, object]:
    """Return the action of the pressed button as a JSON object.

    The button's value is the action. Fields that the action lacks are read from the form, depending
    on their type:

    - a whole number or a text, from the form field of the same name
    - a list of numbers, from ticked boxes named "<field>.<number>"
    - a mapping of amounts, from inputs named "<field>.<key>"

    An input named "<kind>.<field>" is read only for actions of that kind. If several buttons on a
    page have the same kind, each action contains the prefix of its inputs, in place of the kind,
    under the key "typed in".

    The key "unless typed" contains fields that apply if the form has no entry for them. For
    example, the main button of an auction bids the lowest amount unless another one is entered.

    Buttons that differ in only one field are named "pick". The value of each is the id of a group
    and the value of that field, separated by a space. The hidden input "pick.<group>" contains the
    name of the field and the rest of the action, also separated by a space.

    If the form has a field "amend", the action corrects the step with that number.

    money: how the amounts of money that people type are read. Buttons have the smallest units.

    Raises ``malformed``, ``not_a_whole_number``, ``too_large`` or ``nothing_typed``.
    """
    action = _complete_action(form, game, money)
    if "amend" not in form:
        return action
    return {"kind": Amend.kind, "entry": whole(form["amend"]), "action": action}


def _complete_action(
    form: Mapping[str, str], game: AnyGame, money: Denomination
) -> dict[str, object]:
    action, picked = _pressed_button(form)
    kind = action.get("kind")
    cls = game.action_kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        return action
    own = f"{action.pop('typed in', kind)}."
    untyped = action.pop("unless typed", None)
    untyped = untyped if isinstance(untyped, dict) else {}
    typed = {**form, **{name[len(own) :]: form[name] for name in form if name.startswith(own)}}
    for name, hint, is_required in fields_of(cls):  # type: ignore[arg-type]
        if name in picked:
            action[name] = _with_picked(action.get(name), hint, picked[name])
            continue
        is_needed = is_required and name not in untyped
        written = money if name in cls.money_fields else WHOLE_NUMBERS
        read = None if name in action else _value_of(name, hint, typed, is_needed, written)
        if read is not None:
            action[name] = read
    return {**untyped, **action}


def _pressed_button(form: Mapping[str, str]) -> tuple[dict[str, object], dict[str, str]]:
    """Return the action of the pressed button, and the picked field's name and value as a mapping.

    The mapping is empty unless the button is named "pick".
    """
    group, _, value = form.get("pick", "").partition(" ")
    field, _, text = (
        form.get(f"pick.{group}", "").partition(" ") if group else ("", "", form.get("action", ""))
    )
    try:
        action = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise malformed("action") from error
    if not isinstance(action, dict):
        raise malformed("action")
    return action, {field: value} if group else {}


def _with_picked(before: object, hint: object, picked: str) -> object:
    """Return the picked value, appended to the previous values if the field is a list."""
    value = _converted(_without_none(hint), picked)
    return [*before, value] if isinstance(before, list) else value


def _value_of(
    name: str, hint: object, form: Mapping[str, str], is_required: bool, written: Denomination
) -> object:
    """Convert the posted text of one field to the field's type.

    Return None if an optional field is missing or empty, or if a required field is missing.
    """
    wanted = _without_none(hint)
    origin = typing.get_origin(wanted)
    if origin is tuple:
        return _ticked_numbers(f"{name}.", form) or ([] if is_required else None)
    if origin is abc.Mapping:
        return _amounts_in(f"{name}.", form, is_required, written)
    text = form.get(name, "").strip()
    if name not in form or not (text or is_required):
        return None
    return _converted(wanted, text, written)


def _converted(wanted: object, text: str, written: Denomination = WHOLE_NUMBERS) -> object:
    """Convert an entry to a field's type: a whole number, a text, or True for a ticked box."""
    if wanted is bool:
        return True
    is_text = wanted is str or typing.get_origin(wanted) is typing.Literal
    return text if is_text else parse_signed(text, written)


def _without_none(hint: object) -> object:
    """Return a type without its ``None`` alternative."""
    parts = typing.get_args(hint)
    return next(part for part in parts if part is not NoneType) if NoneType in parts else hint


def _amounts_in(
    prefix: str, form: Mapping[str, str], is_required: bool, written: Denomination
) -> dict[str, int] | None:
    """Return the entered amounts, or None if there are none and the field is optional.

    Raises ``nothing_typed`` if all inputs of a required field are empty. Otherwise a button pressed
    by mistake would erase all amounts.
    """
    amounts = _amounts_by_key(prefix, form, written)
    if amounts or not is_required:
        return amounts or None
    if any(field.startswith(prefix) for field in form):
        words = say("Enter at least one number, 0 if there is none.")
        raise Refusal("nothing_typed", "", words)
    return {}


def _amounts_by_key(prefix: str, form: Mapping[str, str], written: Denomination) -> dict[str, int]:
    """Return the entered amounts, keyed by the input's name without the prefix.

    Empty inputs are left out.
    """
    return {
        field.removeprefix(prefix): parse_signed(typed, written)
        for field, typed in form.items()
        if field.startswith(prefix) and typed.strip()
    }


def _ticked_numbers(prefix: str, form: Mapping[str, str]) -> list[int]:
    """Return the numbers of the ticked boxes whose names have the prefix, in ascending order."""
    ticked = (field.removeprefix(prefix) for field in form if field.startswith(prefix))
    return sorted(whole(number) for number in ticked)


def whole(text: str, written: Denomination = WHOLE_NUMBERS) -> int:
    """Parse a whole number, 0 or more; raise ``not_a_whole_number`` or ``too_large``.

    written: how the number is written; it may be an amount with decimal places.
    """
    number = parse_signed(text, written)
    if written.places:
        return written.require(number, 0, "")
    if number < 0:
        raise _not_whole(text)
    return number


def parse_signed(text: str, written: Denomination = WHOLE_NUMBERS) -> int:
    """Parse a whole number, which may be negative; raise ``not_a_whole_number`` or ``too_large``.

    The rules decide whether an action may contain a negative number.

    written: how the number is written. An amount with decimal places has its own refusals.
    """
    if written.places:
        return written.read(text, "")
    number = whole_in(text)
    if number is None or number < -LARGEST:
        raise _not_whole(text)
    if number > LARGEST:
        raise Refusal("too_large", "", say("Enter {most} or less.", most=LARGEST))
    return number


def _not_whole(text: str) -> Refusal:
    sentence = say("Enter a whole number such as 12, not “{text}”.", text=shown(text)[:20])
    return Refusal("not_a_whole_number", "", sentence)


def read_options(options: Iterable[AnyOption], form: Mapping[str, str]) -> dict[str, object]:
    """Return the values of a game's settings in a form, by name.

    Settings that the form does not contain are left out. Invalid choices are returned as entered,
    and the game refuses them later.

    Raises ``not_a_whole_number`` or ``too_large``.
    """
    chosen: dict[str, object] = {}
    money = denomination_in(form)
    for option in options:
        typed = form.get(option.name)
        if typed is None:
            continue
        if isinstance(option, Option):
            values = {str(choice.value): choice.value for choice in option.choices}
            chosen[option.name] = values.get(typed, typed)
        elif isinstance(option, TextOption):
            chosen[option.name] = tidy(typed)
        elif typed.strip():
            with about_field(option.name):
                chosen[option.name] = whole(typed, money if option.is_money else WHOLE_NUMBERS)
    return chosen


def read_seen(form: Mapping[str, str]) -> int | None:
    """Return the sequence number that the posting screen showed, or None if it is missing."""
    return small_number(form.get("seen", ""))


def small_number(text: str) -> int | None:
    """Return the number in a text of at most nine ASCII digits, or None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def way_back(code: str) -> str:
    """Return the URL of the page to show after a form was posted.

    This is the URL in the form field ``back`` if it belongs to the table, and otherwise that of the
    table's live screen.
    """
    here = url_for("table.show", code=code)
    wanted = request.form.get("back", "")
    return wanted if wanted.startswith(here) and is_own_path(wanted) else here


def is_own_path(place: str) -> bool:
    """Return whether a text is a path that every browser resolves to this site.

    Paths with backslashes or white space are not, because browsers treat a backslash as a slash
    and ignore tabs and newlines.
    """
    return bool(OWN_PATH.fullmatch(place))
