"""Companion in a phone's own browser, without a server: the WSGI app, called by a web worker.

There is one thread, one device and no socket. The browser keeps the files of the data folder and
stores them after each change (``phone/worker.js``). Settings for the browser are made here.
"""

from __future__ import annotations

import gc
import io
import json
import shutil
import sys
import threading
from collections.abc import Iterable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit
from wsgiref.util import setup_testing_defaults

from companion.mechanics.language.words import SentenceError, say

if TYPE_CHECKING:
    from flask import Flask

HERE = Path(__file__).parents[1]
"""The folder into which the browser unpacks the code."""
TEMPLATES = HERE / "compiled_templates"
COOKIES, DATABASE = "cookies.json", "companion.sqlite"
FRESH = "fresh.sqlite"
"""A database without games, which the build has made."""
HOST = "localhost"
"""The host name of all requests. It makes this device the host, which sees all tables."""
WARM_PAGES = ("/", "/new/big_shot", "/score/big_shot")
"""Pages whose code is in the picture of the memory that the browser keeps for later starts."""
SHELL = {
    "starting": say("Starting …"),
    "download": say("Storing Companion on this device: {percent} %", percent="%"),
    "first": say("Preparing the first start. This takes up to half a minute, once."),
    "tab": say("Companion is open in another tab. Use that one, or close it."),
    "old": say(
        "Companion cannot run here. It needs iOS 16.4, Chrome 95 or Firefox 114, an address that "
        "begins with https, and neither a private window nor a page inside another app. With an "
        "older phone, start Companion on a laptop, and open its address on this phone."
    ),
    "offline": say("Companion is not stored yet. Go online, free 100 MB, and reload."),
    "full": say(
        "Your last tap was not saved, because this browser’s storage is full. Free some space, "
        "then reload. Everything before it is saved."
    ),
    "unsaved": say("Your last tap was not saved ({reason}). Reload, and try it again.", reason="%"),
    "failed": say("Companion cannot go on: {reason}", reason="%"),
    "damaged": say("The stored games are damaged. Save them as a file for help, then start over."),
    "reload": say("Reload"),
    "rescue": say("Save what is stored"),
    "anew": say("Start over"),
    "sure": say("Delete everything in this browser for good: games, score sheets, Game nights?"),
}
"""The sentences of the page around the app. It replaces the value "%"."""


def shell_words() -> dict[str, dict[str, str]]:
    """Return the sentences of the page around the app, by language and name."""
    from companion.web.requests.language import LANGUAGES, speaker_for

    return {
        language: {name: speaker_for(language).say(sentence) for name, sentence in SHELL.items()}
        for language in LANGUAGES
    }


def made(folder: Path) -> Flask:
    """Create and return the app with its data in a folder.

    Raises ``companion.paths.CannotStart``.
    """
    from companion.tables.storage import database, database_errors
    from companion.web.live import streams

    # Only this process uses the file, and the browser stores a copy after each change.
    database.PRAGMAS = ("PRAGMA journal_mode = MEMORY", "PRAGMA foreign_keys = ON")
    database_errors.damaged = lambda file: SHELL["damaged"]
    # A stream never waits. It is asked for news after each request.
    streams.HEARTBEAT_SECONDS = 0.0
    # There are no threads. What a timer would delete, such as old counts of requests, is ignored.
    threading.Timer.start = lambda _timer: None  # type: ignore[assignment, method-assign]
    from jinja2 import FileSystemBytecodeCache

    from companion import create_app
    from companion.serving.addresses import Reach

    folder.mkdir(exist_ok=True)
    app = create_app({"DATA_DIR": str(folder), "ALONE": True})
    # No other phone can reach this one, so no page offers an address or a QR code.
    app.extensions["reach"] = Reach(80, read=list, find_outgoing=lambda: None)
    TEMPLATES.mkdir(exist_ok=True)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(TEMPLATES), "%s")
    return app


def warm_up(folder: str) -> None:
    """Import and compile what the first pages need, before the picture of the memory is taken.

    folder: a folder without games. It is deleted afterwards.
    """
    from companion.tables.storage.models import db
    from companion.web.operating import warm_up

    Path(folder).mkdir()
    shutil.copy(HERE / FRESH, Path(folder) / DATABASE)
    phone = Phone(folder)
    list(warm_up.warm_up(phone.app))
    for number, url in enumerate(WARM_PAGES):
        phone.answer(number, "GET", url, (), b"")
    with phone.app.app_context():
        db.engine.dispose()
    shutil.rmtree(folder)
    gc.collect()


class Phone:
    """The app on one phone: answers requests, and keeps its cookies and open event streams."""

    def __init__(self, folder: str) -> None:
        self.app = made(Path(folder))
        self._jar = Path(folder) / COOKIES
        kept = self._jar.read_text("utf-8") if self._jar.exists() else "{}"
        self._cookies: dict[str, str] = json.loads(kept)
        self._streams: dict[int, tuple[Any, Iterator[bytes]]] = {}

    def answer(
        self, number: int, method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes | None]:
        """Return the status, the headers and the body of the response to a request.

        The body of an event stream is None. Its events are returned by ``news``.

        number: the number of the request, and of its event stream.
        """
        said: list[Any] = []

        def start(status: str, given: list[tuple[str, str]], _error: object = None) -> Any:
            said[:] = int(status.partition(" ")[0]), given

        chunks: Any = self.app(self._environ(method, url, headers, body), start)
        status, given = said
        kept = list(self._for_frame(given))
        if dict(kept).get("Content-Type", "").startswith("text/event-stream"):
            self._streams[number] = chunks, iter(chunks)
            return status, kept, None
        try:
            return status, kept, b"".join(chunks)
        finally:
            chunks.close()

    def _environ(
        self, method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> dict[str, Any]:
        parts = urlsplit(url)
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(parts.path).encode().decode("latin-1"),
            "QUERY_STRING": parts.query,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            environ["CONTENT_TYPE" if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        # The service worker passes on requests of this site only.
        environ |= {"HTTP_HOST": HOST, "HTTP_SEC_FETCH_SITE": "same-origin"}
        setup_testing_defaults(environ)
        if self._cookies:
            environ["HTTP_COOKIE"] = "; ".join(f"{k}={v}" for k, v in self._cookies.items())
        return environ

    def _for_frame(self, headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield the headers for the frame that shows the app's pages, without cookies."""
        for name, value in headers:
            match name.lower():
                case "set-cookie":
                    self._keep_cookie(value)
                case "content-security-policy":
                    yield name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
                case _:
                    yield name, value

    def _keep_cookie(self, header: str) -> None:
        # A service worker cannot set cookies.
        for name, morsel in SimpleCookie(header).items():
            if morsel["max-age"] == "0" or morsel["expires"].startswith("Thu, 01 Jan 1970"):
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = morsel.coded_value
        self._jar.write_text(json.dumps(self._cookies), "utf-8")

    def news(self, beats: bool) -> list[tuple[int, bytes | None]]:
        """Return the number and the next event of each stream that has one, or None at its end.

        beats: whether a stream without news sends its heartbeat.
        """
        said: list[tuple[int, bytes | None]] = []
        for number, (_, events) in list(self._streams.items()):
            event = next(events, None)
            if event is None:
                self.close(number)
            if event is None or beats or not event.startswith(b"event: beat"):
                said.append((number, event))
        return said

    def take_back(self) -> bool:
        """Hide what players keep secret, and return whether any of it was shown."""
        return bool(self.app.extensions["open_tables"].take_back())

    def close(self, number: int) -> None:
        """End an event stream, if it is open."""
        chunks, _ = self._streams.pop(number, (None, None))
        if chunks is not None:
            chunks.close()


def started(folder: str, language: str) -> Phone | str | None:
    """Return the app, the sentence that says why it cannot start, or None to migrate first.

    language: a language tag such as "fr-CA", for the sentence.

    The modules that migrate older databases are not loaded at each start.
    """
    try:
        return Phone(folder)
    except SentenceError as error:
        from companion.web.requests.language import closest_language, speaker_for

        return speaker_for(closest_language([language])).say(error.sentence)
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("alembic", "flask_migrate", "mako"):
            return None
        raise
