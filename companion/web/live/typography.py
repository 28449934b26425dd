"""How a page writes names and numbers.

In a sentence from left to right, a figure behind a name in Hebrew or Arabic would be drawn before
it ("5 יוסי" for "יוסי 5"). So each run from right to left is isolated. A number below zero has a
real minus. Attributes stay as they are: what a form posts must be what was typed. So do plain
texts, which are made without escaping.
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
    """Return what a template shows; markup was seen to when it was made."""
    if not context.autoescape:
        return value
    if type(value) is str:
        # Each expression of a page comes through here, and hardly any needs more.
        return value if value.isascii() else isolated(value)
    return with_minus(value) if type(value) is int and value < 0 else value


class AttributesAsTheyAre(Extension):
    """Escape what stands within a tag at once: then it is markup and shown as it is."""

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
    """Let every page write names and numbers so."""
    app.jinja_env.finalize = _shown
    app.jinja_env.add_extension(AttributesAsTheyAre)
