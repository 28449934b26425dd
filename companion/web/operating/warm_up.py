"""Preparing a process before its first request."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask

from companion.web.requests.language import LANGUAGES, speaker_for


def warm_up(app: Flask) -> Iterator[str]:
    """Compile the translation catalogues and the templates of every table, and yield their names.

    Otherwise the first requests do this while all others wait, which takes seconds on a busy
    machine. The templates of single games are left to the first screen of each game: they take
    longer together than all others, and a server may never show most of them.
    """
    for language in LANGUAGES:
        speaker_for(language)
        yield language
    for name in app.jinja_env.list_templates(["html"]):
        if "/" not in name or name.startswith("table/"):
            app.jinja_env.get_template(name)
            yield name
