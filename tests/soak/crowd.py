"""Phones that tap at one table all at once: legal or not, fresh or stale, with keys new or old."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any

from flask import Flask
from sqlalchemy import text

from companion.mechanics.game import Offer, OneOf, Whole
from companion.tables.live.cache import OpenTable, open_tables
from tests.bench.sittings import Phone
from tests.soak.recorded import Action, Party, actions_by_kind
from tests.soak.tapping import Tap, Told, Wire, new_key

NEWEST = text(
    "SELECT coalesce(max(sequence), 0) FROM entries JOIN tables ON tables.id = table_id "
    "WHERE code = :code"
)
HIGHEST = 20
"""What is tried where an offer knows no upper end."""


@dataclass(frozen=True)
class Shot:
    """A tap, its answer, and how long the log was before the one and after the other."""

    tap: Tap
    told: Told
    before: int
    after: int


class Shooter:
    """One phone; what it taps is chosen by chance, from what is offered and from what is not."""

    def __init__(self, app: Flask, party: Party, phone: Phone, port: int, seed: int) -> None:
        self.app = app
        self.party = party
        self.phone = phone
        self.shots: list[Shot] = []
        self.failure: BaseException | None = None
        self._chance = random.Random(seed)
        self._wire = Wire(port)
        self._known = actions_by_kind(party.recorded.game)
        self._keys: list[str] = []

    def shoot(self, has_enough: HasEnough) -> None:
        """Tap until somebody has enough of it."""
        try:
            while not has_enough(self):
                self._shoot()
        except BaseException as failure:
            self.failure = failure
        finally:
            self._wire.close()

    def _shoot(self) -> None:
        with self.app.app_context():
            table = open_tables().find(self.party.code)
        tap = self._aimed(table)
        before = self._length()
        told = self._wire.tap(tap)
        after = self._length()
        assert told is not None, "every tap is answered"
        self.shots.append(Shot(tap, told, before, after))

    def _length(self) -> int:
        with self.app.extensions["open_tables"].store.engine.connect() as connection:
            found: int = connection.execute(NEWEST, {"code": self.party.code}).scalar_one()
        return found

    def _aimed(self, table: OpenTable) -> Tap:
        """Return a tap: what is offered or anything, on this screen or an older one."""
        chance = self._chance
        if self._keys and chance.random() < 0.1:
            key = chance.choice(self._keys)
        else:
            key = new_key()
            self._keys.append(key)
        seen = table.sequence - (chance.randrange(4) if chance.random() < 0.2 else 0)
        action = self._offered(table) if chance.random() < 0.7 else self._anything(table)
        return Tap(self.party.code, self.phone, action, max(seen, 0), key)

    def _offered(self, table: OpenTable) -> Action:
        """Return an action that somebody may take now; for a player, mostly his own."""
        seat = table.actor(self.phone.device).seat
        if seat is None or self._chance.random() < 0.2:
            seat = self._chance.randrange(len(table.seats))
        offers = table.game.legal_actions(table.state, seat)
        offers += table.game.legal_actions(table.state, None)
        if not offers:
            return {"kind": "undo", "entry": max(table.sequence - self._chance.randrange(9), 1)}
        offer = self._chance.choice(offers)
        return self._filled(table, offer) or self._anything(table)

    def _filled(self, table: OpenTable, offer: Offer) -> Action | None:
        """Return an offer with values for its fields, None where they are not said."""
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

    def _value(self, allowed: Whole | OneOf) -> int | str:
        if isinstance(allowed, OneOf):
            return self._chance.choice(allowed.values)
        highest = allowed.lowest + HIGHEST if allowed.highest is None else allowed.highest
        return self._chance.randint(allowed.lowest, max(allowed.lowest, highest))

    def _anything(self, table: OpenTable) -> Action:
        """Return any action of the game's records, or a step taken back, or a correction."""
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


HasEnough = Callable[[Shooter], bool]


def fire(
    app: Flask, party: Party, ports: list[int], has_enough: HasEnough, seed: int
) -> list[Shot]:
    """Let every device of a party tap at once, each until it has enough; returns all that was said.

    ports: of one server or of several on the same database; the phones are spread over them.
    """
    phones = party.everybody
    shooters = [
        Shooter(app, party, phone, ports[place % len(ports)], seed + place)
        for place, phone in enumerate(phones)
    ]
    threads = [threading.Thread(target=one.shoot, args=(has_enough,)) for one in shooters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in shooters:
        if one.failure is not None:
            raise one.failure
    return [shot for one in shooters for shot in one.shots]
