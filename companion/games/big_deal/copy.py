"""The household's copy: what is printed on the shares and around the four wheels.

Nothing of it need be typed before a game: a figure that nobody has typed is None, is asked when
it first matters, and is remembered. A slot's price counts from the first token bought: the slot
that the first purchase of a colour empties is slot 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.big_deal.box import COMPANIES, RESOURCES, SLOTS, STEP
from companion.mechanics.copies import copy_in
from companion.mechanics.refusal import Refusal
from companion.mechanics.schema import (
    Each,
    FieldType,
    Figure,
    Form,
    Maybe,
    Row,
    Schema,
    Words,
    malformed,
)
from companion.mechanics.table import PRINTED
from companion.mechanics.texts import shown
from companion.mechanics.words import say

HIGHEST = 5000

PARTS = frozenset(("format", "version", "game", "companies", "ladders"))

Ladder = tuple[int | None, ...]


def require_company_name(name: object) -> None:
    """Raise ``unknown_company`` unless the box has shares of it."""
    if name not in COMPANIES:
        sentence = say(
            "There is no company “{name}”; there are: {companies}.",
            name=shown(name),
            companies=tuple(COMPANIES),
        )
        raise Refusal("unknown_company", PRINTED, sentence)


def require_resource(name: object) -> None:
    """Raise ``unknown_resource`` unless the board has a wheel for it."""
    if name not in RESOURCES:
        sentence = say(
            "There is no resource “{name}”; there are: {resources}.",
            name=shown(name),
            resources=RESOURCES,
        )
        raise Refusal("unknown_resource", PRINTED, sentence)


def _out_of_range(typed: str, _: Words) -> Refusal:
    sentence = say(
        "Printed amounts are multiples of {step} from {step} to {highest}, not “{typed}”.",
        step=STEP,
        highest=HIGHEST,
        typed=typed[:20],
    )
    return Refusal("figure_out_of_range", PRINTED, sentence)


def _needs_out_of_range(*_: Words) -> Refusal:
    sentence = say("A company needs 1 resource at least, and 0 to {most} of each.", most=SLOTS)
    return Refusal("needs_out_of_range", PRINTED, sentence)


def _wrong_number() -> Refusal:
    sentence = say("A wheel has {count} slots with a price each.", count=SLOTS)
    return Refusal("wrong_number_of_prices", PRINTED, sentence)


def require_rising(ladder: Ladder, _: Words = "") -> None:
    """Raise ``prices_must_rise`` where a slot is cheaper than one emptied before it."""
    known = [price for price in ladder if price is not None]
    for lower, higher in zip(known, known[1:], strict=False):
        if higher < lower:
            sentence = say(
                "The prices of a wheel rise: {higher} cannot stand behind {lower}.",
                higher=higher,
                lower=lower,
            )
            raise Refusal("prices_must_rise", PRINTED, sentence)


COUNTS = Each(Maybe(Figure(0, SLOTS, _needs_out_of_range)), RESOURCES, require_resource)


class Needs(FieldType[Mapping[str, int] | None]):
    """The resources that a company needs, by name; None if nobody has entered them yet."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> Mapping[str, int] | None:
        if data is None:
            return None
        needed = {name: count for name, count in COUNTS.read(data).items() if count}
        if not needed:
            raise _needs_out_of_range()
        return needed

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        counts = COUNTS.from_form(form, field)
        return counts if any(count is not None for count in counts.values()) else None


AMOUNT = Maybe(Figure(STEP, HIGHEST, _out_of_range, STEP))
NEEDS = Needs()
LADDER = Row((AMOUNT,) * SLOTS, _wrong_number, require_rising, may_lack=True)


@dataclass(frozen=True, slots=True)
class Company:
    """What a company's shares print: price, income, the set of resources; None: not typed yet."""

    white: Annotated[int | None, AMOUNT] = None
    green: Annotated[int | None, AMOUNT] = None
    needs: Annotated[Mapping[str, int] | None, NEEDS] = None

    @property
    def is_known(self) -> bool:
        """Whether all of it has been typed."""
        return None not in (self.white, self.green, self.needs)

    def filled(self, figures: Company) -> Company:
        """Return it with what it lacked."""
        return Company(
            figures.white if self.white is None else self.white,
            figures.green if self.green is None else self.green,
            figures.needs if self.needs is None else self.needs,
        )


@dataclass(frozen=True, slots=True)
class BigDealCopy:
    """The companies by name and the prices of each wheel's slots by resource."""

    companies: Annotated[
        Mapping[str, Company],
        Each(Schema(Company, may_lack=True), COMPANIES, require_company_name),
    ]
    ladders: Annotated[Mapping[str, Ladder], Each(LADDER, RESOURCES, require_resource)]

    @property
    def is_complete(self) -> bool:
        """Whether nothing at all is left to be asked."""
        return all(company.is_known for company in self.companies.values()) and all(
            price is not None for ladder in self.ladders.values() for price in ladder
        )

    def with_company(self, name: str, figures: Company) -> BigDealCopy:
        """Return the copy with the figures of a company, where it lacked them."""
        had = self.companies[name]
        merged = had.filled(figures)
        return self if merged == had else replace(self, companies={**self.companies, name: merged})

    def with_price(self, resource: str, slot: int, price: int) -> BigDealCopy:
        """Return the copy with the price of a slot, where it lacked it."""
        ladder = self.ladders[resource]
        if ladder[slot] is not None:
            return self
        priced = (*ladder[:slot], price, *ladder[slot + 1 :])
        return replace(self, ladders={**self.ladders, resource: priced})


COPY = Schema(BigDealCopy)
copy_from_record = COPY.read
"""Return the copy that a canonical record (see ``check_copy``) describes."""


def blank_copy() -> dict[str, object]:
    """Return the record of a copy whose figures nobody has typed yet."""
    return check_copy({})


def check_copy(data: object) -> dict[str, object]:
    """Return the canonical record of a copy read from outside.

    data: {"companies": {name: {"white", "green", "needs": {resource: tokens}}}, "ladders":
    {resource: [14 prices]}}, any figure missing or None where nobody typed it, optionally with
    the head of a household's file. Raises ``malformed``, ``copy_newer``,
    ``copy_of_another_game``, ``unknown_company``, ``unknown_resource``, ``figure_out_of_range``,
    ``wrong_number_of_prices``, ``prices_must_rise``.
    """
    data = copy_in(data, "{companies, ladders}", "big_deal", "Big Deal")
    if not data.keys() <= PARTS:
        raise malformed("{companies, ladders}")
    return COPY.record(COPY.read(data))


def copy_from_form(form: Form) -> dict[str, object]:
    """Return the canonical copy that a form describes; raises what ``check_copy`` raises."""
    return check_copy(COPY.from_form(form))


def printable(ladder: Ladder, slot: int) -> tuple[int, int]:
    """Return the lowest and highest price a slot can print beside those that are known."""
    before = [price for price in ladder[:slot] if price is not None]
    behind = [price for price in ladder[slot + 1 :] if price is not None]
    return max(before, default=STEP), min(behind, default=HIGHEST)
