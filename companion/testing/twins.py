"""Twin games, which differ in one secret only, to find leaks of this secret.

A secret is an event that is declared with ``is_secret``. Its twin is what the same player could
have done instead. Until the secret is public, everybody else must be shown the same of both.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, astuple, fields, is_dataclass, replace
from functools import partial
from io import BytesIO
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import urljoin

from flask import Flask
from flask.testing import FlaskClient

from companion.mechanics.actions.menu import dry_run
from companion.mechanics.actions.refusal import Refusal, is_legal, refusal_of
from companion.mechanics.game import Action, AnyGame, Event, OneOf, apply_events
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.stopping import Abandon, Stop
from companion.mechanics.play.table import PendingDecision
from companion.testing.households import Play, Step, record_of

PAGES = (
    "",
    "history",
    "account",
    "account.txt",
    "?screen=table",
    "record.json",
    "bank",
    "replay/1",
)
"""The pages of a table that everybody may ask for."""
DIFFERENT = re.compile(
    r'name="key" value="[\w-]+"|"at": [\d.]+|\b\d\d?:\d\d\b|data-draft="[^"]*"'
    r'|<path d="M2,2[^"]*"|/pass/[\w.~-]+'
)
"""What differs between any two tables: keys, times, names of drafts, QR codes, signed links."""
LINK = re.compile(r'href="((?:/t/\w+/|\?)[^"#]*)')
"""A link to another page of the table."""
ORIGIN = {"Origin": "http://localhost"}
MAY_KNOW = "If they may know it now, declare the event that shows it with reveals=True."
DECLARE = "the event that makes a secret must be declared with is_secret=True"
DRAFTS = ("", "0", "buy", "1.2.30", "0-3.1-4")
"""Texts of the input so far, of which each game understands some."""
MOST_LATER = 12
"""The number of steps after a secret that are compared."""
MOST_LINKS = 30
"""The number of pages that are followed for each person."""


class Twin(NamedTuple):
    """A played secret and its twin: the number of the step, and the other action."""

    number: int
    other: Action


def twins_of(game: AnyGame, steps: Sequence[Step[Any]]) -> Iterator[Twin]:
    """Yield each step that made a secret, with each thing its player could have done instead."""
    for number, step in enumerate(steps):
        if any(event.is_secret for event in step.events) and not is_public(game, step):
            for other in _others(game, step):
                yield Twin(number, other)


def is_public(game: AnyGame, step: Step[Any]) -> bool:
    """Return whether a step has revealed the secrets of the game to everybody."""
    return _is_public(game, step.events, step.after)


def _is_public(game: AnyGame, events: Iterable[Event], state: Any) -> bool:
    if any(event.reveals and event.shown_to() is None for event in events):
        return True
    return game.final.outcome(state) is not None and not game.keeps_secret(state)


def assert_declared(game: AnyGame, step: Step[Any]) -> None:
    """Assert that a secret comes from an event that is declared as one.

    Without ``is_secret``, nothing compares what the others are shown, and everybody can save the
    game as a file, with all its events.
    """
    state = step.after
    is_kept = game.keeps_secret(state) or state.hidden_accounts(None)
    if is_kept or game.final.outcome(state) is not None:
        return
    for seat in state.seats:
        told = f"secret_of tells seat {seat} a secret"
        assert state.secret_of(seat) is None, f"{told}, but {DECLARE}, after {step.action}"


def _others(game: AnyGame, step: Step[Any]) -> Iterator[Action]:
    """Yield legal actions that make another secret: one field differs, or the dice of the app."""
    before, revealed = step.before, _shown_in_passing(step.events)
    for other in (*_varied(game, step), *_rolled(step)):
        if other == step.action or not is_legal(other.decide, before):
            continue
        events = other.decide(before)
        after = apply_events(game, before, events)
        is_secret = any(event.is_secret for event in events) and not _is_public(game, events, after)
        if is_secret and _shown_in_passing(events) == revealed:
            yield other


def _shown_in_passing(events: Iterable[Event]) -> list[Event]:
    """Return the events that show what follows from secrets, such as a price, but no secret."""
    return [event for event in events if event.reveals and event.shown_to() == ()]


def _varied(game: AnyGame, step: Step[Any]) -> Iterator[Action]:
    for offer in game.legal_actions(step.before, getattr(step.action, "seat", None)):
        for name, values in offer.fields.items() if offer.kind == step.action.kind else ():
            if isinstance(values, OneOf):
                found: Sequence[Any] = values.values
            else:
                most = values.highest if values.highest is not None else values.lowest + 9
                found = range(values.lowest, most + 1, values.step)
            # From both ends, because a leak may concern the highest or the lowest value only.
            for value in (*found[:10], *found[:-11:-1]):
                yield replace(step.action, **{name: value})


def _rolled(step: Step[Any]) -> Iterator[Action]:
    """Yield the action with other results of the app's dice, or of its random draw."""
    if step.action.chance and getattr(step.action, "by_app", False):
        unrolled = replace(step.action, **{step.action.chance: None, "by_app": False})
        for face in range(1, 10):
            yield unrolled.with_chance(step.before, partial(min, face))


def assert_kept(game: AnyGame, steps: Sequence[Step[Any]], twin: Twin) -> int:
    """Assert that nobody else is shown a difference until the secret is public.

    Seats to which an event showed it (see ``Event.shown_to``) are not compared from then on. Right
    after the secret, a game that the banker ends early is compared as well.

    Returns the number of steps that were compared. Raises AssertionError with the first thing that
    differs.
    """
    step = steps[twin.number]
    aware = {getattr(step.action, "seat", None)}
    one, other = (step.after, step.events), _after(game, step.before, twin.other)
    tried, compared, latest = [*_guesses(game, step.action, twin.other)], 0, step.action
    between = f"{step.action} and {twin.other}"
    for ending in (Stop(), Abandon()) if is_legal(Stop().decide, step.after) else ():
        ended, apart = (_after(game, state, ending) for state, _ in (one, other))
        _assert_alike(game, ended, apart, aware, (), f"{between}, after {ending}")
    for later in (*steps[twin.number + 1 : twin.number + MOST_LATER], None):
        aware.update(*(event.shown_to() or () for event in one[1] if event.reveals))
        _assert_alike(game, one, other, aware, tried, f"{between}, after {latest}")
        compared += 1
        if later is None or is_public(game, later):
            break
        seat = getattr(later.action, "seat", None)
        try:
            other = _after(game, other[0], later.action)
        except Refusal as refusal:
            # Somebody who knows the secret would have gone on in another way.
            told = f"a refusal tells seat {seat} a secret: {refusal}"
            assert seat in aware, f"{told} It differs between {between}, after {later.action}"
            break
        one, latest = (later.after, later.events), later.action
        if _shown_in_passing(one[1]) != _shown_in_passing(other[1]):
            break
        tried = [latest]
    return compared


def _guesses(game: AnyGame, *secrets: Action) -> Iterator[Action]:
    """Yield the actions with which somebody may find out a secret, and each of the game's actions.

    The latter have the values of the secret, such as a guess at the number.
    """
    yield from secrets
    held = [{value for value in astuple(one) if type(value) is int} for one in secrets]
    for kind, value in product(game.actions, sorted(held[0] ^ held[1])):
        values: dict[str, Any] = {}
        for field in fields(kind):
            if str(field.type).startswith("int") and field.name not in ("seat", "at"):
                values[field.name] = value
            elif field.default is MISSING:
                values[field.name] = 0 if field.name == "seat" else None
        if None not in values.values():
            yield kind(**values)


Moment = tuple[Any, Sequence[Event]]
"""A state, and the events that led to it."""


def _after(game: AnyGame, state: Any, action: Action) -> Moment:
    events = action.decide(state)
    return apply_events(game, state, events), events


def _assert_alike(
    game: AnyGame,
    one: Moment,
    other: Moment,
    aware: Collection[int | None],
    tried: Sequence[Action],
    between: str,
) -> None:
    """Assert that all but the seats that know the secret are shown the same at two moments."""
    for viewer in (None, *one[0].seats):
        if viewer not in aware:
            shown, apart = (shown_to(game, *moment, viewer, tried) for moment in (one, other))
            whom = "everybody" if viewer is None else f"seat {viewer}"
            for part in shown:
                told = f"{part} tells {whom} a secret: it differs between {between}"
                assert shown[part] == apart[part], f"{told}. {MAY_KNOW}"


def shown_to(
    game: AnyGame,
    state: Any,
    events: Iterable[Event],
    seat: int | None,
    tried: Iterable[Action] = (),
) -> dict[str, str]:
    """Return the parts that a seat sees of a step, by name; for seat None the public ones.

    tried: actions that the seat tries as well. It is shown their refusals.
    """
    scenes = [scene for event in events for scene in event.scenes(state)]
    moves = (*game.legal_actions(state, seat), *game.legal_actions(state, None))
    parts: dict[str, object] = {
        "the view": game.screen.view(state, seat),
        "the prompt": _prompt(game.rules.waiting(state), seat),
        "a line of the history": [_lines(event, state, seat) for event in events],
        "a scene": [one for one in scenes if not one.is_private or one.cheers == seat],
        "a legal move": moves,
        "a button": [_button(move.action, state) for move in moves],
        "who may act": [kind.asked_by(state) for kind in game.actions],
        "the entry of several steps": [game.screen.draft(state, seat, words) for words in DRAFTS],
        "a balance": _balances(state, seat),
        "a payment": [_payments(event, state, seat) for event in events],
        "the name of an account": _account_names(game, state),
        "what a seat holds": [state.holds(one) for one in state.seats],
        "a refusal": [_refusal(action, state, seat) for action in tried],
        "a step of the app": game.rules.without_phones(state, state.seats),
        "the printed numbers": game.copy and game.copy.learnt(state),
        "the chart": _charted(game, state),
        "the end": game.final.outcome(state),
        "the clock": (game.rules.clock(state), game.rules.due(state)),
    }
    return {name: repr(_whole(part)) for name, part in parts.items()}


def _whole(value: Any) -> Any:
    """Return a value with all its fields, also those that its own ``repr`` leaves out.

    A sentence becomes the text that other players read, not its subject.
    """
    if isinstance(value, Sentence):
        return str(value)
    if isinstance(value, (str, int, type(None))):
        return value
    if isinstance(value, Mapping):
        return [(_whole(key), _whole(held)) for key, held in value.items()]
    if isinstance(value, (list, tuple)):
        return [_whole(one) for one in value]
    if is_dataclass(value):
        held = {field.name: getattr(value, field.name) for field in fields(value)}
    else:
        held = getattr(value, "__dict__", {})
    return type(value).__name__, _whole(held) if held else repr(value)


def _prompt(waiting: PendingDecision, seat: int | None) -> object:
    read = waiting.read_by(seat)
    return read, read.prompt.for_you if seat in read.seats else None


def _lines(event: Event, state: Any, seat: int | None) -> tuple[object, ...]:
    if seat is None:
        return (event.tell(state, None),)
    own = event.tell(state, seat), event.tell_you(state, seat)
    return event.tell(state, None), *own, event.matters_to(seat)


def _button(action: Action, state: Any) -> tuple[object, ...]:
    is_named = action.button.label is not None or type(action).label is not Action.label
    return action.label(state) if is_named else None, action.loss(state)


def _refusal(action: Any, state: Any, seat: int | None) -> object:
    """Return the name, rule and text of the refusal if a seat takes an action; None if it may."""
    if (seat is None) == hasattr(action, "seat"):
        return None
    tried = action if seat is None else replace(action, seat=seat)
    if getattr(tried, "at", 0) is None:
        tried = tried.timed(state, 1)
    refusal = refusal_of(tried.require_values, state) or dry_run(tried, state).refusal
    return refusal and (refusal.name, refusal.rule, refusal.said_to(seat).sentence)


def _payments(event: Event, state: Any, seat: int | None) -> list[object]:
    hidden = state.hidden_accounts(seat)
    return [
        (paid.source, paid.target, paid.amount, event.because(state, paid.reason))
        for paid in event.transfers()
        if not {paid.source, paid.target} & hidden
    ]


def _account_names(game: AnyGame, state: Any) -> list[object]:
    names = state.account_names()
    return [(names, game.rules.account_words(state, one)) for one in state.ledger.balances]


def _charted(game: AnyGame, state: Any) -> object:
    """Return the values in the chart, or None while money is hidden."""
    if game.chart is None or state.hidden_accounts(None):
        return None
    return game.chart.progress(state), game.chart.begun(state), game.chart.wealth(state)


def _balances(state: Any, seat: int | None) -> dict[str, int]:
    hidden = state.hidden_accounts(seat)
    return {name: held for name, held in state.ledger.balances.items() if name not in hidden}


def assert_pages_kept(app: Flask, play: Play, steps: Sequence[Step[Any]], twin: Twin) -> None:
    """Assert that no page, stream or file of a real table differs for anybody else."""
    played = steps[: twin.number + 1]
    apart = (*played[:-1], played[-1]._replace(action=twin.other))
    one, other = (_pages(app, play, what) for what in (played, apart))
    for (who, page), text in one.items():
        between = f"{played[-1].action} and {twin.other}"
        told = f"page {page!r} tells {who} a secret: it differs between {between}"
        assert other.get((who, page)) == text, told


def _pages(app: Flask, play: Play, steps: Sequence[Step[Any]]) -> Mapping[tuple[str, str], str]:
    """Return each page as the banker, another player and a viewer get it."""
    record = record_of(play.game, play.setup, steps)
    owner = getattr(steps[-1].action, "seat", 0)
    banker, phone, other, viewer = (app.test_client() for _ in range(4))
    file = BytesIO(json.dumps(record).encode())
    posted = banker.post("/records", data={"record": (file, "r.json")}, headers=ORIGIN)
    code = posted.headers["Location"].split("/")[2]
    for client, seat in ((phone, owner), (other, (owner + 1) % len(record["seats"]))):
        client.post(f"/t/{code}/sit", data={"seat": str(seat)}, headers=ORIGIN)
    people = {"the banker": banker, "another player": other, "a viewer": viewer}
    return {
        (who, page): text
        for who, client in people.items()
        for page, text in _followed(client, code).items()
    }


def _followed(client: FlaskClient, code: str) -> dict[str, str]:
    """Return the text of each page, and of those to which its links lead."""
    todo, found = [*PAGES], dict[str, str]()
    while todo and len(found) < len(PAGES) + MOST_LINKS:
        page = todo.pop(0)
        if page not in found:
            answer = client.get(f"/t/{code}/{page}")
            found[page] = _plain(f"{answer.status_code} {answer.text}", code)
            links = [urljoin(page, html.unescape(link)) for link in LINK.findall(answer.text)]
            todo += [link.removeprefix(f"/t/{code}/") for link in links]
    return found


def _plain(text: str, code: str) -> str:
    """Return a text without what differs between any two tables."""
    return DIFFERENT.sub("", text).replace(code, "").replace(f"{code[:4]}-{code[4:]}", "")
