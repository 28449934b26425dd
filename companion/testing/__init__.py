"""Test tools for game packages and for Companion's own games. They require pytest.

``contract``: tests that every game must pass.
``transcripts``: snapshot tests of saved games.
``households``: random games played by simulated people.
``tables``: helpers for tests of tables in the middle of a game.
``screen_text``: conversion of rendered screens to text.
"""

import pytest

# Without this call, failed assertions in these modules would not show their values.
pytest.register_assert_rewrite(
    "companion.testing.contract", "companion.testing.tables", "companion.testing.transcripts"
)
