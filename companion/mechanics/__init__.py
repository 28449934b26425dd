"""The parts that games share: event sourcing, sentences, money, auctions, dice, majorities.

Only the standard library is used, without a clock, a database or requests.
"""

from companion.mechanics import deprecated

deprecated.install()
