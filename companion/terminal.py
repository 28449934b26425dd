"""Terminal output in the language of this machine.

Logs and output for programs are always in English.
"""

from __future__ import annotations

import os

from companion.mechanics.words import Sentence

WISHES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the user's language, the most important first."""


def machine_language() -> str:
    """Return the language that the variables in WISHES request, or English if it is not supported.

    LC_CTYPE does not count: Python sets it when the requested locale is not installed.
    """
    wish = _wish()
    if not wish or wish.startswith("en"):
        return "en"
    # Imported here, because it is slow to import and English does not need it.
    from companion.web.requests.language import closest_language

    return closest_language(wish.split(":"))


def _wish() -> str:
    """Return the first value that names a language, or "" if there is none.

    C and POSIX are not languages.
    """
    wishes = (os.environ.get(name, "") for name in WISHES)
    return next((wish for wish in wishes if wish and not wish.startswith(("C", "POSIX"))), "")


def localized(sentence: Sentence) -> str:
    """Translate a sentence into this machine's language."""
    language = machine_language()
    if language == "en":
        return str(sentence)
    from companion.web.requests.language import speaker_for

    return speaker_for(language).say(sentence)
