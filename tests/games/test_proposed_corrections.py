"""The corrections that the history proposes for each kind of step in the recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.games import all_games
from companion.mechanics.actions.menu import PrintedRange, Range
from companion.mechanics.game import Action, AnyGame
from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.values.codec import to_json
from companion.tables.live.open_table import OpenTable
from companion.tables.storage.store import CopyLink
from companion.web.corrections.step_changes import FEW, NEAR, Changes, Instead, changes_of
from companion.web.requests.language import Speaker
from tests.games.free_bank.free_bank_tables import asked, seated
from tests.games.test_beside_the_turn import IN_TIME, first_steps

ENGLISH = Speaker("en")


def table_at(timeline: Timeline[Any]) -> OpenTable:
    """Return a table without seats that are taken, at this point of its log."""
    return OpenTable(1, "", timeline.game, 0.0, (), frozenset(), CopyLink(), {}, 0, 0, timeline)


@cache
def corrections(game: AnyGame) -> tuple[tuple[Timeline[Any], Action, Changes], ...]:
    """Return the first step of each kind, the state before it, and its possible corrections."""
    found = []
    for before, action, entry in first_steps(game):
        changes = changes_of(table_at(before.after(entry)), entry.sequence, ENGLISH)
        assert changes is not None
        found.append((before, action, changes))
    return tuple(found)


def amounts(game: AnyGame) -> Iterator[tuple[Instead, Range, int]]:
    """Yield each proposal whose number was recorded, with its range and the recorded number."""
    for _, _, changes in corrections(game):
        for one in changes.instead:
            if one.row.number is None or not isinstance(one.recorded, int):
                continue
            range_ = one.row.choice.offer.ranges[one.row.number]
            if isinstance(range_, Range) and not isinstance(range_, PrintedRange):
                yield one, range_, one.recorded


@pytest.mark.parametrize("name", IN_TIME)
def test_proposed_corrections_are_near_the_recorded_amount(name: str) -> None:
    met = 0
    for one, range_, recorded in amounts(all_games()[name]):
        main = getattr(one.row.choice.action, str(one.row.number))
        lowest, highest = range_.lowest, range_.highest
        is_short = highest is not None and (highest - lowest) // range_.step < FEW
        far = [
            number
            for number in one.numbers
            if abs(number - main) > NEAR * range_.step and not is_short
        ]
        met += 1

        assert not far, (one.row.choice.label, far)
        assert recorded not in one.numbers
        assert main == max(lowest, min(recorded, highest or recorded)), one.row.choice.label
    assert met


@pytest.mark.parametrize("name", IN_TIME)
def test_the_main_correction_button_has_a_recorded_number(name: str) -> None:
    for before, action, changes in corrections(all_games()[name]):
        for one in changes.instead:
            number = one.row.number
            assert number != "at", action.kind
            if number is None or not one.is_new or isinstance(one.recorded, int):
                continue
            example = getattr(one.row.choice.action, number)
            assert example in (None, 0), (action, one.row.choice.label, before.sequence)


@pytest.mark.parametrize("name", IN_TIME)
def test_the_recorded_action_is_shown_with_its_own_label(name: str) -> None:
    found = corrections(all_games()[name])
    assert found
    for before, action, changes in found:
        same = [one for one in changes.instead if one.row.choice.action == action]
        assert [one.row.choice.label for one in same if not one.labelled] == [
            ENGLISH.say(action.label(before.state)) for one in same if not one.labelled
        ]
        assert not any(one.is_new for one in same), action


def proposed_for(*steps: Action) -> tuple[Instead, ...]:
    """Return the proposals for the last of these steps of a free bank."""
    setup = seated(salary=20, movers="pay_and_take").setup
    timeline: Timeline[Any] = Timeline.begun(all_games()["free_bank"], setup)
    for number, action in enumerate(steps, 1):
        events = action.decide(timeline.state)
        seat = getattr(action, "seat", None)
        timeline = timeline.after(Entry(number, to_json(action), events, at=9.0, seat=seat))
    changes = changes_of(table_at(timeline), len(steps), ENGLISH)
    assert changes is not None
    return changes.instead


@pytest.mark.parametrize(
    ("step", "proposed"),
    [
        (asked("score", seat=1, amount=8), ["+8 points 6 7 9 10"]),
        (asked("score", seat=1, amount=-8), ["−8 points -10 -9 -7 -6"]),
        (asked("pay", seat=1, target="pot", amount=8), ["Pay 8 6 7 9 10"]),
        (asked("take", seat=1, amount=8), ["Take 8 6 7 9 10"]),
        (asked("move", source="bank", target="pot", amount=8), ["Pay 8 6 7 9 10"]),
        (asked("set_salary", amount=8), ["Salary: 8 6 7 9 10"]),
        (asked("start_clock", seconds=60, at=9), ["Countdown: 60 seconds 58 59 61 62"]),
        (asked("salary", seat=1), []),
        (asked("next_round"), []),
        (asked("roll", seat=1, values=(3,)), []),
        (asked("end"), []),
    ],
)
def test_a_free_bank_correction_uses_the_actions_own_words(
    step: Action, proposed: list[str]
) -> None:
    labels = [
        " ".join((one.row.choice.label, *map(str, one.numbers))) for one in proposed_for(step)
    ]

    assert labels == proposed


def test_correcting_a_payment_from_the_pot_keeps_the_pot_as_payer() -> None:
    filled = asked("move", source="bank", target="pot", amount=50)

    (proposal,) = proposed_for(filled, asked("take", seat=0, source="pot", amount=40))

    assert proposal.numbers == (38, 39, 41, 42)
    assert proposal.row.posted("amount")["source"] == "pot"
