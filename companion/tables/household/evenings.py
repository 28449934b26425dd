"""Game nights: the prompt or outcome of each table, read from its log and cached."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flask import current_app

from companion.games import from_elsewhere
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Outcome
from companion.mechanics.history.play_time import ending_entry
from companion.mechanics.history.thinking import thinking_times
from companion.mechanics.language.words import Sentence
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import entries_of
from companion.tables.roles import holds_secrets
from companion.tables.tables import TableCard

log = logging.getLogger(__name__)
REMEMBERED = 2000
"""The maximum number of tables in the cache. Each takes about 2 kB."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The prompt or outcome of a table, for lists of tables and the game nights page."""

    card: TableCard
    waiting: Sentence
    """The prompt of a running game, or the sentence that describes the outcome of a finished one.

    If the table is damaged, this is the sentence of the refusal.
    """
    outcome: Outcome | None = None
    """The outcome, if the game is over."""
    thought: tuple[int, ...] = ()
    """The thinking time of each seat in seconds, if the game is over."""
    colours: tuple[tuple[str, ...], ...] = ()
    """The colours of each seat, if the game is over."""
    is_imported: bool = False
    """Whether the game is over, and the step that ended it was imported from a saved game."""
    is_in_file: bool = False
    """Whether the newest step was imported from a saved game, so a file contains the whole game."""
    keeps_secrets: bool = False
    """Whether a saved game would reveal hidden information. Only one phone needs to know."""
    ended_at: float | None = None
    """The time of the step that ended the game, in seconds since 1970; None while it goes on."""

    @property
    def at(self) -> float:
        """The date of the game: that of its end, or of the newest step while it goes on."""
        return self.card.at if self.ended_at is None else self.ended_at

    @property
    def counts(self) -> bool:
        """Whether the game is over and has a result."""
        return self.outcome is not None and self.outcome.has_result


class Evenings:
    """A thread-safe cache of ``Evening`` objects, by table code."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._known: OrderedDict[str, Evening] = OrderedDict()

    def of(self, card: TableCard) -> Evening | None:
        """Return the ``Evening`` of a table, or None if the table cannot be read.

        A table cannot be read if it was deleted, if its game is no longer installed, or if the
        plugin that provides its game fails.
        """
        known = self._known.get(card.code)
        if known is not None and known.card.version == card.version:
            return known if known.card == card else replace(known, card=card)
        try:
            known = _evening_at(card)
        except Refusal as refusal:
            if refusal.name != "table_damaged":
                return None
            known = Evening(card, refusal.sentence)
        except Exception:
            # A plugin may raise anything; one broken game must not break the list of tables.
            if card.game not in from_elsewhere().games:
                raise
            log.exception("the table %s of the game %s cannot be read", card.code, card.game)
            return None
        with self._guard:
            self._known[card.code] = known
            self._known.move_to_end(card.code)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known


def evening_of(card: TableCard) -> Evening | None:
    """Return the ``Evening`` of a table, or None if the table cannot be read."""
    evenings: Evenings = current_app.extensions.setdefault("evenings", Evenings())
    return evenings.of(card)


def evenings_of(cards: Iterable[TableCard]) -> list[Evening]:
    """Return the ``Evening`` of each table that can be read.

    A table without an outcome is left out if its players continued at another table.
    """
    return [
        one
        for one in map(evening_of, cards)
        if one is not None and (one.outcome is not None or one.card.followed_by is None)
    ]


def _evening_at(card: TableCard) -> Evening:
    table = open_tables().peek(card.code)
    outcome = table.game.final.outcome(table.state)
    is_in_file = table.newest is not None and table.newest.is_from_a_record
    keeps_secrets = table.is_passed_round and holds_secrets(table)
    if outcome is None:
        prompt = table.game.rules.waiting(table.state).prompt
        return Evening(card, prompt, is_in_file=is_in_file, keeps_secrets=keeps_secrets)
    ending = ending_entry(table.timeline)
    return Evening(
        card,
        outcome.sentence,
        outcome,
        thinking_at(table),
        table.colours,
        is_imported=ending is not None and ending.is_from_a_record,
        is_in_file=is_in_file,
        keeps_secrets=keeps_secrets,
        ended_at=None if ending is None else ending.at,
    )


def thinking_at(table: OpenTable) -> tuple[int, ...]:
    """Return the thinking time of each seat at a table, in seconds."""
    kinds = table.game.action_kinds
    aside = [kind for kind, action in kinds.items() if action.keeps_turn]
    return thinking_times(entries_of(table), len(table.seats), aside)
