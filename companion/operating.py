"""The commands for whoever runs a server: forget."""

from __future__ import annotations

import time

import click

from companion.cli import _app, main

DAY_SECONDS = 86_400


@main.command()
@click.option("--older-than", "days", type=click.IntRange(1), required=True, metavar="DAYS")
@click.option("--dry-run", is_flag=True, help="Only list what would be deleted.")
def forget(days: int, dry_run: bool) -> None:
    """Delete for good the tables where nobody has tapped for DAYS days, and list their codes."""
    from companion.tables.forgetting import forget_tables, idle_tables

    before = time.time() - days * DAY_SECONDS
    with _app().app_context():
        codes = (code for _, code in idle_tables(before)) if dry_run else forget_tables(before)
        for code in codes:
            click.echo(code)
