"""Property-based tests that every game must pass, on random games of all its variants.

To test a game, subclass ``Contract`` and list the game's variants in ``plays``.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NoReturn

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask import Flask

from companion import create_app
from companion.mechanics.actions.menu import dry_run
from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import (
    Action,
    AnyGame,
    Event,
    LegalMove,
    OneOf,
    Outcome,
    Range,
    apply_events,
)
from companion.mechanics.history.log import Entry, Redo, TakeOut, Undo
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.money.ledger import BANK, seat_of
from companion.mechanics.play.stopping import Abandon, Stop
from companion.mechanics.play.table import PRINTED
from companion.mechanics.plugins import folder_of
from companion.mechanics.scoring.outcome import ABANDONED
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.decide import decided, read_action
from companion.tables.records.import_export import export_record, import_record
from companion.tables.records.verdict import verify_record, verify_text
from companion.testing.households import Play, record_of
from companion.testing.tables import holding
from companion.testing.twins import (
    assert_declared,
    assert_kept,
    assert_pages_kept,
    shown_to,
    twins_of,
)
from companion.web.requests.language import LANGUAGES, written_catalogue

MORE = 100_000
"""Money added to a hidden purse, to check that no other player's screen depends on it."""
MOST_TWINS = 6
"""The number of twins of one game that are compared with it."""
KEYWORDS = DEFAULT_KEYWORDS | parse_keywords(("say", "say_many:1,2", "to_you"))
"""The functions whose arguments are translatable sentences."""
FIELD = re.compile(r"\{.*?\}")
"""The pattern of a placeholder in a sentence."""
NAMED = ("card", "company", "colour", "lot")
"""The action fields that contain a name, for which ``attempt`` may substitute an unknown one."""


UNTRANSLATED = """\
These sentences are not translated:
  {lines}

To add them to the catalogues, run these commands beside the folder {folder},
and fill in each empty msgstr:
  pybabel extract -k say -k say_many:1,2 -k to_you -o messages.pot {folder}
  pybabel update --no-fuzzy-matching -i messages.pot -d {folder}/translations
A language that you don't translate needs no catalogue: delete its folder in
{folder}/translations, and its speakers read English."""
"""The failure message of the test that checks the translation catalogues."""


class Contract:
    """The tests for one or more games. Subclasses override the attributes below."""

    plays: ClassVar[Sequence[Play]] = ()
    """The variants to play at random."""
    games: ClassVar[int] = 4
    """The number of random games of each variant."""
    records: ClassVar[Sequence[Path]] = ()
    """Files of saved games that are finished."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Parametrize each test according to its arguments.

        ``play`` stands for every variant, ``one_play`` for one variant per game, and ``record`` for
        every saved game.
        """
        found: dict[str, Callable[[], Iterable[Any]]] = {
            "play": lambda: self.plays,
            "one_play": {play.game.name: play for play in reversed(self.plays)}.values,
            "record": lambda: self.records,
        }
        for name in found.keys() & set(metafunc.fixturenames):
            # With the scope "class", all tests of one variant run in a row and use its cached game.
            metafunc.parametrize(name, tuple(found[name]()), ids=_test_id, scope="class")

    def test_each_step_is_sound_as_the_game_itself_defines_it(self, play: Play) -> None:
        for seed in range(self.games):
            play.assert_sound(seed)

    def test_money_is_conserved_by_each_event_and_no_purse_passes_its_floor(
        self, play: Play
    ) -> None:
        game = play.game
        for state, _, events, _ in play.played():
            for event in events:
                state = game.apply(state, event)
                ledger = state.ledger
                assert sum(ledger.balances.values()) == ledger.opening
                assert all(ledger.balance(account) >= low for account, low in ledger.floors.items())

    def test_a_game_is_stopped_at_any_step_and_no_money_moves(self, play: Play) -> None:
        game, reached = play.game, set()
        for number, (state, *_) in enumerate(play.played()):
            stage = getattr(state, "stage", None)
            if number % 7 and stage in reached:
                continue
            reached.add(stage)
            stopped = apply_events(game, state, Stop().decide(state))
            while game.final.outcome(stopped) is None:  # Players may still have to count hands.
                counting = all_offers(game, stopped)[0]
                stopped = apply_events(game, stopped, counting.action.decide(stopped))

            outcome = game.final.outcome(stopped)
            assert outcome is not None and outcome.reason == "stopped"
            assert_charted(game, stopped, outcome)
            assert str(outcome.sentence).startswith("Ended early. ")
            assert stopped.ledger == state.ledger and not stopped.hidden_accounts(None)
            assert game.final.of(on_disk(game.final.holdings(stopped))) == outcome
            abandoned = apply_events(game, state, Abandon().decide(state))
            assert game.final.outcome(abandoned) == ABANDONED
            assert game.final.of(on_disk(game.final.holdings(abandoned))) == ABANDONED
            assert not game.rules.waiting(stopped).seats
            assert not all_offers(game, stopped)
            refusal = dry_run(Stop(), stopped).refusal
            assert refusal is not None and (refusal.name, refusal.rule in game.all_rules) == (
                "game_over",
                True,
            )
            for seat in (None, *stopped.seats):
                game.screen.view(stopped, seat)
                game.screen.draft(stopped, seat, "1.2.30")

    def test_undo_after_any_step_gives_the_earlier_state(self, play: Play) -> None:
        timeline = Timeline.begun(play.game, play.setup)
        for before, action, events, after in play.played():
            done = timeline.after(Entry(timeline.sequence + 1, to_json(action), events))
            undone = done.after(Entry(done.sequence + 1, to_json(Undo(done.sequence))))
            redone = undone.after(Entry(undone.sequence + 1, to_json(Redo(undone.sequence))))

            assert undone.state == before
            assert redone.state == done.state == after
            timeline = done

    def test_a_step_is_taken_out_alone_only_where_the_others_stay_as_they_are(
        self, play: Play
    ) -> None:
        game, setup = play.game, play.setup
        steps = list(itertools.islice(play.played(), 40))
        entries = [
            Entry(number, to_json(step.action), step.events) for number, step in enumerate(steps, 1)
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
                assert left.state == apply_events(game, game.rules.begin(setup), events_of(others))
                redo = Entry(left.sequence + 1, to_json(Redo(left.sequence)))
                assert left.after(redo).state == timeline.state

    def test_a_step_amended_to_itself_changes_nothing(self, play: Play) -> None:
        game, setup = play.game, play.setup
        timeline = Timeline.begun(game, setup)
        for step in itertools.islice(play.played(), 40):
            entry = Entry(timeline.sequence + 1, to_json(step.action), step.events)
            timeline = timeline.after(entry)
        for entry in timeline.standing.entries:
            same = read_action(
                game, {"kind": "amend", "entry": entry.sequence, "action": entry.action}
            )
            amended = decided(timeline, same, no_dice, actor="banker", at=0.0, key="")
            assert amended.events == entry.events
            assert timeline.after(amended).state == timeline.state

    def test_a_game_ends_alike_when_its_log_is_read_from_disk(self, play: Play) -> None:
        game, entries = play.game, list[Entry]()
        steps = list(play.played())
        for _, action, events, _ in steps:
            assert from_json(on_disk(to_json(action)), game.action_kinds) == action
            read = tuple(from_json(on_disk(to_json(event)), game.event_kinds) for event in events)
            assert read == events
            entries.append(Entry(len(entries) + 1, on_disk(to_json(action)), read))

        assert Timeline.begun(game, play.setup, entries).state == steps[-1].after

    def test_a_record_is_verified_and_its_account_needs_the_holdings_alone(
        self, play: Play
    ) -> None:
        record = record_of(play.game, play.setup, play.played())

        verdict = verify_record(record)

        assert verdict.ok and verdict.timeline is not None
        game, state = play.game, verdict.timeline.state
        outcome = game.final.outcome(state)
        if outcome is None:
            assert len(record["actions"]) == play.people.most
            return
        assert game.final.of(on_disk(game.final.holdings(state))) == outcome
        assert_charted(game, state, outcome)

    def test_a_record_that_was_read_is_written_alike(self, one_play: Play, tmp_path: Path) -> None:
        record = record_of(one_play.game, one_play.setup, one_play.played())
        with an_app(tmp_path) as app, app.app_context():
            written = export_record(import_record(record, "banker"), None)
            again = export_record(import_record(on_disk(written), "banker"), None)

        assert [entry["action"] for entry in written["entries"]] == on_disk(record["actions"])
        assert again == written

    def test_every_recorded_game_is_verified_as_a_file(self, record: Path) -> None:
        verdict = verify_text(record.read_text("utf-8"))

        assert verdict.ok, verdict.in_words
        assert verdict.as_json(record.stem)["over"] is True

    def test_every_sentence_stands_in_each_catalogue_of_the_package(self, one_play: Play) -> None:
        package = folder_of(one_play.game)
        if lines := list(unsaid(package)):
            pytest.fail(UNTRANSLATED.format(folder=package.name, lines="\n  ".join(lines)))

    def test_every_step_can_be_told_awaited_and_shown(self, play: Play) -> None:
        game = play.game
        for number, (_, _, events, after) in enumerate(play.played()):
            assert str(game.rules.waiting(after).prompt)
            for event in events:
                line = event.tell(after, None)
                assert line is None or str(line)
            if number % 20 == 0:
                for seat in (None, *after.seats):
                    game.screen.view(after, seat)
                    game.screen.draft(after, seat, "1.2.30")

    def test_whatever_is_offered_is_accepted(self, play: Play) -> None:
        game, accepted = play.game, 0
        for house, state in play.moments():
            for offer in all_offers(game, state):
                action = house.chosen(state, offer)
                if action is None:
                    assert len(offer.fields) > 1 or offer.kind in house.unsure, offer
                    continue
                action.decide(state)
                accepted += 1
                for field, values in offer.fields.items() if says_all(offer, action) else ():
                    for value in ends(values):
                        changed = replace(action, **{field: value})
                        assert dry_run(changed, state).refusal is None, offer
        assert accepted

    def test_what_is_not_offered_is_refused_with_a_rule_of_the_book(self, play: Play) -> None:
        game, random, refused = play.game, Random(7), 0
        steps = list(play.played())
        others = random.choice([other for other in self.plays if other.game is game]).played()
        done, house = [step.action for step in (*steps, *others)], play.household(play.way)
        for step in steps:
            state, offers = step.before, cache(partial(game.legal_actions, step.before))
            for action in (attempt(random, done) for _ in range(4)):
                refusal = dry_run(action, state).refusal
                seat = getattr(action, "seat", None)
                known = (*offers(None), *(offers(seat) if seat in state.seats else ()))
                odd = house.is_odd(action) or not is_legal(action.require_values, state)
                offered = [offer for offer in known if holds(offer, action)]
                if refusal is not None:
                    odd = (
                        odd or getattr(action, "at", None) is not None
                    )  # The playing time may be over at the time of the action.
                    assert odd or not any(says_all(one, action) for one in offered), action
                    refused += 1
                    assert refusal.rule in {*game.all_rules, PRINTED}, refusal
                    assert str(refusal.sentence).endswith((".", "?"))
                else:
                    beside = action.by == "banker" or action.kind in house.beside
                    assert offered or odd or beside, action
        assert refused >= len(steps) // 2

    def test_what_a_seat_is_given_does_not_depend_on_a_hidden_purse(self, play: Play) -> None:
        game, random, compared = play.game, Random(play.way), 0
        for seed in range(min(4, self.games)):
            events, tried = list[Event](), list[Action]()
            for step in play.played(seed):
                state, events = step.after, [*events[-20:], *step.events]
                tried = [*tried[-20:], step.action]
                hidden = sorted(state.hidden_accounts(None) - {BANK})
                if not hidden or random.random() > 0.15:
                    continue
                account = random.choice(hidden)
                richer = holding(state, {account: state.ledger.balance(account) + MORE})
                for viewer in {None, *state.seats} - {seat_of(account)}:
                    compared += 1
                    seen = shown_to(game, state, events, viewer, tried)
                    assert seen == shown_to(game, richer, events, viewer, tried)
        assert bool(compared) == hides(play)
        assert game.final.outcome(state) is None or not state.hidden_accounts(None)

    def test_what_others_are_shown_does_not_depend_on_a_secret(self, play: Play) -> None:
        for seed in range(min(2, self.games)):
            steps = tuple(play.played(seed))
            for step in steps:
                assert_declared(play.game, step)
            twins = list(twins_of(play.game, steps))
            for twin in Random(seed).sample(twins, min(MOST_TWINS, len(twins))):
                assert_kept(play.game, steps, twin)

    def test_no_page_and_no_file_tells_a_secret(self, one_play: Play, tmp_path: Path) -> None:
        plays = [play for play in self.plays if play.game is one_play.game]
        for play in plays:
            steps = tuple(play.played())
            twin = next(twins_of(play.game, steps), None)
            if twin is not None:
                with an_app(tmp_path) as app:
                    assert_pages_kept(app, play, steps, twin)
                return


def _test_id(value: Play | Path) -> str:
    """Return the pytest id for a variant or a saved game."""
    return f"{value.parts[-3]}-{value.stem}" if isinstance(value, Path) else str(value)


@contextmanager
def an_app(folder: Path) -> Iterator[Flask]:
    """Yield an app with an empty database in a folder, and release the database afterwards."""
    app = create_app({"DATA_DIR": folder / "data", "TESTING": True})
    try:
        yield app
    finally:
        app.extensions["cluster"].close()
        app.extensions["open_tables"].store.engine.dispose()


def unsaid(package: Path) -> Iterator[str]:
    """Yield a line for each sentence that a catalogue of a package does not translate.

    Sentences that Companion's own catalogues translate are not reported. Sentences without words,
    such as "{one} × {other}", are not reported either. Also yield a line for each catalogue in a
    language that Companion does not support.
    """
    methods = [("**.py", "python"), ("templates/**", "jinja2")]
    every = extract_from_dir(package, methods, keywords=KEYWORDS)
    found = [one for one in every if any(map(str.isalpha, FIELD.sub("", str(one[2]))))]
    for folder in sorted(package.glob("translations/*")):
        if folder.name not in LANGUAGES:
            yield f"{folder.name}: Companion supports {', '.join(LANGUAGES)} only"
        catalogues = (_catalogue(folder), written_catalogue(folder.name) or Catalog())
        for place, line, message, *_ in found:
            if not any(_translates(catalogue, message) for catalogue in catalogues):
                yield f"{folder.name}: {message!r} of {place}, line {line}"


def _catalogue(folder: Path) -> Catalog:
    """Return the catalogue in a language's folder, from its .po file or else its .mo file.

    If there is neither, the catalogue is empty.
    """
    file = folder / "LC_MESSAGES" / "messages.po"
    if file.exists():
        return read_po(BytesIO(file.read_bytes()))
    file = file.with_suffix(".mo")
    return read_mo(BytesIO(file.read_bytes())) if file.exists() else Catalog()


def _translates(catalogue: Catalog, message: str | tuple[str, ...]) -> bool:
    found = catalogue.get(message)
    if found is None or found.fuzzy:
        return False
    return all((found.string,) if isinstance(found.string, str) else found.string or ("",))


def hides(play: Play) -> bool:
    """Return whether a variant hides any money."""
    return bool(play.game.rules.begin(play.setup).hidden_accounts(None))


def on_disk(written: object) -> Any:
    """Return the result of writing data as JSON and reading it back."""
    return json.loads(json.dumps(written))


def assert_charted(game: AnyGame, state: Any, outcome: Outcome) -> None:
    """Assert that each total is the sum of its terms, and that the chart ends with the totals."""
    for place in outcome.standings:
        assert place.total == sum(term.amount for term in place.terms)
    if game.chart is not None:
        wealth = {place.seat: place.total for place in outcome.standings}
        assert wealth == dict(enumerate(game.chart.wealth(state)))


def events_of(entries: Iterable[Entry]) -> list[Event]:
    """Return the events of all entries, in order."""
    return [event for entry in entries for event in entry.events]


def no_dice(sides: int) -> NoReturn:
    """Raise AssertionError instead of rolling dice: a replay must use the rolls in the log."""
    raise AssertionError("what the dice showed is in the log")


def ends(values: Range | OneOf) -> set[Any]:
    """Return all values of a list, or the lowest and the highest value of a range.

    If the range has no limit, return only the lowest value.
    """
    if isinstance(values, OneOf):
        return set(values.values)
    return {values.lowest, values.lowest if values.highest is None else values.highest}


def says_all(offer: LegalMove, action: Action) -> bool:
    """Return whether a legal move describes an action completely.

    This is the case if the move restricts at most one field and the action sets no other field.
    """
    given = {one.name for one in fields(action) if getattr(action, one.name) != one.default}
    return len(offer.fields) < 2 and given <= {"seat", "at", *offer.fields}


def all_offers(game: AnyGame, state: Any) -> list[LegalMove]:
    """Return the legal moves of the table and of all seats."""
    return [one for seat in (None, *state.seats) for one in game.legal_actions(state, seat)]


def attempt(random: Random, known: list[Action]) -> Action:
    """Return a random action, which may be illegal.

    The action is a copy of one of the known actions, with some values changed.
    """
    kind = random.choice(sorted({action.kind for action in known}))
    alike = [action for action in known if action.kind == kind]
    action, values = random.choice(alike), {}
    for field in fields(action):
        value = getattr(random.choice(alike), field.name)
        if type(value) is int and field.name != "at":
            others = (value + 1, value - 1, value - 50, 10 * value, random.randrange(5), 99)
            value = random.choice((value, value, *others))
        elif field.name in NAMED:
            value = random.choice((value, value, value, "nobody's"))
        elif isinstance(value, tuple):
            value = random.choice((value, value, value, value[:1] * len(value)))
        values[field.name] = value
    return replace(action, **values)


def holds(offer: LegalMove, action: Action) -> bool:
    """Return whether a legal move allows an action."""
    if offer.kind != action.kind or offer.seat not in (None, getattr(action, "seat", None)):
        return False
    return all(
        chosen is not None and values.lowest <= chosen <= (values.highest or chosen)
        if isinstance(values, Range)
        else chosen in values.values
        for values, chosen in ((of, getattr(action, name)) for name, of in offer.fields.items())
    )
