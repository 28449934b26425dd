"""A free bank, for any other box with money or points: no rules but those of money itself.

No book stands behind it, so its rules (FB-...) are said in ``rulebook``, a sentence each.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
