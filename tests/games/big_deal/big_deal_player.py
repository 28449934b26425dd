"""A household that plays Big Deal by chance with a real deck and real hands."""

from __future__ import annotations

from collections import Counter
from itertools import islice, takewhile
from typing import Any

from companion.games.big_deal import GAME
from companion.games.big_deal.box import HAND, LEAST, RESOURCES, STEP
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import TakeoverBegun
from companion.mechanics.game import Action, Fact, Offer, OneOf, Setup, Whole
from tests.games import households

CASH, OVER = "cash", "over"
FIGURES: dict[str, tuple[int, int, dict[str, int]]] = {
    "security": (100, 150, {"human": 2}),
    "phonix": (100, 150, {"technology": 2}),
    "telcom": (150, 200, {"space": 1, "technology": 1}),
    "funparks": (150, 250, {"human": 2, "energy": 1}),
    "air_space": (200, 350, {"space": 2, "energy": 2}),
    "new_energy": (150, 250, {"energy": 3}),
    "cybot": (200, 300, {"technology": 2, "energy": 1}),
    "bioware": (250, 400, {"human": 2, "technology": 2}),
    "nanotech": (250, 450, {"technology": 3, "energy": 1}),
    "virtual": (300, 550, {"human": 2, "space": 2, "technology": 2}),
    "worldwide": (350, 700, dict.fromkeys(RESOURCES, 3)),
}
LADDERS: dict[str, list[int]] = {
    "human": [50, 50, 100, 100, 100, 150, 150, 150, 200, 200, 250, 250, 300, 300],
    "space": [100, 100, 100, 150, 150, 200, 200, 250, 250, 300, 300, 350, 350, 400],
    "energy": [100, 100, 150, 150, 150, 200, 200, 250, 250, 300, 300, 350, 350, 400],
    "technology": [150, 150, 150, 200, 200, 200, 250, 250, 300, 300, 350, 350, 400, 400],
}
"""Invented figures, by company and by wheel: no real share and no real wheel need print them."""
LIKELY = {
    "actions": {"take_over": 4, "sell_company": 0.03, "take_back": 0.05, "sell_resource": 0.1}
    | {"sell_shares": 0.1, "buy_shares": 0.3, "end_turn": 0.3, "learn_company": 0.3},
    "raise": {"pay": 0.3, "fail": 0.3},
}
"""How likely something is wanted, by stage: all the rest is walked before a turn is over."""

WAYS = households.ways(players=(2, 3, 4, 5, 6), shark=(False, True), known=(False, True))


def full_copy() -> dict[str, Any]:
    """Return a copy in which nothing is left to be asked."""
    companies = {
        name: {"white": white, "green": green, "needs": needs}
        for name, (white, green, needs) in FIGURES.items()
    }
    return dict(GAME.copy.check({"companies": companies, "ladders": LADDERS}))


def a_setup(players: int = 4, *, shark: bool = False, known: bool = True) -> Setup:
    """Return a prepared set-up; known: with a copy in which every figure was typed."""
    options = {"variant": "shark" if shark else "standard"}
    copy = full_copy() if known else {}
    return GAME.rules.prepare(Setup(options, households.seated(players), copy))


def learn(company: str) -> LearnCompany:
    """Return what somebody reads off a company's share."""
    white, green, needs = FIGURES[company]
    return LearnCompany(company, white, green, needs)


class Household(households.Household[BigDealState]):
    """Keeps a deck, its top last, hands, and what was thrown away unseen."""

    game = GAME

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
        """Return how many Game Over cards follow on the deck, below so many cards of its top."""
        rest = islice(reversed(self.deck), below, None)
        return sum(1 for _ in takewhile(lambda card: card == OVER, rest))

    def taken(self) -> str:
        """Take the top card; Game Over cards that then show go onto the board."""
        card = self.deck.pop()
        del self.deck[len(self.deck) - self.showing() :]
        return card

    def everything(self, state: BigDealState, company: str) -> int:
        """Return how many shares of a company there are, wherever they lie."""
        held = sum(hand.count(company) for hand in self.hands)
        return held + self.deck.count(company) + self.thrown[company] + state.seen_shares(company)

    def follow(self, before: BigDealState, fact: Fact, after: BigDealState) -> None:
        """Move real cards so that each seat holds what it took and lacks what it laid."""
        hand = self.hands[getattr(fact, "seat", before.active)]
        for _ in range(fact.cash_cards if isinstance(fact, TakeoverBegun) else 0):
            hand.remove(CASH)
        match fact.kind:
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

    def value(self, values: Whole | OneOf, most: int = 10) -> Any:
        """Return one of the values; money comes in fifties."""
        if isinstance(values, Whole) and values.lowest >= STEP:
            steps = Whole(0, values.highest and (values.highest - values.lowest) // STEP)
            return values.lowest + STEP * super().value(steps, self.random.choice((0, 1, most)))
        return super().value(values, most)

    def held(self, offer: Offer, *found: str) -> dict[str, int]:
        """Return how many shares an offer's seat holds of the companies it names, or of these."""
        companies = offer.fields.get("company", OneOf(found))
        assert offer.seat is not None and isinstance(companies, OneOf)
        hand = self.hands[offer.seat]
        return {str(name): hand.count(str(name)) for name in companies.values if name in hand}

    def to_learn_company(self, state: BigDealState, offer: Offer) -> Action:
        return learn(str(self.value(offer.fields["company"])))

    def to_deal(self, state: BigDealState, offer: Offer) -> Action | None:
        return self.as_offered(state, offer, overs=7 - self.deck.count(OVER))

    def to_draw(self, state: BigDealState, offer: Offer) -> Action | None:
        return self.as_offered(state, offer, overs=self.showing(below=1))

    def of_a_hand(self, state: BigDealState, offer: Offer, least: int = 1) -> Action | None:
        """Do something with shares of one company in hand."""
        enough = [(name, held) for name, held in self.held(offer).items() if held >= least]
        if not enough:
            return None
        company, held = self.random.choice(enough)
        return self.as_offered(
            state, offer, company=company, shares=self.random.randint(least, held)
        )

    def to_open(self, state: BigDealState, offer: Offer) -> Action | None:
        return self.of_a_hand(state, offer, LEAST)

    def to_sell_shares(self, state: BigDealState, offer: Offer) -> Action | None:
        of_company = "group" in offer.fields
        return self.as_offered(state, offer) if of_company else self.of_a_hand(state, offer)

    def of_a_company(self, state: BigDealState, offer: Offer) -> tuple[int, int, int]:
        """Return an open company that an offer names, its shares, and those in hand."""
        number = int(self.value(offer.fields["group"]))
        group = state.groups[number]
        return number, group.shares, self.held(offer, group.company).get(group.company, 0)

    def to_add(self, state: BigDealState, offer: Offer) -> Action | None:
        number, _, held = self.of_a_company(state, offer)
        shares = self.random.randint(1, max(held, 1))
        return self.as_offered(state, offer, group=number, shares=shares) if held else None

    def to_take_back(self, state: BigDealState, offer: Offer) -> Action | None:
        number, shares, _ = self.of_a_company(state, offer)
        return self.as_offered(state, offer, group=number, shares=self.random.randint(1, shares))

    def to_take_over(self, state: BigDealState, offer: Offer) -> Action | None:
        """Attack with shares and Cash cards that are in hand."""
        number, _, held = self.of_a_company(state, offer)
        assert offer.seat is not None
        cash_cards = self.hands[offer.seat].count(CASH)
        laid = {
            "shares": self.random.randint(0, held),
            "cash_cards": self.random.randint(0, cash_cards),
        }
        return self.as_offered(state, offer, group=number, **laid) if any(laid.values()) else None

    def to_collect(self, state: BigDealState, offer: Offer) -> Action | None:
        assert offer.seat is not None
        if CASH not in self.hands[offer.seat]:
            return None
        others = [other for other in state.seats if other != offer.seat]
        count = self.random.randint(1, min(2, len(others)))
        return self.as_offered(state, offer, opponents=tuple(self.random.sample(others, count)))

    def to_count_hand(self, state: BigDealState, offer: Offer) -> Action | None:
        assert offer.seat is not None
        hand = self.hands[offer.seat]
        return self.as_offered(state, offer, shares=len(hand) - hand.count(CASH))

    def to_claim(self, state: BigDealState, offer: Offer) -> Action | None:
        assert offer.seat is not None
        return self.as_offered(state, offer, hand=len(self.hands[offer.seat]))

    def to_open_won(self, state: BigDealState, offer: Offer) -> Action | None:
        assert state.spoils is not None
        most = state.spoils.won + self.held(offer, state.spoils.company).get(
            state.spoils.company, 0
        )
        if most < LEAST:
            return None
        return self.as_offered(state, offer, shares=self.random.randint(LEAST, most))
