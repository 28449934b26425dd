"""Typography of names and numbers on pages.

In a left-to-right sentence, browsers would show a number after a Hebrew or Arabic name before it
("5 יוסי" for "יוסי 5"). So each right-to-left run is isolated. Negative numbers have a true minus
sign.

Attributes stay unchanged, because a form must post exactly what was entered. Plain texts, which are
rendered without escaping, stay unchanged, too.
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

from companion.mechanics.words import with_minus

ISOLATE, POP = "\u2068", "\u2069"
_LETTERS = (
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]+"
)
"""Letters of Hebrew, Arabic and related scripts, without digits."""
RUN = re.compile(f"{_LETTERS}(?:[ .'’-]+{_LETTERS})*")
"""A run of right-to-left words with the spaces and marks between them."""


def isolated(text: str) -> str:
    """Return the text with each right-to-left run isolated."""
    return text if text.isascii() else RUN.sub(rf"{ISOLATE}\g<0>{POP}", text)


def escaped(value: object) -> Markup:
    """Escape a text for the content of an element; markup stays unchanged."""
    return escape(isolated(value) if type(value) is str else value)


@pass_eval_context
def _shown(context: EvalContext, value: object) -> object:
    """Return a value as a template shows it; markup stays unchanged."""
    if not context.autoescape:
        return value
    if type(value) is str:
        # The fast path: each expression of a page comes through here.
        return value if value.isascii() else isolated(value)
    return with_minus(value) if type(value) is int and value < 0 else value


class AttributesAsTheyAre(Extension):
    """A Jinja extension that escapes expressions within tags at once.

    They are markup then, so ``_shown`` leaves them unchanged.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, with ``| e`` added to each expression in a tag."""
        is_in_tag = is_wrapped = False
        for token in stream:
            if token.type == "data":
                opened, closed = token.value.rfind("<"), token.value.rfind(">")
                is_in_tag = is_in_tag if opened == closed else opened > closed
            if token.type == "variable_end" and is_wrapped:
                for type, value in (("rparen", ")"), ("pipe", "|"), ("name", "e")):
                    yield Token(token.lineno, type, value)
            yield token
            if token.type == "variable_begin":
                is_wrapped = is_in_tag
                if is_wrapped:
                    yield Token(token.lineno, "lparen", "(")


def init_app(app: Flask) -> None:
    """Isolate right-to-left runs and write true minus signs on all pages."""
    app.jinja_env.finalize = _shown
    app.jinja_env.add_extension(AttributesAsTheyAre)
