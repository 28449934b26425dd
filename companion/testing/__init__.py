"""Test tools for game packages, which Companion's own games use, too. They need pytest.

``contract``: tests that every game must pass.
``transcripts``: snapshot tests of saved games.
``households``: random games.
``tables``: tables in the middle of a game.
"""

import pytest

# Failed assertions in these modules then show their values.
pytest.register_assert_rewrite(
    "companion.testing.contract", "companion.testing.tables", "companion.testing.transcripts"
)
