"""The history of turns: each fact as one short sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.monopoly import turn_facts as facts
from companion.games.monopoly.box import LIST_WORDS
from companion.games.monopoly.effects import Effect, effect_words
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say


def _dealt(state: MonopolyState, fact: facts.DeedDealt) -> Sentence:
    return say("{name} is dealt {space}.", name=state.name(fact.seat), space=_space(state, fact))


def _space(state: MonopolyState, fact: Any) -> str:
    return state.board[fact.position].name


def _begun(state: MonopolyState, fact: facts.Begun) -> Sentence:
    if not fact.rolls:
        return say("{name} begins.", name=state.name(fact.seat))
    rounds = tuple(_round(state, totals) for totals in fact.rolls)
    return say("{name} begins ({rolls}).", name=state.name(fact.seat), rolls=rounds)


def _round(state: MonopolyState, totals: tuple[int | None, ...]) -> tuple[Sentence, ...]:
    return tuple(
        say("{name} {total}", name=state.name(seat), total=total)
        for seat, total in enumerate(totals)
        if total is not None
    )


def _clock_started(state: MonopolyState, fact: facts.ClockStarted) -> Sentence:
    return say("The clock runs: {minutes} minutes.", minutes=state.minutes)


def _rolled(state: MonopolyState, fact: facts.DiceRolled) -> Sentence:
    first, second = fact.dice
    values = {"name": state.name(fact.seat), "first": first, "second": second}
    if fact.jailed:
        return say("{name} rolls {first} and {second} in jail.", **values)
    if first == second:
        return say("{name} rolls a double, {first} and {second}.", **values)
    return say("{name} rolls {first} and {second}.", **values)


def _moved(state: MonopolyState, fact: facts.Moved) -> Sentence:
    return say(
        "{name} is on {space}.", name=state.name(fact.seat), space=state.board[fact.target].name
    )


def _salary(state: MonopolyState, fact: facts.SalaryPaid) -> Sentence:
    return say("{name} gets {amount} for Go.", name=state.name(fact.seat), amount=fact.amount)


def _went_to_jail(state: MonopolyState, fact: facts.WentToJail) -> Sentence:
    name = state.name(fact.seat)
    if fact.way == "doubles":
        return say("The third double: {name} goes to jail (MO-T2).", name=name)
    return say("{name} goes to jail.", name=name)


def _stayed(state: MonopolyState, fact: facts.StayedInJail) -> Sentence:
    return say("No double: {name} stays in jail.", name=state.name(fact.seat))


def _left_jail(state: MonopolyState, fact: facts.LeftJail) -> Sentence:
    name = state.name(fact.seat)
    return {
        "double": say("{name} comes out of jail by the double.", name=name),
        "key": say("{name} leaves jail with a key.", name=name),
        "bail": say("{name} leaves jail on bail and rolls next turn (MO-J2).", name=name),
        "rolls": say("The third turn without a double: {name} pays and leaves.", name=name),
    }[fact.way]


def _silent(state: MonopolyState, fact: Fact) -> None:
    """Say nothing: the facts beside this one tell it."""


def _left(state: MonopolyState, fact: facts.PropertyLeft) -> Sentence:
    return say(
        "{name} does not buy {space}.", name=state.name(fact.seat), space=_space(state, fact)
    )


def _list_rolled(state: MonopolyState, fact: facts.ListRolled) -> Sentence:
    return say(
        "{name} rolls {dice} for {list}: {total}.",
        name=state.name(fact.seat),
        dice=fact.dice,
        list=LIST_WORDS[fact.list_name],
        total=sum(fact.dice),
    )


def _followed(state: MonopolyState, fact: facts.LineFollowed) -> Sentence:
    effect = Effect(fact.effect, fact.amount, fact.hotel)
    return say(
        "{list} {total}: {effect}",
        list=LIST_WORDS[fact.list_name],
        total=fact.total,
        effect=effect_words(effect, [space.name for space in state.board.spaces]),
    )


def _key(state: MonopolyState, fact: facts.KeyTaken) -> Sentence:
    if not fact.found:
        return say("There is no key left for {name}.", name=state.name(fact.seat))
    return say("{name} takes a key.", name=state.name(fact.seat))


def _collected(state: MonopolyState, fact: facts.Collected) -> Sentence:
    return say(
        "{name} gets {amount} from the bank.", name=state.name(fact.seat), amount=fact.amount
    )


def _again(state: MonopolyState, fact: facts.RollsAgain) -> Sentence:
    return say("{name} rolls again.", name=state.name(fact.seat))


def _ended(state: MonopolyState, fact: facts.GameEnded) -> Sentence:
    return {
        "last_one_standing": say("Only one is left; the game is over."),
        "second_bankruptcy": say("The second bankruptcy ends the fast game."),
        "time": say("The agreed time is over, and so is the game."),
    }[fact.reason]


LINES: dict[type[Fact], Callable[[MonopolyState, Any], Sentence | None]] = {
    facts.DeedDealt: _dealt,
    facts.Begun: _begun,
    facts.ClockStarted: _clock_started,
    facts.DiceRolled: _rolled,
    facts.SpaceAwaited: _silent,
    facts.Moved: _moved,
    facts.SalaryPaid: _salary,
    facts.WentToJail: _went_to_jail,
    facts.StayedInJail: _stayed,
    facts.LeftJail: _left_jail,
    facts.PropertyOffered: _silent,
    facts.PropertyLeft: _left,
    facts.ListReached: _silent,
    facts.ListRolled: _list_rolled,
    facts.LineFollowed: _followed,
    facts.Collected: _collected,
    facts.KeyTaken: _key,
    facts.RollsAgain: _again,
    facts.TurnPassed: _silent,
    facts.GameEnded: _ended,
}
