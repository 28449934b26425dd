"""Test tools for authors of games, the same as for Companion's own games; they need pytest.

``contract``: properties that every game must have.
``transcripts``: snapshot tests of recorded games.
``households``: random games.
``tables``: tables in the middle of a game.
"""

import pytest

# Failed assertions in these modules then show their values.
pytest.register_assert_rewrite(
    "companion.testing.contract", "companion.testing.tables", "companion.testing.transcripts"
)
