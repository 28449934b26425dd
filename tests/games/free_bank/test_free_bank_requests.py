"""Asking another player for a payment (FB-M8)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState, waiting
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import after, decided, money, seated


def ask(amount: int = 25, payer: int = BRUNO, **more: Any) -> dict[str, Any]:
    return {"kind": "ask_payment", "seat": ANNA, "payer": payer, "amount": amount, **more}


def answer(kind: str, seat: int = BRUNO, number: int = 1) -> dict[str, Any]:
    return {"kind": f"{kind}_payment", "seat": seat, "number": number}


def told(state: FreeBankState, step: dict[str, Any], seat: int | None = None) -> list[str]:
    lines = [
        event.tell(state, None) if seat is None else event.tell_you(state, seat)
        for event in decided(state, **step)
    ]
    return [str(line) for line in lines if line is not None]


def test_money_moves_only_when_the_payer_accepts() -> None:
    asked = after(seated(), ask(reason="rent"))

    assert money(asked) == [100, 100, 100]
    assert waiting(asked).seats == (BRUNO,)
    assert str(waiting(asked).prompt.for_you) == "Anna asks you for 25."
    paid = after(asked, answer("accept"))
    assert (money(paid), paid.requests) == ([125, 75, 100], ())
    assert told(asked, answer("accept")) == ["Bruno pays Anna 25. (rent)"]


@pytest.mark.parametrize(
    ("closing", "line"),
    [
        (answer("decline"), "Bruno declines to pay Anna 25."),
        (answer("withdraw", ANNA), "Anna no longer asks Bruno for 25."),
    ],
)
def test_a_request_is_declined_or_withdrawn_without_money(
    closing: dict[str, Any], line: str
) -> None:
    asked = after(seated(), ask())
    closed = after(asked, closing)

    assert (money(closed), closed.requests) == ([100, 100, 100], ())
    assert told(asked, closing) == [line]


def test_several_requests_are_open_at_once() -> None:
    asked = after(seated(), ask(), ask(30, CARLA))

    assert waiting(asked).seats == (BRUNO, CARLA)
    later = after(asked, answer("accept", CARLA, 2))
    assert money(later) == [130, 100, 70]
    assert [one.number for one in later.requests] == [1]


def test_buttons_are_those_of_the_seat() -> None:
    asked = after(seated(), ask())

    def kinds(seat: int) -> set[str]:
        own = {"accept_payment", "decline_payment", "withdraw_payment"}
        return {offer.kind for offer in GAME.legal_actions(asked, seat)} & own

    assert kinds(ANNA) == {"withdraw_payment"}
    assert kinds(BRUNO) == {"accept_payment", "decline_payment"}
    assert kinds(CARLA) == set()


def test_the_request_of_a_player_who_left_is_closed() -> None:
    left = after(seated(), ask(), {"kind": "leave", "seat": ANNA})

    assert left.requests == ()
    with pytest.raises(Refusal, match="no_such_request"):
        decided(left, **answer("accept"))
