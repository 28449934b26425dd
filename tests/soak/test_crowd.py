"""Many phones tap at one table at the same time: legal or illegal, stale, with new or used keys.

The answers must be linearizable: there must be one order, that of the log, in which the rules give
each tap its answer at some moment between request and answer. An accepted tap must have been legal
at its place in the log.
"""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import MISSING, dataclass, fields, replace
from itertools import cycle
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import LegalMove, OneOf, Range
from companion.tables import play
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import entries_of
from companion.tables.records.import_export import export_record, verify_record
from companion.tables.records.reading import FROM_THIS_MACHINE
from companion.web.requests.language import speaker_for
from tests.parties import (
    Action,
    Party,
    Phone,
    Tap,
    actions_by_kind,
    new_key,
    recorded_games,
    sat_down,
    some_of_each,
)
from tests.patience import SOAK_SECONDS, SOAK_SEED, rounds
from tests.servers import Site
from tests.soak.logs import assert_matches_replies, is_asked, rows_of
from tests.soak.wire import Reply, Wire

NEWEST = text(
    "SELECT coalesce(max(sequence), 0) FROM entries JOIN tables ON tables.id = table_id "
    "WHERE code = :code"
)
TAPS, MANY_TAPS = 30, 300
"""Taps per phone; many in a long run."""
HIGHEST = 20
"""The largest number that is tried for a range without an upper limit."""


@dataclass(frozen=True)
class Shot:
    """A tap and its answer."""

    tap: Tap
    reply: Reply
    before: int
    """The length of the log before the tap."""
    after: int
    """The length of the log after the answer."""


class Shooter:
    """A phone that takes random actions, legal and illegal ones."""

    def __init__(self, app: Flask, party: Party, phone: Phone, port: int, seed: int) -> None:
        self.app = app
        self.party = party
        self.phone = phone
        self._chance = random.Random(seed)
        self._wire = Wire(port)
        self._known = actions_by_kind(party.recorded.game)
        self._keys: list[str] = []

    def shoot(self, taps: int) -> list[Shot]:
        """Send so many taps, one after the other."""
        try:
            return [self._shot() for _ in range(taps)]
        finally:
            self._wire.close()

    def _shot(self) -> Shot:
        with self.app.app_context():
            table = open_tables().find(self.party.code)
        tap = self._random_tap(table)
        before = self._length()
        reply = self._wire.tap(tap)
        after = self._length()
        assert reply is not None, "every tap is answered"
        return Shot(tap, reply, before, after)

    def _length(self) -> int:
        with self.app.extensions["open_tables"].store.engine.connect() as connection:
            found: int = connection.execute(NEWEST, {"code": self.party.code}).scalar_one()
        return found

    def _random_tap(self, table: OpenTable) -> Tap:
        """Return a tap with a random action, for the current screen or an older one."""
        chance = self._chance
        if self._keys and chance.random() < 0.1:
            key = chance.choice(self._keys)
        else:
            key = new_key()
            self._keys.append(key)
        seen = table.sequence - (chance.randrange(4) if chance.random() < 0.2 else 0)
        action = (
            self._random_legal_action(table)
            if chance.random() < 0.7
            else self._random_action(table)
        )
        return Tap(self.party.code, self.phone, action, max(seen, 0), key)

    def _random_legal_action(self, table: OpenTable) -> Action:
        """Return a legal action; for a player's phone mostly one of the player's own seat."""
        seat = table.actor(self.phone.device).seat
        if seat is None or self._chance.random() < 0.2:
            seat = self._chance.randrange(len(table.seats))
        offers = table.game.legal_actions(table.state, seat)
        offers += table.game.legal_actions(table.state, None)
        if not offers:
            return {"kind": "undo", "entry": max(table.sequence - self._chance.randrange(9), 1)}
        offer = self._chance.choice(offers)
        return self._filled(table, offer) or self._random_action(table)

    def _filled(self, table: OpenTable, offer: LegalMove) -> Action | None:
        """Return a legal move with values for its fields, None if they are unknown."""
        action: dict[str, Any] = {"kind": offer.kind}
        known = self._known.get(offer.kind)
        for field in fields(table.game.action_kinds[offer.kind]):
            if field.name == "seat" and offer.seat is not None:
                action["seat"] = offer.seat
            elif field.name in offer.fields:
                action[field.name] = self._value(offer.fields[field.name])
            elif field.default is MISSING and field.default_factory is MISSING:
                if known is None:
                    return None
                action[field.name] = self._chance.choice(known).get(field.name)
        return action

    def _value(self, allowed: Range | OneOf) -> Any:
        if isinstance(allowed, OneOf):
            return self._chance.choice(allowed.values)
        highest = allowed.lowest + HIGHEST if allowed.highest is None else allowed.highest
        return self._chance.randint(allowed.lowest, max(allowed.lowest, highest))

    def _random_action(self, table: OpenTable) -> Action:
        """Return an action from a recorded game, an undo or redo, or a correction."""
        choice, seats = self._chance.random(), len(table.seats)
        if choice < 0.2:
            entry = max(table.sequence - self._chance.randrange(5), 0)
            return {"kind": self._chance.choice(("undo", "redo")), "entry": entry}
        if choice < 0.3 and table.game.has_money:
            target = f"seat {self._chance.randrange(seats)}"
            return {"kind": "correct", "source": "bank", "target": target, "amount": 1}
        action = dict(self._chance.choice(self._known[self._chance.choice(list(self._known))]))
        if "seat" in action:
            action["seat"] = self._chance.randrange(seats)
        return action


@pytest.mark.full
@pytest.mark.soak
def test_concurrent_answers_agree_with_the_order_of_the_log(site: Site) -> None:
    taps = MANY_TAPS if SOAK_SECONDS else TAPS
    chosen = cycle(some_of_each(len(all_games()), random.Random(SOAK_SEED)))
    with site.opened() as app, ExitStack() as running:
        # A database file allows only one server; a second one refuses to start.
        servers = [running.enter_context(site.serving()) for _ in range(2 if site.database else 1)]
        for number, recorded in zip(rounds(2), chosen, strict=False):
            party = sat_down(app, recorded)
            # Usually two servers on the same database, sometimes one.
            ports = [server.port for server in servers][: 1 if number % 3 == 2 else 2]

            shots = fire(app, party, ports, taps, SOAK_SEED + 100 * number)

            counted = explained(app, party, shots)
            print(f"{recorded.name}, {len(ports)} servers: {counted}")
            assert counted["taken"] and counted["refused"]


def fire(app: Flask, party: Party, ports: list[int], taps: int, seed: int) -> list[Shot]:
    """Let every device of a party send so many taps at the same time; return taps and answers.

    ports: of the servers, over which the phones are distributed.
    """
    shooters = [
        Shooter(app, party, phone, ports[place % len(ports)], seed + place)
        for place, phone in enumerate(party.everybody)
    ]
    with ThreadPoolExecutor(len(shooters)) as threads:
        fired = list(threads.map(lambda shooter: shooter.shoot(taps), shooters))
    return [shot for shots in fired for shot in shots]


def test_every_game_has_recorded_games_for_the_soak_test() -> None:
    assert {one.game for one in recorded_games()} == set(all_games())


def explained(app: Flask, party: Party, shots: list[Shot]) -> Counter[str]:
    """Assert that the answers are linearizable; return the number of each kind of answer."""
    with app.app_context():
        table = open_tables().find(party.code)
        moments = _moments(table)
        verdict = verify_record(export_record(table, None), FROM_THIS_MACHINE)
    assert verdict.refusal is None, str(verdict.refusal)
    rows = rows_of(app).get(party.code, [])
    assert_matches_replies(rows, _first_of_each_key(shots))
    keys = {row.key: row.sequence for row in rows}
    taken: set[int] = set()
    counted: Counter[str] = Counter()
    for shot in shots:
        if shot.reply.sequence is None:
            counted["refused"] += 1
            _assert_refusable(moments, keys, shot)
        elif _is_taking(shot, moments):
            counted["taken"] += 1
            taken.add(shot.reply.sequence)
        else:
            counted["answered as before"] += 1
            assert keys[shot.tap.key] == shot.reply.sequence <= shot.after, shot
    assert taken == set(range(1, len(rows) + 1)), "each entry is somebody's tap"
    return counted


def _moments(table: OpenTable) -> list[OpenTable]:
    """Return the table before the first entry, and after each entry."""
    begun = type(table.timeline).begun(table.game, table.setup)
    moments = [replace(table, timeline=begun, newest=None)]
    for entry in entries_of(table):
        moments.append(moments[-1].extended(moments[-1].timeline.after(entry), entry))
    return moments


def _first_of_each_key(shots: list[Shot]) -> list[tuple[Tap, Reply]]:
    """Return each refused tap, and the first accepted tap of each key, with their answers."""
    taken = {shot.tap.key: shot for shot in shots if shot.reply.sequence is not None}
    chosen = [shot for shot in shots if shot.tap.key not in taken]
    for key in taken:
        same = [shot for shot in shots if shot.tap.key == key and shot.reply.sequence is not None]
        chosen.append(min(same, key=lambda shot: (shot.before, shot.after)))
    return [(shot.tap, shot.reply) for shot in chosen]


def _is_taking(shot: Shot, moments: list[OpenTable]) -> bool:
    """Return whether this tap, not an earlier one with its key, led to the entry in its answer."""
    sequence = shot.reply.sequence
    assert sequence is not None
    if not shot.before < sequence <= shot.after:
        return False
    logged = moments[sequence].newest
    assert logged is not None
    return (
        is_asked(shot.tap.action, logged.action)
        and _refusal_at(moments[sequence - 1], shot) is None
    )


def _assert_refusable(moments: list[OpenTable], keys: dict[str, int], shot: Shot) -> None:
    assert 400 <= shot.reply.status < 500, shot
    led_to = keys.get(shot.tap.key, len(moments))
    span = [place for place in range(shot.before, shot.after + 1) if place < led_to]
    assert any(_refusal_at(moments[place], shot) == shot.reply.sentence for place in span), (
        shot,
        [_refusal_at(moments[place], shot) for place in span],
    )


def _refusal_at(table: OpenTable, shot: Shot) -> str | None:
    """Return the refusal of a tap at a moment, None if it would be accepted."""
    tap = play.Submission(
        shot.tap.phone.device,
        shot.tap.action,
        shot.tap.seen,
        shot.tap.key,
        play.system_dice,
        lambda: 0.0,
    )
    try:
        # The decision alone, without the code for concurrent requests, which is under test.
        play._decided_entry(table, tap)
    except Refusal as refusal:
        for_seat = refusal.said_to(table.actor(tap.device).seat)
        return speaker_for("en").say(for_seat.sentence)
    return None
