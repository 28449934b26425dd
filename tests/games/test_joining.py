"""Somebody joins a game that has begun: the seat keeps its number, and the bank pays the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games import all_games, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.mechanics.history.log import Entry, Redo, Undo
from companion.mechanics.history.timeline import Timeline, begun_with
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.play.leaving import Leave
from companion.mechanics.values.codec import to_json
from companion.testing.tables import ANNA, BRUNO, CARLA, after
from tests.games.free_bank.free_bank_tables import a_setup, asked, seated, up

FREE_BANK = game_named("free_bank")
DARIO = 3


def test_somebody_who_joins_late_gets_the_next_seat_and_the_starting_money() -> None:
    state = after(seated(debt=30), asked("move", source="bank", target="seat 0", amount=7))

    state = after(state, JoinLate("Dario"))

    assert [state.name(seat) for seat in state.here] == ["Anna", "Bruno", "Carla", "Dario"]
    assert [state.money(seat) for seat in state.seats] == [107, 100, 100, 100]
    assert state.accounts[:5] == ("seat 0", "seat 1", "seat 2", "seat 3", "bank")
    assert state.can_spend("seat 3") == 130


def test_a_late_seat_plays_like_the_others_and_keeps_its_number_when_others_leave() -> None:
    state = after(seated(salary=10), JoinLate("Dario"), Leave(BRUNO))

    state = after(state, asked("salaries"), asked("pay", seat=DARIO, target="seat 0", amount=60))

    assert state.here == (ANNA, CARLA, DARIO)
    assert (state.money(ANNA), state.money(DARIO)) == (170, 50)


def test_nobody_joins_an_auction_a_full_table_or_a_game_that_is_over() -> None:
    for refused, state in [
        ("auction_open", up()),
        ("table_full", seated(10)),
        ("game_over", after(seated(), asked("end"))),
    ]:
        with pytest.raises(Refusal) as refusal:
            JoinLate("Emma").decide(state)
        assert refusal.value.name == refused


@pytest.mark.parametrize("name", ["", "  ", "x" * 31])
def test_a_name_that_no_seat_may_have_is_refused_with_the_rule_about_joining(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        JoinLate(name).decide(seated())

    assert (refusal.value.rule, refusal.value.field) == ("FB-S6", "name")


def test_a_replay_starts_without_the_late_seats_and_gives_them_their_present_names() -> None:
    timeline = Timeline.begun(FREE_BANK, a_setup())
    entries: list[Entry] = []
    for action in (JoinLate("Dario"), JoinLate("Emma")):
        entries.append(Entry(len(entries) + 1, to_json(action), action.decide(timeline.state)))
        timeline = timeline.after(entries[-1])
    names = ("Anna", "Bruno", "Carla", "Dora", "Emma")
    now = begun_with(replace(a_setup(), seats=tuple(map(SeatSetup, names))), entries)

    replayed = Timeline.begun(FREE_BANK, now, entries)

    assert [seat.name for seat in now.late] == ["Dora", "Emma"]
    assert [replayed.state.name(seat) for seat in replayed.state.seats] == list(names)
    assert replayed.state.ledger == timeline.state.ledger
    first = next(state for _, state in replayed.states())
    assert len(first.seats) == 4


def test_an_undo_takes_the_seat_out_and_its_line_can_still_be_read() -> None:
    timeline = Timeline.begun(FREE_BANK, a_setup())
    joined = Entry(1, to_json(JoinLate("Dario")), JoinLate("Dario").decide(timeline.state))
    timeline = timeline.after(joined)

    undone = timeline.after(Entry(2, to_json(Undo(1))))

    assert len(undone.state.seats) == 3
    assert str(joined.events[0].tell(undone.state, None)) == "Dario joins."
    assert undone.state.name(DARIO) == "…"
    assert undone.after(Entry(3, to_json(Redo(2)))).state == timeline.state


def test_games_whose_rules_let_everyone_start_together_have_no_late_seats() -> None:
    assert {name for name, game in all_games().items() if "join_late" in game.action_kinds} == {
        "free_bank",
        "score_pad",
        "score_sheet",
    }
