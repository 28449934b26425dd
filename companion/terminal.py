"""What the command line says, in the language of whoever sits at this machine.

Help, the log and what is printed for programs stay in English.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from companion.mechanics.words import Sentence

WISHES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def machine_language() -> str:
    """Return the language that LANGUAGE, LC_ALL, LC_MESSAGES or LANG asks for, English else.

    Not LC_CTYPE: Python sets it by itself where the locale that was asked for is not installed.
    """
    from companion.web.requests.language import closest_language

    asked = (os.environ.get(name, "") for name in WISHES)
    return closest_language(_first(asked).split(":"))


def _first(wishes: Iterable[str]) -> str:
    """Return the first that is a language's; C and POSIX are none."""
    return next((wish for wish in wishes if wish and not wish.startswith(("C", "POSIX"))), "")


def localized(sentence: Sentence) -> str:
    """Return a sentence as this machine's owner reads it."""
    # Slow to import, and no help needs it.
    from companion.web.requests.language import speaker_for

    return speaker_for(machine_language()).say(sentence)
