"""A free bank, for any other game with money or points: no rules except those of money itself.

It follows no rule book; its own rules (FB-...) are in ``rulebook``, one sentence each.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
