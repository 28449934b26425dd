"""The history of buildings, mortgages and deals, and of what the banker put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.monopoly import property_facts as facts
from companion.games.monopoly.board import GROUP_WORDS
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.corrections import with_reason
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say, say_many


def _on_a_space(state: MonopolyState, fact: Any) -> dict[str, object]:
    return {"name": state.name(fact.seat), "space": state.board[fact.position].name}


def _built(state: MonopolyState, fact: facts.Built) -> Sentence:
    values = _on_a_space(state, fact) | {"price": fact.price}
    if fact.building == "hotel":
        return say("{name} builds the hotel on {space} for {price}.", **values)
    return say("{name} builds a house on {space} for {price}.", **values)


def _sold(state: MonopolyState, fact: facts.BuildingsSold) -> Sentence:
    values = _on_a_space(state, fact) | {"amount": fact.amount}
    if fact.before > state.most_houses and fact.after == state.most_houses:
        return say("{name} swaps the hotel on {space} for its houses: {amount}.", **values)
    return say("{name} sells buildings on {space} for {amount}.", **values)


def _wants_opened(state: MonopolyState, fact: facts.WantsOpened) -> Sentence:
    names = tuple(map(state.name, fact.asked))
    if fact.building == "house":
        return say("The last houses: {names} say what they want (MO-B3).", names=names)
    return say("The last hotels: {names} say what they want (MO-B3).", names=names)


def _wanted(state: MonopolyState, fact: facts.Wanted) -> Sentence:
    name = state.name(fact.seat)
    if not fact.positions:
        return say("{name} wants none.", name=name)
    return say("{name} wants to build on {spaces}.", name=name, spaces=state.names(fact.positions))


def _silent(state: MonopolyState, fact: Fact) -> None:
    """Say nothing: the facts beside this one tell it."""


def _mortgaged(state: MonopolyState, fact: facts.Mortgaged) -> Sentence:
    return say(
        "{name} mortgages {space} for {amount}.", amount=fact.amount, **_on_a_space(state, fact)
    )


def _lifted(state: MonopolyState, fact: facts.Lifted) -> Sentence:
    return say(
        "{name} lifts the mortgage of {space} for {amount}.",
        amount=fact.amount,
        **_on_a_space(state, fact),
    )


def _sides(state: MonopolyState, fact: Any) -> dict[str, object]:
    return {"name": state.name(fact.seat), "other": state.name(fact.other)}


def deal_part(
    state: MonopolyState, places: tuple[int, ...], money: int, keys: int
) -> tuple[Sentence | str, ...] | Sentence:
    """Return what one side of a deal gives, thing by thing; "nothing" if it is nothing."""
    things: list[Sentence | str] = list(state.names(places))
    if keys:
        things.append(say_many("{count} key", "{count} keys", count=keys))
    if money:
        things.append(say("{amount} M", amount=money))
    return tuple(things) or say("nothing")


def _parts(state: MonopolyState, fact: facts.DealProposed | facts.DealMade) -> dict[str, object]:
    return _sides(state, fact) | {
        "given": deal_part(state, fact.gives, fact.pays, fact.keys_given),
        "taken": deal_part(state, fact.takes, fact.asks, fact.keys_taken),
    }


def _proposed(state: MonopolyState, fact: facts.DealProposed) -> Sentence:
    return say("{name} offers {other}: {given} for {taken}.", **_parts(state, fact))


def _declined(state: MonopolyState, fact: facts.DealDeclined) -> Sentence:
    return say("{other} declines the offer of {name}.", **_sides(state, fact))


def _withdrawn(state: MonopolyState, fact: facts.DealWithdrawn) -> Sentence:
    return say("{name} takes back the offer to {other}.", **_sides(state, fact))


def _made(state: MonopolyState, fact: facts.DealMade) -> Sentence:
    return say("{name} gives {other} {given} and gets {taken}.", **_parts(state, fact))


def _space_set(state: MonopolyState, fact: facts.SpaceSet) -> Sentence:
    return say(
        "Correction: {name}'s token stands on {space}.",
        name=state.name(fact.seat),
        space=state.board[fact.space].name,
    )


def _following_set(state: MonopolyState, fact: facts.FollowingSet) -> Sentence:
    if fact.following:
        line = say("From here on the app follows the tokens.")
    else:
        line = say("From here on the table says where the tokens stand.")
    return with_reason(line, fact.reason)


def _deed_set(state: MonopolyState, fact: facts.DeedSet) -> Sentence:
    space = state.board[fact.position].name
    if fact.owner is None:
        line = say("{space} is the bank's, says the banker.", space=space)
    elif fact.mortgaged:
        line = say(
            "{space} is {name}'s and mortgaged, says the banker.",
            space=space,
            name=state.name(fact.owner),
        )
    else:
        line = say(
            "{space} is {name}'s, says the banker.", space=space, name=state.name(fact.owner)
        )
    return with_reason(line, fact.reason)


def _buildings_set(state: MonopolyState, fact: facts.BuildingsSet) -> Sentence:
    counts = tuple(
        say("{space} {count}", space=state.board[int(place)].name, count=level)
        for place, level in fact.levels.items()
    )
    line = say("{group}, buildings set: {counts}.", group=GROUP_WORDS[fact.group], counts=counts)
    return with_reason(line, fact.reason)


def _keys_set(state: MonopolyState, fact: facts.KeysSet) -> Sentence:
    line = say("{name}: keys set to {keys}.", name=state.name(fact.seat), keys=fact.keys)
    return with_reason(line, fact.reason)


def _jail_set(state: MonopolyState, fact: facts.JailSet) -> Sentence:
    name = state.name(fact.seat)
    if fact.rolls is None:
        line = say("{name} is not in jail, says the banker.", name=name)
    else:
        line = say("{name} is in jail, says the banker.", name=name)
    return with_reason(line, fact.reason)


def _turn_set(state: MonopolyState, fact: facts.TurnSet) -> Sentence:
    line = say("It is {name}'s turn, says the banker.", name=state.name(fact.seat))
    return with_reason(line, fact.reason)


LINES: dict[type[Fact], Callable[[MonopolyState, Any], Sentence | None]] = {
    facts.Built: _built,
    facts.BuildingsSold: _sold,
    facts.WantsOpened: _wants_opened,
    facts.Wanted: _wanted,
    facts.WantsClosed: _silent,
    facts.Mortgaged: _mortgaged,
    facts.Lifted: _lifted,
    facts.DealProposed: _proposed,
    facts.DealDeclined: _declined,
    facts.DealWithdrawn: _withdrawn,
    facts.DealMade: _made,
    facts.SpaceSet: _space_set,
    facts.FollowingSet: _following_set,
    facts.DeedSet: _deed_set,
    facts.BuildingsSet: _buildings_set,
    facts.KeysSet: _keys_set,
    facts.JailSet: _jail_set,
    facts.TurnSet: _turn_set,
}
