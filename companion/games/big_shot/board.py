"""The lots, parks and cubes of Big Shot, and the household's copy of the game.

Money is in whole millions of dollars. A copy holds the printed value of each lot and the lots that
each park touches.

A lot has a name and a label. The name never changes during a game. The label shows the printed
value: "9", or "9 b" for the second lot worth 9. A lot without a value shows its name instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, cast

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.loans import Certificates
from companion.mechanics.parts import MissingCounts
from companion.mechanics.play.table import PRINTED
from companion.mechanics.values.copies import copy_in, named_twice
from companion.mechanics.values.schema import Figure, Listed, Maybe, PrintedName, Row, Schema, Words

TURNS = 18
CUBES_A_TURN = 4
CUBES_IN_A_LOT = 7
CUBES_OF_A_COLOUR = 18
CUBES = 72
VALUED_LOTS = 11
PARKS = 2
START = 10
SIDES = 6
LOTS_TO_WIN = 2
CERTIFICATES = Certificates(
    payouts=(9, 8, 7, 6, 5, 4, 3, 2, 1),
    repayment=10,
    rule="BS-L3",
    in_all=30,
    no_more=say("A tenth loan would pay nothing. You cannot borrow again."),
)
COLOURS = ("red", "yellow", "white", "black")
COLOUR_WORDS = {
    "red": say("red"),
    "yellow": say("yellow"),
    "white": say("white"),
    "black": say("black"),
    # Cubes of other editions.
    "blue": say("blue"),
    "green": say("green"),
    "orange": say("orange"),
    "purple": say("purple"),
}
LETTERS = "ABCDEFGHIJK"
PARK_NAMES = ("park a", "park b")
PARK_WORDS = {"park a": say("park\u00a0a"), "park b": say("park\u00a0b")}
PARK_TITLES = {"park a": say("Park\u00a0a"), "park b": say("Park\u00a0b")}
HIGHEST_VALUE = 99
LONGEST_NAME = 20
PLACES = range(1, VALUED_LOTS + 1)


def _value_out_of_range(value: str, _: Words) -> Refusal:
    return Refusal(
        "value_out_of_range",
        PRINTED,
        say(
            "The value of a lot must be a whole number from 1 to {most}, not “{value}”.",
            most=HIGHEST_VALUE,
            value=shown(value),
        ),
    )


def _bad_lot_name() -> Refusal:
    sentence = say(
        "The name of a lot must have 1 to {most} characters and no comma.", most=LONGEST_NAME
    )
    return Refusal("bad_lot_name", "", sentence)


def _wrong_number_of_lots() -> Refusal:
    sentence = say("The board has {count} lots with a value.", count=VALUED_LOTS)
    return Refusal("wrong_number_of_lots", PRINTED, sentence)


def _wrong_number_of_parks() -> Refusal:
    return Refusal(
        "wrong_number_of_parks", PRINTED, say("The board has {count} parks.", count=PARKS)
    )


def _wrong_colours() -> Refusal:
    return Refusal("wrong_colours", PRINTED, say("The cubes have four different colours."))


def _require_different(colours: tuple[str, ...], _: Words) -> None:
    if len(set(colours)) < len(colours):
        raise _wrong_colours()


NAME = PrintedName(LONGEST_NAME, _bad_lot_name, without=",")
VALUE = Maybe(Figure(1, HIGHEST_VALUE, _value_out_of_range))
COLOUR = PrintedName(LONGEST_NAME, _wrong_colours)
ITS_COLOURS = Row((COLOUR,) * len(COLOURS), _wrong_colours, _require_different)


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot or a park on the board."""

    name: Annotated[str, NAME]
    value: Annotated[int | None, VALUE] = 0
    """The printed value in millions; None until it is entered, 0 for a park."""
    touches: Annotated[tuple[str, ...], Listed()] = ()
    """The names of the lots that this park touches and can double in value; empty for a lot."""
    label: str = ""
    """The text that players see: the printed value if known, otherwise the name."""
    is_park: bool = False


@dataclass(frozen=True, slots=True)
class BigShotCopy:
    """The printed content of a household's copy of the game."""

    lots: Mapping[str, Lot]
    """All eleven lots and two parks, keyed by name, in the copy's order with the parks last."""
    colours: tuple[str, ...] = ()
    """The four colours of the cubes; empty if they are the usual ones."""

    @property
    def parks(self) -> tuple[Lot, ...]:
        return tuple(lot for lot in self.lots.values() if lot.is_park)

    @property
    def is_named(self) -> bool:
        """Whether the value of every lot has been entered."""
        return None not in [lot.value for lot in self.lots.values()]

    @property
    def is_complete(self) -> bool:
        """Whether the copy has everything that the final scores need."""
        return self.is_named and all(park.touches for park in self.parks)

    @property
    def missing(self) -> MissingCounts:
        """The lots without a value, and the parks that touch no lot yet, with the counts."""
        lots = [lot.value for lot in self.lots.values()].count(None)
        words = say_many("{count} value", "{count} values", count=lots)
        parks = ((self.words(park.name), 1) for park in self.parks if not park.touches)
        return ((words, lots), *parks) if lots else tuple(parks)

    def parks_of(self, name: str) -> tuple[Lot, ...]:
        """Return the parks that touch the lot with this name."""
        return tuple(park for park in self.parks if name in park.touches)

    def words(self, name: str) -> Sentence | str:
        """Return the text that identifies a lot to players: "9", "9 · park a" or "park a".

        Lots with the same value are distinguished by the parks that they touch, because players can
        see this on the board. If the parks are the same too, the text is the label, such as "9 b".
        """
        lot = self.lots[name]
        if lot.is_park:
            return PARK_WORDS.get(lot.label, lot.label)
        parks = self.parks_of(name)
        short = self.short(name)
        if not parks or len(self._twins(lot)) == 1 or short != f"{lot.value}":
            return short
        return say(
            "{lot}\u00a0·\u00a0{parks}",
            lot=short,
            parks=tuple(self.words(one.name) for one in parks),
        )

    def short(self, name: str) -> str:
        """Return a lot's printed value, or its label if the value is not enough.

        The label is used for parks, for lots without a value, and for lots that have the same value
        and touch the same parks.
        """
        lot = self.lots[name]
        beside = [self.parks_of(twin.name) for twin in self._twins(lot)]
        is_told_apart = beside.count(self.parks_of(name)) == 1
        return f"{lot.value}" if is_told_apart and lot.value else lot.label

    def _twins(self, lot: Lot) -> list[Lot]:
        """Return the lots with the same printed value, including the lot itself."""
        return [one for one in self.lots.values() if one.value == lot.value]

    def named(self, name: str) -> Sentence | str:
        """Return a lot's name for use within a sentence, such as "lot 9" or "park a"."""
        lot = self.lots[name]
        return self.words(name) if lot.is_park else say("lot\u00a0{lot}", lot=self.words(name))

    def titled(self, name: str) -> Sentence | str:
        """Return a lot's name for the start of a sentence, such as "Lot 9" or "Park a"."""
        lot = self.lots[name]
        if lot.is_park:
            return PARK_TITLES.get(lot.label, lot.label)
        return say("Lot\u00a0{lot}", lot=self.words(name))

    def recorded(self, name: str) -> str:
        """Return the text for a lot in saved games: its label and letter, such as "9 (C)".

        If the lot has no value, or its name is not a letter, the text is the label alone.
        """
        lot = self.lots[name]
        is_letter = len(name) == 1 and name in LETTERS
        return f"{lot.label} ({name})" if is_letter and lot.label != name else lot.label


def colour_words(colour: str) -> Sentence | str:
    """Return the translatable name of a colour.

    A colour without an entry in ``COLOUR_WORDS`` is returned unchanged.
    """
    return COLOUR_WORDS.get(colour, colour)


def unknown_lot(copy: BigShotCopy, lot: str) -> Refusal:
    """Return the refusal for a lot that is not on the board."""
    return Refusal(
        "unknown_lot",
        PRINTED,
        say(
            "There is no lot “{lot}”. Choose one of: {lots}.",
            lot=lot,
            lots=tuple(map(copy.words, copy.lots)),
        ),
    )


def unknown_colour(colour: str, colours: Iterable[str], rule: str = PRINTED) -> Refusal:
    """Return the refusal for a colour that has no cubes in this copy."""
    return Refusal(
        "unknown_colour",
        rule,
        say(
            "There are no {colour} cubes. Choose one of: {colours}.",
            colour=colour_words(colour),
            colours=tuple(map(colour_words, colours)),
        ),
    )


def pile_words(counts: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return one phrase per colour in a pile of cubes, such as "red 3", largest count first."""
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return tuple(
        say("{colour} {count}", colour=colour_words(colour), count=count)
        for colour, count in ordered
        if count
    )


def require_room(counts: Mapping[str, int]) -> None:
    """Raise ``too_many_cubes`` if there are more cubes than a lot holds (BS-M1)."""
    if sum(counts.values()) > CUBES_IN_A_LOT:
        raise Refusal(
            "too_many_cubes", "BS-M1", say("A lot holds at most {most} cubes.", most=CUBES_IN_A_LOT)
        )


def colour_used_up(colour: str, left: int) -> Refusal:
    """Return the refusal for using more cubes of a colour than the game has.

    left: the number of cubes of that colour that can still be placed.
    """
    count, name = CUBES_OF_A_COLOUR, colour_words(colour)
    some = say(
        "There are only {all} {colour} cubes. You can still place {left}.",
        all=count,
        colour=name,
        left=left,
    )
    none = say(
        "All {all} {colour} cubes are already placed. Use another colour.", all=count, colour=name
    )
    return Refusal("colour_used_up", PRINTED, some if left else none)


def copy_from_record(record: Mapping[str, object]) -> BigShotCopy:
    """Build a copy from a canonical record, as returned by ``check_copy``."""
    lots, parks = LOTS.read(record["lots"]), TWO_PARKS.read(record["parks"])
    labels = labels_of((lot.name, lot.value) for lot in lots)
    found = {lot.name: replace(lot, label=_on_one_line(labels[lot.name], lot)) for lot in lots}
    found |= {park.name: replace(park, label=park.name, is_park=True) for park in parks}
    return BigShotCopy(found, tuple(cast("list[str]", record.get("colours", []))))


def labels_of(lots: Iterable[tuple[str, int | None]]) -> dict[str, str]:
    """Return the label of each lot, keyed by name.

    lots: pairs of name and value, in the copy's order.
    """
    pairs = list(lots)
    labels: dict[str, str] = {}
    met: dict[int, int] = {}
    for name, value in pairs:
        if value is not None:
            met[value] = met.get(value, 0) + 1
            labels[name] = f"{value}" if met[value] == 1 else f"{value} {_letter_of(met[value])}"
    taken = set(labels.values())
    for name, value in pairs:
        if value is None:
            # A lot that is named "9" but has no value must not look like the lot worth 9.
            labels[name] = f"{name} ?" if name in taken else name
    return labels


def _on_one_line(label: str, lot: Lot) -> str:
    """Make the spaces in a lot's label non-breaking if the label shows the printed value."""
    return label if lot.value is None else label.replace(" ", "\u00a0")


def _letter_of(place: int) -> str:
    return LETTERS[place - 1].lower()


def blank_copy() -> dict[str, object]:
    """Return the record of a copy whose lots are named A to K and have no values yet."""
    return {
        "lots": [{"name": letter, "value": None} for letter in LETTERS],
        "parks": [{"name": name, "touches": []} for name in PARK_NAMES],
    }


LOTS = Row((Schema(Lot, ("name", "value"), may_lack=True),) * VALUED_LOTS, _wrong_number_of_lots)
TWO_PARKS = Row((Schema(Lot, ("name", "touches"), may_lack=True),) * PARKS, _wrong_number_of_parks)


def check_copy(data: object) -> dict[str, object]:
    """Validate an untrusted copy and return its canonical record.

    data: {"lots": [{"name", "value"} x 11], "parks": [{"name", "touches"} x 2]}. A list of four
    "colours" and a file header are optional.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``wrong_number_of_lots``,
    ``wrong_number_of_parks``, ``bad_lot_name``, ``lot_named_twice``, ``value_out_of_range``,
    ``unknown_touch``, ``wrong_colours``.
    """
    data = copy_in(data, "{lots, parks}", "big_shot", "Big Shot")
    lots, parks = LOTS.read(data.get("lots")), TWO_PARKS.read(data.get("parks"))
    names = [lot.name for lot in lots]
    if name := named_twice([*names, *(park.name for park in parks)]):
        twice = say("Two lots are named “{name}”; rename one.", name=name)
        raise Refusal("lot_named_twice", "", twice)
    parks = tuple(replace(park, touches=_in_copy_order(park.touches, names)) for park in parks)
    record = {"lots": LOTS.record(lots), "parks": TWO_PARKS.record(parks)}
    if data.get("colours"):
        record["colours"] = list(ITS_COLOURS.read(data["colours"]))
    return record


def _in_copy_order(touched: tuple[object, ...], names: list[str]) -> tuple[str, ...]:
    """Return the touched lots without duplicates, in the copy's order.

    Raises ``unknown_touch`` for a lot that the copy does not have.
    """
    for name in touched:
        if name not in names:
            raise unknown_touch(name)
    return tuple(name for name in names if name in touched)


def unknown_touch(name: object) -> Refusal:
    """Return the refusal for a park that would touch a lot that does not exist."""
    return Refusal(
        "unknown_touch",
        PRINTED,
        say("A park cannot touch “{name}”: there is no such lot.", name=shown(name)),
    )


def require_same_lots(old: BigShotCopy, new: BigShotCopy) -> None:
    """Raise ``lots_renamed`` unless both copies have the same lots, parks and colours.

    Events refer to lots by name, so the names must not change during a game. The printed values
    may change. Colours are compared only if both copies list them.
    """
    same = {lot.name: lot.is_park for lot in old.lots.values()} == {
        lot.name: lot.is_park for lot in new.lots.values()
    }
    if not same or (old.colours and new.colours and set(old.colours) != set(new.colours)):
        raise Refusal(
            "lots_renamed",
            "",
            say("The names of lots and colours cannot change during a game."),
        )


def copy_fields(record: Mapping[str, object]) -> dict[str, str]:
    """Return the form fields of a copy, by name; the inverse of ``copy_from_form``.

    record: a canonical record, as returned by ``check_copy``.
    """
    copy = copy_from_record(record)
    fields = {f"colour_{place}": colour for place, colour in enumerate(copy.colours, 1)}
    for letter, park in zip("ab", copy.parks, strict=True):
        fields[f"name_{letter}"] = park.name
    lots = [lot for lot in copy.lots.values() if not lot.is_park]
    for place, lot in enumerate(lots, 1):
        fields[f"name_{place}"] = lot.name
        fields[f"value_{place}"] = "" if lot.value is None else str(lot.value)
        for letter, park in zip("ab", copy.parks, strict=True):
            fields[f"touches_{letter}_{place}"] = "on" if lot.name in park.touches else ""
    return fields


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical record of the copy entered in a form.

    Raises the refusals of ``check_copy``. The form has these fields, all optional:

    value_1 … value_11: printed values.
    name_1 … name_11: names of the lots. An unnamed lot is named after its value, if any, or else
    by a letter from A to K.
    touches_a_1 … touches_b_11: not empty if the park (a or b) touches the lot (1 to 11).
    touches_a, touches_b: labels or names of touched lots, separated by commas or spaces.
    name_a, name_b: names of the parks.
    colour_1 … colour_4: colours of the cubes.
    """
    typed = [VALUE.from_form(form, f"value_{place}") for place in PLACES]
    values = cast("list[int | None]", typed)
    names = _entered_names(form, values)
    labels = labels_of(zip(names, values, strict=True))
    parks = [
        {
            "name": form.get(f"name_{letter}", "").strip() or name,
            "touches": _ticked_lots(form, letter, names) + _listed_lots(form, letter, labels),
        }
        for letter, name in zip("ab", PARK_NAMES, strict=True)
    ]
    lots = [{"name": name, "value": value} for name, value in zip(names, values, strict=True)]
    colours = [form[key].strip() for key in map("colour_{}".format, range(1, 5)) if form.get(key)]
    return check_copy({"lots": lots, "parks": parks, "colours": colours})


def _entered_names(form: Mapping[str, str], values: list[int | None]) -> list[str]:
    labels = labels_of(zip(LETTERS, values, strict=True))
    fresh = [labels[letter] for letter in LETTERS]
    return [
        form.get(f"name_{place}", "").strip() or name
        for place, name in zip(PLACES, fresh, strict=True)
    ]


def _ticked_lots(form: Mapping[str, str], letter: str, names: list[str]) -> list[str]:
    return [
        name
        for place, name in zip(PLACES, names, strict=True)
        if form.get(f"touches_{letter}_{place}")
    ]


def _listed_lots(form: Mapping[str, str], letter: str, labels: Mapping[str, str]) -> list[str]:
    """Return the names of the lots that the text field of a park lists.

    The text has the form "9, 9 b, 10" or "9 9 b 10".

    letter: the park, "a" or "b".
    labels: the label of each lot, by name.
    """
    called = {label: name for name, label in labels.items()} | {name: name for name in labels}
    found: list[str] = []
    for part in form.get(f"touches_{letter}", "").split(","):
        words = part.split()
        while words:
            # "9 b" is one lot, but "9 10" is two, so try the longer label first.
            taken = 2 if " ".join(words[:2]) in called else 1
            name = called.get(" ".join(words[:taken]))
            if name is None:
                raise unknown_touch(words[0])
            found.append(name)
            words = words[taken:]
    return found
