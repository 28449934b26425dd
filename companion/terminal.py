"""Terminal output in the language of this machine.

Help, logs and output for programs are always in English.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from companion.mechanics.words import Sentence

WISHES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the user's language, the most important first."""


def machine_language() -> str:
    """Return the language that the variables in WISHES request, or English if it is not supported.

    LC_CTYPE does not count: Python sets it when the requested locale is not installed.
    """
    from companion.web.requests.language import closest_language

    asked = (os.environ.get(name, "") for name in WISHES)
    return closest_language(_first(asked).split(":"))


def _first(wishes: Iterable[str]) -> str:
    """Return the first value that names a language, or "" if there is none.

    C and POSIX are not languages.
    """
    return next((wish for wish in wishes if wish and not wish.startswith(("C", "POSIX"))), "")


def localized(sentence: Sentence) -> str:
    """Translate a sentence into this machine's language."""
    # Imported here, because it is slow to import and help does not need it.
    from companion.web.requests.language import speaker_for

    return speaker_for(machine_language()).say(sentence)
