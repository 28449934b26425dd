"""The current counterpart of all frozen data, and the only module that uses Python names for it.

Renaming something in ``companion`` may require a change here, but never one of the data.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import types
import typing
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click
from flask import Flask
from sqlalchemy import create_engine, inspect
from werkzeug.routing import Rule

from companion.cli import main
from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.history.log import LOG_STEPS
from companion.mechanics.values.codec import Kind, to_json
from companion.mechanics.values.options import Option
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.tables.records.import_export import export_record
from companion.tables.records.verdict import verify_record
from companion.tables.seats import uncover_seat
from companion.testing.households import Household
from tests.games.players import PLAYERS
from tests.sources import ROOT
from tests.web.pages import Page
from tests.web.phones import Phone

CODE = re.compile(r"\b[2-9A-HJKMNP-Z]{8}\b")
"""The code of a table in an address."""


def device(app: Flask, name: str) -> Phone:
    """Return a phone with this name of a device in its cookie."""
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["device"] = name
    return phone


def exported(app: Flask, code: str) -> dict[str, Any]:
    """Return a table as a saved game, including hidden information."""
    with app.app_context():
        return export_record(open_tables().find(code), None)


def is_played_on(app: Flask, code: str) -> bool:
    """Return whether a table accepts a legal action, and has the same state after its undo."""
    with app.app_context():
        table = open_tables().find(code)
        banker, before = next(iter(table.bankers)), table.state
        for free in (seat for seat in table.seats if seat.device is None):
            # The secrets of a phone that left are covered until its player agrees to show them.
            uncover_seat(code, free.number, table.actor(banker))
        for action, seat in legal_actions(table):
            device = banker if seat is None else table.seats[seat].device or banker
            try:
                done = submit(code, device, action, seen=table.sequence, key="played on").entry
            except Refusal:
                continue
            undo = {"kind": "undo", "entry": done.sequence}
            submit(code, banker, undo, seen=done.sequence, key="taken back")
            return bool(open_tables().find(code).state == before)
    return False


def legal_actions(table: OpenTable) -> Iterator[tuple[dict[str, object], int | None]]:
    """Yield legal actions of a table, each with its seat."""
    own = (PLAYERS[table.game.name].Household,) if table.game.name in PLAYERS else ()
    seats = range(len(table.seats))
    for kind in (Household, *own):
        people = type("People", (kind,), {"game": table.game})(Random(table.code))
        people.sit_down(table.state)
        for seat in (*table.game.rules.waiting(table.state).seats, *seats, None):
            # Random players guess what only people at the table know, so they try several times.
            for offer in 10 * table.game.legal_actions(table.state, seat, people.at):
                # They may lack knowledge from the part of the game that they did not play.
                with suppress(AttributeError, LookupError, TypeError):
                    if (action := people.chosen(table.state, offer)) is not None:
                        yield to_json(action), offer.seat


def verdict(saved: Mapping[str, object]) -> dict[str, Any]:
    """Return the verdict of ``verify --json`` on a saved game."""
    return verify_record(saved).as_json("")


def kinds() -> Iterator[tuple[str, type[Kind]]]:
    """Yield every kind of action and event in logs, with its name in the frozen lists."""
    for kind, cls in LOG_STEPS.items():
        yield f"log {kind}", cls
    for name, game in all_games().items():
        yield from ((f"{name} action {kind}", cls) for kind, cls in game.action_kinds.items())
        yield from ((f"{name} event {kind}", cls) for kind, cls in game.event_kinds.items())


def fields() -> dict[str, object]:
    """Return the type and default of each field of each kind."""
    found: dict[str, object] = {}
    for name, cls in kinds():
        found[name] = "kind"
        hints = typing.get_type_hints(cls)
        for field in dataclasses.fields(cls):
            found[f"{name}.{field.name}"] = [_type(hints[field.name]), _default(field)]
    return found


def _type(hint: Any) -> str:
    """Return a type as it is in the log, without names of classes."""
    if isinstance(hint, type) and issubclass(hint, Kind):
        return "action"
    if hint is type(None) or hint is Ellipsis:
        return "none" if hint is not Ellipsis else "..."
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return " | ".join(map(repr, parts))
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(_type, parts))
    if origin is not None:
        return f"{origin.__name__.lower()}[{', '.join(map(_type, parts))}]"
    return str(hint.__name__)


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is not dataclasses.MISSING:
        return repr(field.default)
    if field.default_factory is not dataclasses.MISSING:
        return repr(field.default_factory())
    return "required"


def settings() -> dict[str, object]:
    """Return each setting of each game, with its default and its choices."""
    found: dict[str, object] = {}
    for name, game in all_games().items():
        for option in game.options:
            choices = [one.value for one in option.choices] if isinstance(option, Option) else None
            found[f"{name} {option.name}"] = choices
    return found


def rules() -> dict[str, object]:
    """Return the ids of the rules that refusals and outcomes cite."""
    return {f"{name} {rule}": "" for name, game in all_games().items() for rule in game.rulebook}


@cache
def texts(part: str) -> frozenset[str]:
    """Return the string constants in the code of a game, or in the shared code."""
    return frozenset(
        node.value
        for file in files(part)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def files(part: str) -> list[Path]:
    """Return the modules of a part: the name of a game, or "shared"."""
    games = ROOT / "companion" / "games"
    if part != "shared":
        return sorted((games / part).rglob("*.py"))
    every = (ROOT / "companion").rglob("*.py")
    return sorted(file for file in every if games not in file.parents)


def addresses(app: Flask) -> dict[str, object]:
    """Return every method and URL rule, with only the converters of parameters between < >."""
    return {
        f"{method} {_pattern(rule)}": ""
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def _pattern(rule: Rule) -> str:
    return re.sub(
        r"<(?:(\w+)(?:\(.*?\))?:)?\w+>", lambda found: f"<{found[1] or 'text'}>", rule.rule
    )


def commands() -> dict[str, object]:
    """Return the parameters of each command; arguments are named by their positions."""
    found: dict[str, object] = {}
    for name, command in main.commands.items():
        found[name] = "command"
        for place, one in enumerate(command.params, 1):
            is_option = one.param_type_name == "option"
            spelt = " ".join(sorted((*one.opts, *one.secondary_opts)))
            default = one.get_default(click.Context(command), call=False)
            found[f"{name} {spelt if is_option else place}"] = {
                "choices": list(one.type.choices) if isinstance(one.type, click.Choice) else None,
                "default": default if isinstance(default, str | int) else None,
                "flag": getattr(one, "is_flag", False),
                "required": one.required,
                "nargs": one.nargs,
            }
    return found


def columns(app: Flask) -> dict[str, object]:
    """Return every column of the database after all migrations."""
    found: dict[str, object] = {}
    engine = create_engine(app.config["SQLALCHEMY_DATABASE_URI"])
    inspector = inspect(engine)
    for table in inspector.get_table_names():
        keys = inspector.get_pk_constraint(table)["constrained_columns"]
        for column in inspector.get_columns(table):
            kind = f"{column['type']}{'' if column['nullable'] else ' not null'}"
            is_key = " key" if column["name"] in keys else ""
            found[f"{table}.{column['name']}"] = f"{kind}{is_key}"
    engine.dispose()
    return found


def forms(page: Page, at: str) -> Iterator[tuple[str, str]]:
    """Yield each field of a page's forms, together with the method and the URL."""
    for form in page.forms:
        target = shape(form.action or at)
        names = {*form.fields, *form.choices, *form.files, *(one.name for one in form.buttons)}
        for name in names - {""}:
            yield f"{form.method} {target}", re.sub(r"(?<=[._ -])-?\d+", "#", name)


def shape(address: str) -> str:
    """Return a URL without parts that differ between tables, and without values in its query."""
    path, _, query = address.partition("?")
    path = re.sub(r"(?<=/)\d+(?=/|$)", "#", CODE.sub("CODE", path))
    names = sorted({part.partition("=")[0] for part in query.split("&")}) if query else []
    return path + ("?" + "&".join(names) if names else "")
