"""The delay of moves while the longest accepted saved game is imported (S1)."""

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
from tests.parties import Phone, made_ready, opened
from tests.patience import PATIENCE
from tests.servers import Server, serving

RATE = 25.0


def rows(folder: Path, seconds: float) -> list[Row]:
    """Measure taps at one table while a saved game is imported again and again."""
    (party,) = made_ready(folder, 1)
    record = _long_record(folder)
    with serving(folder) as server:
        load = Load([server.port], [party], len(party.everybody))
        with load.connected():
            alone = load.steady(RATE, seconds)
            stop = threading.Event()
            uploads = threading.Thread(target=_upload, args=(server, party.banker, record, stop))
            uploads.start()
            progress("moves while a file is imported")
            beside = load.steady(RATE, seconds)
            stop.set()
            uploads.join()
    name = f"tap while {FROM_ANYBODY.entries:,} entries are imported"
    return [
        Row(f"{name}: p50", percentile(beside.answers, 0.5), floor=percentile(alone.answers, 0.5)),
        Row(f"{name}: max", percentile(beside.answers, 1.0), "ms", 100),
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
