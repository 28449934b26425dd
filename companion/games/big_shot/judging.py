"""Who owns a lot, in words: for the history and for the calculator alike (BS-M2, BS-M3)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_shot.box import (
    CUBES_IN_A_LOT,
    CUBES_OF_A_COLOUR,
    PRINTED,
    colour_words,
)
from companion.mechanics.majority import majority
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import Judgement
from companion.mechanics.words import Sentence, say


def pile_words(counts: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return cubes as they are said: "red 3", "white 1", the most first."""
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return tuple(
        say("{colour} {count}", colour=colour_words(colour), count=count)
        for colour, count in ordered
        if count
    )


def judged_words(
    lot: Sentence | str,
    counts: Mapping[str, int],
    owner: Sentence | str | None,
    *,
    has_cancelled: bool,
    rule: str,
) -> Sentence:
    """Return a lot's cubes and what they decide; owner: as he is said, None for nobody."""
    cubes = pile_words(counts)
    if owner is None:
        return say(
            "{lot}: {counts} — the tied colours cancel, nobody owns it ({rule}).",
            lot=lot,
            counts=cubes,
            rule=rule,
        )
    if has_cancelled:
        return say(
            "{lot}: {counts} — the tied colours cancel, {owner} owns it ({rule}).",
            lot=lot,
            counts=cubes,
            owner=owner,
            rule=rule,
        )
    return say(
        "{lot}: {counts} — {owner} has the most and owns it ({rule}).",
        lot=lot,
        counts=cubes,
        owner=owner,
        rule=rule,
    )


def judge(counts: Mapping[str, int]) -> Judgement:
    """Return who owns a lot with these cubes, and why.

    Raises ``too_many_cubes``: a lot is sold with its seventh.
    """
    require_room(counts)
    rule = "BS-M2" if sum(counts.values()) == CUBES_IN_A_LOT else "BS-M3"
    if not any(counts.values()):
        return Judgement(None, say("An empty lot belongs to nobody and needs no settling."), rule)
    found = majority(counts)
    owner = None if found.owner is None else colour_words(found.owner)
    sentence = judged_words(
        say("The lot"), counts, owner, has_cancelled=bool(found.cancelled), rule=rule
    )
    return Judgement(found.owner, sentence, rule)


def require_room(counts: Mapping[str, int]) -> None:
    """Raise ``too_many_cubes`` for more cubes than a lot holds (BS-M1)."""
    if sum(counts.values()) > CUBES_IN_A_LOT:
        raise Refusal(
            "too_many_cubes",
            "BS-M1",
            say("A lot holds at most {most} cubes.", most=CUBES_IN_A_LOT),
        )


def used_up(colour: str, left: int) -> Refusal:
    """Return the refusal for more cubes of a colour than the box holds."""
    return Refusal(
        "colour_used_up",
        PRINTED,
        say(
            "There are {all} {colour} cubes in the box; {left} can still be placed.",
            all=CUBES_OF_A_COLOUR,
            colour=colour_words(colour),
            left=left,
        ),
    )
