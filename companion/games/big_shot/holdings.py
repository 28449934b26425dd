"""Holdings as JSON, read: what a table gives, or what was typed into the score calculator.

A lot says its "owner" (a colour, or null for nobody), as a table does; or, without one, the cubes
that lie on it, and then the majority decides (BS-M2, BS-M3). Only what somebody owns needs a
value, so nobody types the whole board for three lots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.big_shot.account import Holdings, Player, Stake, owners_of
from companion.games.big_shot.box import COLOURS, CUBES_OF_A_COLOUR, PRINTED, colour_words
from companion.games.big_shot.copy import Copy, check_copy, copy_from_record
from companion.games.big_shot.guards import require_certificates, unknown_colour
from companion.games.big_shot.judging import require_room, used_up
from companion.games.big_shot.seating import OPTIONS, dealt_colours, require_player_count
from companion.mechanics.game import Sitting
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import object_in, seats_in, text_in, whole_in
from companion.mechanics.seating import checked_names, chosen_options
from companion.mechanics.words import say

EDITION = tuple(option for option in OPTIONS if option.name == "edition")


def read_holdings(data: Mapping[str, object]) -> tuple[Holdings, Copy]:
    """Return what the account is made from.

    Raises what setting up and the copy raise, ``no_players``, ``malformed``, ``unknown_lot``,
    ``unknown_colour``, ``too_many_cubes``, ``colour_used_up``, ``no_certificates_left``,
    ``value_missing``, ``touches_missing``.
    """
    given = {"edition": data["edition"]} if "edition" in data else {}
    edition = str(chosen_options("Big Shot", EDITION, given)["edition"])
    copy = copy_from_record(check_copy(data.get("copy")))
    players = _players(seats_in(data), copy.colours or COLOURS)
    played = [stake.colour for player in players for stake in player.stakes]
    owners = _owners(object_in(data, "lots"), copy, {*played, *(copy.colours or COLOURS)})
    _require_figures(owners, copy)
    return Holdings(players, owners, edition), copy


def _players(seats: list[Mapping[str, object]], box: tuple[str, ...]) -> tuple[Player, ...]:
    require_player_count(len(seats))
    sittings = tuple(
        Sitting(text_in(seat, "name"), tuple(map(str, object_in(seat, "colours"))))
        for seat in seats
    )
    names, colours = checked_names(sittings), dealt_colours(sittings, box)
    players = tuple(
        Player(name, tuple(_stake(object_in(seat, "colours"), colour) for colour in own))
        for name, own, seat in zip(names, colours, seats, strict=True)
    )
    require_certificates(sum(stake.loans for player in players for stake in player.stakes))
    return players


def _stake(colours: Mapping[str, object], colour: str) -> Stake:
    purse = object_in(colours, colour)
    return Stake(colour, whole_in(purse, "cash"), whole_in(purse, "loans", 0))


def _owners(lots: Mapping[str, object], copy: Copy, colours: set[str]) -> dict[str, str | None]:
    """Return each lot's owner; a lot that nothing is said of is nobody's."""
    for name in lots:
        if name not in copy.lots:
            raise Refusal(
                "unknown_lot",
                PRINTED,
                say(
                    "There is no lot “{lot}”; there are: {lots}.",
                    lot=str(name)[:40],
                    lots=tuple(map(copy.words, copy.lots)),
                ),
            )
    said: dict[str, str | None] = {}
    counts: dict[str, dict[str, int]] = {}
    for name in (name for name in copy.lots if name in lots):
        lot = object_in(lots, name)
        if "owner" in lot:
            said[name] = None if lot["owner"] is None else text_in(lot, "owner")
        else:
            cubes = object_in(lot, "counts")
            counts[name] = {colour: whole_in(cubes, colour) for colour in cubes}
    _require_colours((owner for owner in said.values() if owner is not None), colours)
    _require_cubes(counts, colours)
    return said | owners_of(counts)


def _require_cubes(counts: Mapping[str, Mapping[str, int]], colours: set[str]) -> None:
    """Raise a refusal unless such cubes can lie on the board at once (BS-M1)."""
    used = dict.fromkeys(colours, 0)
    for cubes in counts.values():
        _require_colours(cubes, colours)
        require_room(cubes)
        for colour, count in cubes.items():
            if used[colour] + count > CUBES_OF_A_COLOUR:
                raise used_up(colour, CUBES_OF_A_COLOUR - used[colour])
            used[colour] += count


def _require_colours(found: Iterable[str], colours: Iterable[str]) -> None:
    for colour in found:
        if colour not in colours:
            raise unknown_colour(colour, colours)


def _require_figures(owners: Mapping[str, str | None], copy: Copy) -> None:
    """Raise ``value_missing`` or ``touches_missing`` where somebody owns what has no figure."""
    for name, owner in owners.items():
        lot = copy.lots[name]
        if owner is not None and lot.value is None:
            raise Refusal(
                "value_missing",
                "BS-F1",
                say(
                    "{lot} is owned by {owner}: type the value printed on it.",
                    lot=copy.titled(name),
                    owner=colour_words(owner),
                ),
            )
        if owner is not None and lot.is_park and not lot.touches:
            raise Refusal(
                "touches_missing",
                "BS-F1",
                say(
                    "{park} is owned by {owner}: say which lots it touches.",
                    park=copy.titled(name),
                    owner=colour_words(owner),
                ),
            )
