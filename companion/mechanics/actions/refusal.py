"""Refusals: named reasons why an action is illegal, each with its rule and a remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, ParamSpec, TypeVar

from companion.mechanics.language.words import Sentence

P = ParamSpec("P")
T = TypeVar("T")


class Instead(NamedTuple):
    """An action that a screen offers in place of a refused one."""

    label: Sentence
    """The text of its button."""
    action: object
    """The action, which must be legal when the refusal is raised."""


class Refusal(Exception):
    """The reason why an action is illegal, and what would be allowed instead.

    name: an identifier in snake case. It must not change, because tests, saved games and the web
    rely on it.
    rule: the id of the rule, such as "BS-A4", or "" if no rule book covers the case.
    sentence: the explanation for the player. Screens add the rule id.
    about: the seats that the sentence is about. They read its second-person wording.
    field: the name of the form field that the sentence is about, or "". Forms mark it.
    instead: the action that does what is allowed, or None. Screens offer it beside the sentence.
    """

    instead: Instead | None = None

    def __init__(
        self,
        name: str,
        rule: str,
        sentence: Sentence,
        about: tuple[int, ...] = (),
        field: str = "",
    ) -> None:
        super().__init__(name, rule, sentence)
        self.name = name
        self.rule = rule
        self.sentence = sentence
        self.about = about
        self.field = field

    def said_to(self, seat: int | None) -> Refusal:
        """Return the refusal as a seat reads it.

        If ``about`` contains the seat, the wording is in the second person, and the result is a
        plain ``Refusal`` even if this refusal is a ``Missing``.
        """
        if seat not in self.about:
            return self
        own = Refusal(self.name, self.rule, self.sentence.for_you)
        own.instead = self.instead
        return own

    def __str__(self) -> str:
        # Formatted only on demand: legality checks raise hundreds of refusals that nobody reads.
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.name}{rule}: {self.sentence}"


@contextmanager
def about_field(field: str) -> Iterator[None]:
    """Add the name of a form field to refusals that are raised in this context without one."""
    try:
        yield
    except Refusal as refusal:
        refusal.field = refusal.field or field
        raise


class Missing(Refusal):
    """The refusal of an action that may be legal once a missing value has been entered."""


def is_legal(guard: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Call a guard, and return False if it raises a ``Refusal``, otherwise True."""
    try:
        guard(*args, **kwargs)
    except Refusal:
        return False
    return True


def refusal_of(guard: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
    """Call a guard and return the ``Refusal`` that it raises, or None."""
    try:
        guard(*args, **kwargs)
    except Refusal as refusal:
        # The traceback refers to the caller's frame, which may refer to the refusal. Only the
        # garbage collector could free such a cycle.
        return refusal.with_traceback(None)
    return None


def not_none(found: T | None) -> T:
    """Return ``found``, which an earlier check guarantees not to be None."""
    assert found is not None
    return found
