"""Which tests of the pages belong to `make check`, and a clock that stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.extent import EXTENT
from tests.web.moments import at_one_moment

FOLDER = Path(__file__).parent
QUICK = frozenset(("test_every_page", "test_crooked_input"))
"""The modules that find most mistakes for each second they take; `make check` runs no others."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of `make check` what costs more than it finds there."""
    if EXTENT != "check":
        return
    slow = [item for item in items if item.path.parent == FOLDER and item.path.stem not in QUICK]
    items[:] = [item for item in items if item not in set(slow)]
    config.hook.pytest_deselected(items=slow)


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """Let everything happen at one moment, in one time zone."""
    with at_one_moment():
        yield
