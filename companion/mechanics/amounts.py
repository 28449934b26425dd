"""Parsing and validation of the amounts that people enter: whole numbers up to 10^12.

Thousands may have a separator ("1 500", "1.500", "1,500") or be written with a k ("2k"). An entry
may be a sum ("10+5"), and may have a sign where negative amounts are allowed. "1.5" is refused
because it could mean one and a half.

Each kind of invalid entry has its own refusal, which explains what to enter instead.
"""

from __future__ import annotations

import re

from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import shown
from companion.mechanics.words import Sentence, say

LARGEST = 10**12
"""The largest whole number allowed in the log, a form or a file."""
BLANKS = re.compile(r"[\s'’_]")
"""Characters that are removed before parsing: spaces, apostrophes and underscores."""
_TERM = r"(?:[0-9]+|[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+))[kK]?"
SUM = re.compile(rf"[+-]?{_TERM}(?:\+{_TERM})*")
"""Matches a whole number, or a sum of whole numbers, after ``BLANKS`` have been removed."""
FRACTION = re.compile(r"[+-]?[0-9kK+]*[.,][0-9kK+.,]*")
"""Matches an entry that contains a decimal point or comma."""
BEYOND = LARGEST + 1
"""Stand-in for any number above ``LARGEST``, so that very long entries are never computed."""


def whole_in(text: str) -> int | None:
    """Parse a text as a whole number; return None if it is not one.

    A number that is too large, positive or negative, is returned as ``BEYOND`` or ``-BEYOND``.
    """
    bare = BLANKS.sub("", text).replace("−", "-")
    if not SUM.fullmatch(bare):
        return None
    number = sum(map(_term, bare.lstrip("+-").split("+")))
    return max(-number, -BEYOND) if bare[0] == "-" else min(number, BEYOND)


def _term(text: str) -> int:
    figures = re.sub("[.,]", "", text).lower().replace("k", "000").lstrip("0")
    return int(figures or 0) if len(figures) <= len(str(LARGEST)) else BEYOND


def read_amount(text: str, rule: str) -> int:
    """Parse an entered amount, which may be negative.

    rule: the id of the rule that refusals cite.
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
    """Parse a text of at most ``longest`` ASCII digits; return None for any other text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= longest
    return int(text) if is_number else None


def require_amount_in(amount: int | None, lowest: int, rule: str) -> int:
    """Return the amount if it is set and lies between ``lowest`` and 10^12.

    rule: the id of the rule that refusals cite.
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
