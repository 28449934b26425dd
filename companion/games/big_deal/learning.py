"""What a table reads off its box while it plays: a company's figures, a slot's price.

Only what the copy lacks is learnt: a figure mended on the copy's own page knows better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_deal.actions import LearnCompany
from companion.games.big_deal.box import PRINTED, title
from companion.games.big_deal.copy import (
    Company,
    Copy,
    checked_needs,
    copy_from_record,
    require_printed_amount,
)
from companion.games.big_deal.facts import CompanyLearnt, PriceLearnt
from companion.games.big_deal.guards import require_company, require_running
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_learn_company(state: BigDealState, action: LearnCompany) -> tuple[Fact, ...]:
    """Return what a company's shares print.

    Raises ``company_left_out``, ``company_known``, ``figure_differs``, ``figure_out_of_range``,
    ``needs_out_of_range``, ``unknown_resource``.
    """
    require_running(state)
    require_company(state, action.company)
    known = state.company(action.company)
    if known.is_known:
        raise Refusal(
            "company_known",
            PRINTED,
            say("{company} is known already; mend the copy if it is wrong.",
                company=title(action.company)),
        )  # fmt: skip
    require_printed_amount(action.white)
    require_printed_amount(action.green)
    needs = checked_needs(action.needs)
    typed = Company(action.white, action.green, needs)
    if state.copy.with_company(action.company, typed).companies[action.company] != typed:
        raise Refusal(
            "figure_differs",
            PRINTED,
            say("The copy has another figure for {company}; mend the copy if it is wrong.",
                company=title(action.company)),
        )  # fmt: skip
    return (CompanyLearnt(action.company, action.white, action.green, needs, action.amid),)


def taught(copy: Copy, lesson: Fact) -> Copy:
    """Return the copy after a fact that teaches a figure."""
    if isinstance(lesson, CompanyLearnt):
        figures = Company(lesson.white, lesson.green, lesson.needs)
        return copy.with_company(lesson.company, figures)
    assert isinstance(lesson, PriceLearnt)
    return copy.with_price(lesson.resource, lesson.slot, lesson.price)


def learning(state: BigDealState, lesson: Fact) -> BigDealState:
    """Return the table after it learnt something; its copy's record anew if that was missing."""
    copy = taught(state.copy, lesson)
    learnt = state.learnt if copy is state.copy else copy.record()
    return replace(state, copy=copy, lessons=(*state.lessons, lesson), learnt=learnt)


def with_copy(state: BigDealState, record: Mapping[str, object]) -> BigDealState:
    """Return the table on a corrected copy, in which its lessons fill what is still missing."""
    corrected = copy = copy_from_record(record)
    for lesson in state.lessons:
        copy = taught(copy, lesson)
    return replace(
        state,
        setup=replace(state.setup, copy=record),
        copy=copy,
        learnt=None if copy is corrected else copy.record(),
    )
