from __future__ import annotations

import time

import pytest
from sqlalchemy import func, select

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.tables import seats
from companion.tables.forgetting import forget_tables
from companion.tables.household.evenings import evenings_of
from companion.tables.household.next_game import NextGame, follow, follower
from companion.tables.household.people import coloured, forget_person, last_time, people_of
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.storage.models import Forgotten, Table
from companion.tables.tables import create_table, tables_of
from tests.conftest import MakeApp
from tests.tables.company import Company, seated


def tables_kept() -> int:
    with open_tables().store.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(Table)) or 0


def test_the_next_table_keeps_people_devices_settings_and_copy(finished: OpenTable) -> None:
    later = follow(finished.code, "laptop", NextGame())

    assert [(seat.name, seat.device) for seat in later.seats] == [
        ("Anna", "anna"),
        ("Bruno", "bruno"),
        ("Carla", None),
    ]
    assert later.bankers == finished.bankers and later.sequence == 0
    assert later.setup.options == finished.setup.options
    assert later.setup.copy == finished.setup.copy
    before = open_tables().find(finished.code)
    assert before.followed_by == follower(before) == later.code


@pytest.mark.parametrize("device", ["anna", "stranger", ""])
def test_only_a_banker_makes_the_next_table(finished: OpenTable, device: str) -> None:
    with pytest.raises(Refusal, match="not_a_banker"):
        follow(finished.code, device, NextGame())

    assert tables_kept() == 1


def test_a_refused_next_table_is_not_made_or_linked(finished: OpenTable) -> None:
    for wish in (
        NextGame(stays=frozenset()),
        NextGame(joins=("Anna",)),
        NextGame(joins=("x" * 31,)),
    ):
        with pytest.raises(Refusal):
            follow(finished.code, "laptop", wish)

    assert tables_kept() == 1
    assert open_tables().find(finished.code).followed_by is None


def test_a_running_game_gets_no_next_table(company: Company) -> None:
    company.tap("anna", "cheer")

    with pytest.raises(Refusal, match="not_over"):
        follow(company.code, "laptop", NextGame())


def test_the_second_to_ask_for_a_next_table_gets_the_first_ones(finished: OpenTable) -> None:
    first = follow(finished.code, "laptop", NextGame())
    second = follow(finished.code, "laptop", NextGame(stays=frozenset((0, 1))))

    assert second.code == first.code and tables_kept() == 2


def test_another_process_knows_the_next_table_at_once(
    make_app: MakeApp, finished: OpenTable
) -> None:
    other = make_app()
    with other.app_context():
        assert open_tables().find(finished.code).followed_by is None

    later = follow(finished.code, "laptop", NextGame())

    with other.app_context():
        assert open_tables().find(finished.code).followed_by == later.code


def test_a_phone_that_lost_its_seat_has_none_at_the_next_table(finished: OpenTable) -> None:
    banker = finished.actor("laptop")
    seats.free_seat(finished.code, 0, banker)

    later = follow(finished.code, "laptop", NextGame())

    assert later.actor("anna").role == "onlooker"
    assert not later.seats[0].covered


def test_old_personal_codes_are_void_at_the_next_table(finished: OpenTable) -> None:
    seats.free_seat(finished.code, 0, finished.actor("laptop"))
    later = follow(finished.code, "laptop", NextGame())

    assert [seat.claim for seat in later.seats] == [0, 0, 0] and later.banker_pass == 0
    assert later.code != finished.code


def test_a_device_remembers_only_people_of_its_own_tables(company: Company) -> None:
    create_table(
        "toy", {}, [SeatSetup("Zoe"), SeatSetup("anna"), SeatSetup("Ugo")], None, None, "tablet"
    )

    assert [one.name for one in people_of("laptop")] == ["Anna", "Bruno", "Carla"]
    assert [one.name for one in people_of("bruno")] == ["Anna", "Bruno", "Carla"]
    assert [one.name for one in people_of("tablet")] == ["Zoe", "anna", "Ugo"]
    assert people_of("stranger") == []
    assert last_time("stranger", "toy").names == ()


def test_settings_come_from_the_games_last_table_or_only_its_people(company: Company) -> None:
    create_table(
        "toy", {"hidden": True}, [SeatSetup("Zoe"), SeatSetup("Ugo")], None, "Our lots", "laptop"
    )
    forget_person("laptop", "Zoe")

    newest, other = last_time("laptop", "toy"), last_time("laptop", "big_shot")

    assert newest.names == other.names == ("Ugo",)
    assert newest.options is not None and newest.options["hidden"] is True
    assert newest.copy.name == "Our lots"
    assert other.options is None and other.copy.name is None


def test_forgotten_people_are_stored_only_as_long_as_their_tables(company: Company) -> None:
    def forgotten() -> int:
        with open_tables().store.engine.connect() as connection:
            return len(connection.execute(select(Forgotten)).all())

    forget_person("laptop", "Anna")
    assert forgotten() == 1

    list(forget_tables(before=time.time() + 1))

    assert forgotten() == 0


def test_people_get_their_usual_colour_unless_it_is_taken() -> None:
    usual = {"anna": ("blue",), "bruno": ("blue",), "carla": ("red", "blue"), "dario": ("pink",)}

    seated_now = coloured(
        ("Anna", "Bruno", "Carla", "Dario"), 1, ("red", "blue", "green", "black"), usual
    )

    assert [seat.colours for seat in seated_now] == [("blue",), ("red",), ("green",), ("black",)]


def test_a_tables_summary_is_cached_until_it_changes(company: Company) -> None:
    company.tap("anna", "cheer")
    (first,) = evenings_of(tables_of("laptop"))

    assert evenings_of(tables_of("laptop"))[0] is first
    company.tap("laptop", "finish")
    (ended,) = evenings_of(tables_of("laptop"))

    assert first.outcome is None and ended.outcome is not None
    assert len(ended.thought) == 3


def test_a_table_without_steps_is_on_no_list(company: Company) -> None:
    follow(company.code, "laptop", NextGame())

    assert [one.card.code for one in evenings_of(tables_of("laptop"))] == [
        open_tables().find(company.code).followed_by
    ]
    assert len(tables_of("laptop")) == 2


def test_listing_many_tables_keeps_none_in_memory(company: Company) -> None:
    seated()
    before = len(open_tables().slots)
    open_tables().slots.forget(company.code)

    evenings_of(tables_of("laptop"))

    assert len(open_tables().slots) == before - 1
