"""What the table waits for, in one sentence."""

from __future__ import annotations

from companion.games.big_deal.box import STEP, title
from companion.games.big_deal.state import BigDealState, Duel
from companion.mechanics.game import Waiting
from companion.mechanics.words import Sentence, say


def next_seats(state: BigDealState) -> tuple[int, ...]:
    """Return the seats whose word or move it is; none: anybody's."""
    stage = state.stage
    if stage == "collect":
        assert state.collection is not None
        return state.collection.waiting
    if stage in ("duel", "claim", "raise"):
        assert state.duel is not None
        winner = state.duel.winner
        return (state.duel.answering if winner is None else winner,)
    if stage == "hands":
        return tuple(seat for seat in state.seats if seat not in state.hands)
    return () if stage in ("deal", "over") else (state.active,)


def waiting(state: BigDealState) -> Waiting:
    """Return what the table waits for, or that the game is over; no seats: anybody."""
    return Waiting(_sentence(state), next_seats(state))


def _sentence(state: BigDealState) -> Sentence:
    name = state.name(state.active)
    match state.stage:
        case "deal":
            return say("Pack the deck, deal five cards each, and say who begins.")
        case "draw":
            return say("{name} draws a card.", name=name)
        case "income":
            return say("{name} takes the income.", name=name)
        case "actions":
            return say("{name} acts, or ends the turn.", name=name)
        case "collect" | "hands":
            return _for_hands(state)
        case "over":
            return say("The game is over.")
    assert state.duel is not None
    return _for_duel(state, state.duel)


def _for_hands(state: BigDealState) -> Sentence:
    waited = next_seats(state)
    names = tuple(map(state.name, waited))
    if state.stage == "hands" and state.active in waited:
        # Else a share that BD-G1 takes away would be sold with the hand.
        return say(
            "Shares in hand are counted: {names}. {name} first discards the card just drawn.",
            names=names,
            name=state.name(state.active),
        )
    return say("Shares in hand are counted: {names}.", names=names)


def _for_duel(state: BigDealState, duel: Duel) -> Sentence:
    company = title(duel.company)
    if duel.winner is None:
        return _for_answer(state, duel)
    if duel.winner == duel.attacker:
        return say(
            "{name} has won {company} and must find {amount} to pay for it.",
            name=state.name(duel.winner),
            company=company,
            amount=duel.price * state.groups[duel.group].shares,
        )
    return say(
        "{name} keeps {company} and says where the laid shares go: into the company or the hand.",
        name=state.name(duel.winner),
        company=company,
    )


def _for_answer(state: BigDealState, duel: Duel) -> Sentence:
    values = {
        "name": state.name(duel.answering),
        "lowest": duel.price + STEP,
        "company": title(duel.company),
    }
    if duel.answering == duel.defender:
        return say(
            "{name} answers: bid {lowest} or more a share to keep {company}, or give up.", **values
        )
    return say(
        "{name} answers: bid {lowest} or more a share to take over {company}, or give up.", **values
    )
