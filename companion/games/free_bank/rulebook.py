"""The app's own rules for the free bank, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.clocks.turn_clock import TURN_CLOCK
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.teams import TEAMS

RULES: Mapping[str, Sentence] = {
    "FB-S1": say("One to ten can play. Everyone begins with the starting amount."),
    "FB-S2": say(
        "The settings say who moves money: players pay from their own money, or they also "
        "take from the bank and the pots, or only the banker moves it. Nobody may take "
        "another player’s money."
    ),
    "FB-S3": say("The bank pays the salary with one tap. It can be set before or during the game."),
    "FB-S4": say("The app rolls dice and holds auctions unless the settings turn them off."),
    "FB-S5": say(
        "The banker can change who wins, who moves money, the debt limit, the dice and the names "
        "of the money during the game. Nobody may owe more than a new limit."
    ),
    "FB-S6": say(
        "Somebody may join late, with the starting amount, while nothing is up for auction."
    ),
    "FB-S7": say(
        "If the settings hide the balances, each player sees only their own until the game ends. "
        "Payments stay public."
    ),
    "FB-S8": say(
        "The settings give the money no, one or two decimal places. The app counts in the smallest "
        "unit, so payments and salaries are never rounded. Shares are rounded down to the smallest "
        "unit, and the rest stays where it was."
    ),
    "FB-S9": TEAMS,
    "FB-N1": say(
        "Besides the players’ money there are accounts: the bank, the pot, and up to twenty "
        "that you name."
    ),
    "FB-M1": say("An amount is a whole number from 1 to 10^12."),
    "FB-M2": say("Money moves between two different accounts."),
    "FB-M3": say("Money moves only between accounts that exist."),
    "FB-M4": say(
        "No player can go below zero, or below the debt that the settings allow. No pot can "
        "go below zero. The bank never runs out."
    ),
    "FB-M5": say("No account except the bank can hold more than 10^12."),
    "FB-M6": say("Anyone who cannot pay an amount can pay as much as they have."),
    "FB-M7": say("An amount can be shared equally. What cannot be divided stays where it was."),
    "FB-M8": say(
        "A player can ask another for a payment. Money moves only if the other accepts. A request "
        "can be declined or withdrawn."
    ),
    "FB-A1": say(
        "One lot at a time is up for auction. It has a lowest bid, and the price goes to the "
        "bank or another account."
    ),
    "FB-A2": say(
        "In an open auction anyone may bid at any time: more than the highest bid, and no "
        "more than they can pay. Their money must cover the bid from then on. Nobody can "
        "outbid themselves."
    ),
    "FB-A3": say("A player who passes is out of that auction."),
    "FB-A4": say(
        "The highest bid wins when everyone else has passed or the banker ends the bidding."
    ),
    "FB-A5": say(
        "You may change your sealed bid until all are opened; 0 means no bid. Nobody else can "
        "see it before that."
    ),
    "FB-A6": say(
        "Sealed bids are opened all at once, when the last one is in or when the banker opens "
        "them. The highest bid that its bidder can pay wins. If the opening is undone, everyone "
        "has seen the bids, and everyone may change theirs."
    ),
    "FB-A7": say(
        "If the highest sealed bids are tied, the banker chooses the winner, or lets a random draw "
        "decide."
    ),
    "FB-A8": say(
        "If an auction is called off, nobody pays. Its sealed bids can be read after the game."
    ),
    "FB-A9": say(
        "With the second price, the winner of a sealed auction pays the second-highest bid, or the "
        "lowest allowed bid if nobody else made one."
    ),
    "FB-A10": say(
        "With secret limits, the app bids for each player, one more than the second-highest limit, "
        "up to their own. Of two equal limits the older one wins. The limits stay secret until the "
        "end of the game."
    ),
    "FB-A11": say(
        "Once around, each player bids more or passes once, in turn. The player to the left of the "
        "seller goes first. The highest bid wins."
    ),
    "FB-A12": say(
        "With a falling price, the banker lowers the price in steps of a twentieth of the first "
        "price. The first player to take the lot pays the price. At 0 nobody gets the lot."
    ),
    "FB-A13": say(
        "An auction may have a time. At its end the highest bid wins, or the sealed bids are "
        "opened. A bid in the last 15 seconds of an open auction leaves 15 seconds again. With a "
        "falling price, the price falls each time."
    ),
    "FB-D1": say(
        "The app rolls one to twenty dice with 2 to 1000 sides, or you enter what real dice show."
    ),
    "FB-D2": say("A random draw chooses one of the players, for example the first player."),
    "FB-R1": say("A tap begins the next round. Rounds go from 1 to 9999."),
    "FB-C1": say("A countdown lasts from one second to one day. A new one replaces the old one."),
    "FB-C2": TURN_CLOCK,
    "FB-P1": say("Points are separate from money and can go below zero."),
    "FB-G1": say(
        "A table can count up to twelve goods, such as wood and ore, for each player. The settings "
        "name them, and the banker can change the names during the game. Goods are not money and "
        "do not count for the final scores."
    ),
    "FB-G2": say(
        "Players count their own goods, unless only the banker moves money. The banker can count "
        "for everyone. Numbers are whole, and nobody can return more than they have. A player who "
        "leaves returns everything. While balances are hidden, so are these numbers. Each change "
        "is still told, and the banker counts only for players without a phone."
    ),
    "FB-E1": say(
        "The banker ends the game. The settings say whether the most or the least money or "
        "points win. Tied players share the win."
    ),
    "FB-E2": say("The game cannot end while something is up for auction."),
    "FB-E3": say("A player who leaves gives everything they have to the bank and comes last."),
}

SUBJECTS: Mapping[str, Sentence] = {
    "S": say("Setup"),
    "NM": say("Money"),
    "A": say("Auctions"),
    "D": say("Dice"),
    "R": say("Rounds"),
    "C": say("Clocks"),
    "P": say("Points"),
    "G": say("Goods"),
    "E": say("End of the game"),
}
