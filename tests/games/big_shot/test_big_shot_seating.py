"""New games: settings, names, colours, money, the first leader (BS-S1, BS-S2, BS-2a, BS-3)."""

from __future__ import annotations

import pytest

from companion.games import game_named
from companion.games.big_shot import GAME
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.turns import Lead, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Game, SeatSetup, Setup
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, CARLA, after
from tests.games.big_shot.big_shot_player import NAMES, a_setup
from tests.games.big_shot.big_shot_tables import seated


def sitting(*seats: str) -> tuple[SeatSetup, ...]:
    """Return seats written "Anna" or "Anna red" or "Anna red white"."""
    words = [seat.split(" ") for seat in seats]
    return tuple(SeatSetup(name, tuple(colours)) for name, *colours in words)


def test_the_game_is_found_by_its_name() -> None:
    assert isinstance(GAME, Game)
    assert game_named("big_shot") is GAME
    assert (GAME.title, GAME.players, GAME.copy is None) == ("Big Shot", range(2, 5), False)
    assert GAME.colours == ("red", "yellow", "white", "black")


def test_settings_left_out_get_their_defaults() -> None:
    setup = GAME.rules.prepare(Setup({}, sitting("Anna", "Bruno", "Carla")))

    assert setup.options == {"edition": "it", "tracking": "full", "hidden_money": False}
    assert [seat.colours for seat in setup.seats] == [("red",), ("yellow",), ("white",)]
    assert setup.copy == GAME.blank_copy()


def test_chosen_colours_stay_and_the_others_are_dealt() -> None:
    setup = GAME.rules.prepare(Setup({}, sitting("Anna", "Bruno red", "Carla black", "Dario")))

    assert [seat.colours[0] for seat in setup.seats] == ["yellow", "red", "black", "white"]


def test_a_prepared_setup_stays_as_it_is() -> None:
    setup = a_setup(3, edition="fr", tracking="light", hidden=True)

    assert GAME.rules.prepare(setup) == setup


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [
        ("unknown_option", {"blind": True}, NAMES),
        ("unknown_choice", {"edition": "de"}, NAMES),
        ("unknown_choice", {"hidden_money": 1}, NAMES),
        ("unknown_choice", {"tracking": ["full"]}, NAMES),
        ("wrong_player_count", {}, ("Anna",)),
        ("wrong_player_count", {}, (*NAMES, "Elena")),
        ("name_missing", {}, ("Anna", "")),
        ("name_too_long", {}, ("Anna", "B" * 31)),
        ("name_taken", {}, ("Anna", "anna", "Carla")),
        ("unknown_colour", {}, ("Anna blue", "Bruno", "Carla")),
        ("colour_taken", {}, ("Anna red", "Bruno red", "Carla")),
        ("colour_taken", {}, ("Anna red red", "Bruno")),
        ("wrong_colour_count", {}, ("Anna red", "Bruno")),
        ("wrong_colour_count", {}, ("Anna red white", "Bruno", "Carla")),
    ],
)
def test_impossible_settings_are_refused_by_name(
    name: str, options: dict[str, object], seats: tuple[str, ...]
) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup(options, sitting(*seats), {}))

    assert refused.value.name == name
    assert str(refused.value.sentence)


def test_a_game_with_a_copy_without_lots_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup({}, sitting(*NAMES), {"lots": [], "parks": []}))

    assert refused.value.name == "wrong_number_of_lots"


@pytest.mark.parametrize(("players", "purses"), [(2, 4), (3, 3), (4, 4)])
def test_everybody_begins_with_ten_from_the_bank(players: int, purses: int) -> None:
    balances = dict(seated(players).ledger.balances)

    assert balances.pop("bank") == -10 * purses
    assert list(balances.values()) == [10] * purses


def test_only_two_players_hold_two_colours_each() -> None:
    assert [GAME.colours_each(players) for players in GAME.players] == [2, 1, 1]


def test_with_two_players_each_has_two_purses() -> None:
    view = view_of(seated(2), ANNA)

    assert [purse.colour for purse in view.seats[ANNA].purses] == ["red", "yellow"]
    assert view.dummy is None


def test_with_three_players_the_fourth_colour_is_the_dummys() -> None:
    assert view_of(seated(3), None).dummy == "black"


def test_the_app_rolls_for_everybody_and_ties_roll_again() -> None:
    faces = iter([6, 2, 6, 1, 3, 5])

    lead = Lead().with_chance(seated(), lambda sides: next(faces))

    assert lead == Lead(CARLA, ((6, 2, 6, 1), (3, None, 5, None)), by_app=True)
    (event,) = lead.decide(seated())
    assert str(event.tell(seated(), None)) == (
        "Carla begins the first turn "
        "(Anna 6, Bruno 2, Carla 6, Dario 1, tied, rolled again: Anna 3, Carla 5)."
    )


def test_the_first_player_can_be_entered_without_rolls() -> None:
    state = after(seated(), Lead(CARLA))

    assert (state.stage, state.turn, state.leader) == ("roll", 1, CARLA)


def test_a_roll_by_the_app_is_marked_as_such() -> None:
    state = after(seated(), Lead(CARLA))

    roll = Roll(CARLA).with_chance(state, lambda sides: sides - 2)

    assert roll == Roll(CARLA, 4, by_app=True)
    assert roll.is_chance and not Roll(CARLA, 4).is_chance
    assert Roll(CARLA, 5).with_chance(state, lambda sides: 1) == Roll(CARLA, 5)


def test_rolls_that_name_a_leader_are_accepted() -> None:
    state = after(seated(), Lead(CARLA, ((6, 2, 6, 1), (3, None, 5, None))))

    assert state.leader == CARLA


def test_cubes_in_a_record_are_read_as_pairs() -> None:
    written = {"kind": "place", "seat": 0, "cubes": [["red", "9"], ["white", "9 b"]]}

    action = from_json(written, GAME.action_kinds)

    assert getattr(action, "cubes") == (("red", "9"), ("white", "9 b"))  # noqa: B009
