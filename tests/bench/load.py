"""The load: every phone holds its stream, and taps come at a fixed rate or as fast as possible.

The time of a tap starts when it was due, even if it was sent later. It ends when the last phone of
the table has received the fragment.
"""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.bench.figures import progress
from tests.bench.wire import Answer, Caller, Loop, Stream
from tests.parties import Party, Script

CONNECT_SECONDS = 60.0
DRAIN_SECONDS = 5.0
WARM_UP_SECONDS = 2.0
clock = time.perf_counter


@dataclass
class Measured:
    """The measurements of a load."""

    taps: list[float] = field(default_factory=list)
    """Times in ms from when a tap is due until all phones have its fragment."""
    answers: list[float] = field(default_factory=list)
    """Times in ms from sending a tap until its answer."""
    bytes: list[int] = field(default_factory=list)
    """The size of each pushed fragment."""
    refused: int = 0
    """Taps without a new sequence in their answers."""
    missed: int = 0
    """Taps whose fragment some phone did not receive."""
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Taps per second that reached all phones."""
        return len(self.taps) / self.seconds if self.seconds else 0.0


class Table:
    """The connections of one table; it sends one tap at a time, and later taps wait."""

    def __init__(self, loop: Loop, port: int, party: Party) -> None:
        self._loop, self._port, self.party = loop, port, party
        self._script = Script(party)
        self._shown = [-1] * len(party.everybody)
        self._callers = {phone: Caller(loop, port) for phone in party.everybody}
        self._streams: list[Stream] = []
        self._due: deque[float] = deque()
        self._pages = 0
        self._sent = 0.0
        self._is_answered = self._is_shown = True
        self._shown_at = 0.0
        self.measured = Measured()
        self.on_done: Callable[[Table], None] | None = None

    def connect(self, phones: int) -> None:
        """Load the page on so many phones, and open their streams; connections stay open."""
        self._shown = self._shown[:phones]
        for place in range(phones):
            phone = self.party.everybody[place]
            self._callers[phone].call(phone.get(f"/t/{self.party.code}/"), self._loaded)
            self._streams.append(self._stream(place))

    def _loaded(self, answer: Answer) -> None:
        if answer.status != 200:
            raise RuntimeError(f"a page was answered {answer.status}")
        self._pages += 1

    def _stream(self, place: int) -> Stream:
        def pushed(sequence: int, size: int) -> None:
            self.measured.bytes.append(size)
            self._shown[place] = sequence
            if not self._is_shown and min(self._shown) > self._script.newest:
                self._is_shown, self._shown_at = True, clock()
                self._go_on()

        return Stream(self._loop, self._port, self.party.stream(place), pushed)

    @property
    def is_current(self) -> bool:
        """Whether every phone has its page and has received a fragment."""
        return self._pages == len(self._shown) and min(self._shown) >= 0

    @property
    def answered(self) -> int:
        """The sequence of the last move whose answer has come."""
        return self._script.newest + (self._is_answered and bool(self._due))

    @property
    def unfinished(self) -> int:
        """The number of taps that have not reached all phones."""
        return len(self._due)

    @property
    def dropped(self) -> int:
        """The number of streams that the server has closed."""
        return sum(stream.is_dead for stream in self._streams)

    def tap(self, due: float) -> None:
        """Send the next tap of the game, at once or after the tap before it."""
        self._due.append(due)
        if len(self._due) == 1:
            self._send()

    def _send(self) -> None:
        tap = self._script.next()
        request = tap.request
        self._is_answered = self._is_shown = False
        self._sent = clock()
        self._callers[tap.phone].call(request, self._answered)

    def _answered(self, answer: Answer) -> None:
        self._is_answered = True
        self.measured.answers.append((clock() - self._sent) * 1e3)
        if answer.status != 200 or answer.sequence != self._script.newest + 1:
            if not self.measured.refused:
                progress(f"refused, {answer.status}: {answer.body[:300]!r}")
            # The script no longer matches the table, so this table stops.
            self.measured.refused += 1
            return
        self._go_on()

    def _go_on(self) -> None:
        """If the tap is answered and shown by all phones, count it and send the next."""
        if not (self._is_answered and self._is_shown):
            return
        self._script.taken(self._script.newest + 1)
        self.measured.taps.append((max(self._shown_at, self._sent) - self._due.popleft()) * 1e3)
        if self._due:
            self._send()
        elif self.on_done is not None:
            self.on_done(self)

    def close(self) -> None:
        """Close all connections."""
        for stream in self._streams:
            stream.close()
        for caller in self._callers.values():
            caller.close()


class Load:
    """All tables and phones, on one or several servers; each table uses one server."""

    def __init__(self, ports: Sequence[int], parties: Sequence[Party], phones: int) -> None:
        self._loop = Loop()
        self._phones = phones
        self.tables = [
            Table(self._loop, ports[number % len(ports)], party)
            for number, party in enumerate(parties)
        ]

    @contextmanager
    def connected(self) -> Iterator[Load]:
        """Hold all streams while the block runs, with garbage collection turned off."""
        gc.collect()
        gc.disable()
        try:
            for table in self.tables:
                table.connect(self._phones)
                self._loop.turn(0)
            self._run(CONNECT_SECONDS, lambda: all(one.is_current for one in self.tables))
            if behind := sum(not one.is_current for one in self.tables):
                progress(f"{behind} tables have phones without page or stream")
            self._measured(0.0)
            yield self
        finally:
            for table in self.tables:
                table.close()
            gc.enable()

    @property
    def dropped(self) -> int:
        """The number of streams that the server has closed."""
        return sum(table.dropped for table in self.tables)

    def steady(self, rate: float, seconds: float, *, warm_up: float = WARM_UP_SECONDS) -> Measured:
        """Tap at the tables in turn, at a rate per second, and measure it after a warm-up."""
        self._tap_by_the_clock(rate, warm_up)
        self._measured(0.0)
        self._tap_by_the_clock(rate, seconds)
        return self._measured(seconds)

    def _tap_by_the_clock(self, rate: float, seconds: float) -> None:
        start = clock()
        for number in range(int(rate * seconds)):
            due = start + number / rate
            while (now := clock()) < due:
                self._loop.turn(due - now)
            self._loop.turn(0)
            self.tables[number % len(self.tables)].tap(due)
        self._run(DRAIN_SECONDS, self._all_done)

    def saturated(self, outstanding: int, seconds: float) -> Measured:
        """Keep so many tables busy; each tap follows when all phones have the one before."""
        end = clock() + seconds
        return self._kept_busy(outstanding, lambda: clock() < end, seconds + DRAIN_SECONDS)

    def burst(self, outstanding: int, taps: int) -> Measured:
        """Send exactly so many taps, ``outstanding`` at a time, at the tables in turn."""
        left = iter(range(taps))
        return self._kept_busy(outstanding, lambda: next(left, None) is not None, CONNECT_SECONDS)

    def _kept_busy(
        self, outstanding: int, has_more: Callable[[], bool], seconds: float
    ) -> Measured:
        """Keep so many tables busy while there are more taps, for at most so many seconds."""
        resting = deque(self.tables)
        begun = clock()

        def follow(rested: Table | None = None) -> None:
            if rested is not None:
                resting.append(rested)
            if has_more():
                resting.popleft().tap(clock())

        for table in self.tables:
            table.on_done = follow
        for _ in range(min(outstanding, len(self.tables))):
            follow()
        self._run(seconds, self._all_done)
        taken = clock() - begun
        for table in self.tables:
            table.on_done = None
        return self._measured(taken)

    def turn(self, seconds: float) -> None:
        """Handle what arrives in so many seconds."""
        self._run(seconds, lambda: False)

    def _all_done(self) -> bool:
        return not any(table.unfinished for table in self.tables)

    def _run(self, seconds: float, until: Callable[[], bool]) -> None:
        """Run the loop until the condition holds, for at most so many seconds."""
        end = clock() + seconds
        while not until() and clock() < end:
            self._loop.turn(0.02)

    def _measured(self, seconds: float) -> Measured:
        """Return the measurements of all tables since the last call."""
        whole = Measured(seconds=seconds)
        for table in self.tables:
            part, table.measured = table.measured, Measured()
            whole.taps += part.taps
            whole.answers += part.answers
            whole.bytes += part.bytes
            whole.refused += part.refused
            whole.missed += table.unfinished
        return whole
