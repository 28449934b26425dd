"""What was typed or left to chance, filled into an action before it is judged and logged."""

from __future__ import annotations

from dataclasses import replace

from companion.games.free_bank.actions import Amounted, Roll, Score, StartClock
from companion.games.free_bank.aids import read_dice, read_faces, require_dice
from companion.games.free_bank.box import MOST_SECONDS
from companion.mechanics.amounts import read_amount
from companion.mechanics.dice import Dice
from companion.mechanics.game import Action
from companion.mechanics.refusal import allows


def filled_in(action: Action, dice: Dice) -> Action:
    """Return the action with typed amounts read and dice thrown that nobody typed.

    Raises what ``read_amount``, ``read_dice`` and ``read_faces`` do.
    """
    if isinstance(action, Roll):
        return _rolled(action, dice)
    if not isinstance(action, (Amounted, StartClock)) or not action.typed:
        return action
    if isinstance(action, StartClock):
        minutes = min(read_amount(action.typed, "FB-C1"), MOST_SECONDS)
        return replace(action, seconds=60 * minutes, typed="")
    rule = "FB-P1" if isinstance(action, Score) else "FB-M1"
    return replace(action, amount=read_amount(action.typed, rule), typed="")


def _rolled(action: Roll, dice: Dice) -> Roll:
    if action.which.strip():
        number, sides = read_dice(action.which)
        action = replace(action, dice=number, sides=sides, which="")
    if action.typed.strip():
        faces = read_faces(action.typed)
        return replace(action, dice=len(faces), values=faces, typed="")
    if action.values or not allows(require_dice, action.dice, action.sides):
        return action
    thrown = tuple(dice(action.sides) for _ in range(action.dice))
    return replace(action, values=thrown, by_app=True)
