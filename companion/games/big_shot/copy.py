"""The household's copy: the values printed on its board and what its parks touch.

Lots are known by a name that never changes while a table plays, and shown by a label made from
the printed value: "9", a second 9 is "9 b". A lot whose value nobody typed yet shows its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from companion.games.big_shot.box import COLOURS, PARKS, PRINTED, VALUED_LOTS
from companion.mechanics.codec import malformed, shown
from companion.mechanics.copies import require_copy_head
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

LETTERS = "ABCDEFGHIJK"
PARK_NAMES = ("park a", "park b")
PARK_WORDS = {"park a": say("park a"), "park b": say("park b")}
PARK_TITLES = {"park a": say("Park a"), "park b": say("Park b")}
HIGHEST_VALUE = 99
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Lot:
    """One lot of the board. value: in millions, None where nobody typed it; a park has 0.

    label: as people call it. touches: the names of the lots a park doubles.
    """

    name: str
    value: int | None
    label: str
    is_park: bool = False
    touches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """The thirteen lots by name, in the copy's order, parks last; colours if the copy says any."""

    lots: Mapping[str, Lot]
    colours: tuple[str, ...] = ()

    @property
    def parks(self) -> tuple[Lot, ...]:
        """The two parks."""
        return tuple(lot for lot in self.lots.values() if lot.is_park)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing for the final account."""
        known = all(lot.value is not None for lot in self.lots.values())
        return known and all(park.touches for park in self.parks)

    def parks_of(self, name: str) -> tuple[Lot, ...]:
        """Return the parks that touch a lot."""
        return tuple(park for park in self.parks if name in park.touches)

    def words(self, name: str) -> Sentence | str:
        """Return a lot's label as it is said: "9", "park a"."""
        label = self.lots[name].label
        return PARK_WORDS.get(label, label)

    def named(self, name: str) -> Sentence | str:
        """Return what a lot is called inside a sentence: "lot 9", "park a"."""
        lot = self.lots[name]
        return self.words(name) if lot.is_park else say("lot {lot}", lot=lot.label)

    def titled(self, name: str) -> Sentence | str:
        """Return what a lot is called where a sentence begins: "Lot 9", "Park a"."""
        lot = self.lots[name]
        if lot.is_park:
            return PARK_TITLES.get(lot.label, lot.label)
        return say("Lot {lot}", lot=lot.label)

    def listed(self, name: str) -> str:
        """Return a lot's label with the letter it was typed under: "9 (C)"; else the label.

        People read the value off the board, and look the lot up in the form by its letter.
        """
        lot = self.lots[name]
        is_letter = len(name) == 1 and name in LETTERS
        return f"{lot.label} ({name})" if is_letter and lot.label != name else lot.label


def copy_from_record(record: Mapping[str, object]) -> Copy:
    """Return the copy that a canonical record (see ``check_copy``) describes."""
    lots = cast("list[dict[str, object]]", record["lots"])
    parks = cast("list[dict[str, object]]", record["parks"])
    labels = labels_of([(str(lot["name"]), cast("int | None", lot["value"])) for lot in lots])
    found = {
        str(lot["name"]): Lot(
            str(lot["name"]), cast("int | None", lot["value"]), labels[str(lot["name"])]
        )
        for lot in lots
    }
    for park in parks:
        name = str(park["name"])
        touches = tuple(cast("list[str]", park["touches"]))
        found[name] = Lot(name, 0, name, is_park=True, touches=touches)
    return Copy(found, tuple(cast("list[str]", record.get("colours", []))))


def labels_of(lots: Iterable[tuple[str, int | None]]) -> dict[str, str]:
    """Return each lot's label by its name, from names and values in the copy's order."""
    pairs = list(lots)
    labels: dict[str, str] = {}
    met: dict[int, int] = {}
    for name, value in pairs:
        if value is not None:
            met[value] = met.get(value, 0) + 1
            labels[name] = f"{value}" if met[value] == 1 else f"{value} {_letter(met[value])}"
    taken = set(labels.values())
    for name, value in pairs:
        if value is None:
            # A lot named "9" whose value is unknown must not pass for the lot that is worth 9.
            labels[name] = f"{name} ?" if name in taken else name
    return labels


def _letter(place: int) -> str:
    return LETTERS[place - 1].lower()


def blank_copy() -> dict[str, object]:
    """Return the record of a copy whose figures nobody has typed yet: lots by letter."""
    return {
        "lots": [{"name": letter, "value": None} for letter in LETTERS],
        "parks": [{"name": name, "touches": []} for name in PARK_NAMES],
    }


def check_copy(data: object) -> dict[str, object]:
    """Return the canonical record of a copy read from outside.

    data: {"lots": [{"name", "value"} x 11], "parks": [{"name", "touches"} x 2]}, optionally
    "colours" (four) and the head of a household's file. Raises ``malformed``, ``copy_newer``,
    ``copy_of_another_game``, ``wrong_number_of_lots``, ``wrong_number_of_parks``,
    ``bad_lot_name``, ``lot_named_twice``, ``value_out_of_range``, ``unknown_touch``,
    ``wrong_colours``.
    """
    if not isinstance(data, Mapping):
        raise malformed("{lots, parks}")
    require_copy_head(data, "big_shot", "Big Shot")
    listed = _items(data, "lots", VALUED_LOTS, "wrong_number_of_lots")
    lots = [{"name": _name(lot), "value": _value(lot.get("value"))} for lot in listed]
    parks = _items(data, "parks", PARKS, "wrong_number_of_parks")
    names = [str(lot["name"]) for lot in lots]
    _require_distinct([*names, *map(_name, parks)])
    record: dict[str, object] = {
        "lots": lots,
        "parks": [{"name": _name(park), "touches": _touches(park, names)} for park in parks],
    }
    if data.get("colours"):
        record["colours"] = _colours(data["colours"])
    return record


def _items(
    data: Mapping[str, object], key: str, wanted: int, refusal: str
) -> list[Mapping[str, object]]:
    items = data.get(key)
    if not isinstance(items, (list, tuple)) or not all(isinstance(i, Mapping) for i in items):
        raise malformed(f"{key}: [{{…}}]")
    if len(items) != wanted:
        sentence = (
            say("The board has {count} lots with a value.", count=wanted)
            if key == "lots"
            else say("The board has {count} parks.", count=wanted)
        )
        raise Refusal(refusal, PRINTED, sentence)
    return list(items)


def _name(item: Mapping[str, object]) -> str:
    name = item.get("name")
    clean = shown(name).strip() if isinstance(name, str) else ""
    if not clean or clean != name or len(clean) > LONGEST_NAME or "," in clean:
        raise Refusal(
            "bad_lot_name",
            "",
            say("A lot needs a name of 1 to {most} letters without a comma.", most=LONGEST_NAME),
        )
    return clean


def _value(value: object) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= HIGHEST_VALUE:
        raise out_of_range(value)
    return value


def out_of_range(value: object) -> Refusal:
    """Return the refusal for what cannot be a printed value."""
    return Refusal(
        "value_out_of_range",
        PRINTED,
        say(
            "The value of a lot is a whole number from 1 to {most}, not “{value}”.",
            most=HIGHEST_VALUE,
            value=shown(value),
        ),
    )


def _require_distinct(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise Refusal(
                "lot_named_twice", "", say("Two lots are named “{name}”; name one anew.", name=name)
            )


def _touches(park: Mapping[str, object], names: list[str]) -> list[str]:
    """Return what a park touches, in the order of the lots, each once."""
    touched = park.get("touches")
    if not isinstance(touched, (list, tuple)):
        raise malformed("touches: […]")
    for name in touched:
        if name not in names:
            raise unknown_touch(name)
    return [name for name in names if name in touched]


def unknown_touch(name: object) -> Refusal:
    """Return the refusal for a park that touches what is no lot."""
    return Refusal(
        "unknown_touch",
        PRINTED,
        say("A park cannot touch “{name}”: there is no such lot.", name=shown(name)),
    )


def _colours(colours: object) -> list[str]:
    if (
        not isinstance(colours, (list, tuple))
        or not all(
            isinstance(colour, str) and colour == shown(colour).strip() and 0 < len(colour) <= 20
            for colour in colours
        )
        or len(colours) != len(COLOURS)
        or len(set(colours)) != len(COLOURS)
    ):
        raise Refusal("wrong_colours", PRINTED, say("The cubes have four different colours."))
    return list(colours)


def require_same_lots(old: Copy, new: Copy) -> None:
    """Raise ``lots_renamed`` unless both copies name the same lots, parks and colours.

    A table's log speaks of lots by name, so in play figures may be corrected, names not.
    """
    same = {lot.name: lot.is_park for lot in old.lots.values()} == {
        lot.name: lot.is_park for lot in new.lots.values()
    }
    if not same or (old.colours and new.colours and set(old.colours) != set(new.colours)):
        raise Refusal(
            "lots_renamed",
            "",
            say("While a table plays, the names of lots and colours stay as they are."),
        )
