"""What a table reads off its box while it plays: a company's figures, a slot's price.

Only what the copy lacks is learnt: a figure that somebody typed on the copy's page stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

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
from companion.games.big_deal.state import BigDealState, Lesson, pile_words, require_company
from companion.mechanics.event_sourcing import Action, Button, Event, action, event
from companion.mechanics.menu import Candidate, OneOf, Range
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import PRINTED, require_running
from companion.mechanics.words import Sentence, say

_BLANK = Company()


@action("learn_company", by="player", turn_bound=False, keeps_turn=True)
class LearnCompany(Action):
    """Type what is printed on a company's shares: it first matters now, and is remembered.

    white, green: in millions, multiples of 50. needs: tokens by resource. amid: the step in whose
    middle it was asked, as its taps; it goes on there.
    """

    button = Button(say("Keep the figures"))
    company: str
    white: int
    green: int
    needs: Mapping[str, int]
    amid: str = ""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None or state.is_over:
            return
        printed = {name: state.company(name) for name in state.packing.companies}
        blank = tuple(name for name, company in printed.items() if company == _BLANK)
        yield _asked(blank, _BLANK)
        for name, company in printed.items():
            if name not in blank and not company.is_known:
                yield _asked((name,), company)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return what a company's shares print.

        Raises ``company_left_out``, ``company_known``, ``figure_differs``, ``figure_out_of_range``,
        ``needs_out_of_range``, ``unknown_resource``.
        """
        require_running(state)
        require_company(state, self.company)
        known = state.company(self.company)
        if known.is_known:
            sentence = say(
                "{company} is already known; correct it on the Figures page if it is wrong.",
                company=title(self.company),
            )
            raise Refusal("company_known", PRINTED, sentence)
        needs = not_none(NEEDS.read(self.needs))
        typed = Company(AMOUNT.read(self.white), AMOUNT.read(self.green), needs)
        if known.filled(typed) != typed:
            sentence = say(
                "Another figure is kept for {company}; correct it on the Figures "
                "page if it is wrong.",
                company=title(self.company),
            )
            raise Refusal("figure_differs", PRINTED, sentence)
        return (CompanyLearnt(self.company, self.white, self.green, needs, self.amid),)


def _asked(names: tuple[str, ...], printed: Company) -> Candidate:
    """Return that the figures of these companies can be typed, beside those the copy has."""
    white, green = _amounts_of(printed.white), _amounts_of(printed.green)
    needs = printed.needs or {RESOURCES[0]: 1}
    action = LearnCompany("", white.lowest, green.lowest, needs)
    return Candidate(action, "needs", company=OneOf(names), white=white, green=green)


def _amounts_of(printed: int | None) -> Range:
    """Return what can be typed for a printed amount: where the copy has it, that alone."""
    return Range(STEP, HIGHEST) if printed is None else Range(printed, printed)


@event("company_learnt")
class CompanyLearnt(Lesson):
    """Somebody typed what is printed on a company's shares.

    amid: the step in whose middle it was asked, as its taps.
    """

    company: str
    white: int
    green: int
    needs: Mapping[str, int]
    amid: str = ""

    def taught(self, copy: BigDealCopy) -> BigDealCopy:
        return copy.with_company(self.company, Company(self.white, self.green, self.needs))

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        needs = pile_words({name: self.needs.get(name, 0) for name in RESOURCES})
        return self.fill(
            state, say("{company}: white {white}, green {green}, needs {needs}.", needs=needs)
        )


@event("price_learnt")
class PriceLearnt(Lesson):
    """Somebody typed what a slot of a wheel prints."""

    resource: str
    slot: int
    price: int

    def taught(self, copy: BigDealCopy) -> BigDealCopy:
        return copy.with_price(self.resource, self.slot, self.price)


def with_copy(state: BigDealState, record: Mapping[str, object]) -> BigDealState:
    """Return the table on a corrected copy, in which its lessons fill what is still missing."""
    corrected = copy = copy_from_record(record)
    for lesson in state.lessons:
        copy = lesson.taught(copy)
    return replace(
        state,
        setup=replace(state.setup, copy=record),
        copy=copy,
        learnt=None if copy is corrected else COPY.record(copy),
    )
