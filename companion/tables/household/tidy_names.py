"""Cleaning up and validating the names that users enter for players and copies."""

from __future__ import annotations

from collections.abc import Iterable

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import is_joint, tidy
from companion.mechanics.language.words import say

LONGEST_NAME = 30
LONGEST_COPY_NAME = 60


def tidy_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return an entered name without invisible characters or surplus spaces.

    longest: the maximum number of characters in the result.

    Raises ``name_missing`` if nothing is left of the name, or ``name_too_long``.
    """
    return _valid_name(tidy(text), longest)


def kept_name(text: str) -> str:
    """Return a stored name without the unprintable characters that early versions allowed.

    Raises ``name_missing`` if nothing is left of the name, or ``name_too_long``.
    """
    printable = "".join(
        sign if sign.isprintable() or is_joint(sign, before) else " "
        for before, sign in zip(f" {text}", text, strict=False)
    )
    return _valid_name(" ".join(printable.split()), LONGEST_NAME)


def _valid_name(name: str, longest: int) -> str:
    if not name:
        raise Refusal("name_missing", "", say("Enter a name."))
    require_short(name, longest)
    return name


def require_short(name: str, longest: int = LONGEST_NAME) -> None:
    """Raise ``name_too_long`` if a name has more than ``longest`` characters."""
    if len(name) > longest:
        raise Refusal(
            "name_too_long",
            "",
            say("A name may have at most {longest} characters.", longest=longest),
        )


def require_unique(names: Iterable[str]) -> None:
    """Raise ``name_taken`` if two names are the same, ignoring case."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name.casefold() in seen:
            raise Refusal(
                "name_taken",
                "",
                say("{name} already sits at this table. Choose another name.", name=name),
                field=f"name_{place}",
            )
        seen.add(name.casefold())
