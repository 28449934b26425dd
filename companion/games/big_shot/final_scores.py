"""The final scores: each seat's wealth, the seats that qualify to win, and the winners.

Rules BS-F1 to BS-F4, BS-2d, BS-2e and BS-3. The functions are pure. They compute the scores from
holdings and a copy, which come from a table, a file or the score calculator.

In JSON, a lot has either an "owner" (a colour, or null for nobody) or the cubes on it. With cubes,
the majority decides who owns the lot (BS-M2, BS-M3). Only the lots that players own need a printed
value.

Decided where the books are silent:

- A lot next to two parks of its owner is doubled only once.
- If no player has two lots, nobody wins.
- In the French edition ("fr"), a tie is broken by the printed value of the dearest lot; parks count
  0.
- Players who are still tied after that share the win, as in the Italian edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from companion.games.big_shot.board import (
    CERTIFICATES,
    COLOURS,
    CUBES_OF_A_COLOUR,
    LOTS_TO_WIN,
    BigShotCopy,
    Lot,
    check_copy,
    colour_used_up,
    colour_words,
    copy_from_record,
    require_room,
    unknown_colour,
    unknown_lot,
)
from companion.games.big_shot.seating import OPTIONS, PLAYERS, TITLE, dealt_colours
from companion.games.big_shot.state import BigShotState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Outcome, Place, SeatSetup, Term
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.majority import majority
from companion.mechanics.play.seating import checked_names, chosen_options, require_player_count
from companion.mechanics.scoring.outcome import leaders, win_words
from companion.mechanics.scoring.score_form import Seats
from companion.mechanics.values.identity_cache import IdentityKey
from companion.mechanics.values.schema import Schema, malformed

EDITION = tuple(option for option in OPTIONS if option.name == "edition")


@dataclass(frozen=True, slots=True)
class Purse:
    """The money and loans of one colour."""

    cash: int
    """The money in millions."""
    loans: int = 0
    """The number of loan certificates."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name and money."""

    name: str
    colours: Mapping[str, Purse]
    """The money of each of the player's colours: two in a two-player game, otherwise one."""


@dataclass(frozen=True, slots=True)
class HeldLot:
    """A lot in the JSON form of the holdings."""

    owner: str | None = ""
    """The colour that owns the lot; None for nobody, "" if the cubes decide."""
    sold: bool = False
    counts: Mapping[str, int] | None = None
    """The number of cubes of each colour on the lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenHoldings:
    """The JSON form of the holdings, without the edition and the copy."""

    lots: Mapping[str, HeldLot]
    seats: Annotated[tuple[Player, ...], Seats(Schema(Player))]


WRITTEN = Schema(WrittenHoldings)


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything that the final scores depend on, except the copy."""

    players: tuple[Player, ...]
    owners: Mapping[str, str | None]
    """The colour that owns each lot, by name; None for nobody."""
    edition: str


def owners_of(counts: Mapping[str, Mapping[str, int]]) -> dict[str, str | None]:
    """Return the owner of each lot: the colour with the majority, or None (BS-M2, BS-M3).

    counts: for each lot, the number of cubes of each colour.
    """
    return {lot: majority(cubes).owner for lot, cubes in counts.items()}


def lots_of(holdings: Holdings, copy: BigShotCopy, colour: str) -> tuple[Lot, ...]:
    """Return the lots that a colour owns, in the copy's order with the parks last."""
    return tuple(lot for name, lot in copy.lots.items() if holdings.owners.get(name) == colour)


def score_holdings(holdings: Holdings, copy: BigShotCopy) -> Outcome:
    """Compute each seat's score with its breakdown, the winners, and the reason why they won."""
    seats = range(len(holdings.players))
    terms_by_seat = {seat: wealth_terms(holdings, copy, seat) for seat in seats}
    able = [seat for seat in seats if is_qualified(holdings, copy, seat)]
    totals = {seat: sum(term.amount for term in terms_by_seat[seat]) for seat in seats}
    winners, reason = _winners_and_reason(holdings, copy, totals, able)
    places = [
        Place(
            seat,
            holdings.players[seat].name,
            totals[seat],
            terms_by_seat[seat],
            seat in able,
            _place_note(holdings, copy, seat, seat in able, reason if seat in winners else ""),
            _rank_values(holdings, copy, seat, totals[seat]),
        )
        for seat in seats
    ]
    places.sort(key=lambda place: _rank_key(holdings, copy, place, winners))
    names = tuple(holdings.players[seat].name for seat in winners)
    total = totals[winners[0]] if winners else 0
    rule = _deciding_rule(reason, len(holdings.players))
    return Outcome(reason, _result_sentence(reason, names, total), rule, tuple(places), winners)


def wealth_terms(holdings: Holdings, copy: BigShotCopy, seat: int) -> tuple[Term, ...]:
    """Return the terms of a seat's wealth, colour by colour: lots, cash, debts (BS-F1, BS-F2)."""
    player = holdings.players[seat]
    terms: list[Term] = []
    for colour, money in player.colours.items():
        own = [*_lot_terms(holdings, copy, colour), *_money_terms(money)]
        if len(player.colours) > 1:
            words = colour_words(colour)
            own = [_with_colour(words, term) for term in own]
        terms.extend(own)
    return tuple(terms)


def _with_colour(words: Sentence | str, term: Term) -> Term:
    """Return a term with the colour before its label."""
    label = say("{colour}: {term}", colour=words, term=term.label)
    if term.recorded is None:
        return replace(term, label=label)
    recorded = say("{colour}: {term}", colour=words, term=term.recorded)
    return replace(term, label=label, recorded=recorded)


def _lot_terms(holdings: Holdings, copy: BigShotCopy, colour: str) -> list[Term]:
    return [_lot_term(holdings, copy, colour, lot) for lot in lots_of(holdings, copy, colour)]


def _lot_term(holdings: Holdings, copy: BigShotCopy, colour: str, lot: Lot) -> Term:
    if lot.is_park:
        name = copy.words(lot.name)
        label = say("{park}: no value of its own", park=name)
        # Saved games keep this wording. Unlike ``say``, ``Sentence`` does not mark it for
        # translation.
        kept = Sentence("{park}: counts nothing itself", label.values)
        return Term(label, 0, "BS-F1", kept)
    recorded, value = copy.recorded(lot.name), lot.value or 0
    doubling = [
        copy.words(park.name)
        for park in copy.parks_of(lot.name)
        if holdings.owners.get(park.name) == colour
    ]
    if not doubling:
        label = say("Lot\u00a0{lot}", lot=copy.words(lot.name))
        return Term(label, value, "BS-F1", say("Lot\u00a0{lot}", lot=recorded))
    # A second park of the same owner does not double the lot again.
    names = copy.short(lot.name), recorded
    label, kept = (
        say("Lot\u00a0{lot} × 2, doubled by {park}", lot=name, park=doubling[0]) for name in names
    )
    return Term(label, 2 * value, "BS-F1", kept)


def _money_terms(purse: Purse) -> list[Term]:
    return [Term(say("cash"), purse.cash, "BS-F2"), CERTIFICATES.term(purse.loans, "BS-F2")]


def is_qualified(holdings: Holdings, copy: BigShotCopy, seat: int) -> bool:
    """Return whether a seat has enough lots to win: two for each of its colours (BS-F3, BS-2e)."""
    colours = holdings.players[seat].colours
    return all(len(lots_of(holdings, copy, colour)) >= LOTS_TO_WIN for colour in colours)


def _winners_and_reason(
    holdings: Holdings, copy: BigShotCopy, totals: Mapping[int, int], able: list[int]
) -> tuple[tuple[int, ...], str]:
    """Return the winning seats and a reason such as "tie_shared" (BS-F2 to BS-F4).

    totals: the wealth of each seat.
    able: the seats with enough lots to win.
    """
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


def lot_count(holdings: Holdings, copy: BigShotCopy, seat: int) -> int:
    """Return the number of lots that a seat owns, including parks."""
    colours = holdings.players[seat].colours
    return sum(len(lots_of(holdings, copy, colour)) for colour in colours)


def dearest_value(holdings: Holdings, copy: BigShotCopy, seat: int) -> int:
    """Return the highest printed value among a seat's lots; 0 if it has none (BS-F4)."""
    lots = [
        lot.value or 0
        for colour in holdings.players[seat].colours
        for lot in lots_of(holdings, copy, colour)
    ]
    return max(lots, default=0)


def _rank_key(
    holdings: Holdings, copy: BigShotCopy, place: Place, winners: tuple[int, ...]
) -> tuple[bool, bool, int, int, int, int]:
    """Return the sort key for the ranking.

    Winners come first, then the seats with enough lots to win, then the rest. Each group is ordered
    by wealth, number of lots, and value of the dearest lot, highest first.
    """
    return (
        place.seat not in winners,
        not place.qualified,
        -place.total,
        -lot_count(holdings, copy, place.seat),
        -dearest_value(holdings, copy, place.seat),
        place.seat,
    )


def _rank_values(holdings: Holdings, copy: BigShotCopy, seat: int, total: int) -> tuple[int, ...]:
    """Return the values that rank a seat (BS-F2, BS-F4); only the French edition breaks ties."""
    if holdings.edition != "fr":
        return (-total,)
    return -total, -lot_count(holdings, copy, seat), -dearest_value(holdings, copy, seat)


def _place_note(
    holdings: Holdings, copy: BigShotCopy, seat: int, is_able: bool, reason: str
) -> Sentence | None:
    """Return a note on why a seat cannot win or how it won a tie, or None."""
    if not is_able and len(holdings.players[seat].colours) > 1:
        return say("cannot win: needs two lots of each colour")
    count = lot_count(holdings, copy, seat)
    if not is_able:
        return say_many(
            "cannot win: has {count} lot, needs two",
            "cannot win: has {count} lots, needs two",
            count=count,
        )
    if reason == "tie_broken_by_lots":
        return say_many(
            "wins the tie with {count} lot", "wins the tie with {count} lots", count=count
        )
    if reason == "tie_broken_by_dearest_lot":
        dearest = dearest_value(holdings, copy, seat)
        return say("wins the tie with the most valuable lot, {value}", value=dearest)
    return None


def _result_sentence(reason: str, names: tuple[str, ...], total: int) -> Sentence:
    if reason == "nobody_has_two_lots":
        return say("Nobody has enough lots to win, so nobody wins.")
    if reason == "tie_shared":
        return win_words(names, total)
    winner = names[0]
    if reason == "tie_broken_by_lots":
        tie = say("{name} wins the tie at {total} with more lots.", name=winner, total=total)
        return tie.to_you("You win the tie at {total} with more lots.")
    if reason == "tie_broken_by_dearest_lot":
        return say(
            "{name} wins the tie at {total} with the most valuable lot.", name=winner, total=total
        ).to_you("You win the tie at {total} with the most valuable lot.")
    if total < 0:
        debt = say("{name} wins with the smallest debt: {total}.", name=winner, total=total)
        return debt.to_you("You win with the smallest debt: {total}.")
    return win_words(names, total)


def _deciding_rule(reason: str, players: int) -> str:
    if reason == "best_fortune":
        return "BS-F2"
    if reason == "nobody_has_two_lots":
        return "BS-2e" if players == 2 else "BS-F3"
    return "BS-F4"


def holdings_of(state: BigShotState) -> Holdings:
    """Return the current holdings of a table."""
    players = tuple(Player(state.name(seat), _purses_of(state, seat)) for seat in state.seats)
    owners = {lot: sold.owner for lot, sold in state.sold.items()}
    return Holdings(players, owners, state.edition)


def _purses_of(state: BigShotState, seat: int) -> dict[str, Purse]:
    return {
        colour: Purse(state.ledger.balances[account], state.loans[account])
        for colour, account in state.purses[seat]
    }


def outcome(state: BigShotState) -> Outcome | None:
    """Return the final scores, or None if the game is not over or printed numbers are missing."""
    return score_holdings(holdings_of(state), state.copy) if state.is_over else None


def wealth(state: BigShotState) -> tuple[int, ...]:
    """Return the wealth that each seat would have if the game ended now, in millions.

    Only lots that are already sold count. With hidden money, callers must show a seat's wealth only
    to that seat until the end of the game.
    """
    return _wealth(IdentityKey(state))


@lru_cache(maxsize=128)
def _wealth(held: IdentityKey[BigShotState]) -> tuple[int, ...]:
    holdings, copy = holdings_of(held.state), held.state.copy
    return tuple(
        sum(term.amount for term in wealth_terms(holdings, copy, seat)) for seat in held.state.seats
    )


def holdings(state: BigShotState) -> dict[str, object]:
    """Return the current holdings as a JSON object.

    The object contains the edition, the copy, each lot with its owner and known cubes, and each
    seat's money.
    """
    held = holdings_of(state)
    lots = {
        name: HeldLot(held.owners.get(name), name in state.sold, dict(state.lot_counts(name)))
        for name in state.copy.lots
    }
    written = WRITTEN.record(WrittenHoldings(lots=lots, seats=held.players))
    return {"edition": held.edition, "copy": state.setup.copy, **written}


def outcome_of(data: Mapping[str, object]) -> Outcome:
    """Return the final scores for holdings in JSON form, from a table or the calculator.

    Raises the refusals of ``read_holdings``.
    """
    return score_holdings(*read_holdings(data))


def read_holdings(data: Mapping[str, object]) -> tuple[Holdings, BigShotCopy]:
    """Parse the holdings and the copy from a JSON object.

    Raises ``no_players``, ``malformed``, ``unknown_lot``, ``unknown_colour``, ``too_many_cubes``,
    ``colour_used_up``, ``no_certificates_left``, ``value_missing``, ``touches_missing``, and the
    refusals of ``seating.prepare`` and ``check_copy``.
    """
    given = {"edition": data["edition"]} if "edition" in data else {}
    edition = str(chosen_options(TITLE, EDITION, given)["edition"])
    copy = copy_from_record(check_copy(data.get("copy")))
    written = WRITTEN.read(data)
    box = copy.colours or COLOURS
    players = _read_players(written.seats, box)
    played = [colour for player in players for colour in player.colours]
    owners = _read_owners(written.lots, copy, box)
    # The lots of a colour that nobody plays score for no one (BS-3), so they need no value.
    counting = {lot: owner for lot, owner in owners.items() if owner and owner in played}
    _require_figures(counting, copy)
    return Holdings(players, owners, edition), copy


def _read_players(seats: tuple[Player, ...], box: tuple[str, ...]) -> tuple[Player, ...]:
    require_player_count(TITLE, PLAYERS, len(seats), "")
    setups = tuple(SeatSetup(seat.name, tuple(seat.colours)) for seat in seats)
    names, colours = checked_names(setups), dealt_colours(setups, box)
    for seat, own in zip(seats, colours, strict=True):
        if not seat.colours:
            raise malformed(f"{own[0]}: {{cash, loans}}")
    CERTIFICATES.require_enough(sum(one.loans for seat in seats for one in seat.colours.values()))
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))


def _read_owners(
    lots: Mapping[str, HeldLot], copy: BigShotCopy, colours: tuple[str, ...]
) -> dict[str, str | None]:
    """Return the owner of each lot in the holdings.

    If a lot has no "owner", the majority of its cubes decides.
    """
    for name in lots:
        if name not in copy.lots:
            raise unknown_lot(copy, name[:40])
    said: dict[str, str | None] = {}
    counts: dict[str, Mapping[str, int]] = {}
    for name in (name for name in copy.lots if name in lots):
        lot = lots[name]
        if lot.owner != "":
            said[name] = lot.owner
        elif lot.counts is None:
            raise malformed("counts: {…}")
        else:
            counts[name] = lot.counts
    _require_colours((owner for owner in said.values() if owner is not None), colours)
    _require_cubes(counts, colours)
    return said | owners_of(counts)


def _require_cubes(counts: Mapping[str, Mapping[str, int]], colours: tuple[str, ...]) -> None:
    """Raise a refusal unless the lots can hold these cubes and the game has that many (BS-M1)."""
    used = dict.fromkeys(colours, 0)
    for cubes in counts.values():
        _require_colours(cubes, colours)
        require_room(cubes)
        for colour, count in cubes.items():
            if used[colour] + count > CUBES_OF_A_COLOUR:
                raise colour_used_up(colour, CUBES_OF_A_COLOUR - used[colour])
            used[colour] += count


def _require_colours(found: Iterable[str], colours: Iterable[str]) -> None:
    for colour in found:
        if colour not in colours:
            raise unknown_colour(colour, colours)


def _require_figures(owners: Mapping[str, str], copy: BigShotCopy) -> None:
    """Raise a refusal unless every owned lot has a value and every owned park touches a lot."""
    for name, owner in owners.items():
        lot = copy.lots[name]
        if lot.value is None:
            raise Refusal(
                "value_missing",
                "BS-F1",
                say(
                    "{lot} is owned by {owner}. Enter the value printed on it.",
                    lot=copy.titled(name),
                    owner=colour_words(owner),
                ),
            )
        if lot.is_park and not lot.touches:
            raise Refusal(
                "touches_missing",
                "BS-F1",
                say(
                    "{park} is owned by {owner}. Tick the lots it touches.",
                    park=copy.titled(name),
                    owner=colour_words(owner),
                ),
            )
