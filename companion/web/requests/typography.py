"""Typography of names and numbers on pages.

In a left-to-right sentence, browsers would move a number that follows a Hebrew or Arabic name to
the front of the name ("5 יוסי" for "יוסי 5"). Therefore each right-to-left run is isolated.
Negative numbers get a true minus sign.

Attributes stay unchanged, because forms must post exactly what was entered. Plain-text responses,
which are rendered without escaping, also stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask import Flask
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup, escape

from companion.mechanics.language.words import with_minus

ISOLATE, POP = "\u2068", "\u2069"
_LETTERS = (
    "\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)
"""Letters of Hebrew, Arabic and related scripts, without digits."""
RUN = re.compile(f"[{_LETTERS}]+(?:[ .'’-]+[{_LETTERS}]+)*")
"""A run of right-to-left words with the spaces and marks between them."""
ESCAPED = re.compile("[&<>'\"]")
ESCAPED_OR_ISOLATED = re.compile(f"[&<>'\"{_LETTERS}]")
SHOWN = "shown"
"""The name of the filter that marks the expressions outside HTML tags."""


def isolated(text: str) -> str:
    """Return the text with Unicode isolation marks around each right-to-left run."""
    return text if text.isascii() else RUN.sub(rf"{ISOLATE}\g<0>{POP}", text)


def in_text(value: object) -> str:
    """Return a value as HTML for the content of an element. Markup stays unchanged."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, str):
        return escape(isolated(value)) if ESCAPED_OR_ISOLATED.search(value) else value
    if isinstance(value, int):
        return with_minus(value) if value < 0 else str(value)
    return escape(value)


def in_attribute(value: object) -> str:
    """Return a value as HTML for an attribute. Markup stays unchanged."""
    # Most values need no escaping, and escape would make Markup of them.
    if isinstance(value, int):
        return str(value)
    return value if isinstance(value, str) and not ESCAPED.search(value) else escape(value)


class ShownText(Extension):
    """A Jinja extension that marks the expressions outside HTML tags with the filter SHOWN.

    The marked ones get ``in_text``, the others ``in_attribute`` (see ``LeanCode``).
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield a template's tokens, with SHOWN added to each expression outside HTML tags."""
        is_in_tag = is_wrapped = False
        for token in stream:
            if token.type == "data":
                opened, closed = token.value.rfind("<"), token.value.rfind(">")
                is_in_tag = is_in_tag if opened == closed else opened > closed
            if token.type == "variable_end" and is_wrapped:
                for type, value in (("rparen", ")"), ("pipe", "|"), ("name", SHOWN)):
                    yield Token(token.lineno, type, value)
            yield token
            if token.type == "variable_begin":
                is_wrapped = not is_in_tag
                if is_wrapped:
                    yield Token(token.lineno, "lparen", "(")


def init_app(app: Flask) -> None:
    """Isolate right-to-left runs and write true minus signs on all pages."""
    app.jinja_env.filters[SHOWN] = in_text
    app.jinja_env.add_extension(ShownText)
