"""What a seat may do now; the same guards let the posted action through."""

from __future__ import annotations

from companion.games.big_cheese.actions import Bid, Keep, OfferCard, Open, Pass, Reroll, Roll, Veto
from companion.games.big_cheese.bidding import require_bid, require_card, require_veto, require_word
from companion.games.big_cheese.results import require_reroll, require_result, require_roll
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.mechanics.game import Offer, OneOf, Whole
from companion.mechanics.refusal import allows


def legal_actions(state: BigCheeseState, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat may do now; seat None: what belongs to no seat."""
    if seat is None:
        return _for_the_table(state)
    if state.stage == "auction":
        return _word(state, seat)
    return _result(state, seat) if state.stage == "results" else ()


def _for_the_table(state: BigCheeseState) -> tuple[Offer, ...]:
    if state.stage == "open":
        return (Offer(Open.kind, None, {"seat": OneOf(tuple(state.seats))}),)
    cards = possible_cards(state)
    return (Offer(OfferCard.kind, None, {"card": OneOf(cards)}),) if cards else ()


def possible_cards(state: BigCheeseState) -> tuple[str, ...]:
    """Return the cards that can be up now (BC-C)."""
    return tuple(card for card in state.cards if allows(require_card, state, card))


def _word(state: BigCheeseState, seat: int) -> tuple[Offer, ...]:
    """Return bid, pass and Veto for the seat whose word it is."""
    if not allows(require_word, state, seat):
        return ()
    assert state.auction is not None
    offers = [Offer(Pass.kind, seat)]
    lowest = state.auction.lowest_bid
    if allows(require_bid, state, seat, lowest):
        offers.insert(0, Offer(Bid.kind, seat, {"workers": Whole(lowest, state.free(seat))}))
    if allows(require_veto, state, seat):
        offers.append(Offer(Veto.kind, seat))
    return tuple(offers)


def _result(state: BigCheeseState, seat: int) -> tuple[Offer, ...]:
    own = [project for project in state.finished if project.seat == seat]
    offers = [
        Offer(Roll.kind, seat, _faces(state, project))
        for project in own
        if allows(require_roll, state, seat, project.number)
    ]
    for project in own:
        if allows(require_reroll, state, seat, project.number):
            offers.append(Offer(Reroll.kind, seat, _faces(state, project)))
        if allows(require_result, state, seat, project.number):
            offers.append(Offer(Keep.kind, seat, {"project": OneOf((project.number,))}))
    return tuple(offers)


def _faces(state: BigCheeseState, project: Project) -> dict[str, Whole | OneOf]:
    sides = state.sides(project.card)
    return {"project": OneOf((project.number,)), "value": Whole(1, sides)}
