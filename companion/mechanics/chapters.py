"""The chapters of a game: modules of its package, whose actions and events are found in them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import TypeVar

from companion.mechanics.codec import Kind

K = TypeVar("K", bound=Kind)


def kinds_in(package: str, base: type[K]) -> tuple[type[K], ...]:
    """Return the classes of a base that a package's modules define, those of one together.

    package: dotted name. What has no ``kind`` is a base of others, and is left out.
    """
    return tuple(cls for module in _modules(package) for cls in kinds_of(module, base))


def kinds_of(module: ModuleType, base: type[K]) -> tuple[type[K], ...]:
    """Return the classes of a base that a module defines, in its order."""
    return tuple(
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.kind
        and value.__module__ == module.__name__
    )


def _modules(package: str) -> Iterator[ModuleType]:
    path = importlib.import_module(package).__path__
    for found in pkgutil.iter_modules(path):
        yield importlib.import_module(f"{package}.{found.name}")
