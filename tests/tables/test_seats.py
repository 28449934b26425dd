from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.tables import seats
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.tables import rename_seat
from tests.conftest import MakeApp
from tests.tables.company import Company

Change = Callable[[str], OpenTable]
BANKER = Actor("laptop", "banker")
ANNA = Actor("anna", "player", 0)


def assert_refused(name: str, change: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as refused:
        change()
    assert refused.value.name == name


def test_the_creator_is_the_banker_and_seated_devices_are_players(company: Company) -> None:
    table = company.table

    assert table.actor("laptop") == BANKER
    assert table.actor("anna") == ANNA
    assert table.actor("stranger") == Actor("stranger", "onlooker", None)


def test_a_free_seat_can_be_claimed_only_once(company: Company) -> None:
    code = company.code

    assert seats.claim_seat(code, 2, "carla").actor("carla").seat == 2
    assert_refused("seat_taken", lambda: seats.claim_seat(code, 2, "dario"))
    assert seats.claim_seat(code, 2, "carla").actor("carla").seat == 2


def test_a_banker_can_also_take_a_seat(company: Company) -> None:
    assert seats.claim_seat(company.code, 2, "laptop").actor("laptop") == Actor(
        "laptop", "banker", 2
    )


def test_a_device_has_one_seat_at_a_table(company: Company) -> None:
    claim = company.table.seats[2].claim

    assert_refused("already_seated", lambda: seats.claim_seat(company.code, 2, "anna"))
    assert_refused("already_seated", lambda: seats.take_seat(company.code, 2, claim, "anna"))


def test_a_chosen_colour_belongs_to_one_player_only(company: Company) -> None:
    bruno = Actor("bruno", "player", 1)
    assert company.table.colours == (("red",), ("yellow",), ("white",))

    assert seats.choose_colour(company.code, 0, "pink", ANNA).colours[0] == ("pink",)
    assert seats.choose_colour(company.code, 1, "red", BANKER).colours[1] == ("red",)
    assert "yellow" in company.table.free_colours and "pink" not in company.table.free_colours

    for name, seat, colour, actor in (
        ("colour_taken", 1, "pink", bruno),
        ("not_your_seat", 0, "blue", bruno),
        ("not_your_seat", 2, "blue", Actor("stranger", "onlooker", None)),
        ("unknown_colour", 1, "plaid", bruno),
        ("unknown_seat", 3, "blue", BANKER),
    ):
        assert_refused(name, partial(seats.choose_colour, company.code, seat, colour, actor))


@pytest.mark.parametrize("number", [-1, 3, 10**9])
def test_a_missing_seat_cannot_be_claimed(company: Company, number: int) -> None:
    code = company.code

    assert_refused("unknown_seat", lambda: seats.claim_seat(code, number, "dario"))
    assert_refused("unknown_seat", lambda: seats.take_seat(code, number, 0, "dario"))
    assert_refused("unknown_seat", lambda: seats.free_seat(code, number, BANKER))
    assert_refused("unknown_seat", lambda: rename_seat(code, number, "Dario", BANKER))


def test_a_leaving_device_frees_its_seat(company: Company) -> None:
    left = seats.leave_seat(company.code, "anna")

    assert left.actor("anna").role == "onlooker"
    assert seats.claim_seat(company.code, 0, "new phone").actor("new phone").seat == 0
    assert seats.leave_seat(company.code, "stranger").revision == company.table.revision


def test_only_a_banker_frees_a_seat(company: Company) -> None:
    assert_refused("not_a_banker", lambda: seats.free_seat(company.code, 1, ANNA))
    # What the caller believes about the role does not count; the table knows.
    pretended = Actor("anna", "banker")
    assert_refused("not_a_banker", lambda: seats.free_seat(company.code, 1, pretended))

    assert seats.free_seat(company.code, 1, BANKER).seats[1].device is None


def test_a_personal_code_hands_the_seat_over_and_ends_the_old_hold(company: Company) -> None:
    claim = company.table.seats[0].claim

    table = seats.take_seat(company.code, 0, claim, "new phone")

    assert table.actor("new phone").seat == 0
    assert table.actor("anna").role == "onlooker"
    assert_refused("onlooker_only_looks", lambda: company.tap("anna", "cheer"))
    company.tap("new phone", "pay", seat=0, target=1, amount=1)


def test_a_personal_code_works_once(company: Company) -> None:
    claim = company.table.seats[0].claim
    seats.take_seat(company.code, 0, claim, "new phone")

    assert_refused("pass_used", lambda: seats.take_seat(company.code, 0, claim, "third phone"))
    # The same phone scanning twice is no mistake.
    assert seats.take_seat(company.code, 0, claim, "new phone").actor("new phone").seat == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda code: seats.leave_seat(code, "anna"),
        lambda code: seats.free_seat(code, 0, BANKER),
    ],
    ids=["left", "freed"],
)
def test_a_personal_code_is_void_once_the_holder_changed(company: Company, change: Change) -> None:
    claim = company.table.seats[0].claim
    change(company.code)

    assert_refused("pass_used", lambda: seats.take_seat(company.code, 0, claim, "dario"))


def test_another_banker_is_made_by_a_code_that_works_once(company: Company) -> None:
    number = company.table.banker_pass

    table = seats.become_banker(company.code, number, "tablet")

    assert table.actor("tablet").role == "banker"
    assert table.actor("laptop").role == "banker"
    assert_refused("pass_used", lambda: seats.become_banker(company.code, number, "stranger"))
    assert seats.become_banker(company.code, number, "tablet").revision == table.revision


def test_a_seat_is_renamed_by_its_player_or_a_banker(company: Company) -> None:
    assert rename_seat(company.code, 0, "  Anna   Maria ", ANNA).names[0] == "Anna Maria"
    assert rename_seat(company.code, 2, "Dario", BANKER).names[2] == "Dario"
    assert company.table.state.names == ("Anna Maria", "Bruno", "Dario")
    assert_refused("not_your_seat", lambda: rename_seat(company.code, 1, "Dora", ANNA))


def test_a_name_may_change_its_case(company: Company) -> None:
    assert rename_seat(company.code, 0, "ANNA", ANNA).names[0] == "ANNA"


@pytest.mark.parametrize(
    ("name", "refusal"),
    [("bruno", "name_taken"), (" \n\0", "name_missing"), ("x" * 31, "name_too_long")],
)
def test_a_name_must_be_present_short_and_unique(company: Company, name: str, refusal: str) -> None:
    assert_refused(refusal, lambda: rename_seat(company.code, 0, name, ANNA))


def test_renaming_keeps_the_money(company: Company) -> None:
    company.tap("anna", "pay", seat=0, target=1, amount=4)
    company.tap("anna", "cheer")
    company.tap("laptop", "undo", entry=2)

    table = rename_seat(company.code, 0, "Anna Maria", ANNA)

    assert company.balance(0) == 6
    assert table.sequence == 3
    company.tap("laptop", "redo", entry=3)


@pytest.mark.parametrize(
    "change",
    [
        lambda code: seats.claim_seat(code, 2, "carla"),
        lambda code: seats.leave_seat(code, "anna"),
        lambda code: seats.free_seat(code, 0, BANKER),
        lambda code: seats.take_seat(code, 0, 1, "new phone"),
        lambda code: seats.become_banker(code, 0, "tablet"),
        lambda code: rename_seat(code, 0, "Dora", ANNA),
    ],
    ids=["claim", "leave", "free", "take", "banker", "rename"],
)
def test_each_seat_change_is_counted_and_notified(company: Company, change: Change) -> None:
    before = company.table
    listener = company.listener()

    change(company.code)

    assert listener.is_set()
    assert company.table.revision == before.revision + 1
    assert company.table.sequence == before.sequence


def test_of_two_processes_one_gets_the_seat(make_app: MakeApp, company: Company) -> None:
    other = make_app()
    with other.app_context():
        seats.claim_seat(company.code, 2, "dario")

    assert_refused("seat_taken", lambda: seats.claim_seat(company.code, 2, "carla"))
    assert company.table.actor("dario").seat == 2


def test_a_claim_that_comes_a_moment_too_late_changes_nothing(
    make_app: MakeApp, company: Company
) -> None:
    other = make_app()
    with open_tables().locked(company.code) as locked:
        with other.app_context():
            seats.claim_seat(company.code, 2, "dario")
        taken = Refusal("seat_taken", "", say("Taken."))
        statement = seats._give_seat(locked.table, 2, locked.table.seats[2].claim, "carla")
        assert_refused("seat_taken", lambda: locked.change(statement, otherwise=taken))

    assert company.table.actor("carla").role == "onlooker"


def test_a_locked_seat_is_freed_and_no_phone_takes_it_unless_the_banker_lets_it_in(
    company: Company,
) -> None:
    seats.lock_seat(company.code, 0, BANKER, locked=True)

    for device in ("anna", "stranger"):
        asks = seats.claim_seat(company.code, 0, device).seats[0]
        assert (asks.device, asks.asking, asks.locked) == (None, device, True)
        seats.answer_request(company.code, 0, BANKER, may_sit=False)
    seats.claim_seat(company.code, 0, "anna")
    sits = seats.answer_request(company.code, 0, BANKER, may_sit=True).seats[0]

    assert (sits.device, sits.locked) == ("anna", False)


def test_a_locked_seat_opens_for_the_banker_a_personal_code_and_when_it_is_unlocked(
    company: Company,
) -> None:
    locked = [seats.lock_seat(company.code, seat, BANKER, locked=True) for seat in range(3)]
    claim = locked[-1].seats[0].claim

    seats.take_seat(company.code, 0, claim, "new phone")
    seats.lock_seat(company.code, 1, BANKER, locked=False)
    seats.claim_seat(company.code, 1, "bruno")
    table = seats.claim_seat(company.code, 2, "laptop")

    assert [seat.device for seat in table.seats] == ["new phone", "bruno", "laptop"]
    assert not any(seat.locked for seat in table.seats)


def test_only_the_banker_locks_a_seat(company: Company) -> None:
    for lock in (partial(seats.lock_seat, locked=True), partial(seats.lock_seat, locked=False)):
        assert_refused("not_a_banker", partial(lock, company.code, 0, ANNA))
