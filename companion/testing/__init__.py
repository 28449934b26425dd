"""For who makes a game: what the tests of our own games are made of; it needs pytest.

``contract``: what every game keeps to. ``transcripts``: no screen and no sentence of a recorded
game changes unseen. ``households``: games by chance. ``tables``: a table at any moment of a game.
"""

import pytest

# So that what fails there says as much as a test's own assert.
pytest.register_assert_rewrite(
    "companion.testing.contract", "companion.testing.tables", "companion.testing.transcripts"
)
