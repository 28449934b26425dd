"""Assemble the Monopoly Travel game from its modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter

from companion.games.monopoly import copy, endings, final_scores, rulebook, screen, seating, state
from companion.games.monopoly.board import READY_COPIES, TITLE
from companion.games.monopoly.corrections import rent_without_phones
from companion.games.monopoly.lists import with_lessons
from companion.games.monopoly.state import POT, POT_WORDS, MonopolyState
from companion.mechanics.auctions import recorded_sale
from companion.mechanics.clocks import time_limit
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.money import corrections
from companion.mechanics.parts import Calculator, Chart, Copy, FinalScores, Rules, Screen
from companion.mechanics.play import seat_order


def put_right(state: MonopolyState, record: Mapping[str, object]) -> MonopolyState:
    """Return the state with the numbers and names of a corrected copy.

    The list lines that were entered or corrected at the table are then applied again.
    """
    setup, board = replace(state.setup, copy=record), copy.board_from_record(record)
    blank = replace(state, setup=setup, board=board, learnt=None, lessons=())
    if board.start != state.board.start:  # Possible only before the first step, see ``Copy.dealt``.
        blank = replace(blank, ledger=seating.dealt(setup, board))
    return with_lessons(blank, state.lessons)


class Monopoly(Game[MonopolyState]):
    """Monopoly Travel "Game to Go", Hasbro 29188, for two to six players."""

    name = "monopoly"
    title = TITLE
    summary = say("Works out rents, runs auctions, tracks property and debts.")
    unit = say("M")
    players = seating.PLAYERS
    options = seating.OPTIONS
    rulebook, rule_subjects = rulebook.RULES, rulebook.SUBJECTS
    shared_chapters = (corrections, recorded_sale, seat_order, time_limit)
    rules = Rules(
        seating.prepare,
        seating.begin,
        state.waiting,
        clock=endings.clock,
        account_words=lambda state, final_scores: POT_WORDS if final_scores == POT else None,
        without_phones=rent_without_phones,
        due=time_limit.due,
    )
    felt = "green"
    screen = Screen(screen.view, screen.draft)
    final = FinalScores(
        final_scores.outcome,
        final_scores.holdings,
        final_scores.outcome_of,
        final_scores.read_holdings,
    )
    calculator = Calculator(
        final_scores.score_form, final_scores.typed_holdings, final_scores.copy_entries
    )
    copy = Copy(
        blank=lambda: READY_COPIES[0].numbers,
        check=copy.check_copy,
        from_form=copy.copy_from_form,
        is_complete=lambda record: True,
        put_right=put_right,
        fields=copy.copy_fields,
        learnt=attrgetter("learnt"),
        ready=READY_COPIES,
        dealt=lambda record: copy.board_from_record(record).start,
    )
    chart = Chart(
        lambda state: max(state.turn - 1, 0), final_scores.wealth, title=say("Wealth, turn by turn")
    )
