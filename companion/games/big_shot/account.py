"""The final account: fortunes, who may win, and who wins (BS-F1 to BS-F4, BS-2d, BS-2e, BS-3).

Pure functions over holdings and a copy; they need no table, so the score calculator calls the
same ones.

Decided where the books are silent: a lot beside both parks of one owner is doubled once; if
nobody has two lots nobody wins; the dearest lot of a tie (edition fr) is compared by its printed
value, parks count 0, and whoever is tied even then shares the win, as in the Italian edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.big_shot.box import DEBT, LOTS_TO_WIN, colour_words
from companion.games.big_shot.copy import Copy, Lot
from companion.mechanics.game import Outcome, Place, Term
from companion.mechanics.majority import majority
from companion.mechanics.outcome import leaders
from companion.mechanics.words import Sentence, say, say_many


@dataclass(frozen=True, slots=True)
class Stake:
    """What one colour of a player has beside lots: cash in millions, loan certificates."""

    colour: str
    cash: int
    loans: int


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its stakes: one, or with two players one for each of its two colours."""

    name: str
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything the account is made from. owners: the colour that owns a lot, None: nobody."""

    players: tuple[Player, ...]
    owners: Mapping[str, str | None]
    edition: str


def owners_of(counts: Mapping[str, Mapping[str, int]]) -> dict[str, str | None]:
    """Return each lot's owner from the cubes on it, by lot and colour (BS-M2, BS-M3)."""
    return {lot: majority(cubes).owner for lot, cubes in counts.items()}


def lots_of(holdings: Holdings, copy: Copy, colour: str) -> tuple[Lot, ...]:
    """Return the lots of a colour in the copy's order, parks last."""
    return tuple(lot for name, lot in copy.lots.items() if holdings.owners.get(name) == colour)


def final_account(holdings: Holdings, copy: Copy) -> Outcome:
    """Return the outcome: every seat's terms, the winners and the reason."""
    seats = range(len(holdings.players))
    fortunes = {seat: fortune(holdings, copy, seat) for seat in seats}
    able = [seat for seat in seats if is_qualified(holdings, copy, seat)]
    totals = {seat: sum(term.amount for term in fortunes[seat]) for seat in seats}
    winners, reason = _verdict(holdings, copy, totals, able)
    places = [
        Place(
            seat,
            holdings.players[seat].name,
            totals[seat],
            fortunes[seat],
            seat in able,
            _note(holdings, copy, seat, seat in able, reason if seat in winners else ""),
        )
        for seat in seats
    ]
    places.sort(key=lambda place: _rank(holdings, copy, place, winners))
    names = tuple(holdings.players[seat].name for seat in winners)
    total = totals[winners[0]] if winners else 0
    rule = _rule(reason, len(holdings.players))
    return Outcome(reason, _sentence(reason, names, total), rule, tuple(places), winners)


def fortune(holdings: Holdings, copy: Copy, seat: int) -> tuple[Term, ...]:
    """Return the terms of a seat's fortune: lots, cash, debts, colour by colour (BS-F1, BS-F2)."""
    player = holdings.players[seat]
    terms: list[Term] = []
    for stake in player.stakes:
        own = [*_lot_terms(holdings, copy, stake.colour), *_money_terms(stake)]
        if len(player.stakes) > 1:
            own = [
                Term(
                    say("{colour}: {term}", colour=colour_words(stake.colour), term=term.label),
                    term.amount,
                    term.rule,
                )
                for term in own
            ]
        terms.extend(own)
    return tuple(terms)


def _lot_terms(holdings: Holdings, copy: Copy, colour: str) -> list[Term]:
    return [_lot_term(holdings, copy, colour, lot) for lot in lots_of(holdings, copy, colour)]


def _lot_term(holdings: Holdings, copy: Copy, colour: str, lot: Lot) -> Term:
    if lot.is_park:
        name = copy.words(lot.name)
        return Term(say("{park}: counts nothing itself", park=name), 0, "BS-F1")
    listed, value = copy.listed(lot.name), lot.value or 0
    doubling = [
        copy.words(park.name)
        for park in copy.parks_of(lot.name)
        if holdings.owners.get(park.name) == colour
    ]
    if not doubling:
        return Term(say("Lot {lot}", lot=listed), value, "BS-F1")
    # Two parks of one owner double no more than one does.
    label = say("Lot {lot} × 2, doubled by {park}", lot=listed, park=doubling[0])
    return Term(label, 2 * value, "BS-F1")


def _money_terms(stake: Stake) -> list[Term]:
    owed = say_many(
        "{count} loan of {debt}", "{count} loans of {debt}", count=stake.loans, debt=DEBT
    )
    return [Term(say("cash"), stake.cash, "BS-F2"), Term(owed, -DEBT * stake.loans, "BS-F2")]


def is_qualified(holdings: Holdings, copy: Copy, seat: int) -> bool:
    """Tell whether a seat has two lots, with two players two of each colour (BS-F3, BS-2e)."""
    stakes = holdings.players[seat].stakes
    return all(len(lots_of(holdings, copy, stake.colour)) >= LOTS_TO_WIN for stake in stakes)


def lot_count(holdings: Holdings, copy: Copy, seat: int) -> int:
    """Return how many lots a seat has, parks included."""
    stakes = holdings.players[seat].stakes
    return sum(len(lots_of(holdings, copy, stake.colour)) for stake in stakes)


def dearest_value(holdings: Holdings, copy: Copy, seat: int) -> int:
    """Return the printed value of a seat's dearest single lot (BS-F4)."""
    lots = [
        lot.value or 0
        for stake in holdings.players[seat].stakes
        for lot in lots_of(holdings, copy, stake.colour)
    ]
    return max(lots, default=0)


def _verdict(
    holdings: Holdings, copy: Copy, totals: Mapping[int, int], able: list[int]
) -> tuple[tuple[int, ...], str]:
    """Return the winners and the reason (BS-F2 to BS-F4)."""
    if not able:
        return (), "nobody_has_two_lots"
    tied = leaders(able, totals)
    if len(tied) == 1:
        return tied, "best_fortune"
    if holdings.edition == "fr":
        tied = leaders(tied, {seat: lot_count(holdings, copy, seat) for seat in tied})
        if len(tied) == 1:
            return tied, "tie_broken_by_lots"
        tied = leaders(tied, {seat: dearest_value(holdings, copy, seat) for seat in tied})
        if len(tied) == 1:
            return tied, "tie_broken_by_dearest_lot"
    return tied, "tie_shared"


def _rank(
    holdings: Holdings, copy: Copy, place: Place, winners: tuple[int, ...]
) -> tuple[bool, bool, int, int, int, int]:
    """Return what sorts the best first: winners, then who may win, by fortune and tie-breaks."""
    return (
        place.seat not in winners,
        not place.qualified,
        -place.total,
        -lot_count(holdings, copy, place.seat),
        -dearest_value(holdings, copy, place.seat),
        place.seat,
    )


def _note(holdings: Holdings, copy: Copy, seat: int, is_able: bool, reason: str) -> Sentence | None:
    """Return why a seat cannot win, or what broke the tie for it."""
    if not is_able and len(holdings.players[seat].stakes) > 1:
        return say("cannot win: two lots of each colour are needed")
    count = lot_count(holdings, copy, seat)
    if not is_able:
        return say_many(
            "cannot win: {count} lot, two are needed",
            "cannot win: {count} lots, two are needed",
            count=count,
        )
    if reason == "tie_broken_by_lots":
        return say_many(
            "wins the tie with {count} lot", "wins the tie with {count} lots", count=count
        )
    if reason == "tie_broken_by_dearest_lot":
        dearest = dearest_value(holdings, copy, seat)
        return say("wins the tie with the dearest lot, {value}", value=dearest)
    return None


def _sentence(reason: str, names: tuple[str, ...], total: int) -> Sentence:
    if reason == "nobody_has_two_lots":
        return say("Nobody has the lots it takes to win, so nobody wins.")
    if reason == "tie_shared":
        return say("{names} share the win with {total} each.", names=names, total=total)
    winner = names[0]
    if reason == "tie_broken_by_lots":
        return say("{name} wins the tie at {total} with more lots.", name=winner, total=total)
    if reason == "tie_broken_by_dearest_lot":
        return say("{name} wins the tie at {total} with the dearest lot.", name=winner, total=total)
    if total < 0:
        return say("{name} wins with the least debts: {total}.", name=winner, total=total)
    return say("{name} wins with a fortune of {total}.", name=winner, total=total)


def _rule(reason: str, players: int) -> str:
    if reason == "best_fortune":
        return "BS-F2"
    if reason == "nobody_has_two_lots":
        return "BS-2e" if players == 2 else "BS-F3"
    return "BS-F4"
