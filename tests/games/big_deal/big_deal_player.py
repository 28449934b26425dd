"""A household that plays Big Deal by chance: a real deck, real hands, legal actions alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.big_deal import GAME
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.turn import Deal
from companion.mechanics.game import Action, Setup, Sitting
from tests.games.big_deal.big_deal_choices import chosen, names_in
from tests.games.big_deal.big_deal_copies import FIGURES, full_copy
from tests.games.big_deal.big_deal_household import Household, Step

LAST = ("end_turn", "keep_won", "pay", "fail")
"""What is done when nothing else is wanted; chosen less often, so that all the rest is walked."""

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Emma", "Fabio")


def a_setup(players: int = 4, *, shark: bool = False, known: bool = True) -> Setup:
    """Return a prepared set-up; known: with a copy in which every figure was typed."""
    seats = tuple(Sitting(name) for name in NAMES[:players])
    options = {"variant": "shark" if shark else "standard"}
    return GAME.rules.prepare(Setup(options, seats, full_copy() if known else {}))


def played(setup: Setup, random: Random) -> Iterator[Step]:
    """Play a whole game by chance; yield each action between the states around it."""
    yield from play(Household(setup, random))


def play(house: Household) -> Iterator[Step]:
    """Play a household's game to its end."""
    yield house.do(Deal(house.random.randrange(len(house.hands)), house.dealt_overs))
    while not house.state.is_over:
        yield house.do(next_action(house))


def next_action(house: Household) -> Action:
    """Return one of the actions that are offered and that the cards in hand allow."""
    state, random = house.state, house.random
    waiting = GAME.rules.waiting(state).seats
    seat = random.choice(waiting)
    offers = GAME.legal_actions(state, seat)
    if state.stage == "draw":
        return house.draw()
    actions = [action for offer in offers for action in chosen(house, seat, offer)]
    random.shuffle(actions)
    found = list({action.kind: action for action in actions}.values())
    if not found or random.random() < 0.1:
        for offer in GAME.legal_actions(state, None):
            return learn(random.choice(names_in(offer, "company")))
    assert found, f"nothing to do at {state.stage}: {[offer.kind for offer in offers]}"
    rest = [action for action in found if action.kind not in LAST]
    return random.choice(rest) if rest and random.random() < 0.6 else random.choice(found)


def learn(company: str) -> LearnCompany:
    """Return what somebody reads off a company's share."""
    white, green, needs = FIGURES[company]
    return LearnCompany(company, white, green, needs)
