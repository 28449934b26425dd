"""What most tests need: an app of their own on a real database, thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from limits import RateLimitItemPerMinute
from limits.limits import Granularity
from sqlalchemy import NullPool, QueuePool
from werkzeug.routing import Rule

from companion import create_app
from tests import database_servers, once
from tests.extent import choose, is_left_out, is_wanted
from tests.kept import SERVER, postgresql, site
from tests.patience import eventually

__all__ = ["postgresql", "site"]

# The command line speaks the machine's language; the tests read English.
os.environ["LANGUAGE"] = "en"

# A deadline is a clock, and no test may fail because the machine is busy; nor does a minute end
# while a test counts what may be done within one.
examples = choose(check=10, test=25, full=100)
settings.register_profile("no clock", deadline=None, max_examples=examples)
settings.load_profile("no clock")
RateLimitItemPerMinute.GRANULARITY = Granularity(86_400, "minute")

MakeApp = Callable[..., Flask]


def is_worker(config: pytest.Config) -> bool:
    """Return whether another process started this one to run a part of the tests."""
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    """Make room for what the workers share."""
    if not is_worker(config):
        # A run that is told to end cleans up as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        once.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the workers shared, also when the run was interrupted."""
    if not is_worker(config):
        database_servers.stop(once.run_folder() / SERVER)
        once.end()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Do not even import what this run leaves out as a whole."""
    return True if is_left_out(collection_path) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what does not belong to this run, without a line about each skipped test."""
    left_out = [item for item in items if not is_wanted(item)]
    items[:] = [item for item in items if is_wanted(item)]
    config.hook.pytest_deselected(items=left_out)


class Compiled(BytecodeCache):
    """Templates compiled once for all the apps of a run; compiling took a third of its time."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


def compile_each_rule_once() -> None:
    """Keep what werkzeug compiles for each URL rule: that was nine tenths of making an app."""
    compiled, known = Rule._compile_builder, dict[object, Callable[..., tuple[str, str]]]()

    def builder(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (rule.rule, tuple(rule._trace), str(rule.defaults), append_unknown)
        if key not in known:
            known[key] = compiled(rule, append_unknown)
        return known[key]

    Rule._compile_builder = builder  # type: ignore[assignment]


compile_each_rule_once()


@pytest.fixture(autouse=True)
def threads_are_threads() -> Iterator[None]:
    """Fail where a test had gevent take threads over: all later ones of its process would break."""
    yield
    monkey = sys.modules.get("gevent.monkey")
    assert monkey is None or not monkey.is_module_patched("threading")


@pytest.fixture(scope="session")
def empty_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as the first start leaves it, made once, for it takes a while."""
    folder = tmp_path_factory.mktemp("empty")
    create_app({"DATA_DIR": folder}).extensions["open_tables"].store.engine.dispose()
    return folder


@pytest.fixture
def kept_in() -> dict[str, str]:
    """Where apps keep their tables, as settings: in a file of their data folder."""
    return {}


@pytest.fixture
def make_app(tmp_path: Path, empty_data: Path, kept_in: dict[str, str]) -> Iterator[MakeApp]:
    """Make apps on one data folder, as processes of one machine would; settings by keyword."""
    made: list[Flask] = []
    folder = tmp_path / "data"
    shutil.copytree(empty_data, folder)

    def make(**settings: object) -> Flask:
        app = create_app({"DATA_DIR": folder, "TESTING": True, **kept_in, **settings})
        app.jinja_env.bytecode_cache = COMPILED
        made.append(app)
        return app

    yield make
    for app in made:
        close(app)


def close(app: Flask) -> None:
    """Close an app's connections, and let none stay open that a thread of its still asks for."""
    app.extensions["cluster"].close()
    engine = app.extensions["open_tables"].store.engine
    pool = engine.pool
    if isinstance(pool, QueuePool):
        # What a drawing or listening thread opens from now on is closed as soon as it is done.
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
    """A browser without cookies."""
    return app.test_client()


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app for tests that look only at tables of their own."""
    app = create_app({"DATA_DIR": tmp_path_factory.mktemp("shared"), "TESTING": True})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    close(app)
