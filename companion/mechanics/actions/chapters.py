"""Find the actions and events that a game defines in its chapters, the modules of its package."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TypeVar, cast

from companion.mechanics.actions.base import Event, Setting
from companion.mechanics.language.words import Sentence
from companion.mechanics.values.codec import Kind

K = TypeVar("K", bound=Kind)


def kinds_in(package: str, base: type[K]) -> tuple[type[K], ...]:
    """Return the subclasses of ``base`` defined in a package, module by module.

    package: the dotted name of the package.
    Abstract classes, which have no ``kind``, are left out.
    """
    return tuple(cls for module in _modules(package) for cls in kinds_of(module, base))


def kinds_of(module: ModuleType, base: type[K]) -> tuple[type[K], ...]:
    """Return the subclasses of ``base`` defined in a module, in source order.

    If ``base`` is ``Event``, each ``Setting`` is replaced by its event class, ``Setting.happened``.
    Abstract classes, which have no ``kind``, are left out.
    """
    return tuple(
        cast("type[K]", value.happened) if base is Event and issubclass(value, Setting) else value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.kind
        and value.__module__ == module.__name__
    )


def house_rules_of(kinds: Iterable[type[Kind]]) -> dict[str, Sentence]:
    """Return the texts of the house rules in the chapters of these actions and events, by rule id.

    A chapter may define them as ``HOUSE_RULES``.
    """
    rules: dict[str, Sentence] = {}
    for chapter in dict.fromkeys(kind.__module__ for kind in kinds):
        rules |= getattr(sys.modules[chapter], "HOUSE_RULES", {})
    return rules


FIRST = "final_scores"
"""The name of the chapter that is read first; the others follow in alphabetical order.

Legal moves are listed in the same order.
"""


def _modules(package: str) -> Iterator[ModuleType]:
    path = importlib.import_module(package).__path__
    names = [found.name for found in pkgutil.iter_modules(path)]
    for name in sorted(names, key=lambda name: (name != FIRST, name)):
        yield importlib.import_module(f"{package}.{name}")
