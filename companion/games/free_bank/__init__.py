"""A free bank for any other game with money or points.

The free bank follows no rule book. Its own rules (FB-...) are listed in ``rulebook.RULES``.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
