"""Assemble the game of a score sheet from its modules."""

from __future__ import annotations

from companion.games.score_sheet.filling import filled
from companion.games.score_sheet.state import (
    HELD,
    OPTIONS,
    RULES,
    SUBJECTS,
    TITLE,
    SheetState,
    account,
    begin,
    holdings_of,
    outcome,
    prepare,
    waiting,
)
from companion.games.score_sheet.view import view
from companion.mechanics.game import Game
from companion.mechanics.language.words import say
from companion.mechanics.parts import BySheet, FinalScores, Rules, Screen
from companion.mechanics.play import joining
from companion.mechanics.scoring.sheet import PLAYERS


class SheetGame(Game[SheetState]):
    """A user-made score sheet, which the players fill in together."""

    name = "score_sheet"
    title = TITLE
    summary = say("Everyone fills in their own column.")
    unit = say("points")
    players = PLAYERS
    usual_players = 4
    options = OPTIONS
    rulebook, rule_subjects = RULES, SUBJECTS
    is_for_any_box = True
    shared_chapters = (joining,)
    by_sheet = BySheet("sheet", filled)
    has_money = False
    rules = Rules(prepare, begin, waiting)
    felt = "teal"
    screen = Screen(view)
    final = FinalScores(outcome, lambda state: HELD.record(holdings_of(state)), account, HELD.read)
