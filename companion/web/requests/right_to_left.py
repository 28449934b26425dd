"""Names in Hebrew or Arabic inside sentences that run from left to right.

A figure behind such a name would be drawn before it ("5 יוסי" for "יוסי 5"). So wherever a page
shows a text, each of its runs from right to left is isolated. Attributes stay as they are: what a
form posts must be what was typed. So do plain texts, which are made without escaping.
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

ISOLATE, POP = "\u2068", "\u2069"
_LETTERS = (
    "[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]+"
)
"""Hebrew, Arabic and those akin, without their digits."""
RUN = re.compile(f"{_LETTERS}(?:[ .'’-]+{_LETTERS})*")


def isolated(text: str) -> str:
    """Return a text in which each run from right to left turns nothing else around."""
    return text if text.isascii() else RUN.sub(rf"{ISOLATE}\g<0>{POP}", text)


def escaped(value: object) -> Markup:
    """Return a text, or markup, as it stands between tags."""
    return escape(isolated(value) if type(value) is str else value)


@pass_eval_context
def _shown(context: EvalContext, value: object) -> object:
    """Return what a template shows; markup was isolated when it was made."""
    if not context.autoescape or type(value) is not str:
        return value
    return isolated(value)


class AttributesAsTheyAre(Extension):
    """Escape what stands within a tag at once, so that it is markup and is not isolated."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, with ``| e`` behind each expression in a tag."""
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
    """Isolate names that run from right to left on every page."""
    app.jinja_env.finalize = _shown
    app.jinja_env.add_extension(AttributesAsTheyAre)
