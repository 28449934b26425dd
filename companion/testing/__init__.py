"""Tests for authors of games, the same as those of our own games; needs pytest.

``contract``: properties that every game must have. ``transcripts``: snapshot tests of recorded
games. ``households``: random games. ``tables``: tables in the middle of a game.
"""

import pytest

# So that failed assertions in these modules show their values.
pytest.register_assert_rewrite(
    "companion.testing.contract", "companion.testing.tables", "companion.testing.transcripts"
)
