"""What happened at a table of Monopoly Travel. A fact says all of it; folding never judges."""

from __future__ import annotations

from companion.games.monopoly import money_facts, property_facts, turn_facts
from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.game import Fact

FACTS: tuple[type[Fact], ...] = (
    *turn_facts.FACTS,
    *money_facts.FACTS,
    *property_facts.FACTS,
    *CORRECTION_FACTS,
)
