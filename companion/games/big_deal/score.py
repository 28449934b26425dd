"""The score calculator's form: money, shares and resources by seat, and the holdings they describe.

At the end all shares are worth the same, whatever their company, and so are all resources; one
count of each is asked. The names of fields stand in shared links and are never changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_deal.box import HAND, PACKINGS, PRINTED, RESOURCES, SLOTS
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import Field, ScoreForm, Typed
from companion.mechanics.words import say

TOKENS = SLOTS * len(RESOURCES)
"""The resources in the box."""


def score_form(players: int) -> ScoreForm:
    """Return what the calculator asks for."""
    fields = (field for seat in range(players) for field in _seat_fields(players, seat))
    return ScoreForm(players, fields=tuple(fields))


def _seat_fields(players: int, seat: int) -> Iterator[Field]:
    yield Field(f"cash_{seat}", say("cash"), seat, is_needed=True)
    shares = shares_in_play(players)
    yield Field(f"open_{seat}", say("open shares"), seat, highest=shares, default=0)
    yield Field(f"hand_{seat}", say("shares in hand"), seat, highest=HAND, default=0)
    yield Field(f"resources_{seat}", say("resources"), seat, highest=TOKENS, default=0)


def shares_in_play(players: int) -> int:
    """Return how many shares are in the deck for so many players (BD-S2)."""
    packing = PACKINGS[players]
    return packing.shares * len(packing.companies)


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings that the form describes.

    Raises ``too_many_shares`` and ``too_many_resources`` for more than all can hold together.
    """
    _require_in_the_box(typed)
    seats = [
        {
            "name": name,
            "cash": typed.whole(f"cash_{seat}"),
            "open": typed.whole(f"open_{seat}"),
            "hand": typed.whole(f"hand_{seat}"),
            "resources": typed.whole(f"resources_{seat}"),
        }
        for seat, name in enumerate(typed.names)
    ]
    return {"seats": seats}


def _require_in_the_box(typed: Typed) -> None:
    players = len(typed.names)
    shares = _in_all(typed, "open") + _in_all(typed, "hand")
    if shares > shares_in_play(players):
        raise Refusal(
            "too_many_shares",
            "BD-S2",
            say(
                "With {players} players there are {most} shares in play, not {typed}.",
                players=players,
                most=shares_in_play(players),
                typed=shares,
            ),
        )
    tokens = _in_all(typed, "resources")
    if tokens > TOKENS:
        raise Refusal(
            "too_many_resources",
            PRINTED,
            say("There are {most} resources in all, not {typed}.", most=TOKENS, typed=tokens),
        )


def _in_all(typed: Typed, field: str) -> int:
    return sum(typed.whole(f"{field}_{seat}") for seat in range(len(typed.names)))
