from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.tables.forgetting import forget_tables
from companion.tables.live.cache import open_tables
from companion.tables.play import Submitted, entries_of, submit
from companion.tables.seats import leave_seat
from companion.tables.storage.store import Glance
from tests.conftest import MakeApp
from tests.tables.company import Company, seated
from tests.toy_game import TOY, Drawn, Paid


def test_every_move_is_one_entry_with_the_next_sequence_number(company: Company) -> None:
    first = company.tap("anna", "pay", seat=0, target=1, amount=3)
    second = company.tap("bruno", "draw", seat=1, value=6)

    assert (first.entry.sequence, second.entry.sequence) == (1, 2)
    assert (company.balance(0), company.balance(1)) == (7, 19)
    assert entries_of(company.table) == [first.entry, second.entry]


def test_an_entry_holds_actor_time_seat_action_and_events(company: Company) -> None:
    entry = company.tap("bruno", "pay", seat=1, target=0, amount=2).entry

    assert (entry.actor, entry.seat, entry.at) == ("player 1", 1, 5.0)
    assert entry.action == {"kind": "pay", "seat": 1, "target": 0, "amount": 2}
    assert entry.events == (Paid(seat=1, target=0, amount=2),)


def test_part_of_a_long_log_can_be_read(company: Company) -> None:
    made = [company.tap("anna", "cheer").entry for _ in range(5)]
    store = open_tables().store

    assert store.entries(company.table.id, TOY.event_kinds, 1, 3) == made[1:4]
    assert entries_of(company.table, after=3) == made[3:]


def test_rolled_dice_are_logged(company: Company) -> None:
    entry = company.tap("anna", "draw", seat=0, dice=lambda sides: sides - 1).entry

    assert entry.action == {"kind": "draw", "seat": 0, "value": 5, "thrown": True}
    assert entry.events == (Drawn(seat=0, value=5),)


def test_the_same_key_twice_is_answered_with_the_first_entry(company: Company) -> None:
    first = company.tap("anna", "draw", seat=0, value=3, key="k", seen=0)
    second = company.tap("anna", "draw", seat=0, value=3, key="k", seen=0)

    assert (first.repeated, second.repeated) == (False, True)
    assert second.entry == first.entry
    assert company.table.sequence == 1


def test_the_key_of_an_undone_entry_is_still_answered_with_it(company: Company) -> None:
    first = company.tap("anna", "draw", seat=0, value=3, key="k")
    company.tap("laptop", "undo", entry=1)

    assert company.tap("anna", "draw", seat=0, value=3, key="k").entry == first.entry


def test_a_key_of_another_device_is_another_key(company: Company) -> None:
    """A key of one device never returns another device's entry."""
    company.tap("anna", "pay", seat=0, target=1, amount=3, key="k")

    paid = company.tap("bruno", "pay", seat=1, target=0, amount=2, key="k")

    assert (paid.repeated, paid.entry.sequence) == (False, 2)
    assert company.balance(0) == 9


def test_long_keys_with_a_common_beginning_are_different(company: Company) -> None:
    keys = [f"{'x' * 63}{end}" for end in "ab"]

    tapped = [company.tap("anna", "cheer", key=key) for key in keys]

    assert [one.repeated for one in tapped] == [False, False]


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_tap_without_a_proper_key_is_refused(company: Company, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        company.tap("anna", "draw", seat=0, value=3, key=key)

    assert refused.value.name == "malformed"


@pytest.mark.parametrize("seen", [None, 0, 2])
def test_a_turn_bound_action_from_another_screen_is_stale(
    company: Company, seen: int | None
) -> None:
    company.tap("anna", "cheer")

    with pytest.raises(Refusal) as refused:
        company.tap("anna", "draw", seat=0, value=3, seen=seen)

    assert refused.value.name == "stale"
    assert company.table.sequence == 1


@pytest.mark.parametrize("seen", [None, 0])
def test_an_action_not_bound_to_the_turn_is_accepted_from_any_screen(
    company: Company, seen: int | None
) -> None:
    company.tap("anna", "cheer")

    company.tap("anna", "pay", seat=0, target=1, amount=1, seen=seen)

    assert company.balance(1) == 11


def test_a_refused_tap_changes_nothing_and_its_key_can_be_used_again(company: Company) -> None:
    with pytest.raises(Refusal) as refused:
        company.tap("anna", "pay", seat=0, target=1, amount=11, key="k")

    assert (refused.value.name, refused.value.rule) == ("too_poor", "T-4")
    assert not company.tap("anna", "pay", seat=0, target=1, amount=1, key="k").repeated


def test_an_exception_in_a_rule_writes_nothing_and_play_continues(company: Company) -> None:
    with pytest.raises(AssertionError):
        company.tap("anna", "pay", seat=0, target=1, amount=13)

    assert entries_of(company.table) == []
    assert company.tap("anna", "pay", seat=0, target=1, amount=1).entry.sequence == 1


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ({}, "unknown_kind"),
        ({"kind": "fly"}, "unknown_kind"),
        ({"kind": "pay", "seat": 0}, "malformed"),
        ({"kind": "pay", "seat": "0", "target": 1, "amount": 1}, "malformed"),
        ({"kind": "undo", "entry": "1"}, "malformed"),
        ({"kind": "undo", "entry": 1}, "nothing_to_undo"),
        ({"kind": "redo", "entry": 1}, "nothing_to_redo"),
    ],
)
def test_an_unreadable_action_is_refused(
    company: Company, action: dict[str, object], name: str
) -> None:
    with pytest.raises(Refusal) as refused:
        submit(company.code, "laptop", action, seen=0, key="k")

    assert refused.value.name == name


def racing(apps: list[Flask], code: str, kind: str, each: int) -> list[Submitted | Refusal]:
    """Submit from one thread per app at once, each based on the screen that it last saw."""
    start = threading.Barrier(len(apps))

    def play(place: int) -> list[Submitted | Refusal]:
        results: list[Submitted | Refusal] = []
        with apps[place].app_context():
            start.wait()
            for number in range(each):
                seen = open_tables().find(code).sequence
                action = {"kind": kind} | ({"seat": 0, "value": 1} if kind == "draw" else {})
                try:
                    results.append(
                        submit(code, "laptop", action, seen=seen, key=f"{place} {number}")
                    )
                except Refusal as refusal:
                    results.append(refusal)
        return results

    with ThreadPoolExecutor(len(apps)) as threads:
        return [one for part in threads.map(play, range(len(apps))) for one in part]


def assert_log_holds(company: Company, results: list[Submitted | Refusal]) -> None:
    answered = [one.entry for one in results if isinstance(one, Submitted)]
    refused = {one.name for one in results if isinstance(one, Refusal)}
    log = entries_of(company.table)
    assert [entry.sequence for entry in log] == list(range(1, len(log) + 1))
    assert sorted(answered, key=lambda entry: entry.sequence) == log
    assert refused <= {"stale"}


def test_threads_that_write_at_once_lose_nothing(inside: Flask, company: Company) -> None:
    results = racing([inside] * 8, company.code, "cheer", 25)

    assert all(isinstance(one, Submitted) for one in results)
    assert_log_holds(company, results)
    assert company.table.sequence == 200


def test_of_concurrent_turn_bound_actions_only_one_is_accepted(
    inside: Flask, company: Company
) -> None:
    results = racing([inside] * 8, company.code, "draw", 25)

    assert_log_holds(company, results)
    assert company.balance(0) == 10 + company.table.sequence


@pytest.mark.parametrize("kind", ["cheer", "draw"])
def test_two_processes_on_one_file_never_share_a_sequence(
    inside: Flask, make_app: MakeApp, company: Company, kind: str
) -> None:
    other = make_app()

    results = racing([inside, other, inside, other], company.code, kind, 25)

    assert_log_holds(company, results)
    with other.app_context():
        assert open_tables().find(company.code).state == company.table.state


def test_entries_of_another_process_are_seen_at_the_next_read(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()
    company.tap("anna", "cheer")
    with other.app_context():
        company.tap("bruno", "pay", seat=1, target=0, amount=4)

    assert (company.table.sequence, company.balance(0)) == (2, 14)


def test_a_key_that_another_process_answers_meanwhile_is_answered_the_same(
    make_app: MakeApp, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, store = make_app(), open_tables().store
    assert company.table.sequence == 0
    with other.app_context():
        company.tap("anna", "cheer")
    glance, draw = store.glance, {"seat": 0, "value": 4, "seen": 1, "key": "twice"}

    def glance_and_be_late(code: str, key: str = "") -> Glance | None:
        monkeypatch.undo()
        seen = glance(code, key)
        with other.app_context():
            company.tap("anna", "draw", **draw)
        return seen

    monkeypatch.setattr(store, "glance", glance_and_be_late)
    tapped = company.tap("anna", "draw", **draw)

    assert (tapped.entry.sequence, tapped.repeated) == (2, True)


def test_a_key_that_another_process_answered_is_answered_the_same(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()
    with other.app_context():
        first = company.tap("anna", "draw", seat=0, value=3, key="k", seen=0)

    second = company.tap("anna", "draw", seat=0, value=3, key="k", seen=0)

    assert (second.repeated, second.entry) == (True, first.entry)


def test_an_action_is_judged_on_the_state_that_another_process_wrote(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()
    with other.app_context():
        company.tap("bruno", "pay", seat=1, target=0, amount=5)

    tapped = company.tap("anna", "pay", seat=0, target=1, amount=15, seen=1)

    assert (tapped.entry.sequence, company.balance(0)) == (2, 0)


def test_a_phone_cannot_play_a_seat_that_another_process_gave_away(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()
    with other.app_context():
        leave_seat(company.code, "anna")

    with pytest.raises(Refusal, match="onlooker_only_looks"):
        company.tap("anna", "pay", seat=0, target=1, amount=1, seen=0)

    assert entries_of(company.table) == []


def test_nothing_is_written_to_a_table_deleted_by_another_process(
    make_app: MakeApp, company: Company
) -> None:
    other, before = make_app(), company.table
    with other.app_context():
        assert list(forget_tables(time.time() + 1)) == [before.shown_code]
        number = seated().table.id

    with pytest.raises(Refusal, match="unknown_code"):
        company.tap("anna", "cheer", seen=0)

    assert entries_of(before) == []
    assert number == before.id or open_tables().store.engine.dialect.name != "sqlite"


PAYS = {"kind": "pay", "seat": 1, "target": 0, "amount": 1}
DRAWS = {"kind": "draw", "seat": 1, "value": 1}


@pytest.mark.parametrize(
    ("kind", "first", "is_stale"),
    [("cheer", PAYS, False), ("cheer", DRAWS, False), ("draw", PAYS, False), ("draw", DRAWS, True)],
)
def test_the_second_of_two_writers_decides_again_or_is_stale(
    make_app: MakeApp, company: Company, kind: str, first: dict[str, Any], is_stale: bool
) -> None:
    other = make_app()
    action: dict[str, object] = {"kind": kind} | ({"seat": 0} if kind == "draw" else {})

    def now_that_another_was_faster() -> float:
        with other.app_context():
            if open_tables().find(company.code).sequence == 0:
                company.tap("bruno", **first)
        return 1.0

    def late() -> Submitted:
        return submit(
            company.code, "anna", action, seen=0, key="late", now=now_that_another_was_faster
        )

    if is_stale:
        with pytest.raises(Refusal, match="stale"):
            late()
    else:
        assert late().entry.sequence == 2
    assert company.table.sequence == (1 if is_stale else 2)


def test_a_key_sent_to_two_processes_at_once_is_answered_once(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()

    def now_that_the_other_process_took_it() -> float:
        with other.app_context():
            company.tap("anna", "cheer", key="k", seen=0)
        return 1.0

    tapped = submit(
        company.code,
        "anna",
        {"kind": "cheer"},
        seen=0,
        key="k",
        now=now_that_the_other_process_took_it,
    )

    assert (tapped.repeated, tapped.entry.at) == (True, 5.0)
    assert company.table.sequence == 1


@pytest.mark.parametrize(
    ("since", "is_stale"),
    [
        ((PAYS, PAYS), False),
        ((DRAWS, PAYS), True),
        ((PAYS, DRAWS), True),
        # Her own steps count, even beside the turn.
        ((PAYS, {**PAYS, "seat": 0, "target": 1}), True),
        (({**PAYS, "seat": 0, "target": 1}, PAYS), True),
    ],
)
def test_one_step_of_the_turn_makes_older_screens_stale(
    company: Company, since: tuple[dict[str, Any], ...], is_stale: bool
) -> None:
    for step in since:
        company.tap("laptop", **step)

    if is_stale:
        with pytest.raises(Refusal, match="stale"):
            company.tap("anna", "draw", seat=0, value=3, seen=0)
    else:
        company.tap("anna", "draw", seat=0, value=3, seen=0)
    assert company.table.sequence == (2 if is_stale else 3)
