"""The rules of Monopoly Travel in our own words, by rule id."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

RULES: Mapping[str, Sentence] = {
    "MO-S1": say("Two to six play. Each begins with 1500."),
    "MO-S2": say(
        "Each rolls two dice; the highest begins, then clockwise. The banker may play too."
    ),
    "MO-T1": say("Roll two dice and move clockwise. Passing or reaching Go pays 200, each time."),
    "MO-T2": say(
        "After a double you finish your turn and roll again; the third double in a turn leads to "
        "jail."
    ),
    "MO-T3": say(
        "A property that nobody owns is bought at its printed price, or auctioned at once."
    ),
    "MO-T4": say(
        "Each landing owes its rent to whoever owns the property then, even if they sell or "
        "mortgage it. They must ask for it before the next player rolls."
    ),
    "MO-T5": say("Taxes go to the bank. Free Parking and a visit to the jail cost nothing."),
    "MO-P1": say(
        "A setting, not in the book: taxes, fines and bail paid to the bank lie on Free Parking, "
        "and whoever lands there takes them all."
    ),
    "MO-T6": say(
        "On Chance and Community Chest you roll all three dice and do what the list says for the "
        "total. A line read once is remembered; the banker corrects it."
    ),
    "MO-R1": say(
        "A street earns what its deed says for its buildings. Without any, but with the whole "
        "group owned, it earns double, even if another street of the group is mortgaged."
    ),
    "MO-R2": say(
        "One to four stations earn 25, 50, 100 or 200. A utility earns 4 times the dice, 10 times "
        "with both. Mortgaged ones still count as owned."
    ),
    "MO-R3": say(
        "For a utility the roll counts that moved the player this turn, even if a list sent them "
        "there."
    ),
    "MO-R4": say("Mortgaged property earns nothing. Owners in jail collect as usual."),
    "MO-A1": say(
        "An auction begins at 1 and is open to all, whoever declined too. Nobody bids more than "
        "they could raise alone. The highest bid pays the bank; without a bid the property stays "
        "with it."
    ),
    "MO-B1": say(
        "Whoever owns a whole group, none of it mortgaged, builds at any time, evenly, up to four "
        "houses on a street."
    ),
    "MO-B2": say(
        "Four houses and the price of a hotel make a hotel, one on a street, once every street of "
        "the group has four."
    ),
    "MO-B3": say(
        "With no building left in the bank you wait. If several want more than there are, and can "
        "pay for them, they are auctioned one by one."
    ),
    "MO-B4": say(
        "Buildings are sold to the bank at half price, evenly. A hotel becomes its houses again "
        "and brings half of itself, or is sold whole with its group and brings half of its houses "
        "too."
    ),
    "MO-M1": say(
        "Before a street is mortgaged the buildings on it are sold. The bank pays the mortgage "
        "value."
    ),
    "MO-M2": say("To lift a mortgage costs its value and 10 % more, rounded up."),
    "MO-M3": say(
        "Whoever receives mortgaged property lifts it at once, or pays the 10 % now and again when "
        "lifting it."
    ),
    "MO-D1": say(
        "Properties, keys and money change hands at any price, but no money alone, and no street "
        "of a group with buildings."
    ),
    "MO-D2": say("A deal holds when both sides have agreed on their own screens."),
    "MO-D3": say(
        "Whoever is owed may take property, and money with it, for the debt or for a part of it; "
        "the bank takes money alone."
    ),
    "MO-J1": say(
        "To jail by its space, a list, or the third double: no 200, and the turn is over."
    ),
    "MO-J2": say(
        "Out of jail by a double, which gives no other roll, by a key, or by 50 of bail. Paying "
        "bail ends the turn; you roll in the next."
    ),
    "MO-J3": say(
        "After three turns without a double you pay 50, raising it first if need be, and then move "
        "by that roll."
    ),
    "MO-X1": say(
        "Short of money you sell buildings, mortgage, make deals or pay with property; whoever "
        "still cannot pay is bankrupt."
    ),
    "MO-X2": say(
        "Whoever is bankrupt sells all buildings at half price. Their deeds are auctioned if the "
        "bank is owed; else all they have goes to the player they owe."
    ),
    "MO-X3": say("The last one left wins."),
    "MO-X4": say(
        "Whoever leaves is out like a bankrupt; all he had goes back to the bank, his deeds for "
        "sale where they lie."
    ),
    "MO-F1": say("Fast game: before the start each is dealt two deeds and pays for them."),
    "MO-F2": say("Fast game: a hotel takes three houses instead of four."),
    "MO-F3": say(
        "Fast game: it ends at once when the second player is bankrupt; what others still owe is "
        "not paid any more."
    ),
    "MO-F4": say(
        "Wealth is cash, properties at their price, mortgaged ones at half, houses at cost, hotels "
        "at cost with the houses given for them. Debts still open count too."
    ),
    "MO-C1": say(
        "Timed game: when the agreed time is up the running turn is finished; then only debts are "
        "still paid, and the richest wins."
    ),
}
