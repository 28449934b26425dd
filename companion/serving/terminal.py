"""Terminal output in the language of this machine.

Logs and output for programs are always in English.
"""

from __future__ import annotations

import os

from companion.mechanics.language.words import Sentence

WISHES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the user's language, the most important first."""


def machine_language() -> str:
    """Return the code of the language that the variables in ``WISHES`` request, such as "it".

    If they name no supported language, it is "en".

    LC_CTYPE does not count: Python sets it when the requested locale is not installed.
    """
    wish = _requested_language()
    if not wish or wish.startswith("en"):
        return "en"
    # Imported here, because it is slow to import and English does not need it.
    from companion.web.requests.language import closest_language

    return closest_language(wish.split(":"))


def _requested_language() -> str:
    """Return the first value of the ``WISHES`` variables that names a language, or "".

    The values C and POSIX do not name a language.
    """
    wishes = (os.environ.get(name, "") for name in WISHES)
    return next((wish for wish in wishes if wish and not wish.startswith(("C", "POSIX"))), "")


def localized(sentence: Sentence) -> str:
    """Return a sentence as text in this machine's language."""
    language = machine_language()
    if language == "en":
        return str(sentence)
    from companion.web.requests.language import speaker_for

    return speaker_for(language).say(sentence)
