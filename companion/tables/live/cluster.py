"""What the processes of one companion tell each other: which tables changed, who is there.

PostgreSQL's own NOTIFY carries it. News of a change goes with the transaction that makes it; who is
there is told by the listening thread, a little later and many tables at once. A message only says
"look again", and whatever may have been missed is made good by looking at everything again, so a
lost connection costs a moment and never a screen; and as long as it is lost, the database is asked
every second what is new.
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
"""What a listener hears first; messages may have been missed before it."""
TURN_SECONDS = 0.5
"""How long who came or went may stay untold."""
BEAT_SECONDS = 15.0
"""How often a process tells all it knows, so that the others know it lives."""
SILENT_SECONDS = 4 * BEAT_SECONDS
RETRY_SECONDS = 1.0
CLOSE_SECONDS = 4 * TURN_SECONDS

_NOTIFY = text("SELECT pg_notify(:channel, :message)")


class Cluster:
    """What this process hears of the others and tells them; without a server it is alone.

    on_news: called with a table that changed elsewhere, or with None when any may have.
    on_presence: with a table where somebody came or went. on_silence: again and again while the
    others cannot be heard.
    """

    def __init__(self, engine: Engine | None, presence: Presence) -> None:
        self._engine = engine
        self.presence = presence
        self._is_listening = False
        self._name = secrets.token_hex(4)
        self.on_news: Callable[[int | None], None] = lambda table_id: None
        self.on_presence: Callable[[int], None] = lambda table_id: None
        self.on_silence: Callable[[], object] = lambda: None
        self._told_troubles: set[str] = set()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()
        self._is_closed = threading.Event()
        self._owes_presence = False
        self._turned_at = self._beat_at = 0.0

    @property
    def is_whole(self) -> bool:
        """Tell whether it hears the others, or nobody here listens to them."""
        return self._thread is None or self._is_listening

    def start(self) -> None:
        """Begin to listen, once somebody here must be told; twice does no harm."""
        with self._guard:
            if self._thread is None and self._engine is not None:
                self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop listening, and say goodbye; nothing is sent after that."""
        self._is_closed.set()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)
            self._send(("gone",))

    def changing(self, connection: Connection, table_id: int) -> None:
        """Send news of a table when the connection's transaction commits, and only if it does."""
        if self._engine is not None:
            self._notify(connection, "changed", table_id)

    def _notify(self, connection: Connection, *what: object) -> None:
        message = json.dumps([self._name, *what], separators=(",", ":"))
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})

    def _send(self, *messages: tuple[object, ...]) -> bool:
        """Send messages in a transaction of their own; tell whether they went."""
        assert self._engine is not None
        try:
            with self._engine.begin() as connection:
                for message in messages:
                    self._notify(connection, *message)
        except Exception as error:
            self._complain("the other processes could not be told: %s", error)
            return False
        return True

    def _run(self) -> None:
        """Listen until closed, connecting anew whenever the connection is lost."""
        while not self._is_closed.is_set():
            try:
                for message in self._heard():
                    if self._is_closed.is_set():
                        return
                    self._take(message)
                    self._turn(time.monotonic())
            except Exception as error:
                self._complain("the other processes are not heard: %s", error)
            self._is_listening = False
            try:
                self.on_silence()
            except Exception as error:
                self._complain("and the database is out of reach: %s", error)
            self._is_closed.wait(RETRY_SECONDS)

    def _heard(self) -> Iterator[str | None]:
        """Yield LISTENING, then messages as they come, None after each silent turn.

        Raises what SQLAlchemy or the driver raises when the connection is lost.
        """
        assert self._engine is not None
        # A connection of the driver's own, outside the pool.
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

    def _complain(self, sentence: str, error: Exception) -> None:
        """Say in the log what is wrong, once until the others are heard again."""
        if sentence not in self._told_troubles:
            self._told_troubles.add(sentence)
            log.warning(sentence, next(iter(str(error).splitlines()), type(error).__name__))

    def _take(self, message: str | None) -> None:
        if message == LISTENING:
            self._is_listening = True
            self._told_troubles.clear()
            self._owes_presence = True
            self._redraw(self.presence.forget())
            self._send(("hello",))
            self.on_news(None)
        elif message is not None:
            sender, kind, *what = json.loads(message)
            if sender != self._name:
                self._hear(sender, kind, what)

    def _hear(self, sender: str, kind: str, what: list[Any]) -> None:
        if kind == "changed":
            self.on_news(what[0])
        elif kind == "present":
            told = {what[0]: frozenset(what[1])} if what else {}
            self._redraw(self.presence.set_elsewhere(sender, told, time.monotonic()))
        elif kind == "hello":
            self._owes_presence = True
        elif kind == "gone":
            self._redraw(self.presence.forget(sender))

    def _redraw(self, tables: Iterable[int]) -> None:
        for table_id in tables:
            self.on_presence(table_id)

    def _turn(self, now: float) -> None:
        """Do what is to be done from time to time."""
        if now - self._turned_at < TURN_SECONDS:
            return
        self._turned_at = now
        for process in self.presence.silent(now - SILENT_SECONDS):
            self._redraw(self.presence.forget(process))
            # It may have ended between a change and the news of it.
            self.on_news(None)
        everything = self._owes_presence or now - self._beat_at >= BEAT_SECONDS
        told = self.presence.untold(everything=everything).items()
        messages: list[tuple[object, ...]] = [("present", one, sorted(who)) for one, who in told]
        if everything:
            self._beat_at = now
            # So that the others know it lives, though nobody is here.
            messages.append(("present",))
        # What could not be told is told with all the rest the next time.
        self._owes_presence = bool(messages) and not self._send(*messages)
