from __future__ import annotations

import threading

from companion.tables.live.notifier import Notifier
from tests.patience import PATIENCE
from tests.tables.company import Company


def test_an_ear_hears_rings_of_its_own_table_alone() -> None:
    notifier = Notifier()
    ear, other = notifier.subscribe(1), notifier.subscribe(2)

    notifier.notify(1)

    assert (ear.is_set(), other.is_set()) == (True, False)


def test_a_ring_wakes_whoever_waits() -> None:
    notifier = Notifier()
    ears = [notifier.subscribe(1) for _ in range(20)]
    current_auction: list[bool] = []
    waiting = [
        threading.Thread(target=lambda e=ear: current_auction.append(e.wait(PATIENCE)))
        for ear in ears
    ]
    for thread in waiting:
        thread.start()

    notifier.notify(1)
    for thread in waiting:
        thread.join()

    assert current_auction == [True] * 20


def test_an_ear_that_is_forgotten_hears_nothing_and_leaves_nothing_behind() -> None:
    notifier = Notifier()
    ear = notifier.subscribe(1)
    for _ in range(2):
        notifier.unsubscribe(1, ear)

    notifier.notify(1)

    assert not ear.is_set()
    assert not notifier._listeners


def test_everybody_is_woken_when_any_table_may_have_changed() -> None:
    notifier = Notifier()
    ears = [notifier.subscribe(table) for table in range(3)]

    notifier.notify(None)

    assert all(ear.is_set() for ear in ears)


def test_a_tap_rings_once_it_can_be_seen_and_when_it_is_sent_again(company: Company) -> None:
    ear = company.ear()

    company.tap("anna", "cheer", key="k")
    assert ear.is_set()
    ear.clear()

    company.tap("anna", "cheer", key="k")
    assert ear.is_set(), "sent again, for nobody here may have heard of the first"
