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
from jinja2 import pass_eval_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.nodes import EvalContext
from markupsafe import Markup, escape

from companion.mechanics.language.words import with_minus

ISOLATE, POP = "\u2068", "\u2069"
_LETTERS = (
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]+"
)
"""Letters of Hebrew, Arabic and related scripts, without digits."""
RUN = re.compile(f"{_LETTERS}(?:[ .'’-]+{_LETTERS})*")
"""A run of right-to-left words with the spaces and marks between them."""


def isolated(text: str) -> str:
    """Return the text with Unicode isolation marks around each right-to-left run."""
    return text if text.isascii() else RUN.sub(rf"{ISOLATE}\g<0>{POP}", text)


def escaped(value: object) -> Markup:
    """Escape a string for the content of an HTML element. Return markup unchanged."""
    return escape(isolated(value) if type(value) is str else value)


@pass_eval_context
def _display_value(context: EvalContext, value: object) -> object:
    """Return the value to show for an expression in a template. Return markup unchanged."""
    if not context.autoescape:
        return value
    if type(value) is str:
        # Check for ASCII first: this function runs for every expression on a page.
        return value if value.isascii() else isolated(value)
    return with_minus(value) if type(value) is int and value < 0 else value


class ShownText(Extension):
    """A Jinja extension that applies ``_display_value`` to the expressions outside HTML tags."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield a template's tokens, with the filter added to each expression outside HTML tags."""
        is_in_tag = is_wrapped = False
        for token in stream:
            if token.type == "data":
                opened, closed = token.value.rfind("<"), token.value.rfind(">")
                is_in_tag = is_in_tag if opened == closed else opened > closed
            if token.type == "variable_end" and is_wrapped:
                for type, value in (("rparen", ")"), ("pipe", "|"), ("name", "shown")):
                    yield Token(token.lineno, type, value)
            yield token
            if token.type == "variable_begin":
                is_wrapped = not is_in_tag
                if is_wrapped:
                    yield Token(token.lineno, "lparen", "(")


def init_app(app: Flask) -> None:
    """Isolate right-to-left runs and write true minus signs on all pages."""
    app.jinja_env.filters["shown"] = _display_value
    app.jinja_env.add_extension(ShownText)
