"""The delay of moves while the longest accepted saved game is imported."""

from __future__ import annotations

import http.client
import json
import secrets
import threading
from pathlib import Path

from flask import Flask

from companion.tables.live.cache import open_tables
from companion.tables.records.import_export import export_record
from companion.tables.records.reading import FROM_ANYBODY
from tests.bench.figures import Row, percentile, progress
from tests.bench.length import Corrected
from tests.bench.load import Load
from tests.database_servers import HOST
from tests.parties import DEVICES, Phone, made_ready, opened
from tests.patience import PATIENCE
from tests.servers import Server, serving

FACTOR = 1.5
"""How much longer the p99 of moves may be while a file is imported."""


def rows(folder: Path, tables: int, rate: float, seconds: float) -> list[Row]:
    """Measure taps at other tables while a saved game is imported again and again.

    rate: taps per second.
    """
    parties = made_ready(folder, tables)
    record = _long_record(folder)
    with serving(folder) as server:
        load = Load([server.port], parties, DEVICES)
        with load.connected():
            alone = load.steady(rate, seconds)
            stop, phone = threading.Event(), parties[0].banker
            uploads = threading.Thread(target=_upload, args=(server, phone, record, stop))
            uploads.start()
            progress("moves while a file is imported")
            beside = load.steady(rate, seconds)
            stop.set()
            uploads.join()
    name = f"tap while {FROM_ANYBODY.entries:,} entries are imported, {rate:g}/s"
    p50, p99 = percentile(alone.taps, 0.5), percentile(alone.taps, 0.99)
    # The column "to the floor" shows the ratio to the same load without an import.
    return [
        Row(f"{name}: p50", percentile(beside.taps, 0.5), floor=p50),
        Row(f"{name}: p99", percentile(beside.taps, 0.99), "ms", FACTOR * (p99 or 0), floor=p99),
        Row(f"{name}: answer, max", percentile(beside.answers, 1.0), "ms", 100),
    ]


def _long_record(folder: Path) -> bytes:
    """Return the longest saved game that the app accepts."""
    with opened(folder) as app:
        return long_record(app, int(FROM_ANYBODY.entries))


def long_record(app: Flask, length: int) -> bytes:
    """Return a saved game with so many moves; needs the app's context."""
    long = Corrected(app)
    long.grow(length)
    return json.dumps(export_record(open_tables().find(long.party.code), None)).encode()


def _upload(server: Server, phone: Phone, record: bytes, stop: threading.Event) -> None:
    while not stop.is_set():
        upload(server, phone, record)


def upload(server: Server, phone: Phone, record: bytes) -> None:
    """Import a saved game as the page does, and wait for the answer."""
    boundary = secrets.token_hex(16)
    part = f"--{boundary}\r\nContent-Disposition: form-data; name="
    file = f'{part}"record"; filename="record.json"\r\n\r\n'
    body = file.encode() + record + f"\r\n--{boundary}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Cookie": f"session={phone.cookie}",
        "Origin": server.url,
    }
    connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    connection.request("POST", "/records", body, headers)
    answer = connection.getresponse()
    assert answer.status == 303, answer.read()
    connection.close()
