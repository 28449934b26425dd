"""Join codes, which are short enough to read aloud but too numerous to guess."""

from __future__ import annotations

import secrets

# 0, O, 1, I and L are left out because they are easily confused. Eight characters out of the
# remaining 31 give 40 bits of randomness.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8
DASHES = dict.fromkeys(map(ord, "-‐‑‒–—_ \t\r\n\xa0"))
"""Translation table that removes dashes and spaces."""


def new_code() -> str:
    """Return a random join code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def typed_code(text: str) -> str:
    """Normalize a code that a user entered: remove dashes and spaces, and convert to upper case."""
    return text.translate(DASHES).upper()


def is_code(text: str) -> bool:
    """Return whether a text has the form of a normalized join code."""
    return len(text) == LENGTH and not text.strip(ALPHABET)


def shown_code(code: str) -> str:
    """Format a code for display, as XXXX-XXXX."""
    return f"{code[:4]}-{code[4:]}"
