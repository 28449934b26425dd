from __future__ import annotations

import threading

from companion.tables.live.notifier import Notifier
from tests.patience import PATIENCE
from tests.tables.company import Company


def test_a_listener_is_notified_of_its_own_table_only() -> None:
    notifier = Notifier()
    listener, other = notifier.subscribe(1), notifier.subscribe(2)

    notifier.notify(1)

    assert (listener.is_set(), other.is_set()) == (True, False)


def test_a_notification_wakes_all_who_wait() -> None:
    notifier = Notifier()
    listeners = [notifier.subscribe(1) for _ in range(20)]
    woken: list[bool] = []
    waiting = [
        threading.Thread(target=lambda one=listener: woken.append(one.wait(PATIENCE)))
        for listener in listeners
    ]
    for thread in waiting:
        thread.start()

    notifier.notify(1)
    for thread in waiting:
        thread.join()

    assert woken == [True] * 20


def test_an_unsubscribed_listener_is_not_notified_and_leaves_nothing_behind() -> None:
    notifier = Notifier()
    listener = notifier.subscribe(1)
    for _ in range(2):
        notifier.unsubscribe(1, listener)

    notifier.notify(1)

    assert not listener.is_set()
    assert not notifier._listeners


def test_everybody_is_woken_when_any_table_may_have_changed() -> None:
    notifier = Notifier()
    listeners = [notifier.subscribe(table) for table in range(3)]

    notifier.notify(None)

    assert all(listener.is_set() for listener in listeners)


def test_a_move_notifies_once_visible_and_again_when_repeated(company: Company) -> None:
    listener = company.listener()

    company.tap("anna", "cheer", key="k")
    assert listener.is_set()
    listener.clear()

    company.tap("anna", "cheer", key="k")
    assert listener.is_set(), (
        "sent again, because this process may not have been notified of the first"
    )
