"""Permissions: the commands that each role may send.

The sender's permission is checked before the game decides a command.
"""

from __future__ import annotations

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.history.log import Amend, Entry, LogStep, Redo, TakeOut, Undo
from companion.mechanics.language.words import say
from companion.mechanics.money.corrections import CountCash
from companion.mechanics.money.ledger import seat_of
from companion.tables.decide import Command, read_action
from companion.tables.live.cache import Actor, OpenTable, SeatNow, open_tables


def require_banker(actor: Actor) -> None:
    """Raise ``not_a_banker`` unless the device is a banker at the table."""
    if not actor.is_banker:
        raise Refusal("not_a_banker", "", say("Only the banker can do this. Ask the banker."))


def require_seated(actor: Actor) -> None:
    """Raise ``onlooker_only_looks`` unless the device has a seat or is a banker."""
    if actor.role == "onlooker":
        raise viewer_refusal()


def viewer_refusal() -> Refusal:
    """Return the refusal ``onlooker_only_looks`` for a device that has no seat."""
    return Refusal("onlooker_only_looks", "", say("You are watching. Take a free seat to play."))


def require_role(table: OpenTable, actor: Actor, command: Command) -> None:
    """Raise a refusal unless the actor's role allows the command.

    Raises ``onlooker_only_looks``, ``not_a_banker``, ``not_your_seat``, ``hidden_purse`` or
    ``covered_purse``.
    """
    # This does not call require_seated, to save a function call for every action.
    if actor.role == "onlooker":
        raise viewer_refusal()
    if not isinstance(command, Action):
        return
    by = type(command).asked_by(table.state)
    if actor.is_banker:
        _require_open_purse(table, actor, command)
    elif by == "banker" and not _counts_own_hidden_cash(table, actor, command):
        require_banker(actor)
    elif by == "seat" and getattr(command, "seat", None) != actor.seat:
        raise Refusal(
            "not_your_seat",
            "",
            say("You can only play your own seat. The banker can play the others."),
        )


def require_may_undo(table: OpenTable, actor: Actor, command: LogStep) -> None:
    """Raise a refusal unless the actor may perform this undo, redo or correction.

    A banker may undo and redo any step. A player may undo their own action if it is the latest
    step and neither rolled the app's dice nor revealed anything, and may redo it right afterwards.
    Only a banker may change or remove a single step, and only while nothing is hidden.

    Raises ``only_your_last``, ``dice_stay``, ``not_a_banker`` or ``others_hidden``.
    """
    if isinstance(command, (TakeOut, Amend)):
        require_banker(actor)
        require_nothing_hidden(table)
    if actor.is_banker:
        return
    standing = table.timeline.standing.entries
    last = table.newest if isinstance(command, Redo) else (standing[-1] if standing else None)
    if last is None or last.sequence != command.entry or last.actor != actor.label:
        raise Refusal(
            "only_your_last",
            "",
            say("You can only undo your own last move. Ask the banker to undo anything else."),
        )
    if isinstance(command, Undo) and has_revealed(table, last):
        raise Refusal(
            "dice_stay", "", say("Everyone has already seen this, so only the banker can undo it.")
        )


def require_nothing_hidden(table: OpenTable) -> None:
    """Raise ``others_hidden`` while the table hides any information.

    A correction of a single step is accepted only if later steps remain valid. So whether it is
    accepted could reveal hidden information.
    """
    if hides_anything(table):
        raise Refusal(
            "others_hidden",
            "",
            say(
                "While something is hidden, you cannot change a single step. Undo it and "
                "everything after it."
            ),
        )


def hides_anything(table: OpenTable) -> bool:
    """Return whether any information at the table is hidden from somebody."""
    state = table.state
    return bool(state.hidden_accounts(None)) or table.game.keeps_secret(state)


def holds_secrets(table: OpenTable) -> bool:
    """Return whether a table's saved game would reveal hidden information."""
    game, state = table.game, table.state
    everybody = (None, *range(len(table.seats)))
    if game.keeps_secret(state) or any(state.hidden_accounts(seat) for seat in everybody):
        return True
    return game.final.outcome(state) is None and _has_undone_secret(table)


def _has_undone_secret(table: OpenTable) -> bool:
    """Return whether any step with secret information was undone."""
    if not any(event.is_secret for event in table.game.events):
        return False
    standing = {entry.sequence for entry in table.timeline.standing.entries}
    undone = set(range(1, table.sequence + 1)) - standing
    # The log is read only if something was undone, because reading a long log is slow.
    return bool(undone) and any(
        event.is_secret
        for entry in open_tables().store.entries(table.id, table.game.event_kinds, min(undone) - 1)
        if entry.sequence in undone
        for event in entry.events
    )


def has_revealed(table: OpenTable, entry: Entry) -> bool:
    """Return whether a step rolled the app's dice or revealed hidden information."""
    done = read_action(table.game, entry.action)
    chance = isinstance(done, Action) and done.is_chance
    return chance or any(event.reveals for event in entry.events)


def _counts_own_hidden_cash(table: OpenTable, actor: Actor, action: Action) -> bool:
    """Return whether an action only records a count of the actor's own hidden money."""
    hidden = table.state.hidden_accounts(None)
    if not isinstance(action, CountCash) or not action.amounts:
        return False
    return all(account in hidden and seat_of(account) == actor.seat for account in action.amounts)


def _require_open_purse(table: OpenTable, actor: Actor, action: Action) -> None:
    """Raise a refusal if the action could reveal another seat's secrets to the banker.

    Raises ``hidden_purse`` if the other seat has a phone, or ``covered_purse`` if its secrets are
    covered.
    """
    hidden = table.state.hidden_accounts(actor.seat)
    if not hidden:
        return
    touched = {
        seat_of(account) for account in hidden.intersection(action.accounts_read(table.state))
    }
    if action.by == "seat" and action.reads_purse:
        touched |= {seat_of(account) for account in hidden} & {getattr(action, "seat", None)}
    for seat in table.seats:
        if seat.number not in touched:
            continue
        if seat.device is not None and not is_lent(table, seat):
            raise Refusal(
                "hidden_purse",
                "",
                say("{name}’s money is hidden: do this on {name}’s phone.", name=seat.name),
            )
        if seat.device is None:
            require_uncovered(table, seat)


def is_lent(table: OpenTable, seat: SeatNow) -> bool:
    """Return whether the banker's device was handed to a player who is away from their phone.

    This ends with the next step of the table.
    """
    if table.is_passed_round:
        return table.passed_to == seat.number
    newest = next((one for one in table.changes if one.seat == seat.number), None)
    return newest is not None and newest.what == "lent" and newest.after == table.sequence


def is_closed_to(table: OpenTable, seat: SeatNow, device: str) -> bool:
    """Return whether a seat has secrets that a banker's device may not show now."""
    if seat.device is None:
        return is_covered(table, seat)
    is_open = seat.device == device or is_lent(table, seat)
    return not is_open and _has_secrets(table, seat)


def _has_secrets(table: OpenTable, seat: SeatNow) -> bool:
    hidden = {seat_of(account) for account in table.state.hidden_accounts(None)}
    return seat.number in hidden or table.game.keeps_secret(table.state)


def is_covered(table: OpenTable, seat: SeatNow) -> bool:
    """Return whether a seat without a phone has secrets that the banker may not see.

    A seat becomes covered when its phone leaves or loses it. It stays covered until the banker
    uncovers it with the player's consent, or until another device takes it. If the players pass
    round the only device, each seat is covered until its player has the device.
    """
    is_closed = not is_lent(table, seat) if table.is_passed_round else seat.covered
    return is_closed and _has_secrets(table, seat)


def require_uncovered(table: OpenTable, seat: SeatNow) -> None:
    """Raise ``covered_purse`` if the seat's secrets are covered (see ``is_covered``)."""
    if is_covered(table, seat):
        sentence = say(
            "{name}’s money is covered. Uncover it on the table page first.", name=seat.name
        )
        if table.is_passed_round:
            sentence = say(
                "First pass this device to {name}: on the table page, tap {name}, then “I am "
                "{name}”.",
                name=seat.name,
            )
        raise Refusal("covered_purse", "", sentence)
