"""The app's own rules for the free bank, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "FB-S1": say("One to ten sit at the table, and everybody begins with the starting amount."),
    "FB-S2": say(
        "The table chooses who moves money: players pay from their own, or take from the bank "
        "and the pots as well, or the banker alone does all; nobody takes another’s money."
    ),
    "FB-S3": say("A salary set at set-up or later is paid by the bank with one tap."),
    "FB-S4": say("The app rolls dice and holds auctions unless the table left them out at set-up."),
    "FB-N1": say(
        "Accounts beside the seats are the bank, the pot, and up to twenty with names of their own."
    ),
    "FB-M1": say("An amount is a whole number from 1 to 10^12."),
    "FB-M2": say("Money moves between two different accounts."),
    "FB-M3": say("Money moves between accounts that are there."),
    "FB-M4": say(
        "No player goes below zero, or below the debt that the table "
        "allows; no pot below zero; the bank never runs dry."
    ),
    "FB-M5": say("No account but the bank has more than 10^12."),
    "FB-A1": say(
        "One thing at a time is up for auction, from a lowest bid, for the bank or another account."
    ),
    "FB-A2": say(
        "In an open auction anybody bids at any time, more than the highest bid and no more than "
        "they can pay; from then on their money must cover it. Nobody outbids themselves."
    ),
    "FB-A3": say("Whoever passes is out of that auction."),
    "FB-A4": say(
        "It is sold to the highest bid when all others have passed or the banker’s hammer falls."
    ),
    "FB-A5": say(
        "A sealed bid is put in once or again until all are opened, 0 for "
        "no bid, and is nobody else’s to know before that."
    ),
    "FB-A6": say(
        "Sealed bids are opened all at once, by the last one or by the "
        "banker’s hammer; the highest that its bidder’s money covers wins, "
        "and pays what it bid."
    ),
    "FB-A7": say("Where the highest sealed bids are the same, the banker says which of them wins."),
    "FB-A8": say(
        "Of an auction that is called off nobody pays, and what was sealed is read after the end."
    ),
    "FB-D1": say(
        "One to twenty dice of 2 to 1000 sides are rolled by the app, or typed as they fell."
    ),
    "FB-R1": say("Rounds are counted by a tap, from 1 to 9999."),
    "FB-C1": say("A countdown takes from a second to a day; a new one takes the place of the old."),
    "FB-P1": say("Points are given and taken beside the money, and may go below zero."),
    "FB-E1": say(
        "The banker ends the game; most or least money or points win, as chosen, and a tie is "
        "shared."
    ),
    "FB-E2": say("The game does not end while something is up for auction."),
    "FB-E3": say("Whoever leaves gives all he has to the bank, and comes last."),
}
