"""Tests of a table of cases, each an action that a game refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from companion.mechanics.game import Action
from companion.testing.tables import Case, Moment, assert_refused, case_name


def refuses(cases: Sequence[Case]) -> Callable[..., None]:
    """Return a test that each action is refused with its name and rule, in a full sentence."""

    def test_refusal(name: str, rule: str, moment: Moment, action: Action) -> None:
        assert_refused(name, rule, moment, action)

    each = pytest.mark.parametrize(("name", "rule", "moment", "action"), cases, ids=case_name)
    marked: Callable[..., None] = each(test_refusal)
    return marked
