"""The screen for all of Monopoly says first what is still open, then whose turn it is."""

from __future__ import annotations

import pytest

from companion.games.monopoly.screen import view
from companion.tables.records.verdict import verify_record
from tests.browser.scenes import record_of


@pytest.mark.parametrize(
    ("scene", "heading"),
    [
        ("mo-roll", "It is Anna’s turn"),
        ("mo-buy", "It is Anna’s turn"),
        ("mo-auction", "Auction first, then Bruno"),
        ("mo-debt", "Debt first, then Bruno"),
        ("mo-rent", "Rent still open, then Bruno"),
    ],
)
def test_what_is_open_stands_before_the_next_turn(scene: str, heading: str) -> None:
    timeline = verify_record(record_of("monopoly", scene)).timeline
    assert timeline is not None

    assert str(view(timeline.state, None).turn) == heading
