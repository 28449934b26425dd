"""What several rules ask before anything may be done; each raises a named refusal or is silent."""

from __future__ import annotations

from companion.games.big_deal.box import LEAST, STEP, resource_words, title
from companion.games.big_deal.copy import require_company_name
from companion.games.big_deal.state import BigDealState, Group, Stage
from companion.games.big_deal.waiting import waiting
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say


def require_seat(state: BigDealState, seat: int) -> None:
    """Raise ``unknown_seat`` unless somebody sits there."""
    if seat not in state.seats:
        raise Refusal(
            "unknown_seat",
            "BD-S1",
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=str(seat),
                last=len(state.setup.seats) - 1,
            ),
        )


def require_running(state: BigDealState) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.is_over:
        raise Refusal(
            "game_over", "BD-E1", say("The game is over; the banker can take steps back.")
        )


def require_stage(state: BigDealState, rule: str, *stages: Stage) -> None:
    """Raise ``game_over``, ``income_first`` or ``not_now`` unless the table is at such a stage."""
    require_running(state)
    if state.stage in stages:
        return
    if "actions" in stages and state.stage in ("draw", "income"):
        raise Refusal(
            "income_first",
            "BD-T2",
            say("First the card and the income, then actions: {waiting}", waiting=_now(state)),
        )
    raise Refusal("not_now", rule, say("Not now: {waiting}", waiting=_now(state)))


def _now(state: BigDealState) -> Sentence:
    return waiting(state).sentence


def require_turn(state: BigDealState, seat: int, rule: str, *stages: Stage) -> None:
    """Raise ``unknown_seat``, ``not_your_turn`` or as ``require_stage``, unless it is its turn."""
    require_seat(state, seat)
    require_running(state)
    if state.turn and seat != state.active and state.step != "hands":
        raise Refusal(
            "not_your_turn",
            "BD-T1",
            say("It is {name}'s turn.", name=state.name(state.active)),
        )
    require_stage(state, rule, *stages)


def require_company(state: BigDealState, company: str) -> None:
    """Raise ``unknown_company`` or ``company_left_out`` unless its shares are in play."""
    require_company_name(company)
    if company in state.packing.left_out:
        raise Refusal(
            "company_left_out",
            "BD-S2",
            say(
                "{company} is left out with {players} players.",
                company=title(company),
                players=len(state.setup.seats),
            ),
        )


def require_count(count: int, rule: str, least: int = 1) -> None:
    """Raise ``too_few`` below the least that makes sense."""
    if count < least:
        raise Refusal(
            "too_few",
            rule,
            say("Say {least} or more, not {count}.", least=least, count=count),
        )


def require_unseen(state: BigDealState, company: str, shares: int) -> None:
    """Raise ``too_many_shares`` if so many cannot come from hands or the deck."""
    unseen = state.unseen_shares(company)
    if shares > unseen:
        raise Refusal(
            "too_many_shares",
            "BD-S2",
            say(
                "{company} has {all} shares in play; {unseen} of them can still be in a hand.",
                company=title(company),
                all=state.packing.shares,
                unseen=unseen,
            ),
        )


def require_group(state: BigDealState, number: int, rule: str) -> Group:
    """Return an open company; raises ``unknown_group`` where there is none of that number."""
    if number not in state.groups:
        raise Refusal("unknown_group", rule, say("There is no such open company any more."))
    return state.groups[number]


def require_own_group(state: BigDealState, seat: int, number: int, rule: str) -> Group:
    """Return a seat's open company; raises ``unknown_group`` or ``not_your_company``."""
    group = require_group(state, number, rule)
    if group.seat != seat:
        raise Refusal(
            "not_your_company",
            rule,
            say("This company belongs to {name}.", name=state.name(group.seat)),
        )
    return group


def require_in_group(group: Group, shares: int, rule: str) -> None:
    """Raise ``too_few`` or ``not_in_company`` unless the group has so many shares."""
    require_count(shares, rule)
    if shares > group.shares:
        raise Refusal(
            "not_in_company",
            rule,
            say(
                "Shares of {company} here: {shares}, not {asked}.",
                company=title(group.company),
                shares=group.shares,
                asked=shares,
            ),
        )


def require_opening(state: BigDealState, seat: int, company: str, shares: int, rule: str) -> None:
    """Raise ``two_shares_needed``, ``figures_needed`` or ``resources_missing`` (BD-C1)."""
    if shares < LEAST:
        raise Refusal(
            "two_shares_needed",
            rule,
            say("It takes {least} shares at least.", least=LEAST),
        )
    if state.company(company).needs is None:
        raise figures_needed(company, rule)
    require_set(state, seat, company, rule)


def require_set(state: BigDealState, seat: int, company: str, rule: str) -> None:
    """Raise ``resources_missing`` unless a seat has a free set of a company's resources."""
    missing = state.missing_tokens(seat, company)
    if missing:
        raise Refusal(
            "resources_missing",
            rule,
            say(
                "{company} needs its own resources; missing: {missing}.",
                company=title(company),
                missing=pile_words(missing),
            ),
        )


def pile_words(tokens: dict[str, int]) -> tuple[Sentence, ...]:
    """Return tokens as they are said: "2 energy"."""
    return tuple(
        say("{count} {resource}", count=count, resource=resource_words(resource))
        for resource, count in tokens.items()
        if count
    )


def figures_needed(company: str, rule: str) -> Refusal:
    """Return the refusal for what rests on a figure that nobody has typed yet."""
    return Refusal(
        "figures_needed",
        rule,
        say("First type what the shares of {company} print.", company=title(company)),
    )


def white_value(state: BigDealState, company: str, rule: str) -> int:
    """Return a company's white value; raises ``figures_needed``."""
    white = state.company(company).white
    if white is None:
        raise figures_needed(company, rule)
    return white


def require_cash(state: BigDealState, seat: int, amount: int, rule: str) -> None:
    """Raise ``purse_too_small`` unless a purse holds the amount."""
    held = state.cash(seat)
    if held < amount:
        raise Refusal(
            "purse_too_small",
            rule,
            say("This costs {amount}; the purse holds {held}.", amount=amount, held=held),
        )


def require_fifties(price: int, rule: str) -> None:
    """Raise ``price_off_the_fifties`` unless the price is a multiple of 50."""
    if price % STEP:
        raise Refusal(
            "price_off_the_fifties",
            rule,
            say("Prices rise by {step} or a multiple of it.", step=STEP),
        )


def require_cash_cards(state: BigDealState, count: int, rule: str) -> None:
    """Raise ``no_cash_cards_left`` unless so many were not played yet."""
    left = state.cash_cards_left
    if count > left:
        raise Refusal(
            "no_cash_cards_left",
            rule,
            say("Of {all} Cash cards {left} are left.", all=state.packing.cash_cards, left=left),
        )
