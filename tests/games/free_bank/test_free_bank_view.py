"""The views of seats and viewers, and the wizard of a payment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.draft import bid_steps
from companion.games.free_bank.draft import draft as payment_draft
from companion.games.free_bank.screen import view as view_of
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Range
from companion.testing.tables import ANNA, BRUNO, CARLA
from companion.web.live.choices import quick_amounts
from tests.games.free_bank.free_bank_tables import after, bid, decided, sealed, seated, up

SECRET = 76_543
RICH = 90_000


def draft(state: FreeBankState, seat: int | None, words: str = "") -> SimpleNamespace:
    found = payment_draft(state, seat, words)
    assert found is not None
    return found


def everything_shown(state: FreeBankState, seat: int | None) -> str:
    """Return everything that the game reveals to one seat, as one text."""
    return repr(
        (
            GAME.screen.view(state, seat),
            GAME.rules.waiting(state),
            GAME.legal_actions(state, seat),
            GAME.screen.draft(state, seat, "0.1.5"),
            GAME.final.holdings(state),
            GAME.final.outcome(state),
        )
    )


@pytest.mark.parametrize("seat", [None, ANNA, CARLA])
def test_a_sealed_bid_is_hidden_from_others_until_all_are_opened(seat: int | None) -> None:
    secret = sealed(None, SECRET, start=RICH)
    other = sealed(None, 1, start=RICH)

    assert everything_shown(secret, seat) == everything_shown(other, seat)
    assert str(SECRET) not in everything_shown(secret, seat)


def test_a_sealed_bid_is_shown_to_its_own_seat() -> None:
    view = view_of(sealed(None, SECRET, start=RICH), BRUNO)

    assert view.auction is not None and view.auction.mine == SECRET


def test_no_history_line_reveals_a_sealed_bid() -> None:
    state = up("sealed", start=RICH)

    for event in decided(state, "seal_bid", seat=BRUNO, amount=SECRET):
        for seat in (None, ANNA, BRUNO):
            assert str(event.tell(state, seat)) == "Bruno submits a sealed bid."


def test_opened_bids_are_shown_to_all_at_once() -> None:
    """The screen had "Carla 0", but the history "Carla nothing"."""
    view = view_of(sealed(30, 45, 0), None)

    shown = [(str(opened.words), opened.counts) for opened in view.opened]
    assert shown == [("Bruno 45", True), ("Anna 30", True), ("Carla nothing", False)]


@pytest.mark.parametrize(
    "step",
    [
        {"kind": "next_round"},
        {"kind": "pay", "seat": ANNA, "target": "bank", "amount": 1},
        {"kind": "roll", "seat": CARLA},
        {"kind": "put_up", "how": "open"},
    ],
)
def test_opened_bids_disappear_with_the_next_step(step: dict[str, Any]) -> None:
    assert view_of(after(sealed(30, 45, 0), step), None).opened == ()


def test_tied_bids_stay_shown_until_decided_and_payment_follows() -> None:
    paid = after(sealed(45, 45, 0), {"kind": "pay", "seat": CARLA, "target": "pot", "amount": 1})
    sold = after(paid, {"kind": "award", "seat": BRUNO})
    rolled = after(sold, {"kind": "roll", "seat": CARLA})

    shown = [len(view_of(state, None).opened) for state in (paid, sold, rolled)]
    assert shown == [3, 3, 0]


@pytest.mark.parametrize(
    ("state", "keeps"),
    [
        (lambda: up("sealed"), False),
        (lambda: sealed(5), True),
        (lambda: sealed(5, 5, 1), False),
        (lambda: sealed(5, 4, 1), False),
        (lambda: after(sealed(5), {"kind": "call_off"}), True),
        (lambda: after(sealed(5), bid(ANNA, 6, "seal_bid"), {"kind": "hammer"}), True),
        (lambda: after(sealed(5), {"kind": "call_off"}, {"kind": "end"}), False),
    ],
)
def test_the_log_counts_as_secret_until_sealed_bids_are_opened(state: Any, keeps: bool) -> None:
    assert GAME.keeps_secret(state()) is keeps


def test_in_an_auction_each_seat_shows_bid_pass_or_waiting() -> None:
    state = after(up(), bid(BRUNO, 60), {"kind": "pass", "seat": ANNA})

    seats = view_of(state, None).seats

    assert [seat.status for seat in seats] == ["passed", "high", "in"]


def test_amounts_are_shown_with_unit_and_thousands_separators() -> None:
    view = view_of(seated(start=1_250_000, unit="Lire"), ANNA)

    assert view.seats[0].money == "1\u202f250\u202f000"
    assert (view.said(999), view.said(-12_000)) == ("999\u00a0Lire", "−12\u202f000\u00a0Lire")


def test_a_table_for_points_shows_no_money_until_it_uses_some() -> None:
    state = seated(start=0, standing="most_points")
    taken = after(state, {"kind": "take", "seat": ANNA, "amount": 3})

    assert [view_of(table, None).shows_money for table in (state, taken)] == [False, True]
    assert view_of(state, None).shows_points


def test_a_payment_is_composed_by_taps() -> None:
    state = seated(accounts="Tax office")
    whom = {str(pick.words): pick.href for pick in draft(state, ANNA).targets}
    assert list(whom) == ["Bruno", "Carla", "The bank", "The pot", "Tax office", "Everyone"]

    chips = {str(pick.words): pick.href for pick in draft(state, ANNA, whom["Carla"]).chips}
    twice = draft(state, ANNA, chips["10"])
    ready = draft(state, ANNA, {str(pick.words): pick.href for pick in twice.chips}["50"])

    assert ready.action == {"kind": "pay", "amount": 60, "seat": ANNA, "target": "seat 2"}
    assert (ready.amount, ready.refusal) == ("60", None)


@pytest.mark.parametrize(
    ("places", "start", "shown"),
    [
        (0, 100, "1 5 10 20 50"),
        (2, 2000, "0.05 0.10 0.20 0.50 1 5 10"),
        (2, 0, "0.01 0.05 0.10 0.20 0.50 1 5"),
        (1, 200, "0.1 0.5 1 5 10"),
    ],
)
def test_chips_fit_the_decimal_places_of_the_money(places: int, start: int, shown: str) -> None:
    """Whole units are written like coins, without decimals."""
    table = seated(places=places, start=start)

    assert " ".join(str(chip.words) for chip in draft(table, ANNA).chips) == shown


@pytest.mark.parametrize(
    ("places", "lowest", "bid", "shown"),
    [
        (0, 10, None, [11, 15, 20, 30]),
        (0, 10, 12, [17, 22, 32, 62]),
        (0, None, None, [5, 10, 20, 50]),
        (2, 1050, None, [1070, 1100, 1150, 1550]),
        (2, 1050, 1200, [1220, 1250, 1300, 1700]),
    ],
)
def test_quick_bids_are_round_before_the_first_bid_and_after(
    places: int, lowest: int | None, bid: int | None, shown: list[int]
) -> None:
    put_up = {"kind": "put_up", "how": "open", "target": "bank", "amount": lowest}
    bids = [] if bid is None else [{"kind": "bid", "seat": ANNA, "amount": bid}]
    state = after(seated(places=places, start=100 * 10**places), put_up, *bids)
    (move,) = (move for move in GAME.legal_actions(state, BRUNO) if move.kind == "bid")

    range_ = move.ranges["amount"]
    assert isinstance(range_, Range)
    quick = quick_amounts(range_, bid_steps(state))

    assert quick is not None
    assert [place.amount for place in quick.places if place] == shown


def test_a_payment_too_large_is_refused_while_being_composed() -> None:
    view = draft(seated(), ANNA, "0.1.101")

    assert view.action is None and view.refusal is not None
    assert view.refusal.name == "not_enough"


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("3.0.5", {"kind": "take", "amount": 5, "seat": 0}),
        ("0.a.5", {"kind": "pay", "amount": 5, "seat": 0, "target": "all"}),
        ("1.2.5", {"kind": "move", "amount": 5, "source": "seat 1", "target": "seat 2"}),
        ("a.4.5", {"kind": "move", "amount": 5, "source": "all", "target": "pot"}),
        ("1.0.5", {"kind": "move", "amount": 5, "source": "seat 1", "target": "seat 0"}),
    ],
)
def test_payer_and_receiver_decide_the_kind_of_payment(words: str, action: dict[str, Any]) -> None:
    assert draft(seated(), ANNA, words).action == action


def test_a_banker_without_a_seat_chooses_payer_and_receiver() -> None:
    view = draft(seated(), None)

    assert len(view.targets) == len(view.sources) == 6
    assert view.base["kind"] == "move"
    assert draft(seated(), None, "3.0.5").action == {
        "kind": "move",
        "amount": 5,
        "source": "bank",
        "target": "seat 0",
    }


@pytest.mark.parametrize(
    "words", ["x", "9.9.9", "0.0.5", "...", "١.٢.٣", "0.1.-5", "a.a.1", "1" * 99]
)
def test_a_nonsense_wizard_text_offers_no_payment(words: str) -> None:
    assert draft(seated(), ANNA, words).action is None


def test_after_a_payment_the_wizard_starts_again() -> None:
    state = seated()
    by_bruno = after(state, {"kind": "pay", "seat": BRUNO, "target": "seat 0", "amount": 1})
    by_anna = after(state, {"kind": "pay", "seat": ANNA, "target": "seat 1", "amount": 1})

    assert draft(by_bruno, ANNA).keep == draft(state, ANNA).keep
    assert draft(by_anna, ANNA).keep != draft(state, ANNA).keep
