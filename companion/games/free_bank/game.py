"""Assemble the free bank game from its modules."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from companion.games.free_bank.aids import countdown
from companion.games.free_bank.auctions import due, keeps_secret
from companion.games.free_bank.draft import draft
from companion.games.free_bank.final_scores import HELD, account, holdings_as_json, outcome, wealth
from companion.games.free_bank.options import OPTIONS, TITLE, begin, prepare
from companion.games.free_bank.rulebook import RULES, SUBJECTS
from companion.games.free_bank.screen import view
from companion.games.free_bank.state import PLAYERS, FreeBankState, waiting
from companion.mechanics.actions.base import Event
from companion.mechanics.auctions import recorded_sale
from companion.mechanics.clocks import time_limit, turn_clock
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.money import corrections
from companion.mechanics.parts import Chart, FinalScores, Rules, Screen
from companion.mechanics.play import first_player, joining, leaving, random_draw, seat_order
from companion.mechanics.scoring import teams


class FreeBank(Game[FreeBankState]):
    """A bank for any other game, with no rules except those of money."""

    name = "free_bank"
    title = TITLE
    summary = say("Money, points and auctions for any other game.")
    unit = say("money")
    players = PLAYERS
    usual_players = 4
    options = OPTIONS
    rulebook, rule_subjects = RULES, SUBJECTS
    is_for_any_box = True
    shared_chapters = (
        *(corrections, first_player, joining, leaving, random_draw),
        *(recorded_sale, seat_order, teams, time_limit, turn_clock),
    )
    rules = Rules(
        prepare,
        begin,
        waiting,
        countdown,
        keeps_secret,
        FreeBankState.words,
        due=due,
    )
    felt = "slate"
    screen = Screen(view, draft)
    final = FinalScores(outcome, holdings_as_json, account, HELD.read)
    chart = Chart(
        attrgetter("steps"),
        wealth,
        title=say("How it went, step by step"),
        last=say("step {turn}"),
        least_wins=lambda state: not state.standing.startswith("most"),
        has_turns=False,
    )

    def apply(self, state: FreeBankState, event: Event) -> FreeBankState:
        """Return the state after an event, counting each event that moves money as a step.

        Opened bids stay on the screen until the first event after their auction. From then on, they
        are visible only in the history.
        """
        if state.opened is not None and state.auction is None:
            state = replace(state, opened=None)
        later = super().apply(state, event)
        return replace(later, steps=later.steps + 1) if event.transfers() else later
