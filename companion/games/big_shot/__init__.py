"""Big Shot (Alex Randolph, Ravensburger 27 209 9): bank, auctions, majorities, final scores.

Money is in whole millions. Rule ids (BS-...) are the keys of ``rulebook.RULES``; "it" and "fr" are
the two editions of the rule book.
"""

from companion.games.big_shot.game import BigShot

GAME = BigShot()
