from __future__ import annotations

from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables.live.cache import Actor
from companion.tables.seats import free_seat, uncover_seat
from tests.tables.company import Company

PAY = {"kind": "pay", "seat": 0, "target": 2, "amount": 1}
DRAW = {"kind": "draw", "seat": 0, "value": 1}
CHEER = {"kind": "cheer"}
FINISH = {"kind": "finish"}
CORRECT = {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 1}
COUNT = {"kind": "count_cash", "amounts": {"seat 0": 12}}


def refusal_of(company: Company, device: str, action: dict[str, Any]) -> str:
    """Return the name of the refusal, or "" for an accepted action."""
    before = company.table.sequence
    try:
        company.tap(device, **action)
    except Refusal as refusal:
        assert company.table.sequence == before
        return refusal.name
    assert company.table.sequence == before + 1
    return ""


@pytest.mark.parametrize(
    ("action", "laptop", "anna", "bruno", "stranger"),
    [
        (PAY, "", "", "not_your_seat", "onlooker_only_looks"),
        (DRAW, "", "", "not_your_seat", "onlooker_only_looks"),
        (CHEER, "", "", "", "onlooker_only_looks"),
        (FINISH, "", "not_a_banker", "not_a_banker", "onlooker_only_looks"),
        (CORRECT, "", "not_a_banker", "not_a_banker", "onlooker_only_looks"),
        (COUNT, "", "not_a_banker", "not_a_banker", "onlooker_only_looks"),
    ],
    ids=["pay", "draw", "cheer", "finish", "correct", "count"],
)
def test_each_role_has_its_own_permissions(
    company: Company, action: dict[str, Any], laptop: str, anna: str, bruno: str, stranger: str
) -> None:
    for device, expected in (
        ("stranger", stranger),
        ("bruno", bruno),
        ("anna", anna),
        ("laptop", laptop),
    ):
        assert refusal_of(company, device, action) == expected, device


def test_a_banker_who_also_sits_is_the_banker(company: Company) -> None:
    actor = Actor("laptop", "banker", 2)

    assert (actor.label, Actor("x", "player", 2).label) == ("banker", "player 2")


@pytest.mark.parametrize(
    ("device", "action", "expected"),
    [
        ("laptop", PAY, "hidden_purse"),
        ("laptop", DRAW, "hidden_purse"),
        ("laptop", PAY | {"seat": 2, "target": 0}, ""),
        ("laptop", CHEER, ""),
        ("laptop", CORRECT, "hidden_purse"),
        ("laptop", CORRECT | {"source": "seat 0", "target": "seat 2"}, "hidden_purse"),
        ("laptop", CORRECT | {"target": "seat 2"}, ""),
        ("laptop", CORRECT | {"target": "seat x"}, "unknown_account"),
        ("laptop", COUNT, "hidden_purse"),
        ("laptop", COUNT | {"amounts": {"seat 2": 4, "seat 0": 4}}, "hidden_purse"),
        ("laptop", COUNT | {"amounts": {"seat 2": 4}}, ""),
        ("anna", COUNT, ""),
        ("anna", COUNT | {"amounts": {"seat 1": 4}}, "not_a_banker"),
        ("anna", COUNT | {"amounts": {"seat 0": 4, "seat 1": 4}}, "not_a_banker"),
        ("anna", COUNT | {"amounts": {"bank": 4}}, "not_a_banker"),
        ("anna", CORRECT, "not_a_banker"),
        ("anna", PAY, ""),
    ],
)
def test_nobody_else_plays_for_a_phone_with_a_hidden_purse(
    secretive: Company, device: str, action: dict[str, Any], expected: str
) -> None:
    assert refusal_of(secretive, device, action) == expected


def test_the_banker_plays_for_a_hidden_purse_whose_phone_is_gone_once_it_is_uncovered(
    secretive: Company,
) -> None:
    free_seat(secretive.code, 0, Actor("laptop", "banker"))
    for action in (PAY, DRAW, CORRECT, COUNT):
        assert refusal_of(secretive, "laptop", action) == "covered_purse"

    uncover_seat(secretive.code, 0, Actor("laptop", "banker"))

    assert refusal_of(secretive, "laptop", PAY) == ""


def test_everybody_sees_all_purses_after_the_game(secretive: Company) -> None:
    secretive.tap("laptop", "finish")

    assert refusal_of(secretive, "laptop", COUNT) == "over"
