"""The app passes for a seat without a Veto and with too few workers for a bid (BC-A4)."""

from __future__ import annotations

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import (
    Bid,
    BidMade,
    CardDiscarded,
    CardOffered,
    CardWon,
    OfferCard,
    Pass,
    Passed,
    Veto,
    WorkersCameHome,
)
from companion.games.big_cheese.corrections import SetWorkers
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.history.log import Entry, Undo
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.values.codec import from_json, to_json
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_cheese.big_cheese_player import a_setup
from tests.games.big_cheese.big_cheese_tables import holding, offered, opened, won


def carla_has_one() -> BigCheeseState:
    """Return a table where Carla opens with one free worker; then Bruno and Anna, with ten each."""
    return won(opened(), "8", CARLA, 9)


def told(state: BigCheeseState, action: Action) -> list[str]:
    return [str(event.tell(state, None)) for event in action.decide(state)]


def test_a_bid_passes_seats_that_cannot_outbid_it_and_the_history_says_so() -> None:
    table = after(carla_has_one(), OfferCard("4"), Bid(CARLA, 1))

    assert Bid(BRUNO, 2).decide(table) == (BidMade(BRUNO, 2), Passed(CARLA, short_of=3))
    assert told(table, Bid(BRUNO, 2)) == ["Bruno bids 2.", "Carla cannot bid 3 and passes."]


def test_a_seat_is_passed_before_its_turn_and_the_turn_does_not_move() -> None:
    """Bruno, two free, bids 1; Anna bids 5; before Bruno's next turn Dario and Carla speak."""
    table = won(opened(4), "8", BRUNO, 8)

    table = after(table, OfferCard("4"), Bid(BRUNO, 1), Bid(ANNA, 5))

    assert table.auction is not None
    assert (table.auction.passed, GAME.rules.waiting(table).seats) == (frozenset({BRUNO}), (DARIO,))
    assert after(table, Pass(DARIO), Pass(CARLA)).opener == ANNA


def test_a_bid_that_nobody_can_outbid_ends_the_auction() -> None:
    events = Bid(ANNA, 10).decide(offered())

    assert events == (
        BidMade(ANNA, 10),
        Passed(CARLA, short_of=11),
        Passed(BRUNO, short_of=11),
        CardWon(ANNA, 1, "8", 10),
    )


def test_a_player_without_free_workers_is_passed_when_a_card_comes_up() -> None:
    table = won(opened(), "8", ANNA, 10)

    assert OfferCard("4").decide(table) == (
        CardOffered("4", ANNA),
        Passed(ANNA, short_of=1),
    )
    later = after(table, OfferCard("4"))
    assert GAME.rules.waiting(later).seats == (CARLA,)
    assert str(GAME.rules.waiting(later).prompt) == "Carla bids 1 or more, or passes."


def test_the_only_player_with_free_workers_still_bids_or_passes() -> None:
    table = won(won(opened(), "8", ANNA, 10), "10", CARLA, 10)
    table = after(table, SetWorkers(1, 10))

    alone = after(table, OfferCard("4"))

    assert alone.auction is not None and alone.auction.active == (BRUNO,)
    assert [offer.kind for offer in GAME.legal_actions(alone, BRUNO)] == ["bid", "pass"]
    assert isinstance(Bid(BRUNO, 1).decide(alone)[1], CardWon)
    assert Pass(BRUNO).decide(alone)[-1] == CardDiscarded("4")


def test_a_card_is_discarded_at_once_if_nobody_has_a_free_worker() -> None:
    table = won(won(won(opened(), "8", ANNA, 10), "10", CARLA, 10), "12", BRUNO, 10)
    table = after(table, SetWorkers(1, 10), SetWorkers(2, 10))

    events = OfferCard("4").decide(table)

    assert [type(event) for event in events] == [CardOffered, *(Passed,) * 3, CardDiscarded]
    assert after(table, OfferCard("4")).stage == "offer"


def test_a_player_with_a_veto_is_asked_even_without_enough_workers() -> None:
    armed = after(holding(carla_has_one(), CARLA, vetoes=1), OfferCard("4"), Bid(CARLA, 1))

    bid = after(armed, Bid(BRUNO, 10))

    assert bid.auction is not None
    assert (bid.auction.passed, GAME.rules.waiting(bid).seats) == (frozenset({ANNA}), (CARLA,))
    assert after(bid, Veto(CARLA)).opener == CARLA
    assert isinstance(Pass(CARLA).decide(bid)[-1], WorkersCameHome)


def test_a_seat_passed_by_the_app_is_out_of_the_auction() -> None:
    table = after(carla_has_one(), OfferCard("4"), Bid(CARLA, 1), Bid(BRUNO, 2))

    with pytest.raises(Refusal, match="already_passed"):
        Pass(CARLA).decide(table)


def entry(timeline: Timeline[BigCheeseState], action: Action) -> Entry:
    events = action.decide(timeline.state)
    return Entry(timeline.sequence + 1, to_json(action), events)


def test_an_undo_takes_the_bid_and_the_passes_back_together() -> None:
    timeline = Timeline.begun(GAME, a_setup())
    for action in ({"kind": "open", "seat": ANNA}, {"kind": "offer", "card": "8"}):
        timeline = timeline.after(entry(timeline, from_json(action, GAME.action_kinds)))
    before = timeline.state

    done = timeline.after(entry(timeline, Bid(ANNA, 10)))
    undone = done.after(Entry(done.sequence + 1, to_json(Undo(done.sequence))))

    assert done.state.stage == "offer"
    assert undone.state == before


def test_a_log_in_which_the_pass_was_tapped_is_replayed_and_played_on() -> None:
    """An older version logged the bid alone, then the tapped pass of a seat that had to pass."""
    table = after(carla_has_one(), OfferCard("4"), Bid(CARLA, 1))
    written = [{"kind": "bid_made", "seat": BRUNO, "workers": 4}]

    for event in written:
        table = GAME.apply(table, from_json(event, GAME.event_kinds))
    table = after(table, Pass(ANNA))

    assert table.auction is None, "what is decided now passes Carla too"
    older = after(carla_has_one(), OfferCard("4"), Bid(CARLA, 1))
    written += [{"kind": "passed", "seat": ANNA}, {"kind": "passed", "seat": CARLA}]
    for event in written:
        older = GAME.apply(older, from_json(event, GAME.event_kinds))
    assert older.auction is not None and older.auction.active == (BRUNO,)
