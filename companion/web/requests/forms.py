"""What a form posts, read as the action it means."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from companion.mechanics.codec import LARGEST, malformed
from companion.mechanics.options import AnyOption, Option, TextOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import tidy
from companion.mechanics.words import say

OWN_PATH = re.compile(r"/(?!/)[^\\\s\x00-\x1f]*")


def read_action(form: Mapping[str, str]) -> dict[str, object]:
    """Return the action that the pressed button names, as a JSON object.

    The button's value is the action; a text in it, or in a list of it, stands for what was typed:
    "$name" for the whole number in the field of that name, "?name" too, but 0 where it was left
    empty; "@name" for its text; "#name" for all whole numbers in fields called "name.something", by
    that something; "+name" for the numbers behind the dot of the boxes called "name.number" that
    are ticked.

    Where many buttons differ by a number alone, the action is in one hidden field "pick.name" and
    each button, called "pick", holds "name number"; "$pick" stands for the number.
    Raises ``malformed`` or ``not_a_whole_number``.
    """
    name, _, number = form.get("pick", "").partition(" ")
    try:
        action = json.loads(form.get(f"pick.{name}" if name else "action", ""))
    except (ValueError, RecursionError) as error:
        raise malformed("action") from error
    if not isinstance(action, dict):
        raise malformed("action")
    fields = {**form, "pick": number}
    return {key: _filled(value, fields) for key, value in action.items()}


def _filled(value: object, form: Mapping[str, str]) -> object:
    if isinstance(value, list):
        return [_stood_for(part, form) if isinstance(part, str) else part for part in value]
    return _stood_for(value, form) if isinstance(value, str) else value


def _stood_for(text: str, form: Mapping[str, str]) -> object:
    """Return what a text stands for by its first sign; without one, itself."""
    sign, name = text[:1], text[1:]
    if sign == "$":
        return whole(form.get(name, ""))
    if sign == "?":
        return whole(form.get(name, "").strip() or "0")
    if sign == "@":
        return form.get(name, "").strip()
    if sign == "#":
        return _counts(name + ".", form)
    if sign == "+":
        return _ticked(name + ".", form)
    return text


def _counts(prefix: str, form: Mapping[str, str]) -> dict[str, int]:
    """Return typed amounts by the name behind the prefix; a field left empty is left out."""
    return {
        field.removeprefix(prefix): whole(typed)
        for field, typed in form.items()
        if field.startswith(prefix) and typed.strip()
    }


def _ticked(prefix: str, form: Mapping[str, str]) -> list[int]:
    """Return the numbers of the ticked boxes, in order; a browser posts no others."""
    ticked = (field.removeprefix(prefix) for field in form if field.startswith(prefix))
    return sorted(whole(number) for number in ticked)


def whole(text: str) -> int:
    """Return a typed whole number; raises ``not_a_whole_number``."""
    number = small_number(text.strip().replace(" ", ""), digits=len(str(LARGEST)))
    if number is None or number > LARGEST:
        raise Refusal(
            "not_a_whole_number",
            "",
            say("Type a whole number, 0 or more, without a comma: not “{text}”.", text=text[:20]),
        )
    return number


def read_options(options: Iterable[AnyOption], form: Mapping[str, str]) -> dict[str, object]:
    """Return the chosen options; a value not offered is left to the game to refuse.

    Raises ``not_a_whole_number``.
    """
    chosen: dict[str, object] = {}
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
            chosen[option.name] = whole(typed)
    return chosen


def read_seen(form: Mapping[str, str]) -> int | None:
    """Return the sequence number that the posting screen showed."""
    return small_number(form.get("seen", ""))


def small_number(text: str, digits: int = 9) -> int | None:
    """Return what a few plain digits say, None for anything else: other scripts' digits, a sign."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def is_own_path(place: str) -> bool:
    """Tell whether a browser takes this for a place on this very site.

    Browsers read a backslash as a slash and overlook tabs and line ends, so these are nowhere.
    """
    return bool(OWN_PATH.fullmatch(place))
