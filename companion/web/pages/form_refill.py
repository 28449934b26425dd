"""Refilling of a form with its previous entries after a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser

from markupsafe import Markup, escape

TICKED = ("checkbox", "radio")
"""Types of inputs that users tick or select."""
NOT_TYPED = ("hidden", "file")
"""Types of inputs whose values are never refilled."""

Attributes = dict[str, str | None]


def refilled(fields: str, typed: Mapping[str, str]) -> Markup:
    """Return the HTML of a form with the posted entries filled in.

    fields: the HTML of the form's fields.
    typed: the posted form.
    """
    filler = _Filler(typed)
    filler.feed(fields)
    filler.close()
    return Markup("".join(filler.parts))


class _Filler(HTMLParser):
    """An HTML parser that copies its input and fills in the form fields."""

    def __init__(self, typed: Mapping[str, str]) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._typed = typed
        self._chosen: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "select":
            self._chosen = self._typed.get(given.get("name") or "")
        if tag == "option" and self._chosen is not None:
            self._write(tag, _marked(given, "selected", is_on=given.get("value") == self._chosen))
        elif tag == "input":
            self._write(tag, self._filled_attributes(given))
        else:
            self.parts.append(self.get_starttag_text() or "")

    def _filled_attributes(self, given: Attributes) -> Attributes:
        typed, kind = self._typed.get(given.get("name") or ""), given.get("type")
        if kind in TICKED:
            return _marked(given, "checked", is_on=typed == (given.get("value") or "on"))
        return given if typed is None or kind in NOT_TYPED else {**given, "value": typed}

    def _write(self, tag: str, attributes: Attributes) -> None:
        pairs = (
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in attributes.items()
        )
        self.parts.append(f"<{tag}{''.join(pairs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.parts.append(f"&#{name};")


def _marked(given: Attributes, mark: str, *, is_on: bool) -> Attributes:
    """Return the attributes with a boolean attribute, such as ``checked``, set or removed."""
    others = {name: value for name, value in given.items() if name != mark}
    return {**others, mark: None} if is_on else others
