"""Big Shot (Alex Randolph, Ravensburger 27 209 9): bank, auctions, majorities and final scores.

Money is in whole millions. Rule ids (BS-...) are the keys of ``rulebook.RULES``. The rule book has
two editions: Italian ("it") and French ("fr").
"""

from companion.games.big_shot.game import BigShot

GAME = BigShot()
