"""The effects that a line of the two printed lists can have (MO-T6), in words and as JSON.

Players read the line on their printed list and choose the matching effect. Copies and logs store
the ``kind`` and the numbers of the effect.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.values.codec import malformed
from companion.mechanics.values.schema import Words

EffectKind = Literal[
    "collect",
    "pay",
    "collect_each",
    "pay_each",
    "repairs",
    "advance",
    "move",
    "back",
    "jail",
    "key",
    "nothing",
    "station",
    "utility",
]
KINDS: tuple[EffectKind, ...] = typing.get_args(EffectKind)

MONEY: tuple[EffectKind, ...] = ("collect", "pay", "collect_each", "pay_each", "repairs")
"""The kinds whose ``amount`` is money."""

MOVES: tuple[EffectKind, ...] = ("advance", "move")
"""The kinds whose ``amount`` is the position of a space."""

NEXT: tuple[EffectKind, ...] = ("station", "utility")
"""The kinds that send the token to the next station or utility.

Their ``amount`` sets the rent there; 0 means the usual rent.
"""

MOST_TIMES: Mapping[str, int] = {"station": 2, "utility": 10}
"""The maximum ``amount`` of the kinds in ``NEXT``."""

HIGHEST_AMOUNT = 999_999
"""The maximum amount of money in an effect."""
LAST_SPACE = 39
"""The highest position on the board."""
FARTHEST_BACK = 39
"""The maximum number of spaces that an effect moves a token back."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one line of a printed list.

    - collect, pay: collect ``amount`` from the bank, or pay it to the bank.
    - collect_each, pay_each: collect ``amount`` from each other player, or pay it to each.
    - repairs: pay the bank ``amount`` for each house and ``hotel`` for each hotel.
    - advance: move clockwise to position ``amount``, with the salary for passing or reaching Go.
    - move: move directly to position ``amount``, without the salary.
    - back: move ``amount`` spaces anticlockwise.
    - jail: go directly to jail.
    - key: take a get-out-of-jail key.
    - nothing: do nothing in the app.
    - station: move clockwise to the next station, with the salary for passing or reaching Go. The
      usual rent is multiplied by ``amount`` (0 counts as 1).
    - utility: move clockwise to the next utility, with the salary for passing or reaching Go. The
      rent is ``amount`` times the dice (0 means the usual rent).
    """

    kind: EffectKind
    amount: int = 0
    """Money, a position, a number of spaces or a factor for the rent, depending on the kind."""
    hotel: int = 0
    """The money for each hotel (repairs only)."""


def effect_record(effect: Effect) -> dict[str, object]:
    """Return an effect as a JSON object with its "kind" and the numbers that are not 0."""
    record: dict[str, object] = {"kind": effect.kind}
    if effect.amount:
        record["amount"] = effect.amount
    if effect.hotel:
        record["hotel"] = effect.hotel
    return record


def effect_from_record(data: object) -> Effect:
    """Return the effect in a JSON object, or raise ``malformed`` or ``effect_out_of_range``."""
    if not isinstance(data, Mapping) or set(data) - {"kind", "amount", "hotel"}:
        raise malformed("{kind, amount, hotel}")
    kind = data.get("kind")
    if kind not in KINDS:
        raise malformed("kind: " + " | ".join(KINDS))
    return require_effect(Effect(kind, data.get("amount", 0), data.get("hotel", 0)))


def require_effect(effect: Effect) -> Effect:
    """Return the effect, or raise ``effect_out_of_range`` if its numbers do not suit its kind."""
    lowest, highest = amount_range(effect.kind)
    hotels = (0, HIGHEST_AMOUNT) if effect.kind == "repairs" else (0, 0)
    for figure, (low, high) in ((effect.amount, (lowest, highest)), (effect.hotel, hotels)):
        if type(figure) is not int or not low <= figure <= high:
            needed = say(
                "Enter a whole number from {low} to {high} for this line of the list.",
                low=low,
                high=high,
            )
            unneeded = say("This line of the list does not use that number. Leave it empty.")
            raise Refusal("effect_out_of_range", "MO-T6", needed if high else unneeded)
    return effect


def amount_range(kind: EffectKind) -> tuple[int, int]:
    """Return the minimum and the maximum ``amount`` of a kind of effect."""
    if kind in MOVES:
        return 0, LAST_SPACE
    if kind == "back":
        return 1, FARTHEST_BACK
    if kind in NEXT:
        return 0, MOST_TIMES[kind]
    return (1, HIGHEST_AMOUNT) if kind in MONEY else (0, 0)


def effect_words(effect: Effect, names: typing.Sequence[Words]) -> Sentence:
    """Return a short sentence that describes an effect.

    names: the names of the spaces, by position.
    """
    amount = effect.amount
    if effect.kind in MOVES:
        space = names[amount]
        if effect.kind == "advance":
            return say("Go to {space}; salary if you pass Go.", space=space)
        return say("Go to {space} without the salary.", space=space)
    if effect.kind == "back":
        return say_many("Go back {count} space.", "Go back {count} spaces.", count=amount)
    if effect.kind == "utility" and amount:
        return say("Go to the next utility; its rent is {times} × the dice.", times=amount)
    if effect.kind == "station" and amount > 1:
        return say("Go to the next station; its rent is doubled.")
    return {
        "station": say("Go to the next station."),
        "utility": say("Go to the next utility."),
        "collect": say("Collect {amount}.", amount=amount),
        "pay": say("Pay {amount}.", amount=amount),
        "collect_each": say("Collect {amount} from each player.", amount=amount),
        "pay_each": say("Pay {amount} to each player.", amount=amount),
        "repairs": say(
            "Pay {house} for each house and {hotel} for each hotel.",
            house=amount,
            hotel=effect.hotel,
        ),
        "jail": say("Go to jail."),
        "key": say("Take a get-out-of-jail key."),
        "nothing": say("Nothing happens."),
    }[effect.kind]
