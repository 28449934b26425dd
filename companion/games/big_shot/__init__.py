"""Big Shot (Alex Randolph, Ravensburger 27 209 9): bank, auctioneer, majority judge, account.

Money is in whole millions. Rule ids (BS-...) are those of the rules digest; "it" and "fr" are the
two editions of the rule book.
"""

from companion.games.big_shot.game import BigShot

GAME = BigShot()
