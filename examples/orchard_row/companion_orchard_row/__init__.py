"""Orchard Row: twelve shares of three orchards are auctioned."""

from companion_orchard_row.game import OrchardRow

GAME = OrchardRow()
