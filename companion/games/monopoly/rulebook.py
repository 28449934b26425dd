"""The rules of Monopoly Travel in our own words, by rule id."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.language.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "MO-S1": say("For two to six players. Each starts with 1500."),
    "MO-S2": say(
        "Everyone rolls two dice. The highest total begins, and play goes clockwise. The "
        "banker may play too."
    ),
    "MO-T1": say(
        "Roll two dice and move clockwise. Each time you pass or land on Go, you get 200."
    ),
    "MO-T2": say(
        "After a double, finish your move and roll again. The third double in a turn sends "
        "you to jail."
    ),
    "MO-T3": say(
        "If nobody owns the property you land on, buy it at its printed price, or it is "
        "auctioned at once."
    ),
    "MO-T4": say(
        "Each landing owes rent to the owner at that moment, even if they then sell or "
        "mortgage the property. They must collect it before the next player rolls."
    ),
    "MO-T5": say("Taxes go to the bank. Free Parking and just visiting jail cost nothing."),
    "MO-P1": say(
        "A setting, not in the rule book: taxes, fines and bail paid to the bank go to Free "
        "Parking, and the next player who lands there takes them all."
    ),
    "MO-T6": say(
        "On Chance and Community Chest, roll all three dice and do what the list says for the "
        "total. The app remembers each line, and the banker can fix it."
    ),
    "MO-R1": say(
        "A street earns the rent on its title deed for its buildings. Without buildings, it "
        "earns double if you own the whole group, even if another street of the group is "
        "mortgaged."
    ),
    "MO-R2": say(
        "One to four stations earn 25, 50, 100 or 200. A utility earns 4 times the dice, or "
        "10 times if you own both. Mortgaged ones still count as owned."
    ),
    "MO-R3": say(
        "The rent of a utility uses the roll that moved the player this turn, even if a list "
        "sent them there."
    ),
    "MO-R4": say("Mortgaged property earns nothing. Owners in jail collect as usual."),
    "MO-A1": say(
        "An auction starts at 1 and is open to everyone, including the player who did not "
        "buy. Nobody may bid more than they could raise without deals. The highest bidder "
        "pays the bank. Without a bid, the bank keeps the property."
    ),
    "MO-B1": say(
        "If you own a whole group and none of it is mortgaged, you can build at any time, "
        "evenly, up to four houses on a street."
    ),
    "MO-B2": say(
        "Once every street of the group has four houses, you can swap four of them for a "
        "hotel by paying its price. A street can have one hotel."
    ),
    "MO-B3": say(
        "If the bank has no buildings left, you wait. If several players want more than there "
        "are and can pay for them, they are auctioned one by one."
    ),
    "MO-B4": say(
        "Buildings are sold to the bank evenly, at half price. A hotel is swapped for its "
        "houses and half its price, or sold with the whole group for half the price of its "
        "houses as well."
    ),
    "MO-M1": say(
        "Sell the buildings on a street before you mortgage it. The bank pays the mortgage value."
    ),
    "MO-M2": say("Lifting a mortgage costs its value plus 10 %, rounded up."),
    "MO-M3": say(
        "If you get a mortgaged property, lift the mortgage at once, or pay the 10 % now and "
        "again when you lift it."
    ),
    "MO-D1": say(
        "You can trade properties, keys and money at any price, but not money alone, and no "
        "street of a group with buildings."
    ),
    "MO-D2": say("A deal is made when both players have agreed on their own screens."),
    "MO-D3": say(
        "A player who is owed money may accept property, with or without money, for all or "
        "part of the debt. The bank takes only money."
    ),
    "MO-J1": say(
        "The Go to Jail space, a list or the third double sends you to jail. You get no 200, "
        "and your turn is over."
    ),
    "MO-J2": say(
        "Leave jail with a double, which gives no other roll, with a key, or for 50 bail. "
        "Paying bail ends your turn, and you roll in the next."
    ),
    "MO-J3": say(
        "After three turns without a double, pay 50, raising it first if necessary, and move "
        "by that roll."
    ),
    "MO-X1": say(
        "If you are short of money, sell buildings, mortgage, make deals or pay with "
        "property. If you still cannot pay, you are bankrupt."
    ),
    "MO-X2": say(
        "A bankrupt player sells all buildings at half price. If they owe the bank, their "
        "properties are auctioned. Otherwise all they have goes to the player they owe."
    ),
    "MO-X3": say("The last player left wins."),
    "MO-X4": say(
        "A player who leaves is out, as if bankrupt. All they had goes back to the bank, and "
        "players who land on their properties can buy them."
    ),
    "MO-F1": say(
        "Fast game: before the start, each player is dealt two properties and pays for them."
    ),
    "MO-F2": say("Fast game: a hotel takes three houses instead of four."),
    "MO-F3": say(
        "Fast game: it ends as soon as a second player is bankrupt. Debts still open are no "
        "longer paid."
    ),
    "MO-F4": say(
        "Wealth is cash, properties at their price, mortgaged ones at half, houses at cost, "
        "and hotels at cost with the houses given for them. Open debts count too."
    ),
    "MO-C1": say(
        "Timed game: when the agreed time is up, the current turn is finished. After that "
        "only debts are paid, and the richest player wins."
    ),
}

SUBJECTS: Mapping[str, Sentence] = {
    "S": say("Setup"),
    "TP": say("The turn"),
    "R": say("Rent"),
    "A": say("Auction"),
    "B": say("Houses and hotels"),
    "M": say("Mortgages"),
    "D": say("Deals"),
    "J": say("Jail"),
    "X": say("Debts"),
    "FC": say("End of the game"),
}
