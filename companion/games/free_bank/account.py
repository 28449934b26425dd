"""The end and the final account: who has most or least, of money or of points (FB-E).

The account is a function of the holdings alone, so that typed holdings are judged the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.games.free_bank.auctions import require_no_auction
from companion.games.free_bank.state import FreeBankState, said
from companion.mechanics.codec import malformed
from companion.mechanics.ledger import seat_of
from companion.mechanics.outcome import Outcome, Place, Term, ranked, win_words
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Fact, TableAction, action, fact
from companion.mechanics.words import Sentence, say, say_many

RANKINGS = ("most_money", "least_money", "most_points", "fewest_points")


@action("end", by="banker")
class End(TableAction):
    """End the game and make up the account (FB-E1)."""

    button = say("Yes, end the game")

    def decide(self, state: FreeBankState) -> tuple[Fact, ...]:
        """Return the end; raises ``game_over``, ``auction_running``."""
        require_no_auction(state, "FB-E2")
        return (GameEnded(),)


@fact("game_ended")
class GameEnded(Fact):
    """The banker ended the game."""

    sets = {"is_over": True, "clock": None}

    def tell(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        final = outcome(state)
        return say("The game is over.") if final is None else final.sentence


def outcome(state: FreeBankState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    return account(holdings(state)) if state.is_over else None


def holdings(state: FreeBankState) -> dict[str, object]:
    """Return what every seat and account holds, as a JSON object.

    points: the sums by round, [[round, points], …].
    """
    seats = [
        {
            "name": state.name(seat),
            "start": state.start,
            "money": state.money(seat),
            "points": _by_round(state, seat),
            **({"left": True} if seat in state.gone else {}),
        }
        for seat in state.seats
    ]
    balances = state.ledger.balances
    others = {name: held for name, held in balances.items() if seat_of(name) is None}
    return {
        "standing": state.standing,
        "unit": state.unit,
        "round": state.round,
        "seats": seats,
        "accounts": others,
    }


def _by_round(state: FreeBankState, seat: int) -> list[list[int]]:
    sums: dict[int, int] = {}
    for line in state.lines:
        if line.seat == seat:
            sums[line.round] = sums.get(line.round, 0) + line.points
    return [[number, points] for number, points in sorted(sums.items())]


def account(held: Mapping[str, object]) -> Outcome:
    """Return the final account of holdings (FB-E1); ties share the win.

    Left out: standing is "most_money", start and money 0, points none.
    Raises ``no_players``, ``malformed``; never for an amount, however large: points of one round
    may be twice what a seat may hold, where another round took as many away.
    """
    standing = held.get("standing", "most_money")
    if standing not in RANKINGS:
        raise malformed("standing: " + " | ".join(RANKINGS))
    assert isinstance(standing, str)
    seats, unit = held.get("seats"), held.get("unit", "")
    if not isinstance(seats, Sequence) or isinstance(seats, str) or not isinstance(unit, str):
        raise malformed("seats: […], unit: text")
    if not seats:
        raise Refusal("no_players", "FB-E1", say("An account needs at least one player."))
    places = [_place(number, seat, standing) for number, seat in enumerate(seats)]
    words = partial(_points_words if standing.endswith("points") else _money_words, unit)
    return ranked(places, standing, "FB-E1", words, least_wins=not standing.startswith("most"))


def _place(number: int, seat: object, standing: str) -> Place:
    if not isinstance(seat, Mapping) or not isinstance(seat.get("name"), str):
        raise malformed("seats: [{name, start, money, points}, …]")
    terms = _money(seat) if standing.endswith("money") else _points(seat)
    place = Place.summed(number, seat["name"], terms)
    return replace(place, qualified=False, note=say("left")) if seat.get("left") else place


def _money(seat: Mapping[str, object]) -> tuple[Term, ...]:
    """Return what a seat began with, and what it has won or lost since."""
    start, money = _whole(seat.get("start", 0)), _whole(seat.get("money", 0))
    since = Term(say("since then"), money - start, "FB-M4")
    if not start:
        return (Term(say("money"), money, "FB-M4"),)
    return (Term(say("at the start"), start, "FB-S1"), *((since,) if since.amount else ()))


def _whole(value: object) -> int:
    if type(value) is not int:
        raise malformed(say("a whole number"))
    return value


def _points(seat: Mapping[str, object]) -> tuple[Term, ...]:
    """Return a seat's points, round by round."""
    lines = seat.get("points", ())
    if not isinstance(lines, Sequence) or isinstance(lines, str):
        raise malformed("points: [[round, points], …]")
    terms = []
    for line in lines:
        if not isinstance(line, Sequence) or isinstance(line, str) or len(line) != 2:
            raise malformed("points: [[round, points], …]")
        number, points = map(_whole, line)
        terms.append(Term(say("round {round}", round=number), points, "FB-P1"))
    return tuple(terms)


def _money_words(unit: str, names: tuple[str, ...], total: int) -> Sentence:
    return win_words(names, said(total, unit))


def _points_words(unit: str, names: tuple[str, ...], total: int) -> Sentence:
    if len(names) > 1:
        return say_many(
            "{names} share the win with {count} point each.",
            "{names} share the win with {count} points each.",
            names=names,
            count=total,
        )
    return say_many(
        "{name} wins with {count} point.",
        "{name} wins with {count} points.",
        name=names[0],
        count=total,
    )


def wealth(state: FreeBankState) -> tuple[int, ...]:
    """Return what each seat would be ranked by now."""
    figure = state.points if state.standing.endswith("points") else state.money
    return tuple(map(figure, state.seats))
