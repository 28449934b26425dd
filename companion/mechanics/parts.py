"""The parts a game is put together from. One that a game does not have is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.mechanics import deprecated
from companion.mechanics.clock import Clock
from companion.mechanics.copies import ReadyCopy
from companion.mechanics.event_sourcing import Action
from companion.mechanics.outcome import Outcome
from companion.mechanics.score_form import Judgement, ScoreForm, Typed
from companion.mechanics.screen import plain_view
from companion.mechanics.table import PendingDecision, Setup
from companion.mechanics.words import Sentence, say

State = Any
"""A game's own frozen state; see ``table.TableState``."""
Record = Mapping[str, object]
"""A JSON object."""


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Rules:
    """How a table begins and what it waits for; what may be done its chapters say.

    prepare: the set-up checked, with defaults filled in; raises Refusal. begin: the state before
    the first entry. waiting: what the table waits for, or that the game is over. clock: the agreed
    time as it runs, None without one. keeps_secret: whether the log holds what somebody may not
    read yet, beside hidden accounts. account_words: what an account that is no purse is called.
    without_phones: what the app does before the first step of a table that nobody joined by phone.
    """

    prepare: Callable[[Setup], Setup]
    begin: Callable[[Setup], State]
    waiting: Callable[[State], PendingDecision]
    clock: Callable[[State], Clock | None] = _nothing
    keeps_secret: Callable[[State], bool] = lambda state: False
    account_words: Callable[[State, str], Sentence | str | None] = _nothing
    without_phones: Callable[[State], Action | None] = _nothing


@dataclass(frozen=True, slots=True)
class Screen:
    """What templates get.

    view: what a seat (None: everybody) may see. draft: an action that a seat (None: a banker who
    acts for none) puts together by several taps; the last argument is what was tapped so far, in
    the game's own short form, never trusted.
    """

    view: Callable[[State, int | None], object] = plain_view
    draft: Callable[[State, int | None, str], object | None] = _nothing


@dataclass(frozen=True, slots=True)
class FinalScores:
    """How a game ends.

    ended: the final account, None while the game goes on; None itself: made of what is held once
    the last stage, "over", is reached. held: what it is computed from, as a JSON object. made: the
    account of holdings, once read. read: such holdings, or typed ones, checked; raises Refusal; as
    they are where a game says nothing. That a game was stopped is added to each.
    """

    ended: Callable[[State], Outcome | None] | None
    held: Callable[[State], dict[str, object]]
    made: Callable[[Any], Outcome]
    read: Callable[[Record], Any] = lambda holdings: holdings

    def outcome(self, state: State) -> Outcome | None:
        """Return the final account, None while the game goes on."""
        if self.ended is not None:
            outcome = self.ended(state)
        else:
            outcome = self.made(self.held(state)) if state.stage == "over" else None
        return outcome.stopped() if outcome and state.is_stopped else outcome

    def holdings(self, state: State) -> dict[str, object]:
        """Return what the account is computed from."""
        held = self.held(state)
        return {**held, "stopped": True} if state.is_stopped else held

    def of(self, holdings: Record) -> Outcome:
        """Return the account of holdings as a table or the calculator writes them."""
        outcome = self.made(self.read(holdings))
        return outcome.stopped() if holdings.get("stopped") is True else outcome


@dataclass(frozen=True, slots=True)
class Calculator:
    """The score calculator.

    form: what it asks so many players. holdings: what was typed, as ``FinalScores.of`` takes it.
    from_copy: the fields that a household's copy fills in. judge: who owns what carries these
    pieces, by colour, where a majority decides; raises Refusal.
    """

    form: Callable[[int], ScoreForm]
    holdings: Callable[[Typed], Record]
    from_copy: Callable[[Record], Mapping[str, str]] = lambda copy: {}
    judge: Callable[[Mapping[str, int]], Judgement] | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """The course of a game, drawn.

    progress: how many turns are finished. wealth: what each seat would be worth now, in whole
    units. title: what the chart is called. last: its last point, after so many turns.
    """

    progress: Callable[[State], int]
    wealth: Callable[[State], tuple[int, ...]]
    title: Sentence = say("Fortune, turn by turn")
    last: Sentence = say("turn {turn}")


@dataclass(frozen=True, slots=True)
class Copy:
    """What is printed in a household's box.

    blank: with figures that nobody has typed. check: one read from outside, in canonical form;
    raises Refusal. is_complete: nothing is missing for the final account. put_right: a state on a
    copy whose figures were corrected. from_form: what the fields of the form say; raises Refusal;
    None where figures are learnt at the table alone. fields: what they hold for a copy; a field's
    name begins with the part of the form it stands in, and a dot. learnt: the copy with what a
    table learnt, None if nothing; the very same object until something was. ready: copies to play
    with at once. colours: of the pieces. dealt: what of it is handed out before the first step,
    and stays at a table as it was then.
    """

    blank: Callable[[], Record]
    check: Callable[[object], Record]
    is_complete: Callable[[Record], bool]
    put_right: Callable[[State, Record], State]
    from_form: Callable[[Mapping[str, str]], Record] | None = None
    fields: Callable[[Record], Mapping[str, str]] = lambda copy: {}
    learnt: Callable[[State], Record | None] = _nothing
    ready: tuple[ReadyCopy, ...] = ()
    colours: Callable[[Record], tuple[str, ...]] | None = None
    dealt: Callable[[Record], object] = _nothing


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
