"""Lines that lead to the next station or utility, and lines that are not learnt."""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.copy import check_copy, copy_fields, copy_from_form
from companion.games.monopoly.effects import Effect, EffectKind, effect_words
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, after
from tests.games.monopoly.monopoly_tables import begun, owning, standing_on

DICE = (1, 2)
LINE = RollList(ANNA, (1, 1, 2))


def reading(place: int, state: MonopolyState | None = None) -> MonopolyState:
    """Return a table where Anna reads line 4 on a space of a list; rents are paid at once."""
    state = begun(rent="automatic") if state is None else state
    return after(standing_on(state, ANNA, place - sum(DICE)), Roll(ANNA, DICE), LINE)


@pytest.mark.parametrize(
    ("place", "kind", "target", "salary"),
    [
        (7, "station", 15, 0),
        (22, "station", 25, 0),
        (36, "station", 5, 200),
        (7, "utility", 12, 0),
        (22, "utility", 28, 0),
        (36, "utility", 12, 200),
    ],
)
def test_a_card_line_can_lead_to_the_next_space_of_a_kind(
    place: int, kind: EffectKind, target: int, salary: int
) -> None:
    """A fixed space would be wrong for every other space of the list."""
    state = after(reading(place), FollowLine(ANNA, kind))

    assert (state.spaces[ANNA], state.money(ANNA)) == (target, 1500 + salary)
    assert state.stage == "buy"


def test_a_card_line_learnt_on_one_space_works_on_another() -> None:
    """Anna learns it on 7; Bruno meets it on 22."""
    state = after(
        reading(7, owning(begun(rent="automatic"), ANNA, (15,))), FollowLine(ANNA, "station")
    )
    state = after(standing_on(state, BRUNO, 19), Roll(BRUNO, DICE), RollList(BRUNO, (1, 1, 2)))

    assert after(state, FollowLine(BRUNO)).spaces[BRUNO] == 25


@pytest.mark.parametrize(("times", "rent"), [(0, 25), (1, 25), (2, 50)])
def test_a_card_line_multiplies_the_rent_of_the_next_station(times: int, rent: int) -> None:
    state = reading(7, owning(begun(rent="automatic"), BRUNO, (15,)))

    assert after(state, FollowLine(ANNA, "station", times)).money(BRUNO) == 1500 + rent


@pytest.mark.parametrize(("times", "rent"), [(0, 4 * 3), (10, 10 * 3)])
def test_a_card_line_multiplies_the_dice_for_the_next_utility(times: int, rent: int) -> None:
    """The roll that moved the player this turn counts (MO-R3)."""
    state = reading(7, owning(begun(rent="automatic"), BRUNO, (12,)))

    assert after(state, FollowLine(ANNA, "utility", times)).money(BRUNO) == 1500 + rent


@pytest.mark.parametrize(("kind", "place"), [("station", 15), ("utility", 12)])
def test_no_rent_is_due_if_the_next_such_property_is_mortgaged(
    kind: EffectKind, place: int
) -> None:
    state = reading(7, owning(begun(rent="automatic"), BRUNO, (place,), mortgaged=True))

    assert after(state, FollowLine(ANNA, kind, 2)).money(BRUNO) == 1500


@pytest.mark.parametrize(("kind", "times"), [("station", 3), ("utility", 11), ("station", -1)])
def test_an_impossible_rent_multiplier_is_refused(kind: EffectKind, times: int) -> None:
    with pytest.raises(Refusal, match="effect_out_of_range"):
        FollowLine(ANNA, kind, times).decide(reading(7))


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect("station"), "Go to the next station."),
        (Effect("station", 2), "Go to the next station; its rent is doubled."),
        (Effect("utility"), "Go to the next utility."),
        (Effect("utility", 10), "Go to the next utility; its rent is 10 × the dice."),
    ],
)
def test_a_next_space_card_line_is_described_in_words(effect: Effect, words: str) -> None:
    assert str(effect_words(effect, ())) == words


def test_a_next_space_card_line_is_entered_with_the_printed_numbers() -> None:
    fields = copy_fields(check_copy(GAME.blank_copy()))
    typed = copy_from_form({**fields, "chance.4.kind": "station", "chance.4.amount": "2"})

    assert typed["lists"]["chance"]["4"] == {"kind": "station", "amount": 2}  # type: ignore[index]
    assert copy_fields(typed)["chance.4.amount"] == "2"


def test_a_card_line_can_be_followed_once_without_being_learnt() -> None:
    """Such a line is like a card drawn from a deck."""
    state = after(reading(7), FollowLine(ANNA, "collect", 50, once=True))

    assert state.money(ANNA) == 1550
    assert state.board.outcome("chance", 4) is None and GAME.copy.learnt(state) is None
    state = after(standing_on(state, BRUNO, 19), Roll(BRUNO, DICE), RollList(BRUNO, (1, 1, 2)))
    assert after(state, FollowLine(BRUNO, "pay", 20)).money(BRUNO) == 1480
