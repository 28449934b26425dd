"""Messages between the processes of one server about changed tables and presence.

The messages are sent with PostgreSQL's NOTIFY. The transaction that changes a table also announces
the change. The message only contains the id of the table, which the other processes then read
again. Changes of presence are collected and sent by the listening thread.

While the connection is lost, each process polls the database about once per second. After
reconnecting, it marks all its tables as outdated, so that no change is missed.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine, text

from companion.tables.live.presence import Presence

log = logging.getLogger(__name__)

CHANNEL = "companion"
LISTENING = ""
"""The first value that ``Cluster._messages`` yields after connecting.

Messages sent before that may have been missed.
"""
TURN_SECONDS = 0.5
"""The maximum delay before a change of presence is reported, in seconds."""
HEARTBEAT_SECONDS = 15.0
"""The interval between heartbeats, in seconds. A heartbeat is a full report of presence."""
SILENT_SECONDS = 4 * HEARTBEAT_SECONDS
"""The time after which a process without a heartbeat is assumed to have ended."""
RETRY_SECONDS = 1.0
"""The delay before reconnecting after the connection is lost."""
CLOSE_SECONDS = 4 * TURN_SECONDS
"""How long ``Cluster.close`` waits for the listening thread."""

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


class Cluster:
    """The connection of this process to the other processes of the server.

    With SQLite there is only one process. ``engine`` is then None, and nothing is sent.
    """

    def __init__(self, engine: Engine | None, presence: Presence) -> None:
        self._engine = engine
        self.presence = presence
        self._is_listening = False
        self._name = secrets.token_hex(4)
        # Called with the id of a table that another process changed; None stands for all tables.
        self.on_news: Callable[[int | None], None] = lambda table_id: None
        # Called with the id of a table whose presence changed in another process.
        self.on_presence: Callable[[int], None] = lambda table_id: None
        # Called repeatedly while the connection is lost.
        self.on_silence: Callable[[], object] = lambda: None
        self._logged_problems: set[str] = set()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()
        self._is_closed = threading.Event()
        self._is_report_due = False
        self._worked_at = self._heartbeat_at = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether the connection works, or no connection has been started."""
        return self._thread is None or self._is_listening

    def start(self) -> None:
        """Start the listening thread if a connection is needed and it is not running yet."""
        with self._guard:
            if self._thread is None and self._engine is not None:
                self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop listening, and notify the other processes that this one has ended."""
        self._is_closed.set()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)
            self._send(("gone",))

    def changing(self, connection: Connection, table_id: int) -> None:
        """Announce a change to a table to the other processes.

        connection: the connection with the transaction that changes the table. The message is sent
        when the transaction commits.
        """
        if self._engine is not None:
            self._notify(connection, "changed", table_id)

    def _notify(self, connection: Connection, *what: object) -> None:
        message = json.dumps([self._name, *what], separators=(",", ":"))
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})

    def _send(self, *messages: tuple[object, ...]) -> bool:
        """Send messages in a separate transaction, and return whether this succeeded."""
        assert self._engine is not None
        try:
            with self._engine.begin() as connection:
                for message in messages:
                    self._notify(connection, *message)
        except Exception as error:
            self._log_once("the other processes could not be notified: %s", error)
            return False
        return True

    def _run(self) -> None:
        """Listen until the cluster is closed, reconnecting whenever the connection is lost."""
        while not self._is_closed.is_set():
            try:
                for message in self._messages():
                    if self._is_closed.is_set():
                        return
                    self._take_message(message)
                    self._work_periodically(time.monotonic())
            except Exception as error:
                self._log_once("the other processes are not heard: %s", error)
            self._is_listening = False
            try:
                self.on_silence()
            except Exception as error:
                self._log_once("and the database is out of reach: %s", error)
            self._is_closed.wait(RETRY_SECONDS)

    def _messages(self) -> Iterator[str | None]:
        """Yield ``LISTENING``, then messages as they arrive, and None every ``TURN_SECONDS``.

        Raises errors of SQLAlchemy or the driver if the connection is lost.
        """
        assert self._engine is not None
        # The connection is taken out of the pool, because only the driver can listen.
        borrowed = self._engine.raw_connection()
        listening: Any = borrowed.driver_connection
        borrowed.detach()
        with listening:
            listening.autocommit = True
            listening.execute(f"LISTEN {CHANNEL}")
            yield LISTENING
            while True:
                for note in listening.notifies(timeout=TURN_SECONDS):
                    yield note.payload
                yield None

    def _log_once(self, sentence: str, error: Exception) -> None:
        """Log a problem, but only once until the connection works again."""
        if sentence not in self._logged_problems:
            self._logged_problems.add(sentence)
            log.warning(sentence, next(iter(str(error).splitlines()), type(error).__name__))

    def _take_message(self, message: str | None) -> None:
        if message == LISTENING:
            self._is_listening = True
            self._logged_problems.clear()
            self._is_report_due = True
            self._notify_presence(self.presence.forget())
            self._send(("hello",))
            self.on_news(None)
        elif message is not None:
            sender, kind, *what = json.loads(message)
            if sender != self._name:
                self._handle_news(sender, kind, what)

    def _handle_news(self, sender: str, kind: str, what: list[Any]) -> None:
        if kind == "changed":
            self.on_news(what[0])
        elif kind == "present":
            report = {what[0]: frozenset(what[1])} if what else {}
            self._notify_presence(self.presence.set_elsewhere(sender, report, time.monotonic()))
        elif kind == "seen":
            self.presence.see(what[0], time.monotonic(), is_here=False)
        elif kind == "hello":
            self._is_report_due = True
        elif kind == "gone":
            self._notify_presence(self.presence.forget(sender))

    def _notify_presence(self, tables: Iterable[int]) -> None:
        for table_id in tables:
            self.on_presence(table_id)

    def _work_periodically(self, now: float) -> None:
        """Do the periodic work: detect ended processes, and report presence.

        now: the current time of the monotonic clock, in seconds.
        """
        if now - self._worked_at < TURN_SECONDS:
            return
        self._worked_at = now
        for process in self.presence.silent(now - SILENT_SECONDS):
            self._notify_presence(self.presence.forget(process))
            # The process may have ended between committing a change and announcing it.
            self.on_news(None)
        everything = self._is_report_due or now - self._heartbeat_at >= HEARTBEAT_SECONDS
        report = self.presence.unreported(everything=everything).items()
        messages: list[tuple[object, ...]] = [("present", one, sorted(who)) for one, who in report]
        messages += [("seen", one) for one in self.presence.unreported_seen()]
        if everything:
            self._heartbeat_at = now
            # An empty report serves as heartbeat if nobody is present.
            messages.append(("present",))
        # If sending failed, a full report is due at the next turn.
        self._is_report_due = bool(messages) and not self._send(*messages)
