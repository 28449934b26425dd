"""Amounts as people type them: whole, with a sign where one is allowed, never beyond 10^12.

Thousands may stand apart ("1 500", "1.500", "1,500"), or be a k behind ("2k"), and amounts may be
added up ("10+5"). "1.5" is refused: it may be one and a half.

Each way of typing nonsense has its own name and one sentence that says what to type instead.
"""

from __future__ import annotations

import re

from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import shown
from companion.mechanics.words import Sentence, say

LARGEST = 10**12
"""The largest whole number that the log, a form or a file may hold."""
BLANKS = re.compile(r"[\s'’_]")
"""What people put between thousands, beside a comma or a point."""
_TERM = r"(?:[0-9]+|[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+))[kK]?"
SUM = re.compile(rf"[+-]?{_TERM}(?:\+{_TERM})*")
FRACTION = re.compile(r"[+-]?[0-9kK+]*[.,][0-9kK+.,]*")
BEYOND = LARGEST + 1
"""What stands for everything that is too large, however long it was typed."""


def whole_in(text: str) -> int | None:
    """Return the whole number that a text says, None for any other text; never above ``BEYOND``."""
    bare = BLANKS.sub("", text).replace("−", "-")
    if not SUM.fullmatch(bare):
        return None
    number = sum(map(_term, bare.lstrip("+-").split("+")))
    return max(-number, -BEYOND) if bare[0] == "-" else min(number, BEYOND)


def _term(text: str) -> int:
    figures = re.sub("[.,]", "", text).lower().replace("k", "000").lstrip("0")
    return int(figures or 0) if len(figures) <= len(str(LARGEST)) else BEYOND


def read_amount(text: str, rule: str) -> int:
    """Return the whole number that a text says, with its sign.

    Raises ``amount_missing``, ``amount_fraction``, ``amount_not_a_number``, ``amount_too_large``.
    """
    bare = BLANKS.sub("", text).replace("−", "-")
    if not bare:
        raise _missing(rule)
    number = whole_in(text)
    if number is None and FRACTION.fullmatch(bare):
        sentence = say(
            "Type a whole amount, without a comma or a point: not “{text}”.", text=shown(text)
        )
        raise Refusal("amount_fraction", rule, sentence)
    if number is None:
        raise Refusal(
            "amount_not_a_number",
            rule,
            say("Type the amount in digits: not “{text}”.", text=shown(text)),
        )
    if abs(number) > LARGEST:
        raise _too_large(rule)
    return number


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
