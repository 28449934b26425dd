"""A clock that stands, and addresses that nothing was counted for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.moments import at_one_moment


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """Let everything happen at one moment, in one time zone."""
    with at_one_moment():
        yield


@pytest.fixture(autouse=True)
def nothing_counted(request: pytest.FixtureRequest) -> None:
    """Forget the wrong codes and files of other tests on the shared app, whatever their order."""
    if "shared_app" in request.fixturenames:
        request.getfixturevalue("shared_app").extensions.pop("counts", None)
