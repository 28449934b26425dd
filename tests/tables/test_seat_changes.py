"""Changes of seats are recorded, and a seat that the banker plays must be requested."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables import seats
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.records.import_export import export_record, import_record, verify_record
from companion.tables.refusals import moved_on
from companion.tables.roles import is_covered
from companion.tables.seat_changes import NEWEST
from tests.conftest import MakeApp
from tests.tables.company import Company
from tests.tables.test_seats import ANNA, BANKER, assert_refused

CARLA = 2


def happened(company: Company) -> Sequence[tuple[str, int, int, str | None]]:
    """Return the changes since the company sat down, oldest first."""
    changes = reversed(company.table.changes)
    return [(one.what, one.seat, one.after, one.device) for one in changes][2:]


def plays_carla(company: Company) -> None:
    """Let the banker play for Carla, who has no phone."""
    company.tap("laptop", "pay", seat=CARLA, target=0, amount=1)


@pytest.mark.parametrize(
    ("change", "event"),
    [
        (lambda code: seats.claim_seat(code, CARLA, "carla"), ("taken", CARLA, 1, None)),
        (
            lambda code: seats.claim_seat(code, CARLA, "laptop"),
            ("taken_by_banker", CARLA, 1, None),
        ),
        (lambda code: seats.leave_seat(code, "anna"), ("left", 0, 1, None)),
        (lambda code: seats.free_seat(code, 0, BANKER), ("freed", 0, 1, "anna")),
        (lambda code: seats.take_seat(code, 0, 1, "new phone"), ("handed_over", 0, 1, "anna")),
        (lambda code: seats.take_seat(code, CARLA, 0, "carla"), ("taken", CARLA, 1, None)),
        (
            lambda code: seats.lock_seat(code, CARLA, BANKER, locked=True),
            ("locked", CARLA, 1, None),
        ),
    ],
    ids=[
        *("claimed", "the banker sits", "left", "freed", "handed over", "handed to nobody's"),
        "locked",
    ],
)
def test_every_seat_change_is_stored_with_the_step_before_it(
    company: Company, change: Callable[[str], OpenTable], event: tuple[object, ...]
) -> None:
    company.tap("anna", "cheer")

    change(company.code)

    assert happened(company) == [event]
    assert company.table.sequence == 1


def test_a_seat_change_without_effect_notifies_nobody(company: Company) -> None:
    seats.claim_seat(company.code, 0, "anna")
    seats.leave_seat(company.code, "stranger")
    seats.free_seat(company.code, CARLA, BANKER)
    assert_refused("seat_taken", lambda: seats.claim_seat(company.code, 0, "stranger"))

    assert happened(company) == []


def test_seat_changes_are_known_to_other_processes_and_after_a_restart(
    make_app: MakeApp, company: Company
) -> None:
    with make_app().app_context():
        seats.free_seat(company.code, 0, BANKER)

    assert happened(company) == [("freed", 0, 0, "anna")]
    with make_app().app_context():
        assert happened(company) == [("freed", 0, 0, "anna")]


def test_only_the_newest_seat_changes_are_in_memory_and_all_are_stored(company: Company) -> None:
    for _ in range(NEWEST):
        seats.claim_seat(company.code, CARLA, "carla")
        seats.leave_seat(company.code, "carla")

    table = company.table
    assert len(table.changes) == NEWEST and table.changes[0].what == "left"
    assert len(open_tables().store.seat_changes(table.id, 0, 0)) == 2 + 2 * NEWEST


def test_a_seat_change_is_no_step_and_makes_no_screen_stale(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0, value=2).entry.sequence
    seats.leave_seat(company.code, "bruno")
    company.tap("anna", "undo", entry=step, seen=step)

    assert happened(company) == [("left", 1, step, None)]


def test_a_record_contains_no_seat_changes(company: Company) -> None:
    plays_carla(company)
    seats.free_seat(company.code, 0, BANKER)
    record = export_record(company.table, None)

    assert verify_record(record).ok
    assert import_record(record, "tablet").changes == ()
    assert "anna" not in str(record)


def test_a_free_seat_that_nobody_plays_is_taken_at_once(company: Company) -> None:
    plays_carla(company)
    company.tap("laptop", "correct", source="bank", target="seat 0", amount=1)
    seats.free_seat(company.code, 0, BANKER)

    assert seats.claim_seat(company.code, 0, "new phone").actor("new phone").seat == 0


def test_a_seat_played_from_the_bankers_screen_is_asked_for(company: Company) -> None:
    plays_carla(company)

    table = seats.claim_seat(company.code, CARLA, "carla")

    assert table.actor("carla").role == "onlooker"
    assert seats.is_requested(table, table.seats[CARLA])
    assert seats.claim_seat(company.code, CARLA, "carla").revision == table.revision
    assert_refused("seat_asked_for", lambda: seats.claim_seat(company.code, CARLA, "stranger"))
    assert happened(company) == []


@pytest.mark.parametrize(("may_sit", "seat"), [(True, CARLA), (False, None)])
def test_the_banker_answers_a_request_for_a_seat(
    company: Company, may_sit: bool, seat: int | None
) -> None:
    plays_carla(company)
    seats.claim_seat(company.code, CARLA, "carla")
    refused = lambda: seats.answer_request(company.code, CARLA, ANNA, may_sit=True)  # noqa: E731
    assert_refused("not_a_banker", refused)

    table = seats.answer_request(company.code, CARLA, BANKER, may_sit=may_sit)

    assert table.actor("carla").seat == seat
    assert not seats.is_requested(table, table.seats[CARLA])
    told = ("taken", CARLA, 1, None) if may_sit else ("kept", CARLA, 1, "carla")
    assert happened(company) == [told]
    # Another banker answers the same question a moment later.
    later = seats.answer_request(company.code, CARLA, BANKER, may_sit=not may_sit)
    assert later.revision == table.revision


def test_a_phone_that_takes_another_seat_withdraws_its_request(company: Company) -> None:
    plays_carla(company)
    seats.leave_seat(company.code, "bruno")
    seats.claim_seat(company.code, CARLA, "carla")
    table = seats.claim_seat(company.code, 1, "carla")
    assert not seats.is_requested(table, table.seats[CARLA])

    seats.answer_request(company.code, CARLA, BANKER, may_sit=True)

    assert company.table.actor("carla").seat == 1
    assert company.table.seats[CARLA].device is None


def test_undoing_the_bankers_steps_frees_the_seat_again(company: Company) -> None:
    plays_carla(company)
    company.tap("laptop", "undo", entry=1)

    assert seats.claim_seat(company.code, CARLA, "carla").actor("carla").seat == CARLA


def test_a_seat_last_played_by_its_own_phone_needs_no_request(company: Company) -> None:
    plays_carla(company)
    seats.claim_seat(company.code, CARLA, "carla")
    seats.answer_request(company.code, CARLA, BANKER, may_sit=True)
    company.tap("carla", "pay", seat=CARLA, target=0, amount=1)
    seats.leave_seat(company.code, "carla")

    assert seats.claim_seat(company.code, CARLA, "other").actor("other").seat == CARLA


def test_seats_of_an_imported_game_need_no_request(company: Company) -> None:
    plays_carla(company)
    table = import_record(export_record(company.table, None), "tablet")

    assert seats.claim_seat(table.code, CARLA, "carla").actor("carla").seat == CARLA


def test_the_banker_can_take_a_seat_they_play_for(company: Company) -> None:
    plays_carla(company)

    assert seats.claim_seat(company.code, CARLA, "laptop").actor("laptop").seat == CARLA


def test_a_personal_code_hands_over_a_seat_played_by_the_banker(company: Company) -> None:
    plays_carla(company)
    seats.claim_seat(company.code, CARLA, "stranger")

    table = seats.take_seat(company.code, CARLA, 0, "carla")

    assert table.actor("carla").seat == CARLA
    assert table.seats[CARLA].asking is None


def covered(company: Company, seat: int) -> bool:
    return is_covered(company.table, company.table.seats[seat])


@pytest.mark.parametrize(
    "change",
    [
        lambda code: seats.free_seat(code, 0, BANKER),
        lambda code: seats.leave_seat(code, "anna"),
    ],
    ids=["freed", "left"],
)
def test_a_hidden_purse_without_its_phone_stays_covered_until_uncovered(
    secretive: Company, change: Callable[[str], OpenTable]
) -> None:
    code = secretive.code
    change(code)
    assert covered(secretive, 0)
    assert_refused("covered_purse", lambda: seats.claim_seat(code, 0, "laptop"))
    claim = secretive.table.seats[0].claim
    assert_refused("covered_purse", lambda: seats.take_seat(code, 0, claim, "laptop"))
    assert_refused("not_a_banker", lambda: seats.uncover_seat(code, 0, ANNA))

    seats.uncover_seat(code, 0, BANKER)

    assert not covered(secretive, 0)
    assert happened(secretive)[-1] == ("uncovered", 0, 0, None)
    assert seats.claim_seat(code, 0, "laptop").actor("laptop").seat == 0


def test_a_phone_that_takes_the_seat_uncovers_its_purse(secretive: Company) -> None:
    seats.free_seat(secretive.code, 0, BANKER)
    seats.claim_seat(secretive.code, 0, "new phone")
    assert not covered(secretive, 0)

    seats.leave_seat(secretive.code, "new phone")

    assert covered(secretive, 0)


def test_open_money_and_seats_without_a_phone_are_never_covered(
    company: Company, secretive: Company
) -> None:
    seats.free_seat(company.code, 0, BANKER)

    assert not covered(company, 0)
    assert not covered(secretive, CARLA)


def test_another_banker_does_not_see_a_playing_bankers_purse(secretive: Company) -> None:
    seats.claim_seat(secretive.code, CARLA, "laptop")
    seats.become_banker(secretive.code, 0, "tablet")
    seats.free_seat(secretive.code, CARLA, Actor("tablet", "banker"))

    assert covered(secretive, CARLA)


def test_covered_purses_are_shown_after_the_game(secretive: Company) -> None:
    seats.free_seat(secretive.code, 0, BANKER)
    assert covered(secretive, 0)

    secretive.tap("laptop", "finish")

    assert not covered(secretive, 0)


def test_of_two_processes_one_request_comes_first(make_app: MakeApp, company: Company) -> None:
    plays_carla(company)
    with open_tables().locked(company.code) as locked:
        known = locked.table
        with make_app().app_context():
            seats.claim_seat(company.code, CARLA, "carla")
        late = seats._request_seat(known, known.seats[CARLA], "stranger")
        with pytest.raises(Refusal):
            locked.change(late, otherwise=Refusal("late", "", moved_on().sentence))

    assert company.table.seats[CARLA].asking == "carla"
