"""Assemble the game The Big Cheese from its modules."""

from __future__ import annotations

from operator import attrgetter

from companion.games.big_cheese import rulebook, score, seating, state, view
from companion.games.big_cheese.final_scores import outcome_of
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.auctions import recorded_sale
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.parts import Calculator, Chart, FinalScores, Rules, Screen
from companion.mechanics.play import first_player, seat_order


class BigCheese(Game[BigCheeseState]):
    """The auction game The Big Cheese by James Ernest and Jon Wilkie, for three to six players."""

    name = "big_cheese"
    title = seating.TITLE
    summary = say("Takes bids, tracks workers, rolls the dice and keeps score.")
    unit = say("workers")
    players = seating.PLAYERS
    options = seating.OPTIONS
    rulebook, rule_subjects = rulebook.RULES, rulebook.SUBJECTS
    shared_chapters = (first_player, recorded_sale, seat_order)
    has_money = False
    rules = Rules(seating.prepare, seating.begin, state.waiting)
    felt = "plum"
    screen = Screen(view.view)
    final = FinalScores(state.outcome, state.holdings, outcome_of, score.read_holdings)
    calculator = Calculator(score.score_form, score.typed_holdings)
    chart = Chart(
        attrgetter("rounds_finished"),
        state.wealth,
        title=say("Score, auction by auction"),
        last=say("auction {turn}"),
    )
