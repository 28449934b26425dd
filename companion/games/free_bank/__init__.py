"""A free bank for any other game with money or points.

It follows no rule book and has no rules except those of money itself. Its rules (FB-...) are listed
in ``rulebook``.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
