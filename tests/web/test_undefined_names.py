"""An undefined name in a template is an error in tests and a blank in production."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string
from jinja2 import UndefinedError

from tests.conftest import MakeApp


def test_an_undefined_name_in_a_template_fails_in_tests(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(UndefinedError, match="misspelt"):
        render_template_string("{% if misspelt %}{% endif %}")


def test_an_undefined_name_in_a_template_is_blank_in_production(make_app: MakeApp) -> None:
    with make_app(TESTING=False).test_request_context():
        assert render_template_string("<p>{{ misspelt }}</p>") == "<p></p>"
