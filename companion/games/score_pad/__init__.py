"""The score pad: points by round for any game, in a table of players and rounds.

Each seat's total is the balance of its account, so that the history of a total is a statement of
that account. Rule ids (SP-...) are the keys of ``rulebook.RULES``.
"""

from companion.games.score_pad.game import ScorePad

GAME = ScorePad()
