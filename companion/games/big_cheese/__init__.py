"""The Big Cheese (James Ernest, Jon Wilkie, Cheapass Games): auctions, workers, scores.

A seat has ten workers, free or on its projects. Rule ids (BC-...) are the keys of
``rulebook.RULES``.
"""

from companion.games.big_cheese.game import BigCheese

GAME = BigCheese()
