from __future__ import annotations

from companion.tables.play import entries_of
from companion.tables.records.import_export import export_record
from companion.tables.records.verdict import verify_record
from tests.tables.company import Company


def test_the_app_sets_the_time_of_a_timed_action(company: Company) -> None:
    company.tap("laptop", "start", seconds=60, at=999)

    entry = entries_of(company.table)[-1]
    assert entry.action == {"kind": "start", "seconds": 60, "at": 5}
    assert company.table.state.ends_at == 65


def test_a_record_keeps_the_time_of_an_action(company: Company) -> None:
    company.tap("laptop", "start", seconds=60)

    record = export_record(company.table, company.table.actor("laptop"))

    assert verify_record(record).ok
