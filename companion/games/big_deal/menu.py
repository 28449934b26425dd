"""The wizard that builds an action in several taps: its text, panels and buttons.

The choices so far form the wizard text, which is part of the page's URL: words separated by dots,
such as "open.security". The text comes from outside and is never trusted. Reading stops at the
first word that no panel offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.games.big_deal.box import RESOURCE_COLOURS, RESOURCES, resource_words, title
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Action
from companion.mechanics.actions.menu import (
    MAX_ENUMERATED,
    DryRun,
    LegalMove,
    candidate_moves,
    concrete_actions,
)
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.codec import to_json

Words = Sentence | str
Moves = tuple[LegalMove, ...]
Found = TypeVar("Found", LegalMove, DryRun)

Label = Words | Callable[[Any], Words] | None
"""The text on a button, or a function that makes it from the button's event.

None means the label of the button's action.
"""

Beside = Words | Callable[[Any], Words | None] | None
"""A note on a button, or a function that makes it from the button's event."""


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A choice that leads to a further panel instead of playing an action at once."""

    word: str
    """The word that the choice adds to the wizard text."""
    words: Words
    """The text that the player sees."""
    small: Words | None = None
    """A note beside the text."""
    sells: bool = False
    """Whether the choice leads to a sale. Its button is then less prominent."""
    is_half: bool = False
    """Whether the next choice repeats this one in more detail.

    If so, this choice is left out of the list of choices made so far.
    """


@dataclass(frozen=True, slots=True)
class PanelButton:
    """A button that plays an action."""

    id: str
    action: dict[str, object]
    """The action as a JSON object."""
    words: Words
    """The text on the button."""
    small: Words | None = None
    """A note beside the text."""
    sells: bool = False
    """Whether the action gives something away. Its button is then less prominent."""
    question: Words | None = None
    """The question to ask before the action, or None."""


@dataclass(frozen=True, slots=True)
class PanelField:
    """A form field for a number."""

    name: str
    """The name of the action's field, or "field.key" for a value in a mapping."""
    words: Words
    """The label of the form field."""
    colour: str | None = None
    """The colour of the resource, if the number is about one."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of the wizard, with choices that lead further and buttons that play actions."""

    question: Words | None = None
    choices: tuple[PanelChoice, ...] = ()
    buttons: tuple[PanelButton, ...] = ()
    lines: tuple[Words, ...] = ()
    """Explanatory sentences."""
    fields: tuple[PanelField, ...] = ()
    """The form fields for numbers to enter."""
    typed: PanelButton | None = None
    """The button that submits the entered numbers."""
    notes: tuple[Words, ...] = ()
    """The reasons why other choices are missing."""
    slots: tuple[PanelChoice | PanelButton | None, ...] = ()
    """The purchase and the sale of each resource, in the order of ``RESOURCES``.

    A trade that is not possible now is None. Only the panel for resources has slots.
    """
    others: tuple[PanelChoice, ...] = ()
    """The other entries of the menu. Only the panels for trades contain them."""


class NeedsInput(Exception):
    """Raised when the wizard text ends before the action is complete.

    The exception carries the next panel to show.
    """

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.panel = panel


class Taps:
    """A reader that matches the words of a wizard text with the choices of successive panels."""

    def __init__(self, text: str) -> None:
        self._given = text.split(".") if text else []
        self._read: list[str] = []
        self._before: int | None = None
        # The texts of the choices made so far, as the player sees them.
        self.chosen: list[Words] = []

    def choose(self, panel: Panel, *, is_clear: bool = False) -> str:
        """Return the word chosen on a panel, and move on to the next word of the text.

        is_clear: whether the panel has only one choice, which is then taken without a tap.

        Raises ``NeedsInput`` if the next word of the text is not one of the panel's choices.
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
        """Return the text read so far, followed by another word."""
        return ".".join((*self._read, word))

    @property
    def text_so_far(self) -> str:
        """The text read so far."""
        return ".".join(self._read)

    @property
    def back(self) -> str | None:
        """The text as it was before the latest tap, or None if there was no tap."""
        return None if self._before is None else ".".join(self._read[: self._before])


@dataclass(frozen=True, slots=True)
class WizardContext:
    """The state, seat and choices from which the wizard builds a panel."""

    state: BigDealState
    seat: int
    taps: Taps

    def is_reachable(self, *kinds: type[Action]) -> bool:
        """Return whether an action of these kinds is legal, or may be once a number is entered."""
        return any(one.is_reachable for one in self._candidates(*kinds))

    def candidate_moves(self, *kinds: type[Action]) -> Moves:
        """Return the moves of these kinds that are legal, or may be once a number is entered."""
        return tuple(one for one in self._candidates(*kinds) if one.is_reachable)

    def _candidates(self, *kinds: type[Action]) -> Iterator[LegalMove]:
        for kind in kinds:
            for candidate in kind.candidates(self.state, self.seat):
                yield from candidate_moves((candidate,), self.state, self.seat)

    def concrete_actions(
        self, moves: Iterable[LegalMove], *names: str, most: int = MAX_ENUMERATED
    ) -> list[DryRun]:
        """Return the concrete actions of all these moves (see ``menu.concrete_actions``)."""
        return [
            run for move in moves for run in concrete_actions(move, self.state, *names, most=most)
        ]

    def actions_of(self, kind: type[Action]) -> list[DryRun]:
        """Return all legal actions of one kind."""
        return self.concrete_actions(self.candidate_moves(kind))

    def why_not(self, kind: type[Action], named: str = "") -> tuple[Words, ...]:
        """Return the sentences that explain why actions of a kind are refused.

        named: the name of the refusals to include, or "" for all.
        """
        refused = (one.refusal for one in self._candidates(kind))
        return tuple(one.sentence for one in refused if one and (one.name == named or not named))

    def pick(
        self,
        question: Words,
        found: Sequence[Found],
        choice: Callable[[Any], PanelChoice],
        notes: tuple[Words, ...] = (),
        *,
        lists_one: bool = False,
    ) -> list[Found]:
        """Return the found moves or actions that belong to the player's choice.

        If all of them belong to one choice, the player is not asked.

        choice: a function that returns the choice that an action belongs to.
        lists_one: whether the player is asked even then.

        Raises ``NeedsInput`` with the panel if nothing is chosen yet.
        """
        choices = [choice(one.action) for one in found]
        panel = Panel(question, tuple(dict.fromkeys(choices)), notes=notes)
        chosen = self.taps.choose(panel, is_clear=len(panel.choices) == 1 and not lists_one)
        return [one for one, option in zip(found, choices, strict=True) if option.word == chosen]

    def ask_figures(self, company: str) -> None:
        """Raise ``NeedsInput`` with an input form if a printed number of a company is missing."""
        if not self.state.company(company).is_known:
            raise NeedsInput(figures_of(company, self.taps.text_so_far))

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
        """Return one button for each action.

        id: the id of a single button, or the first part of the id of each button.
        runs: dry runs of the actions, all legal.
        by: the field whose value completes each id, or "" if there is only one action.
        """
        found = []
        for run in runs:
            action, event = run.action, run.events[-1]
            place = f"{id}-{getattr(action, by)}" if by else id
            label = words(event) if callable(words) else words or action.label(self.state)
            note = small(event) if callable(small) else small
            asked = action.loss(self.state)
            found.append(PanelButton(place, to_json(action), label, note, sells, asked))
        return tuple(found)


def figures_of(company: str, amid: str = "") -> Panel:
    """Return the panel for entering a company's printed numbers.

    amid: the wizard text at which the seat continues afterwards.
    """
    action: dict[str, object] = {"kind": LearnCompany.kind, "company": company, "amid": amid}
    return Panel(
        say("What is printed on the shares of {company}?", company=title(company)),
        lines=(say("The app asks this only once."),),
        fields=(
            PanelField("white", say("White value")),
            PanelField("green", say("Green value")),
            *(
                PanelField(f"needs.{name}", resource_words(name), RESOURCE_COLOURS[name])
                for name in RESOURCES
            ),
        ),
        typed=PanelButton("learn", action, say("Save the numbers")),
    )
