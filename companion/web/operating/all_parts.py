"""A page for developers that shows every screen element in every state (debug mode only)."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from companion.mechanics.auctions.auction import bid_prompt
from companion.mechanics.language.amounts import WHOLE_NUMBERS
from companion.tables.refusals import moved_on
from companion.web.live.appearance import signs_in
from companion.web.requests.language import current_speaker

bp = Blueprint("all_parts", __name__)


@bp.get("/parts")
def show() -> str:
    """Show all screen elements with example values."""
    sign = signs_in(current_app.jinja_env, current_speaker().language)
    prompt, refusal = bid_prompt("Bruno", 5), moved_on()
    return render_template(
        "parts.html", prompt=prompt, refusal=refusal, sign=sign, money=WHOLE_NUMBERS
    )
