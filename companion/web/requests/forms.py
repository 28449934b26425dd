"""What a form posts, read as the action it means."""

from __future__ import annotations

import json
import re
import typing
from collections import abc
from collections.abc import Iterable, Mapping
from types import NoneType

from companion.mechanics.amounts import whole_in
from companion.mechanics.codec import LARGEST, fields_of, malformed, shown
from companion.mechanics.game import AnyGame
from companion.mechanics.log import Amend
from companion.mechanics.options import AnyOption, Option, TextOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import tidy
from companion.mechanics.words import say

OWN_PATH = re.compile(r"/(?!/)[^\\\s\x00-\x1f]*")


def read_action(form: Mapping[str, str], game: AnyGame) -> dict[str, object]:
    """Return the action that the pressed button names, as a JSON object.

    The button's value is the action. What it does not say itself is read from the form's field of
    that name, as the action's own field has its type: a whole number, a text, boxes called
    "name.number" that are ticked, amounts called "name.something". A field called "kind.name" is
    for that kind alone; where several buttons have one kind, the action's "typed in" says another
    word before the dot.

    Where many buttons differ by one value, the action is in a hidden field "pick.group", behind the
    name of the field that is picked; each button, called "pick", holds the group and the value.
    A form with a field "amend" says what that step of the log should have been.
    Raises ``malformed`` or ``not_a_whole_number``.
    """
    action = _pressed_and_typed(form, game)
    if "amend" not in form:
        return action
    return {"kind": Amend.kind, "entry": whole(form["amend"]), "action": action}


def _pressed_and_typed(form: Mapping[str, str], game: AnyGame) -> dict[str, object]:
    action, picked = _pressed(form)
    kind = action.get("kind")
    cls = game.action_kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        return action
    own = f"{action.pop('typed in', kind)}."
    typed = {**form, **{name[len(own) :]: form[name] for name in form if name.startswith(own)}}
    for name, hint, is_required in fields_of(cls):  # type: ignore[arg-type]
        if name in picked:
            action[name] = _with_picked(action.get(name), hint, picked[name])
        elif name not in action and (read := _read(name, hint, typed, is_required)) is not None:
            action[name] = read
    return action


def _pressed(form: Mapping[str, str]) -> tuple[dict[str, object], dict[str, str]]:
    """Return the action of the pressed button, and what was picked by it."""
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
    """Return what was picked; where the action has a list so far, that list with it at its end."""
    value = _one(_without_none(hint), picked)
    return [*before, value] if isinstance(before, list) else value


def _read(name: str, hint: object, form: Mapping[str, str], is_required: bool) -> object:
    """Return what the form says of one field, None where that is nothing."""
    wanted = _without_none(hint)
    origin = typing.get_origin(wanted)
    if origin is tuple:
        return _ticked(f"{name}.", form) or ([] if is_required else None)
    if origin is abc.Mapping:
        return _amounts(f"{name}.", form, is_required)
    text = form.get(name, "").strip()
    if name not in form or not (text or is_required):
        return None
    return _one(wanted, text)


def _one(wanted: object, text: str) -> object:
    """Return one value: a whole number, a text, or that a box is ticked."""
    if wanted is bool:
        return True
    is_text = wanted is str or typing.get_origin(wanted) is typing.Literal
    return text if is_text else whole(text)


def _without_none(hint: object) -> object:
    """Return the type that a field has where it says anything."""
    parts = typing.get_args(hint)
    return next(part for part in parts if part is not NoneType) if NoneType in parts else hint


def _amounts(prefix: str, form: Mapping[str, str], is_required: bool) -> dict[str, int] | None:
    """Return typed amounts, None for nothing that may be left out.

    Raises ``nothing_typed`` where there is something to type and nothing was: nobody empties a lot
    of the board by a button alone.
    """
    amounts = _counts(prefix, form)
    if amounts or not is_required:
        return amounts or None
    if any(field.startswith(prefix) for field in form):
        words = say("Type at least one number, 0 where there is none.")
        raise Refusal("nothing_typed", "", words)
    return {}


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
    number = whole_in(text)
    if number is not None and number > LARGEST:
        raise Refusal("too_large", "", say("Type a smaller number: at most {most}.", most=LARGEST))
    if number is None or number < 0:
        raise Refusal(
            "not_a_whole_number",
            "",
            say(
                "Type a whole number, 0 or more, without a comma: not “{text}”.",
                text=shown(text)[:20],
            ),
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
