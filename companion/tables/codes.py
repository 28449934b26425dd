"""Join codes: short enough to read aloud, too many to guess by trying."""

from __future__ import annotations

import secrets

# Without 0 O 1 I L, which one family in two mistakes for each other; 31^8 is 40 bits.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8
DASHES = dict.fromkeys(map(ord, "-‐‑‒–—_ \t\r\n\xa0"))


def new_code() -> str:
    """Return a fresh random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def typed_code(text: str) -> str:
    """Return a code as it is kept, from what somebody typed in any case, with dashes or spaces."""
    return text.translate(DASHES).upper()


def is_code(text: str) -> bool:
    """Tell whether a text has the form of a code as it is kept."""
    return len(text) == LENGTH and not text.strip(ALPHABET)


def shown_code(code: str) -> str:
    """Return a code as people read it: XXXX-XXXX."""
    return f"{code[:4]}-{code[4:]}"
