"""Building blocks shared by all games, such as event sourcing, money, auctions and dice.

This package depends only on the standard library. It does not access the clock, the database or
HTTP requests.
"""
