"""The household's copy: the numbers printed on the shares and around the four wheels.

No number has to be entered before a game. A missing number is None. When a rule first needs the
number, the app asks for it and saves it.

The slots of a wheel are numbered from 0, in the order in which purchases empty them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated

from companion.games.big_deal.box import COMPANIES, RESOURCES, SLOTS, STEP, resource_words, title
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import say
from companion.mechanics.parts import MissingCounts
from companion.mechanics.play.table import PRINTED
from companion.mechanics.values.copies import copy_in
from companion.mechanics.values.schema import (
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

HIGHEST = 5000
"""The highest printed amount that is accepted, in millions."""

PARTS = frozenset(("format", "version", "game", "companies", "ladders"))

Ladder = tuple[int | None, ...]
"""The price of each slot of a wheel, in millions. A price is None until somebody enters it."""


def require_company_name(name: object) -> None:
    """Raise ``unknown_company`` unless the name is the key of a company."""
    if name not in COMPANIES:
        sentence = say(
            "There is no company “{name}”. Choose one of: {companies}.",
            name=shown(name),
            companies=tuple(COMPANIES),
        )
        raise Refusal("unknown_company", PRINTED, sentence)


def require_resource(name: object) -> None:
    """Raise ``unknown_resource`` unless the name is the key of a resource."""
    if name not in RESOURCES:
        sentence = say(
            "There is no resource “{name}”. Choose one of: {resources}.",
            name=shown(name),
            resources=RESOURCES,
        )
        raise Refusal("unknown_resource", PRINTED, sentence)


def _out_of_range(typed: str, _: Words) -> Refusal:
    sentence = say(
        "Enter a multiple of {step} from {step} to {highest}, not “{typed}”.",
        step=STEP,
        highest=HIGHEST,
        typed=typed[:20],
    )
    return Refusal("figure_out_of_range", PRINTED, sentence)


def _needs_out_of_range(*_: Words) -> Refusal:
    sentence = say("A company needs at least 1 resource, and 0 to {most} of each.", most=SLOTS)
    return Refusal("needs_out_of_range", PRINTED, sentence)


def _wrong_number_of_prices() -> Refusal:
    sentence = say("A wheel has {count} slots, each with a price.", count=SLOTS)
    return Refusal("wrong_number_of_prices", PRINTED, sentence)


def require_rising(ladder: Ladder, _: Words = "") -> None:
    """Raise ``prices_must_rise`` if a slot is cheaper than one with a lower number."""
    known = [price for price in ladder if price is not None]
    for lower, higher in pairwise(known):
        if higher < lower:
            sentence = say(
                "Prices on a wheel never fall: {higher} cannot come after {lower}.",
                higher=higher,
                lower=lower,
            )
            raise Refusal("prices_must_rise", PRINTED, sentence)


COUNTS = Each(Maybe(Figure(0, SLOTS, _needs_out_of_range)), RESOURCES, require_resource)


class Needs(FieldType[Mapping[str, int] | None]):
    """The schema type for a company's needs: the number of tokens by resource, or None if unknown.

    Resources that the company does not need are left out.
    """

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

    def to_form(self, value: Mapping[str, int] | None, field: str) -> Iterator[tuple[str, str]]:
        known = None if value is None else {name: value.get(name, 0) for name in RESOURCES}
        yield from COUNTS.to_form(known or dict.fromkeys(RESOURCES), field)


AMOUNT = Maybe(Figure(STEP, HIGHEST, _out_of_range, STEP))
NEEDS = Needs()
LADDER = Row((AMOUNT,) * SLOTS, _wrong_number_of_prices, require_rising, may_lack=True)


@dataclass(frozen=True, slots=True)
class Company:
    """The numbers printed on the shares of one company.

    A number is None until somebody enters it.
    """

    white: Annotated[int | None, AMOUNT] = None
    """The white value: the price of one share, in millions."""
    green: Annotated[int | None, AMOUNT] = None
    """The green value: the income that the open company pays per turn, in millions (BD-I1)."""
    needs: Annotated[Mapping[str, int] | None, NEEDS] = None
    """The number of tokens needed to open the company, by resource."""

    @property
    def is_known(self) -> bool:
        """Whether all numbers of the company have been entered."""
        return not self.lacks

    @property
    def lacks(self) -> int:
        """The count of numbers that have not been entered."""
        needs = len(RESOURCES) if self.needs is None else 0
        return (self.white, self.green).count(None) + needs

    def filled(self, figures: Company) -> Company:
        """Return the company with its missing numbers taken from ``figures``."""
        return Company(
            figures.white if self.white is None else self.white,
            figures.green if self.green is None else self.green,
            figures.needs if self.needs is None else self.needs,
        )


@dataclass(frozen=True, slots=True)
class BigDealCopy:
    """The printed numbers of one household's copy."""

    companies: Annotated[
        Mapping[str, Company],
        Each(Schema(Company, may_lack=True), COMPANIES, require_company_name),
    ]
    """The numbers of each company, by key."""
    ladders: Annotated[Mapping[str, Ladder], Each(LADDER, RESOURCES, require_resource)]
    """The prices of each wheel, by resource."""

    @property
    def is_complete(self) -> bool:
        """Whether all numbers have been entered."""
        return all(company.is_known for company in self.companies.values()) and all(
            price is not None for ladder in self.ladders.values() for price in ladder
        )

    def with_company(self, name: str, figures: Company) -> BigDealCopy:
        """Return the copy with a company's missing numbers taken from ``figures``.

        Known numbers stay as they are. If nothing was missing, the same object is returned.
        """
        had = self.companies[name]
        merged = had.filled(figures)
        return self if merged == had else replace(self, companies={**self.companies, name: merged})

    def with_price(self, resource: str, slot: int, price: int) -> BigDealCopy:
        """Return the copy with the price of a slot filled in.

        If the price was known already, the copy is returned unchanged.
        """
        ladder = self.ladders[resource]
        if ladder[slot] is not None:
            return self
        priced = (*ladder[:slot], price, *ladder[slot + 1 :])
        return replace(self, ladders={**self.ladders, resource: priced})


COPY = Schema(BigDealCopy)
copy_from_record = COPY.read
"""Parse a canonical record (see ``check_copy``) into a copy."""


def blank_copy() -> dict[str, object]:
    """Return the canonical record of a copy with no numbers entered."""
    return check_copy({})


def check_copy(data: object) -> dict[str, object]:
    """Validate a copy from outside the app and return its canonical record, a JSON object.

    In the record, every number that is not entered yet is None.

    data: {"companies": {key: {"white", "green", "needs": {resource: tokens}}},
    "ladders": {resource: [14 prices]}}. Any number may be missing or None. The header of a saved
    copy file is accepted too.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``unknown_company``,
    ``unknown_resource``, ``figure_out_of_range``, ``needs_out_of_range``,
    ``wrong_number_of_prices`` or ``prices_must_rise``.
    """
    data = copy_in(data, "{companies, ladders}", "big_deal", "Big Deal")
    if not data.keys() <= PARTS:
        raise malformed("{companies, ladders}")
    return COPY.record(COPY.read(data))


def copy_fields(record: Mapping[str, object]) -> dict[str, str]:
    """Return the texts of the form fields for a canonical record, by field name."""
    return dict(COPY.to_form(copy_from_record(record)))


def copy_from_form(form: Form) -> dict[str, object]:
    """Return the canonical record of the copy that was entered in a form.

    Raises the refusals of ``check_copy``.
    """
    return check_copy(COPY.from_form(form))


def missing(copy: BigDealCopy, companies: Iterable[str]) -> MissingCounts:
    """Return the companies in play and the wheels that lack numbers, with the counts of these.

    companies: the keys of the companies in play.
    """
    cards: MissingCounts = tuple((title(name), copy.companies[name].lacks) for name in companies)
    wheels: MissingCounts = tuple(
        (say("Wheel: {resource}", resource=resource_words(resource)), ladder.count(None))
        for resource, ladder in copy.ladders.items()
    )
    return tuple((words, count) for words, count in (*cards, *wheels) if count)


def printable(ladder: Ladder, slot: int) -> tuple[int, int]:
    """Return the lowest and highest possible price of a slot, given the other known prices."""
    before = [price for price in ladder[:slot] if price is not None]
    behind = [price for price in ladder[slot + 1 :] if price is not None]
    return max(before, default=STEP), min(behind, default=HIGHEST)
