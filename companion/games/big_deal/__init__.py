"""Big Deal (Zuckerman, Harpaz, Wagner, Rotem; Amigo 2001): companies, takeovers, Game Over cards.

Money is in millions of dollars, always a multiple of 50. Rule ids (BD-...) refer to ``rulebook``.
Hands are secret. Players enter the number of their cards only where a rule needs it.
"""

from companion.games.big_deal.game import BigDeal

GAME = BigDeal()
