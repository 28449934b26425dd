"""Majorities: every example of BS-M2 and BS-M3, and properties for any counts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.money.majority import majority, sole_most

COLOURS = ("red", "yellow", "white", "black")
ANY_COUNTS = st.dictionaries(st.sampled_from((*COLOURS, "blue", "green")), st.integers(0, 7))


def owning_count(*counts: int) -> int | None:
    """Return the owner's number of cubes, or None without an owner."""
    by_colour = dict(zip(COLOURS, counts, strict=False))
    owner = majority(by_colour).owner
    return None if owner is None else by_colour[owner]


@pytest.mark.parametrize(
    ("counts", "owner"),
    [
        pytest.param((3, 3, 1), 1, id="BS-M2 3/3/1"),
        pytest.param((2, 2, 2, 1), 1, id="BS-M2 2/2/2/1"),
        pytest.param((3, 2, 2), 3, id="BS-M2 3/2/2"),
        pytest.param((3, 2, 1, 1), 3, id="BS-M2 3/2/1/1"),
        pytest.param((2, 1, 1), 2, id="BS-M3 2/1/1"),
        pytest.param((1, 0), 1, id="BS-M3 1/0"),
        pytest.param((2, 2, 1), 1, id="BS-M3 2/2/1"),
        pytest.param((3, 3), None, id="BS-M3 3/3"),
        pytest.param((2, 2), None, id="BS-M3 2/2"),
        pytest.param((1, 1), None, id="BS-M3 1/1"),
        pytest.param((2, 2, 1, 1), None, id="BS-M3 2/2/1/1"),
        pytest.param((1, 1, 1), None, id="BS-M3 1/1/1"),
        pytest.param((2, 2, 2), None, id="BS-M3 2/2/2"),
        pytest.param((), None, id="BS-M3 empty"),
        pytest.param((0, 0, 0, 0), None, id="BS-M3 no cube"),
    ],
)
def test_majority_examples_of_the_rule_books(counts: tuple[int, ...], owner: int | None) -> None:
    assert owning_count(*counts) == owner


@pytest.mark.parametrize(
    ("added", "owner"),
    [
        ({"red": 2, "black": 1}, "red"),
        ({"yellow": 1, "red": 1, "black": 1}, "yellow"),
        ({"red": 2, "yellow": 1}, "white"),
    ],
)
def test_tactics_examples_of_the_rule_books(added: dict[str, int], owner: str) -> None:
    lot = {"yellow": 2, "red": 1, "white": 1}

    filled = {colour: lot.get(colour, 0) + added.get(colour, 0) for colour in COLOURS}

    assert majority(filled).owner == owner


def test_seven_cubes_always_have_exactly_one_owner() -> None:
    splits = [counts for counts in product(range(8), repeat=4) if sum(counts) == 7]

    assert len(splits) == 120
    assert [counts for counts in splits if owning_count(*counts) is None] == []


def test_a_decided_majority_explains_itself() -> None:
    judged = majority({"red": 3, "white": 3, "black": 1, "yellow": 0})

    assert judged.owner == "black"
    assert judged.counts == (("red", 3), ("white", 3), ("black", 1))
    assert judged.cancelled == (3,)


def test_without_an_owner_every_count_was_cancelled() -> None:
    assert majority({"red": 2, "white": 2, "black": 1, "yellow": 1}).cancelled == (2, 1)


def test_a_negative_count_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="never negative"):
        majority({"red": -1})


@given(ANY_COUNTS)
def test_the_owner_has_the_largest_count_that_nobody_shares(counts: dict[str, int]) -> None:
    owner = majority(counts).owner

    present = [count for count in counts.values() if count]
    unshared = [count for count in present if present.count(count) == 1]
    assert (None if owner is None else counts[owner]) == max(unshared, default=None)


@given(ANY_COUNTS)
def test_cancelled_counts_are_shared_and_above_the_owners(counts: dict[str, int]) -> None:
    judged = majority(counts)

    held = counts[judged.owner] if judged.owner is not None else 0
    present = list(counts.values())
    above = sorted({count for count in present if count > held}, reverse=True)
    assert judged.cancelled == tuple(above)
    assert all(present.count(count) > 1 for count in judged.cancelled)


@given(ANY_COUNTS, st.permutations(("mauve", "teal", "lime", "pink", "grey", "tan")))
def test_the_majority_does_not_depend_on_colour_names(
    counts: dict[str, int], others: list[str]
) -> None:
    new_names = dict(zip((*COLOURS, "blue", "green"), others, strict=True))

    owner = majority(counts).owner
    renamed = majority({new_names[colour]: count for colour, count in counts.items()}).owner

    assert renamed == (None if owner is None else new_names[owner])


@given(ANY_COUNTS)
def test_the_order_in_which_colours_are_listed_does_not_matter(counts: dict[str, int]) -> None:
    assert majority(dict(reversed(counts.items()))).owner == majority(counts).owner


@pytest.mark.parametrize(
    ("counts", "first"), [({0: 2, 1: 3}, 1), ({0: 3, 1: 3, 2: 1}, None), ({0: 0}, None), ({}, None)]
)
def test_first_place_needs_an_unshared_maximum(counts: dict[int, int], first: int | None) -> None:
    assert sole_most(counts) == first
