"""Where a seat's next step is put together: what it may do, and the panels that several share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.big_deal.actions import LearnCompany
from companion.games.big_deal.box import RESOURCE_COLOURS, RESOURCES, resource_words, title
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.taps import Asked, Button, Choice, Field, Panel, Taps, Words
from companion.mechanics.codec import to_json
from companion.mechanics.game import Action, Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say, say_many

Decide = Callable[[BigDealState, Action], tuple[Fact, ...]]

ASKED_LATER = ("figures_needed", "price_needed")
"""Refusals that a next panel answers: a figure is missing and will be typed."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A seat, what it tapped, and the rules that judge it."""

    state: BigDealState
    seat: int
    decide: Decide
    taps: Taps

    def refusal(self, action: Action) -> Refusal | None:
        """Return why an action is refused now, None if it is legal."""
        try:
            self.decide(self.state, action)
        except Refusal as refused:
            return refused
        return None

    def leads_on(self, action: Action) -> bool:
        """Tell whether an action is legal, or will be once a missing figure is typed."""
        refused = self.refusal(action)
        return refused is None or refused.name in ASKED_LATER

    def choose(
        self, question: Words, choices: Iterable[Choice], notes: tuple[Words, ...] = ()
    ) -> str:
        """Return the word chosen; raises Asked where nothing of it was tapped yet."""
        return self.taps.choose(Panel(question, tuple(choices), notes=notes))

    def require_figures(self, company: str) -> None:
        """Raise Asked for a company's printed figures where one was never typed."""
        if not self.state.company(company).is_known:
            raise Asked(figures_of(company, self.taps.text))

    def white(self, company: str) -> int:
        """Return a company's white value; raises Asked where nobody typed it."""
        self.require_figures(company)
        white = self.state.company(company).white
        assert white is not None
        return white

    def buttons(
        self, offers: Iterable[tuple[str, Action, Words, Words | None]]
    ) -> tuple[Button, ...]:
        """Return a button for each legal one of these: id, action, words, small words."""
        return tuple(
            Button(name, to_json(action), words, small)
            for name, action, words, small in offers
            if self.refusal(action) is None
        )


def figures_of(company: str, amid: str = "") -> Panel:
    """Return the fields for what is printed on a company's shares; amid: what was tapped so far."""
    action: dict[str, object] = {
        "kind": LearnCompany.kind,
        "company": company,
        "white": "$white",
        "green": "$green",
        "needs": "#needs",
        "amid": amid,
    }
    return Panel(
        say("What do the shares of {company} print?", company=title(company)),
        lines=(say("It is asked once and kept for the next game."),),
        fields=(
            Field("white", say("White value")),
            Field("green", say("Green value")),
            *(
                Field(f"needs.{name}", resource_words(name), RESOURCE_COLOURS[name])
                for name in RESOURCES
            ),
        ),
        typed=Button("learn", action, say("Keep the figures")),
    )


def shares_words(count: int) -> Sentence:
    """Return a number of shares as it is said."""
    return say_many("{count} share", "{count} shares", count=count)
