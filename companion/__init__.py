"""Companion: the bank, the auctioneer, the majority judge and the scorekeeper beside a board game.

``create_app`` is the only place that knows every part.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from companion import paths

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return the app, its database current and its secret key made.

    config: settings that win over the environment's (COMPANION_TRUSTED_PROXY and so on, as Flask
    reads them) and over the defaults; DATA_DIR says where everything is kept.
    Raises ``companion.paths.CannotStart`` with one sentence.
    """
    # Not above: a server may have something to do before whatever waits or locks is imported.
    from flask import Flask

    from companion import tables, web
    from companion.terminal import localized
    from companion.web.live import brought

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
    for sentence in brought.init_app(app):
        _warn(localized(sentence))
    return app


@cache
def _warn(sentence: str) -> None:
    """Say a sentence on the terminal, once however many apps a process makes."""
    # It locks, too.
    import logging

    logging.getLogger(__name__).warning(sentence)
