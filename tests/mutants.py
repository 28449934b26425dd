"""Mutation tests: change the code in one place at a time and see whether `make check` notices.

``python -m tests.mutants`` draws random mutants, tests each in a copy of the checkout, and lists
the survivors. Each survivor shows a line that no quick test depends on.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
# How many mutants each package gets.
PLAN = {
    "companion/games/monopoly": 10,
    "companion/games/big_deal": 9,
    "companion/games/big_shot": 7,
    "companion/games/free_bank": 5,
    "companion/games/big_cheese": 5,
    "companion/mechanics": 13,
    "companion/tables": 11,
    "companion/web": 20,
}
# Limits for one run of the tests. A mutant that reaches one of them counts as killed.
PROCESSOR_SECONDS = 300
CLOCK_SECONDS = 1_200
MEMORY = 6 * 2**30
USUAL = """-x -q --tb=line --no-header -p no:cacheprovider --hypothesis-seed=0
-W ignore::pytest.PytestAssertRewriteWarning""".split()
# The exit code of pytest if no test was collected.
NO_TESTS = 5
NOT_COPIED = (".git", ".venv*", "instance", "pictures", ".*_cache", ".hypothesis", "__pycache__")
# Imported once, before all mutants. No module of the project itself may be in this list.
WARM = """pytest _pytest.assertion.rewrite hypothesis flask flask_sqlalchemy flask_migrate
babel.dates sqlalchemy.dialects.sqlite alembic.command limits qrcode
babel.messages.frontend xml.etree.ElementTree gevent""".split()

PAIRS = """Lt LtE, Gt GtE, Eq NotEq, In NotIn, Is IsNot, And Or, Add Sub, Mult FloorDiv,
BitOr BitAnd""".split(",")
OPPOSITE = {
    getattr(ast, one): getattr(ast, other)
    for pair in map(str.split, PAIRS)
    for one, other in (pair, reversed(pair))
}
OTHER_BUILTIN = {"min": "max", "max": "min", "any": "all", "all": "any"}
SAME_EITHER_WAY = ("isinstance", "issubclass")
Change = tuple[str, ast.AST, ast.AST]
"""A kind of change, the node that is replaced, and its replacement."""


@dataclass(frozen=True)
class Mutant:
    """One change of one expression or statement."""

    file: str
    line: int
    kind: str
    old: str
    new: str
    text: str
    """The whole file with the change."""

    def __str__(self) -> str:
        old, new = (" ".join(one.split()) for one in (self.old, self.new))
        return f"{self.file}:{self.line}: {self.kind}: {old} → {new}"


def changes(tree: ast.Module) -> Iterator[Change]:
    """Yield every change that can be made to a module, except to its annotations."""
    left_out = set(_annotations(tree))
    for node in ast.walk(tree):
        if node not in left_out:
            yield from _changes_of(node)


def _annotations(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        roots: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            roots = [node.returns]
        elif isinstance(node, ast.arg | ast.AnnAssign):
            roots = [node.annotation]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            roots = [node]
        elif isinstance(node, ast.Call) and _name(node) in ("TypeVar", "ParamSpec", "cast"):
            roots = [node]
        for root in roots:
            yield from ast.walk(root) if root is not None else ()


def _changes_of(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Raise():
            yield "no raise", node, ast.Pass()
        case ast.Expr(value=ast.Call()):
            yield "no call", node, ast.Pass()
        case ast.Call():
            yield from _changes_of_call(node)
        case ast.Constant(value=bool() as value):
            yield "boolean", node, ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "number", node, ast.Constant(value + 1)
            yield "number", node, ast.Constant(value - 1)
        case _:
            yield from _changes_of_operator(node)


def _changes_of_operator(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            yield "comparison", node, _with(node, ops=[OPPOSITE[type(op)]()])
        case ast.BoolOp(op=op, values=values):
            yield "and/or", node, _with(node, op=OPPOSITE[type(op)]())
            rest = values[0] if len(values) == 2 else _with(node, values=values[:-1])
            yield "dropped operand", node, rest
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "dropped not", node, operand
        case ast.BinOp(left=left, op=op) if type(op) in OPPOSITE and not _is_text(left):
            yield "arithmetic", node, _with(node, op=OPPOSITE[type(op)]())
        case ast.IfExp(body=body, orelse=orelse):
            yield "other branch", node, _with(node, body=orelse, orelse=body)


def _changes_of_call(node: ast.Call) -> Iterator[Change]:
    name, starred = _name(node), any(isinstance(one, ast.Starred) for one in node.args)
    if name in OTHER_BUILTIN:
        yield "min/max/any/all", node, _with(node, func=ast.Name(OTHER_BUILTIN[name]))
    if len(node.args) == 2 and not starred and name not in SAME_EITHER_WAY:
        first, second = node.args
        if ast.dump(first) != ast.dump(second):
            yield "swapped arguments", node, _with(node, args=[second, first])


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str)


def _with(node: ast.AST, **values: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in values.items():
        setattr(changed, name, value)
    return changed


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    raw = path.read_bytes()
    starts = [0]
    for line in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for kind, node, new in changes(ast.parse(raw)):
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        written = ast.unparse(ast.fix_missing_locations(new))
        written = written if isinstance(new, ast.stmt) else f"({written})"
        text = (raw[:start] + written.encode() + raw[end:]).decode()
        file = path.relative_to(ROOT).as_posix()
        yield Mutant(file, node.lineno, kind, raw[start:end].decode(), written, text)


def drawn(package: str, count: int, rng: random.Random) -> Iterator[Mutant]:
    """Yield random mutants of a package, of each kind in turn: most possible ones are numbers."""
    kinds: dict[str, list[Mutant]] = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        for mutant in mutants_of(path):
            kinds.setdefault(mutant.kind, []).append(mutant)
    order = sorted(kinds)
    rng.shuffle(order)
    while count and any(kinds.values()):
        for kind in filter(kinds.get, order[:]):
            if count:
                count -= 1
                yield kinds[kind].pop(rng.randrange(len(kinds[kind])))


def own_tests(file: str) -> list[str]:
    """Return the files and folders with the tests of the package that a file belongs to."""
    parts = Path(file).parts
    if parts[1] == "games":
        return ["tests/games/test_moments.py", f"tests/games/{parts[2]}", "-k", parts[2]]
    folder = f"tests/{parts[1]}"
    return [folder] if (ROOT / folder).is_dir() else []


def has_passed(folder: Path, arguments: list[str], *, is_mutant: bool = True) -> bool:
    """Run tests in a forked process; return whether all passed within the limits.

    A mutant's run prints nothing and leaves no bytecode behind.
    """
    pid = os.fork()
    if pid == 0:
        code = 1
        with suppress(BaseException):
            _prepare_child(folder)
            if is_mutant:
                _be_silent()
            sys.dont_write_bytecode = is_mutant
            code = int(importlib.import_module("pytest").main([*USUAL, *arguments]))
        os._exit(code)
    _, status = os.waitpid(pid, 0)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    return status in (0, NO_TESTS << 8)


def _prepare_child(folder: Path) -> None:
    """Set the limits of this process, and let it import from a folder instead of the checkout."""
    os.setsid()
    signal.alarm(CLOCK_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder)
    sys.path[:] = [str(folder), *(place for place in sys.path if Path(place) != ROOT)]
    for name in list(sys.modules):
        if name.partition(".")[0] in ("tests", "companion"):
            del sys.modules[name]


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def survives(mutant: Mutant, folder: Path, *, own_only: bool) -> bool:
    """Return whether a mutant passes its package's tests, and then all other tests.

    folder: a copy of the checkout. own_only: leave out the other tests.
    """
    path, own = folder / mutant.file, own_tests(mutant.file)
    original, times = path.read_bytes(), path.stat()
    path.write_text(mutant.text, "utf-8")
    try:
        done = (f"--ignore={one}" for one in own if one.startswith("tests/"))
        stages = [own, [] if own_only else ["tests", *done]]
        return all(has_passed(folder, stage) for stage in stages if stage)
    finally:
        path.write_bytes(original)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _tested(mutant: Mutant, copies: Path, *, own_only: bool) -> tuple[Mutant, bool]:
    """Test a mutant in this worker's copy of the checkout; return it and whether it survives."""
    folder = copies / str(os.getpid())
    if not folder.exists():
        shutil.copytree(copies / "original", folder)
    return mutant, survives(mutant, folder, own_only=own_only)


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser("tests.mutants", description=__doc__)
    parser.add_argument("--seed", help="default: the first eight digits of HEAD's hash")
    parser.add_argument("--packages", nargs="+", help="default: all, with " + str(PLAN))
    parser.add_argument("--count", type=int, help="mutants per package")
    parser.add_argument("--only", type=int, help="test the mutant with this number alone")
    parser.add_argument("--own", action="store_true", help="run the package's own tests alone")
    parser.add_argument("--list", action="store_true", help="list the mutants and test none")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="mutants tested in parallel")
    return parser.parse_args()


def main() -> None:
    """Draw mutants, test them, and print the survivors."""
    asked = _parsed()
    head = ["git", "-C", str(ROOT), "rev-parse", "--short=8", "HEAD"]
    seed = asked.seed or subprocess.check_output(head, text=True)[:8]
    rng = random.Random(seed)
    plan = {name: asked.count or PLAN.get(name, 10) for name in asked.packages or PLAN}
    mutants = [one for name, count in plan.items() for one in drawn(name, count, rng)]
    chosen = mutants if asked.only is None else [mutants[asked.only - 1]]
    print(f"Seed {seed}, {len(chosen)} mutants", flush=True)
    if asked.list:
        for number, mutant in enumerate(mutants, 1):
            print(f"{number}. {mutant}")
        return
    with tempfile.TemporaryDirectory() as copies:
        survivors = _survivors(chosen, Path(copies), asked)
    killed = len(chosen) - len(survivors)
    print(f"{len(chosen)} mutants, {killed} killed, {len(survivors)} survive")


def _survivors(chosen: list[Mutant], copies: Path, asked: argparse.Namespace) -> list[Mutant]:
    """Test mutants in parallel; print survivors at once, and return them."""
    os.environ["TEST_EXTENT"] = "check"
    for module in WARM:
        with suppress(ImportError):
            importlib.import_module(module)
    original = copies / "original"
    shutil.copytree(ROOT, original, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    own = {one for mutant in chosen for one in own_tests(mutant.file) if one.startswith("tests/")}
    if not has_passed(original, sorted(own) if asked.own else ["tests"], is_mutant=False):
        raise SystemExit("The tests fail without any change. Run make check first.")
    survivors = []
    test = partial(_tested, copies=copies, own_only=asked.own)
    with multiprocessing.get_context("fork").Pool(asked.jobs) as pool:
        for mutant, has_survived in pool.imap_unordered(test, chosen):
            if has_survived:
                survivors.append(mutant)
                print(mutant, flush=True)
    return survivors


if __name__ == "__main__":
    main()
