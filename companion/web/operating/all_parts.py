"""Every part of the screens in every state, on one page, for who works on them; in debug alone."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from companion.mechanics.auction import bid_prompt
from companion.tables.refusals import moved_on
from companion.web.live.appearance import signs_in
from companion.web.requests.language import current_speaker

bp = Blueprint("all_parts", __name__)


@bp.get("/parts")
def show() -> str:
    """Show the parts; what they show is written in the template, as it is no game's."""
    sign = signs_in(current_app.jinja_env, current_speaker().language)
    asked, refusal = bid_prompt("Bruno", 5), moved_on()
    return render_template("parts.html", asked=asked, refusal=refusal, sign=sign)
