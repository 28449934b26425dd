"""Whatever goes wrong is said in one sentence, in the reader's language, with the right status."""

from __future__ import annotations

import logging

from flask import Flask, Response, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say
from companion.tables.records.reading import record_too_large
from companion.tables.storage.database_errors import (
    DatabaseError,
    InDoubt,
    database_refusal,
    is_known,
)
from companion.web.requests import htmx
from companion.web.requests.language import current_speaker

log = logging.getLogger(__name__)

STATUS = {
    "unknown_code": 404,
    "unknown_game": 404,
    "not_installed": 404,
    "unknown_box": 404,
    "unknown_sheet": 404,
    "no_such_page": 404,
    "too_many_tries": 429,
    "too_many_made": 429,
    "record_too_large": 413,
    "link_too_long": 414,
    "too_many_scores": 429,
    "no_calculator": 404,
    "not_asked_for": 400,
    "said_twice": 400,
    "stale": 409,
    "not_a_banker": 403,
    "not_your_seat": 403,
    "onlooker_only_looks": 403,
    "hidden_purse": 403,
    "covered_purse": 403,
    "hidden_until_over": 403,
    "session_ended": 400,
    "unknown_address": 400,
    "malformed": 400,
    "unknown_kind": 400,
    "broken_link": 400,
    "broken_sheet_link": 400,
    "table_damaged": 503,
    "disk_full": 507,
    "database_locked": 503,
    "database_moved": 503,
    "database_read_only": 503,
    "database_damaged": 503,
    "database_failed": 503,
    "in_doubt": 503,
}
"""The status of a refusal by its name; any other is 422: understood, but against a rule."""


def init_app(app: Flask) -> None:
    """Answer refusals and broken requests with their sentence."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(CSRFError, _session_ended)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(DatabaseError, _troubled)


def status_of(refusal: Refusal) -> int:
    """Return the status a refusal is answered with."""
    return STATUS.get(refusal.name, 422)


def refused(refusal: Refusal) -> Response:
    """Return a refusal as a page, or as the notice of the page that asked.

    A tap in doubt is sent again under its own key: by the page's script, which is asked to by
    ``Retry-After``, or by the form on the page that comes back.
    """
    status = status_of(refusal)
    if htmx.is_htmx():
        by_itself = isinstance(refusal, InDoubt)
        said = render_template("table/notice.html", refusal=refusal, by_itself=by_itself)
        answer = htmx.into(make_response(said, status), "notice")
    else:
        answer = make_response(render_template("refused.html", refusal=refusal), status)
    if isinstance(refusal, InDoubt):
        answer.headers["Retry-After"] = "1"
    return answer


def _refused(refusal: Refusal) -> Response:
    error = refusal.__cause__
    # Who lost a race for a seat is refused for the database's word as well, but that is no trouble.
    if isinstance(error, SQLAlchemyError) and status_of(refusal) >= 500:
        _complain(refusal, error)
    return refused(refusal)


def _session_ended(error: CSRFError) -> Response:
    return refused(
        Refusal(
            "session_ended",
            "",
            say("This page is out of date; reload it, then tap."),
        )
    )


def _troubled(error: DatabaseError) -> Response:
    refusal = database_refusal(error)
    _complain(refusal, error)
    return refused(refusal)


def _complain(refusal: Refusal, error: SQLAlchemyError) -> None:
    """Say what is wrong with the disk or the database in one line on the banker's terminal."""
    first_line = (str(getattr(error, "orig", error)).splitlines() or [""])[0]
    log.error("%s: %s", refusal.name, first_line, exc_info=None if is_known(error) else error)


def _http(error: HTTPException) -> Response:
    """Say what a status means at a table; the address and the error's own text are not shown."""
    status = error.code or 500
    if status == 400 and request.url_rule is None:
        # The Host header is no name: no page can be drawn, for pages hold addresses made of it.
        return Response(current_speaker().say(_sentence(status)), status, mimetype="text/plain")
    answer = refused(Refusal(_NAMES.get(status, "failed"), "", _sentence(status)))
    answer.status_code = status
    if status == 405 and error.response is None:
        answer.headers.extend(error.get_headers(request.environ))
        answer.headers["Content-Type"] = "text/html; charset=utf-8"
    return answer


_NAMES = {404: "no_such_page", 413: "record_too_large"}


def _sentence(status: int) -> Sentence:
    if status == 404:
        return say("There is no such page; go back to the start.")
    if status == 413:
        return record_too_large().sentence
    if status >= 500:
        return say("Something broke in Companion. Load the page again and see what was kept.")
    return say("That request was not understood; go back and try again.")
