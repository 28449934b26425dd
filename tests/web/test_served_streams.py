"""Event streams over real sockets, by each server: whole, in order, and gone when nobody reads."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse, IncompleteRead
from pathlib import Path

import pytest

from companion.serving.servers import MOST_IN_THREADS
from companion.web.live.streams import PROTOCOL
from tests.database_servers import HOST
from tests.kept import KINDS_OF_SITES, site_in
from tests.parties import DEVICES, Party, Script
from tests.patience import PATIENCE
from tests.servers import GUNICORN, WAITRESS, Server, Site

pytestmark = pytest.mark.processes

Event = dict[str, str]
ROWS = re.compile('<li id="part-seat-[0-9]+".*?</li>')
PARTS = re.compile('<(?:div|li) id="part-.*</(?:div|li)>')


class PhoneStream:
    """A phone's open stream, read event by event."""

    def __init__(self, port: int, party: Party, place: int, tab: str = "") -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        path = f"/t/{party.code}/stream?protocol={PROTOCOL}&tab=t{tab}{place}"
        self._connection.request("GET", path, headers=cookie_of(party, place))
        self.answer = self._connection.getresponse()

    def next(self) -> Event | None:
        """Return the next event but beats, None at the end."""
        for lines in iter(lambda: list(self._lines()), []):
            event = dict(line.split(": ", 1) for line in lines)
            if event["event"] != "beat":
                return event
        return None

    def _lines(self) -> Iterator[str]:
        """Yield the lines of one event."""
        while (line := self._line()) not in ("", "\n"):
            assert line.endswith("\n"), "an event is never cut"
            yield line.rstrip("\n")

    def _line(self) -> str:
        try:
            return self.answer.readline().decode()
        except (OSError, http.client.HTTPException):
            return ""

    def close(self) -> None:
        self.answer.close()
        self._connection.close()

    def until(self, sequence: int) -> list[int]:
        """Return the sequences of all events up to and with that one."""
        seen: list[int] = []
        while sequence not in seen:
            event = self.next()
            assert event is not None
            assert PARTS.fullmatch(event["data"])
            seen.append(int(event["id"]))
        return seen

    def until_dots(self, here: int) -> None:
        """Read on until so many phones are shown to be there."""
        rows: list[str] = []
        while event := self.next():
            rows = ROWS.findall(event["data"])
            if sum("dot here" in row for row in rows) == here:
                return
        raise AssertionError(rows)


def cookie_of(party: Party, place: int) -> dict[str, str]:
    return {"Cookie": f"session={party.everybody[place].cookie}"}


def tap_on(server: Server, script: Script) -> int:
    """Take a game's next step; return the log's sequence after it."""
    answer = server.ask(script.next().request)
    assert answer.startswith(b"HTTP/1.1 200"), answer
    script.taken(script.newest + 1)
    return script.newest


@pytest.fixture
def open_() -> Iterator[ExitStack]:
    """A stack of open connections, closed before the server ends."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module", params=KINDS_OF_SITES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site of each kind for the whole module."""
    return site_in(tmp_path_factory.mktemp("site") / "data", request)


@pytest.fixture(scope="module")
def lasting(site: Site) -> Iterator[Server]:
    server = site.server()
    yield server
    server.kill()


@pytest.fixture
def party(site: Site) -> Party:
    """A table for one test."""
    (made,) = site.ready(1)
    return made


@pytest.fixture
def server(lasting: Server) -> Server:
    """The site's running server; one that a test has stopped is started again."""
    if lasting.process is None:
        lasting.start()
    return lasting


@pytest.fixture
def fresh_server(lasting: Server) -> Server:
    """The site's server just started: what it complains of is this test's."""
    lasting.kill()
    lasting.errors.unlink(missing_ok=True)
    lasting.start()
    return lasting


def listened(
    open_: ExitStack, server: Server, party: Party, place: int, tab: str = ""
) -> PhoneStream:
    return open_.enter_context(closing(PhoneStream(server.port, party, place, tab)))


def test_a_full_number_of_streams_leaves_room_for_pages_and_moves(
    site: Site, request: pytest.FixtureRequest, open_: ExitStack
) -> None:
    sittings = site.ready(MOST_IN_THREADS // DEVICES)
    server: Server
    if site.kind == WAITRESS:
        # A separate server, since streams just closed by other tests may still hold a thread.
        server = open_.enter_context(site.serving())
    else:
        server = request.getfixturevalue("server")
    streams = [
        listened(open_, server, party, place) for party in sittings for place in range(DEVICES)
    ]

    page = server.get(f"/t/{sittings[0].code}/", **cookie_of(sittings[0], 0))[1]
    for party in sittings:
        tap_on(server, Script(party))

    assert '<main id="now"' in page
    for stream in streams:
        assert stream.until(1)[-1] == 1


def test_a_stream_without_a_free_thread_gets_retry_after(tmp_path: Path) -> None:
    site = Site(WAITRESS, tmp_path / "data")
    sittings = site.ready(MOST_IN_THREADS // DEVICES + 1)
    with site.serving() as server, ExitStack() as open_:
        places = [(party, place) for party in sittings for place in range(DEVICES)]
        statuses = [listened(open_, server, *one).answer.status for one in places]

        assert statuses == [200] * MOST_IN_THREADS + [503] * (len(places) - MOST_IN_THREADS)
        tap_on(server, Script(sittings[0]))


def test_a_stream_has_the_usual_headers(server: Server, party: Party, open_: ExitStack) -> None:
    stream = listened(open_, server, party, 0)
    headers = stream.answer.headers

    assert stream.answer.status == 200
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store" and "date" in headers
    assert "default-src 'none'" in headers["content-security-policy"]
    first = stream.next()
    assert first is not None and first["event"] == "now"


def test_a_closed_phone_loses_its_stream_and_dot(
    server: Server, party: Party, open_: ExitStack
) -> None:
    stays = listened(open_, server, party, 0)
    with closing(PhoneStream(server.port, party, 1)):
        stays.until_dots(2)
    stays.until_dots(1)


def deaf_phone(open_: ExitStack, server: Server, party: Party) -> socket.socket:
    """Return a stream that nobody reads: what its own system takes is a phone's affair."""
    deaf = open_.enter_context(socket.socket())
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.settimeout(PATIENCE)
    deaf.connect((HOST, server.port))
    deaf.sendall(party.stream(0))
    return deaf


def test_a_phone_that_reads_nothing_delays_nobody(
    server: Server, party: Party, open_: ExitStack
) -> None:
    deaf_phone(open_, server, party)
    stream = listened(open_, server, party, 1)
    stream.until_dots(2)

    script = Script(party)
    for _ in range(100):
        stream.until(tap_on(server, script))


def test_a_slow_phone_skips_screens_and_gets_the_newest(
    server: Server, party: Party, open_: ExitStack
) -> None:
    slow = deaf_phone(open_, server, party)
    script = Script(party)
    while tap_on(server, script) < 300:
        pass

    answer, unpacked, sent = HTTPResponse(slow), zlib.decompressobj(31), b""
    answer.begin()
    while b"id: 300\n" not in sent and (part := _read(answer)):
        sent += unpacked.decompress(part)

    assert len(sent) < 60_000 and sent.count(b"event: now") < 20
    if b"id: 300\n" not in sent:
        # On a slow machine the server may have dropped the phone, which then reconnects.
        assert listened(open_, server, party, 0).until(300) == [300]


def _read(answer: HTTPResponse) -> bytes:
    try:
        return answer.read1(65536)
    except (ConnectionError, IncompleteRead):
        return b""


def test_a_burst_of_moves_is_pushed_completely_in_order(
    server: Server, party: Party, open_: ExitStack
) -> None:
    streams = [listened(open_, server, party, place) for place in range(DEVICES)]

    script = Script(party)
    while tap_on(server, script) < 60:
        pass

    for stream in streams:
        seen = stream.until(script.newest)
        assert seen == sorted(seen)


def test_a_head_request_holds_no_stream(server: Server, party: Party, open_: ExitStack) -> None:
    stream = listened(open_, server, party, 0)

    answer = server.ask(party.stream(1).replace(b"GET", b"HEAD", 1))

    # The phone of the HEAD request is no longer present.
    stream.until_dots(1)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200") and body in (b"", b"0\r\n\r\n")


def test_a_storm_of_reconnecting_phones_leaves_room_for_all(
    site: Site, fresh_server: Server, party: Party, open_: ExitStack
) -> None:
    for round_ in range(40):
        for place in range(DEVICES):
            coming = socket.create_connection((HOST, fresh_server.port), timeout=PATIENCE)
            coming.sendall(party.stream(place))
            # Half of them hang up, the others are left lying as phones leave them.
            coming.close() if round_ % 2 else open_.enter_context(coming)

    # With a separate tab, since requests of the storm may still be pending.
    stream = listened(open_, fresh_server, party, 0, "lasting")
    if site.kind != GUNICORN:
        # Of several processes each ends those that it holds itself.
        older, newer = (listened(open_, fresh_server, party, 1, "lasting") for _ in range(2))
        while older.next() is not None:
            pass
        tap_on(fresh_server, Script(party))
        assert newer.until(1)[-1] == 1
    else:
        tap_on(fresh_server, Script(party))
    assert stream.until(1)[-1] == 1
    assert fresh_server.stop(signal.SIGTERM) == 0
    assert fresh_server.said() == "", "nothing went wrong on the way"


# The storm ends a server by SIGTERM, with phones' streams open as well.
@pytest.mark.parametrize(
    "stop", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.full)]
)
def test_the_server_can_stop_with_open_streams(
    fresh_server: Server, party: Party, open_: ExitStack, stop: signal.Signals
) -> None:
    streams = [listened(open_, fresh_server, party, place) for place in range(DEVICES)]
    for stream in streams:
        stream.next()

    assert fresh_server.stop(stop) == 0

    assert fresh_server.said() == ""
    for stream in streams:
        while stream.next() is not None:
            pass


def test_the_server_can_stop_while_a_phone_reads_nothing(
    fresh_server: Server, party: Party, open_: ExitStack
) -> None:
    deaf_phone(open_, fresh_server, party)
    script = Script(party)
    while tap_on(fresh_server, script) < 300:
        pass

    assert fresh_server.stop(signal.SIGTERM) == 0

    assert fresh_server.said() == ""
