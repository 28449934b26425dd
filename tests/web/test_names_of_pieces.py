"""Chips, dice and crowns have whole names for screen readers, not only a figure or a sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.browser.scenes import SCENES, record_of
from tests.web.test_whose_turn import screen_of

PIECE = re.compile(
    r'<(button|a)\b([^>]*\bclass="[^"]*\b(?:chip|die|card-face)\b[^>]*)>(.*?)</\1>', re.DOTALL
)
NAMED_GROUP = re.compile(
    r'<(\w+)[^>]* role="group" aria-label(?:|ledby)="[^"]+">.*?</\1>', re.DOTALL
)


def nameless(drawn: str) -> Iterator[str]:
    """Yield the pieces to tap that a screen reader reads as a bare number or sign."""
    alone = NAMED_GROUP.sub("", drawn)
    for _, attributes, label in PIECE.findall(drawn):
        named = re.search(r'aria-label="([^"]*)"', attributes)
        words = named[1] if named else re.sub("<[^>]*>", "", label)
        # The label of a bid in a takeover has two numbers, and is too long for each chip.
        if " disabled" in attributes or ' value="raise ' in attributes:
            continue
        is_number = words.isdecimal() and attributes not in alone
        if not (is_number or re.search("[A-Za-z]{2}", words)):
            yield attributes


@pytest.mark.parametrize("game", SCENES)
def test_every_chip_and_die_has_a_whole_name(app: Flask, game: str) -> None:
    for name, record, _ in SCENES[game]():
        for seat in range(len(record["seats"])):
            assert list(nameless(screen_of(app, record, seat))) == [], (name, seat)


def test_a_crown_and_a_thrown_die_are_pictures_with_names(app: Flask) -> None:
    drawn = screen_of(app, record_of("big_cheese", "cheese-roll"), 0)

    assert '<i class="crown" role="img" title="leading">' in drawn
    thrown = screen_of(app, record_of("monopoly", "mo-buy"), 0)
    assert re.findall(r'class="thrown-die f\d" role="img" title="(\d)"', thrown)
