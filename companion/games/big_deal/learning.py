"""Entering printed numbers during a game: those of a company, or the price of a slot.

Numbers entered here only fill gaps in the household's copy. They never replace a known number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.big_deal.bases import Lesson
from companion.games.big_deal.box import RESOURCES, STEP, title
from companion.games.big_deal.copy import (
    AMOUNT,
    COPY,
    HIGHEST,
    NEEDS,
    BigDealCopy,
    Company,
    copy_from_record,
)
from companion.games.big_deal.guards import pile_words, require_company
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import PRINTED, require_running

_BLANK = Company()


@action("learn_company", by="player", turn_bound=False, keeps_turn=True)
class LearnCompany(Action[BigDealState]):
    """Enter the printed numbers of a company, which are then saved in the household's copy."""

    button = Button(say("Save the numbers"))
    company: str
    white: int
    """The white value in millions, a multiple of 50."""
    green: int
    """The green value in millions, a multiple of 50."""
    needs: Mapping[str, int]
    """The number of tokens needed, by resource."""
    amid: str = ""
    """The wizard text at which the seat continues afterwards (see ``resume``)."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None or state.is_over:
            return
        printed = {name: state.company(name) for name in state.packing.companies}
        blank = tuple(name for name, company in printed.items() if company == _BLANK)
        yield _candidate_to_enter(blank, _BLANK)
        for name, company in printed.items():
            if name not in blank and not company.is_known:
                yield _candidate_to_enter((name,), company)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_running(state)
        require_company(state, self.company)
        known = state.company(self.company)
        if known.is_known:
            sentence = say(
                "The numbers of {company} are already saved. If they are wrong, fix them under "
                "“Printed numbers”.",
                company=title(self.company),
            )
            raise Refusal("company_known", PRINTED, sentence)
        needs = not_none(NEEDS.read(self.needs))
        entered = Company(AMOUNT.read(self.white), AMOUNT.read(self.green), needs)
        if known.filled(entered) != entered:
            sentence = say(
                "Another number is saved for {company}. If it is wrong, fix it under "
                "“Printed numbers”.",
                company=title(self.company),
            )
            raise Refusal("figure_differs", PRINTED, sentence)
        return (CompanyLearnt(self.company, self.white, self.green, needs, self.amid),)


def _candidate_to_enter(names: tuple[str, ...], printed: Company) -> Candidate:
    """Return the candidate for entering the printed numbers of a company.

    names: the companies to choose from, all with the same known numbers.
    printed: the numbers that are already known.
    """
    white, green = _amounts_of(printed.white), _amounts_of(printed.green)
    needs = printed.needs or {RESOURCES[0]: 1}
    action = LearnCompany("", white.lowest, green.lowest, needs)
    return Candidate(action, "needs", company=OneOf(names), white=white, green=green)


def _amounts_of(printed: int | None) -> Range:
    """Return the range to offer for a printed amount.

    printed: the known amount, which is then the only choice, or None.
    """
    return Range(STEP, HIGHEST) if printed is None else Range(printed, printed)


@event("company_learnt")
class CompanyLearnt(Lesson):
    """The printed numbers of a company were entered."""

    company: str
    white: int
    green: int
    needs: Mapping[str, int]
    amid: str = ""

    def add_to(self, copy: BigDealCopy) -> BigDealCopy:
        return copy.with_company(self.company, Company(self.white, self.green, self.needs))

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        needs = pile_words({name: self.needs.get(name, 0) for name in RESOURCES})
        return say("{company}: white {white}, green {green}, needs {needs}.", needs=needs)


@event("price_learnt")
class PriceLearnt(Lesson):
    """The printed price of a slot of a wheel was entered."""

    resource: str
    slot: int
    price: int

    def add_to(self, copy: BigDealCopy) -> BigDealCopy:
        return copy.with_price(self.resource, self.slot, self.price)


def with_copy(state: BigDealState, record: Mapping[str, object]) -> BigDealState:
    """Return the state with a corrected copy.

    Numbers entered during this game fill the gaps that the corrected copy still has.

    record: the canonical record of the corrected copy.
    """
    corrected = copy = copy_from_record(record)
    for lesson in state.lessons:
        copy = lesson.add_to(copy)
    return replace(
        state,
        setup=replace(state.setup, copy=record),
        copy=copy,
        learnt=None if copy is corrected else COPY.record(copy),
    )
