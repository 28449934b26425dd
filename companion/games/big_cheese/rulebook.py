"""The rules of The Big Cheese in our own words, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BC-C": say(
        "There are four cards of each kind. Discards are shuffled in when the deck is empty, so a "
        "fifth of a kind cannot come up."
    ),
    "BC-A1": say(
        "The table says who opens the first auction; after that whoever won the last one opens."
    ),
    "BC-A2": say("Bidding goes against the clock in this edition; a table may agree on clockwise."),
    "BC-A3": say(
        "A bid is a number of workers: at least 1, more than the bid "
        "before, and no more than you have free."
    ),
    "BC-A4": say(
        "Whoever passes is out of this auction. The app passes for whoever "
        "has too few free workers to bid higher, and no Veto."
    ),
    "BC-A5": say("The highest bidder takes the card and puts that many workers on it."),
    "BC-A6": say("Then every other project, of every player, gives one worker back to its owner."),
    "BC-A7": say("A project whose last worker has come back is finished."),
    "BC-A8": say(
        "If everybody passes, the card is discarded, no worker moves, and the same player opens "
        "again."
    ),
    "BC-V1": say(
        "A Veto stays with its owner, who may play it instead of a bid: in "
        "turn, and before passing."
    ),
    "BC-V2": say(
        "Veto and project are discarded; the same player opens the next card, and no worker moves."
    ),
    "BC-S1": say("With one die: the owner rolls, and the card times the die is the score."),
    "BC-S2": say(
        "With the dice set: the owner rolls the die the card names, and scores what it shows. "
        "For the 2 an odd number is 1, an even one 2."
    ),
    "BC-S3": say("A scored card is discarded; Veto and Big Cheese stay in view until played."),
    "BC-B1": say(
        "A Big Cheese lets its owner roll again for a project of their own; the new result stands."
    ),
    "BC-B2": say("A Big Cheese that is finished together with a project may be used on it."),
    "BC-B3": say("A Big Cheese that was played is discarded."),
    "BC-E1": say(
        "Whoever first reaches the target wins: 200 or more with one die, 40 or more with the "
        "dice set."
    ),
    "BC-E2": say(
        "The round is played out, its projects rolled for in any order, before totals are "
        "compared with the target."
    ),
    "BC-E3": say(
        "Several at the target: the higher score wins, then more scored projects, else the win "
        "is shared."
    ),
    "BC-X1": say(
        "Exactly 30: a result that would pass 30 counts nothing, and the first with exactly 30 "
        "wins."
    ),
}
