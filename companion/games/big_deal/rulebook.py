"""The rules of Big Deal in our own words, by rule id. Refusals and scores cite these ids."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BD-S1": say(
        "The first player starts with 1000, with five or six players with 1400; each later one "
        "gets 150 more than the one before."
    ),
    "BD-S2": say(
        "Companies, shares and Cash cards in the deck depend on the number of players. Three Game "
        "Over cards go into the upper half of the deck, four into the lower. Everybody is dealt "
        "five cards; a Game Over card in the deal goes to the board and is replaced."
    ),
    "BD-S3": say("Nobody starts with resources."),
    "BD-T1": say("A turn begins with drawing the top card of the deck."),
    "BD-T2": say("Then comes the income, before any action."),
    "BD-T3": say("Then come actions, in any order and any number, but for the limits below."),
    "BD-T4": say(
        "At the end of a turn a hand holds at most five cards; the left "
        "neighbour takes the rest at random and discards it."
    ),
    "BD-G1": say(
        "A Game Over card that shows on the deck goes to the board at once. The seventh ends the "
        "game at once: the player whose turn it is gets no income and no turn, and discards the "
        "card just drawn."
    ),
    "BD-I1": say(
        "Each open company pays its green value once, however many shares lie there. The parts of "
        "a split company each pay."
    ),
    "BD-R1": say(
        "In a turn at most three resources are bought and at most three sold, colours mixed. A "
        "purchase costs the price of the slot it empties, a sale pays the price of the slot it "
        "fills; each colour has 14 tokens."
    ),
    "BD-H1": say(
        "Shares are bought from the open pool of the bank and sold to it "
        "at the white value, from your hand or from your own open company, "
        "without limit."
    ),
    "BD-C1": say(
        "A company is opened with two of its shares or more from the hand and one set of its "
        "resources, whatever the number of shares. Those tokens stay with it until it is closed."
    ),
    "BD-C2": say(
        "Shares can be added to your open company or taken back into your "
        "hand. With all taken back it is closed, and you keep its "
        "resources."
    ),
    "BD-C3": say(
        "A whole open company can be sold to the bank for the white value and 50 for each share. "
        "The shares are out of the game; the resources stay with the player."
    ),
    "BD-C4": say(
        "A company can be split: each part needs two shares or more and its own set of resources, "
        "and from then on is a company of its own."
    ),
    "BD-K1": say(
        "An attacker lays one or more shares of another player’s company, "
        "or Cash cards in place of shares, even Cash cards alone, and bids "
        "a price a share, at least the white value."
    ),
    "BD-K2": say(
        "The owner may answer with a higher price, and so on until one gives up. Prices rise by "
        "50 or a multiple of it."
    ),
    "BD-K3": say(
        "A defender bids no more than their cash covers: the price for "
        "each card the attacker laid. An attacker may bid beyond their "
        "cash."
    ),
    "BD-K4": say(
        "A defender who wins pays their price for each laid card. The laid "
        "shares go into their company, or into their hand while it stays "
        "at five cards or fewer. A laid Cash card is discarded, and the "
        "bank gives them the white value for it."
    ),
    "BD-K5": say(
        "An attacker who wins pays their price for each share of the "
        "company and gets them. The defender keeps the resources; laid "
        "Cash cards are discarded."
    ),
    "BD-K6": say(
        "An attacker raises the money in any way they can: until they have "
        "paid they buy and sell, open, grow, split and sell companies and "
        "play Cash cards as in their turn, and within its limits; won "
        "shares can be sold for the payment. If they still cannot pay, "
        "they lose the shares they laid and the cash they had, up to the "
        "price, and the company stays where it was."
    ),
    "BD-K7": say(
        "Won shares can be sold to the bank at once for the white value "
        "and 50 each. Or the attacker opens the company with their own "
        "resources, and gets its green value as special income, once, if "
        "it stands open at the end of this turn with at least one won "
        "share, however the cards were moved before. What is neither sold "
        "nor opened goes into their hand; the shares they laid are theirs "
        "again as soon as they have paid."
    ),
    "BD-K8": say(
        "A company won and split at once brings special income for one part alone. Several won "
        "companies bring it for each that is left open."
    ),
    "BD-Q1": say("A Cash card is played in the turn it was drawn or later."),
    "BD-Q2": say(
        "A Cash card collects from one or two opponents: 50 for each share "
        "in hand and for each resource that no company needs. Whoever "
        "cannot pay in full pays what they have."
    ),
    "BD-E1": say(
        "At the end every share, open or in hand, and every resource is sold for 150. Most money "
        "wins; equal money shares the win."
    ),
    "BD-V1": say("Shark: money is hidden."),
    "BD-V2": say("Shark: sold companies and won shares bring the white value and 100 a share."),
    "BD-V3": say("Shark: Cash cards collect 100 instead of 50."),
}
