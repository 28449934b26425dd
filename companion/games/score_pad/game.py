"""Assemble the score pad from its modules."""

from __future__ import annotations

from companion.games.score_pad.final_scores import HELD, account, holdings_as_json, outcome
from companion.games.score_pad.rulebook import RULES, SUBJECTS
from companion.games.score_pad.screen import view
from companion.games.score_pad.seating import OPTIONS, TITLE, begin, prepare
from companion.games.score_pad.state import PLAYERS, ScorePadState, waiting
from companion.mechanics.clocks import time_limit, turn_clock
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.parts import Chart, FinalScores, Rules, Screen
from companion.mechanics.play import first_player, joining, random_draw, seat_order
from companion.mechanics.scoring import teams


class ScorePad(Game[ScorePadState]):
    """Points by round for any other game."""

    name = "score_pad"
    title = TITLE
    summary = say("Points round by round for any other game.")
    unit = say("points")
    players = PLAYERS
    usual_players = 4
    options = OPTIONS
    rulebook, rule_subjects = RULES, SUBJECTS
    is_for_any_box = True
    has_money = False
    shared_chapters = (
        *(first_player, joining, random_draw, seat_order),
        *(teams, time_limit, turn_clock),
    )
    rules = Rules(prepare, begin, waiting, turn_clock.clock_of, due=time_limit.due)
    felt = "slate"
    screen = Screen(view)
    final = FinalScores(outcome, holdings_as_json, account, HELD.read)
    chart = Chart(
        lambda state: state.round - 1,
        lambda state: tuple(map(state.settled, state.seats)),
        title=say("Points, round by round"),
        last=say("round {turn}"),
        begun=lambda state: state.round > 1,
        least_wins=lambda state: state.fewest_win,
    )
