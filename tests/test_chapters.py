"""The chapters of the games: no event's ``apply`` can refuse, and no screen calls their guards."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from companion.games import all_games
from companion.mechanics.actions.base import Event
from companion.mechanics.game import AnyGame
from companion.mechanics.language.words import braces
from tests.sources import Source, assert_none, offences, sources


def called(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            name = inner.func
            yield name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")


def raises(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Raise) for inner in ast.walk(node))


def refusing(package: Iterable[Source]) -> frozenset[str]:
    """Return the names of a package's functions that raise, directly or through another one."""
    bodies = {
        node.name: (raises(node), frozenset(called(node)))
        for source in package
        for node in source.nodes
        if isinstance(node, ast.FunctionDef) and node.name not in ("decide", "apply", "tell")
    }
    found = {name for name, (refuses, _) in bodies.items() if refuses}
    while more := {name for name, (_, uses) in bodies.items() if uses & found} - found:
        found |= more
    return frozenset(found)


def effects_that_refuse(package: list[Source]) -> list[str]:
    refuse = refusing(package)
    return [
        source.at(
            node.lineno, f"apply may refuse by {', '.join(sorted(set(called(node)) & refuse))}"
        )
        for source in package
        for node in source.nodes
        if isinstance(node, ast.FunctionDef) and node.name == "apply"
        if set(called(node)) & refuse or raises(node)
    ]


SCREENS = [
    *(f"companion/games/*/{name}.py" for name in ("screen", "view", "draft", "panels", "menu")),
    "companion/web/**/*.py",
]
"""Modules for screens, which must get legal moves from the menu only."""
GUARDS = ("decide", "is_legal")


def guards_asked(source: Source) -> Iterator[str]:
    """Yield the places where a module checks legality by an action or a guard."""
    for node in source.nodes:
        if not isinstance(node, ast.ImportFrom | ast.Attribute | ast.Name):
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(RULES):
            names = [alias.name for alias in node.names]
        else:
            names = [getattr(node, "attr", "") or getattr(node, "id", "")]
        for name in names:
            if name in GUARDS or (isinstance(node, ast.ImportFrom) and name.startswith("require_")):
                yield source.at(node.lineno, f"a screen asks {name}")


RULES = ("companion.games.", "companion.mechanics.")


def packages() -> dict[str, list[Source]]:
    found: dict[str, list[Source]] = {}
    for source in sources("companion/games/*/*.py"):
        found.setdefault(source.parts[2], []).append(source)
    return found


def test_no_event_raises_a_refusal_in_apply() -> None:
    found = [line for package in packages().values() for line in effects_that_refuse(package)]

    assert_none(found, "applying an event never judges")


def test_no_screen_calls_a_guard_instead_of_using_the_menu() -> None:
    assert_none(offences(guards_asked, *SCREENS), "the menu alone asks the rules for a screen")


def test_a_screen_that_calls_a_guard_is_detected() -> None:
    text = """
from companion.games.monopoly.auctions import Bid, require_turn_to_bid
from companion.tables.roles import require_banker

def may_bid(state, seat):
    require_turn_to_bid(state, seat)
    return is_legal(Bid(seat, 1).decide, state)
"""
    found = guards_asked(Source("companion/games/monopoly/screen.py", text))

    asked = sorted(line.rpartition(" ")[2] for line in found)
    assert asked == ["decide", "is_legal", "require_turn_to_bid"]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_module_that_renders_a_game_is_checked_for_guards(game: AnyGame) -> None:
    looked_at = {".".join(source.parts) for pattern in SCREENS for source in sources(pattern)}

    drawing = {game.screen.view.__module__, game.screen.draft.__module__}

    assert {name for name in drawing if name.startswith("companion.games.")} <= looked_at


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_history_line_uses_only_fields_of_its_event(game: AnyGame) -> None:
    unknown = {
        (event.kind, name)
        for event in game.events
        if event.display_value is Event.display_value
        for name in (braces(event.line.template) if event.line else ())
        if not hasattr(event, "seat" if name == "name" else name)
    }

    assert unknown == set()


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_an_events_costs_and_earnings_are_fields_of_it(game: AnyGame) -> None:
    missing = {
        (event.kind, name)
        for event in game.events
        for money in (event.costs or event.earns,)
        if money is not None and isinstance(money[0], str)
        for name in ("seat", money[0], *braces(money[1].template))
        if not hasattr(event, name)
    }

    assert missing == set()


def test_an_apply_that_could_refuse_is_detected() -> None:
    text = """
def require(state): raise Refusal("no", "", "")
def deeper(state): return require(state)
class Paid:
    def apply(self, state): return deeper(state)
"""
    assert len(effects_that_refuse([Source("companion/games/x/y.py", text)])) == 1
    harmless = text.replace('raise Refusal("no", "", "")', "return state")
    assert effects_that_refuse([Source("companion/games/x/y.py", harmless)]) == []
