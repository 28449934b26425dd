"""The final account: everything is sold to the bank, and most money wins (BD-E1).

Pure functions over holdings; they need no table, so a score calculator can call them.
Decided where the book is silent: equal money shares the win. The Shark variant raises what the
bank pays during the game; the final price stays 150.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.big_deal.box import COMPANIES, FINAL_PRICE, RESOURCES
from companion.games.big_deal.seating import require_player_count
from companion.mechanics.codec import malformed
from companion.mechanics.game import Outcome, Place, Sitting, Term
from companion.mechanics.score_form import seats_in, text_in, whole_in
from companion.mechanics.seating import checked_names
from companion.mechanics.words import Sentence, say, say_many


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
    fortunes = [terms_of(player) for player in players]
    totals = [sum(term.amount for term in terms) for terms in fortunes]
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    places = [
        Place(seat, player.name, totals[seat], fortunes[seat])
        for seat, player in enumerate(players)
    ]
    places.sort(key=lambda place: (-place.total, place.seat))
    reason = "most_money" if len(winners) == 1 else "tie_shared"
    names = tuple(players[seat].name for seat in winners)
    return Outcome(reason, _sentence(names, best), "BD-E1", tuple(places), winners)


def terms_of(player: Player) -> tuple[Term, ...]:
    """Return the terms of a seat's money after the final sale; what is nothing is left out."""
    sold = (
        (
            player.open_shares,
            say_many(
                "{count} open share at {price}",
                "{count} open shares at {price}",
                count=player.open_shares,
                price=FINAL_PRICE,
            ),
        ),
        (
            player.hand,
            say_many(
                "{count} share in hand at {price}",
                "{count} shares in hand at {price}",
                count=player.hand,
                price=FINAL_PRICE,
            ),
        ),
        (
            player.tokens,
            say_many(
                "{count} resource at {price}",
                "{count} resources at {price}",
                count=player.tokens,
                price=FINAL_PRICE,
            ),
        ),
    )
    cash = Term(say("cash"), player.cash, "BD-E1")
    return (cash, *(Term(words, n * FINAL_PRICE, "BD-E1") for n, words in sold if n))


def _sentence(names: tuple[str, ...], total: int) -> Sentence:
    if len(names) > 1:
        return say("{names} share the win with {total} each.", names=names, total=total)
    return say("{name} wins with {total}.", name=names[0], total=total)


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
