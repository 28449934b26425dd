"""Big Deal (Zuckerman, Harpaz, Wagner, Rotem; Amigo 2001): companies, takeovers, Game Over cards.

Money is in millions of dollars, multiples of 50. Rule ids (BD-...) are those of the rules
digest. Hands are secret; the app asks for a count only where a rule needs one.
"""

from companion.games.big_deal.game import BigDeal

GAME = BigDeal()
