"""The rules of Big Shot in our own words, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.language.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BS-S1": say("Two to four can play. Each player has a colour and begins with 10 million."),
    "BS-S2": say(
        "Everyone rolls the die. The highest roll begins the first turn; tied players roll again."
    ),
    "BS-S3": say("The broker begins on any square of the board."),
    "BS-T1": say(
        "The player who begins the turn rolls and moves the broker clockwise; squares without "
        "cubes are not counted."
    ),
    "BS-T2": say(
        "The four cubes on that square are auctioned. The player to the left begins the next "
        "turn. There are eighteen turns."
    ),
    "BS-A1": say("Bidding begins to the left of the player who rolled and goes clockwise."),
    "BS-A2": say(
        "A bid is a whole number of millions, at least 1, and higher than the one before."
    ),
    "BS-A3": say("A player who passes is out of this auction."),
    "BS-A4": say("You cannot bid more than you have. Pass, or borrow first."),
    "BS-A5": say("The last one left pays the bid to the bank and takes the four cubes."),
    "BS-A6": say(
        "If all others pass without a bid, the player who rolled gets the cubes for free."
    ),
    "BS-P1": say(
        "The winner places the four cubes one by one on unsold lots. Several may go on the "
        "same lot."
    ),
    "BS-L1": say(
        "Each player may borrow once per turn. Every loan costs 10 at the end. The first pays "
        "out 9, the second 8, and so on."
    ),
    "BS-L2": say("Loans stay visible until the end. None can be paid back earlier."),
    "BS-L3": say("A tenth loan would pay nothing. There are 30 loan certificates in all."),
    "BS-M1": say(
        "A lot holds seven cubes. It is sold as soon as it has seven, and no more can be added."
    ),
    "BS-M2": say(
        "A lot belongs to the colour with the most cubes on it. Colours with equal numbers "
        "cancel each other out, so a single cube can win."
    ),
    "BS-M3": say(
        "After the last turn, the other lots are settled the same way. If all colours on a "
        "lot cancel each other out, nobody owns it."
    ),
    "BS-F1": say(
        "A lot is worth its printed value. A park is worth nothing, but doubles its owner’s "
        "lots beside it. No lot is doubled twice."
    ),
    "BS-F2": say("Wealth is lots and cash, minus 10 for every loan. The greatest wealth wins."),
    "BS-F3": say(
        "Only a player with at least two lots can win. Parks count as lots. If nobody has two "
        "lots, nobody wins."
    ),
    "BS-F4": say(
        "If wealth is tied, in the French edition the most lots win, then the most valuable "
        "lot. In the Italian edition the win is shared."
    ),
    "BS-3": say(
        "With three players, the fourth colour belongs to nobody. Its cubes are placed like "
        "any others. The lots it owns count for nobody."
    ),
    "BS-2a": say(
        "With two players, each has two colours with 10 each. The money of the two colours is "
        "kept apart."
    ),
    "BS-2b": say(
        "With two players, loans are taken before the bidding, one per turn for each colour. "
        "In the French edition, you may borrow until your own first bid."
    ),
    "BS-2c": say(
        "With two players, the winner chooses which of their two colours pays. A bid cannot "
        "be higher than the money of the richer colour."
    ),
    "BS-2d": say(
        "With two players, lots belong to colours. A park doubles only lots of its own colour."
    ),
    "BS-2e": say("With two players, you need two lots of each of your colours to win."),
    "BS-V1": say("Hidden money: nobody sees other players’ money before the end."),
    "BS-V2": say("Hidden money: loans are taken at the start of a turn, before the bidding."),
    "BS-V3": say(
        "Hidden money: a winner who cannot pay shows their money, and the auction starts "
        "again. In the Italian edition that money stays open."
    ),
}

SUBJECTS: Mapping[str, Sentence] = {
    "S": say("Setup"),
    "T": say("The turn"),
    "A": say("Auction"),
    "P": say("Cubes"),
    "L": say("Loans"),
    "M": say("The lots"),
    "F": say("Final scores"),
    "32V": say("Variants"),
}
