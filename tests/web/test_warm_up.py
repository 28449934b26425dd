"""A new process prepares what would delay its first requests."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.pool import QueuePool

from companion import create_app
from companion.tables.live.cache import OpenTables
from companion.web.operating.warm_up import warm_up
from companion.web.requests.language import LANGUAGES, speaker_for


def test_the_warm_up_compiles_all_shared_templates(tmp_path: Path) -> None:
    app = create_app({"DATA_DIR": tmp_path})
    speaker_for.cache_clear()

    prepared = set(warm_up(app))

    assert app.jinja_env.cache is not None
    compiled = {name for _, name in app.jinja_env.cache}
    every = app.jinja_env.list_templates(["html"])
    assert {name for name in every if name.startswith("table/")} <= compiled <= prepared
    assert speaker_for.cache_info().currsize == len(LANGUAGES)


def test_the_warm_up_opens_a_database_connection(tmp_path: Path) -> None:
    app = create_app({"DATA_DIR": tmp_path})
    tables: OpenTables = app.extensions["open_tables"]
    tables.store.engine.dispose()

    list(warm_up(app))

    assert isinstance(tables.store.engine.pool, QueuePool)
    assert tables.store.engine.pool.checkedin() == 1
