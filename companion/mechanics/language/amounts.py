"""Parse and validate the amounts that people enter: whole numbers up to 10^12.

An entry may contain thousands separators ("1 500", "1.500", "1,500"), use k for thousands ("2k"),
or be a sum ("10+5"). It may start with a plus or minus sign. An entry such as "1.5" is refused,
because it could mean one and a half.

Each kind of invalid entry has its own refusal, which explains what to enter instead.
"""

from __future__ import annotations

import re

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import Sentence, say

LARGEST = 10**12
"""The largest whole number allowed in logs, forms and files."""
BLANKS = re.compile(r"[\s'’_]")
"""Matches the characters that are removed before parsing: spaces, apostrophes and underscores."""
_TERM = r"(?:[0-9]+|[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+))[kK]?"
SUM = re.compile(rf"[+-]?{_TERM}(?:\+{_TERM})*")
"""Matches a whole number, or a sum of whole numbers, after ``BLANKS`` have been removed."""
FRACTION = re.compile(r"[+-]?[0-9kK+]*[.,][0-9kK+.,]*")
"""Matches an entry with a point or comma. If ``SUM`` does not match it, it is a fraction."""
BEYOND = LARGEST + 1
"""The value that replaces any number above ``LARGEST``.

It limits the time needed to parse a very long entry.
"""


def whole_in(text: str) -> int | None:
    """Parse a string as a whole number or a sum of whole numbers; return None if it is neither.

    A number above ``LARGEST`` is returned as ``BEYOND``, and one below ``-LARGEST`` as ``-BEYOND``.
    """
    bare = BLANKS.sub("", text).replace("−", "-")
    if not SUM.fullmatch(bare):
        return None
    number = sum(map(_term_value, bare.lstrip("+-").split("+")))
    return max(-number, -BEYOND) if bare[0] == "-" else min(number, BEYOND)


def _term_value(text: str) -> int:
    figures = re.sub("[.,]", "", text).lower().replace("k", "000").lstrip("0")
    return int(figures or 0) if len(figures) <= len(str(LARGEST)) else BEYOND


def read_amount(text: str, rule: str) -> int:
    """Parse an entered amount, which may be negative.

    rule: the id of the rule that refusals cite.
    Raises ``amount_missing``, ``amount_fraction``, ``amount_not_a_number`` or
    ``amount_too_large``.
    """
    bare = BLANKS.sub("", text).replace("−", "-")
    if not bare:
        raise _amount_missing(rule)
    number = whole_in(text)
    if number is None and FRACTION.fullmatch(bare):
        sentence = say("Enter a whole amount such as 12, not “{text}”.", text=shown(text))
        raise Refusal("amount_fraction", rule, sentence)
    if number is None:
        raise Refusal(
            "amount_not_a_number",
            rule,
            say("Enter the amount in digits, not “{text}”.", text=shown(text)),
        )
    if abs(number) > LARGEST:
        raise _amount_too_large(rule)
    return number


def digits(text: str, longest: int = len(str(LARGEST))) -> int | None:
    """Parse a string of at most ``longest`` ASCII digits; return None for any other string."""
    is_number = text.isascii() and text.isdigit() and len(text) <= longest
    return int(text) if is_number else None


def require_amount_in(amount: int | None, lowest: int, rule: str) -> int:
    """Return the amount if it is from ``lowest`` to 10^12, inclusive; otherwise raise a refusal.

    amount: the entered amount; None if nothing was entered.
    rule: the id of the rule that refusals cite.
    Raises ``amount_missing``, ``amount_negative``, ``amount_too_small`` or
    ``amount_too_large``.
    """
    if amount is None:
        raise _amount_missing(rule)
    if amount < 0 <= lowest:
        raise Refusal(
            "amount_negative",
            rule,
            say("Amounts cannot be negative. Enter {lowest} or more.", lowest=lowest),
        )
    if amount < lowest:
        raise Refusal("amount_too_small", rule, say("Enter {lowest} or more.", lowest=lowest))
    if amount > LARGEST:
        raise _amount_too_large(rule)
    return amount


def _amount_missing(rule: str) -> Refusal:
    return Refusal("amount_missing", rule, say("Enter an amount first."))


def _amount_too_large(rule: str) -> Refusal:
    sentence: Sentence = say("That is too much. Enter {most} or less.", most=LARGEST)
    return Refusal("amount_too_large", rule, sentence)
