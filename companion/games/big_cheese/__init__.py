"""The Big Cheese (James Ernest, Jon Wilkie, Cheapass Games): auctioneer, foreman, scorekeeper.

Workers are whole; a seat has ten, free or on its projects. Rule ids (BC-...) are those of the
rules digest.
"""

from companion.games.big_cheese.game import BigCheese

GAME = BigCheese()
