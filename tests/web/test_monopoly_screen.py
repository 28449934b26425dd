"""What Monopoly's screens say: what is open before whose turn it is; a list by the board's name."""

from __future__ import annotations

import pytest

from companion.games.monopoly.board import classic_board
from companion.games.monopoly.lists import RollList
from companion.games.monopoly.screen import view
from companion.tables.records.verdict import verify_record
from tests.browser.monopoly_scenes import ANNA
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


def test_a_list_is_called_as_the_space_that_leads_to_it_whoever_reads() -> None:
    record = {**record_of("monopoly", "mo-list"), "copy": classic_board("it")}
    timeline = verify_record(record).timeline
    assert timeline is not None
    line = view(timeline.state, ANNA).line

    assert str(RollList(ANNA).label(timeline.state)) == "Roll three dice here: Imprevisti"
    assert line is not None and line.words == "Imprevisti"
