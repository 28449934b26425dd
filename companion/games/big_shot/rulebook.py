"""The rules of Big Shot in our own words, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BS-S1": say("Two to four play. Each has a colour and begins with 10 million."),
    "BS-S2": say(
        "All roll the die; the highest leads the first turn, and whoever is tied rolls again."
    ),
    "BS-S3": say("The broker begins on any square of the board."),
    "BS-T1": say(
        "The leader rolls and moves the broker clockwise; squares without cubes are not counted."
    ),
    "BS-T2": say(
        "The four cubes of that square are auctioned. The next turn is led by the player to the "
        "left; there are eighteen."
    ),
    "BS-A1": say("Bidding begins to the left of the leader and goes clockwise."),
    "BS-A2": say(
        "A bid is a whole number of millions, at least 1, and higher than the one before."
    ),
    "BS-A3": say("Whoever passes is out of this auction."),
    "BS-A4": say("Nobody bids more than they have: pass, or borrow first."),
    "BS-A5": say("The last one left pays the bid to the bank and takes the four cubes."),
    "BS-A6": say("If all others pass without a bid, the leader has the cubes for nothing."),
    "BS-P1": say(
        "The winner places the four cubes one by one in lots that are not sold, several in one "
        "lot or not."
    ),
    "BS-L1": say(
        "Once a turn each player may borrow. Every loan costs 10 at the end; the first pays out "
        "9, the second 8, and so on."
    ),
    "BS-L2": say("Loans stay in view until the end; none is paid back before."),
    "BS-L3": say("A tenth loan would pay nothing, and there are 30 certificates in the box."),
    "BS-M1": say(
        "A lot holds seven cubes. With the seventh it is sold at once, and no cube is added."
    ),
    "BS-M2": say(
        "A lot belongs to the colour with most cubes there. Colours with the same number cancel "
        "each other, so a single cube can win."
    ),
    "BS-M3": say(
        "After the last turn the lots that are not full are settled the same way; if all cancel "
        "each other, nobody owns the lot."
    ),
    "BS-F1": say(
        "A lot counts its printed value. A park counts nothing, but doubles the lots beside it of "
        "the same owner, once at most."
    ),
    "BS-F2": say("A fortune is lots and cash, less 10 for every loan. The best fortune wins."),
    "BS-F3": say("Only a player with two lots can win; parks count as lots. Else nobody wins."),
    "BS-F4": say(
        "Equal fortunes: in the French edition more lots win, then the dearest lot; in the "
        "Italian one the win is shared."
    ),
    "BS-3": say(
        "With three players the fourth colour is nobody’s. Its cubes are "
        "placed like any; what it owns counts for no one."
    ),
    "BS-2a": say("With two players each has two colours with 10 each; their money is not mixed."),
    "BS-2b": say(
        "With two players loans are taken before the bidding, one a turn "
        "for each colour; in the French edition before your own first bid."
    ),
    "BS-2c": say(
        "With two players the winner says which of their two colours pays, "
        "so no bid is higher than the richer one has."
    ),
    "BS-2d": say("With two players lots belong to colours, and parks double for one colour only."),
    "BS-2e": say("With two players it takes two lots of each of your colours to win."),
    "BS-V1": say("Hidden money: nobody sees another’s money before the end."),
    "BS-V2": say("Hidden money: loans are taken at the start of a turn, before the bidding."),
    "BS-V3": say(
        "Hidden money: whoever wins and cannot pay shows their money, and "
        "the auction is run again; in the Italian edition that money stays "
        "open."
    ),
}
