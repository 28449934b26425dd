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
from companion.games.free_bank import GAME as FREE_BANK
from companion.games.free_bank.auctions import BidSealed
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Action, AnyGame, apply_events
from companion.mechanics.language.words import say
from companion.mechanics.play.stopping import Abandon, Stop
from companion.mechanics.play.table import PendingDecision
from companion.testing.contract import Contract
from companion.testing.households import Household, Play, Step, seated
from companion.testing.tables import ANNA, BRUNO, CARLA
from companion.testing.twins import Twin, assert_kept, is_public, twins_of
from tests.games.free_bank.free_bank_tables import asked, bid, up
from tests.games.free_bank.test_free_bank_random import TestContract as FreeBank
from tests.sources import ROOT

GUIDE = (ROOT / "docs/write-a-plugin.md").read_text("utf-8")
GAME = re.search(r'```python\n("""Highest Alone.*?)```', GUIDE, re.DOTALL)
SHOWN = '@plugin.event("numbers_shown"'
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
    "another-event": (
        "else (written,)",
        "else (written, *((Gasped(self.seat, 0),) if self.number > 5 else ()))",
        SHOWN,
        f'@plugin.event("gasped")\nclass Gasped(Written):\n    pass\n\n\n{SHOWN}',
    ),
    "another-kind-of-event": (
        "written = Written(",
        "written = (High if self.number > 5 else Written)(",
        SHOWN,
        '@plugin.event("high")\nclass High(Written):\n    line = say("{name} writes well.")\n\n\n'
        + SHOWN,
    ),
    "refusal": (
        'say("You have written your number: wait.")',
        'say("Wait. So far: {sum}", sum=sum(state.numbers.values()))',
    ),
    "guess": (
        SHOWN,
        '@plugin.action("guess")\nclass Guess(plugin.SeatAction):\n    is_offered = False\n'
        "    number: int\n\n    def decide(self, state):\n"
        "        if self.number not in state.numbers.values():\n"
        '            raise plugin.Refusal("wrong", "HA-2", say("Nobody wrote it."))\n'
        f"        return ()\n\n\n{SHOWN}",
    ),
    "field-without-repr": (
        "screen = plugin.Screen()",
        "screen = plugin.Screen(lambda state, seat: Seen(sum(state.numbers.values())))",
        SHOWN,
        "@dataclass(frozen=True)\nclass Seen:\n    secret: int = field(repr=False)\n\n\n" + SHOWN,
    ),
    "chart": (
        "screen = plugin.Screen()",
        "screen = plugin.Screen()\n    chart = plugin.Chart(lambda state: 0, lambda state: tuple("
        "state.numbers.get(seat, 0) for seat in state.seats))",
    ),
    "end-before-its-time": (
        "numbers = {} if state.is_stopped else state.numbers",
        "numbers = state.numbers",
    ),
    "not-declared": ('"written", is_secret=True', '"written"'),
    "button": ('say("Write {number}", number=self.number)', 'say(f"Write {state.numbers}")'),
    "question": (
        "    def label",
        "    def loss(self, state):\n        return say(f'Sure? {state.numbers}')\n\n    def label",
    ),
    "step-of-the-app": (
        'plugin.plain_rules(title, players, options, "HA-1", begin, waiting)',
        'replace(plugin.plain_rules(title, players, options, "HA-1", begin, waiting), '
        "without_phones=lambda state, seats: Write(0, sum(state.numbers.values())))",
    ),
    "name-of-an-account": (
        "    def secret_of",
        "    def account_names(self):\n"
        "        return {plugin.BANK: say(str(sum(self.numbers.values())))}\n\n    def secret_of",
    ),
    "highest-value-only": (
        '.to_you("You have written a number.")\n',
        "\n    def line_for(self, state, seat):\n"
        '        return say("{name} has written 9.") if self.number == 9 else self.line\n',
    ),
    "dice-of-the-app": (
        '    values = {"number": range(1, 10)}\n    number: int\n',
        '    chance = "number"\n    number: int | None = None\n    by_app: bool = False\n\n'
        "    def with_chance(self, state, dice):\n"
        "        return replace(self, number=dice(9), by_app=True)\n",
        *('say("{name} has written a number.")', 'say("{name} has rolled {number}.")'),
    ),
    "scene-of-another": (
        "    seat: int\n    number: int\n\n    def apply",
        "    seat: int\n    number: int\n\n    def scenes(self, state):\n"
        "        return self.throw(state, (self.seat + 1) % 3, self.number)\n\n    def apply",
    ),
    "who-may-act": (
        "    def label",
        "    @classmethod\n    def asked_by(cls, state):\n"
        '        return "player" if sum(state.numbers.values()) % 2 else "seat"\n\n    def label',
    ),
}
"""By kind of leak: texts in the source of the game, each followed by its replacement."""
PEEK = '''
@plugin.action("peek", turn_bound=False, keeps_turn=True)
class Peek(plugin.SeatAction):
    """Look at the number of another player."""

    is_offered = False
    values = {"other": lambda state: tuple(state.numbers)}
    other: int

    def decide(self, state: State) -> tuple[plugin.Event, ...]:
        return (Peeked(self.seat, state.numbers[self.other]),)


@plugin.event("peeked", is_secret=True, reveals=True)
class Peeked(plugin.Event):
    line = say("{name} looks at a number.").to_you("You see {number}.")
    seat: int
    number: int

    def shown_to(self) -> tuple[int, ...]:
        return (self.seat,)


'''
"""An action of a plugin that shows a secret to one player."""


@pytest.fixture
def contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., type[Contract]]:
    """Returns the contract of the game of the guide, with some parts of its text replaced."""

    def made(*changes: str) -> type[Contract]:
        assert GAME is not None
        text = GAME[1]
        for before, after in zip(changes[::2], changes[1::2], strict=True):
            assert before in text
            text = text.replace(before, after, 1)
        package = tmp_path / f"planted_{tmp_path.name}"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "game.py").write_text(text, "utf-8")
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
    game, state = play.game, play.game.rules.begin(play.setup)
    return game, steps_from(game, state, game.action_kinds["write"](ANNA, 3), *actions)  # type: ignore[call-arg]


def steps_from(game: AnyGame, state: Any, *actions: Action) -> list[Step[Any]]:
    steps = list[Step[Any]]()
    for action in actions:
        events = action.decide(state)
        steps.append(Step(state, action, events, apply_events(game, state, events)))
        state = steps[-1].after
    return steps


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


@pytest.mark.parametrize("leaks", [False, True])
def test_a_secret_limit_is_compared_until_it_moves_the_price(
    monkeypatch: pytest.MonkeyPatch, leaks: bool
) -> None:
    if leaks:
        seen = lambda state, seat: str(state.auction and state.auction.sealed)  # noqa: E731
        monkeypatch.setattr(FreeBankState, "holds", seen)
    made = (bid(BRUNO, 20), {"kind": "pass", "seat": CARLA}, {"kind": "hammer"})
    steps = steps_from(FREE_BANK, up("proxy"), *(asked(**one) for one in (bid(ANNA, 50), *made)))
    twins = [twin for twin in twins_of(FREE_BANK, steps) if twin.number == 0]

    if not leaks:
        compared = {twin.other.amount: assert_kept(FREE_BANK, steps, twin) for twin in twins}  # type: ignore[attr-defined]
        assert (compared[2], compared[95]) == (1, 4)
        return
    with pytest.raises(AssertionError, match="what a seat holds tells"):
        assert_kept(FREE_BANK, steps, twins[0])


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
