"""A minimal Flask app on the app's own server: ``python -m tests.bench.bare PORT``."""

from __future__ import annotations

import sys

from companion.serving.servers import choose_server


def main() -> None:
    """Answer one route until SIGTERM."""
    server = choose_server(None)
    # Imported only now, after gevent has patched the standard library.
    from flask import Flask

    from companion.serving.start import bound_socket

    app = Flask(__name__, static_folder=None)

    # ``Server.answers`` requests this path.
    @app.route("/static/styles/base.css")
    @app.route("/", methods=["POST"])
    def answer() -> str:
        return "ok"

    with bound_socket("127.0.0.1", int(sys.argv[1])) as listening:
        server.run(app, listening, lambda: None)


if __name__ == "__main__":
    main()
