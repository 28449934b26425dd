"""The contract detects whatever tells a secret: each leak is planted into a game of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from companion.games.free_bank.auctions import BidSealed
from companion.mechanics.game import Action, AnyGame, apply_events
from companion.mechanics.language.words import say
from companion.mechanics.play.stopping import Abandon, Stop
from companion.mechanics.play.table import PendingDecision
from companion.testing.contract import Contract
from companion.testing.households import Household, Play, Step, seated
from companion.testing.tables import ANNA, BRUNO
from companion.testing.twins import Twin, assert_kept, is_public, twins_of
from tests.games.free_bank.test_free_bank_random import TestContract as FreeBank
from tests.sources import ROOT

GUIDE = (ROOT / "docs/write-a-plugin.md").read_text("utf-8")
GAME = re.search(r'```python\n("""Highest Alone.*?)```', GUIDE, re.DOTALL)
LEAKS = {
    "line": ('say("{name} has written a number.")', 'say("{name} has written {number}.")'),
    "prompt": (
        'say("Write a number from 1 to 9.")',
        'say("Write a number. So far: {sum}", sum=sum(state.numbers.values()))',
    ),
    "holds": (
        "    def secret_of",
        '    def holds(self, seat):\n        return say("{n}", n=self.numbers.get(seat, 0))\n\n'
        "    def secret_of",
    ),
    "view": (
        "screen = plugin.Screen()",
        "screen = plugin.Screen(lambda state, seat: (plugin.plain_view(state, seat), "
        "dict(state.numbers)))",
    ),
    "legal-moves": (
        "if self.seat in state.numbers:",
        "if self.seat in state.numbers or self.number in state.numbers.values():",
    ),
    "scene": (
        "    seat: int\n    number: int\n",
        "    seat: int\n    number: int\n\n    def scenes(self, state):\n"
        '        return (self.scene(state, "deal", {"number": self.number}),)\n',
    ),
    "money": (
        "    seat: int\n    number: int\n\n    def apply",
        '    earns = "number", say("a number")\n    seat: int\n    number: int\n\n    def apply',
    ),
    "draft": (
        "screen = plugin.Screen()",
        "screen = plugin.Screen(draft=lambda state, seat, words: dict(state.numbers))",
    ),
    "saved-file": (
        'plugin.plain_rules(title, players, options, "HA-1", begin, waiting)',
        'plugin.Rules(plugin.plain_rules(title, players, options, "HA-1", begin, waiting).prepare,'
        " begin, waiting, keeps_secret=lambda state: False)",
    ),
    "order-of-the-seats": (
        "tuple(seat for seat in state.seats if seat not in state.numbers)",
        "tuple(sorted((seat for seat in state.seats if seat not in state.numbers), "
        "key=lambda seat: seat * (-1) ** sum(state.numbers.values())))",
    ),
}
"""What is replaced in the game, and by what, by the kind of leak."""
PEEK = '''
@plugin.action("peek", turn_bound=False, keeps_turn=True)
class Peek(plugin.SeatAction):
    """Look at the number of another player."""

    is_offered = False
    other: int

    def decide(self, state: State) -> tuple[plugin.Event, ...]:
        return (Peeked(self.seat, state.numbers[self.other]),)


@plugin.event("peeked", is_secret=True, reveals=True)
class Peeked(plugin.Event):
    line = say("{name} looks at a number.")
    seat: int
    number: int

    def shown_to(self) -> tuple[int, ...]:
        return (self.seat,)

    def tell_you(self, state: State, seat: int) -> plugin.Sentence:
        return say("You see {number}.", number=self.number)


'''
"""An action of a plugin that shows a secret to one player."""


@pytest.fixture
def contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., type[Contract]]:
    """Returns the contract of the game of the guide, with one part of its text replaced."""

    def made(before: str = "", after: str = "") -> type[Contract]:
        assert GAME is not None and before in GAME[1]
        package = tmp_path / f"planted_{tmp_path.name}"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "game.py").write_text(GAME[1].replace(before, after, 1), "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        game = import_module(f"{package.name}.game").GAME
        monkeypatch.setitem(all_games(), game.name, game)
        people = type("People", (Household,), {"game": game})
        plays = (Play.of(people, seated(4)),)
        return type("TestPlanted", (Contract,), {"plays": plays, "games": 2})

    return made


def check(contract: type[Contract], folder: Path) -> None:
    (play,) = contract.plays
    contract().test_what_others_are_shown_does_not_depend_on_a_secret(play)
    contract().test_no_page_and_no_file_tells_a_secret(play, folder)


def test_the_game_of_the_guide_keeps_its_secret(
    contract: Callable[..., type[Contract]], tmp_path: Path
) -> None:
    check(contract(), tmp_path)


@pytest.mark.parametrize("kind", LEAKS)
def test_a_planted_leak_is_detected(
    contract: Callable[..., type[Contract]], tmp_path: Path, kind: str
) -> None:
    leaking = contract(*LEAKS[kind])

    with pytest.raises(AssertionError, match="tells"):
        check(leaking, tmp_path)


def written_and(contract: type[Contract], *actions: Action) -> tuple[AnyGame, list[Step[Any]]]:
    """Return the guide's game and the steps in which Anna writes 3, before these actions."""
    (play,) = contract.plays
    game, steps, state = play.game, list[Step[Any]](), play.game.rules.begin(play.setup)
    for action in (game.action_kinds["write"](ANNA, 3), *actions):  # type: ignore[call-arg]
        events = action.decide(state)
        steps.append(Step(state, action, events, apply_events(game, state, events)))
        state = steps[-1].after
    return game, steps


@pytest.mark.parametrize("leaks", [False, True])
def test_those_to_whom_nothing_was_shown_are_compared_after_a_peek(
    contract: Callable[..., type[Contract]], leaks: bool
) -> None:
    shown = PEEK.replace("looks at a number", "looks at {number}") if leaks else PEEK
    before = '@plugin.event("numbers_shown", reveals=True)'
    planted = contract(before, shown + before)
    peek = planted.plays[0].game.action_kinds["peek"](BRUNO, ANNA)  # type: ignore[call-arg]
    game, steps = written_and(planted, peek)
    twin = Twin(0, replace(steps[0].action, number=5))  # type: ignore[call-arg]

    if not leaks:
        assert assert_kept(game, steps, twin) == 2
        return
    told = r"a line of the history tells (everybody|seat [23]) a secret: .*number=3.*number=5"
    with pytest.raises(AssertionError, match=f"{told}.*, after Peek.*with reveals=True"):
        assert_kept(game, steps, twin)


@pytest.mark.parametrize("end", [Stop, Abandon])
@pytest.mark.parametrize("leaks", [False, True])
def test_a_game_with_secrets_that_ends_early_keeps_them(
    contract: Callable[..., type[Contract]], end: type[Action], leaks: bool
) -> None:
    told = LEAKS["view"] if leaks else ("", "")

    game, steps = written_and(contract(*told), end())

    outcome = game.final.outcome(steps[-1].after)
    assert outcome is not None and outcome.reason in ("stopped", "abandoned")
    assert game.keeps_secret(steps[-1].after)
    assert not is_public(game, steps[-1])
    twin = Twin(0, replace(steps[0].action, number=5))  # type: ignore[call-arg]
    if not leaks:
        assert assert_kept(game, steps, twin) == 2
        return
    with pytest.raises(AssertionError, match="the view tells"):
        assert_kept(game, steps, twin)


@pytest.mark.slow
@pytest.mark.parametrize("leak", ["line", "holds", "prompt"])
def test_a_leak_planted_into_the_free_bank_is_detected(
    monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    play, steps = next(
        (play, steps)
        for play in FreeBank.plays
        if next(twins_of(play.game, steps := tuple(play.played())), None)
    )
    twin = next(twins_of(play.game, steps))
    if leak == "line":
        monkeypatch.setattr(BidSealed, "line", say("{name} bids {amount}."))
    elif leak == "holds":
        seen = lambda state, seat: str(state.auction and state.auction.sealed)  # noqa: E731
        monkeypatch.setattr(type(steps[0].before), "holds", seen)
    else:
        told = lambda state: PendingDecision(say(str(state.auction and state.auction.sealed)))  # noqa: E731
        monkeypatch.setattr(play.game, "rules", replace(play.game.rules, waiting=told))

    with pytest.raises(AssertionError, match="tells"):
        assert_kept(play.game, steps, twin)
