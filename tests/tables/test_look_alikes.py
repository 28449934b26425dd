"""Names that are easily mistaken for others."""

from __future__ import annotations

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.tables.household.look_alikes import BANK, require_distinct
from companion.tables.household.next_game import NextGame, follow
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import import_record
from companion.tables.tables import create_table, rename_seat
from tests.catalogues import catalogue
from tests.tables.company import Company

CYRILLIC, WIDE, ACCENTED, GREEK = "\u0410nna", "\uff21nna", "Anna\u0301", "\u0391nna"


def refusal_of(name: str, *others: str) -> str | None:
    try:
        require_distinct(name, others)
    except Refusal as refusal:
        return refusal.name
    return None


@pytest.mark.parametrize("name", [CYRILLIC, WIDE, ACCENTED, GREEK, "Ànna", "ANN\u0410"])
def test_a_name_that_looks_like_anothers_is_refused(name: str) -> None:
    """ "Anna" and "Аnna" could sit at the same table."""
    assert refusal_of(name, "Bruno", "Anna") == "name_looks_alike"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna M.", "Anna"),
        ("Anne", "Anna"),
        ("Ian", "Lan"),
        ("ガク", "カク"),
        ("\u0412\u043e\u0432\u0430", "Boba"),
        ("יוסי", "Anna"),
    ],
)
def test_distinguishable_names_can_sit_at_one_table(name: str, other: str) -> None:
    assert refusal_of(name, other) is None


@pytest.mark.parametrize(
    "name", ["Bank", "THE BANK", "banca", "La Banque", "B\u0430nk", "Banquero"]
)
def test_no_player_can_be_named_like_the_bank(name: str) -> None:
    assert refusal_of(name) == "name_of_the_bank"


@pytest.mark.parametrize("language", ["it", "fr", "de", "es"])
def test_the_words_for_the_bank_are_those_of_the_screens(language: str) -> None:
    _, words = catalogue(language)

    said = {str(words[text].string).casefold() for text in ("Bank", "The bank", "The banker")}

    assert said <= BANK


def test_look_alike_names_are_refused_for_new_tables_and_seats(company: Company) -> None:
    with pytest.raises(Refusal, match="name_looks_alike"):
        create_table("toy", {}, [SeatSetup("Anna"), SeatSetup(CYRILLIC)], None, None, "tablet")
    with pytest.raises(Refusal, match="name_looks_alike"):
        rename_seat(company.code, 1, CYRILLIC, Actor("bruno", "player", 1))

    assert company.table.names == ("Anna", "Bruno", "Carla")


def test_names_at_the_next_table_must_differ_visibly(finished: OpenTable) -> None:
    with pytest.raises(Refusal, match="name_looks_alike"):
        follow(finished.code, "laptop", NextGame(joins=(CYRILLIC,)))


def test_a_saved_game_with_look_alike_names_can_still_be_imported(company: Company) -> None:
    """Files of older versions contain such names."""
    seats = [{"name": name, "colours": []} for name in ("Anna", CYRILLIC, "Bank")]
    record = {"format": "companion record", "version": 1, "game": "toy", "options": {}}

    table = import_record(record | {"seats": seats, "copy": {}, "actions": []}, "laptop")
    later = follow(table.code, "laptop", NextGame())

    assert later.names == ("Anna", CYRILLIC, "Bank")
