"""Parsing of amounts as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import (
    BEYOND,
    LARGEST,
    WHOLE_NUMBERS,
    Denomination,
    read_amount,
)
from tests.extent import choose


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", 0),
        ("12", 12),
        (" 1 500 ", 1500),
        ("1\u202f500", 1500),
        ("1\u00a0500", 1500),
        ("1'500", 1500),
        ("1.500", 1500),
        ("1,500", 1500),
        ("1.000.000", 10**6),
        ("2k", 2000),
        ("2 K", 2000),
        ("10+5", 15),
        ("1.500 + 2k + 7", 3507),
        ("-7", -7),
        ("−7", -7),
        ("+7", 7),
        ("0012", 12),
        ("2*15", 30),
        ("2 × 15 + 3x2", 36),
        ("0*7", 0),
        ("12 €", 12),
        ("$12", 12),
        ("-$12", -12),
        ("£1,500 + £2", 1502),
        ("1000000000000", 10**12),
    ],
)
def test_a_whole_number_is_read_as_people_write_it(text: str, amount: int) -> None:
    """ "1.500" was refused where "1 500" was read."""
    assert read_amount(text, "X-1") == amount


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("", "amount_missing", "Enter an amount first."),
        ("  ", "amount_missing", "Enter an amount first."),
        ("1.5", "amount_fraction", "such as 12, not “1.5”"),
        ("1,50", "amount_fraction", "such as 12, not “1,50”"),
        ("1.5k", "amount_fraction", "such as 12, not"),
        ("0.500", "amount_fraction", "such as 12, not"),
        ("1.500,000", "amount_fraction", "such as 12, not"),
        ("10+", "amount_not_a_number", "in digits"),
        ("++1", "amount_not_a_number", "in digits"),
        ("2*", "amount_not_a_number", "in digits"),
        ("100/3", "amount_not_a_number", "in digits"),
        ("50%", "amount_not_a_number", "in digits"),
        ("2M", "amount_not_a_number", "in digits"),
        ("$", "amount_not_a_number", "in digits"),
        ("1.5*2", "amount_fraction", "such as 12, not"),
        ("*".join(["1000"] * 5), "amount_too_large", "Enter 1000000000000 or less"),
        ("k", "amount_not_a_number", "in digits"),
        ("9999999999k", "amount_too_large", "Enter 1000000000000 or less"),
        ("+".join(["1000000000000"] * 2), "amount_too_large", "Enter 1000000000000 or less"),
        (".", "amount_fraction", "such as 12, not"),
        ("ten", "amount_not_a_number", "in digits, not “ten”"),
        ("5-", "amount_not_a_number", "in digits"),
        ("٣", "amount_not_a_number", "in digits"),
        ("10000000000000", "amount_too_large", "Enter 1000000000000 or less"),
        ("9" * 5000, "amount_too_large", "Enter 1000000000000 or less"),
    ],
)
def test_each_kind_of_invalid_number_has_its_message(text: str, name: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_amount(text, "X-1")

    assert (refused.value.name, refused.value.rule) == (name, "X-1")
    assert sentence in str(refused.value.sentence)


@pytest.mark.parametrize(
    ("text", "names", "amount"),
    [
        ("2M", ("$",), 2_000_000),
        ("2m", (), 2_000_000),
        ("12 ducats", ("Ducats",), 12),
        ("12 VP+3 VP", ("VP",), 15),
        ("2M", ("M",), 2),
        ("2k M", ("M",), 2000),
        ("2k", ("k",), 2),
        ("2M", ("M$",), None),
        ("2M$", ("M$",), 2),
        ("-5", ("-",), -5),
        ("100", ("1",), 100),
    ],
)
def test_the_unit_of_the_table_may_stand_beside_an_amount(
    text: str, names: tuple[str, ...], amount: int | None
) -> None:
    """M is a million only where the unit and the name of the money begin with another letter."""
    has_millions = not any(name.startswith("M") for name in names)

    assert Denomination(names=names, has_millions=has_millions).parse(text) == amount


@pytest.mark.parametrize(
    ("text", "places", "amount"),
    [
        ("12.50", 2, 1250),
        ("12,5", 2, 1250),
        (",5", 1, 5),
        ("12", 2, 1200),
        ("1.500", 2, 150_000),
        ("1,500", 1, 15_000),
        ("1.500,25", 2, 150_025),
        ("1,500.25", 2, 150_025),
        ("3*1.50+2", 2, 650),
        ("1.5k", 1, 15_000),
        ("-0.05", 2, -5),
        ("0.5*0.5", 1, None),
        ("1.50", 1, None),
        ("0.500", 2, None),
        ("1.500.25", 2, None),
        ("12.", 2, None),
        ("10000000000.01", 2, BEYOND),
    ],
)
def test_an_amount_with_decimals_is_read_in_the_smallest_unit(
    text: str, places: int, amount: int | None
) -> None:
    """Three digits after a separator are always thousands."""
    assert Denomination(places).parse(text) == amount


@pytest.mark.parametrize(
    ("amount", "places", "figure"),
    [
        (0, 2, "0.00"),
        (5, 2, "0.05"),
        (-5, 1, "−0.5"),
        (123_456, 2, "1234.56"),
        (-1_234_567, 2, "−12\u202f345.67"),
        (12_345, 0, "12345"),
        (-7, 0, "−7"),
    ],
)
def test_an_amount_is_written_with_the_places_of_its_money(
    amount: int, places: int, figure: str
) -> None:
    assert str(Denomination(places).figure(amount)) == figure


@given(st.integers(-LARGEST, LARGEST), st.integers(0, 2))
def test_what_is_written_is_read_again_to_the_smallest_unit(amount: int, places: int) -> None:
    money = Denomination(places)
    entry, figure = str(money.entry(amount)), str(money.figure(amount, plus="+"))

    for text in (entry, entry.replace(".", ","), money.plain(amount), figure):
        assert money.read(text, "X-1") == amount


@pytest.mark.parametrize(
    ("amount", "lowest", "name"),
    [
        (None, 1, "amount_missing"),
        (-1, 1, "amount_negative"),
        (-1, 0, "amount_negative"),
        (0, 1, "amount_too_small"),
        (4, 5, "amount_too_small"),
        (-8, -7, "amount_too_small"),
        (10**12 + 1, 1, "amount_too_large"),
    ],
)
def test_an_amount_out_of_range_is_refused(amount: int | None, lowest: int, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        WHOLE_NUMBERS.require(amount, lowest, "X-1")

    assert refused.value.name == name


# Hypothesis needs seconds to prepare a strategy for all of Unicode.
CHARACTERS: st.SearchStrategy[str] = choose(
    check=st.sampled_from("0123456789 .,'’+-−kKmM½٣x\u00a0\u202f"),
    test=st.characters(),
    full=st.characters(),
)


@given(st.text(CHARACTERS, max_size=20))
def test_any_text_is_a_number_or_a_named_refusal(text: str) -> None:
    try:
        assert isinstance(read_amount(text, "X-1"), int)
    except Refusal as refused:
        assert refused.name.startswith("amount_")
