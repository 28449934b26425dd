"""The settings of each game are accepted at each limit and refused just outside it."""

from __future__ import annotations

import pytest

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import AnyGame, SeatSetup, Setup
from companion.mechanics.values.options import Option, TextOption, WholeOption
from tests.games.records import records_of

GAMES = [
    # The sheet of a score sheet's table is a setting that nobody types.
    game
    for name, game in all_games().items()
    if records_of(name) and not game.by_sheet
]
MOST = 10**12
PLAYERS = {
    "big_cheese": range(3, 7),
    "big_deal": range(2, 7),
    "big_shot": range(2, 5),
    "free_bank": range(1, 11),
    "monopoly": range(2, 7),
    "score_pad": range(1, 11),
}
NUMBERS = [
    ("big_cheese", "target", {"scoring": "one_die"}, 200, MOST),
    ("big_cheese", "target", {"scoring": "dice_set"}, 40, MOST),
    ("free_bank", "start", {}, 0, MOST),
    ("free_bank", "salary", {}, 0, MOST),
    ("free_bank", "debt", {}, 0, MOST),
    ("monopoly", "minutes", {}, 1, 24 * 60),
    ("score_pad", "rounds", {}, 1, 999),
    ("score_pad", "target", {}, 1, 10**6),
]
"""A game, a setting, other settings, and the limits of the setting with them."""


def setup_of(game: str, /, **options: object) -> Setup:
    """Return a setup with the smallest number of players."""
    return Setup(options, seated(PLAYERS[game].start))


def seated(count: int) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(f"Player {seat}") for seat in range(count))


def accepts(game: str, setup: Setup) -> bool:
    return is_legal(all_games()[game].rules.prepare, setup)


@pytest.mark.parametrize("game", PLAYERS)
def test_only_the_printed_numbers_of_players_are_accepted(game: str) -> None:
    accepted = [count for count in range(13) if accepts(game, Setup({}, seated(count)))]

    assert accepted == list(PLAYERS[game])
    assert all_games()[game].players == PLAYERS[game]


@pytest.mark.parametrize(("game", "option", "others", "least", "most"), NUMBERS)
def test_a_number_is_accepted_at_both_bounds_and_refused_beyond(
    game: str, option: str, others: dict[str, object], least: int, most: int
) -> None:
    beyond: tuple[object, ...] = (least - 1, most + 1, float(least), str(least), True)
    for value in (least, most):
        setup = all_games()[game].rules.prepare(setup_of(game, **others, **{option: value}))
        assert setup.options[option] == value
    for other in beyond:
        assert not accepts(game, setup_of(game, **others, **{option: other})), other


def test_the_form_covers_the_widest_range_of_each_setting() -> None:
    lowest = {
        (game.name, option.name): option.lowest
        for game in GAMES
        for option in game.options
        if isinstance(option, WholeOption)
    }
    accepted = [(game, option, least) for game, option, _, least, _ in NUMBERS]

    assert lowest == {
        (game, option): min(least for *which, least in accepted if which == [game, option])
        for game, option, _ in accepted
    }


def each(kind: type[object]) -> pytest.MarkDecorator:
    """Parametrize a test by the settings of a kind in all games."""
    found = [(game, one) for game in GAMES for one in game.options if isinstance(one, kind)]
    names = [f"{game.name}-{one.name}" for game, one in found]
    return pytest.mark.parametrize(("game", "option"), found, ids=names)


@each(Option)
def test_each_choice_is_kept_and_the_first_is_the_default(game: AnyGame, option: Option) -> None:
    for choice in option.choices:
        # "Exactly 30" requires the set of dice.
        dice = {"scoring": "dice_set"} if option.name == "exactly_30" else {}
        chosen = setup_of(game.name, **dice, **{option.name: choice.value})
        assert game.rules.prepare(chosen).options[option.name] == choice.value
    with pytest.raises(Refusal, match="unknown_choice"):
        game.rules.prepare(setup_of(game.name, **{option.name: "none of them"}))
    default = game.rules.prepare(setup_of(game.name)).options.get(option.name)
    assert default == (None if option.is_late else option.choices[0].value)


@each(TextOption)
def test_a_text_longer_than_its_field_is_refused(game: AnyGame, option: TextOption) -> None:
    longest = "A" + "," * (option.longest - 1)
    setup = game.rules.prepare(setup_of(game.name, **{option.name: longest}))
    assert setup.options[option.name] == longest
    with pytest.raises(Refusal, match="text_too_long"):
        game.rules.prepare(setup_of(game.name, **{option.name: longest + ","}))


@pytest.mark.parametrize("game", PLAYERS)
def test_a_name_has_up_to_thirty_letters_and_belongs_to_one_player(game: str) -> None:
    _, *others = seated(max(PLAYERS[game].start, 2))

    assert accepts(game, Setup({}, (SeatSetup("x" * 30), *others)))
    for name in ("x" * 31, " ", "pLAYER 1 "):
        assert not accepts(game, Setup({}, (SeatSetup(name), *others))), name
