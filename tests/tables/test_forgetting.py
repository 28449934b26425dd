from __future__ import annotations

import pytest
from sqlalchemy import func, select

from companion.mechanics.actions.refusal import Refusal
from companion.tables.forgetting import _delete_if_idle, forget_tables, idle_tables
from companion.tables.live.cache import open_tables
from companion.tables.storage.checksums import seal
from companion.tables.storage.models import Banker, EntryRow, Seat, SeatEventRow, Table
from tests.conftest import MakeApp
from tests.tables.company import Company, seated

TAPPED_AT = 5.0
"""The time of the company's moves by its clock."""


def made_at(company: Company, moment: float) -> Company:
    with open_tables().store.writing() as session:
        session.get_one(Table, company.table.id).created_at = moment
        session.flush()
        seal(session.connection(), company.table.id)
    return company


def rows() -> list[int | None]:
    """Return the number of rows of each model."""
    with open_tables().store.engine.connect() as connection:
        return [
            connection.scalar(select(func.count()).select_from(model))
            for model in (Table, Seat, Banker, EntryRow, SeatEventRow)
        ]


def test_an_idle_table_is_deleted_completely(company: Company) -> None:
    company.tap("anna", "cheer")
    made_at(company, 1.0)
    code = company.table.shown_code

    assert list(forget_tables(before=TAPPED_AT + 1)) == [code]

    assert rows() == [0, 0, 0, 0, 0]
    with pytest.raises(Refusal, match="unknown_code"):
        open_tables().find(code)


def test_another_process_no_longer_finds_a_deleted_table(
    make_app: MakeApp, company: Company
) -> None:
    made_at(company, 1.0)
    other = make_app()
    with other.app_context():
        assert open_tables().find(company.code).sequence == 0

    list(forget_tables(before=TAPPED_AT))

    with other.app_context(), pytest.raises(Refusal, match="unknown_code"):
        open_tables().find(company.code)


@pytest.mark.parametrize(("made", "before"), [(9.0, 8.0), (1.0, TAPPED_AT)])
def test_a_recently_made_or_used_table_stays(company: Company, made: float, before: float) -> None:
    company.tap("anna", "cheer")
    made_at(company, made)

    assert list(forget_tables(before)) == []
    assert company.table.sequence == 1


def test_listing_idle_tables_deletes_nothing(company: Company) -> None:
    idle = made_at(seated(), 1.0)
    kept = rows()

    assert idle_tables(before=2.0) == [(idle.table.id, idle.table.shown_code)]
    assert rows() == kept


def test_a_table_used_again_during_deletion_stays_complete(company: Company) -> None:
    made_at(company, 1.0)
    company.tap("anna", "cheer")
    kept = rows()
    chosen_too_early = company.table.id

    with pytest.raises(Exception, match=r"(?i)foreign key"):
        _delete_if_idle(chosen_too_early, TAPPED_AT)

    assert rows() == kept
