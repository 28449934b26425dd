"""Parse, validate and write amounts, up to 10^12 of the smallest unit.

An entry may contain thousands separators ("1 500", "1.500", "1,500"), use k for thousands ("2k"),
or be a sum or a product ("10+5", "2*15"). It may start with a plus or minus sign, and contain the
unit of the money ("12 €", "$12"). Three digits after a separator are always thousands. An entry
such as "1.5" is refused unless the money has decimal places.

Each kind of invalid entry has its own refusal, which explains what to enter instead.

Amounts are whole numbers of the smallest unit everywhere else. ``Denomination`` alone knows how
many decimal places they have on screens, so nothing is ever rounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import Sentence, say, say_many

LARGEST = 10**12
"""The largest whole number allowed in logs, forms and files."""
BLANKS = re.compile(r"[\s'’_]")
"""Matches the characters that are removed before parsing: spaces, apostrophes and underscores."""
FACTOR = re.compile(r"(?P<whole>[0-9.,]*?)(?:(?P<mark>[.,])(?P<part>[0-9]{1,2}))?(?P<more>[km]?)")
"""Matches a number with its decimal places, and a letter for thousands or millions."""
WHOLE = re.compile(r"[0-9]*|[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+)")
"""Matches a number without decimal places. Separators stand between groups of three digits."""
FRACTION = re.compile(r"[+-]?[0-9km+*]*[.,][0-9km+*.,]*")
"""Matches an entry with a point or comma. If it cannot be parsed, it is a fraction."""
BEYOND = LARGEST + 1
"""The value that replaces any number above ``LARGEST``.

It limits the time needed to parse a very long entry.
"""
HARD = "\u00a0"
"""A non-breaking space."""
THIN = "\u202f"
"""A narrow non-breaking space, which separates thousands."""
SIGNS = "[$£¥¢฿\u20a0-\u20cf]"
"""A pattern for the signs of currencies."""
MARKS = str.maketrans("−×·x", "-***")


def grouped(number: int) -> str:
    """Format a whole number with a Unicode minus sign and a thousands separator.

    Numbers of up to four digits have no separator.
    """
    size = abs(number)
    digits = f"{size:,}".replace(",", THIN) if size >= 10_000 else str(size)
    return f"−{digits}" if number < 0 else digits


def localized(digits: str, tail: str = "") -> Sentence | str:
    """Return plain digits with the decimal separator of the reader's language.

    tail: what follows the digits, such as a unit.
    """
    whole, point, part = digits.partition(".")
    # The translations of this sentence contain the decimal separator of their language.
    return say("{whole}.{part}", whole=whole, part=part + tail) if point else whole + tail


@dataclass(frozen=True, slots=True)
class Denomination:
    """How the money of a table is read and written."""

    places: int = 0
    """The number of decimal places: 0, 1 or 2. Amounts are stored in the smallest unit."""
    names: tuple[str, ...] = ()
    """What people may write beside an amount: the unit, and the name of the money."""
    has_millions: bool = False
    """Whether "2M" means two million. It never does if one of the names begins with "M"."""

    @property
    def scale(self) -> int:
        """The number of smallest units in one unit."""
        return int(10**self.places)

    @property
    def keypad(self) -> str:
        """The value of the attribute ``inputmode``: a phone shows a keypad with the needed keys."""
        return "decimal" if self.places else "numeric"

    def series(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Return values such as those of coins, as amounts: parts of a unit, then whole units."""
        parts = tuple(value for value in values if value < self.scale) if self.places else ()
        return (*parts, *(value * self.scale for value in values))

    def plain(self, amount: int) -> str:
        """Return an amount in plain digits with a decimal point, as for files."""
        if not self.places:
            return str(amount)
        whole, part = divmod(abs(amount), self.scale)
        return f"{'-' if amount < 0 else ''}{whole}.{part:0{self.places}}"

    def entry(self, amount: int) -> Sentence | str:
        """Return an amount as people may type it, as for an input."""
        return localized(self.plain(amount))

    def figure(self, amount: int, tail: str = "", plus: str = "") -> Sentence | str:
        """Return an amount as screens show it.

        tail: what follows the amount, such as a unit.
        plus: the sign of an amount that is not negative.
        """
        sign = "−" if amount < 0 else plus
        if not self.places:
            return f"{sign}{abs(amount)}{tail}"
        whole, part = divmod(abs(amount), self.scale)
        return localized(f"{sign}{grouped(whole)}.{part:0{self.places}}", tail)

    def said(self, amount: int, unit: str = "") -> Sentence | str:
        """Return an amount as ``figure`` does, but with all thousands separated, and its unit."""
        tail = f"{HARD}{unit}" if unit else ""
        return self.figure(amount, tail) if self.places else grouped(amount) + tail

    def parse(self, text: str) -> int | None:
        """Parse an amount, or a sum of amounts and products; return None if it is neither.

        A number above ``LARGEST`` is returned as ``BEYOND``, and one below ``-LARGEST`` as
        ``-BEYOND``.
        """
        bare = self._bare(text)
        total = 0
        for term in re.sub("^[+-]", "", bare).split("+"):
            product = self._product(term.split("*"))
            if product is None:
                return None
            total = min(total + product, BEYOND)
        return -total if bare.startswith("-") else total

    def _bare(self, text: str) -> str:
        """Return an entry without blanks, the unit of the money, and the signs of currencies."""
        bare = BLANKS.sub("", text).lower().translate(MARKS)
        return _pattern_of(self.names).sub("", bare)

    def _product(self, factors: Iterable[str]) -> int | None:
        """Return a product in the smallest unit, or None if it is not a whole number of these."""
        scale = self.scale
        product, most = scale, BEYOND * scale
        for factor in factors:
            number = self._factor(factor)
            if number is None or product * number % scale:
                return None
            product = min(product * number // scale, most)
        return min(product, BEYOND)

    def _factor(self, text: str) -> int | None:
        """Return a number in the smallest unit, or None if it cannot be parsed."""
        found = FACTOR.fullmatch(text)
        if found is None or (found["more"] == "m" and not self.has_millions):
            return None
        whole, part = found["whole"], found["part"] or ""
        if len(part) > self.places or not (whole or part) or not WHOLE.fullmatch(whole):
            return None
        if part and found["mark"] in whole:
            return None
        zeros = "0" * (self.places - len(part) + {"": 0, "k": 3, "m": 6}[found["more"]])
        figures = (re.sub("[.,]", "", whole) + part + zeros).lstrip("0")
        limit = len(str(LARGEST)) + self.places
        return int(figures or 0) if len(figures) <= limit else BEYOND * self.scale

    def read(self, text: str, rule: str) -> int:
        """Parse an entered amount, which may be negative.

        rule: the id of the rule that refusals cite.
        Raises ``amount_missing``, ``amount_fraction``, ``amount_not_a_number`` or
        ``amount_too_large``.
        """
        bare = self._bare(text)
        if not bare:
            raise _amount_missing(rule)
        number = self.parse(text)
        if number is None and FRACTION.fullmatch(bare):
            raise Refusal("amount_fraction", rule, self._fraction_words(shown(text)))
        if number is None:
            sentence = say("Enter the amount in digits, not “{text}”.", text=shown(text))
            raise Refusal("amount_not_a_number", rule, sentence)
        if abs(number) > LARGEST:
            raise self._amount_too_large(rule)
        return number

    def _fraction_words(self, text: str) -> Sentence:
        if not self.places:
            return say("Enter a whole amount such as 12, not “{text}”.", text=text)
        return say_many(
            "Enter an amount such as {example}, with at most {count} decimal place, not “{text}”.",
            "Enter an amount such as {example}, with at most {count} decimal places, not “{text}”.",
            count=self.places,
            example=self.figure(125 * self.scale // 10),
            text=text,
        )

    def require(self, amount: int | None, lowest: int, rule: str) -> int:
        """Return the amount if it is from ``lowest`` to 10^12; otherwise raise a refusal.

        amount: the entered amount; None if nothing was entered.
        rule: the id of the rule that refusals cite.
        Raises ``amount_missing``, ``amount_negative``, ``amount_too_small`` or
        ``amount_too_large``.
        """
        if amount is None:
            raise _amount_missing(rule)
        least = self.figure(lowest)
        if amount < 0 <= lowest:
            words = say("Amounts cannot be negative. Enter {lowest} or more.", lowest=least)
            raise Refusal("amount_negative", rule, words)
        if amount < lowest:
            raise Refusal("amount_too_small", rule, say("Enter {lowest} or more.", lowest=least))
        if amount > LARGEST:
            raise self._amount_too_large(rule)
        return amount

    def _amount_too_large(self, rule: str) -> Refusal:
        most = self.figure(LARGEST)
        sentence: Sentence = say("That is too much. Enter {most} or less.", most=most)
        return Refusal("amount_too_large", rule, sentence)


WHOLE_NUMBERS = Denomination()
"""Plain numbers, and the money of games that have no decimal places."""


@cache
def _pattern_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches the unit before or after a number."""
    bare = (BLANKS.sub("", name).lower().translate(MARKS) for name in names)
    # A name of digits or signs alone would change the number beside it.
    words = (name for name in bare if any(map(str.isalpha, name)))
    either = "|".join((SIGNS, *map(re.escape, sorted(words, key=len, reverse=True))))
    return re.compile(rf"(?<![^+*-])(?:{either})(?=[+-]?[0-9.,])|(?<=[0-9km])(?:{either})(?![^+*])")


def whole_in(text: str) -> int | None:
    """Parse a whole number, or a sum or product of whole numbers; see ``Denomination.parse``."""
    return WHOLE_NUMBERS.parse(text)


def read_amount(text: str, rule: str) -> int:
    """Parse an entered whole number or raise a refusal; see ``Denomination.read``."""
    return WHOLE_NUMBERS.read(text, rule)


def digits(text: str, longest: int = len(str(LARGEST))) -> int | None:
    """Parse a string of at most ``longest`` ASCII digits; return None for any other string."""
    is_number = text.isascii() and text.isdigit() and len(text) <= longest
    return int(text) if is_number else None


def _amount_missing(rule: str) -> Refusal:
    return Refusal("amount_missing", rule, say("Enter an amount first."))
