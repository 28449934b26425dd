"""The entry point of ``python -m companion``, which runs the ``companion`` command."""

from __future__ import annotations

from companion.cli import main

main()
