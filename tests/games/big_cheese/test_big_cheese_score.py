"""The scoring form without a table: typed input, saved holdings, invalid input."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.big_cheese import GAME
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.scoring.score_form import Typed
from companion.testing.households import NAMES
from tests.games.records import totals


def pad(*lines: dict[str, Any], names: tuple[str, ...] = NAMES[:3], **said: Any) -> dict[str, Any]:
    """Return holdings for the set of dice; lines: those of the first player."""
    seats: list[dict[str, Any]] = [{"name": name, "scored": []} for name in names]
    if seats:
        seats[0]["scored"] = list(lines)
    return {"scoring": "dice_set", "seats": seats, **said}


SCORES: list[tuple[str, str, dict[str, Any]]] = [
    ("no_players", "", pad(names=())),
    ("malformed", "", {"scoring": "dice_set"}),
    ("malformed", "", pad({"value": 3})),
    ("malformed", "", pad({"card": "8", "value": -3})),
    ("malformed", "", pad({"card": "8", "value": 2.5})),
    ("malformed", "", pad({"card": "8", "value": True})),
    ("malformed", "", pad({"points": "7"})),
    ("unknown_card", "What is printed", pad({"card": "veto", "value": 3})),
    ("not_on_the_die", "BC-S2", pad({"card": "8", "value": 9})),
    ("wrong_player_count", "What is printed", pad(names=("Anna", "Bruno"))),
    ("name_taken", "", pad(names=("Anna", "Bruno", "anna"))),
    ("target_too_low", "BC-E1", pad(target=39)),
]


@pytest.mark.parametrize(("name", "rule", "holdings"), SCORES)
def test_impossible_holdings_are_refused(name: str, rule: str, holdings: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.final.of(holdings)

    assert (refused.value.name, refused.value.rule) == (name, rule)


def test_without_numbers_of_projects_no_tie_is_broken() -> None:
    told = pad({"points": 40, "is_total": True})
    told["seats"][1]["scored"] = [{"points": 40}]

    with pytest.raises(Refusal) as refused:
        GAME.final.of(told)

    assert (refused.value.name, refused.value.rule) == ("projects_untold", "BC-E3")


def test_an_incomplete_project_is_refused() -> None:
    typed = Typed(("Anna",), lists={"card_0": ("8", None), "die_0": (3, 4)})

    with pytest.raises(Refusal) as refused:
        GAME.calculator.holdings(typed)

    assert refused.value.name == "half_a_project"


def test_typed_cards_and_dice_score_as_at_a_table() -> None:
    dice_set = pad({"card": "2", "value": 7}, {"card": "2", "value": 8}, {"card": "20", "value": 8})

    assert totals(GAME.final.of(dice_set))[0] == ("Anna", 1 + 2 + 8)
    one_die = pad({"card": "2", "value": 5}, {"card": "12", "value": 6}, scoring="one_die")
    assert totals(GAME.final.of(one_die))[0] == ("Anna", 10 + 72)


def test_recorded_points_count_including_corrections() -> None:
    corrected = {"project": None, "card": None, "value": None, "points": -5, "counts": True}
    kept = {"project": 4, "card": "12", "value": 9, "points": 9, "counts": True}

    account = GAME.final.of(pad(kept, corrected))

    terms = [(str(term.label), term.amount) for term in account.standings[0].terms]
    assert terms == [("12: rolled 9", 9), ("correction", -5)]


def test_nobody_wins_before_anybody_reaches_the_target() -> None:
    account = GAME.final.of(pad({"card": "20", "value": 19}))

    assert (account.reason, account.winners, account.rule) == ("nobody_at_target", (), "BC-E1")
    assert str(account.standings[0].note) == "21 short of 40"


def test_at_exactly_30_results_count_in_the_order_of_their_lines() -> None:
    lines = [{"card": "20", "value": value} for value in (19, 12, 11)]

    account = GAME.final.of(pad(*lines, exactly_30=True))

    assert account.winners == (0,)
    assert [term.amount for term in account.standings[0].terms] == [19, 0, 11]
