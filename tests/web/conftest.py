"""Fixtures: a stopped clock, and rate limits that start at 0 for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.moments import at_one_moment


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """Stop the clock at one moment, in one time zone."""
    with at_one_moment():
        yield


@pytest.fixture(autouse=True)
def nothing_counted(request: pytest.FixtureRequest) -> None:
    """Reset the shared app's counts of wrong codes and uploads, which other tests raised."""
    if "shared_app" in request.fixturenames:
        request.getfixturevalue("shared_app").extensions.pop("counts", None)
