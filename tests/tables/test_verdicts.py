from __future__ import annotations

import pytest

from companion.tables.live.cache import OpenTable
from companion.tables.records.import_export import verify_record, verify_text
from tests.kept import KINDS
from tests.tables.company import Company
from tests.tables.written import ACTIONS, bare, exported, written

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)


def test_a_verdict_says_how_a_game_ended(finished: OpenTable) -> None:
    verdict = verify_record(written(exported(finished)))

    assert verdict.as_json("evening.json") == {
        "file": "evening.json",
        "game": "toy",
        "ok": True,
        "over": True,
        "reason": "finished",
        "winners": [1],
        "standings": [
            {
                "seat": seat,
                "name": name,
                "total": total,
                "terms": [{"label": "cash", "amount": total, "rule": "T-5"}],
            }
            for seat, name, total in ((1, "Bruno", 17), (2, "Carla", 11), (0, "Anna", 7))
        ],
        "balances": {"bank": -35, "seat 0": 7, "seat 1": 17, "seat 2": 11},
        "holdings": {"names": ["Anna", "Bruno", "Carla"], "money": [7, 17, 11]},
    }


def test_a_verdict_on_actions_alone_plays_them(company: Company) -> None:
    told = verify_record(bare(actions=ACTIONS[:3])).as_json("x")

    assert (told["ok"], told["over"], told["reason"]) == (True, False, None)
    assert (told["winners"], told["standings"]) == ([], [])
    assert told["balances"] == {"bank": -20, "seat 0": 7, "seat 1": 13}


def test_a_record_without_entries_is_legal(company: Company) -> None:
    assert verify_record(bare(actions=[])).ok


@pytest.mark.parametrize(
    ("actions", "index", "refusal", "rule"),
    [
        ([{"kind": "pay", "seat": 0, "target": 1, "amount": 11}], 0, "too_poor", "T-4"),
        ([*ACTIONS, {"kind": "cheer"}], 4, "over", "T-2"),
        ([ACTIONS[0], {"kind": "draw", "seat": 0, "value": 7}], 1, "not_on_the_die", "T-3"),
        ([{"kind": "draw", "seat": 0}], 0, "dice_missing", ""),
        ([{"kind": "undo", "entry": 1}], 0, "nothing_to_undo", ""),
        ([{"kind": "fly"}], 0, "unknown_kind", ""),
        (["cheer"], 0, "record_malformed", ""),
    ],
)
def test_a_verdict_names_the_first_illegal_action(
    company: Company, actions: list[object], index: int, refusal: str, rule: str
) -> None:
    told = verify_record(bare(actions=actions)).as_json("x.json")

    assert told.pop("message")
    assert told == {
        "file": "x.json", "ok": False, "action": index, "refusal": refusal, "rule": rule,
    }  # fmt: skip


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"kind": "drawn", "seat": 0, "value": 1}],
        [{"kind": "paid", "seat": 0, "target": 1, "amount": 2}],
        [{"kind": "unheard of"}],
    ],
)
def test_events_that_differ_from_todays_rules_are_reported(
    finished: OpenTable, events: list[object]
) -> None:
    record = exported(finished)
    record["entries"][0]["facts"] = events

    told = verify_record(written(record)).as_json("x")

    assert (told["ok"], told["action"], told["refusal"]) == (False, 0, "facts_differ")


@pytest.mark.parametrize(
    "outcome",
    [
        {"winners": [0]},
        {"reason": "boredom"},
        {"standings": []},
        {"standings": [{"seat": 1, "total": 16}, {"seat": 2}, {"seat": 0}]},
        {"unheard": "of"},
    ],
)
def test_an_outcome_that_differs_from_todays_rules_is_reported(
    finished: OpenTable, outcome: dict[str, object]
) -> None:
    told = verify_record(written(exported(finished) | {"outcome": outcome})).as_json("x")

    assert (told["ok"], told["action"], told["refusal"]) == (False, None, "outcome_differs")


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        {"winners": [1]},
        {"standings": [{"seat": 1, "total": 17}, {"seat": 2}, {"seat": 0}]},
    ],
)
def test_a_record_can_leave_out_parts_of_its_outcome(
    finished: OpenTable, outcome: dict[str, object] | None
) -> None:
    assert verify_record(written(exported(finished) | {"outcome": outcome})).ok


def test_an_outcome_of_an_unfinished_game_is_reported(company: Company) -> None:
    record = exported(company.table) | {"outcome": {"winners": [0]}}

    assert verify_record(record).as_json("x")["refusal"] == "outcome_differs"


def test_other_wording_of_the_same_scores_is_no_difference(finished: OpenTable) -> None:
    record = exported(finished)
    record["outcome"]["standings"][0]["terms"][0]["label"] = "money"

    assert verify_record(record).ok


def test_the_verdict_on_an_unreadable_file_names_the_reason(company: Company) -> None:
    told = verify_text(b"\xff").as_json("photo.jpg")

    assert (told["ok"], told["action"], told["refusal"]) == (False, None, "record_malformed")
