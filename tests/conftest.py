"""Fixtures for most tests: a separate app on a real database, deleted afterwards."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from limits import RateLimitItemPerMinute
from limits.limits import Granularity
from sqlalchemy import NullPool, QueuePool
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from werkzeug.routing import Rule

from companion import create_app
from companion.mechanics import plugins
from companion.tables.storage import database, giving_way
from tests import database_servers, once
from tests.extent import choose, is_left_out, is_wanted
from tests.kept import SERVER, postgresql, site
from tests.patience import eventually

__all__ = ["postgresql", "site"]

# The command line uses the machine's language; the tests expect English.
os.environ["LANGUAGE"] = "en"

# No deadlines: a test must not fail because the machine is busy. For the same reason the minutes
# of the rate limits last a day.
examples = choose(check=10, test=25, full=100)
settings.register_profile("no clock", deadline=None, max_examples=examples)
settings.load_profile("no clock")
RateLimitItemPerMinute.GRANULARITY = Granularity(86_400, "minute")

# No test of this process loses power, or waits for a move of another table. Servers that the tests
# start are separate processes.
NOT_DURABLE = "PRAGMA synchronous = OFF"
database.PRAGMAS = (*database.PRAGMAS, NOT_DURABLE)
giving_way.PAUSE_SECONDS = 0.0

MakeApp = Callable[..., Flask]


def is_worker(config: pytest.Config) -> bool:
    """Return whether this process runs a part of the tests for another one."""
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    """Create the folder that the workers share."""
    if not is_worker(config):
        # Clean up after SIGTERM as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        once.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop and delete everything that the workers shared, also after an interrupted run."""
    if not is_worker(config):
        database_servers.stop(once.run_folder() / SERVER)
        once.end()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out whole files without importing them."""
    return True if is_left_out(collection_path) else None


def pytest_collection() -> None:
    """Import all tests without garbage collection, since hardly anything becomes garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never look at what was imported: it took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that do not belong to this run, instead of reporting each as skipped."""
    left_out = [item for item in items if not is_wanted(item)]
    items[:] = [item for item in items if is_wanted(item)]
    config.hook.pytest_deselected(items=left_out)


class Compiled(BytecodeCache):
    """Compiled templates, shared by all apps of a run; compiling took a third of its time."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()
STATEMENTS: dict[Any, Any] = {}
"""Compiled SQL statements, shared by all SQLite databases of a run."""
SQLiteDialect_pysqlite.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]
SQLiteDialect_pysqlite.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]


def compiled_once(app: Flask) -> Flask:
    """Return an app that uses the templates and statements which other apps have compiled."""
    app.jinja_env.bytecode_cache = COMPILED
    engine = app.extensions["open_tables"].store.engine
    if engine.dialect.name == "sqlite":
        engine._compiled_cache = STATEMENTS
    return app


def compile_each_rule_once() -> None:
    """Cache what werkzeug compiles for each URL rule: it took 90 % of the time to make an app."""
    compiled, known = Rule.compile, dict[object, Rule]()

    def compile_rule(rule: Rule) -> None:
        one = known.setdefault((rule.rule, rule.subdomain, str(rule.defaults)), rule)
        if one is rule:
            compiled(rule)
        rule._trace, rule._parts, rule._converters = one._trace, one._parts, one._converters
        rule.arguments = one.arguments
        for name in ("_build", "_build_unknown"):
            setattr(rule, name, getattr(one, name).__func__.__get__(rule, None))

    Rule.compile = compile_rule  # type: ignore[assignment]


compile_each_rule_once()


def leave_out_installed_plugins() -> None:
    """Hide the plugins of this environment, such as a game that a developer is writing.

    Plugins that a test installs into its temporary folder are found.
    """
    installed = set(map(_place, metadata.entry_points(group=plugins.GROUP)))

    def found(group: str) -> list[EntryPoint]:
        return [one for one in metadata.entry_points(group=group) if _place(one) not in installed]

    plugins.entry_points = found  # type: ignore[assignment, attr-defined]


def _place(point: EntryPoint) -> tuple[str, str]:
    """Return the name of an entry point, and the folder in which its package is installed."""
    return point.name, str(point.dist.locate_file("")) if point.dist else ""


leave_out_installed_plugins()


@pytest.fixture(autouse=True)
def threads_are_threads() -> Iterator[None]:
    """Fail if a test let gevent patch threads: all later tests of the process would break."""
    yield
    monkey = sys.modules.get("gevent.monkey")
    assert monkey is None or not monkey.is_module_patched("threading")


@pytest.fixture(scope="session")
def empty_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder after a first start, made once because that is slow."""
    folder = tmp_path_factory.mktemp("empty")
    create_app({"DATA_DIR": folder}).extensions["open_tables"].store.engine.dispose()
    return folder


@pytest.fixture
def kept_in() -> dict[str, str]:
    """The settings that choose an app's database; by default a file in its data folder."""
    return {}


@pytest.fixture
def make_app(tmp_path: Path, empty_data: Path, kept_in: dict[str, str]) -> Iterator[MakeApp]:
    """A function that makes apps on one data folder, as several processes do.

    It takes settings as keyword arguments.
    """
    made: list[Flask] = []
    folder = tmp_path / "data"
    shutil.copytree(empty_data, folder)

    def make(**settings: object) -> Flask:
        app = create_app({"DATA_DIR": folder, "TESTING": True, **kept_in, **settings})
        made.append(app)
        return compiled_once(app)

    yield make
    for app in made:
        close(app)


def close(app: Flask) -> None:
    """Close an app's database connections, including those that its threads still use."""
    app.extensions["cluster"].close()
    engine = app.extensions["open_tables"].store.engine
    pool = engine.pool
    if isinstance(pool, QueuePool):
        # Threads that still render or listen open connections without a pool from now on.
        engine.pool = NullPool(pool._creator, dialect=engine.dialect, _dispatch=pool.dispatch)
        pool.dispose()
        eventually(lambda: pool.checkedout() == 0)
    pool.dispose()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An app on an empty database."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A test client without cookies."""
    return app.test_client()


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app for tests that look only at the tables they make themselves."""
    app = create_app({"DATA_DIR": tmp_path_factory.mktemp("shared"), "TESTING": True})
    yield compiled_once(app)
    close(app)
