"""Amounts as people type them: whole, with a sign where one is allowed, never beyond 10^12.

Each way of typing nonsense has its own name and one sentence that says what to type instead.
"""

from __future__ import annotations

import re

from companion.mechanics.codec import LARGEST, shown
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

BLANKS = re.compile(r"[\s'’_]")
"""What people put between thousands; a comma or a point could as well begin a fraction."""
WHOLE = re.compile(r"[+-]?[0-9]+")
FRACTION = re.compile(r"[+-]?[0-9]*[.,][0-9.,]*")


def read_amount(text: str, rule: str) -> int:
    """Return the whole number that a text says, with its sign.

    Raises ``amount_missing``, ``amount_fraction``, ``amount_not_a_number``, ``amount_too_large``.
    """
    bare = BLANKS.sub("", text).replace("−", "-")
    if not bare:
        raise _missing(rule)
    if FRACTION.fullmatch(bare):
        sentence = say(
            "Type a whole amount, without a comma or a point: not “{text}”.", text=shown(text)
        )
        raise Refusal("amount_fraction", rule, sentence)
    if not WHOLE.fullmatch(bare):
        raise Refusal(
            "amount_not_a_number",
            rule,
            say("Type the amount in digits: not “{text}”.", text=shown(text)),
        )
    if len(bare.lstrip("+-0")) > len(str(LARGEST)):
        raise _too_large(rule)
    return int(bare)


def digits(text: str, longest: int = len(str(LARGEST))) -> int | None:
    """Return the number that a text of so many plain digits at most says, None for any other."""
    is_number = text.isascii() and text.isdigit() and len(text) <= longest
    return int(text) if is_number else None


def require_amount_in(amount: int | None, lowest: int, rule: str) -> int:
    """Return an amount that is there, at least ``lowest``, and at most 10^12.

    Raises ``amount_missing``, ``amount_negative``, ``amount_too_small``, ``amount_too_large``.
    """
    if amount is None:
        raise _missing(rule)
    if amount < 0 <= lowest:
        raise Refusal(
            "amount_negative",
            rule,
            say("An amount has no minus: type {lowest} or more.", lowest=lowest),
        )
    if amount < lowest:
        raise Refusal("amount_too_small", rule, say("Type {lowest} or more.", lowest=lowest))
    if amount > LARGEST:
        raise _too_large(rule)
    return amount


def _missing(rule: str) -> Refusal:
    return Refusal("amount_missing", rule, say("Type an amount first."))


def _too_large(rule: str) -> Refusal:
    sentence: Sentence = say("That is too much: at most {most}.", most=LARGEST)
    return Refusal("amount_too_large", rule, sentence)
