"""A bare Flask answer on the companion's own server: ``python -m tests.bench.bare PORT``."""

from __future__ import annotations

import sys

from companion.servers import choose_server


def main() -> None:
    """Answer one route until SIGTERM."""
    server = choose_server(None)
    # Behind what gevent changes.
    from flask import Flask

    from companion.serving import bound_socket

    app = Flask(__name__, static_folder=None)

    # By this the tests' helper knows that it answers.
    @app.route("/static/styles/base.css")
    @app.route("/", methods=["POST"])
    def answer() -> str:
        return "ok"

    with bound_socket("127.0.0.1", int(sys.argv[1])) as listening:
        server.run(app, listening, lambda: None)


if __name__ == "__main__":
    main()
