"""A clock that stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.moments import at_one_moment


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """Let everything happen at one moment, in one time zone."""
    with at_one_moment():
        yield
