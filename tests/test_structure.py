"""Static checks of the structure of the code: imports, docstrings, lengths of functions.

Each check takes a file and yields its offences as lines of text. The tests collect them over the
whole tree. The samples at the end show that each check finds offences.
"""

from __future__ import annotations

import ast
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.sources import CODE, ROOT, Check, Source, assert_none, offences, sources

LAYERS = ("mechanics", "games", "tables", "web")
IMPURE = {
    "asyncio",
    "datetime",
    "os",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "threading",
    "time",
}
FOR_TYPES = ("_typeshed", "typing_extensions")
"""The modules that exist for type checkers only."""
LONGEST_FUNCTION = 40
LONG_FUNCTION = 26
USUAL_FUNCTION = 5
MOST_FILES = 12


@cache
def imported(source: Source) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return each import of a module: its line, and the parts of the dotted name."""
    return tuple(_imported(source))


def _imported(source: Source) -> Iterator[tuple[int, tuple[str, ...]]]:
    package = source.parts if source.place.endswith("__init__.py") else source.parts[:-1]
    for node in source.nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, tuple(alias.name.split("."))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) - node.level + 1] if node.level else ()
            start = (*near, *(node.module.split(".") if node.module else ()))
            yield from ((node.lineno, (*start, alias.name)) for alias in node.names)


def wrong_way_imports(source: Source) -> Iterator[str]:
    """Yield imports against web -> tables -> games -> mechanics, or of modules above the layers."""
    layer = source.parts[1] if len(source.parts) > 1 else ""
    if layer not in LAYERS:
        return
    for line, target in imported(source):
        if target[0] != "companion" or len(target) == 1:
            continue
        names = {".".join(target), ".".join(target[:-1])}
        if target[1] in LAYERS[: LAYERS.index(layer) + 1] or names & leaf_modules():
            continue
        yield source.at(line, f"{layer} imports {'.'.join(target)}")


@cache
def leaf_modules() -> frozenset[str]:
    """Return the modules outside the layers that import only mechanics and one another."""
    graph = {
        name: {one for one in targets if not one.startswith("companion.mechanics.")}
        for name, targets in all_imports().items()
    }
    leaves = {name for name in graph if not set(name.split(".")[1:2]) & set(LAYERS)}
    while higher := {one for one in leaves if graph[one] - leaves}:
        leaves -= higher
    return frozenset(leaves)


Graph = dict[str, frozenset[str]]


def all_imports() -> Graph:
    """Return the modules of the app that each imports, also in functions and for type checkers."""
    modules = {".".join(source.parts): source for source in sources(CODE)}
    graph: Graph = {}
    for name, source in modules.items():
        dotted = {target for _, target in imported(source) if target[:1] == ("companion",)}
        named = {
            ".".join(target if ".".join(target) in modules else target[:-1]) for target in dotted
        }
        graph[name] = frozenset(named & modules.keys()) - {name}
    return graph


def room_in(layer: str, module: str) -> str:
    """Return the folder of a layer that contains a module, or "" if none does."""
    _, own, *rest = [*module.split("."), ""]
    return rest[0] if own == layer and len(rest) > 2 else ""


def circle(graph: Graph) -> tuple[str, ...]:
    """Return modules that import one another in a circle, () if there are none."""
    left = dict(graph)
    while left:
        free = [name for name, above in left.items() if not above & left.keys()]
        if not free:
            return tuple(sorted(left))
        for name in free:
            del left[name]
    return ()


def games_knowing_games(source: Source) -> Iterator[str]:
    if source.parts[:2] != ("companion", "games") or len(source.parts) < 3:
        return
    for line, target in imported(source):
        if target[:2] == ("companion", "games") and target[2:3] != source.parts[2:3]:
            yield source.at(line, f"a game imports {'.'.join(target)}")


def impure_imports(source: Source) -> Iterator[str]:
    """Yield imports of rules other than the pure standard library and the layers below."""
    for line, target in imported(source):
        if target[0] == "companion" and target[1:2] in (("games",), ("mechanics",)):
            continue
        if target[0] not in {*sys.stdlib_module_names, *FOR_TYPES} or target[0] in IMPURE:
            yield source.at(line, f"rules import {'.'.join(target)}")


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(body: list[ast.stmt]) -> Iterator[tuple[Definition, ast.ClassDef | None]]:
    """Yield the public functions and classes of a module, methods together with their class."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node, None
            if isinstance(node, ast.ClassDef):
                yield from ((inner, node) for inner, _ in definitions(node.body))


def base_names(node: ast.ClassDef) -> Iterator[str]:
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        yield plain.attr if isinstance(plain, ast.Attribute) else getattr(plain, "id", "")


@cache
def known_classes() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return, by class name, the documented methods of each class and the names of its bases."""
    known: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for source in sources("companion/**/*.py"):
        for node, _ in definitions(source.tree.body):
            if isinstance(node, ast.ClassDef):
                said = {one.name for one, _ in definitions(node.body) if ast.get_docstring(one)}
                documented, bases = known.get(node.name, (frozenset(), frozenset()))
                known[node.name] = (documented | said, bases.union(base_names(node)))
    return known


def is_documented_above(name: str, bases: Iterable[str]) -> bool:
    """Return whether a direct or indirect base class documents a method."""
    for base in bases:
        documented, above = known_classes().get(base, (frozenset(), frozenset()))
        if name in documented or is_documented_above(name, above - {base}):
            return True
    return False


def is_one_statement(source: Source, node: Definition) -> bool:
    """Return whether a node is a function of one statement in games or web."""
    is_function = not isinstance(node, ast.ClassDef) and len(node.body) == 1
    return is_function and source.parts[1] in ("games", "web")


def missing_docstrings(source: Source) -> Iterator[str]:
    tree = source.tree
    if tree.body and not ast.get_docstring(tree):
        yield source.at(1, "the module has no docstring")
    for node, owner in definitions(tree.body):
        inherited = owner and is_documented_above(node.name, base_names(owner))
        # The name of a test is a sentence already; that of a short function may say enough.
        is_named_well = node.name.startswith("test_") or is_one_statement(source, node)
        if not (inherited or is_named_well or ast.get_docstring(node)):
            yield source.at(node.lineno, f"{node.name} has no docstring")


def function_lengths(source: Source) -> Iterator[tuple[int, str, int]]:
    """Yield the line, the name and the length of the body of each function, without docstrings."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield node.lineno, node.name, length


def long_functions(source: Source) -> Iterator[str]:
    for line, name, length in function_lengths(source):
        if length > LONGEST_FUNCTION:
            yield source.at(line, f"{name} has {length} lines, at most {LONGEST_FUNCTION}")


@pytest.mark.parametrize(
    ("check", "patterns", "rule"),
    [
        (wrong_way_imports, (CODE,), "imports run web -> tables -> games -> mechanics"),
        (games_knowing_games, (CODE,), "games never import each other"),
        (
            impure_imports,
            ("companion/mechanics/**/*.py", "companion/games/**/*.py"),
            "rules import the standard library alone, without clock and chance",
        ),
        (missing_docstrings, (CODE,), "what is public has a docstring"),
        (long_functions, (CODE,), "functions are short"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_code_follows_its_rules(check: Check, patterns: tuple[str, ...], rule: str) -> None:
    assert_none(offences(check, *patterns), rule)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(all_imports()) == ()


@pytest.mark.parametrize("layer", ["tables", "web"])
def test_no_rooms_of_a_layer_import_each_other_in_a_circle(layer: str) -> None:
    rooms: dict[str, frozenset[str]] = {}
    for name, targets in all_imports().items():
        if room := room_in(layer, name):
            others = {other for one in targets if (other := room_in(layer, one))} - {room}
            rooms[room] = rooms.get(room, frozenset()) | others

    assert circle(rooms) == ()


def test_an_import_circle_is_detected() -> None:
    assert circle({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()}) == ()
    assert circle({"a": frozenset("b"), "b": frozenset("a"), "c": frozenset("a")}) != ()


@pytest.mark.parametrize("layer", ["mechanics", "tables", "web"])
def test_no_folder_has_too_many_files(layer: str) -> None:
    folders = Counter(
        source.place.rpartition("/")[0] for source in sources(f"companion/{layer}/**/*.py")
    )

    assert {place: count for place, count in folders.items() if count > MOST_FILES} == {}


def test_the_code_of_one_phone_stays_small() -> None:
    kinds = (".js", ".mjs", ".py", ".css", ".html")
    files = [file for file in (ROOT / "phone").iterdir() if file.suffix in kinds]
    texts = [file.read_text("utf-8") for file in (*files, ROOT / "companion/in_browser.py")]

    assert sum(bool(line.strip()) for text in texts for line in text.splitlines()) <= 1200


def test_most_functions_are_short() -> None:
    lengths = [length for one in sources(CODE) for _, _, length in function_lengths(one)]

    hundredths = statistics.quantiles(lengths, n=100)

    assert (hundredths[49], hundredths[98]) <= (USUAL_FUNCTION, LONG_FUNCTION), hundredths


LONG = "def f():\n" + "    pass\n" * (LONGEST_FUNCTION + 1)
RULES = "companion/games/big_shot/x.py"


@pytest.mark.parametrize(
    ("check", "place", "text"),
    [
        (wrong_way_imports, "companion/mechanics/x.py", "from companion.games import all_games"),
        (wrong_way_imports, "companion/tables/x.py", "import companion.web.requests.htmx"),
        (wrong_way_imports, "companion/tables/x.py", "from ..web import htmx"),
        (wrong_way_imports, "companion/web/x.py", "def f():\n    from companion import cli"),
        (games_knowing_games, RULES, "from companion.games.monopoly import deeds"),
        (games_knowing_games, RULES, "from .. import monopoly"),
        (impure_imports, RULES, "from flask import request"),
        (impure_imports, RULES, "import random"),
        (missing_docstrings, RULES, '"""Doc."""\ndef f():\n  x = 1\n  return x'),
        (
            missing_docstrings,
            RULES,
            '"""Doc."""\nclass A:\n  "Doc."\n  def f(self): x = 1; return x',
        ),
        (missing_docstrings, "companion/mechanics/x.py", '"""Doc."""\ndef f(): pass'),
        (missing_docstrings, RULES, "x = 1"),
        (long_functions, RULES, LONG),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_check_detects_its_mistake(check: Check, place: str, text: str) -> None:
    assert list(check(Source(place, text)))
