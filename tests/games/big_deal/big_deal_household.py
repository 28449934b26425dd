"""The cards on a real table of Big Deal: a deck, hands, and what was thrown away unseen."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.games.big_deal import GAME
from companion.games.big_deal.box import HAND
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import TakeoverBegun
from companion.games.big_deal.turn import Draw
from companion.mechanics.game import Action, Fact, Setup

CASH, OVER = "cash", "over"
Step = tuple[BigDealState, Action, BigDealState]


class Household:
    """A table with its real cards; its state follows the facts, its cards follow its state."""

    def __init__(self, setup: Setup, random: Random) -> None:
        self.random = random
        self.state: BigDealState = GAME.rules.begin(setup)
        self.thrown: Counter[str] = Counter()
        self.deck = self._packed()
        self.hands: list[list[str]] = [[] for _ in setup.seats]
        self.dealt_overs = 0
        for hand in self.hands:
            while len(hand) < HAND:
                hand.append(self._next_card())
        self.dealt_overs += self._overs_showing()

    def _packed(self) -> list[str]:
        """Return the deck, its top last: Game Over cards three above, four below (BD-S2)."""
        packing = self.state.packing
        cards = [name for name in packing.companies for _ in range(packing.shares)]
        cards += [CASH] * packing.cash_cards
        self.random.shuffle(cards)
        half = len(cards) // 2
        lower, upper = cards[:half] + [OVER] * 4, cards[half:] + [OVER] * 3
        self.random.shuffle(lower)
        self.random.shuffle(upper)
        return lower + upper

    def _next_card(self) -> str:
        """Return the next card that is no Game Over; those on the way are counted."""
        self.dealt_overs += self._overs_showing()
        return self.deck.pop()

    def _overs_showing(self) -> int:
        """Lay Game Over cards that show on the deck onto the board; return how many."""
        count = 0
        while self.deck and self.deck[-1] == OVER:
            self.deck.pop()
            count += 1
        return count

    def everything(self, company: str) -> int:
        """Return how many shares of a company there are, wherever they lie."""
        hidden = self.deck.count(company) + self.thrown[company]
        return (
            hidden
            + sum(hand.count(company) for hand in self.hands)
            + self.state.seen_shares(company)
        )

    def do(self, action: Action) -> Step:
        """Take an action and move the real cards with it."""
        before = self.state
        for fact in action.decide(before):
            earlier, self.state = self.state, GAME.evolve(self.state, fact)
            self._move_cards(earlier, fact)
        return before, action, self.state

    def _move_cards(self, before: BigDealState, fact: Fact) -> None:
        """Move real cards so that each seat holds what it took and lacks what it laid."""
        seat = getattr(fact, "seat", before.active)
        hand = self.hands[seat]
        match fact.kind:
            case "card_drawn":
                hand.append(self._drawn)
            case "cash_card_played":
                hand.remove(CASH)
            case "takeover_begun":
                assert isinstance(fact, TakeoverBegun)
                for _ in range(fact.cash_cards):
                    hand.remove(CASH)
            case "turn_ended":
                self._throw_down(hand)
            case "last_over_shown":
                self.thrown[self._drawn] += 1
                self.hands[before.active].remove(self._drawn)
        for company in before.packing.companies:
            gone = before.unseen_shares(company) - self.state.unseen_shares(company)
            for _ in range(gone):
                hand.remove(company)
            hand.extend([company] * -gone)

    def _throw_down(self, hand: list[str]) -> None:
        while len(hand) > HAND:
            self.thrown[hand.pop(self.random.randrange(len(hand)))] += 1

    def draw(self) -> Draw:
        """Draw the real top card and say how many Game Over cards it uncovered."""
        self._drawn = self.deck.pop()
        return Draw(self.state.active, self._overs_showing())

    def held(self, seat: int, company: str) -> int:
        """Return how many shares of a company a seat holds in hand."""
        return self.hands[seat].count(company)
