"""Monopoly Travel (Hasbro 29188, 2010): bank, auctioneer, judge, rent collector, account."""

from companion.games.monopoly.game import Monopoly

GAME = Monopoly()
