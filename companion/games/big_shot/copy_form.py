"""The copy as the fields of its form say it: eleven values, and what each park touches."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_shot.box import VALUED_LOTS
from companion.games.big_shot.copy import (
    LETTERS,
    PARK_NAMES,
    check_copy,
    labels_of,
    out_of_range,
    unknown_touch,
)

PLACES = range(1, VALUED_LOTS + 1)


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical copy that a form describes; raises what ``check_copy`` raises.

    value_1 … value_11: printed values, empty where unknown. name_1 … name_11: names to keep;
    without them lots are named by their values. touches_a_1 … touches_b_11: present where the
    park touches the lot; or touches_a, touches_b: labels, separated by commas or spaces.
    name_a, name_b and colour_1 … colour_4 are kept where given.
    """
    values = [_value(form.get(f"value_{place}", "")) for place in PLACES]
    names = _names(form, values)
    labels = labels_of(zip(names, values, strict=True))
    parks = [
        {
            "name": form.get(f"name_{letter}", "").strip() or name,
            "touches": _ticked(form, letter, names) + _typed(form, letter, labels),
        }
        for letter, name in zip("ab", PARK_NAMES, strict=True)
    ]
    lots = [{"name": name, "value": value} for name, value in zip(names, values, strict=True)]
    colours = [form[key].strip() for key in map("colour_{}".format, range(1, 5)) if form.get(key)]
    return check_copy({"lots": lots, "parks": parks, "colours": colours})


def _value(text: str) -> int | None:
    typed = text.strip()
    if not typed:
        return None
    if not typed.isascii() or not typed.isdigit() or len(typed) > 9:
        raise out_of_range(text)
    return int(typed)


def _names(form: Mapping[str, str], values: list[int | None]) -> list[str]:
    labels = labels_of(zip(LETTERS, values, strict=True))
    fresh = [labels[letter] for letter in LETTERS]
    return [
        form.get(f"name_{place}", "").strip() or name
        for place, name in zip(PLACES, fresh, strict=True)
    ]


def _ticked(form: Mapping[str, str], letter: str, names: list[str]) -> list[str]:
    return [
        name
        for place, name in zip(PLACES, names, strict=True)
        if form.get(f"touches_{letter}_{place}")
    ]


def _typed(form: Mapping[str, str], letter: str, labels: Mapping[str, str]) -> list[str]:
    """Return the lots named in a text such as "9, 9 b, 10" or "9 9 b 10"."""
    called = {label: name for name, label in labels.items()} | {name: name for name in labels}
    found: list[str] = []
    for part in form.get(f"touches_{letter}", "").split(","):
        words = part.split()
        while words:
            # "9 b" is one lot, "9 10" are two: the longer reading first.
            taken = 2 if " ".join(words[:2]) in called else 1
            name = called.get(" ".join(words[:taken]))
            if name is None:
                raise unknown_touch(words[0])
            found.append(name)
            words = words[taken:]
    return found
