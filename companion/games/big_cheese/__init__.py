"""The Big Cheese (James Ernest and Jon Wilkie, Cheapass Games): auctions, workers and scores.

Each seat has ten workers, who are either free or at work on its projects. Rule ids (BC-...) are the
keys of ``rulebook.RULES``.
"""

from companion.games.big_cheese.game import BigCheese

GAME = BigCheese()
