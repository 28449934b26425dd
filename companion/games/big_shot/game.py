"""Assemble the Big Shot game from its modules."""

from __future__ import annotations

from operator import attrgetter

from companion.games.big_shot import board, final_scores, rulebook, score, seating
from companion.games.big_shot.board import copy_from_record
from companion.games.big_shot.cubes import judge
from companion.games.big_shot.screen import draft, view
from companion.games.big_shot.state import BigShotState, put_right
from companion.games.big_shot.turns import waiting
from companion.mechanics.auctions import auction, recorded_sale
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.money import corrections
from companion.mechanics.parts import Calculator, Chart, Copy, FinalScores, Rules, Screen
from companion.mechanics.play import seat_order


class BigShot(Game[BigShotState]):
    """The auction game Big Shot by Alex Randolph (Ravensburger 2001), for two to four players."""

    name = "big_shot"
    title = "Big Shot"
    summary = say("Runs the auctions, tracks loans and settles every lot.")
    unit = say("M$")
    players = seating.PLAYERS
    options = seating.OPTIONS
    colours = board.COLOURS
    rulebook, rule_subjects = rulebook.RULES, rulebook.SUBJECTS
    shared_chapters = (auction, corrections, recorded_sale, seat_order)
    rules = Rules(seating.prepare, seating.begin, waiting)
    felt = "wine"
    screen = Screen(view, draft)
    final = FinalScores(final_scores.outcome, final_scores.holdings, final_scores.outcome_of)
    calculator = Calculator(score.score_form, score.typed_holdings, score.copy_entries, judge)
    chart = Chart(
        attrgetter("turns_finished"),
        final_scores.wealth,
        # Before the first sale, the players who bought nothing would be ahead.
        begun=attrgetter("sold"),
        counts=say("money and sold lots"),
    )
    copy = Copy(
        blank=board.blank_copy,
        check=board.check_copy,
        from_form=board.copy_from_form,
        fields=board.copy_fields,
        is_complete=lambda record: copy_from_record(record).is_complete,
        missing=lambda state: state.copy.missing,
        put_right=put_right,
        colours=lambda record: copy_from_record(record).colours,
    )

    colours_each = staticmethod(seating.colours_each)
