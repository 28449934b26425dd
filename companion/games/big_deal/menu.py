"""A step put together by several taps: what was tapped so far, and what can be tapped next.

What was tapped is a short text in the page's address, words separated by dots: "open.security".
It comes from outside and is never trusted: a word that is not offered ends the reading there.
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
Offers = tuple[LegalMove, ...]
Found = TypeVar("Found", LegalMove, DryRun)

Label = Words | Callable[[Any], Words] | None
Beside = Words | Callable[[Any], Words | None] | None
"""What stands on a button, or how it is said of the event that a tap leads to, sums and all.

None on a button: what the action itself says.
"""


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """Something to tap on the way. word: its part of the text. small: what stands beside it.

    colour: of the resource it is about, None for anything else. sells: see Button.
    is_half: what is asked next says it as well, so it is not told among what was chosen.
    """

    word: str
    words: Words
    small: Words | None = None
    colour: str | None = None
    sells: bool = False
    is_half: bool = False


@dataclass(frozen=True, slots=True)
class PanelButton:
    """A step to take: a stable id, the action as a JSON object, and what stands on it.

    sells: whether it gives away or takes back; such a button looks quieter than one that buys.
    """

    id: str
    action: dict[str, object]
    words: Words
    small: Words | None = None
    colour: str | None = None
    sells: bool = False


@dataclass(frozen=True, slots=True)
class PanelField:
    """A number to type. name: of the action's field; in one of several amounts, "field.name"."""

    name: str
    words: Words
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands on the screen: choices on the way, steps to take, numbers to type.

    lines: what it is about. fields: numbers that the button ``typed`` takes along.
    notes: why something else cannot be tapped. slots: the choices and buttons in places of their
    own, None for a gap, where what cannot be tapped must not let another move into its place.
    others: the menu's, for whoever is done here.
    """

    question: Words | None = None
    choices: tuple[PanelChoice, ...] = ()
    buttons: tuple[PanelButton, ...] = ()
    lines: tuple[Words, ...] = ()
    fields: tuple[PanelField, ...] = ()
    typed: PanelButton | None = None
    notes: tuple[Words, ...] = ()
    slots: tuple[PanelChoice | PanelButton | None, ...] = ()
    others: tuple[PanelChoice, ...] = ()


class NeedsInput(Exception):
    """Raised where the text ends: the panel says what can be tapped next."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.panel = panel


class Taps:
    """The words of a text, read one after the other against what is offered."""

    def __init__(self, text: str) -> None:
        self._given = text.split(".") if text else []
        self._read: list[str] = []
        self._before: int | None = None
        self.said: list[Words] = []

    def choose(self, panel: Panel, *, is_clear: bool = False) -> str:
        """Return the word chosen from a panel; raises Asked where the text has none of them.

        is_clear: there is nothing else to choose, so it is told and not asked.
        """
        place = len(self._read)
        word = self._given[place] if place < len(self._given) else None
        for choice in panel.choices:
            if choice.word == word or is_clear:
                self._before = self._before if is_clear else place
                self._read.append(choice.word)
                if not choice.is_half:
                    self.said.append(choice.words)
                return choice.word
        raise NeedsInput(panel)

    def after(self, word: str) -> str:
        """Return the text as far as it was read, and one word more."""
        return ".".join((*self._read, word))

    @property
    def text(self) -> str:
        """The text as far as it was read."""
        return ".".join(self._read)

    @property
    def back(self) -> str | None:
        """The text one tap earlier; None at the start."""
        return None if self._before is None else ".".join(self._read[: self._before])


@dataclass(frozen=True, slots=True)
class WizardContext:
    """A seat at its table, and what it tapped; the menu says what it can tap next."""

    state: BigDealState
    seat: int
    taps: Taps

    def is_reachable(self, *kinds: type[Action]) -> bool:
        """Tell whether the menu offers any of some kinds, or will once a figure is typed."""
        return any(one.is_reachable for one in self._thoughts(*kinds))

    def candidate_moves(self, *kinds: type[Action]) -> Offers:
        """Return what the menu offers of some kinds, or will once a missing figure is typed."""
        return tuple(one for one in self._thoughts(*kinds) if one.is_reachable)

    def _thoughts(self, *kinds: type[Action]) -> Iterator[LegalMove]:
        for kind in kinds:
            for candidate in kind.candidates(self.state, self.seat):
                yield from candidate_moves((candidate,), self.state, self.seat)

    def concrete_actions(
        self, offers: Iterable[LegalMove], *names: str, most: int = MAX_ENUMERATED
    ) -> list[DryRun]:
        """Return the actions that offers stand for, as ``mechanics.menu.concrete_actions`` does."""
        return [
            way
            for offer in offers
            for way in concrete_actions(offer, self.state, *names, most=most)
        ]

    def why_not(self, kind: type[Action], named: str = "") -> tuple[Words, ...]:
        """Return why actions of a kind are refused, those that are; named: by this refusal only."""
        refused = (one.refusal for one in self._thoughts(kind))
        return tuple(one.sentence for one in refused if one and (one.name == named or not named))

    def pick(
        self,
        question: Words,
        found: Sequence[Found],
        choice: Callable[[Any], PanelChoice],
        notes: tuple[Words, ...] = (),
    ) -> list[Found]:
        """Return those offers or ways that stand behind the chosen word, or behind the only one.

        choice: what stands for an action. Raises Asked where none was tapped yet.
        """
        choices = [choice(one.action) for one in found]
        panel = Panel(question, tuple(dict.fromkeys(choices)), notes=notes)
        chosen = self.taps.choose(panel, is_clear=len(panel.choices) == 1)
        return [one for one, said in zip(found, choices, strict=True) if said.word == chosen]

    def ask_figures(self, company: str) -> None:
        """Raise Asked for a company's printed figures where one was never typed."""
        if not self.state.company(company).is_known:
            raise NeedsInput(figures_of(company, self.taps.text))

    def buttons(
        self,
        id: str,
        concrete_actions: Iterable[DryRun],
        words: Label = None,
        small: Beside = None,
        *,
        by: str = "shares",
        sells: bool = False,
    ) -> tuple[PanelButton, ...]:
        """Return a button for each of these ways; by: the field in which they differ, if any."""
        found = []
        for way in concrete_actions:
            led_to = way.events[-1]
            place = f"{id}-{getattr(way.action, by)}" if by else id
            said = words(led_to) if callable(words) else words or way.action.label(self.state)
            beside = small(led_to) if callable(small) else small
            found.append(PanelButton(place, to_json(way.action), said, beside, sells=sells))
        return tuple(found)


def figures_of(company: str, amid: str = "") -> Panel:
    """Return the fields for what is printed on a company's shares; amid: what was tapped so far."""
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
    """Return a number of shares as it is said."""
    return say_many("{count} share", "{count} shares", count=count)
