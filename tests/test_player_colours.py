"""Players' colours are distinct for all eyes and on every felt, and their prints are read."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest

from companion.mechanics.play.seating import SEAT_COLOURS
from tests.sources import ROOT

STYLES = ROOT / "static" / "styles"
Colour = tuple[float, float, float]
"""Red, green and blue, linear, from 0 to 1."""
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How eyes without one kind of cones see linear colours (Machado, Oliveira and Fernandes 2009)."""
APART = 15
"""The least difference of two colours in CIELAB (CIE76), which nobody misses side by side."""


def seen(written: str, eyes: str = "all cones") -> Colour:
    """Return a colour such as #cf2f2a as these eyes see it."""
    parts = [int(written[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    r, g, b = (
        min(1.0, max(0.0, sum(x * y for x, y in zip(row, linear, strict=True))))
        for row in EYES[eyes]
    )
    return r, g, b


def luminance(colour: Colour) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def difference(one: Colour, other: Colour) -> float:
    """Return the distance of two colours in CIELAB."""
    return dist(lab(one), lab(other))


def lab(colour: Colour) -> Colour:
    r, g, b = colour
    shares = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        luminance(colour),
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def pieces() -> dict[str, dict[str, str]]:
    """Return the variables of each player's colour: disc, stamp, rim and shape."""
    text = (STYLES / "pieces.css").read_text("utf-8")
    usual = re.search(r'\[class\*=" of-"\] \{([^}]*--stamp[^}]*)\}', text)
    assert usual is not None
    found = {}
    for colour, given in re.findall(r"\.of-(\w+) \{([^}]*)\}", text):
        found[colour] = dict(re.findall(r"--(\w+): ([^;]+);", usual[1] + given))
    return found


def felts() -> list[str]:
    tokens = (STYLES / "tokens.css").read_text("utf-8")
    return re.findall(r"--(?:lit|dim): (#\w{6});", tokens)


def test_a_picture_to_send_has_the_colours_of_the_screens() -> None:
    picture = (ROOT / "templates" / "table" / "result.svg").read_text("utf-8")
    tokens = (STYLES / "tokens.css").read_text("utf-8")
    felt = dict(re.findall(r"\.(felt-\w+) \{\s*--lit: (#\w{6});", tokens))
    discs = {colour: piece["disc"] for colour, piece in pieces().items() if colour in SEAT_COLOURS}

    assert dict(re.findall(r'"([\w-]+)": "(#\w{6})"', picture)) == felt | discs


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_players_have_colours_that_look_alike(eyes: str) -> None:
    discs = {colour: seen(pieces()[colour]["disc"], eyes) for colour in SEAT_COLOURS}

    alike = [
        (one, other)
        for one, other in combinations(SEAT_COLOURS, 2)
        if difference(discs[one], discs[other]) < APART
    ]

    assert alike == []


def test_each_colour_has_a_shape_of_its_own() -> None:
    shapes = [piece["shape"] for piece in pieces().values()]

    assert len(shapes) == len(set(shapes)) == len(SEAT_COLOURS) + 1


def test_what_is_printed_on_a_colour_is_read() -> None:
    for colour, piece in pieces().items():
        assert contrast(seen(piece["disc"]), seen(piece["stamp"])) >= 4.5, colour


def test_what_is_printed_on_a_colour_is_ink_where_the_colour_is_light() -> None:
    light = {colour for colour, piece in pieces().items() if luminance(seen(piece["disc"])) > 0.2}

    inked = {colour for colour, piece in pieces().items() if luminance(seen(piece["stamp"])) < 0.2}

    assert light == inked == {"yellow", "white"}


def mixed(rim: str, ground: str) -> str:
    """Return the colour of a rim on a ground; the last two digits of a rim are its opacity."""
    opacity = int(rim[7:] or "ff", 16) / 255
    parts = [
        round(int(rim[at : at + 2], 16) * opacity + int(ground[at : at + 2], 16) * (1 - opacity))
        for at in (1, 3, 5)
    ]
    return "#{:02x}{:02x}{:02x}".format(*parts)


@pytest.mark.parametrize("eyes", EYES)
def test_each_piece_is_seen_on_every_felt_by_its_colour_or_its_rim(eyes: str) -> None:
    assert len(felts()) == 12
    for felt in felts():
        for colour, piece in pieces().items():
            edge = seen(mixed(piece["rim"], felt), eyes)
            body = seen(piece["disc"], eyes)
            ground = seen(felt, eyes)
            assert max(difference(edge, ground), difference(body, ground)) >= APART, (colour, felt)
