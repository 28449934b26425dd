"""The pending decisions of Big Deal, with their prompts and the seats that must decide."""

from __future__ import annotations

from companion.games.big_deal.entities import Duel
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.game import PendingDecision
from companion.mechanics.language.words import Sentence, say, say_many, together


def waiting(state: BigDealState) -> PendingDecision:
    """Return the pending decision of the table.

    The decision names no seats before the deal, which anyone may record, or after the game.
    """
    seats, name = state.awaited, state.name(state.active)
    match state.stage:
        case "deal":
            return PendingDecision(
                say("Prepare the deck, deal five cards each, and choose who begins.")
            )
        case "draw":
            sentence = say("{name} draws the next card.", name=name).to_you("Draw a card.")
        case "income":
            sentence = say("{name} takes the income.", name=name).to_you("Take your income.")
        case "actions":
            sentence = _for_actions(state, name)
        case "collect" | "hands":
            sentence = _for_hands(state, seats)
        case "over":
            return PendingDecision(say("The game is over."))
        case _:
            sentence = _for_duel(state, not_none(state.duel))
    return PendingDecision(sentence, seats)


def _for_actions(state: BigDealState, name: str) -> Sentence:
    """Return the prompt for the active seat's actions, or for using its won shares (BD-K7)."""
    if state.spoils is None:
        return say("{name} takes actions or ends the turn.", name=name).to_you(
            "Take actions, or end your turn."
        )
    return say(
        "{name} opens, sells or keeps the shares just won: {company}.",
        name=name,
        company=state.spoils.title,
    ).to_you("Open, sell or keep the shares you won: {company}.")


def _for_hands(state: BigDealState, waited: tuple[int, ...]) -> Sentence:
    names = together(map(state.name, waited))
    if state.stage == "hands" and state.active in waited:
        # The card just drawn does not count (BD-G1), so it must not be sold with the hand.
        prompt = say(
            "Still to count: {names}. {name} first discards the card just drawn.",
            names=names,
            name=state.name(state.active),
        )
        if waited != (state.active,):
            return prompt
        return prompt.to_you("Discard the card you just drew, then enter how many shares you hold.")
    prompt = say("Still to count shares in hand: {names}.", names=names)
    return prompt.to_you("Enter how many shares you hold.")


def _for_duel(state: BigDealState, duel: Duel) -> Sentence:
    if duel.winner is None:
        return _for_answer(state, duel)
    name = state.name(duel.winner)
    if duel.winner == duel.attacker:
        return say(
            "{name} has won {company} and must raise {amount} to pay for it.",
            name=name,
            company=duel.title,
            amount=state.owed(duel),
        ).to_you("You won {company}: raise {amount} to pay for it.")
    sentence = say_many(
        "{name} keeps {company} and puts the laid share into the company or the hand.",
        "{name} keeps {company} and puts the laid shares into the company or the hand.",
        count=duel.shares,
        name=name,
        company=duel.title,
    )
    if duel.shares == 1:
        return sentence.to_you("You keep {company}: put the laid share into it or your hand.")
    return sentence.to_you("You keep {company}: put the laid shares into it or your hand.")


def _for_answer(state: BigDealState, duel: Duel) -> Sentence:
    name = state.name(duel.answering)
    values = {"name": name, "lowest": duel.lowest, "company": duel.title}
    if duel.answering != duel.defender:
        return say(
            "{name} bids {lowest} or more a share to take over {company}, or gives up.",
            **values,
        ).to_you("Bid {lowest} or more a share to take over {company}, or give up.")
    if state.can_only_give_up(duel):
        return say(
            "{name} can only give up {company}: the money does not cover {lowest} a share.",
            **values,
        ).to_you("You can only give up {company}: your money does not cover {lowest} a share.")
    return say(
        "{name} bids {lowest} or more a share to keep {company}, or gives up.", **values
    ).to_you("Bid {lowest} or more a share to keep {company}, or give up.")
