"""The final account: wealth term by term, who wins and why (MO-X3, MO-F3, MO-F4, MO-C1).

Pure functions over holdings, the JSON object that ``standing.holdings`` returns; they need no
table, so a score calculator can call them:

    {"variant": "normal" or "fast", "reason": "last_one_standing", "second_bankruptcy" or "time",
     "seats": [{"name", "cash", "keys", "bankrupt": 0 or the place in which it went out,
                "properties": [{"position", "name", "price", "mortgaged", "houses", "hotels",
                                "house_price"}]}]}

What may be left out: "reason", "keys", "bankrupt", "position", "mortgaged", "houses", "hotels",
"house_price". Without a reason the holdings say it: one seat left, or two out in the fast game,
else the time.

Decided where the book is silent: half of an odd price is rounded down; seats that tie for the
greatest wealth share the win; who went out later stands before who went out earlier.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.monopoly.box import HOUSES_FOR_A_HOTEL
from companion.games.monopoly.holdings import Holding, Holdings, Player
from companion.mechanics.game import Outcome, Place, Term
from companion.mechanics.words import Sentence, say, say_many

RULES: Mapping[str, str] = {
    "last_one_standing": "MO-X3",
    "second_bankruptcy": "MO-F3",
    "time": "MO-C1",
}


def wealth_terms(player: Player, variant: str) -> tuple[Term, ...]:
    """Return the terms of a seat's wealth (MO-F4); those that come to nothing are left out."""
    swapped = HOUSES_FOR_A_HOTEL[variant]
    held = player.properties
    free = sum(item.price for item in held if not item.mortgaged)
    mortgaged = sum(item.price // 2 for item in held if item.mortgaged)
    houses = sum(item.houses * item.house_price for item in held)
    hotels = sum(item.hotels * (1 + swapped) * item.house_price for item in held)
    counted = (
        (say("properties at printed price"), free),
        (say("mortgaged properties at half price"), mortgaged),
        (_houses_words(held), houses),
        (_hotels_words(held, swapped), hotels),
    )
    terms = tuple(Term(label, amount, "MO-F4") for label, amount in counted if amount)
    return (Term(say("cash"), player.cash, "MO-F4"), *terms)


def _houses_words(held: tuple[Holding, ...]) -> Sentence:
    count = sum(item.houses for item in held)
    return say_many("{count} house at cost", "{count} houses at cost", count=count)


def _hotels_words(held: tuple[Holding, ...], swapped: int) -> Sentence:
    return say_many(
        "{count} hotel at cost, with its {houses} houses",
        "{count} hotels at cost, each with its {houses} houses",
        count=sum(item.hotels for item in held),
        houses=swapped,
    )


def wealth(player: Player, variant: str) -> int:
    """Return what a seat is worth (MO-F4)."""
    return sum(term.amount for term in wealth_terms(player, variant))


def final_account(holdings: Holdings) -> Outcome:
    """Return the outcome: every seat's terms, the winners and the reason."""
    places = [_place(holdings, seat) for seat in range(len(holdings.players))]
    standing = [place for place in places if place.qualified]
    best = max((place.total for place in standing), default=0)
    winners = tuple(place.seat for place in standing if place.total == best)
    places.sort(key=lambda place: _rank(holdings, place, winners))
    names = tuple(holdings.players[seat].name for seat in winners)
    sentence = _sentence(holdings.reason, names, best)
    return Outcome(holdings.reason, sentence, RULES[holdings.reason], tuple(places), winners)


def _place(holdings: Holdings, seat: int) -> Place:
    player = holdings.players[seat]
    terms = wealth_terms(player, holdings.variant)
    total = sum(term.amount for term in terms)
    note = say("bankrupt") if player.bankrupt else None
    return Place(seat, player.name, total, terms, not player.bankrupt, note)


def _rank(
    holdings: Holdings, place: Place, winners: tuple[int, ...]
) -> tuple[bool, bool, int, int, int]:
    """Return what sorts the best first: winners, who is in, wealth, who went out later."""
    bankrupt = holdings.players[place.seat].bankrupt
    return (place.seat not in winners, bool(bankrupt), -place.total, -bankrupt, place.seat)


def _sentence(reason: str, names: tuple[str, ...], total: int) -> Sentence:
    if len(names) > 1:
        return say("{names} share the win with {total} each.", names=names, total=total)
    if not names:
        return say("Nobody is left, so nobody wins.")
    name = names[0]
    if reason == "last_one_standing":
        return say("{name} is the last one left and wins.", name=name)
    if reason == "second_bankruptcy":
        return say("Two are bankrupt; {name} is the richest with {total}.", name=name, total=total)
    return say("Time is over; {name} is the richest with {total}.", name=name, total=total)
