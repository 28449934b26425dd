"""The page of all parts in all states, for who works on the screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import create_app
from companion.web.requests.language import LANGUAGES
from tests.web.phones import Phone


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_debug_mode_one_page_shows_all_components(tmp_path: Path, language: str) -> None:
    app = create_app({"DATA_DIR": tmp_path, "DEBUG": True})

    page = Phone(app, language).go("/parts")

    titles = [tag for tag, _ in page.elements if tag == "h2"]
    assert len(titles) >= 11
    assert "{" not in page.text


def test_without_debug_mode_the_page_of_components_is_missing(tmp_path: Path) -> None:
    assert Phone(create_app({"DATA_DIR": tmp_path})).get("/parts").status_code == 404
