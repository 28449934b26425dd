"""The wizard, which puts an action together by several taps: its text, panels and buttons.

The input so far is a short text in the page's address, words separated by dots: "open.security".
It comes from outside and is never trusted: reading ends at the first word that no panel offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.games.big_deal.box import RESOURCE_COLOURS, RESOURCES, resource_words, title
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.state import BigDealState
from companion.mechanics.codec import to_json
from companion.mechanics.event_sourcing import Action
from companion.mechanics.menu import (
    MAX_ENUMERATED,
    DryRun,
    LegalMove,
    candidate_moves,
    concrete_actions,
)
from companion.mechanics.words import Sentence, say, say_many

Words = Sentence | str
Moves = tuple[LegalMove, ...]
Found = TypeVar("Found", LegalMove, DryRun)

Label = Words | Callable[[Any], Words] | None
Beside = Words | Callable[[Any], Words | None] | None
"""A text on a button, or a function from the event that the button leads to.

A ``Label`` None stands for the label of the action.
"""


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A choice on the way to an action."""

    word: str  # Its part of the wizard text.
    words: Words
    small: Words | None = None  # A note beside the words.
    colour: str | None = None  # The resource's.
    sells: bool = False
    is_half: bool = False  # The next choice repeats it, so it is left out of the chosen ones.


@dataclass(frozen=True, slots=True)
class PanelButton:
    """A button that takes an action."""

    id: str
    action: dict[str, object]  # As a JSON object.
    words: Words
    small: Words | None = None
    colour: str | None = None
    sells: bool = False  # Whether it gives something away; such a button looks quieter.


@dataclass(frozen=True, slots=True)
class PanelField:
    """A number to enter."""

    name: str  # The action's field, in a mapping "field.key".
    words: Words
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of the wizard: choices on the way, buttons that act, numbers to enter."""

    question: Words | None = None
    choices: tuple[PanelChoice, ...] = ()
    buttons: tuple[PanelButton, ...] = ()
    lines: tuple[Words, ...] = ()
    fields: tuple[PanelField, ...] = ()
    typed: PanelButton | None = None  # Posts the fields.
    notes: tuple[Words, ...] = ()  # Reasons why other choices are missing.
    # The choices and buttons in fixed places, None for a gap.
    slots: tuple[PanelChoice | PanelButton | None, ...] = ()
    others: tuple[PanelChoice, ...] = ()  # The menu's other entries, for a seat that trades.


class NeedsInput(Exception):
    """Raised where the wizard text ends; carries the next panel to show."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.panel = panel


class Taps:
    """The words of a wizard text, read one after the other against the choices of panels."""

    def __init__(self, text: str) -> None:
        self._given = text.split(".") if text else []
        self._read: list[str] = []
        self._before: int | None = None
        self.chosen: list[Words] = []

    def choose(self, panel: Panel, *, is_clear: bool = False) -> str:
        """Return the word chosen from a panel; raises NeedsInput if the text has none of its words.

        is_clear: the panel has one choice, which is taken without a tap.
        """
        place = len(self._read)
        word = self._given[place] if place < len(self._given) else None
        for choice in panel.choices:
            if choice.word == word or is_clear:
                self._before = self._before if is_clear else place
                self._read.append(choice.word)
                if not choice.is_half:
                    self.chosen.append(choice.words)
                return choice.word
        raise NeedsInput(panel)

    def after(self, word: str) -> str:
        """Return the text read so far, with one more word."""
        return ".".join((*self._read, word))

    @property
    def text(self) -> str:
        """The text read so far."""
        return ".".join(self._read)

    @property
    def back(self) -> str | None:
        """The text one tap earlier; None at the start."""
        return None if self._before is None else ".".join(self._read[: self._before])


@dataclass(frozen=True, slots=True)
class WizardContext:
    """Context of the wizard: state, seat and the input so far."""

    state: BigDealState
    seat: int
    taps: Taps

    def is_reachable(self, *kinds: type[Action]) -> bool:
        """Return whether an action of these kinds is legal, or will be once a number is entered."""
        return any(one.is_reachable for one in self._candidates(*kinds))

    def candidate_moves(self, *kinds: type[Action]) -> Moves:
        """Return the moves of these kinds that are legal, or will be once a number is entered."""
        return tuple(one for one in self._candidates(*kinds) if one.is_reachable)

    def _candidates(self, *kinds: type[Action]) -> Iterator[LegalMove]:
        for kind in kinds:
            for candidate in kind.candidates(self.state, self.seat):
                yield from candidate_moves((candidate,), self.state, self.seat)

    def concrete_actions(
        self, moves: Iterable[LegalMove], *names: str, most: int = MAX_ENUMERATED
    ) -> list[DryRun]:
        """Return the actions that moves stand for, as ``mechanics.menu.concrete_actions`` does."""
        return [
            run for move in moves for run in concrete_actions(move, self.state, *names, most=most)
        ]

    def actions_of(self, kind: type[Action]) -> list[DryRun]:
        """Return the legal actions of a kind."""
        return self.concrete_actions(self.candidate_moves(kind))

    def why_not(self, kind: type[Action], named: str = "") -> tuple[Words, ...]:
        """Return the sentences of a kind's refusals; named: only of those with this name."""
        refused = (one.refusal for one in self._candidates(kind))
        return tuple(one.sentence for one in refused if one and (one.name == named or not named))

    def pick(
        self,
        question: Words,
        found: Sequence[Found],
        choice: Callable[[Any], PanelChoice],
        notes: tuple[Words, ...] = (),
    ) -> list[Found]:
        """Return the moves or actions behind the chosen word, or behind the only one.

        choice: maps an action to its choice. Raises NeedsInput if nothing is chosen yet.
        """
        choices = [choice(one.action) for one in found]
        panel = Panel(question, tuple(dict.fromkeys(choices)), notes=notes)
        chosen = self.taps.choose(panel, is_clear=len(panel.choices) == 1)
        return [one for one, option in zip(found, choices, strict=True) if option.word == chosen]

    def ask_figures(self, company: str) -> None:
        """Raise NeedsInput for a company's printed numbers if any is missing."""
        if not self.state.company(company).is_known:
            raise NeedsInput(figures_of(company, self.taps.text))

    def buttons(
        self,
        id: str,
        runs: Iterable[DryRun],
        words: Label = None,
        small: Beside = None,
        *,
        by: str = "shares",
        sells: bool = False,
    ) -> tuple[PanelButton, ...]:
        """Return a button for each action.

        by: the field in which the actions differ, "" for a single one.
        """
        found = []
        for run in runs:
            action, event = run.action, run.events[-1]
            place = f"{id}-{getattr(action, by)}" if by else id
            label = words(event) if callable(words) else words or action.label(self.state)
            note = small(event) if callable(small) else small
            found.append(PanelButton(place, to_json(action), label, note, sells=sells))
        return tuple(found)


def figures_of(company: str, amid: str = "") -> Panel:
    """Return the panel for a company's printed numbers.

    amid: the wizard text at which the seat goes on afterwards.
    """
    action: dict[str, object] = {"kind": LearnCompany.kind, "company": company, "amid": amid}
    return Panel(
        say("What is printed on the shares of {company}?", company=title(company)),
        lines=(say("It is asked once and kept for the next game."),),
        fields=(
            PanelField("white", say("White value")),
            PanelField("green", say("Green value")),
            *(
                PanelField(f"needs.{name}", resource_words(name), RESOURCE_COLOURS[name])
                for name in RESOURCES
            ),
        ),
        typed=PanelButton("learn", action, say("Keep the figures")),
    )


def shares_words(count: int) -> Sentence:
    """Return the words for a number of shares."""
    return say_many("{count} share", "{count} shares", count=count)
