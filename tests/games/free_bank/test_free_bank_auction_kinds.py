"""Each kind of auction by its own policy, and random draws."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.auctions import BidMade, NotSold, Sold, keeps_secret
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Range
from companion.mechanics.play.first_player import Drawn
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import after, asked, bid, decided, money, seated, up

HAMMER = {"kind": "hammer"}
LOWER = {"kind": "lower_price"}


def pass_by(seat: int) -> dict[str, Any]:
    return {"kind": "pass", "seat": seat}


def offered(state: FreeBankState, seat: int | None) -> set[str]:
    """Return the kinds of the legal moves of a seat."""
    return {move.kind for move in GAME.legal_actions(state, seat)}


@pytest.mark.parametrize(
    ("amounts", "price"),
    [((40, 25, 0), 25), ((40, 0, 0), 5), ((40, 40, 30), None)],
    ids=["second", "alone", "tied"],
)
def test_the_winner_of_a_second_price_auction_pays_the_second_bid(
    amounts: tuple[int, ...], price: int | None
) -> None:
    bids = [bid(seat, amount, "seal_bid") for seat, amount in enumerate(amounts)]

    state = after(up("second", amount=5), *bids)

    if price is None:
        assert (state.stage, money(after(state, {"kind": "award", "seat": BRUNO}))) == (
            "tied",
            [100, 60, 100],
        )
    else:
        assert (state.stage, money(state)) == ("free", [100 - price, 100, 100])


def test_the_app_bids_up_to_the_secret_limits() -> None:
    state = after(up("proxy", amount=5), bid(ANNA, 50))
    assert decided(up("proxy", amount=5), "bid", seat=ANNA, amount=50)[1] == BidMade(
        ANNA, 5, by_limits=True
    )

    assert decided(state, "bid", seat=BRUNO, amount=30)[1] == BidMade(ANNA, 31, by_limits=True)
    assert decided(state, "bid", seat=BRUNO, amount=50)[1] == BidMade(ANNA, 50, by_limits=True)
    assert decided(state, "bid", seat=BRUNO, amount=80)[1] == BidMade(BRUNO, 51, by_limits=True)

    sold = after(state, bid(BRUNO, 30), HAMMER)
    assert money(sold) == [100 - 31, 100, 100]


def test_a_secret_limit_stays_secret_after_the_sale() -> None:
    state = after(up("proxy"), bid(ANNA, 50), bid(BRUNO, 30))
    sold = after(state, HAMMER)

    assert keeps_secret(state)
    others = GAME.screen.view(state, BRUNO).auction  # type: ignore[attr-defined]
    assert (others.amount, others.mine) == ("31", 30)
    # An undo may bring the auction back, so the limit is readable only after the game.
    assert keeps_secret(sold)
    assert not keeps_secret(after(sold, {"kind": "end"}))


def test_a_limit_that_its_player_can_no_longer_pay_counts_as_far_as_their_money_goes() -> None:
    paid = {"kind": "pay", "seat": ANNA, "target": "pot", "amount": 80}
    state = after(up("proxy"), bid(ANNA, 60), paid)

    assert decided(state, "bid", seat=BRUNO, amount=30)[1] == BidMade(BRUNO, 21, by_limits=True)


def test_the_limit_of_a_player_who_has_passed_no_longer_counts() -> None:
    spent = {"kind": "pay", "seat": ANNA, "target": "pot", "amount": 80}
    back = {"kind": "move", "source": "pot", "target": "seat 0", "amount": 80}
    state = after(up("proxy"), bid(ANNA, 100), spent, bid(BRUNO, 60), pass_by(ANNA), back)

    assert decided(state, "bid", seat=CARLA, amount=22)[1] == BidMade(BRUNO, 23, by_limits=True)


def test_a_bid_that_shows_a_secret_limit_is_undone_by_the_banker_only() -> None:
    assert BidMade(ANNA, 31, by_limits=True).reveals
    assert not BidMade(ANNA, 31).reveals


def test_once_around_each_player_bids_or_passes_in_turn() -> None:
    state = up("once", target="seat 0")
    assert GAME.rules.waiting(state).seats == (BRUNO,)

    state = after(state, bid(BRUNO, 10), pass_by(CARLA))
    assert (GAME.rules.waiting(state).seats, "bid" in offered(state, CARLA)) == ((ANNA,), False)

    events = decided(state, "bid", seat=ANNA, amount=11)
    assert events == (BidMade(ANNA, 11), Sold(ANNA, 11, "Mill", "bank"))


def test_once_around_nobody_gets_the_lot_if_all_pass() -> None:
    state = after(up("once"), pass_by(ANNA), pass_by(BRUNO))

    assert decided(state, "pass", seat=CARLA)[-1] == NotSold("Mill")


def test_the_first_bid_takes_a_lot_whose_price_falls() -> None:
    state = after(up("dutch", amount=90), LOWER, LOWER)
    (price,) = (
        move.fields["amount"] for move in GAME.legal_actions(state, BRUNO) if move.kind == "bid"
    )
    assert price == Range(80, 80)
    assert GAME.screen.view(state, None).auction.amount == "80"  # type: ignore[attr-defined]

    sold = after(state, bid(BRUNO, 80))

    assert (sold.stage, money(sold)) == ("free", [100, 20, 100])


def test_nobody_gets_a_lot_whose_price_has_fallen_to_nothing() -> None:
    state = after(up("dutch", amount=3), LOWER, LOWER)

    assert decided(state, "lower_price") == (NotSold("Mill"),)


def test_a_random_draw_decides_a_tie_and_is_logged() -> None:
    bids = [bid(seat, 40, "seal_bid") for seat in (ANNA, BRUNO, CARLA)]
    action = asked("award", seat=None).with_chance(after(up("sealed"), *bids), lambda sides: 2)

    events = action.decide(after(up("sealed"), *bids))

    assert events == (Drawn((0, 1, 2), BRUNO), Sold(BRUNO, 40, "Mill", "bank"))
    assert action.is_chance


def test_a_random_draw_chooses_a_player_that_no_device_can_choose() -> None:
    state = after(seated(), {"kind": "leave", "seat": ANNA})

    action = asked("random_draw", seat=BRUNO).with_chance(state, lambda sides: sides)
    (event,) = action.decide(state)

    assert event == Drawn((BRUNO, CARLA), CARLA)
    assert str(event.tell(state, None)) == "Random draw among Bruno and Carla: Carla."


def test_no_history_line_or_view_tells_a_secret_limit() -> None:
    before = after(up("proxy"), bid(ANNA, 50))
    one, other = (after(before, bid(BRUNO, limit)) for limit in (77, 78))

    for seat in (None, ANNA, CARLA):
        assert repr(GAME.screen.view(one, seat)) == repr(GAME.screen.view(other, seat))
        assert GAME.rules.waiting(one) == GAME.rules.waiting(other)
    lines = [event.tell(one, None) for event in decided(before, "bid", seat=BRUNO, amount=77)]
    assert [str(line) for line in lines] == ["Bruno submits a sealed bid.", "Bruno bids 51."]
