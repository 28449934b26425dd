"""The rules of The Big Cheese in our own words, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.language.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BC-C": say(
        "There are four cards of each kind. Discards are shuffled in when the deck is empty, so a "
        "fifth of a kind cannot come up."
    ),
    "BC-A1": say(
        "The players decide who opens the first auction. After that, the last winner opens."
    ),
    "BC-A2": say("Bidding goes counter-clockwise in this edition. A table may agree on clockwise."),
    "BC-A3": say(
        "A bid is a number of workers: at least 1, more than the bid "
        "before, and no more than you have free."
    ),
    "BC-A4": say(
        "A player who passes is out of this auction. The app passes for players who have too "
        "few free workers to bid higher and no Veto."
    ),
    "BC-A5": say("The highest bidder takes the card and puts that many workers on it."),
    "BC-A6": say("Then one worker returns to its owner from every other project of every player."),
    "BC-A7": say("A project whose last worker has come back is finished."),
    "BC-A8": say(
        "If everyone passes, the card is discarded, no worker moves, and the same player opens "
        "again."
    ),
    "BC-V1": say(
        "Keep a finished Veto until you play it. You may play it instead of a bid, on your "
        "turn and before you pass."
    ),
    "BC-V2": say(
        "The Veto and the card are discarded. No worker moves, and the same player opens the "
        "next auction."
    ),
    "BC-S1": say("With one die: the owner rolls and scores the card times the die."),
    "BC-S2": say(
        "With the dice set: the owner rolls the die named on the card and scores what it "
        "shows. For the 2, an odd number counts as 1 and an even one as 2."
    ),
    "BC-S3": say("A scored card is discarded; Veto and Big Cheese stay in view until played."),
    "BC-B1": say(
        "A Big Cheese lets its owner roll again for a project of their own; the new result stands."
    ),
    "BC-B2": say("A Big Cheese that is finished together with a project may be used on it."),
    "BC-B3": say("A Big Cheese that was played is discarded."),
    "BC-E1": say(
        "The first player to reach the target wins: 200 or more with one die, 40 or more with "
        "the dice set."
    ),
    "BC-E2": say(
        "First finish the round and roll for all its finished projects, in any order. Then "
        "compare the totals with the target."
    ),
    "BC-E3": say(
        "If several players reach the target, the highest score wins, then the most scored "
        "projects. If they are still tied, they share the win."
    ),
    "BC-X1": say(
        "Exactly 30: a result that would exceed 30 scores nothing. The first player with "
        "exactly 30 wins."
    ),
}

SUBJECTS: Mapping[str, Sentence] = {
    "C": say("Cards"),
    "A": say("Auction"),
    "V": say("Veto"),
    "S": say("Points"),
    "B": say("Big Cheese"),
    "EX": say("End of the game"),
}
