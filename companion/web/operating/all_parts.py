"""A page for developers, in debug mode only: all elements of the screens in all states."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from companion.mechanics.auction import bid_prompt
from companion.tables.refusals import moved_on
from companion.web.live.appearance import signs_in
from companion.web.requests.language import current_speaker

bp = Blueprint("all_parts", __name__)


@bp.get("/parts")
def show() -> str:
    """Show the elements, with example values from the template."""
    sign = signs_in(current_app.jinja_env, current_speaker().language)
    prompt, refusal = bid_prompt("Bruno", 5), moved_on()
    return render_template("parts.html", prompt=prompt, refusal=refusal, sign=sign)
