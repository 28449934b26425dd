"""Floors of a database server: durable commits a second, alone and with news of them."""

from __future__ import annotations

import threading
import time

import psycopg

CONNECTIONS = 16
INSERT = "INSERT INTO floor (facts) VALUES (%s)"
NOTIFY = "SELECT pg_notify('floor', %s)"
FACTS = '[{"kind":"bid_made","seat":1,"amount":2}]'


def commits_a_second(address: str, seconds: float, *, notified: bool) -> float:
    """Return how many rows a second so many connections commit, each row by itself.

    address: of a database, as psycopg wants it.
    """
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS floor (id bigserial PRIMARY KEY, facts text)"
        )
    done = [0] * CONNECTIONS
    end = time.perf_counter() + seconds

    def write(place: int) -> None:
        with psycopg.connect(address) as connection:
            while time.perf_counter() < end:
                connection.execute(INSERT, (FACTS,))
                if notified:
                    connection.execute(NOTIFY, (str(place),))
                connection.commit()
                done[place] += 1

    threads = [threading.Thread(target=write, args=(place,)) for place in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds
