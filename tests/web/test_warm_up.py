"""A new process prepares what would delay its first requests."""

from __future__ import annotations

from pathlib import Path

from companion import create_app
from companion.web.operating.warm_up import warm_up
from companion.web.requests.language import LANGUAGES, speaker_for


def test_after_the_warm_up_only_templates_of_single_games_are_left_to_requests(
    tmp_path: Path,
) -> None:
    app = create_app({"DATA_DIR": tmp_path})
    speaker_for.cache_clear()

    prepared = set(warm_up(app))

    assert app.jinja_env.cache is not None
    compiled = {name for _, name in app.jinja_env.cache}
    assert compiled == prepared - set(LANGUAGES)
    tables = set(app.jinja_env.list_templates(filter_func=lambda name: name.startswith("table/")))
    assert {name for name in tables if name.endswith(".html")} <= compiled
    assert speaker_for.cache_info().currsize == len(LANGUAGES)
