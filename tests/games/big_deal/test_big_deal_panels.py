"""The wizard offers everything that is legal, and nothing that the rules refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.box import HAND, RESOURCES
from companion.games.big_deal.copy import Company
from companion.games.big_deal.menu import PanelButton
from companion.games.big_deal.panels import MENU, draft
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import TakeOver
from companion.mechanics.actions.menu import concrete_actions
from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import Action, apply_events
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK, purse
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.records.verdict import verify_record
from companion.testing.contract import holds
from companion.testing.tables import ANNA
from tests.browser.scenes import record_of
from tests.extent import choose
from tests.games.big_deal.big_deal_games import a_game
from tests.games.big_deal.big_deal_tables import (
    TELCOM_SET,
    acting,
    attackable,
    draft_of,
    short_of_money,
    with_group,
    with_tokens,
)

TAPPED_ELSEWHERE = {"draw", "income", "raise", "give_up", "count_hand", "end_turn"}
"""The actions with buttons outside the panels."""


def panels(
    state: BigDealState, seat: int, words: str = MENU
) -> Iterator[tuple[str, SimpleNamespace]]:
    """Yield every panel that a seat can tap its way to, with the text that leads there."""
    shown = draft(state, seat, words)
    if shown is None:
        return
    yield words, shown
    for choice in shown.panel.choices:
        yield from panels(state, seat, shown.texts[choice.word])


def states(players: int, *, known: bool, every: int) -> Iterator[BigDealState]:
    """Yield some of the states of a game played by chance."""
    for number, (*_, after) in enumerate(a_game(players, known=known)):
        if number % every == 0 or after.stage in ("raise", "claim") or after.spoils is not None:
            yield after


def to_tap(state: BigDealState, seat: int) -> set[str]:
    """Return all that a seat can tap its way to."""
    found = (view.panel for _, view in panels(state, seat))
    buttons = (button for panel in found for button in (*panel.buttons, panel.typed) if button)
    return {said(state, button.action) for button in buttons}


def said(state: BigDealState, action: dict[str, Any]) -> str:
    """Return an action in its normal form: any price can be entered, a split has two parts."""
    action = {name: value for name, value in action.items() if name != "price"}
    if action["kind"] == "split":
        action["shares"] = min(
            action["shares"], state.groups[action["group"]].shares - action["shares"]
        )
    return json.dumps(action, sort_keys=True)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("players", choose(check=[3], test=[2, 3, 6], full=[2, 3, 6]))
def test_every_button_is_legal_and_every_choice_leads_on(players: int, known: bool) -> None:
    for state in states(players, known=known, every=25):
        for seat in state.seats:
            offered = GAME.legal_actions(state, seat)
            for words, shown in panels(state, seat):
                panel = shown.panel
                assert panel.buttons or panel.choices or panel.typed, (state.stage, words)
                for button in panel.buttons:
                    action = from_json(button.action, GAME.action_kinds)
                    assert isinstance(action, Action)
                    action.decide(state)
                    assert any(holds(offer, action) for offer in offered), action


@pytest.mark.parametrize("players", choose(check=[3], test=[2, 4, 5], full=[2, 4, 5]))
def test_every_legal_move_can_be_reached_by_tapping(players: int) -> None:
    tokens = {name: 2 * count for name, count in TELCOM_SET.items()}
    split = with_tokens(with_group(acting(players), ANNA, 5), ANNA, tokens)
    for state in (*states(players, known=True, every=25), split):
        for seat in state.seats:
            offered = [
                way.action
                for offer in GAME.legal_actions(state, seat)
                if offer.kind not in TAPPED_ELSEWHERE
                for way in concrete_actions(offer, state, *(offer.ranges.keys() - {"price"}))
                if getattr(way.action, "cash_cards", 0) <= HAND + 1
            ]

            assert {said(state, to_json(one)) for one in offered} == to_tap(state, seat)


@pytest.mark.parametrize(
    ("words", "sensible"),
    [
        ("nothing", "menu"),
        ("open.nobody", "open"),
        ("....", "menu"),
        ("takeover.99.1", "takeover"),
        ("0.0.0", "menu"),
    ],
)
def test_a_nonsense_wizard_text_is_cut_where_it_stops_making_sense(
    words: str, sensible: str
) -> None:
    for state in states(4, known=True, every=40):
        for seat in state.seats:
            assert draft(state, seat, words) == draft(state, seat, sensible)


def test_unknown_company_numbers_are_requested_before_it_is_opened() -> None:
    state = next(s for s in states(4, known=False, every=1) if s.stage == "actions")
    company = next(name for name in state.packing.companies if not state.company(name).is_known)

    shown = draft(state, state.active, f"open.{company}")

    assert shown is not None and shown.panel.typed is not None
    assert [field.name for field in shown.panel.fields][:2] == ["white", "green"]
    learn = {**shown.panel.typed.action, "white": 100, "green": 50, "needs": {"human": 1}}
    action = from_json(learn, GAME.action_kinds)
    assert isinstance(action, Action)
    learnt = apply_events(GAME, state, action.decide(state))
    again = draft(learnt, state.active, f"open.{company}")
    assert again is not None and again.panel.typed is None


def test_half_entered_moves_are_kept_until_they_become_impossible() -> None:
    state = next(s for s in states(4, known=True, every=1) if s.stage == "actions")
    before = draft(state, state.active, "")
    button = next(b for _, view in panels(state, state.active) for b in view.panel.buttons)
    action = from_json(button.action, GAME.action_kinds)
    assert isinstance(action, Action)
    after = draft(apply_events(GAME, state, action.decide(state)), state.active, "")

    assert before is not None
    again = draft(state, state.active, "resources")
    assert again is not None and again.keep == before.keep
    assert after is None or after.keep != before.keep


@pytest.mark.slow
def test_with_hidden_money_no_panel_reveals_another_purse() -> None:
    for state in states(3, known=True, every=choose(check=90, test=30, full=30)):
        for rich in state.seats:
            gift = Correct(BANK, purse(rich), 5000)
            if not is_legal(gift.decide, state):
                continue  # A standing price rests on this purse, so it is not corrected.
            after = apply_events(GAME, state, gift.decide(state))
            for seat in set(state.seats) - {rich}:
                assert GAME.legal_actions(after, seat) == GAME.legal_actions(state, seat)
                assert list(panels(after, seat)) == list(panels(state, seat))


def test_the_question_for_a_slots_price_names_its_wheel() -> None:
    shown = draft(acting(known=False), ANNA, "resources.buy-energy")

    assert shown is not None
    assert "Wheel: energy" in map(str, shown.panel.lines)


@pytest.mark.parametrize(("cash_cards", "given"), [(1, "1 × 150 = 150"), (2, "2 × 150 = 300")])
def test_an_attacker_with_cash_cards_sees_their_value(cash_cards: int, given: str) -> None:
    shown = draft(attackable(), ANNA, f"takeover.1.cash.{cash_cards}.1")

    cards = "Cash card" if cash_cards == 1 else "Cash cards"
    line = f"For the laid {cards} Bruno then gets {given} from the bank."
    assert shown is not None and line in map(str, shown.panel.lines)
    without = draft(attackable(), ANNA, "takeover.1.1")
    assert without is not None and not any("Cash card" in str(one) for one in without.panel.lines)


def test_a_bid_for_one_share_is_worded_in_the_singular() -> None:
    shown = draft(attackable(shares=1), ANNA, "takeover.1.1")

    assert shown is not None
    assert str(shown.panel.question) == "How much do you bid for the 1 share?"


def test_the_panel_says_when_cash_cards_alone_are_enough() -> None:
    shown = draft(attackable(), ANNA, "takeover.1.cash.1")

    assert shown is not None
    said = {choice.word: str(choice.small or "") for choice in shown.panel.choices}
    assert said["0"] == "Cash cards alone are enough" and said["1"] == ""


def test_laying_nothing_is_refused_with_the_minimum() -> None:
    with pytest.raises(Refusal, match="nothing_laid") as refused:
        TakeOver(ANNA, 1, 0, 150).decide(attackable())

    assert str(refused.value.sentence).endswith("or one Cash card.")


@pytest.mark.slow
def test_an_attacker_sees_that_money_can_be_raised_after_winning() -> None:
    asked = [
        view.panel
        for state in states(4, known=True, every=choose(check=12, test=2, full=2))
        for _, view in panels(state, state.active)
        if view.panel.typed is not None and view.panel.typed.id == "first-typed"
    ]

    assert asked
    for panel in asked:
        assert any("The attacker may bid more than they have" in str(line) for line in panel.lines)


def test_selling_is_a_quieter_button_in_its_own_place() -> None:
    """The two trades of a wheel have fixed places, even if one is not legal now."""
    gaps = 0
    for state in states(3, known=True, every=1):
        shown = draft(state, state.active, "resources")
        if shown is None or not shown.panel.slots:
            continue
        gaps += shown.panel.slots.count(None)
        for place, thing in enumerate(shown.panel.slots):
            verb, name = ("sell" if place % 2 else "buy"), RESOURCES[place // 2]
            if isinstance(thing, PanelButton):
                assert (thing.action["kind"], thing.action["resource"]) == (
                    f"{verb}_resource",
                    name,
                )
            if thing is not None:
                assert thing.sells == (verb == "sell")

    assert gaps > 0


def test_a_single_choice_is_stated_instead_of_asked() -> None:
    shown = draft_of(with_group(acting(), ANNA, 2), "shares")

    assert str(shown.panel.question) == "How many?"
    assert [str(one) for one in shown.said] == ["Add or take back shares", "TelCom Technologies"]
    assert shown.back == MENU


def test_beside_a_trade_all_other_steps_are_one_tap_away() -> None:
    state = acting()
    menu = [choice.word for choice in draft_of(state, MENU).panel.choices]

    shown = draft_of(state, "resources")

    assert ["resources", *(choice.word for choice in shown.panel.others)] == menu
    assert all(shown.texts[choice.word] == choice.word for choice in shown.panel.others)


@pytest.mark.parametrize("scene", ["bd-won", "bd-laid"])
def test_choices_of_won_shares_are_in_ascending_order(scene: str) -> None:
    timeline = verify_record(record_of("big_deal", scene)).timeline
    assert timeline is not None
    state: BigDealState = timeline.state
    shown = (draft(state, seat, MENU) for seat in range(len(state.setup.seats)))
    buttons = [button.id for one in shown if one is not None for button in one.panel.buttons]

    for kind in ("open-won-", "sell-won-"):
        counts = [int(id.removeprefix(kind)) for id in buttons if id.startswith(kind)]
        assert counts == sorted(counts)
    assert any(id.startswith("open-won-") for id in buttons)


def test_a_single_company_is_listed_before_its_printed_numbers_are_asked_for() -> None:
    """All others were known and lacked resources, so the form of a wrong company opened."""
    state = next(s for s in states(4, known=False, every=1) if s.stage == "actions")
    unknown, *others = state.packing.companies
    needs = {"human": 6} | dict.fromkeys(RESOURCES[1:], 0)
    dear = dict.fromkeys(others, Company(100, 50, needs))
    companies = {**state.copy.companies, unknown: Company(), **dear}
    state = replace(state, copy=replace(state.copy, companies=companies))

    shown = draft(state, state.active, "open")

    assert shown is not None
    assert str(shown.panel.question) == "Which company?"
    assert [choice.word for choice in shown.panel.choices] == [unknown]
    assert shown.panel.notes and shown.panel.typed is None


def test_giving_up_a_won_takeover_comes_last_and_names_the_loss() -> None:
    fail = draft_of(short_of_money(cash=200, price=1000)).panel.buttons[-1]

    assert (fail.id, fail.sells) == ("fail", True)
    assert str(fail.question) == "Sure? You lose 1 share and pay Bruno 200."
