"""A named reason why something cannot be done now, with its rule and its remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from companion.mechanics import deprecated
from companion.mechanics.words import Sentence

P = ParamSpec("P")
T = TypeVar("T")


class Refusal(Exception):
    """Said to the player instead of a bare "invalid": what is wrong and what would be allowed.

    name: stable, in snake case, for tests, records and translations of the web.
    rule: the rule id it rests on ("BS-A4"), or "" where no rule book speaks of it.
    sentence: one sentence, shown with the rule id behind it.
    about: the seats that it is about, who are spoken to.
    """

    def __init__(
        self, name: str, rule: str, sentence: Sentence, about: tuple[int, ...] = ()
    ) -> None:
        super().__init__(name, rule, sentence)
        self.name = name
        self.rule = rule
        self.sentence = sentence
        self.about = about

    def said_to(self, seat: int | None) -> Refusal:
        """Return it as a seat reads it on its own device."""
        if seat not in self.about:
            return self
        return Refusal(self.name, self.rule, self.sentence.for_you)

    def __str__(self) -> str:
        # Put together when it is read: offers ask guards by the hundred and read none.
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.name}{rule}: {self.sentence}"


class Missing(Refusal):
    """Said where a figure is missing that nobody has typed yet; once one is, it may be allowed."""


def is_legal(guard: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Tell whether a guard lets something through, so that offers rest on the same rules."""
    try:
        guard(*args, **kwargs)
    except Refusal:
        return False
    return True


def refusal_of(guard: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
    """Return what a guard holds something back with, None where it lets it through."""
    try:
        guard(*args, **kwargs)
    except Refusal as refusal:
        # Where it was raised holds whoever asks, who may hold the answer: a ring for the collector.
        return refusal.with_traceback(None)
    return None


def not_none(found: T | None) -> T:
    """Return what nobody need refuse any more, for a rule asked before has seen to it."""
    assert found is not None
    return found


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
