"""Fixtures: a fixed clock, and no rate limits left over from other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.moments import at_one_moment


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """Fix the clock and the time zone."""
    with at_one_moment():
        yield


@pytest.fixture(autouse=True)
def nothing_counted(request: pytest.FixtureRequest) -> None:
    """Reset the rate limits of the shared app, so that tests do not depend on their order."""
    if "shared_app" in request.fixturenames:
        request.getfixturevalue("shared_app").extensions.pop("counts", None)
