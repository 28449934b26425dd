"""What several games share: words, refusals, money, auctions, dice, majorities, the log.

Standard library only; no clock, no database, no request.
"""

from companion.mechanics import deprecated

deprecated.install()
