"""Companion: bank, auctioneer, judge of majorities, and scorekeeper for board games.

``create_app`` assembles the app from all its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from companion import paths

__version__ = "1.1.0"

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Create and return the app, after creating its secret key and migrating its database.

    config: settings that override the environment and the defaults. DATA_DIR is the data folder. In
    the environment, the names of settings begin with COMPANION_, as in COMPANION_TRUSTED_PROXY.

    Raises ``companion.paths.CannotStart``, with the reason as one sentence.
    """
    # Imported here, because gevent must patch the standard library before modules that use locks
    # are imported.
    from flask import Flask

    from companion import tables, web
    from companion.serving.terminal import localized
    from companion.web import plugin_files

    given = dict(config or {})
    folder = paths.data_folder(given)
    app = Flask(
        __name__,
        instance_path=str(folder),
        template_folder=str(paths.shipped_folder("templates")),
        static_folder=str(paths.shipped_folder("static")),
    )
    app.config.from_mapping(SECRET_KEY=paths.secret_key(folder))
    app.config.from_prefixed_env("COMPANION")
    app.config.from_mapping(given)
    app.config["DATA_DIR"] = folder
    app.config["SQLALCHEMY_DATABASE_URI"] = paths.database_address(given, folder)
    tables.init_app(app)
    web.init_app(app)
    for sentence in plugin_files.init_app(app):
        _warn(localized(sentence))
    return app


@cache
def _warn(sentence: str) -> None:
    """Log a warning only once, even if the process creates several apps."""
    # Imported here for the same reason: the logging module uses locks.
    import logging

    logging.getLogger(__name__).warning(sentence)
