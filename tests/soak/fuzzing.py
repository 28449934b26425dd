"""Every route asked everything: nothing breaks, and what is refused has changed nothing."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from flask import Flask
from werkzeug.test import TestResponse

from companion import create_app
from companion.web.pages.links import banker_pass, seat_pass
from tests.bench.sittings import phone_of
from tests.soak.logs import DATABASE, assert_sound
from tests.soak.recorded import Party, sat_down, some_of_each
from tests.soak.requests import Asker, Question

BROKEN = ("Traceback", "Error:", "sqlalchemy", "jinja2", "File &#34;")


def fuzz(
    folder: Path,
    requests: int,
    tables: int,
    seed: int,
    progress: Callable[[str], None] = lambda text: None,
) -> Counter[int]:
    """Ask so much; raises AssertionError at the first answer that must not be; counts statuses."""
    chance = random.Random(seed)
    app = create_app({"DATA_DIR": folder})
    statuses: Counter[int] = Counter()
    with app.app_context():
        parties = [sat_down(app, one) for one in some_of_each(tables, chance)]
        asker = Asker(app, parties, chance, phone_of(app, "stranger", "fr"), _passes(parties))
    with closing(sqlite3.connect(folder / DATABASE)) as watcher:
        for number in range(1, requests + 1):
            statuses[_asked(app, asker.question(), watcher)] += 1
            if number % 5000 == 0:
                progress(f"{number:,} of {requests:,} requests")
    app.extensions["open_tables"].store.engine.dispose()
    assert_sound(folder)
    return statuses


def _passes(parties: list[Party]) -> list[str]:
    """Return links that are good, that were, and that never were."""
    first = parties[0].code
    tokens = [banker_pass(first, 0), banker_pass(first, 7), seat_pass(first, 0, 1)]
    tokens += [seat_pass(party.code, 1, 0) for party in parties]
    return [*tokens, tokens[0][:-1], "x", "x.y", "W10.x", "é"]


def _asked(app: Flask, question: Question, watcher: sqlite3.Connection) -> int:
    """Ask one thing and judge the answer; return its status."""
    # Only players are patient with everybody; here nobody is to be kept waiting.
    app.extensions.pop("counts", None)
    before = _version(watcher)
    client = app.test_client(use_cookies=False)
    headers = dict(question.headers)
    if question.cookie is not None:
        headers["Cookie"] = f"session={question.cookie}"
    try:
        answer = client.open(
            question.path,
            method=question.method,
            query_string=question.query,
            data=question.data,
            headers=headers,
            content_type=question.content_type,
            environ_overrides={"REMOTE_ADDR": question.address},
            buffered=False,
        )
    except UnicodeEncodeError:
        # The client cannot even write it down.
        return 0
    try:
        body = _read(answer)
    finally:
        answer.close()
    assert answer.status_code < 500, f"{answer.status} to {question}"
    if not question.path.startswith("/static"):
        assert not any(word in body for word in BROKEN), f"{question}: {body[:2000]}"
    if answer.status_code >= 400 or question.method not in ("POST",):
        assert _version(watcher) == before, f"{answer.status} to {question} changed something"
    place = answer.headers.get("Location", "/")
    assert place.startswith("/") and not place.startswith(("//", "/\\")), f"{place}: {question}"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"], question
    return answer.status_code


def _read(answer: TestResponse) -> str:
    """Return the body; of a stream the first event."""
    if answer.mimetype == "text/event-stream":
        return next(iter(answer.iter_encoded()), b"").decode()
    return answer.get_data().decode("utf-8", "replace")


def _version(watcher: sqlite3.Connection) -> int:
    """Return a number that changes whenever somebody else has changed the database."""
    found: int = watcher.execute("PRAGMA data_version").fetchone()[0]
    return found
