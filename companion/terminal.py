"""What the command line says, in the language of whoever sits at this machine.

Help, the log and what is printed for programs stay in English.
"""

from __future__ import annotations

from companion.mechanics.words import Sentence


def machine_language() -> str:
    """Return the language that LANGUAGE, LC_ALL, LC_CTYPE or LANG asks for, English else."""
    from babel.core import default_locale

    from companion.web.language import closest_language

    return closest_language([default_locale() or ""])


def spoken(sentence: Sentence) -> str:
    """Return a sentence as this machine's owner reads it."""
    # Slow to import, and no help needs it.
    from companion.web.language import speaker_for

    return speaker_for(machine_language()).say(sentence)
