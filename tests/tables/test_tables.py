from __future__ import annotations

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.tables.codes import ALPHABET, is_code, new_code, shown_code, typed_code
from companion.tables.household.kept_copies import save_copy
from companion.tables.live.cache import open_tables
from companion.tables.seats import claim_seat
from companion.tables.storage.store import CopyLink
from companion.tables.tables import create_table, tables_of
from tests.tables.company import SEATS, Company
from tests.toy_game import BLANK

COPY = {"lots": [{"name": "9", "value": 9}]}


def test_a_new_table_has_its_settings(company: Company) -> None:
    table = company.table

    assert (table.game.name, table.sequence, table.revision) == ("toy", 0, 2)
    assert table.names == ("Anna", "Bruno", "Carla")
    assert [seat.colours for seat in table.seats] == [("red",), ("yellow",), ("white",)]
    assert table.setup.options == {"hidden": False}
    assert table.bankers == {"laptop"}
    assert table.newest is None


def test_codes_are_long_random_and_unambiguous() -> None:
    codes = {new_code() for _ in range(1000)}

    assert len(codes) == 1000
    assert all(is_code(code) and len(code) == 8 for code in codes)
    assert len(ALPHABET) == 31 and not set("01OIL") & set(ALPHABET)


def test_a_code_is_shown_in_two_halves_and_accepted_back() -> None:
    assert shown_code("ABCD2345") == "ABCD-2345"
    assert typed_code(" abcd – 23 45") == "ABCD2345"


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (("Anna", "ANNA"), "name_taken"),
        (("Anna", " "), "name_missing"),
        (("Anna", "x" * 31), "name_too_long"),
        (("Anna",), "wrong_number_of_players"),
    ],
)
def test_a_table_with_impossible_settings_is_not_stored(
    company: Company, names: tuple[str, ...], refusal: str
) -> None:
    with pytest.raises(Refusal) as refused:
        create_table("toy", {}, [SeatSetup(name) for name in names], None, None, "tablet")

    assert refused.value.name == refusal
    assert tables_of("tablet") == []


def test_an_unknown_game_is_refused(company: Company) -> None:
    with pytest.raises(Refusal, match="unknown_game"):
        create_table("chess", {}, list(SEATS), None, None, "tablet")


def test_a_table_uses_the_given_copy(company: Company) -> None:
    assert create_table("toy", {}, list(SEATS), COPY, "ours", "tablet").setup.copy == COPY


def test_a_table_prefers_its_own_devices_copy_of_a_name(company: Company) -> None:
    save_copy("toy", "ours", COPY, "laptop")

    table = create_table("toy", {}, list(SEATS), None, "ours", "laptop")

    assert (table.setup.copy, table.copy_link) == (COPY, CopyLink("ours", "laptop"))


def test_a_table_without_a_copy_begins_with_a_blank_one(company: Company) -> None:
    assert create_table("toy", {}, list(SEATS), None, "new", "tablet").setup.copy == BLANK


def test_a_device_lists_its_tables_newest_first(company: Company) -> None:
    later = create_table("toy", {}, list(SEATS)[:2], None, None, "anna")
    claim_seat(later.code, 0, "anna")

    cards = tables_of("anna")

    assert [(card.code, card.role) for card in cards] == [
        (later.code, "banker"),
        (company.code, "player"),
    ]
    assert cards[1].names == ("Anna", "Bruno", "Carla")
    assert (cards[1].game, cards[1].title) == ("toy", "Toy")
    assert tables_of("stranger") == []


def test_a_second_table_has_its_own_log(company: Company) -> None:
    other = Company(create_table("toy", {}, list(SEATS), None, None, "laptop").code)
    company.tap("laptop", "cheer", key="k")

    assert not other.tap("laptop", "cheer", key="k").repeated
    assert open_tables().find(company.code).sequence == 1
