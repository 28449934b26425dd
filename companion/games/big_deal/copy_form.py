"""The copy as the fields of its form say it: what the shares and the wheels print."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_deal.box import COMPANIES, RESOURCES, SLOTS
from companion.games.big_deal.copy import check_copy, out_of_range


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
