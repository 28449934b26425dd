"""The courier alone, with both ends of its lines: nothing lost, nothing cut, nobody waited for."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from companion.web.live import courier as courier_module
from companion.web.live.courier import BEAT, Courier, Line

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"
NEVER = 3600.0
LONG = 16_000_000
"""Letters: more than a connection takes at once."""


@dataclass
class Phone:
    """The other end of a line, and how often the line was said to have ended."""

    socket: socket.socket
    line: Line
    ends: list[None] = field(default_factory=list)


@pytest.fixture
def couriers() -> Iterator[Callable[[float], Courier]]:
    made: list[Courier] = []

    def make(heartbeat: float) -> Courier:
        made.append(Courier(heartbeat))
        return made[-1]

    yield make
    for courier in made:
        courier.close()


@pytest.fixture
def connected() -> Iterator[Callable[[Courier], Phone]]:
    phones: list[Phone] = []

    def connect(courier: Courier) -> Phone:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            theirs = socket.create_connection(listening.getsockname())
            ours, _ = listening.accept()
        ends: list[None] = []
        phones.append(Phone(theirs, Line(ours, HEAD, lambda: ends.append(None)), ends))
        courier.take(phones[-1].line)
        return phones[-1]

    yield connect
    for phone in phones:
        phone.socket.close()


def read(phone: Phone, courier: Courier, length: int) -> bytes:
    """Read so many bytes while the courier goes on sending."""
    phone.socket.setblocking(False)
    text = b""
    while len(text) < length:
        try:
            part = phone.socket.recv(length - len(text))
        except BlockingIOError:
            courier.wake()
            courier.wait()
        else:
            assert part, "not hung up"
            text += part
    return text


def test_an_event_half_sent_is_finished_and_of_those_behind_it_the_newest_is_sent(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER)
    phone = connected(courier)

    courier.send(phone.line, "a" * LONG)
    courier.send(phone.line, "out of date")
    courier.send(phone.line, "newest")

    whole = HEAD + b"a" * LONG + b"newest"
    assert read(phone, courier, len(whole)) == whole


def test_after_the_last_event_the_line_ends_but_not_before_it_is_read(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER)
    phone = connected(courier)

    courier.send(phone.line, "a" * LONG, is_last=True)
    courier.send(phone.line, "too late")
    assert not phone.ends
    assert read(phone, courier, len(HEAD) + LONG)[-1:] == b"a"

    while not phone.ends:
        courier.wait()
    phone.socket.setblocking(True)
    assert phone.socket.recv(1) == b""
    assert len(phone.ends) == 1


def test_a_phone_that_reads_nothing_is_let_go_of(
    couriers: Callable[[float], Courier],
    connected: Callable[[Courier], Phone],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(courier_module, "STUCK_SECONDS", 0.05)
    courier = couriers(0.04)
    phone, other = connected(courier), connected(courier)

    courier.send(phone.line, "a" * LONG)
    while not phone.ends:
        courier.wait()

    courier.send(other.line, "still here")
    assert read(other, courier, len(HEAD)) == HEAD
    assert not other.ends


@pytest.mark.parametrize("way", ["closed", "said nothing more"])
def test_a_phone_that_closes_its_stream_is_let_go_of_once(
    way: str, couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER)
    phone = connected(courier)

    if way == "closed":
        phone.socket.close()
    else:
        phone.socket.shutdown(socket.SHUT_WR)
    while not phone.ends:
        courier.wait()
    courier.let_go(phone.line)
    courier.send(phone.line, "nobody hears")

    assert len(phone.ends) == 1


def test_what_a_phone_says_on_its_stream_is_passed_over(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER)
    phone = connected(courier)

    phone.socket.sendall(b"GET / HTTP/1.1\r\n\r\n")
    courier.wait()
    assert not phone.ends
    courier.send(phone.line, "event")

    assert read(phone, courier, len(HEAD) + 5) == HEAD + b"event"


def test_a_silent_line_is_sent_beats(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(0.02)
    phone = connected(courier)

    beats = HEAD + BEAT.encode() * 3
    assert read(phone, courier, len(beats)) == beats


def test_a_courier_that_closes_hangs_up_and_may_be_woken_still(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER)
    phone = connected(courier)

    courier.close()
    courier.wake()

    assert phone.socket.recv(len(HEAD)) == HEAD and phone.socket.recv(1) == b""
    assert len(phone.ends) == 1


def test_after_an_hours_sleep_a_line_is_sent_a_beat_and_the_next_event(
    couriers: Callable[[float], Courier], connected: Callable[[Courier], Phone]
) -> None:
    courier = couriers(NEVER / 2)
    phone = connected(courier)
    assert read(phone, courier, len(HEAD)) == HEAD

    phone.line.sent_at -= NEVER
    assert read(phone, courier, len(BEAT)) == BEAT.encode()
    courier.send(phone.line, "now")

    assert read(phone, courier, 3) == b"now" and not phone.ends
