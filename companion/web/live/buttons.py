"""Buttons: each posts one action; its id keeps it the same element when the screen is redrawn.

Functions and not macros, for they stand dozens of times on the screens that every tap redraws.
"""

from __future__ import annotations

from collections.abc import Mapping

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from companion.web.live.choices import Choice

Posted = Mapping[str, object]
"""An action as a JSON object."""
SEPARATORS = ",", ":"


def act(id: str, action: Posted, label: object, classes: str = "") -> Markup:
    """Return a button that posts an action as it stands."""
    posted = htmlsafe_json_dumps(action, separators=SEPARATORS)
    return _button(f"b-{id}", "action", posted, label, classes)


def button(id: str, choice: Choice, classes: str = "") -> Markup:
    """Return the button of what may be done."""
    posted = htmlsafe_json_dumps(choice.posted, separators=SEPARATORS)
    return _button(f"b-{id}", "action", posted, choice.label, classes)


def picks(id: str, action: Posted, field: str) -> Markup:
    """Return, for many buttons that differ by one field alone, a hidden action without it."""
    posted = f"{field} {htmlsafe_json_dumps(action, separators=SEPARATORS)}"
    return Markup(f'<input type="hidden" name="pick.{escape(id)}" value=\'{posted}\'>')


def pick(id: str, value: object, label: object, classes: str = "") -> Markup:
    """Return one of these buttons; value: of the field."""
    return _button(f"{id}-{value}", "pick", escape(f"{id} {value}"), label, classes)


def _button(id: str, name: str, value: Markup, label: object, classes: str) -> Markup:
    more = f' class="{classes}"' if classes else ""
    return Markup(
        f'<button id="{escape(id)}" name="{name}" value=\'{value}\'{more}>{escape(label)}</button>'
    )


BUTTONS = {"act": act, "button": button, "picks": picks, "pick": pick}
"""What the templates call them."""
