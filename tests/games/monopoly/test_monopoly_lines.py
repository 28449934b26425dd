"""A known line of a list is followed as it is known; only the banker corrects it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.corrections import SetLine
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.screen import view as view_of
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, Setup
from companion.mechanics.history.log import Entry, Undo
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.values.codec import to_json
from companion.testing.tables import ANNA, BRUNO, after
from tests.games.monopoly.monopoly_player import a_setup
from tests.games.monopoly.monopoly_tables import begun, listing, standing_on, with_lesson

JAIL_LINE = RollList(ANNA, (5, 5, 5))
TO_PAY = SetLine("chance", 15, "pay", 50, reason="our list is another")


def known() -> MonopolyState:
    """Return a table where Anna has rolled 15 for Chance, the line that the book prints."""
    return after(listing(), JAIL_LINE)


def test_a_known_card_line_cannot_be_entered_differently() -> None:
    with pytest.raises(Refusal) as refused:
        FollowLine(ANNA, "collect", 500).decide(known())

    assert (refused.value.name, refused.value.rule) == ("line_known", "MO-T6")
    assert "Go to jail." in str(refused.value.sentence)


def test_a_known_card_line_can_be_entered_again_unchanged() -> None:
    assert after(known(), FollowLine(ANNA, "jail")).jail[ANNA] == 0


def test_the_bankers_correction_of_a_card_line_takes_effect() -> None:
    state = after(known(), TO_PAY)
    shown = view_of(state, ANNA).line
    assert shown is not None and shown.effect == Effect("pay", 50)

    state = after(state, FollowLine(ANNA))

    assert state.money(ANNA) == 1450 and state.jail[ANNA] is None
    copy = GAME.copy.learnt(state)
    assert copy is not None and GAME.copy.check(copy)["lists"] == {
        "chance": {"15": {"kind": "pay", "amount": 50}},
        "community_chest": {},
    }


def test_the_history_shows_a_corrected_card_line_and_its_reason() -> None:
    (event,) = TO_PAY.decide(known())

    assert str(event.tell(known(), None)) == (
        "Correction, Chance 15: Pay 50. (our list is another)"
    )


def test_a_card_line_can_be_entered_before_it_is_rolled() -> None:
    state = after(begun(), SetLine("chance", 9, "collect", 20), Roll(ANNA, (3, 4)))

    state = after(state, RollList(ANNA, (2, 3, 4)), FollowLine(ANNA))

    assert state.money(ANNA) == 1520


def timeline_of(setup: Setup, *actions: Action) -> Timeline[MonopolyState]:
    """Return the timeline of these actions."""
    timeline = Timeline.begun(GAME, setup)
    for number, action in enumerate(actions, 1):
        events = action.decide(timeline.state)
        timeline = timeline.after(Entry(number, to_json(action), events))
    return timeline


def test_undoing_a_correction_restores_the_card_line() -> None:
    timeline = timeline_of(a_setup(2), TO_PAY)

    undone = timeline.after(Entry(2, to_json(Undo(1)))).state

    assert GAME.copy.learnt(timeline.state) is not None and GAME.copy.learnt(undone) is None
    assert undone.board.outcome("chance", 15) == Effect("jail")


@pytest.mark.parametrize(
    ("mended", "reads"),
    [(Effect("pay", 60), Effect("pay", 60)), (Effect("jail"), Effect("pay", 50))],
    ids=["mended again", "as it first was"],
)
def test_a_copy_edited_later_gives_the_same_state_live_and_replayed(
    mended: Effect, reads: Effect
) -> None:
    """A line that was corrected again keeps the latest effect, and never returns to the mistake."""
    setup = a_setup(2)
    timeline = timeline_of(setup, TO_PAY)
    household = replace(setup, copy=with_lesson(setup.copy, "chance", 15, mended))

    at_once = timeline.with_copy(household).state
    from_the_log = Timeline.begun(GAME, household, timeline.standing.entries).state

    assert at_once.board == from_the_log.board
    assert at_once.board.outcome("chance", 15) == reads


def test_an_older_log_with_another_effect_leaves_the_copy_unchanged() -> None:
    event = {"seat": ANNA, "list_name": "chance", "total": 15, "effect": "collect", "amount": 500}
    followed = GAME.event_kinds["line_followed"](**event)

    state = GAME.apply(known(), followed)

    assert state.board.outcome("chance", 15) == Effect("jail") and GAME.copy.learnt(state) is None


def test_a_corrected_card_line_applies_to_the_next_player() -> None:
    state = after(listing(), RollList(ANNA, (1, 1, 1)), FollowLine(ANNA, "collect", 150))
    state = after(state, SetLine("chance", 3, "collect", 15))

    state = after(standing_on(state, BRUNO, 0), Roll(BRUNO, (3, 4)), RollList(BRUNO, (1, 1, 1)))

    assert after(state, FollowLine(BRUNO)).money(BRUNO) == 1515
