"""The final scores: everything is sold to the bank, and the richest player wins (BD-E1).

Scores are computed from holdings, without a table, so the score calculator uses the same functions.
At the end of the game all shares have the same price, and so do all resources. The calculator
therefore asks only for the total of each. The calculator's field names are part of shared links,
so they must never change.

Decided where the book is silent: players with equal money share the win. The Shark variant raises
what the bank pays during the game, but the final price stays 150.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.big_deal.box import (
    COMPANIES,
    FINAL_PRICE,
    HAND,
    PACKINGS,
    RESOURCES,
    SLOTS,
    STEP,
)
from companion.games.big_deal.seating import PLAYERS, TITLE
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Outcome, Place, SeatSetup, Term
from companion.mechanics.language.words import say, say_many
from companion.mechanics.play.seating import checked_names, require_player_count
from companion.mechanics.play.table import PRINTED
from companion.mechanics.scoring.outcome import ranked
from companion.mechanics.scoring.score_form import ScoreForm, Seats, Typed, seat_form, seat_holdings
from companion.mechanics.values.schema import Asked, FieldType, Figure, Schema, Words, malformed

COUNTED = ("hands", "over")
"""The steps in which every share not in an open company counts as part of a hand."""
TOKENS = SLOTS * len(RESOURCES)
"""The total number of resource tokens in the game."""


Piles = int | Mapping[str, int]
"""A total, or one number per company or resource."""


@dataclass(frozen=True, slots=True)
class PilesOf(FieldType[Piles]):
    """The schema type for ``Piles``: a total, or one number per name."""

    names: tuple[str, ...]
    """The allowed names; any of them may be missing."""

    def read(self, data: object, where: Words = "") -> Piles:
        if not isinstance(data, Mapping):
            return Figure().read(data, where)
        if any(name not in self.names for name in data):
            raise malformed(f"{where}: {{{', '.join(self.names)}}}")
        return {name: Figure().read(count, name) for name, count in data.items()}


@dataclass(frozen=True, slots=True)
class Player:
    """One player's holdings at the end of the game."""

    name: str
    cash: Annotated[int, Asked(say("cash"), step=STEP, is_needed=True)] = 0
    open: Annotated[Piles, PilesOf(tuple(COMPANIES)), Asked(say("shares on the table"))] = 0
    hand: Annotated[int, Asked(say("shares in hand"))] = 0
    resources: Annotated[Piles, PilesOf(RESOURCES), Asked(say("resources"))] = 0


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of all players, from which the final scores are computed."""

    seats: Annotated[tuple[Player, ...], Seats(Schema(Player))]


HELD = Schema(Holdings)


def in_all(piles: Piles) -> int:
    """Return the total number of items in the piles."""
    return piles if isinstance(piles, int) else sum(piles.values())


def outcome_of(held: Holdings) -> Outcome:
    """Return each seat's final score with its breakdown, the winners, and why they won."""
    places = (Place.summed(seat, one.name, terms_of(one)) for seat, one in enumerate(held.seats))
    return ranked(places, "most_money", "BD-E1")


def terms_of(player: Player) -> tuple[Term, ...]:
    """Return the breakdown of a player's money after everything is sold at the final price.

    Cash comes first. A kind of item that the player does not have is left out.
    """
    lying, tokens = in_all(player.open), in_all(player.resources)
    words = (
        say_many(
            "{count} share on the table at {price}",
            "{count} shares on the table at {price}",
            count=lying,
            price=FINAL_PRICE,
        ),
        say_many(
            "{count} share in hand at {price}",
            "{count} shares in hand at {price}",
            count=player.hand,
            price=FINAL_PRICE,
        ),
        say_many(
            "{count} resource at {price}",
            "{count} resources at {price}",
            count=tokens,
            price=FINAL_PRICE,
        ),
    )
    sold = zip(words, (lying, player.hand, tokens), strict=True)
    cash = Term(say("cash"), player.cash, "BD-E1")
    return (cash, *(Term(label, count * FINAL_PRICE, "BD-E1") for label, count in sold if count))


def read_holdings(data: Mapping[str, object]) -> Holdings:
    """Parse the holdings from a JSON object sent by a table or the calculator.

    Raises ``no_players``, ``wrong_player_count``, ``malformed`` and the refusals for player names.
    """
    held = HELD.read(data)
    require_player_count(TITLE, PLAYERS, len(held.seats), "")
    names = checked_names(SeatSetup(player.name) for player in held.seats)
    pairs = zip(held.seats, names, strict=True)
    return Holdings(tuple(replace(player, name=name) for player, name in pairs))


def score_form(players: int) -> ScoreForm:
    return seat_form(Player, players, open=shares_in_play(players), hand=HAND, resources=TOKENS)


def shares_in_play(players: int) -> int:
    """Return the number of shares in the deck for this number of players (BD-S2)."""
    packing = PACKINGS[players]
    return packing.shares * len(packing.companies)


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings entered in the calculator, as a JSON object for ``read_holdings``.

    Raises ``too_many_shares`` or ``too_many_resources``.
    """
    _require_in_the_box(typed)
    return seat_holdings(Player, typed)


def _require_in_the_box(typed: Typed) -> None:
    players = len(typed.names)
    shares = _entered_total(typed, "open") + _entered_total(typed, "hand")
    if shares > shares_in_play(players):
        sentence = say(
            "With {players} players there are {most} shares in play, not {typed}.",
            players=players,
            most=shares_in_play(players),
            typed=shares,
        )
        raise Refusal("too_many_shares", "BD-S2", sentence)
    tokens = _entered_total(typed, "resources")
    if tokens > TOKENS:
        sentence = say("There are {most} resources in all, not {typed}.", most=TOKENS, typed=tokens)
        raise Refusal("too_many_resources", PRINTED, sentence)


def _entered_total(typed: Typed, field: str) -> int:
    return sum(typed.whole(f"{field}_{seat}") for seat in range(len(typed.names)))


def outcome(state: BigDealState) -> Outcome | None:
    """Return the final scores, or None while the game goes on."""
    return outcome_of(holdings_of(state)) if state.is_over else None


def holdings(state: BigDealState) -> dict[str, object]:
    """Return the current holdings of all players as a JSON object."""
    return HELD.record(holdings_of(state))


def holdings_of(state: BigDealState) -> Holdings:
    return Holdings(tuple(_player_of(state, seat) for seat in state.seats))


def _player_of(state: BigDealState, seat: int) -> Player:
    opened, tokens = Counter[str](), state.tokens[seat]
    for group in state.groups_of(seat):
        opened[group.company] += group.shares
    held = {name: tokens[name] for name in RESOURCES if tokens.get(name)}
    return Player(state.name(seat), state.money(seat), dict(opened), state.hands.get(seat, 0), held)


def wealth(state: BigDealState) -> tuple[int, ...]:
    """Return each seat's wealth: its cash, plus open shares and resources at the final price.

    The shares of a paid takeover, won and laid, count too until the attacker has sold, opened or
    kept them. Hands are secret, so they count only once they are shown at the end of the game. With
    hidden money, a seat may see only its own wealth before the end.
    """
    seats = holdings_of(state).seats
    worth = [sum(term.amount for term in terms_of(player)) for player in seats]
    if state.spoils is not None and state.step not in COUNTED:
        worth[state.active] += (state.spoils.won + state.spoils.laid) * FINAL_PRICE
    return tuple(worth)
