"""The parts of a game, such as rules, screen and final scores. Most parts are optional."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.mechanics.actions.base import Action
from companion.mechanics.clocks.clock import Clock, Due
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import PendingDecision, Setup
from companion.mechanics.scoring.outcome import ABANDONED, Outcome
from companion.mechanics.scoring.score_form import (
    Judgement,
    ScoreForm,
    Typed,
    plain_form,
    plain_holdings,
)
from companion.mechanics.scoring.sheet import ScoreSheet
from companion.mechanics.screen import plain_view
from companion.mechanics.values.copies import ReadyCopy
from companion.mechanics.values.options import AnyOption

State = Any
"""The frozen state of a game's table; see ``table.TableState``."""
Record = Mapping[str, object]
"""A JSON object."""
MissingCounts = tuple[tuple[Sentence | str, int], ...]
"""The parts of a copy that lack printed numbers, each with the count of its missing numbers."""


def _return_none(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Rules:
    """Functions that start a table and determine what it waits for.

    The actions of a game are defined in its chapters.
    """

    prepare: Callable[[Setup], Setup]
    """Return a setup with all defaults filled in; raise a Refusal if it is invalid."""
    begin: Callable[[Setup], State]
    """Return the state of a new table, before the first step."""
    waiting: Callable[[State], PendingDecision]
    """Return the pending decision. After the end, its prompt says that the game is over."""
    clock: Callable[[State], Clock | None] = _return_none
    """Return the clock of an agreed playing time, or None if no time was agreed."""
    keeps_secret: Callable[[State], bool] | None = None
    """Return whether the log contains secrets other than hidden balances, such as sealed bids.

    If this field is None, a game with secret events (``is_secret``) keeps secrets until its end.
    """
    account_words: Callable[[State, str], Sentence | str | None] = _return_none
    """Return the name of an account that does not belong to a seat. None means "The bank"."""
    without_phones: Callable[[State, tuple[int, ...]], Action | None] = _return_none
    """Return the action to take before a step because of the seats without a phone, or None.

    The second argument contains these seats. Once the action has been taken, return None.
    """
    due: Callable[[State], Due | None] = _return_none
    """Return the next moment at which the app acts, and its action; None if there is none.

    During a pause, the app does not act. For each moment it acts once: not again after an undo.
    """


def plain_rules(
    title: str,
    players: range,
    options: tuple[AnyOption, ...],
    rule: str,
    begin: Callable[[Setup], State],
    waiting: Callable[[State], PendingDecision],
) -> Rules:
    """Return the rules of a game whose setup has only names and settings; see ``plain_setup``.

    rule: the rule about the number of players.
    """
    return Rules(partial(plain_setup, title, players, options, rule), begin, waiting)


@dataclass(frozen=True, slots=True)
class Screen:
    """Functions that return the objects that a game passes to its templates."""

    view: Callable[[State, int | None], object] = plain_view
    """Return a seat's view of the table, or the public view if the seat is None."""
    draft: Callable[[State, int | None, str], object | None] = _return_none
    """Return the current page of a multi-step input on a phone, or None.

    The seat is None if the banker acts for no seat. The last argument encodes the input so far, in
    a format that the game chooses. It comes from the browser, so it must be validated.
    """


@dataclass(frozen=True, slots=True)
class FinalScores:
    """Functions that compute the final scores of a game from the holdings at its end.

    *Holdings* are a JSON object with everything that counts, such as each seat's name and money.
    If a game was stopped early, the methods of this class add this fact to the result.
    """

    ended: Callable[[State], Outcome | None] | None
    """Return the outcome, or None while the game goes on.

    If this field is None, ``made`` computes the outcome from the holdings that ``held`` returns, as
    soon as the state's stage is "over".
    """
    held: Callable[[State], dict[str, object]]
    """Return the holdings of a table as a JSON object."""
    made: Callable[[Any], Outcome]
    """Return the outcome for the result of ``read``.

    If ``ended`` is None, this function must also accept the holdings that ``held`` returns.
    """
    read: Callable[[Record], Any] = lambda holdings: holdings
    """Validate holdings from a table or the calculator; raise a Refusal if they are invalid.

    The default function returns the holdings unchanged.
    """

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        if state.is_abandoned:
            return ABANDONED
        if self.ended is not None:
            outcome = self.ended(state)
        else:
            outcome = self.made(self.held(state)) if state.stage == "over" else None
        return outcome.stopped() if outcome and state.is_stopped else outcome

    def holdings(self, state: State) -> dict[str, object]:
        """Return the holdings from which the outcome is computed, as a JSON object."""
        held = self.held(state)
        if state.is_abandoned:
            return {**held, "abandoned": True}
        return {**held, "stopped": True} if state.is_stopped else held

    def of(self, holdings: Record) -> Outcome:
        """Return the outcome for holdings from a table or the calculator.

        Raises the refusals of ``read``.
        """
        if holdings.get("abandoned") is True:
            return ABANDONED
        outcome = self.made(self.read(holdings))
        return outcome.stopped() if holdings.get("stopped") is True else outcome


@dataclass(frozen=True, slots=True)
class Calculator:
    """Functions of the score calculator, for games that are played without the app."""

    form: Callable[[int], ScoreForm]
    """Return the form for a number of players."""
    holdings: Callable[[Typed], Record]
    """Return the holdings described by a completed form, as ``FinalScores.of`` expects them."""
    from_copy: Callable[[Record], Mapping[str, str]] = lambda copy: {}
    """Return the values that a household's copy provides for form fields, by field name."""
    judge: Callable[[Mapping[str, int]], Judgement] | None = None
    """Return the owner of a lot, given the number of pieces by colour; may raise a Refusal.

    None if no lots are owned by majority.
    """


def plain_calculator(figures: Mapping[str, Sentence]) -> Calculator:
    """Return a calculator that asks each seat for the same numbers.

    figures: the label of each number, by name.
    """
    return Calculator(partial(plain_form, figures=figures), partial(plain_holdings, figures))


@dataclass(frozen=True, slots=True)
class BySheet:
    """The part of a game whose tables begin from the page of a score sheet."""

    option: str
    """The name of the setting that contains the encoded sheet (see ``sheet.packed``)."""
    filled: Callable[[ScoreSheet, Typed], tuple[Action, ...]]
    """Return the actions that enter a sheet which was filled in without a table."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Functions and texts for the chart of each seat's wealth over the course of a game."""

    progress: Callable[[State], int]
    """Return the number of finished turns, or of steps in a game without turns."""
    wealth: Callable[[State], tuple[int, ...]]
    """Return the current wealth of each seat, in whole units."""
    title: Sentence = say("Wealth, turn by turn")
    """The title of the chart."""
    last: Sentence = say("turn {turn}")
    """The label of the last point; ``{turn}`` is the number of turns."""
    begun: Callable[[State], object] = lambda state: True
    """Return whether the wealth shows who is ahead yet."""
    least_wins: Callable[[State], bool] | None = None
    """Return whether the seat with the least is ahead. None if it never is."""
    counts: Sentence | None = None
    """What the wealth consists of, in a few words, or None if its name says so."""
    has_turns: bool = True
    """Whether the game has turns, by which the history is folded."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Functions for a game's printed numbers, which each household enters for its own copy."""

    blank: Callable[[], Record]
    """Return a copy in which no number has been entered."""
    check: Callable[[object], Record]
    """Return untrusted data as a copy in canonical form; raise a Refusal if it is invalid."""
    is_complete: Callable[[Record], bool]
    """Return whether a copy has everything that the final scores need."""
    put_right: Callable[[State, Record], State]
    """Return the state with the printed numbers of a corrected copy."""
    from_form: Callable[[Mapping[str, str]], Record] | None = None
    """Return the copy described by a submitted form; raise a Refusal if it is invalid.

    None if the numbers can be entered only during play.
    """
    fields: Callable[[Record], Mapping[str, str]] = lambda copy: {}
    """Return the values of the form fields for a copy, by field name.

    Each field name begins with the name of the form section and a dot.
    """
    learnt: Callable[[State], Record | None] = _return_none
    """Return the copy including numbers entered during play, or None if there are none.

    Until another number is entered, each call must return the same object, because callers compare
    the results with ``is``.
    """
    ready: tuple[ReadyCopy, ...] = ()
    """Ready-made copies, so that players need not enter any numbers."""
    colours: Callable[[Record], tuple[str, ...]] | None = None
    """Return the colours of the pieces in a copy."""
    missing: Callable[[State], MissingCounts] | None = None
    """Return the numbers that a table needs and that are not entered yet.

    If it is None, ``is_complete`` decides whether to ask for numbers.
    """
    dealt: Callable[[Record], object] = _return_none
    """Return the numbers used to set up a table, such as the starting money.

    These numbers cannot be corrected after the first step.
    """
