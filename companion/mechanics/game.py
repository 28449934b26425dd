"""The contract a game fulfils: what is printed, what may be done, what happened, who sees what.

A game is one object, the name ``GAME`` of its package in ``companion.games``. It never keeps
state of its own: a table's state is a frozen value that its methods take and return.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import ModuleType
from typing import ClassVar, Generic, TypeVar

from companion.mechanics.chapters import kinds_in, kinds_of
from companion.mechanics.clock import Clock
from companion.mechanics.codec import Kind, by_kind
from companion.mechanics.copies import ReadyCopy
from companion.mechanics.dice import Dice
from companion.mechanics.folding import after_fact
from companion.mechanics.ledger import Ledger
from companion.mechanics.menu import Candidate, Offer, OneOf, Whole, offers
from companion.mechanics.options import AnyOption
from companion.mechanics.outcome import Outcome, Place, Term
from companion.mechanics.parts import Account, Calculator, Chart, Copy, Rules, Screen, course
from companion.mechanics.score_form import Judgement, ScoreForm, Typed
from companion.mechanics.steps import Action, By, Fact, TimedAction
from companion.mechanics.table import Setup, Sitting, TableState, Waiting
from companion.mechanics.words import Sentence

__all__ = [
    "Action",
    "AnyGame",
    "By",
    "Candidate",
    "Clock",
    "Fact",
    "Game",
    "Offer",
    "OneOf",
    "Outcome",
    "Place",
    "Setup",
    "Sitting",
    "Term",
    "TimedAction",
    "Waiting",
    "Whole",
    "folded",
]

S = TypeVar("S")
K = TypeVar("K", bound=Kind)


def _not_put_together(*_: object) -> typing.Any:
    """Stand in for a part of a game that still has its own method for it."""
    raise NotImplementedError


class Game(Generic[S]):
    """One box. Implementations are stateless; S is the frozen state of a table."""

    name: ClassVar[str]
    title: ClassVar[str]  # as printed on the box; translated where no box prints it
    unit: ClassVar[Sentence]  # what one whole unit of its money is called
    players: ClassVar[range]
    usual_players: ClassVar[int] = 0
    """How many seats the set-up shows first; 0: as many as may play."""
    options: ClassVar[tuple[AnyOption, ...]]
    colours: ClassVar[tuple[str, ...]] = ()
    """The colours of the pieces in the box; a copy may say others."""
    rules: ClassVar[Rules] = Rules(_not_put_together, _not_put_together, _not_put_together)
    screen: ClassVar[Screen] = Screen(_not_put_together)
    final: ClassVar[Account] = Account(_not_put_together, _not_put_together, _not_put_together)
    calculator: ClassVar[Calculator | None] = None
    copy: ClassVar[Copy | None] = None
    chart: ClassVar[Chart | None] = None
    shared_chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules of ``mechanics`` whose actions and facts are the game's as well."""
    rulebook: ClassVar[Mapping[str, Sentence]] = {}
    """Its rules in our own words, by the ids that refusals and accounts cite."""
    has_money: ClassVar[bool] = True
    """Whether its accounts hold money, which a banker may move and count."""

    @property
    def has_copy(self) -> bool:
        """Whether something is printed that differs from household to household."""
        return self.copy is not None

    @property
    def ready_copies(self) -> tuple[ReadyCopy, ...]:
        """Copies to play with at once; a household corrects them to what its own box says."""
        return () if self.copy is None else self.copy.ready

    @property
    def judges_lots(self) -> bool:
        """Whether something goes to a majority of pieces, which ``judge`` can say alone."""
        return self.calculator is not None and self.calculator.judge is not None

    def colours_each(self, players: int) -> int:
        """Return how many colours each seat holds when so many play."""
        return 1 if self.colours else 0

    def colours_in(self, copy: Mapping[str, object]) -> tuple[str, ...]:
        """Return the colours of the pieces in the box that a copy describes."""
        said = self.copy and self.copy.colours and self.copy.colours(copy)
        return said or self.colours

    def prepare(self, setup: Setup) -> Setup:
        """Return the set-up checked, with defaults filled in; raises Refusal."""
        return self.rules.prepare(setup)

    def begin(self, setup: Setup) -> S:
        """Return the state before the first entry, for a set-up that ``prepare`` returned."""
        state: S = self.rules.begin(setup)
        return state

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """What may be asked for, as its chapters have it."""
        return self._kinds(Action)

    @cached_property
    def facts(self) -> tuple[type[Fact], ...]:
        """What may happen, as its chapters have it."""
        return self._kinds(Fact)

    def _kinds(self, base: type[K]) -> tuple[type[K], ...]:
        shared = (cls for module in self.shared_chapters for cls in kinds_of(module, base))
        return (*kinds_in(type(self).__module__.rpartition(".")[0], base), *shared)

    def decide(self, state: S, action: Action) -> tuple[Fact, ...]:
        """Return what happens when this action is taken; raises Refusal if it may not be."""
        return action.decide(state)

    def evolve(self, state: S, fact: Fact) -> S:
        """Return the state after a fact; it never judges and never refuses."""
        later: S = after_fact(state, fact)  # type: ignore[type-var]
        return later

    def by(self, state: S, kind: type[Action]) -> By:
        """Return who may ask for actions of a kind at this table; most tables are alike."""
        return kind.asked_by(state)

    def legal_actions(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what this seat may do now; seat None: what belongs to no seat (the table's)."""
        candidates = (item for kind in self.actions for item in kind.choices(state, seat))
        return tuple(offers(candidates, state, seat, self.decide))

    def resolve(self, state: S, action: Action, dice: Dice) -> Action:
        """Return the action with what chance decides filled in; most need nothing."""
        return action.filled_in(state, dice)

    def waiting(self, state: S) -> Waiting:
        """Return what the table waits for, or that the game is over."""
        return self.rules.waiting(state)

    def clock(self, state: S) -> Clock | None:
        """Return the agreed time as it runs, None where nobody agreed on any."""
        return self.rules.clock(state)

    def ledger(self, state: S) -> Ledger:
        """Return the accounts as they stand."""
        ledger: Ledger = state.ledger  # type: ignore[attr-defined]
        return ledger

    def hidden_accounts(self, state: S, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance this seat (None: an onlooker) may not learn."""
        return state.hidden_accounts(seat) if isinstance(state, TableState) else frozenset()

    def keeps_secret(self, state: S) -> bool:
        """Tell whether the log holds what somebody may not read yet, beside hidden accounts."""
        return bool(self.rules.keeps_secret(state))

    def account_words(self, state: S, account: str) -> Sentence | str | None:
        """Return what this table calls an account that is no purse; None: just the bank."""
        return self.rules.account_words(state, account)

    def view(self, state: S, seat: int | None) -> object:
        """Return what this seat (None: everybody) may see, ready for its templates."""
        return self.screen.view(state, seat)

    def draft(self, state: S, seat: int | None, words: str) -> object | None:
        """Return an action that a seat puts together by several taps, as its template needs it.

        seat: None for a banker who acts for no seat. words: what was tapped so far, in the
        game's own short form; never trusted.
        """
        return self.screen.draft(state, seat, words)

    def tell(self, state: S, fact: Fact, seat: int | None) -> Sentence | None:
        """Return the fact as a line of the history for that seat; None if it says nothing.

        state: any later state of the same table, for names and labels.
        """
        return fact.tell(state, seat)

    def outcome(self, state: S) -> Outcome | None:
        """Return the final account, or None while the game goes on."""
        return self.final.outcome(state)

    def account(self, holdings: Mapping[str, object]) -> Outcome:
        """Return the final account of holdings as ``holdings`` returns them, or typed by hand.

        Raises Refusal for what no table can hold. ``outcome`` goes through the same functions.
        """
        return self.final.of(holdings)

    def score_form(self, players: int) -> ScoreForm | None:
        """Return what the score calculator asks for; None: it does not know this game."""
        return None if self.calculator is None else self.calculator.form(players)

    def typed_holdings(self, typed: Typed) -> Mapping[str, object]:
        """Return what was typed into the score calculator as ``account`` takes it."""
        assert self.calculator is not None
        return self.calculator.holdings(typed)

    def copy_entries(self, copy: Mapping[str, object]) -> Mapping[str, str]:
        """Return the fields of the score calculator that a household's copy fills in."""
        return {} if self.calculator is None else self.calculator.from_copy(copy)

    def judge(self, counts: Mapping[str, int]) -> Judgement:
        """Return who owns what carries these pieces, by colour; raises Refusal."""
        assert self.calculator is not None and self.calculator.judge is not None
        return self.calculator.judge(counts)

    def holdings(self, state: S) -> dict[str, object]:
        """Return what the final account is computed from, as a JSON object."""
        return self.final.holdings(state)

    def progress(self, state: S) -> int:
        """Return how far the game is (turns finished), for the chart of wealth."""
        return 0 if self.chart is None else self.chart.progress(state)

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        """Return what the chart of wealth is called, and its last point after so many turns."""
        return course(turns) if self.chart is None else self.chart.words(turns)

    def wealth(self, state: S) -> tuple[int, ...]:
        """Return what each seat would be worth now, in whole units."""
        return () if self.chart is None else self.chart.wealth(state)

    def blank_copy(self) -> Mapping[str, object]:
        """Return a copy whose figures nobody has typed yet."""
        return {} if self.copy is None else self.copy.blank()

    def check_copy(self, data: object) -> Mapping[str, object]:
        """Return a copy read from outside, checked and in canonical form; raises Refusal."""
        return {} if self.copy is None else self.copy.check(data)

    def copy_fields(self, copy: Mapping[str, object]) -> Mapping[str, str]:
        """Return what the fields of the game's copy form hold for a copy.

        A field's name begins with the part of the form it stands in, and a dot.
        """
        return {} if self.copy is None else self.copy.fields(copy)

    def copy_from_form(self, form: Mapping[str, str]) -> Mapping[str, object]:
        """Return the copy that the fields of the game's copy form describe; raises Refusal."""
        return self.check_copy({}) if self.copy is None else self.copy.from_form(form)

    def copy_is_complete(self, copy: Mapping[str, object]) -> bool:
        """Tell whether nothing is missing for the final account."""
        return self.copy is None or self.copy.is_complete(copy)

    def copy_now(self, state: S) -> Mapping[str, object] | None:
        """Return the copy with what this table learnt while it played, None if that is nothing.

        Facts that teach fill only what the copy lacks: a figure mended later knows better. The
        very same object until something was learnt, so that asking costs nothing.
        """
        return None if self.copy is None else self.copy.learnt(state)

    def with_copy(self, state: S, copy: Mapping[str, object]) -> S:
        """Return the same state on a copy whose figures were corrected."""
        if self.copy is None:
            return state
        corrected: S = self.copy.put_right(state, copy)
        return corrected

    @cached_property
    def action_kinds(self) -> dict[str, type[Action]]:
        """The classes of its actions by kind."""
        return by_kind(self.actions)

    @cached_property
    def fact_kinds(self) -> dict[str, type[Fact]]:
        """The classes of its facts by kind."""
        return by_kind(self.facts)


def folded(game: Game[S], state: S, facts: Iterable[Fact]) -> S:
    """Return the state after the facts, in order."""
    for fact in facts:
        state = game.evolve(state, fact)
    return state


AnyGame = Game[typing.Any]
"""A game whose state the caller passes on without looking inside."""
