"""Verifying saved games: deciding each action with the current rules and comparing the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, Event, Outcome
from companion.mechanics.history.log import Entry, key_in_record
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.codec import to_json
from companion.tables.decide import decided, read_action
from companion.tables.records.reading import (
    FROM_ANYBODY,
    LATEST,
    Limits,
    RecordedEntry,
    SavedGame,
    malformed_record,
    parsed_record,
    read_json,
    record_too_large,
)
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import as_text

# These keys are not compared, because wording may change between versions.
WORDS = frozenset(("label", "note", "sentence"))
DIFFERENCES = {
    "facts_differ": say("under today’s rules this step would differ; it stays as it was saved"),
    "outcome_differs": say("under today’s rules this game would end differently"),
}
"""Messages that users see instead of the sentences of these refusals, by refusal name.

The sentences of the refusals contain JSON.
"""
DECIDE_COST = 8
"""The cost of deciding a step again, relative to the cost of replaying one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a saved game: its timeline, or the first problem."""

    timeline: Timeline[Any] | None = None
    """The replayed game, or None if there is a problem."""
    refusal: Refusal | None = None
    """The first problem, or None if there is none."""
    action: int | None = None
    """The index of the action with the problem, from 0, or None if it concerns no single action."""
    tells_secrets: bool = True
    """Whether messages may contain information that is still hidden at the table."""

    @property
    def ok(self) -> bool:
        """Whether the saved game has no problem."""
        return self.refusal is None

    @property
    def is_playable(self) -> bool:
        """Whether the game can be continued from this saved game.

        It can be continued if there is no problem, if the current rules refuse one step or decide
        it differently, or if only the outcome differs.
        """
        return self.refusal is None or self.action is not None or self.refusal.name in DIFFERENCES

    @property
    def is_damaged(self) -> bool:
        """Whether the table's data is damaged, so that it cannot be read."""
        return self.refusal is not None and self.refusal.name == "table_damaged"

    @property
    def in_words(self) -> Sentence:
        """The sentence that ``companion verify`` prints."""
        if self.refusal is not None:
            return self._problem_sentence(self.refusal)
        assert self.timeline is not None
        game, outcome = self.timeline.game, self.timeline.game.final.outcome(self.timeline.state)
        if outcome is None:
            return say("ok, {game}, not over yet", game=game.name)
        return say("ok, {game}: {outcome}", game=game.name, outcome=outcome.sentence)

    def _problem_sentence(self, refusal: Refusal) -> Sentence:
        wrong = DIFFERENCES.get(refusal.name) or self._reason_sentence(refusal)
        if self.action is not None:
            wrong = say("action {number}: {refusal}", number=self.action + 1, refusal=wrong)
        return say("{line} ({reason})", line=wrong, reason=refusal.rule) if refusal.rule else wrong

    def _reason_sentence(self, refusal: Refusal) -> Sentence:
        if self.tells_secrets:
            return refusal.sentence
        return say(
            "Under today’s rules this would differ. The reason would reveal what is still hidden."
        )

    def as_json(self, file: str) -> dict[str, Any]:
        """Return the object that ``companion verify --json`` prints.

        file: the name of the file, which is included in the object.
        """
        if self.refusal is not None:
            return {
                "file": file,
                "ok": False,
                "action": self.action,
                "refusal": self.refusal.name,
                "rule": self.refusal.rule,
                "message": str(self._reason_sentence(self.refusal)),
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
    """Return an outcome as a JSON object, with labels in English."""
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "standings": [
            {
                "seat": place.seat,
                "name": place.name,
                "total": place.total,
                "terms": [
                    {
                        "label": str(term.recorded or term.label),
                        "amount": term.amount,
                        "rule": term.rule,
                    }
                    for term in place.terms
                ],
            }
            for place in outcome.standings
        ],
    }


def verify_text(text: bytes | str, limits: Limits = FROM_ANYBODY) -> Verdict:
    """Verify the contents of an untrusted file as a saved game."""
    try:
        return verify_record(read_json(text, limits), limits)
    except Refusal as refusal:
        return Verdict(refusal=refusal)


def verify_record(data: Mapping[str, object], limits: Limits = FROM_ANYBODY) -> Verdict:
    """Verify a saved game: decide its actions again, and compare the events and the outcome."""
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
    """Raised for the first action of a saved game that fails verification.

    action: the index of the action, starting at 0.
    refusal: the reason.
    """

    def __init__(self, action: int, refusal: Refusal) -> None:
        super().__init__(f"action {action}: {refusal}")
        self.action = action
        self.refusal = refusal


def played(record: SavedGame, at: float = 0.0) -> tuple[list[Entry], Timeline[Any]]:
    """Decide all actions of a saved game with the current rules, and return its log and timeline.

    at: the time of the first action if the file does not state it, in seconds since 1970. A later
    action without a time gets the time of the action before it.

    Raises ``record_too_large`` if there are more than ``Limits.played`` actions. Raises
    IllegalAction for the first action that is malformed, that the current rules refuse or decide
    differently, or that exceeds ``Limits.replayed``.
    """
    if len(record.entries or record.actions) > record.limits.played:
        raise record_too_large()
    timeline: Timeline[Any] = Timeline.begun(record.game, record.setup)
    entries: list[Entry] = []
    replayed = 0
    for index, step in enumerate(giving_way(_recorded_entries(record, at))):
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
    """Return the cost of an undo, redo or correction, in replayed steps.

    A recent undo costs nothing. A step that must be decided again because an earlier step changed
    costs more than a step that is only replayed; see ``DECIDE_COST``.
    """
    alike, stand = before.shared_entry_count(after.standing), len(after.standing.entries)
    is_kept = len(before.standing.entries) - alike <= len(before.recent)
    replayed = stand - alike if is_kept else stand
    decided_anew = stand - alike if alike < len(before.standing.entries) else 0
    return replayed + DECIDE_COST * decided_anew


def _recorded_entries(record: SavedGame, at: float) -> Iterator[RecordedEntry]:
    """Yield the entries of a saved game's log.

    If the saved game contains only actions, yield one entry without events for each action.

    Raises IllegalAction for an action that is not a JSON object.
    """
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
    raise Refusal("dice_missing", "", say("A saved game must contain the dice rolls."))


def _require_same_events(game: AnyGame, step: RecordedEntry, entry: Entry) -> None:
    """Raise ``facts_differ`` unless the current rules lead to the events in the file.

    step: the entry in the file.
    entry: the entry that the current rules lead to.
    """
    recorded: tuple[Event, ...] | None = None
    with suppress(Refusal):
        recorded = step.parsed(game).events
    if recorded != entry.events:
        found = as_text([to_json(event) for event in entry.events])
        raise Refusal(
            "facts_differ",
            "",
            say("Under today’s rules this happens instead: {facts}.", facts=found),
        )


def _require_same_outcome(record: SavedGame, timeline: Timeline[Any]) -> None:
    """Raise ``outcome_differs`` unless the current rules lead to the outcome in the file.

    A file without an outcome is accepted.
    """
    if record.outcome is None:
        return
    outcome = record.game.final.outcome(timeline.state)
    ours = None if outcome is None else outcome_as_json(outcome)
    if not _agrees(record.outcome, ours):
        raise Refusal(
            "outcome_differs",
            "",
            say("Under today’s rules the game ends differently: {outcome}.", outcome=as_text(ours)),
        )


def _agrees(recorded: object, ours: object) -> bool:
    """Return whether a value from the file agrees with the current rules' value.

    Keys that the file leaves out, and the keys in ``WORDS``, are not compared.
    """
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
