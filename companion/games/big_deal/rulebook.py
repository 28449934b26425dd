"""The rules of Big Deal in our own words, by rule id. Refusals and scores cite these ids."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.language.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "BD-S1": say(
        "The first player starts with 1000, or 1400 with five or six players. Each "
        "following player gets 150 more than the one before."
    ),
    "BD-S2": say(
        "Companies, shares and Cash cards in the deck depend on the number of players. Three Game "
        "Over cards go into the upper half of the deck, four into the lower. Everyone is dealt "
        "five cards. A Game Over card that is dealt goes on the board and is replaced."
    ),
    "BD-S3": say("Nobody starts with resources."),
    "BD-T1": say("Begin your turn by drawing the top card of the deck."),
    "BD-T2": say("Then take your income, before any action."),
    "BD-T3": say("Then take any number of actions in any order, within the limits below."),
    "BD-T4": say(
        "At the end of your turn you may hold at most five cards. The player on your left takes "
        "the extra ones at random and discards them."
    ),
    "BD-G1": say(
        "A Game Over card on top of the deck goes on the board at once. The seventh ends the "
        "game at once: the player whose turn it is gets no income, does not play this turn and "
        "discards the card just drawn."
    ),
    "BD-I1": say(
        "Each open company pays its green value once, however many shares it has. Each part of a "
        "split company pays."
    ),
    "BD-R1": say(
        "In a turn you may buy at most three resources and sell at most three, of any colours. "
        "You pay the price of the slot you empty, and get the price of the slot you fill. Each "
        "colour has 14 tokens."
    ),
    "BD-H1": say(
        "You may buy shares from the bank’s pool, and sell shares from your hand or your open "
        "companies to it, at the white value and without limit."
    ),
    "BD-C1": say(
        "To open a company you need at least two of its shares from your hand, and one set of its "
        "resources whatever the number of shares. Those tokens stay with it until it is closed."
    ),
    "BD-C2": say(
        "You may add shares to your open company or take them back into your hand. Taking all of "
        "them back closes it, and you keep its resources."
    ),
    "BD-C3": say(
        "You may sell a whole open company to the bank: each share brings the white value plus "
        "50. The shares are out of the game; you keep the resources."
    ),
    "BD-C4": say(
        "You may split a company. Each part needs at least two shares and its own set of "
        "resources, and is a separate company from then on."
    ),
    "BD-K1": say(
        "An attacker lays one or more shares of another player’s company, Cash cards, or both, "
        "and bids a price per share of at least the white value."
    ),
    "BD-K2": say(
        "The owner may bid more, then the attacker, and so on until one of them gives up. Bids "
        "are multiples of 50."
    ),
    "BD-K3": say(
        "A defender may only bid what their money covers: the price for each card the attacker "
        "laid. An attacker may bid more than they have."
    ),
    "BD-K4": say(
        "A defender who wins pays the attacker their price for each laid card. The laid shares go "
        "into the company, or into the defender’s hand up to five cards. A laid Cash card is "
        "discarded, and the bank gives the defender the white value for it."
    ),
    "BD-K5": say(
        "An attacker who wins pays the defender their price for each share of the company and "
        "takes the shares. The defender keeps the resources; laid Cash cards are discarded."
    ),
    "BD-K6": say(
        "Until they have paid, the attacker may buy and sell, open, add to, split and sell "
        "companies and play Cash cards, within the limits of the turn. Won shares can be sold for "
        "the payment. An attacker who still cannot pay loses the laid shares and the money they "
        "had, up to the price, and the company stays with its owner."
    ),
    "BD-K7": say(
        "The attacker may sell won shares to the bank at once, each for the white value plus 50, "
        "or open the company with their own resources. It pays its green value once as special "
        "income if it is open at the end of this turn with at least one won share, however the "
        "cards were moved before. Won shares that are neither sold nor opened go into the "
        "attacker’s hand. The laid shares are theirs again as soon as they have paid."
    ),
    "BD-K8": say(
        "A company won and split in the same turn brings special income for one part only. "
        "Several won companies each bring it if they are left open."
    ),
    "BD-Q1": say("You may play a Cash card in the turn you drew it, or later."),
    "BD-Q2": say(
        "A Cash card collects from one or two opponents: 50 for each share "
        "in hand and for each resource that no company needs. An opponent "
        "who cannot pay in full pays what they have."
    ),
    "BD-E1": say(
        "At the end, every share, open or in hand, and every resource is sold for 150. The player "
        "with the most money wins; players with equal money share the win."
    ),
    "BD-V1": say("Shark: money is hidden."),
    "BD-V2": say("Shark: sold companies and won shares bring the white value plus 100 a share."),
    "BD-V3": say("Shark: Cash cards collect 100 instead of 50."),
}

SUBJECTS: Mapping[str, Sentence] = {
    "S": say("Setup"),
    "T": say("The turn"),
    "G": say("Game Over cards"),
    "I": say("Income"),
    "R": say("Resources"),
    "H": say("Shares"),
    "C": say("Companies"),
    "K": say("Takeovers"),
    "Q": say("Cash cards"),
    "E": say("End of the game"),
    "V": say("Shark variant"),
}
