"""Where play stands still, the screen itself leads on: the banker by forms, players by a word."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.games.big_shot import GAME as BIG_SHOT
from tests.web.pages import Page
from tests.web.phones import LED, PLACING, Phone, Table, seated

BLANK = dict(BIG_SHOT.blank_copy())
VALUES = {f"value_{place}": str(place + 8) for place in range(1, 12)}
ALL_RED = [{"kind": "set_lot", "lot": lot, "counts": {"red": 6}} for lot in ("9", "10", "11")]
CHEESE = [{"name": name} for name in ("Anna", "Bruno", "Carla")]


def screen(table: Table, phone: Phone) -> Page:
    return phone.go(table.page)


def labels(page: Page) -> list[str]:
    return [" ".join(button.text.split()) for form in page.forms for button in form.buttons]


def test_placing_cubes_needs_only_the_values_of_their_lots(app: Flask) -> None:
    """Nothing stops for the printed numbers: the winner enters each as it is needed."""
    table = seated(app, *PLACING, copy=BLANK, phones=3)
    anna = screen(table, table.phones[0])
    assert "0 of 4 placed" in anna.text and "Another lot: its printed value" in anna.text
    assert BIG_SHOT.rules.waiting(table.now.state).seats == (0,)

    for place, value in ((1, "9"), (2, "16")):
        anna = table.phones[0].press(anna, "Add", **{f"value_{place}": value})

    assert [lot.value for lot in table.now.state.copy.lots.values()][:3] == [9, 16, None]
    cubes = [["red", "A"], ["yellow", "A"], ["white", "B"], ["black", "park a"]]
    assert (
        table.phones[0].tap(table, {"kind": "place", "seat": 0, "cubes": cubes}).status_code == 303
    )
    assert "Turn 2 of 18" in screen(table, table.banker).text


def test_a_lot_without_a_value_is_not_offered(app: Flask) -> None:
    table = seated(app, *PLACING, copy=BLANK, phones=3)
    cubes = [["red", "C"], ["yellow", "C"], ["white", "B"], ["black", "park a"]]

    answer = table.phones[0].tap(table, {"kind": "place", "seat": 0, "cubes": cubes})

    assert "Enter the value printed on lot\u00a0C first." in answer.text
    assert 'data-lot="A"' not in screen(table, table.phones[0]).html


def test_the_lobby_asks_everybody_for_the_printed_numbers(app: Flask) -> None:
    table = seated(app, copy=BLANK)

    for phone in (table.banker, table.phones[0]):
        assert screen(table, phone).link("Enter the printed numbers")
        assert phone.go(f"{table.page}invite").link("Enter the printed numbers")
    assert "Enter the printed numbers" not in screen(table, table.onlooker).text
    table.do(*LED)
    assert "Enter the printed numbers" not in screen(table, table.phones[0]).text


def test_the_banker_can_choose_light_tracking_instead_of_values(app: Flask) -> None:
    table = seated(app, *PLACING, copy=BLANK)

    page = table.banker.press(screen(table, table.banker), "Stop tracking the cubes")

    assert "Turn 2 of 18" in page.text
    assert table.now.state.tracking == "light"


def test_lots_with_cubes_are_named_by_them_in_the_form(app: Flask) -> None:
    """Two turns' cubes were handed out, and seven of them filled a lot nobody had named."""
    second = [{"kind": "roll", "seat": 1, "value": 2}]
    second += [{"kind": "pass", "seat": seat} for seat in (2, 3, 0)]
    full = {"kind": "settle", "lot": "C", "counts": {"red": 4, "white": 3}}
    table = seated(app, *PLACING, *second, full, copy=BLANK, tracking="light")

    page = table.banker.go(f"/t/{table.code}/copy")

    assert "C 4 ■ 3 ●" in page.text
    assert "in any order you like" not in page.text
    assert "For each lot with cubes, enter the value printed where those cubes are" in page.text


def test_a_player_with_unplaceable_cubes_is_told_to_ask_the_banker(app: Flask) -> None:
    table = seated(app, *PLACING, *ALL_RED)
    anna = screen(table, table.phones[0])
    assert "All 18 are placed: red." in anna.text
    assert "a cube was entered wrong in an earlier turn. The banker can fix" in anna.text
    assert "Fix the cubes" not in labels(anna)

    alone = seated(app, *PLACING, *ALL_RED, phones=0)
    typed = {"set_lot.lot": "9", "set_lot.counts.red": "5", "set_lot.counts.black": "1"}
    page = alone.banker.press(screen(alone, alone.banker), "Fix the cubes", **typed)

    assert alone.now.state.counts["9"] == {"red": 5, "black": 1}
    assert page.linked("data-colour", "red")


def test_a_wrong_sale_can_be_cancelled_while_placing_cubes(app: Flask) -> None:
    sold = {"kind": "set_lot", "lot": "16", "counts": {"red": 6, "white": 1}}
    table = seated(app, *PLACING, *ALL_RED[:2], sold, phones=0)
    assert "All 18 are placed: red." in screen(table, table.banker).text

    typed = {
        "reopen_lot.lot": "16",
        **{
            f"reopen_lot.counts.{colour}": count for colour, count in (("red", "3"), ("white", "4"))
        },
    }
    page = table.banker.press(screen(table, table.banker), "Undo the sale", **typed)

    assert table.now.state.sold["16"].owner == "white"
    assert "All 18 are placed" not in page.text


def eighteen_turns() -> list[dict[str, Any]]:
    """The leader of each turn gets the cubes for nothing."""
    steps: list[dict[str, Any]] = list(LED)
    for turn in range(18):
        leader = turn % 4
        steps.append({"kind": "roll", "seat": leader, "value": 1})
        steps += [{"kind": "pass", "seat": (leader + further) % 4} for further in (1, 2, 3)]
    return steps


def test_impossible_cube_counts_link_to_the_mistyped_sale(app: Flask) -> None:
    wrong = {"kind": "settle", "lot": "9", "counts": {"red": 4, "white": 3}}
    table = seated(app, *eighteen_turns(), wrong, tracking="light")
    anna = screen(table, table.phones[0])
    assert "a lot was entered wrong. The banker can fix it" in anna.text
    assert "Undo the sale" not in labels(anna)

    table.banker.press(screen(table, table.banker), "Undo the sale", **{"reopen_lot.lot": "9"})

    assert table.now.state.sold == {}


def test_after_a_gift_by_the_banker_empty_lots_go_to_nobody(app: Flask) -> None:
    given = {"kind": "assign_lot", "lot": "9", "colour": "red"}
    table = seated(app, *eighteen_turns(), given, tracking="light")
    assert "the banker gives empty ones to nobody" in screen(table, table.banker).text

    for lot in list(table.now.state.copy.lots)[1:]:
        table.banker.press(table.banker.go(f"/t/{table.code}/bank"), "Give it to nobody", lot=lot)

    page = table.banker.press(screen(table, table.banker), "Add up the scores")
    assert "Nobody has enough lots to win" in page.text


def at_the_cheese(app: Flask, *steps: dict[str, Any], **more: Any) -> Table:
    begun = [{"kind": "open", "seat": 0}, *steps]
    options = more.pop("options", {})
    return seated(app, *begun, game="big_cheese", options=options, copy={}, seats=CHEESE, **more)


def taken(card: str, *words: tuple[int, int]) -> list[dict[str, Any]]:
    """A card comes up; words: who bids so many workers, or passes with 0."""
    spoken = [
        {"kind": "bid", "seat": seat, "workers": workers}
        if workers
        else {"kind": "pass", "seat": seat}
        for seat, workers in words
    ]
    return [{"kind": "offer", "card": card}, *spoken]


FOUR_TWENTIES = [
    *taken("20", (0, 5), (2, 0), (1, 0)),
    *taken("20", (0, 5), (2, 0), (1, 0)),
    *taken("20", (0, 0), (2, 0), (1, 5)),
    *taken("20", (1, 5), (2, 0)),
]


def test_a_mistyped_fourth_card_is_corrected_where_it_comes_up(app: Flask) -> None:
    table = at_the_cheese(app, *FOUR_TWENTIES)
    bruno = screen(table, table.phones[1])
    assert "a wrong card was tapped earlier. The banker can fix it" in bruno.text
    assert "Fix the card" not in labels(bruno) and "20" not in labels(bruno)

    alone = at_the_cheese(app, *FOUR_TWENTIES, phones=0)
    page = screen(alone, alone.banker)
    page = alone.banker.press(page, "Fix the card", project="2", card="12")

    page = alone.banker.press(page, "b-card-20")
    assert "Up for auction: 20" in page.text


def test_a_die_that_does_not_fit_links_to_the_mistyped_card(app: Flask) -> None:
    steps = [*taken("4", (0, 1), (2, 0), (1, 0)), *taken("8", (0, 0), (2, 1), (1, 0))]
    table = at_the_cheese(app, *steps, options={"scoring": "dice_set"})
    anna = screen(table, table.phones[0])
    assert "Wrong card? The banker can fix it." in anna.text
    assert "Fix the card" not in labels(anna)

    alone = at_the_cheese(app, *steps, options={"scoring": "dice_set"}, phones=0)
    page = alone.banker.press(screen(alone, alone.banker), "Fix the card", project="1", card="12")

    assert "Rolled a real d12? Tap the result." in page.text


@pytest.mark.parametrize("seat", [0, 1])
def test_all_players_with_finished_projects_may_roll(app: Flask, seat: int) -> None:
    """Both roll from screens of the same step, in either order."""
    steps = [
        *taken("8", (0, 2), (2, 0), (1, 0)),
        *taken("4", (0, 0), (2, 0), (1, 1)),
        *taken("6", (1, 0), (0, 0), (2, 1)),
    ]
    table = at_the_cheese(app, *steps)
    seen = table.sequence
    for project, other in ((1, 0), (2, 1)) if seat == 0 else ((2, 1), (1, 0)):
        roll = {"kind": "roll", "seat": other, "project": project, "value": 6}
        assert table.phones[other].tap(table, roll, seen=seen).status_code == 303

    assert [table.now.state.score(player) for player in range(3)] == [48, 24, 0]


def test_the_final_scores_group_lots_and_show_tied_ones_as_nobodys(app: Flask) -> None:
    tie = {"kind": "set_lot", "lot": "9", "counts": {"red": 2, "white": 2}}
    table = seated(app, *PLACING, tie)

    page = table.banker.go(f"{table.page}account")

    assert "Lot Cubes Owner 9 · park a 2 ■ 2 ● leading: nobody 9" in " ".join(page.text.split())


def test_empty_lots_are_not_in_the_final_scores(app: Flask) -> None:
    table = seated(app, *PLACING)

    assert "The lots" not in table.banker.go(f"{table.page}account").text
