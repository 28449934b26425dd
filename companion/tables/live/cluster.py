"""What the worker processes of one companion tell each other: which tables changed, who is there.

News of a change is sent with the change itself. Who is there is told by the listening thread, a
little later and many tables at once. Whatever may have been missed is made good by looking at
everything again, so a lost connection costs a moment and never a screen; and as long as it is
lost, the database is asked every second what is new.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import Connection

from companion.tables.live.presence import Devices, Presence
from companion.tables.live.transport import LISTENING, LONGEST_MESSAGE, Transport

log = logging.getLogger(__name__)

TURN_SECONDS = 0.5
"""How long who came or went may stay untold."""
BEAT_SECONDS = 15.0
"""How often a process tells all it knows, so that the others know it lives."""
SILENT_SECONDS = 4 * BEAT_SECONDS
RETRY_SECONDS = 1.0
CLOSE_SECONDS = 4 * TURN_SECONDS

OnNews = Callable[[int | None], None]
"""Called with a table that changed elsewhere, or None when any may have."""
OnPresence = Callable[[int], None]
OnSilence = Callable[[], None]
"""Called again and again while the others cannot be heard."""


class Cluster:
    """What this process hears of the others and tells them; without a transport it is alone."""

    def __init__(self, transport: Transport | None, presence: Presence) -> None:
        self.transport = transport
        self.presence = presence
        self._is_listening = False
        self._name = secrets.token_hex(4)
        self._on_news: OnNews = lambda table_id: None
        self._on_presence: OnPresence = lambda table_id: None
        self._on_silence: OnSilence = lambda: None
        self._told_troubles: set[str] = set()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()
        self._is_closed = threading.Event()
        self._owes_presence = False
        self._turned_at = self._beat_at = 0.0

    def tell(self, on_news: OnNews, on_presence: OnPresence, on_silence: OnSilence) -> None:
        """Say who wants to hear of changes elsewhere, who comes and goes there, and of silence."""
        self._on_news, self._on_presence, self._on_silence = on_news, on_presence, on_silence

    @property
    def is_whole(self) -> bool:
        """Tell whether it hears the others, or nobody here listens to them."""
        return self._thread is None or self._is_listening

    def start(self) -> None:
        """Begin to listen, once somebody here must be told; twice does no harm."""
        if self.transport is None or self._thread is not None:
            return
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop listening, and say goodbye; nothing is sent after that."""
        self._is_closed.set()
        if self.transport is not None and self._thread is not None:
            self._thread.join(CLOSE_SECONDS)
            self._send("gone")

    def changing(self, connection: Connection, table_id: int) -> None:
        """Send news of a table within the transaction that changes it."""
        if self.transport is not None:
            self.transport.send_within(connection, self._message("changed", table_id))

    def _message(self, kind: str, *what: object) -> str:
        return json.dumps([self._name, kind, *what], separators=(",", ":"))

    def _send(self, kind: str, *what: object) -> bool:
        """Send a message; tell whether it went."""
        assert self.transport is not None
        try:
            self.transport.send(self._message(kind, *what))
        except Exception as error:
            self._complain("the other processes could not be told: %s", error)
            return False
        return True

    def _run(self) -> None:
        """Listen until closed, connecting anew whenever the connection is lost."""
        assert self.transport is not None
        while not self._is_closed.is_set():
            try:
                for message in self.transport.heard(TURN_SECONDS):
                    if self._is_closed.is_set():
                        return
                    self._take(message)
                    self._turn(time.monotonic())
            except Exception as error:
                self._complain("the other processes are not heard: %s", error)
            self._is_listening = False
            if not self._is_closed.is_set():
                self._bear_silence()
            self._is_closed.wait(RETRY_SECONDS)

    def _bear_silence(self) -> None:
        """Have somebody look for news that nobody brings."""
        try:
            self._on_silence()
        except Exception as error:
            self._complain("and the database is out of reach: %s", error)

    def _complain(self, sentence: str, error: Exception) -> None:
        """Say in the log what is wrong, once until the others are heard again."""
        if sentence not in self._told_troubles:
            self._told_troubles.add(sentence)
            log.warning(sentence, _first_line(error))

    def _take(self, message: str | None) -> None:
        if message is None:
            return
        if message == LISTENING:
            self._is_listening = True
            self._told_troubles.clear()
            self._owes_presence = True
            self._redraw(self.presence.forget_others())
            self._send("hello")
            self._on_news(None)
            return
        sender, kind, *what = json.loads(message)
        if sender != self._name:
            self._hear(sender, kind, what)

    def _hear(self, sender: str, kind: str, what: list[Any]) -> None:
        if kind == "changed":
            self._on_news(what[0])
        elif kind == "present":
            told = {table_id: frozenset(devices) for table_id, devices in what[0]}
            self._redraw(self.presence.set_elsewhere(sender, told, time.monotonic()))
        elif kind == "hello":
            self._owes_presence = True
        elif kind == "gone":
            self._redraw(self.presence.forget(sender))

    def _redraw(self, tables: Iterable[int]) -> None:
        for table_id in tables:
            self._on_presence(table_id)

    def _turn(self, now: float) -> None:
        """Do what is to be done from time to time."""
        if now - self._turned_at < TURN_SECONDS:
            return
        self._turned_at = now
        for process in self.presence.silent(now - SILENT_SECONDS):
            self._redraw(self.presence.forget(process))
            # It may have ended between a change and the news of it.
            self._on_news(None)
        everything = self._owes_presence or now - self._beat_at >= BEAT_SECONDS
        if everything:
            self._beat_at = now
            self._owes_presence = False
        told = self.presence.untold(everything=everything)
        for part in _parts(told.items(), always=everything):
            if not self._send("present", part):
                self.presence.owe(table_id for table_id, _ in part)


def _parts(
    told: Iterable[tuple[int, Devices]], *, always: bool
) -> Iterator[list[tuple[int, list[str]]]]:
    """Yield tables and devices, as many at once as a message holds; always: an empty one too."""
    part: list[tuple[int, list[str]]] = []
    size = 0
    for table_id, devices in told:
        weight = 20 + sum(len(device) + 3 for device in devices)
        if part and size + weight > LONGEST_MESSAGE - 100:
            yield part
            part, size = [], 0
        part.append((table_id, sorted(devices)))
        size += weight
    if part or always:
        yield part


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
