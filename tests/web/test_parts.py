"""Parts of screens: drawn anew only where they show something else, sent where they changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.mechanics.timeline import Timeline
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import import_record
from companion.web.live.parts import Fragment, Parts, news
from companion.web.live.screens import Screens, Viewer
from tests.transcripts.kept import recorded
from tests.web.phones import BIDDING, seated

HERE = frozenset({"phone 0"})
SAME = "data-same"
A_GAME_EACH = [
    "big_shot/hidden-french",
    "big_cheese/shared-win",
    "big_deal/six-shark",
    "monopoly/debt-paid-with-property",
    "free_bank/sealed",
]


class Device:
    """What a device shows, put together from what it is sent as its script does."""

    def __init__(self) -> None:
        self._shown: Parts = ()
        self.html = ""

    def take(self, parts: Parts) -> str:
        """Put what is sent in the place of what is there, and return it."""
        sent = news(parts, self._shown)
        for part in outermost(sent):
            self.html = self._renewed(part) if self._shown else self.html + part
        self._shown = parts
        return sent

    def _renewed(self, part: str) -> str:
        """Return the screen with a part renewed; what is the same in it stays as it was."""
        old = element(self.html, id_of(part))
        while SAME in part:
            same = part[: part.index(SAME)].rpartition("<")[2]
            name, id = same.split()[0], same.split('"')[1]
            part = part.replace(f"<{same}{SAME}></{name}>", element(old, id))
        return self.html.replace(old, part)


def id_of(part: str) -> str:
    return part.split('"', 2)[1]


def outermost(html: str) -> Iterator[str]:
    """Yield the elements that a text consists of."""
    while html:
        part = element(html, id_of(html))
        yield part
        html = html.removeprefix(part)


def element(html: str, id: str) -> str:
    """Return the element of an id, whole."""
    first = at = html.rindex("<", 0, html.index(f' id="{id}"'))
    name, depth = html[first + 1 :].split()[0], 0
    while True:
        opened, closed = html.find(f"<{name}", at), html.index(f"</{name}>", at)
        if opened != -1 and opened < closed:
            depth, at = depth + 1, opened + 4
            continue
        depth, at = depth - 1, closed + len(name) + 3
        if not depth:
            return html[first:at]


def viewers(table: OpenTable) -> list[Viewer]:
    """Return phones of several languages, the banker's device and the screen for all."""
    return [
        Viewer(Actor("phone 0", "player", 0), "seat", "en", ""),
        Viewer(Actor("phone 1", "player", 1), "seat", "fr", ""),
        Viewer(Actor("banker", "banker"), "seat", "it", ""),
        Viewer(Actor("banker", "banker"), "table", "en", ""),
    ]


@pytest.mark.parametrize("name", A_GAME_EACH)
def test_a_device_that_is_sent_changes_shows_what_would_be_drawn_from_nothing(
    app: Flask, name: str
) -> None:
    kept = Screens(app)
    with app.app_context():
        table = import_record(dict(recorded())[name], "banker")
        devices = [(viewer, Device()) for viewer in viewers(table)]
        timeline, whole, sent = Timeline.begun(table.game, table.setup), 0, 0
        for entry in table.timeline.standing.entries:
            timeline = timeline.after(entry)
            moment = table.extended(timeline, entry)
            for viewer, device in devices:
                sent += len(device.take(kept.parts(moment, viewer, HERE)))
                anew = "".join(map(str, Screens(app).parts(moment, viewer, HERE)))
                whole += len(anew)
                assert device.html == anew, (entry.sequence, viewer)

    assert sent < 0.9 * whole


def test_what_changed_is_put_together_once_for_all_who_showed_the_same() -> None:
    first, second = Fragment("who", ("Anna",)), Fragment("who", ("Bruno",))

    assert second.changes(first) == str(second)
    assert second.changes(first) is second.changes(first)
    assert second.changes(Fragment("who", ("Bruno",))) == ""


def test_who_is_not_concerned_is_sent_the_bid_what_is_waited_for_and_who_stands_how(
    app: Flask,
) -> None:
    table = seated(app, *BIDDING)
    with table.phones[3].stream(table) as events:
        next(events)
        table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
        pushed = next(events)

    assert "id: 3\n" in pushed
    assert [id_of(part) for part in outermost(pushed.split("data: ")[1].strip())] == [
        "part-just",
        "part-standing",
        "part-waiting",
        "part-seat-1",
        "part-seat-2",
        "part-lines",
    ]


def test_nothing_of_one_tap_stands_in_what_is_pushed(app: Flask) -> None:
    table = seated(app, *BIDDING)
    with table.phones[1].stream(table) as events:
        whole = next(events)

    assert "b-bid-1" in whole
    assert all(sign not in whole for sign in ("csrf_token", 'name="seen"', 'name="key"'))


def test_a_part_that_was_gone_is_sent_whole_when_it_is_back() -> None:
    inner = Fragment("inner", ("7",))
    with_it, without = Fragment("outer", ("", ""), (inner,)), Fragment("outer", ("nothing",))
    device = Device()

    device.take((with_it,))
    device.take((without,))
    sent = device.take((with_it,))

    assert "7" in sent and SAME not in sent
    assert device.html == str(with_it)


def test_what_has_not_changed_is_not_sent_at_all() -> None:
    parts = (Fragment("own", ("1",)), Fragment("public", ("a", "b"), (Fragment("seats", ("2",)),)))

    assert news(parts, parts) == ""
    assert news(
        (parts[0], Fragment("public", ("a", "b"), (Fragment("seats", ("3",)),))), parts
    ) == ('<div id="part-seats">3</div>')


def test_what_two_screens_show_alike_is_drawn_once(app: Flask) -> None:
    table, screens = seated(app, *BIDDING), Screens(app)
    with app.app_context():
        moment = table.now
        viewers = [
            Viewer(moment.actor(moment.seats[seat].device or ""), "seat", "en", "")
            for seat in (0, 2)
        ]
        for_all = Viewer(Actor("wall", "onlooker"), "table", "en", "")

        drawn = [screens.parts(moment, viewer, HERE) for viewer in (*viewers, for_all)]

    first, second, third = (
        {part.id: part for one in parts for part in one.inner} for parts in drawn
    )
    assert first["waiting"] is second["waiting"] and first["standing"] is second["standing"]
    assert first["lines"] is second["lines"] is third["lines"]
    assert first["mine"] is not second["mine"]


def test_what_a_tap_does_not_touch_is_drawn_anew_on_no_screen(app: Flask) -> None:
    table, screens = seated(app, *BIDDING), Screens(app)

    def lots() -> list[Fragment]:
        """Return the lots of a phone, the banker's device and the screen for all."""
        with app.app_context():
            moment = table.now
            phone = Viewer(moment.actor(moment.seats[0].device or ""), "seat", "en", "")
            banker = Viewer(Actor("banker", "banker"), "seat", "en", "")
            for_all = Viewer(Actor("wall", "onlooker"), "table", "en", "")
            drawn = [screens.parts(moment, viewer, HERE) for viewer in (phone, banker, for_all)]
        return [part for parts in drawn for one in parts for part in one.inner if part.id == "lots"]

    before = lots()
    table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
    after = lots()

    phone, banker, for_all = before
    assert phone is for_all and phone is not banker
    assert all(one is other for one, other in zip(before, after, strict=True))
