"""Terminal output in this machine's language.

Help, logs and output for programs stay in English.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from companion.mechanics.words import Sentence

WISHES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def machine_language() -> str:
    """Return the language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG; English by default.

    LC_CTYPE does not count: Python sets it when the requested locale is not installed.
    """
    from companion.web.requests.language import closest_language

    asked = (os.environ.get(name, "") for name in WISHES)
    return closest_language(_first(asked).split(":"))


def _first(wishes: Iterable[str]) -> str:
    """Return the first language, skipping C and POSIX."""
    return next((wish for wish in wishes if wish and not wish.startswith(("C", "POSIX"))), "")


def localized(sentence: Sentence) -> str:
    """Translate a sentence to this machine's language."""
    # Slow to import, and not needed for help.
    from companion.web.requests.language import speaker_for

    return speaker_for(machine_language()).say(sentence)
