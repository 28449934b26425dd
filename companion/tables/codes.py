"""Join codes: short enough to read aloud, too many to guess."""

from __future__ import annotations

import secrets

# Without 0 O 1 I L, which are easily mistaken for each other. 31^8 codes are 40 bits.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8
DASHES = dict.fromkeys(map(ord, "-‐‑‒–—_ \t\r\n\xa0"))


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def typed_code(text: str) -> str:
    """Normalize a code that somebody entered, in any case, with dashes or spaces."""
    return text.translate(DASHES).upper()


def is_code(text: str) -> bool:
    """Return whether a text has the form of a normalized code."""
    return len(text) == LENGTH and not text.strip(ALPHABET)


def shown_code(code: str) -> str:
    """Format a code for people: XXXX-XXXX."""
    return f"{code[:4]}-{code[4:]}"
