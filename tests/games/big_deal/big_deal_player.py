"""A household that plays Big Deal by chance with a real deck and real hands."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice, takewhile
from typing import Any

from companion.games.big_deal import GAME
from companion.games.big_deal.box import HAND, STEP
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.settlement import Claim
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import TakeoverBegun
from companion.mechanics.game import Action, Event, LegalMove, OneOf, Range, Setup, apply_events
from companion.testing import households
from tests.transcripts.kept import FOLDER

CASH, OVER = "cash", "over"
KEPT = json.loads((FOLDER / "random/big_deal/2.json").read_text("utf-8"))
COPY = dict[str, Any](GAME.copy.check(KEPT["copy"]))
"""A copy in which every figure was typed, all invented: no real share need print them."""
LAID = ("open", "add", "sell_shares", "take_over", "open_won", "collect")
"""What cards are laid for."""
LIKELY = {
    "actions": {"open": 3, "take_over": 4, "sell_company": 0.03, "take_back": 0.05}
    | {"sell_resource": 0.1, "sell_shares": 0.1, "buy_shares": 0.3}
    | {"end_turn": 0.3, "learn_company": 0.3},
    "raise": {"pay": 0.3, "fail": 0.3},
}
"""How likely something is wanted, by stage: all the rest is walked before a turn is over."""

WAYS = households.ways(players=(2, 3, 4, 5, 6), shark=(False, True), known=(False, True))


def a_setup(players: int = 4, *, shark: bool = False, known: bool = True) -> Setup:
    """Return a prepared set-up; known: with a copy that has every printed number."""
    options = {"variant": "shark" if shark else "standard"}
    return GAME.rules.prepare(Setup(options, households.seated(players), COPY if known else {}))


def learn(company: str) -> LearnCompany:
    """Return the action that enters the printed numbers of a company."""
    return LearnCompany(company, **COPY["companies"][company])


class Household(households.Household[BigDealState]):
    """A household that keeps a deck, its top last, hands, and the cards discarded face down."""

    game = GAME
    unsure = frozenset(LAID)

    def is_odd(self, action: Action) -> bool:
        return bool((getattr(action, "price", 0) or 0) % STEP)

    def sit_down(self, state: BigDealState) -> None:
        """Deal from a deck with Game Over cards three above, four below (BD-S2)."""
        packing = state.packing
        cards = [name for name in packing.companies for _ in range(packing.shares)]
        cards += [CASH] * packing.cash_cards
        self.random.shuffle(cards)
        half = len(cards) // 2
        lower, upper = cards[:half] + [OVER] * 4, cards[half:] + [OVER] * 3
        self.random.shuffle(lower)
        self.random.shuffle(upper)
        self.deck = [*lower, *upper, "nothing yet"]
        self.thrown: Counter[str] = Counter()
        self.taken()
        self.hands = [[self.taken() for _ in range(HAND)] for _ in state.seats]

    def showing(self, below: int = 0) -> int:
        """Return the number of successive Game Over cards on the deck, below some top cards."""
        rest = islice(reversed(self.deck), below, None)
        return sum(1 for _ in takewhile(lambda card: card == OVER, rest))

    def taken(self) -> str:
        """Take the top card; Game Over cards that then show go onto the board."""
        card = self.deck.pop()
        del self.deck[len(self.deck) - self.showing() :]
        return card

    def everything(self, state: BigDealState, company: str) -> int:
        """Return the number of shares of a company in all places."""
        held = sum(hand.count(company) for hand in self.hands)
        return held + self.deck.count(company) + self.thrown[company] + state.seen_shares(company)

    def follow(self, before: BigDealState, event: Event, after: BigDealState) -> None:
        """Move real cards so that each seat holds what it took and lacks what it laid."""
        hand = self.hands[getattr(event, "seat", before.active)]
        for _ in range(event.cash_cards if isinstance(event, TakeoverBegun) else 0):
            hand.remove(CASH)
        match event.kind:
            case "card_drawn":
                hand.append(self.taken())
            case "cash_card_played":
                hand.remove(CASH)
            case "turn_ended":
                while len(hand) > HAND:
                    self.thrown[hand.pop(self.random.randrange(len(hand)))] += 1
            case "last_over_shown":
                self.thrown[hand.pop()] += 1
        for company in before.packing.companies:
            gone = before.unseen_shares(company) - after.unseen_shares(company)
            for _ in range(gone):
                hand.remove(company)
            hand.extend([company] * -gone)

    def keen(self, state: BigDealState, kind: str) -> float:
        return LIKELY.get(state.stage, {}).get(kind, 1)

    def value(self, values: Range | OneOf, most: int = 3) -> Any:
        """Return one of the values; money comes in fifties."""
        if isinstance(values, Range) and values.lowest >= STEP:
            steps = Range(0, values.highest and (values.highest - values.lowest) // STEP)
            return values.lowest + STEP * super().value(steps, self.random.choice((0, 1, 10)))
        return super().value(values, most)

    def picked(self, state: BigDealState, offers: list[LegalMove]) -> LegalMove:
        """Return an offer for which the seat holds the cards, if there is one."""
        held = [offer for offer in offers if self.can(state, offer.action)]
        return super().picked(state, held or offers)

    def can(self, before: BigDealState, action: Action) -> bool:
        """Return whether the seat holds the cards it lays, and has room for those it takes."""
        if isinstance(action, Claim) and action.into_hand:
            return len(self.hands[action.seat]) + action.into_hand <= HAND
        if action.kind not in LAID:
            return True
        after = apply_events(GAME, before, action.decide(before))
        hand = self.hands[getattr(action, "seat", before.active)]
        return hand.count(CASH) >= before.cash_cards_left - after.cash_cards_left and all(
            hand.count(company) >= before.unseen_shares(company) - after.unseen_shares(company)
            for company in before.packing.companies
        )

    def as_offered(self, state: BigDealState, offer: LegalMove, **said: Any) -> Action | None:
        """Return the action with values from the real deck, hands and printed numbers."""
        hand = self.hands[offer.seat or 0]
        others = [seat for seat in state.seats if seat != offer.seat]
        known: dict[str, dict[str, Any]] = {
            "deal": {"overs": 7 - self.deck.count(OVER)},
            "draw": {"overs": self.showing(below=1)},
            "count_hand": {"shares": len(hand) - hand.count(CASH)},
            "claim": {"hand": len(hand)},
            "collect": {
                "opponents": tuple(
                    self.random.sample(others, self.random.choice((1, len(others[:2]))))
                )
            },
        }
        found = super().as_offered(state, offer, **known.get(offer.kind, {}) | said)
        if found is None and offer.kind in LAID and self.can(state, offer.action):
            found = offer.action  # The smallest amount is always possible.
        return found

    def to_learn_company(self, state: BigDealState, offer: LegalMove) -> Action:
        return learn(str(self.value(offer.fields["company"])))
