"""Error responses: one sentence in the device's language, with an HTTP status."""

from __future__ import annotations

import json
import logging
from typing import cast

from flask import Flask, Response, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import BadRequest, HTTPException

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.codec import Kind, to_json
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
    name: status
    for status, names in {
        400: "not_asked_for said_twice session_ended unknown_address malformed unknown_kind"
        " broken_link broken_sheet_link",
        403: "not_a_banker not_your_seat onlooker_only_looks hidden_purse covered_purse"
        " hidden_until_over others_play_here",
        404: "unknown_code unknown_game not_installed unknown_box unknown_sheet no_such_page"
        " no_calculator",
        409: "stale",
        410: "table_deleted",
        413: "record_too_large",
        414: "link_too_long",
        429: "too_many_tries too_many_made too_many_scores",
        503: "table_damaged database_locked database_moved database_read_only"
        " database_damaged database_failed in_doubt",
        507: "disk_full",
    }.items()
    for name in names.split()
}
"""HTTP statuses by name of the refusal. All others get 422: a valid request that breaks a rule."""


def init_app(app: Flask) -> None:
    """Register the error handlers, which respond to refusals and errors with one sentence."""
    app.register_error_handler(Refusal, _handle_refusal)
    app.register_error_handler(HTTPException, _handle_http_error)
    app.register_error_handler(DatabaseError, _handle_database_error)


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.name, 422)


def refused(refusal: Refusal) -> Response:
    """Return the response to a refusal: a notice for htmx, otherwise a page.

    If it is uncertain whether an action was saved (``in_doubt``), the action must be sent again
    with the same idempotency key. The script does this when it receives ``Retry-After``. Without
    the script, the player submits the form on the returned page.
    """
    status, instead = status_of(refusal), refusal.instead
    posted = json.dumps(to_json(cast(Kind, instead.action))) if instead else ""
    values = {"refusal": refusal, "posted": posted}
    if htmx.is_htmx():
        is_retried = isinstance(refusal, InDoubt)
        notice = render_template("table/notice.html", is_retried=is_retried, **values)
        answer = htmx.into(make_response(notice, status), "notice")
    else:
        answer = make_response(render_template("refused.html", **values), status)
    if isinstance(refusal, InDoubt):
        answer.headers["Retry-After"] = "1"
    return answer


def _handle_refusal(refusal: Refusal) -> Response:
    error = refusal.__cause__
    # A database error may be normal, for example if two phones claim a seat at once. Its refusal
    # then has a status below 500 and is not logged.
    if isinstance(error, SQLAlchemyError) and status_of(refusal) >= 500:
        _log_trouble(refusal, error)
    return refused(refusal)


def _handle_database_error(error: DatabaseError) -> Response:
    refusal = database_refusal(error)
    _log_trouble(refusal, error)
    return refused(refusal)


def _log_trouble(refusal: Refusal, error: SQLAlchemyError) -> None:
    """Log a database or disk error in one line; add the traceback if the error is unknown."""
    first_line = (str(getattr(error, "orig", error)).splitlines() or [""])[0]
    log.error("%s: %s", refusal.name, first_line, exc_info=None if is_known(error) else error)


def _handle_http_error(error: HTTPException) -> Response:
    """Return the response to an HTTP error, without the error's own text."""
    status = error.code or 500
    if isinstance(request.routing_exception, BadRequest):
        # The Host header is invalid, and no page can be rendered without a valid one.
        return Response(current_speaker().say(_sentence_for(status)), status, mimetype="text/plain")
    answer = refused(Refusal(_NAMES.get(status, "failed"), "", _sentence_for(status)))
    answer.status_code = status
    if status == 405 and error.response is None:
        answer.headers.extend(error.get_headers(request.environ))
        answer.headers["Content-Type"] = "text/html; charset=utf-8"
    return answer


_NAMES = {404: "no_such_page", 413: "record_too_large"}


def _sentence_for(status: int) -> Sentence:
    if status == 404:
        return say("There is no such page. Go back to the home page.")
    if status == 413:
        return record_too_large().sentence
    if status >= 500:
        return say("Something went wrong. Reload the page to see what was saved.")
    return say("That request was not valid. Go back and try again.")
