"""Monopoly Travel (Hasbro 29188, 2010): bank, auctioneer, judge, rent collector, account.

Money is in whole M. Rule ids (MO-...) are those of the rules digest.
"""

from companion.games.monopoly.game import Monopoly

GAME = Monopoly()
