"""The project's files, for tests that check the code itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = "companion/**/*.py"
PAGES = "templates/**/*.html"


@dataclass(frozen=True)
class Source:
    """A file of the checkout."""

    place: str
    """The path below the root."""
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a module's dotted name; without ``__init__`` for a package."""
        parts = self.place.removesuffix(".py").split("/")
        return tuple(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree, parents before their children."""
        return tuple(ast.walk(self.tree))

    def at(self, line: int, offence: str) -> str:
        return f"{self.place}:{line}: {offence}"


Check = Callable[[Source], Iterator[str]]


@cache
def sources(pattern: str) -> tuple[Source, ...]:
    """Return the files of the checkout that match a glob pattern, in order."""
    found = sorted(path for path in ROOT.glob(pattern) if path.is_file())
    return tuple(
        Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in found
    )


def offences(check: Check, *patterns: str) -> list[str]:
    """Return the offences that a check finds in the files that match the patterns."""
    return [line for pattern in patterns for one in sources(pattern) for line in check(one)]


def assert_none(found: list[str], rule: str) -> None:
    """Fail with a list of the offences, without a traceback, if there are any."""
    if found:
        pytest.fail(f"{rule}; {len(found)} offences:\n  " + "\n  ".join(found), pytrace=False)
