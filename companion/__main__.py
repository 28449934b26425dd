"""Runs the ``companion`` command as ``python -m companion``."""

from __future__ import annotations

from companion.cli import main

main()
