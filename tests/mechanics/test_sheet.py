"""Score sheets: their lines, their outcomes, and the problems of invalid lines."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.scoring.outcome import Outcome
from companion.mechanics.scoring.score_form import Typed, Value
from companion.mechanics.scoring.sheet import (
    LARGEST_SHEET,
    MOST_LINES,
    BadSheet,
    ScoreSheet,
    packed,
    read_sheet,
    unpacked,
)
from companion.mechanics.scoring.sheet_lines import KINDS

NAMES = ("Anna", "Bruno", "Carla", "Dario")


def a_line(label: str, kind: str = "number", detail: str = "") -> dict[str, Any]:
    return {"label": label, "kind": kind, "detail": detail}


def a_sheet(*lines: dict[str, Any], winner: str = "most") -> ScoreSheet:
    return read_sheet({"name": "Market", "winner": winner, "lines": list(lines)})


def account(sheet: ScoreSheet, *figures: tuple[Value, ...]) -> Outcome:
    """Return the outcome of a sheet; the figures are those of each player, line by line."""
    values = {
        f"line_{number}_{seat}": figure
        for seat, mine in enumerate(figures)
        for number, figure in enumerate(mine, 1)
    }
    return sheet.account(Typed(NAMES[: len(figures)], {}, values))


def points_of(kind: str, detail: str, *figures: Value) -> list[int]:
    """Return the points of each seat for the figures of one line."""
    outcome = account(a_sheet(a_line("Sheep", kind, detail)), *((one,) for one in figures))
    return [place.total for place in sorted(outcome.standings, key=lambda place: place.seat)]


def labels_of(kind: str, detail: str, *figures: Value) -> list[str]:
    outcome = account(a_sheet(a_line("Sheep", kind, detail)), *((one,) for one in figures))
    ordered = sorted(outcome.standings, key=lambda place: place.seat)
    return [str(place.terms[0].label) for place in ordered]


@pytest.mark.parametrize(
    ("kind", "detail", "figures", "points"),
    [
        ("number", "", (7, 0, None), [7, 0, 0]),
        ("signed", "", (-7, 3), [-7, 3]),
        ("times", "3", (4, 0), [12, 0]),
        ("times", "× 3", (4, 1), [12, 3]),
        ("times", "−2", (4, 1), [-8, -2]),
        ("steps", "0: 0, 3: 1, 6: 4", (0, 1, 3, 4), [0, 1, 1, 4]),
        ("steps", "0=0; 3→1; 6:-4", (6, 7, 99), [-4, -4, -4]),
        ("from", "3: 2, 6: 5", (0, 2, 3, 4), [0, 0, 2, 2]),
        ("from", "0: -1, 3+: 2, 6–8: 5", (0, 5, 6, 99), [-1, 2, 5, 5]),
        ("from", "3 2, 6 5", (4, 7), [2, 5]),
        ("from", "from 3 on 2, from 6 on: 5", (2, 4, 7), [0, 2, 5]),
        ("from", "da 3 in su 2, à partir de 6: 5, ab 9 7", (4, 7, 9), [2, 5, 7]),
        ("choice", "hut 1, old villa 4, moat −2", ("old villa", "moat"), [4, -2]),
        ("choice", "0: 3, 1: 5", ("0", None, "1"), [3, 0, 5]),
        ("choice", "hut: 1, castle: 5, moat: -2", ("castle", "moat", "hut"), [5, -2, 1]),
        ("per", "3", (0, 2, 3, 8), [0, 0, 1, 2]),
        ("factor", "", (7, 0), [0, 0]),
        ("tie", "", (7, 0), [0, 0]),
        ("most", "5, 2", (4, 6, 1), [2, 5, 0]),
        ("most", "5", (4, 6, None), [0, 5, 0]),
    ],
)
def test_each_kind_of_line_scores_its_points(
    kind: str, detail: str, figures: tuple[Value, ...], points: list[int]
) -> None:
    assert points_of(kind, detail, *figures) == points


@pytest.mark.parametrize(
    ("kind", "figures", "points"),
    [
        ("most", (6, 6, 1, 0), [3, 3, 1, 0]),
        ("most", (6, 6, 6, 1), [2, 2, 2, 0]),
        ("most", (6, 3, 3, 1), [5, 1, 1, 0]),
        ("most", (6, 3, 3, 3), [5, 1, 1, 1]),
        ("most_each", (6, 6, 1, 0), [5, 5, 1, 0]),
        ("most_each", (6, 3, 3, 1), [5, 2, 2, 0]),
        ("most_alone", (6, 6, 1, 0), [0, 0, 1, 0]),
        ("most_alone", (6, 3, 3, 1), [5, 0, 0, 0]),
        ("most", (0, 0, 0, 0), [0, 0, 0, 0]),
        ("most_each", (0, 0, 0, 2), [0, 0, 0, 5]),
    ],
)
def test_tied_players_share_get_or_lose_their_places_points(
    kind: str, figures: tuple[int, ...], points: list[int]
) -> None:
    """5 for the first, 2 for the second, 1 for the third; nobody is placed with nothing."""
    assert points_of(kind, "5, 2, 1", *figures) == points


@pytest.mark.parametrize(
    ("kind", "detail", "figures", "words"),
    [
        ("number", "", (7,), ["Sheep"]),
        ("times", "-3", (4, None), ["Sheep: 4 × −3", "Sheep: 0 × −3"]),
        ("steps", "3: 1", (2, 4), ["Sheep: 2, which makes 1", "Sheep: 4, which makes 1"]),
        ("from", "3: 2, 6: 5", (2, 4), ["Sheep: 2", "Sheep: 4, which makes 2"]),
        (
            "choice",
            "hut: 1, castle: 5",
            ("castle", None),
            ["Sheep: castle", "Sheep: nothing chosen"],
        ),
        (
            "most",
            "5, 2",
            (6, 3, 3, 0),
            ["Sheep: 6, place 1", "Sheep: 3, place 2, tied", "Sheep: 3, place 2, tied", "Sheep: 0"],
        ),
    ],
)
def test_a_scored_line_shows_how_it_was_calculated(
    kind: str, detail: str, figures: tuple[Value, ...], words: list[str]
) -> None:
    assert labels_of(kind, detail, *figures) == words


def test_the_total_is_the_sum_of_all_lines_and_the_highest_wins() -> None:
    sheet = a_sheet(a_line("Coins"), a_line("Sheep", "times", "2"), a_line("Debts", "times", "-3"))

    outcome = account(sheet, (4, 5, 1), (9, 0, 0))

    assert str(outcome.sentence) == "Anna wins with 11."
    assert [(one.name, one.total) for one in outcome.standings] == [("Anna", 11), ("Bruno", 9)]
    assert [term.amount for term in outcome.standings[0].terms] == [4, 10, -3]
    assert outcome.winners == (0,)


def test_the_lowest_total_can_win_and_ties_are_shared() -> None:
    sheet = a_sheet(a_line("Hole 1"), a_line("Hole 2"), winner="least")

    outcome = account(sheet, (4, 3), (5, 2), (3, 9))

    assert outcome.winners == (0, 1)
    assert str(outcome.sentence) == "Anna and Bruno tie for the win with 7 each."
    assert account(sheet, (4, 3), (2, 2)).winners == (1,)


@pytest.mark.parametrize(
    ("figures", "winners", "words"),
    [
        (((3, 1), (2, 9)), (0,), "Anna wins on “Gold”, 3 to 2."),
        (((3, 1), (3, 2), (1, 9)), (1,), "Bruno wins on “Silver”, 2 to 1."),
        (((3, 1), (3, 1)), (0, 1), "Anna and Bruno tie for the win: equal on every line."),
        (((3, 1),), (0,), "Anna wins with 4."),
    ],
)
def test_comparing_line_by_line_the_first_difference_decides(
    figures: tuple[tuple[int, ...], ...], winners: tuple[int, ...], words: str
) -> None:
    sheet = a_sheet(a_line("Gold"), a_line("Silver"), winner="order")

    outcome = account(sheet, *figures)

    assert (outcome.winners, str(outcome.sentence)) == (winners, words)
    assert {place.seat for place in outcome.standings} == set(range(len(figures)))


def test_the_form_has_a_stable_field_name_per_player_and_line() -> None:
    sheet = a_sheet(a_line("Sheep", "times", "2"), a_line("House", "choice", "hut: 1, castle: 5"))

    form = sheet.form(2)

    assert [(one.name, one.seat, str(one.label)) for one in form.fields] == [
        ("line_1_0", 0, "Sheep × 2"),
        ("line_1_1", 1, "Sheep × 2"),
        ("line_2_0", 0, "House"),
        ("line_2_1", 1, "House"),
    ]
    assert form.fields[2].choices == ("hut", "castle") and form.fields[2].default == "hut"


def test_only_lines_that_allow_it_may_be_negative() -> None:
    lowest = {
        kind: a_sheet(a_line("Sheep", kind, "3: 1" if kind in ("steps", "choice") else ""))
        .form(1)
        .fields[0]
        .lowest
        for kind in ("number", "signed", "steps")
    }

    assert lowest["number"] == lowest["steps"] == 0 and lowest["signed"] < -(10**9)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (a_line("", "number", "3"), "label_missing"),
        (a_line("", "steps", "3: 1"), "label_missing"),
        (a_line("x" * 31), "label_too_long"),
        (a_line("Sheep", "sheep"), "unknown_line_kind"),
        (a_line("Sheep", "number", "3"), "detail_unused"),
        (a_line("Sheep", "times"), "detail_missing"),
        (a_line("Sheep", "times", "much"), "not_a_value"),
        (a_line("Sheep", "times", "1.5"), "not_a_value"),
        (a_line("Sheep", "times", "1000001"), "not_a_value"),
        (a_line("Sheep", "times", "٣"), "not_a_value"),
        (a_line("Sheep", "steps"), "detail_missing"),
        (a_line("Sheep", "steps", " , ;"), "detail_missing"),
        (a_line("Sheep", "steps", "3"), "not_a_pair"),
        (a_line("Sheep", "steps", "3: 1, 3: 2"), "steps_not_rising"),
        (a_line("Sheep", "steps", "few: 1"), "not_a_value"),
        (a_line("Sheep", "from", "up to 3: 1"), "not_a_value"),
        (a_line("Sheep", "from", "6: 1, 3+: 2"), "steps_not_rising"),
        (a_line("Sheep", "steps", ", ".join(f"{n}: 1" for n in range(13))), "too_many_parts"),
        (a_line("Sheep", "most"), "detail_missing"),
        (a_line("Sheep", "most", "first"), "not_a_value"),
        (a_line("Sheep", "choice", "hut"), "not_a_pair"),
        (a_line("Sheep", "choice", ": 3"), "not_a_pair"),
        (a_line("Sheep", "choice", "hut: 1, hut: 2"), "choice_twice"),
        (a_line("Sheep", "choice", "hut: " + "9" * 120), "detail_too_long"),
        ({"label": "Sheep", "kind": "number", "detail": 3}, "malformed_line"),
        ({"label": "Sheep"}, "malformed_line"),
        ({"label": "Sheep", "kind": ["number"]}, "malformed_line"),
        ("Sheep", "malformed_line"),
        (None, "malformed_line"),
        (a_line("Coins"), "label_twice"),
    ],
)
def test_an_invalid_line_is_reported_with_its_number(line: object, problem: str) -> None:
    data = {"name": "Market", "winner": "most", "lines": [a_line("Coins"), a_line(""), line]}

    with pytest.raises(BadSheet) as refused:
        read_sheet(data)

    assert refused.value.names == [problem]
    assert str(refused.value.sentence).startswith("Line 3: ")


def test_all_errors_are_reported_together_by_line() -> None:
    lines = [a_line("Coins"), a_line("", "number", "3"), a_line("Barns", "from", "3")]

    with pytest.raises(BadSheet) as refused:
        read_sheet({"name": "", "winner": "nobody", "lines": lines})

    assert [(number, str(said)) for number, said in refused.value.problems] == [
        (0, "Enter a name for the sheet."),
        (0, "“Who wins” must be one of: most, least, order."),
        (2, "Line 2: enter what is counted."),
        (3, "Line 3: enter something like “3: 2, 6: 5”, not “3”."),
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"name": "M", "winner": "most", "lines": []}, "no_lines"),
        ({"name": "M", "winner": "most"}, "no_lines"),
        ({"name": "M", "winner": "most", "lines": "Sheep"}, "no_lines"),
        ({"name": "M", "winner": "most", "lines": [a_line("")] * 3}, "no_lines"),
        ({"name": "M", "winner": {}, "lines": [a_line("Coins")]}, "unknown_winner"),
        ({"name": 3, "winner": "most", "lines": [a_line("Coins")]}, "title_missing"),
        ({"name": "M" * 41, "winner": "most", "lines": [a_line("Coins")]}, "title_too_long"),
        (
            {"name": "M", "winner": "most", "lines": [a_line(f"{n}") for n in range(21)]},
            "too_many_lines",
        ),
    ],
)
def test_an_invalid_sheet_is_refused_by_name(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadSheet) as refused:
        read_sheet(data)

    assert refused.value.names == [problem]


def one_of_each() -> ScoreSheet:
    details = {"times": "3", "from": "3: 1", "steps": "0: 0, 3: 1", "choice": "hut: 1, castle: 5"}
    details |= {"per": "3", "product": "Line é factor × Line é factor"}
    usual = {kind: "5, 2" if kind.startswith("most") else "" for kind in KINDS}
    return a_sheet(*(a_line(f"Line é {kind}", kind, (usual | details)[kind]) for kind in KINDS))


def test_every_kind_of_line_survives_writing_and_packing() -> None:
    sheet = one_of_each()

    assert read_sheet(sheet.written()) == sheet
    assert read_sheet(unpacked(packed(sheet))) == sheet
    assert {line.kind for line in sheet.lines} == set(KINDS)


def test_a_sheet_of_twenty_lines_fits_into_a_qr_code() -> None:
    lines = [a_line(f"Workshop in quarter {n}", "steps", f"{n}: 1") for n in range(MOST_LINES)]

    assert len(packed(a_sheet(*lines))) <= 1200


def squeezed(content: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


@pytest.mark.parametrize(
    "word",
    [
        "",
        "é",
        "!!",
        "A",
        squeezed(b"[1,2"),
        squeezed(b'["a","most",3]'),
        squeezed(b'["a","most",{"label":"x"}]'),
        squeezed(b'["a","most",[["label"]]]'),
        squeezed(b'["a"]'),
        squeezed(b"3"),
        squeezed(b"[" * 5000),
        squeezed(b" " * (LARGEST_SHEET * 1000)),
        squeezed(b"\xff"),
        packed(one_of_each())[:-9],
        packed(one_of_each())[:-3],
    ],
)
def test_an_incomplete_link_is_refused(word: str) -> None:
    with pytest.raises(Refusal) as refused:
        unpacked(word)

    assert refused.value.name == "broken_sheet_link"


WHEELS = (a_line("Wheels", "factor"), a_line("Cards", "factor"))


@pytest.mark.parametrize(
    ("detail", "figures", "points"),
    [
        ("Wheels × Cards", ((3, 4), (0, 9), (None, 2)), [12, 0, 0]),
        ("Wheels x Cards", ((3, 4),), [12]),
        ("Cards*Cards", ((3, 4),), [16]),
    ],
)
def test_a_product_multiplies_two_lines_or_squares_one(
    detail: str, figures: tuple[tuple[Value, ...], ...], points: list[int]
) -> None:
    """Earlier, no kind of line could multiply two numbers."""
    sheet = a_sheet(*WHEELS, a_line("Carts", "product", detail))

    places = sorted(account(sheet, *figures).standings, key=lambda place: place.seat)

    assert [place.total for place in places] == points
    assert [field.name for field in sheet.form(1).fields] == ["line_1_0", "line_2_0"]


@pytest.mark.parametrize(
    ("detail", "refusal"),
    [
        ("", "detail_missing"),
        ("Wheels", "not_a_product"),
        ("Wheels × Cards × Cards", "not_a_product"),
        ("Wheels ×", "not_a_product"),
        ("Wheels × Horses", "unknown_factor"),
        ("Wheels × Sheep", "unknown_factor"),
    ],
)
def test_a_product_of_missing_lines_is_refused(detail: str, refusal: str) -> None:
    with pytest.raises(BadSheet) as refused:
        a_sheet(*WHEELS, a_line("Sheep"), a_line("Carts", "product", detail))

    assert (refused.value.names, refused.value.parts) == ([refusal], {4: "detail"})


def test_one_point_per_zero_is_refused() -> None:
    with pytest.raises(BadSheet) as refused:
        a_sheet(a_line("Coins", "per", "0"))

    assert refused.value.names == ["not_a_value"]


@pytest.mark.parametrize(
    ("kinds", "figures", "winners", "words"),
    [
        (["tie"], ((9, 3), (9, 5), (2, 8)), (1,), "Tied at 9: Bruno wins on “Line 1”, 5 to 3."),
        (["tie_least"], ((9, 3), (9, 5)), (0,), "Tied at 9: Anna wins on “Line 1”, 3 to 5."),
        (
            ["tie", "tie_least"],
            ((9, 5, 2), (9, 5, 1), (9, 4, 0)),
            (1,),
            "Tied at 9: Bruno wins on “Line 2”, 1 to 2.",
        ),
        (["tie"], ((9, 5), (9, 5), (9, 4)), (0, 1), "Anna and Bruno tie for the win with 9 each."),
        (["tie"], ((9, 5), (9, 5)), (0, 1), "Anna and Bruno tie for the win with 9 each."),
        (["tie"], ((9, 0), (8, 5)), (0,), "Anna wins with 9."),
    ],
)
def test_a_tie_break_line_decides_equal_totals(
    kinds: list[str], figures: tuple[tuple[int, ...], ...], winners: tuple[int, ...], words: str
) -> None:
    """Earlier, tied players always shared the win."""
    ties = (a_line(f"Line {number}", kind) for number, kind in enumerate(kinds, 1))

    outcome = account(a_sheet(a_line("Points"), *ties), *figures)

    assert (outcome.winners, str(outcome.sentence)) == (winners, words)
    assert tuple(place.seat for place in outcome.standings)[: len(winners)] == winners
    assert [rank for rank in outcome.ranks if rank == 1] == [1] * len(winners)


@pytest.mark.parametrize(
    ("winner", "lines", "figures", "ranks"),
    [
        ("most", ("number", "tie"), ((9, 0), (5, 1), (5, 2), (5, 2)), (1, 2, 2, 4)),
        ("most", ("number", "tie_least"), ((9, 0), (5, 1), (5, 2), (5, 1)), (1, 2, 2, 4)),
        ("least", ("number", "tie"), ((9, 0), (5, 1), (5, 2), (9, 0)), (1, 2, 3, 3)),
        ("order", ("number", "number"), ((9, 0), (5, 1), (4, 2), (4, 2)), (1, 2, 3, 3)),
    ],
)
def test_the_lines_that_break_a_tie_rank_the_others_as_well(
    winner: str, lines: tuple[str, str], figures: tuple[tuple[int, ...], ...], ranks: object
) -> None:
    made = (a_line(f"Line {number}", kind) for number, kind in enumerate(lines, 1))

    outcome = account(a_sheet(*made, winner=winner), *figures)

    assert outcome.ranks == ranks
    assert outcome.least_wins is (winner == "least")


def test_a_link_older_than_tie_breaks_and_products_still_opens() -> None:
    word = "eNqLVvJNLMpOLVHSUcrNLwZS0dFKwRmpqQVAgbzS3KTUIiBDKVYnWikkMzcVyC4BUsVA2lgpNjYWAF8eEr4"

    assert read_sheet(unpacked(word)) == a_sheet(a_line("Sheep"), a_line("Time", "times", "3"))
