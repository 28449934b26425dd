"""What templates call needs nothing from Jinja's context, which therefore passes nothing."""

from __future__ import annotations

import re

from flask import Flask
from jinja2 import pass_context

from companion.web import WithoutIndentation
from companion.web.requests.language import speaker_for
from tests.sources import ROOT

PASSES = "jinja_pass_arg"
"""The attribute that ``pass_context`` and the like add to a function."""


def test_no_template_function_receives_the_whole_context(app: Flask) -> None:
    # One that gets the context, to see that the check finds such functions.
    found = pass_context(lambda _: "")
    given = {"found": found, **app.jinja_env.globals, **speaker_for("it").words()}
    with app.test_request_context():
        app.update_template_context(given)
        marked = [
            name
            for name, function in given.items()
            if callable(function)
            and any(hasattr(one, PASSES) for one in (function, function.__call__))
        ]

    templates = " ".join(path.read_text("utf-8") for path in ROOT.glob("templates/**/*.*"))
    called = [name for name in marked if re.search(rf"\b{name}\(", templates)]
    assert "found" in marked and called == []


def test_macros_in_pages_return_markup(app: Flask) -> None:
    template = app.jinja_env.from_string(
        "{% macro bold(name) %}<b>{{ name }}</b>{% endmacro %}{{ bold('<') }}"
    )

    assert template.render() == "<b>&lt;</b>"


def test_template_white_space_is_trimmed_but_separates_words(app: Flask) -> None:
    source = "Anna{% if true %}\n  bids\n  {% endif %}\n5"

    lines = WithoutIndentation(app.jinja_env).preprocess(source, "any.html", None).split("\n")

    assert lines == ["Anna{% if true %} ", "bids", "{% endif %}", "5"]
