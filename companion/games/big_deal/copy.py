"""The household's copy: what is printed on the shares and around the four wheels.

Nothing of it need be typed before a game: a figure that nobody has typed is None, is asked when
it first matters, and is remembered. A slot's price counts from the first token bought: the slot
that the first purchase of a colour empties is slot 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

from companion.games.big_deal.box import COMPANIES, RESOURCES, SLOTS, STEP
from companion.mechanics.codec import malformed, shown
from companion.mechanics.copies import copy_in
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PRINTED
from companion.mechanics.words import say

HIGHEST = 5000

PARTS = frozenset(("format", "version", "game", "companies", "ladders"))

Ladder = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Company:
    """What a company's shares print: price, income, the set of resources; None: not typed yet."""

    white: int | None = None
    green: int | None = None
    needs: Mapping[str, int] | None = None

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
class Copy:
    """The companies by name and the prices of each wheel's slots by resource."""

    companies: Mapping[str, Company]
    ladders: Mapping[str, Ladder]

    @property
    def is_complete(self) -> bool:
        """Whether nothing at all is left to be asked."""
        return all(company.is_known for company in self.companies.values()) and all(
            price is not None for ladder in self.ladders.values() for price in ladder
        )

    def with_company(self, name: str, figures: Company) -> Copy:
        """Return the copy with the figures of a company, where it lacked them."""
        had = self.companies[name]
        merged = had.filled(figures)
        return self if merged == had else replace(self, companies={**self.companies, name: merged})

    def with_price(self, resource: str, slot: int, price: int) -> Copy:
        """Return the copy with the price of a slot, where it lacked it."""
        ladder = self.ladders[resource]
        if ladder[slot] is not None:
            return self
        priced = (*ladder[:slot], price, *ladder[slot + 1 :])
        return replace(self, ladders={**self.ladders, resource: priced})

    def record(self) -> dict[str, object]:
        """Return the canonical record of the copy, see ``check_copy``."""
        companies = {name: asdict(company) for name, company in self.companies.items()}
        ladders = {resource: list(ladder) for resource, ladder in self.ladders.items()}
        return {"companies": companies, "ladders": ladders}


def copy_from_record(record: Mapping[str, object]) -> Copy:
    """Return the copy that a canonical record (see ``check_copy``) describes."""
    companies = cast("Mapping[str, Mapping[str, Any]]", record["companies"])
    ladders = cast("Mapping[str, list[int | None]]", record["ladders"])
    return Copy(
        {name: Company(**figures) for name, figures in companies.items()},
        {resource: tuple(ladder) for resource, ladder in ladders.items()},
    )


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
    companies = _mapping(data, "companies")
    ladders = _mapping(data, "ladders")
    for name in companies:
        require_company_name(name)
    for resource in ladders:
        require_resource(resource)
    return Copy(
        {name: _company(companies.get(name) or {}) for name in COMPANIES},
        {resource: _ladder(resource, ladders.get(resource)) for resource in RESOURCES},
    ).record()


def _mapping(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = data.get(key) or {}
    if not isinstance(value, Mapping):
        raise malformed(key)
    return value


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


def _company(data: object) -> Company:
    if not isinstance(data, Mapping):
        raise malformed("company: {white, green, needs}")
    needs = data.get("needs")
    if needs is not None and not isinstance(needs, Mapping):
        raise malformed("needs: {resource: tokens}")
    return Company(
        _amount(data.get("white")),
        _amount(data.get("green")),
        None if needs is None else checked_needs(needs),
    )


def _amount(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int:
        raise out_of_range(shown(value))
    require_printed_amount(value)
    return value


def require_printed_amount(amount: int) -> None:
    """Raise ``figure_out_of_range`` unless a card or a wheel can print that amount."""
    if not STEP <= amount <= HIGHEST or amount % STEP:
        raise out_of_range(str(amount))


def out_of_range(typed: str) -> Refusal:
    """Return the refusal for what no card and no wheel prints."""
    sentence = say(
        "Printed amounts are multiples of {step} from {step} to {highest}, not “{typed}”.",
        step=STEP,
        highest=HIGHEST,
        typed=typed[:20],
    )
    return Refusal("figure_out_of_range", PRINTED, sentence)


def checked_needs(needs: Mapping[str, object]) -> dict[str, int]:
    """Return a set of resources, those of which none is needed left out.

    Raises ``unknown_resource``, ``needs_out_of_range``.
    """
    for resource in needs:
        require_resource(resource)
    counts = [needs.get(resource, 0) for resource in RESOURCES]
    if not any(counts) or any(type(n) is not int or not 0 <= n <= SLOTS for n in counts):
        sentence = say("A company needs 1 resource at least, and 0 to {most} of each.", most=SLOTS)
        raise Refusal("needs_out_of_range", PRINTED, sentence)
    found = zip(RESOURCES, cast("list[int]", counts), strict=True)
    return {resource: count for resource, count in found if count}


def _ladder(resource: str, data: object) -> Ladder:
    if data is None:
        return (None,) * SLOTS
    if not isinstance(data, (list, tuple)):
        raise malformed("ladders: {resource: [price, …]}")
    if len(data) != SLOTS:
        sentence = say("A wheel has {count} slots with a price each.", count=SLOTS)
        raise Refusal("wrong_number_of_prices", PRINTED, sentence)
    ladder = tuple(map(_amount, data))
    require_rising(ladder)
    return ladder


def require_rising(ladder: Ladder) -> None:
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


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical copy that a form describes; raises what ``check_copy`` raises.

    By the names of companies and resources: white_security, green_security in millions;
    needs_security_human in tokens, all four empty where nobody knows; price_human_1 …
    price_human_14, the first slot emptied first. An empty field is a figure not typed yet.
    """
    companies = {
        name: {
            "white": _number(form, f"white_{name}"),
            "green": _number(form, f"green_{name}"),
            "needs": _needs(form, name),
        }
        for name in COMPANIES
    }
    ladders = {
        resource: [_number(form, f"price_{resource}_{slot}") for slot in range(1, SLOTS + 1)]
        for resource in RESOURCES
    }
    return check_copy({"companies": companies, "ladders": ladders})


def _needs(form: Mapping[str, str], company: str) -> dict[str, int] | None:
    """Return a typed set of resources, None where none of the four fields holds anything."""
    typed = {resource: _number(form, f"needs_{company}_{resource}") for resource in RESOURCES}
    found = {resource: count for resource, count in typed.items() if count is not None}
    return found or None


def _number(form: Mapping[str, str], field: str) -> int | None:
    """Return a typed whole number, None for an empty field; raises ``figure_out_of_range``."""
    text = form.get(field, "").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise out_of_range(text)
    return int(text)


def printable(ladder: Ladder, slot: int) -> tuple[int, int]:
    """Return the lowest and highest price a slot can print beside those that are known."""
    before = [price for price in ladder[:slot] if price is not None]
    behind = [price for price in ladder[slot + 1 :] if price is not None]
    return max(before, default=STEP), min(behind, default=HIGHEST)
