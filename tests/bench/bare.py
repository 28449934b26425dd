"""A bare Flask answer on the companion's own server: ``python -m tests.bench.bare PORT``."""

from __future__ import annotations

import sys

from flask import Flask

from companion.serving import bound_socket, run_server


def main() -> None:
    """Answer one route until SIGTERM."""
    app = Flask(__name__)

    @app.route("/", methods=["GET", "POST"])
    def answer() -> str:
        return "ok"

    with bound_socket("127.0.0.1", int(sys.argv[1])) as listening:
        run_server(app, listening, lambda: None)


if __name__ == "__main__":
    main()
