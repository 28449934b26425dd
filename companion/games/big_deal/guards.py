"""Checks shared by the actions of Big Deal. Each raises a named refusal if it fails.

The parameter ``rule`` is the id of the rule that the refusal cites.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_deal.box import (
    LEAST,
    STEP,
    resource_words,
    title,
)
from companion.games.big_deal.copy import require_company_name
from companion.games.big_deal.entities import Duel, Group, Stage
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.waiting import waiting
from companion.mechanics.actions.refusal import Missing, Refusal, not_none
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.play.table import (
    not_now,
    require_running,
    require_seat,
)

_RULES: Mapping[Stage, str] = {
    "deal": "BD-S2",
    "duel": "BD-K2",
    "claim": "BD-K4",
    "raise": "BD-K6",
    "collect": "BD-Q2",
    "hands": "BD-G1",
}
"""The rule to cite for each stage that blocks all other actions."""


def require_stage(state: BigDealState, rule: str, *stages: Stage) -> None:
    """Raise a refusal unless the table is at one of these stages.

    rule: the id of the rule to cite if ``_RULES`` has none for the current stage.

    Raises ``game_over``, ``income_first`` or ``not_now``.
    """
    require_running(state)
    if state.stage in stages:
        return
    now = waiting(state)
    if "actions" in stages and state.stage in ("draw", "income"):
        sentence = say("First the card and the income. {waiting}", waiting=now.prompt).to_you(
            "First draw your card and take your income. {waiting}"
        )
        raise Refusal("income_first", "BD-T2", sentence, about=now.seats)
    raise not_now(_RULES.get(state.stage, rule), now)


def require_duel(state: BigDealState, seat: int, rule: str, stage: Stage) -> Duel:
    """Return the takeover in progress if it is at this stage.

    seat: the acting seat, which must exist but need not be one of the two sides.

    Raises ``unknown_seat`` and the refusals of ``require_stage``.
    """
    require_seat(state, seat, "BD-S1")
    require_stage(state, rule, stage)
    return not_none(state.duel)


def require_turn(state: BigDealState, seat: int, rule: str, *stages: Stage) -> None:
    """Raise a refusal unless it is the seat's turn and the table is at one of these stages.

    Raises ``unknown_seat``, ``not_your_turn`` and the refusals of ``require_stage``.
    """
    require_seat(state, seat, "BD-S1")
    require_running(state)
    if state.stage in _RULES:
        require_stage(state, rule, *stages)
    if seat != state.active:
        sentence = say("It is {name}’s turn.", name=state.name(state.active))
        raise Refusal("not_your_turn", "BD-T1", sentence)
    require_stage(state, rule, *stages)


def require_acting(state: BigDealState, seat: int, rule: str) -> None:
    """Raise a refusal unless the seat may act, either in its turn or to pay for a takeover.

    An attacker who has won a takeover may raise the money with the usual actions of a turn, within
    the same limits. Only another takeover and ending the turn must wait (BD-K6).

    Raises the refusals of ``require_turn``.
    """
    require_turn(state, seat, rule, "actions", "raise")


def require_company(state: BigDealState, company: str) -> None:
    """Raise ``unknown_company`` or ``company_left_out`` unless the company is in play."""
    require_company_name(company)
    if company in state.packing.left_out:
        raise Refusal(
            "company_left_out",
            "BD-S2",
            say(
                "{company} is left out with {players} players.",
                company=title(company),
                players=len(state.seats),
            ),
        )


def require_count(count: int, rule: str, least: int = 1) -> None:
    """Raise ``too_few`` if the count is lower than ``least``."""
    if count < least:
        sentence = say("Enter {least} or more, not {count}.", least=least, count=count)
        raise Refusal("too_few", rule, sentence)


def require_unseen(state: BigDealState, company: str, shares: int) -> None:
    """Raise ``too_many_shares`` if hands and deck cannot hold this many shares of the company."""
    unseen = state.unseen_shares(company)
    if shares > unseen:
        raise Refusal(
            "too_many_shares",
            "BD-S2",
            say(
                "{company} has {all} shares in play; at most {unseen} can still be in hand.",
                company=title(company),
                all=state.packing.shares,
                unseen=unseen,
            ),
        )


def require_open_company(state: BigDealState, number: int, rule: str) -> Group:
    """Return the open company with this number.

    Raises ``unknown_group`` if there is none.
    """
    if number not in state.groups:
        raise Refusal("unknown_group", rule, say("This company is no longer open."))
    return state.groups[number]


def require_own_company(state: BigDealState, seat: int, number: int, rule: str) -> Group:
    """Return the seat's open company with this number.

    Raises ``unknown_group`` or ``not_your_company``.
    """
    group = require_open_company(state, number, rule)
    if group.seat != seat:
        sentence = say("This company belongs to {name}.", name=state.name(group.seat))
        raise Refusal("not_your_company", rule, sentence)
    return group


def require_group_of(state: BigDealState, seat: int, number: int, company: str, rule: str) -> Group:
    """Return the seat's open group with this number and company.

    Raises ``another_company`` and the refusals of ``require_own_company``.
    """
    group = require_own_company(state, seat, number, rule)
    if group.company != company:
        sentence = say("These are shares of {company}.", company=group.title)
        raise Refusal("another_company", rule, sentence)
    return group


def require_in_group(group: Group, shares: int, rule: str) -> None:
    """Raise a refusal unless this number of shares can be taken from the group.

    Raises ``too_few`` or ``not_in_company``.
    """
    require_count(shares, rule)
    if shares > group.shares:
        raise Refusal(
            "not_in_company",
            rule,
            say_many(
                "There is only {count} share of {company} here, not {asked}.",
                "There are only {count} shares of {company} here, not {asked}.",
                count=group.shares,
                company=group.title,
                asked=shares,
            ),
        )


def require_opening(state: BigDealState, seat: int, company: str, shares: int, rule: str) -> None:
    """Raise a refusal unless the seat can open a company with this many shares (BD-C1).

    Raises ``two_shares_needed`` and the refusals of ``require_set``.
    """
    if shares < LEAST:
        sentence = say("Open a company with at least {least} shares.", least=LEAST)
        raise Refusal("two_shares_needed", rule, sentence)
    require_set(state, seat, company, rule)


def require_set(state: BigDealState, seat: int, company: str, rule: str) -> None:
    """Raise a refusal unless the seat's free tokens include the resources that a company needs.

    Raises ``figures_needed`` or ``resources_missing``.
    """
    needs = state.company(company).needs
    if needs is None:
        raise figures_needed(company, rule)
    free = state.free_tokens(seat)
    missing = {name: count - free[name] for name, count in needs.items() if count > free[name]}
    if missing:
        raise Refusal(
            "resources_missing",
            rule,
            say(
                "{company} needs its own resources. Still missing: {missing}.",
                company=title(company),
                missing=pile_words(missing),
            ),
        )


def pile_words(tokens: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return a phrase such as "energy ×2" for each resource with at least one token."""
    return tuple(
        say("{resource} ×{count}", count=count, resource=resource_words(resource))
        for resource, count in tokens.items()
        if count
    )


def figures_needed(company: str, rule: str) -> Refusal:
    """Return the refusal for an action that needs a printed number not entered yet."""
    sentence = say(
        "First enter the numbers printed on the shares of {company}.", company=title(company)
    )
    return Missing("figures_needed", rule, sentence)


def white_value(state: BigDealState, company: str, rule: str) -> int:
    """Return the white value of a company.

    Raises ``figures_needed`` if the white value is unknown.
    """
    white = state.company(company).white
    if white is None:
        raise figures_needed(company, rule)
    return white


def sale_price(state: BigDealState, company: str, rule: str) -> int:
    """Return the bank's price per share for sold companies and won shares: white value plus bonus.

    Raises ``figures_needed`` if the white value is unknown.
    """
    return white_value(state, company, rule) + state.bonus


def require_cash(state: BigDealState, seat: int, amount: int, rule: str) -> None:
    """Raise ``purse_too_small`` unless the seat has at least this amount of money."""
    held = state.money(seat)
    if held < amount:
        sentence = say("This costs {amount}; you have {held}.", amount=amount, held=held)
        raise Refusal("purse_too_small", rule, sentence)


def require_fifties(price: int, rule: str) -> None:
    """Raise ``price_off_the_fifties`` unless the price is a multiple of 50."""
    if price % STEP:
        sentence = say("Bid a multiple of {step}.", step=STEP)
        raise Refusal("price_off_the_fifties", rule, sentence)


def require_cash_cards(state: BigDealState, count: int, rule: str) -> None:
    """Raise ``no_cash_cards_left`` if fewer than ``count`` Cash cards are still unplayed."""
    left = state.cash_cards_left
    if count > left:
        sentence = say_many(
            "Only {count} of {all} Cash cards is left.",
            "Only {count} of {all} Cash cards are left.",
            count=left,
            all=state.packing.cash_cards,
        )
        raise Refusal("no_cash_cards_left", rule, sentence)
