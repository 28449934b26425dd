"""Saved score sheets and presets: per device, without duplicates, limited."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.tables.household.boxes import (
    MOST_BOXES,
    box_of,
    boxes_of,
    change_box,
    forget_box,
    keep_box,
)

CONTENT = {"winner": "most", "lines": ["Coins"]}


def test_the_last_changed_item_comes_first_and_keeps_its_id(inside: Flask) -> None:
    farm = keep_box("phone", "sheet", "Farm", CONTENT)
    keep_box("phone", "free_bank", "Harbour", {"start": 40})

    change_box("phone", farm.number, "sheet", "Big farm", {"winner": "least"})

    assert [(box.name, box.kind) for box in boxes_of("phone")] == [
        ("Big farm", "sheet"),
        ("Harbour", "free_bank"),
    ]
    assert box_of("phone", farm.number, "sheet").content == {"winner": "least"}


def test_identical_items_are_kept_once_per_device(inside: Flask) -> None:
    first = keep_box("phone", "sheet", "Farm", CONTENT)

    again = keep_box("phone", "sheet", "Farm", dict(CONTENT))
    others = [
        keep_box("tablet", "sheet", "Farm", CONTENT),
        keep_box("phone", "sheet", "Farm", {"winner": "least"}),
    ]

    assert again == first and first not in others
    assert len(boxes_of(None)) == 3


def test_a_device_manages_its_own_items_and_the_server_machine_all(inside: Flask) -> None:
    farm = keep_box("phone", "sheet", "Farm", CONTENT)

    forget_box("tablet", farm.number)
    with pytest.raises(Refusal) as looked:
        box_of("tablet", farm.number, "sheet")
    with pytest.raises(Refusal) as changed:
        change_box("tablet", farm.number, "sheet", "Mine", {})

    assert looked.value.name == changed.value.name == "unknown_box"
    assert boxes_of("tablet") == [] and boxes_of("phone") == boxes_of(None) == [farm]
    forget_box(None, farm.number)
    assert boxes_of("phone") == []


def test_an_item_of_another_kind_is_not_found(inside: Flask) -> None:
    farm = keep_box("phone", "sheet", "Farm", CONTENT)

    with pytest.raises(Refusal):
        box_of("phone", farm.number, "free_bank", "big_shot")


def test_the_number_of_items_is_limited_per_device(inside: Flask) -> None:
    for number in range(MOST_BOXES):
        keep_box("phone", "sheet", f"Farm {number}", CONTENT)

    with pytest.raises(Refusal) as refused:
        keep_box("phone", "sheet", "One more", CONTENT)
    keep_box("tablet", "sheet", "Farm", CONTENT)

    assert refused.value.name == "too_many_boxes"
    assert keep_box("phone", "sheet", "Farm 3", CONTENT).name == "Farm 3"
