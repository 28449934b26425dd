"""A score sheet at a table: everyone fills in their own column, on their own phone.

The sheet says what counts. The game's own rules (SS-...) are listed in ``state.RULES``.
"""

from companion.games.score_sheet.game import SheetGame

GAME = SheetGame()
