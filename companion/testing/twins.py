"""Twin games, which differ in one secret only, to find leaks of this secret.

A secret is an event that is declared with ``is_secret``. Its twin is what the same player could
have done instead. Until the secret is public, everybody else must be shown the same of both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import Action, AnyGame, Event, OneOf, apply_events
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
    r'name="key" value="[\w-]+"|"at": [\d.]+|data-draft="[^"]*"|<path d="M2,2[^"]*"'
)
"""What differs between any two tables: keys of forms, times, names of drafts, and QR codes."""
ORIGIN = {"Origin": "http://localhost"}
MAY_KNOW = "If they may know it now, declare the event that shows it with reveals=True."
MOST_LATER = 12
"""The number of steps after a secret that are compared."""


class Twin(NamedTuple):
    """A played secret and its twin: the number of the step, and the other action."""

    number: int
    other: Action


def twins_of(game: AnyGame, steps: Sequence[Step[Any]]) -> Iterator[Twin]:
    """Yield each step that made a secret, with what its player could have done instead."""
    for number, step in enumerate(steps):
        if any(event.is_secret for event in step.events) and not is_public(game, step):
            other = next(_others(game, step), None)
            if other is not None:
                yield Twin(number, other)


def is_public(game: AnyGame, step: Step[Any]) -> bool:
    """Return whether a step has revealed the secrets of the game to everybody."""
    if any(event.reveals and event.shown_to() is None for event in step.events):
        return True
    is_over = game.final.outcome(step.after) is not None
    return is_over and not game.keeps_secret(step.after)


def _others(game: AnyGame, step: Step[Any]) -> Iterator[Action]:
    """Yield legal actions that differ from an action in the value of one field only."""
    for offer in game.legal_actions(step.before, getattr(step.action, "seat", None)):
        if offer.kind != step.action.kind:
            continue
        for name, values in offer.fields.items():
            if isinstance(values, OneOf):
                found: Iterable[Any] = values.values
            else:
                most = values.highest if values.highest is not None else values.lowest + 9
                found = range(values.lowest, most + 1)
            for value in islice(found, 20):
                other = replace(step.action, **{name: value})
                if other != step.action and is_legal(other.decide, step.before):
                    events = other.decide(step.before)
                    if [one.kind for one in events] == [one.kind for one in step.events]:
                        yield other


def assert_kept(game: AnyGame, steps: Sequence[Step[Any]], twin: Twin) -> int:
    """Assert that nobody else is shown a difference until the secret is public.

    Seats to which an event showed it (see ``Event.shown_to``) are not compared from then on.

    Returns the number of steps that were compared. Raises AssertionError with the first thing that
    differs.
    """
    step = steps[twin.number]
    aware = {getattr(step.action, "seat", None)}
    events, others = step.events, twin.other.decide(step.before)
    state, apart = step.after, apply_events(game, step.before, others)
    compared, latest = 0, step.action
    for later in (*steps[twin.number + 1 : twin.number + MOST_LATER], None):
        aware.update(*(event.shown_to() or () for event in events if event.reveals))
        for viewer in {None, *state.seats} - aware:
            one, other = (
                shown_to(game, *what, viewer) for what in ((state, events), (apart, others))
            )
            for part in one:
                told = _told(part, step.action, twin.other, viewer)
                assert one[part] == other[part], f"{told}, after {latest}. {MAY_KNOW}"
        compared += 1
        if later is None or is_public(game, later):
            break
        try:
            others = later.action.decide(apart)
        except Refusal:  # It would have gone on in another way.
            break
        events, state, apart = later.events, later.after, apply_events(game, apart, others)
        latest = later.action
    return compared


def _told(part: str, one: Action, other: Action, viewer: object) -> str:
    whom = "everybody" if viewer is None else f"seat {viewer}"
    return f"{part} tells {whom} a secret: it differs between {one} and {other}"


def shown_to(
    game: AnyGame, state: Any, events: Iterable[Event], seat: int | None
) -> dict[str, str]:
    """Return the parts that a seat sees of a step, by name; for seat None the public ones."""
    scenes = [scene for event in events for scene in event.scenes(state)]
    menus = (game.legal_actions(state, seat), game.legal_actions(state, None))
    return {
        "the view": repr(game.screen.view(state, seat)),
        "the prompt": repr(game.rules.waiting(state)),
        "a line of the history": repr([event.tell(state, seat) for event in events]),
        "a scene": repr([scene for scene in scenes if not scene.is_private]),
        "a legal move": repr(menus),
        "the entry of several steps": repr([game.screen.draft(state, seat, "")]),
        "a balance": repr(_balances(state, seat)),
        "what a seat holds": repr([state.holds(one) for one in state.seats]),
        "the end": repr(game.final.outcome(state)),
        "the clock": repr((game.rules.clock(state), game.rules.due(state))),
    }


def _balances(state: Any, seat: int | None) -> dict[str, int]:
    hidden = state.hidden_accounts(seat)
    return {name: held for name, held in state.ledger.balances.items() if name not in hidden}


def assert_pages_kept(
    app: Flask, play: Play, steps: Sequence[Step[Any]], twin: Twin, pages: Sequence[str] = PAGES
) -> None:
    """Assert that no page, stream or file of a real table differs for anybody else."""
    played = steps[: twin.number + 1]
    apart = (*played[:-1], played[-1]._replace(action=twin.other))
    one, other = (_pages(app, play, what, pages) for what in (played, apart))
    for place in one:
        assert one[place] == other[place], _told(
            f"page {place[1]!r}", played[-1].action, twin.other, place[0]
        )


def _pages(
    app: Flask, play: Play, steps: Sequence[Step[Any]], pages: Sequence[str]
) -> Mapping[tuple[str, str], str]:
    """Return each page as the banker, another player and a viewer get it."""
    record = record_of(play.game, play.setup, steps)
    owner = getattr(steps[-1].action, "seat", 0)
    banker, phone, other, viewer = (app.test_client() for _ in range(4))
    file = BytesIO(json.dumps(record).encode())
    posted = banker.post("/records", data={"record": (file, "r.json")}, headers=ORIGIN)
    code = posted.headers["Location"].split("/")[2]
    for client, seat in ((phone, owner), (other, (owner + 1) % len(record["seats"]))):
        client.post(f"/t/{code}/sit", data={"seat": str(seat)}, headers=ORIGIN)
    people = {"banker": banker, "another player": other, "a viewer": viewer}
    return {
        (who, page): _plain(client, code, page) for who, client in people.items() for page in pages
    }


def _plain(client: FlaskClient, code: str, page: str) -> str:
    """Return the status and text of a page, without what differs between any two tables."""
    answer = client.get(f"/t/{code}/{page}")
    text = DIFFERENT.sub("", answer.text).replace(code, "")
    return f"{answer.status_code} {text.replace(f'{code[:4]}-{code[4:]}', '')}"
