"""The final account: everything is sold to the bank, and most money wins (BD-E1).

The account is made of holdings; it needs no table, so the score calculator makes it too. At the
end all shares are worth the same, whatever their company, and so are all resources; one count of
each is asked. The names of the calculator's fields stand in shared links and are never changed.
Decided where the book is silent: equal money shares the win. The Shark variant raises what the
bank pays during the game; the final price stays 150.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.big_deal.box import (
    COMPANIES,
    FINAL_PRICE,
    HAND,
    PACKINGS,
    RESOURCES,
    SLOTS,
    STEP,
)
from companion.games.big_deal.seating import require_player_count
from companion.games.big_deal.state import BigDealState
from companion.mechanics.codec import malformed
from companion.mechanics.game import Outcome, Place, Sitting, Term
from companion.mechanics.outcome import ranked
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import Field, ScoreForm, Typed, seats_in, text_in, whole_in
from companion.mechanics.seating import checked_names
from companion.mechanics.table import PRINTED
from companion.mechanics.words import say, say_many

TOKENS = SLOTS * len(RESOURCES)
"""The resources in the box."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat has at the end: cash in millions, counts of shares and tokens."""

    name: str
    cash: int
    open_shares: int
    hand: int
    tokens: int


def final_account(players: tuple[Player, ...]) -> Outcome:
    """Return the outcome: every seat's terms, the winners and the reason."""
    places = (Place.summed(seat, one.name, terms_of(one)) for seat, one in enumerate(players))
    return ranked(places, "most_money", "BD-E1")


def terms_of(player: Player) -> tuple[Term, ...]:
    """Return the terms of a seat's money after the final sale; what is nothing is left out."""
    words = (
        say_many(
            "{count} share on the table at {price}",
            "{count} shares on the table at {price}",
            count=player.open_shares,
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
            count=player.tokens,
            price=FINAL_PRICE,
        ),
    )
    sold = zip(words, (player.open_shares, player.hand, player.tokens), strict=True)
    cash = Term(say("cash"), player.cash, "BD-E1")
    return (cash, *(Term(label, count * FINAL_PRICE, "BD-E1") for label, count in sold if count))


def read_holdings(data: Mapping[str, object]) -> tuple[Player, ...]:
    """Return the players of holdings as a table gives them, or typed by hand.

    data: {"seats": [{"name", "cash", "open": {company: shares}, "hand", "resources": {resource:
    tokens}}]}; "open" and "resources" may be a number in all. Raises ``no_players``,
    ``wrong_player_count``, ``malformed`` and those of names.
    """
    seats = seats_in(data)
    require_player_count(len(seats))
    names = checked_names(Sitting(text_in(seat, "name")) for seat in seats)
    return tuple(
        Player(
            name,
            whole_in(seat, "cash", 0),
            _counted(seat, "open", tuple(COMPANIES)),
            whole_in(seat, "hand", 0),
            _counted(seat, "resources", RESOURCES),
        )
        for name, seat in zip(names, seats, strict=True)
    )


def _counted(seat: Mapping[str, object], key: str, known: tuple[str, ...]) -> int:
    """Return a number in all, or the sum of the piles; raises ``malformed``."""
    piles = seat.get(key, 0)
    if not isinstance(piles, Mapping):
        return whole_in(seat, key, 0)
    if any(name not in known for name in piles):
        raise malformed(f"{key}: {{{', '.join(known)}}}")
    return sum(whole_in(piles, name) for name in piles)


def score_form(players: int) -> ScoreForm:
    """Return what the calculator asks for."""
    fields = (field for seat in range(players) for field in _seat_fields(players, seat))
    return ScoreForm(players, fields=tuple(fields))


def _seat_fields(players: int, seat: int) -> Iterator[Field]:
    yield Field(f"cash_{seat}", say("cash"), seat, step=STEP, is_needed=True)
    shares = shares_in_play(players)
    yield Field(f"open_{seat}", say("shares on the table"), seat, highest=shares, default=0)
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
    fields = ("cash", "open", "hand", "resources")
    seats = [
        {"name": name, **{field: typed.whole(f"{field}_{seat}") for field in fields}}
        for seat, name in enumerate(typed.names)
    ]
    return {"seats": seats}


def _require_in_the_box(typed: Typed) -> None:
    players = len(typed.names)
    shares = _in_all(typed, "open") + _in_all(typed, "hand")
    if shares > shares_in_play(players):
        sentence = say(
            "With {players} players there are {most} shares in play, not {typed}.",
            players=players,
            most=shares_in_play(players),
            typed=shares,
        )
        raise Refusal("too_many_shares", "BD-S2", sentence)
    tokens = _in_all(typed, "resources")
    if tokens > TOKENS:
        sentence = say("There are {most} resources in all, not {typed}.", most=TOKENS, typed=tokens)
        raise Refusal("too_many_resources", PRINTED, sentence)


def _in_all(typed: Typed, field: str) -> int:
    return sum(typed.whole(f"{field}_{seat}") for seat in range(len(typed.names)))


def outcome(state: BigDealState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    return final_account(read_holdings(holdings(state))) if state.is_over else None


def holdings(state: BigDealState) -> dict[str, object]:
    """Return what the account is made from, as a JSON object."""
    return {"seats": [_holdings_of(state, seat) for seat in state.seats]}


def _holdings_of(state: BigDealState, seat: int) -> dict[str, object]:
    opened, tokens = Counter[str](), state.tokens[seat]
    for group in state.groups_of(seat):
        opened[group.company] += group.shares
    return {
        "name": state.name(seat),
        "cash": state.money(seat),
        "open": dict(opened),
        "hand": state.hands.get(seat, 0),
        "resources": {name: tokens[name] for name in RESOURCES if tokens.get(name)},
    }


def wealth(state: BigDealState) -> tuple[int, ...]:
    """Return what each seat would have if all that lies open were sold at the end's price.

    Hands are secret and count nothing before they are shown. With hidden money this is not for
    other players' eyes while the game goes on.
    """
    players = read_holdings(holdings(state))
    return tuple(sum(term.amount for term in terms_of(player)) for player in players)
