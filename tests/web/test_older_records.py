"""Records of an older version can be played on; verifying names what is decided differently."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.games.big_shot import GAME as BIG_SHOT
from companion.mechanics.game import apply_events
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.records.import_export import verify_record
from tests.games.records import setup_in
from tests.web.phones import PLACING, a_record, seated

Step = tuple[dict[str, Any], list[dict[str, Any]]]
"""An action and the events it led to then."""


def entries(steps: list[Step]) -> list[dict[str, Any]]:
    """Return the log that a record of these steps holds."""
    return [
        {
            "sequence": number,
            "at": 0.0,
            "actor": "banker",
            "seat": action.get("seat"),
            "action": action,
            "facts": events,
        }
        for number, (action, events) in enumerate(steps, 1)
    ]


def wrong(**record: Any) -> tuple[int | None, str]:
    """Return the first action that is judged otherwise today, and how."""
    verdict = verify_record(a_record(**record))
    assert verdict.refusal is not None
    return verdict.action, verdict.refusal.name


def test_an_old_tapped_pass_that_the_app_now_makes_still_verifies(app: Flask) -> None:
    """Anna bids all she has; then Carla was asked, though she could only pass."""
    steps: list[Step] = [
        ({"kind": "open", "seat": 0}, [{"kind": "opened", "seat": 0}]),
        ({"kind": "offer", "card": "8"}, [{"kind": "card_offered", "card": "8", "seat": 0}]),
        (
            {"kind": "bid", "seat": 0, "workers": 10},
            [{"kind": "bid_made", "seat": 0, "workers": 10}],
        ),
        ({"kind": "pass", "seat": 2}, [{"kind": "passed", "seat": 2}]),
    ]
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    kept: dict[str, Any] = {"game": "big_cheese", "options": {}, "copy": {}, "seats": seats}

    table = seated(app, **kept, entries=entries(steps))

    assert wrong(**kept, entries=entries(steps)) == (2, "facts_differ")
    page = table.phones[1].go(table.page)
    assert "You cannot bid 11: pass." in page.text
    assert "Anna wins the 8 with 10" in table.phones[1].press(page, "b-pass").text


def test_an_old_table_with_cubes_on_unnamed_lots_is_playable(app: Flask) -> None:
    """Anna placed four cubes on lots called by letters."""
    copy = dict(BIG_SHOT.blank_copy())
    state, steps = BIG_SHOT.rules.begin(setup_in(BIG_SHOT, a_record(copy=copy))), list[Step]()
    for asked in PLACING:
        events = from_json(asked, BIG_SHOT.action_kinds).decide(state)
        state = apply_events(BIG_SHOT, state, events)
        steps.append((asked, [to_json(event) for event in events]))
    cubes = [["red", "A"], ["yellow", "A"], ["white", "B"], ["black", "park a"]]
    placed = [
        {"kind": "cube_placed", "seat": 0, "colour": colour, "lot": lot} for colour, lot in cubes
    ]
    ended = {"kind": "turn_ended", "turn": 1, "leader": 1}
    steps.append(({"kind": "place", "seat": 0, "cubes": cubes}, [*placed, ended]))

    table = seated(app, copy=copy, entries=entries(steps))

    assert wrong(copy=copy, entries=entries(steps)) == (len(PLACING), "lots_unnamed")
    table.do({"kind": "roll", "seat": 1, "value": 2})
    table.do(*({"kind": "pass", "seat": seat} for seat in (2, 3, 0)))
    assert "0 of 4 placed" in table.phones[1].go(table.page).text
