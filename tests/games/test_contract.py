"""What every game keeps to, in games by chance of every way it can be played."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import cache, partial
from random import Random
from typing import Any, NoReturn

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Action, AnyGame, Fact, Offer, OneOf, Whole, folded
from companion.mechanics.ledger import BANK, seat_of
from companion.mechanics.log import Entry, Redo, TakeOut, Undo
from companion.mechanics.refusal import Refusal, refusal_of
from companion.mechanics.stopping import Stop
from companion.mechanics.table import PRINTED
from companion.mechanics.timeline import Timeline
from companion.tables.decide import decided, read_action
from companion.tables.records.import_export import export_record, import_record
from companion.tables.records.verdict import verify_record, verify_text
from tests.games.big_deal.big_deal_player import LAID
from tests.games.households import Step, a_record
from tests.games.players import EVERY_WAY, PLAYERS, SOME_WAYS, household, setup_of
from tests.games.records import folder_of, records_of, totals
from tests.games.tables import holding

every_way = pytest.mark.parametrize(("name", "way"), SOME_WAYS)
UNSURE = {*LAID, "settle", "call_time", "pay", "take", "move", "add_account"}
"""What is offered though cards, a moment or a name may be missing that the table alone has."""
MORE = 100_000
"""What a hidden purse holds more: nobody else may be given anything else for it."""


def played(name: str, way: str, seed: object = 0) -> Iterator[Step[Any]]:
    yield from household(name, f"{way} {seed}").played(setup_of(name, way))


def on_disk(written: object) -> Any:
    return json.loads(json.dumps(written))


def test_every_game_is_played() -> None:
    assert PLAYERS.keys() == all_games().keys()


@every_way
def test_money_is_conserved_by_each_fact_and_no_purse_passes_its_floor(name: str, way: str) -> None:
    game = all_games()[name]
    for state, _, facts, _ in played(name, way):
        for fact in facts:
            state = game.evolve(state, fact)
            ledger = state.ledger
            assert sum(ledger.balances.values()) == ledger.opening
            assert all(ledger.balance(account) >= low for account, low in ledger.floors.items())


@every_way
def test_a_game_is_stopped_at_any_step_and_no_money_moves(name: str, way: str) -> None:
    game, reached = all_games()[name], set()
    for number, (state, *_) in enumerate(played(name, way)):
        if number % 7 and state.stage in reached:
            continue
        reached.add(state.stage)
        stopped = folded(game, state, Stop().decide(state))
        while game.final.outcome(stopped) is None:  # hands are still counted in Big Deal
            counting = next(one for one in all_offers(game, stopped) if one.kind == "count_hand")
            stopped = folded(game, stopped, counting.action.decide(stopped))

        outcome = game.final.outcome(stopped)
        assert outcome is not None and outcome.reason == "stopped" and game.chart is not None
        totals_by_seat = {place.seat: place.total for place in outcome.standings}
        assert totals_by_seat == dict(enumerate(game.chart.wealth(stopped)))
        assert str(outcome.sentence).startswith("Stopped early. ")
        assert stopped.ledger == state.ledger and not stopped.hidden_accounts(None)
        assert game.final.of(on_disk(game.final.holdings(stopped))) == outcome
        assert not game.rules.waiting(stopped).seats
        assert not all_offers(game, stopped)
        refusal = refusal_of(Stop().decide, stopped)
        assert refusal is not None and (refusal.name, refusal.rule in game.rulebook) == (
            "game_over",
            True,
        )
        for seat in (None, *stopped.seats):
            game.screen.view(stopped, seat)
            game.screen.draft(stopped, seat, "1.2.30")


@every_way
def test_undo_after_any_step_gives_the_earlier_state(name: str, way: str) -> None:
    timeline = Timeline.begun(all_games()[name], setup_of(name, way))
    for before, action, facts, after in played(name, way):
        done = timeline.after(Entry(timeline.sequence + 1, to_json(action), facts))
        undone = done.after(Entry(done.sequence + 1, to_json(Undo(done.sequence))))
        redone = undone.after(Entry(undone.sequence + 1, to_json(Redo(undone.sequence))))

        assert undone.state == before
        assert redone.state == done.state == after
        timeline = done


@every_way
def test_a_step_is_taken_out_alone_only_where_the_others_stay_as_they_are(
    name: str, way: str
) -> None:
    game, setup = all_games()[name], setup_of(name, way)
    steps = list(itertools.islice(played(name, way), 40))
    entries = [
        Entry(number, to_json(step.action), step.facts) for number, step in enumerate(steps, 1)
    ]
    timeline = Timeline.begun(game, setup, entries)
    for target in range(1, len(entries) + 1):
        others = [entry for entry in entries if entry.sequence != target]
        try:
            out = decided(timeline, TakeOut(target), no_dice, actor="banker", at=0.0, key="")
        except Refusal as refusal:
            assert refusal.name == "others_follow"
            assert target < len(entries), "nothing follows the last step"
        else:
            left = timeline.after(out)
            assert left.state == folded(game, game.rules.begin(setup), facts_of(others))
            redo = Entry(left.sequence + 1, to_json(Redo(left.sequence)))
            assert left.after(redo).state == timeline.state


@every_way
def test_a_step_amended_to_itself_changes_nothing(name: str, way: str) -> None:
    game, setup = all_games()[name], setup_of(name, way)
    timeline = Timeline.begun(game, setup)
    for step in itertools.islice(played(name, way), 40):
        entry = Entry(timeline.sequence + 1, to_json(step.action), step.facts)
        timeline = timeline.after(entry)
    for entry in timeline.standing.entries:
        same = read_action(game, {"kind": "amend", "entry": entry.sequence, "action": entry.action})
        amended = decided(timeline, same, no_dice, actor="banker", at=0.0, key="")
        assert amended.facts == entry.facts
        assert timeline.after(amended).state == timeline.state


def facts_of(entries: Iterable[Entry]) -> list[Fact]:
    return [fact for entry in entries for fact in entry.facts]


def no_dice(sides: int) -> NoReturn:
    raise AssertionError("what the dice showed is in the log")


@every_way
def test_a_game_ends_alike_when_its_log_is_read_from_disk(name: str, way: str) -> None:
    game, entries = all_games()[name], list[Entry]()
    steps = list(played(name, way))
    for _, action, facts, _ in steps:
        assert from_json(on_disk(to_json(action)), game.action_kinds) == action
        read = tuple(from_json(on_disk(to_json(fact)), game.fact_kinds) for fact in facts)
        assert read == facts
        entries.append(Entry(len(entries) + 1, on_disk(to_json(action)), read))

    assert Timeline.begun(game, setup_of(name, way), entries).state == steps[-1].after


@every_way
def test_a_record_is_verified_and_its_account_needs_the_holdings_alone(name: str, way: str) -> None:
    record = a_record(household(name, way), setup_of(name, way))

    verdict = verify_record(record)

    assert verdict.ok and verdict.timeline is not None
    game, state = all_games()[name], verdict.timeline.state
    outcome = game.final.outcome(state)
    if outcome is None:
        assert name == "monopoly"
        return
    assert game.final.of(on_disk(game.final.holdings(state))) == outcome
    assert game.chart is not None and totals(outcome)
    wealth = {place.seat: place.total for place in outcome.standings}
    assert wealth == dict(enumerate(game.chart.wealth(state)))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_record_that_was_read_is_written_alike(app: Flask, name: str) -> None:
    record = a_record(household(name, 0), setup_of(name, next(iter(PLAYERS[name].WAYS))))
    with app.app_context():
        written = export_record(import_record(record, "banker"), None)
        again = export_record(import_record(on_disk(written), "banker"), None)

    assert [entry["action"] for entry in written["entries"]] == on_disk(record["actions"])
    assert again == written


@pytest.mark.parametrize(("name", "record"), [(n, r) for n in PLAYERS for r in records_of(n)])
def test_every_recorded_game_is_verified_as_a_file(name: str, record: str) -> None:
    text = (folder_of(name) / f"{record}.json").read_text("utf-8")

    verdict = verify_text(text)

    assert verdict.ok and verdict.as_json(record)["over"] is True


@every_way
def test_every_step_can_be_told_awaited_and_shown(name: str, way: str) -> None:
    game = all_games()[name]
    for number, (_, _, facts, after) in enumerate(played(name, way)):
        assert str(game.rules.waiting(after).sentence)
        for fact in facts:
            line = fact.tell(after, None)
            assert line is None or str(line)
        if number % 20 == 0:
            for seat in (None, *after.seats):
                game.screen.view(after, seat)
                game.screen.draft(after, seat, "1.2.30")


def ends(values: Whole | OneOf) -> set[Any]:
    """Return all values of a list, and both ends of a range."""
    if isinstance(values, OneOf):
        return set(values.values)
    return {values.lowest, values.lowest if values.highest is None else values.highest}


@every_way
def test_whatever_is_offered_is_accepted(name: str, way: str) -> None:
    game, house, tried = all_games()[name], household(name, way), 0
    for number, step in enumerate(house.played(setup_of(name, way))):
        state = step.after
        offers = () if number % 20 else all_offers(game, state)
        for offer in offers:
            action = house.chosen(state, offer)
            if action is None:
                assert len(offer.fields) > 1 or offer.kind in UNSURE, offer
                continue
            action.decide(state)
            for field, values in offer.fields.items() if says_all(offer, action) else ():
                for value in ends(values):
                    tried += 1
                    assert refusal_of(replace(action, **{field: value}).decide, state) is None, (
                        offer
                    )
    assert tried


def says_all(offer: Offer, action: Action) -> bool:
    """Tell whether an action says nothing beside one field at most that its offer speaks of."""
    said = {one.name for one in fields(action) if getattr(action, one.name) != one.default}
    return len(offer.fields) < 2 and said <= {"seat", "at", *offer.fields}


def all_offers(game: AnyGame, state: Any) -> list[Offer]:
    return [one for seat in (None, *state.seats) for one in game.legal_actions(state, seat)]


def attempt(random: Random, known: list[Action]) -> Action:
    """Return something somebody might try: what was done once, with other values."""
    kind = random.choice(sorted({action.kind for action in known}))
    alike = [action for action in known if action.kind == kind]
    action, values = random.choice(alike), {}
    for field in fields(action):
        value = getattr(random.choice(alike), field.name)
        if type(value) is int and field.name != "at":
            others = (value + 1, value - 1, value - 50, 10 * value, random.randrange(5), 99)
            value = random.choice((value, value, *others))
        elif field.name in ("card", "company", "colour", "lot"):
            value = random.choice((value, value, value, "nobody's"))
        elif isinstance(value, tuple):
            value = random.choice((value, value, value, value[:1] * len(value)))
        values[field.name] = value
    return replace(action, **values)


def holds(offer: Offer, action: Action) -> bool:
    """Tell whether an offer has the action among what it offers."""
    if offer.kind != action.kind or offer.seat not in (None, getattr(action, "seat", None)):
        return False
    return all(
        chosen is not None and values.lowest <= chosen <= (values.highest or chosen)
        if isinstance(values, Whole)
        else chosen in values.values
        for values, chosen in ((of, getattr(action, name)) for name, of in offer.fields.items())
    )


@every_way
def test_what_is_not_offered_is_refused_with_a_rule_of_the_book(name: str, way: str) -> None:
    game, random, refused = all_games()[name], Random(7), 0
    steps = list(played(name, way))
    others = played(name, random.choice([other for of, other in EVERY_WAY if of == name]))
    done = [step.action for step in (*steps, *others)]
    for step in steps:
        state, offers = step.before, cache(partial(game.legal_actions, step.before))
        for action in (attempt(random, done) for _ in range(4)):
            refusal = refusal_of(action.decide, state)
            seat = getattr(action, "seat", None)
            known = (*offers(None), *(offers(seat) if seat in state.seats else ()))
            # A bid of 0 may always be, nobody gives 0 points, and prices come in fifties.
            odd = getattr(action, "amount", None) == 0 or (getattr(action, "price", 0) or 0) % 50
            offered = [offer for offer in known if holds(offer, action)]
            if refusal is not None:
                odd = odd or getattr(action, "at", None) is not None  # the time may be over by then
                assert odd or not any(says_all(one, action) for one in offered), action
                refused += 1
                assert refusal.rule in {*game.rulebook, PRINTED}, refusal
                assert str(refusal.sentence).endswith((".", "?"))
            else:
                beside = action.by == "banker" or action.kind == "propose_deal"
                assert offered or odd or beside, action
    assert refused >= len(steps) // 2


def given_to(game: AnyGame, state: Any, seat: int | None, facts: list[Fact]) -> str:
    """Return all that a seat's device is given: view, offers, draft, history, what is awaited."""
    lines = [fact.tell(state, seat) for fact in facts]
    drafts = [game.screen.draft(state, seat, words) for words in ("", "buy", "0-3.1-4")]
    offers = (game.legal_actions(state, seat), game.legal_actions(state, None))
    view = game.screen.view(state, seat)
    return repr((view, offers, drafts, [str(line) for line in lines], game.rules.waiting(state)))


def hides(name: str, way: str) -> bool:
    begun = all_games()[name].rules.begin(setup_of(name, way))
    return bool(begun.hidden_accounts(None))


@pytest.mark.parametrize(("name", "way"), [one for one in SOME_WAYS if hides(*one)])
def test_what_a_seat_is_given_does_not_depend_on_a_hidden_purse(name: str, way: str) -> None:
    game, random, compared = all_games()[name], Random(way), 0
    for seed in range(4):
        facts: list[Fact] = []
        for step in played(name, way, seed):
            state, facts = step.after, [*facts[-20:], *step.facts]
            hidden = sorted(state.hidden_accounts(None) - {BANK})
            if not hidden or random.random() > 0.15:
                continue
            account = random.choice(hidden)
            richer = holding(state, {account: state.ledger.balance(account) + MORE})
            for viewer in {None, *state.seats} - {seat_of(account)}:
                compared += 1
                seen = given_to(game, state, viewer, facts)
                assert seen == given_to(game, richer, viewer, facts)
    assert compared > 20
    assert all_games()[name].final.outcome(state) is None or not state.hidden_accounts(None)


@pytest.mark.parametrize("name", ["big_deal", "big_shot"])
def test_the_leak_test_sees_an_open_purse_change(name: str) -> None:
    game, way = all_games()[name], next(iter(PLAYERS[name].WAYS))
    state = [step.after for step in played(name, way)][20]
    account = next(account for account in state.ledger.balances if account.startswith("seat 0"))
    richer = holding(state, {account: state.ledger.balance(account) + MORE})

    assert not state.hidden_accounts(None)
    assert given_to(game, state, 1, []) != given_to(game, richer, 1, [])
