"""Monopoly Travel (Hasbro 29188, 2010), with the app as bank, auctioneer and rent collector.

Amounts of money are in whole M. Rule ids (MO-...) refer to ``rulebook``.
"""

from companion.games.monopoly.game import Monopoly

GAME = Monopoly()
