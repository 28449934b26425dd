"""Verifying saved games: today's rules play each action and compare the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from companion.mechanics.codec import to_json
from companion.mechanics.game import AnyGame, Event, Outcome
from companion.mechanics.log import Entry, key_in_record
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from companion.mechanics.words import Sentence, say
from companion.tables.decide import decided, read_action
from companion.tables.records.reading import (
    FROM_ANYBODY,
    LATEST,
    Limits,
    Record,
    RecordedEntry,
    malformed_record,
    parsed_record,
    read_json,
    record_too_large,
)
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import as_text

# Wording may change between versions, so these keys are not compared.
WORDS = frozenset(("label", "note", "sentence"))
DIFFERENCES = {
    "facts_differ": say("today’s rules decide this step differently; it stays as it was saved"),
    "outcome_differs": say("today’s rules end this game differently"),
}
"""Messages for people in place of the JSON that programs get."""
DECIDE_COST = 8
"""Deciding a step again counts as replaying this many steps."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a saved game: its timeline, or the first problem."""

    timeline: Timeline[Any] | None = None
    """Set if the whole game was played."""
    refusal: Refusal | None = None
    action: int | None = None
    """Index from 0 of the illegal or differing action, if the problem concerns one."""
    tells_secrets: bool = True
    """Whether messages may contain what is still hidden at the table."""

    @property
    def ok(self) -> bool:
        """Return whether there is no problem."""
        return self.refusal is None

    @property
    def is_playable(self) -> bool:
        """Return whether the game can be played on, even if today's rules differ in a step."""
        return self.refusal is None or self.action is not None or self.refusal.name in DIFFERENCES

    @property
    def in_words(self) -> Sentence:
        """Return the sentence that ``companion verify`` prints."""
        if self.refusal is not None:
            return self._wrong(self.refusal)
        assert self.timeline is not None
        game, outcome = self.timeline.game, self.timeline.game.final.outcome(self.timeline.state)
        if outcome is None:
            return say("ok, {game}, not over yet", game=game.name)
        return say("ok, {game}: {outcome}", game=game.name, outcome=outcome.sentence)

    def _wrong(self, refusal: Refusal) -> Sentence:
        wrong = DIFFERENCES.get(refusal.name) or self._why(refusal)
        if self.action is not None:
            wrong = say("action {number}: {refusal}", number=self.action + 1, refusal=wrong)
        return say("{line} ({reason})", line=wrong, reason=refusal.rule) if refusal.rule else wrong

    def _why(self, refusal: Refusal) -> Sentence:
        if self.tells_secrets:
            return refusal.sentence
        return say("Today’s rules judge otherwise; the reason would tell what is still hidden.")

    def as_json(self, file: str) -> dict[str, Any]:
        """Return the verdict as ``companion verify --json`` prints it."""
        if self.refusal is not None:
            return {
                "file": file,
                "ok": False,
                "action": self.action,
                "refusal": self.refusal.name,
                "rule": self.refusal.rule,
                "message": str(self._why(self.refusal)),
            }
        assert self.timeline is not None
        game, state = self.timeline.game, self.timeline.state
        outcome = game.final.outcome(state)
        unfinished: dict[str, Any] = {"reason": None, "winners": [], "standings": []}
        return {
            "file": file,
            "game": game.name,
            "ok": True,
            "over": outcome is not None,
            **(unfinished if outcome is None else outcome_as_json(outcome)),
            "balances": dict(state.ledger.balances) if self.tells_secrets else None,
            "holdings": game.final.holdings(state) if self.tells_secrets else None,
        }


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as a JSON object, labels in English."""
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "standings": [
            {
                "seat": place.seat,
                "name": place.name,
                "total": place.total,
                "terms": [
                    {"label": str(term.label), "amount": term.amount, "rule": term.rule}
                    for term in place.terms
                ],
            }
            for place in outcome.standings
        ],
    }


def verify_text(text: bytes | str, limits: Limits = FROM_ANYBODY) -> Verdict:
    """Verify the contents of any file."""
    try:
        return verify_record(read_json(text, limits), limits)
    except Refusal as refusal:
        return Verdict(refusal=refusal)


def verify_record(data: Mapping[str, object], limits: Limits = FROM_ANYBODY) -> Verdict:
    """Verify a saved game: play it from the start and compare events and outcome."""
    try:
        record = parsed_record(data, limits)
        _, timeline = played(record)
        _require_same_outcome(record, timeline)
    except IllegalAction as illegal:
        return Verdict(refusal=illegal.refusal, action=illegal.action)
    except Refusal as refusal:
        return Verdict(refusal=refusal)
    return Verdict(timeline=timeline)


class IllegalAction(Exception):
    """The first action that today's rules refuse or decide differently; counted from 0."""

    def __init__(self, action: int, refusal: Refusal) -> None:
        super().__init__(f"action {action}: {refusal}")
        self.action = action
        self.refusal = refusal


def played(record: Record, at: float = 0.0) -> tuple[list[Entry], Timeline[Any]]:
    """Play a saved game from the start; return the resulting log and timeline.

    at: the time of actions before the first that has its own; later ones without a time get that of
    the last one with a time.

    Raises IllegalAction at the first refusal or difference to the file's events, and
    ``record_too_large`` above the limits.
    """
    if len(record.entries or record.actions) > record.limits.played:
        raise record_too_large()
    timeline: Timeline[Any] = Timeline.begun(record.game, record.setup)
    entries: list[Entry] = []
    replayed = 0
    for index, step in enumerate(giving_way(_steps(record, at))):
        try:
            entry = _played_step(timeline, step.entry)
            if record.entries is not None:
                _require_same_events(record.game, step, entry)
        except Refusal as refusal:
            raise IllegalAction(index, refusal) from refusal
        before, timeline = timeline, timeline.after(entry)
        entries.append(entry)
        replayed += _replayed_steps(before, timeline) if entry.is_about_the_log else 0
        if replayed > record.limits.replayed:
            raise IllegalAction(index, record_too_large())
    return entries, timeline


def _replayed_steps(before: Timeline[Any], after: Timeline[Any]) -> int:
    """Return the number of steps replayed for an undo, redo or correction; 0 for a recent undo.

    Steps that are decided again after a change of one step count more.
    """
    alike, stand = before.shared(after.standing), len(after.standing.entries)
    is_kept = len(before.standing.entries) - alike <= len(before.recent)
    replayed = stand - alike if is_kept else stand
    decided_anew = stand - alike if alike < len(before.standing.entries) else 0
    return replayed + DECIDE_COST * decided_anew


def _steps(record: Record, at: float) -> Iterator[RecordedEntry]:
    """Yield the logged entries, or entries made from the actions, without events."""
    if record.entries is not None:
        yield from record.entries
        return
    for sequence, action in enumerate(record.actions, 1):
        if not isinstance(action, Mapping):
            raise IllegalAction(sequence - 1, malformed_record("“actions”: [{…}, …]"))
        given = action.get("at")
        if type(given) is int and 0 <= given <= LATEST:
            at = float(given)
        yield RecordedEntry(Entry(sequence, action, at=at, key=key_in_record(sequence)))


def _played_step(timeline: Timeline[Any], step: Entry) -> Entry:
    command = read_action(timeline.game, step.action)
    return decided(
        timeline,
        command,
        _no_dice,
        actor=step.actor,
        actor_seat=step.seat,
        at=step.at,
        key=step.key,
    )


def _no_dice(sides: int) -> NoReturn:
    raise Refusal("dice_missing", "", say("A saved game must say what the dice showed."))


def _require_same_events(game: AnyGame, step: RecordedEntry, entry: Entry) -> None:
    """Raise ``facts_differ`` unless the file's events are those of today's rules."""
    recorded: tuple[Event, ...] | None = None
    with suppress(Refusal):
        recorded = step.parsed(game).events
    if recorded != entry.events:
        found = as_text([to_json(event) for event in entry.events])
        raise Refusal(
            "facts_differ",
            "",
            say("By today’s rules this happens instead: {facts}.", facts=found),
        )


def _require_same_outcome(record: Record, timeline: Timeline[Any]) -> None:
    """Raise ``outcome_differs`` unless the file's outcome, if it has one, is today's."""
    if record.outcome is None:
        return
    outcome = record.game.final.outcome(timeline.state)
    ours = None if outcome is None else outcome_as_json(outcome)
    if not _agrees(record.outcome, ours):
        raise Refusal(
            "outcome_differs",
            "",
            say("By today’s rules the game ends otherwise: {outcome}.", outcome=as_text(ours)),
        )


def _agrees(recorded: object, ours: object) -> bool:
    """Return whether today's value contains everything that the file's value states."""
    if isinstance(recorded, Mapping):
        return isinstance(ours, Mapping) and all(
            key in WORDS or (key in ours and _agrees(value, ours[key]))
            for key, value in recorded.items()
        )
    if isinstance(recorded, list):
        return (
            isinstance(ours, list)
            and len(recorded) == len(ours)
            and all(map(_agrees, recorded, ours))
        )
    return recorded == ours
