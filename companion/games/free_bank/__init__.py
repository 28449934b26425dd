"""A free bank for any other game with money or points.

The free bank follows no rule book. It enforces only the rules of money, whose ids (FB-...) are the
keys of ``rulebook.RULES``.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
