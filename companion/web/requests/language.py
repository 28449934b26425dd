"""Which language a device reads, and how sentences are said in it.

A speaker is made once a language and used outside of requests too, because a tap on one phone
redraws the screens of five others, each in its own language.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from datetime import datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, request, session
from flask_babel import Babel, format_datetime, format_time

from companion.games import from_elsewhere
from companion.mechanics.plugins import folder_of
from companion.mechanics.texts import tidy
from companion.mechanics.words import Sentence, with_minus

LANGUAGES = {
    "en": "English",
    "it": "Italiano",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
}
HOUR = "HH:mm"
JUST_NOW = 120
"""For so many seconds."""
EUPHONY = re.compile(r"\b(?:a(?= [AÀ])|e(?= [EÈ]))")
"""Where Italian adds a d before a name that begins alike: «ad Anna», «ed Elena»."""
CATALOGUES = Path(__file__).parents[2] / "translations"


class Speaker:
    """Says sentences in one language: the rules' own and those of the templates."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue: NullTranslations = _catalogue(language)
        for game in from_elsewhere().games.values():
            # Behind ours: what Companion says already it says in its own words.
            brought = Translations.load(str(folder_of(game) / "translations"), [language])
            self._catalogue.add_fallback(brought)
        self._ngettext = self._catalogue.ungettext
        self._gettext = self._catalogue.ugettext
        # Six phones' screens say mostly the same.
        self.gettext = lru_cache(maxsize=2048)(self._said)
        self.say = lru_cache(maxsize=2048)(self._spoken)

    def _said(self, text: str, **values: object) -> str:
        """Return a template's text translated, its braces filled."""
        said = self._gettext(text)
        return self._read(said.format(**values)) if values else said

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """Return the wording that fits the count, which fills ``{count}``."""
        said = str(self._ngettext(one, many, abs(count)))
        return self._read(said.format(count=count, **values))

    def _spoken(self, sentence: Sentence | str | None) -> str:
        """Return a sentence of the rules in this language; a name as it is, nothing for None."""
        if not isinstance(sentence, Sentence):
            return sentence or ""
        return self._read(sentence.translated(self._gettext, self._ngettext))

    def _read(self, said: str) -> str:
        return EUPHONY.sub(r"\g<0>d", said) if self.language == "it" else said

    def words(self) -> dict[str, object]:
        """Return what a template needs to speak."""
        return {
            "_": self.gettext,
            "ngettext": self.ngettext,
            "say": self.say,
            "language": self.language,
        }


def _catalogue(language: str) -> NullTranslations:
    """Return our catalogue of a language as translators write it; English stands in the code.

    It is compiled here, once in a process and in some hundredths of a second, so that no compiled
    one can be missing or out of date.
    """
    file = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with file.open("rb") as written:
        write_mo(compiled, read_po(written, locale=language))
    compiled.seek(0)
    return Translations(compiled)


@cache
def speaker_for(language: str) -> Speaker:
    """Return the one speaker of a language."""
    return Speaker(language)


def chosen_language() -> str:
    """Return this device's language: what it chose, else what its browser asks for."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return closest_language(request.accept_languages.values())


def closest_language(wanted: Iterable[str]) -> str:
    """Return the first language we speak among tags like "fr-CA" or "fr_CA", English if none."""
    for tag in wanted:
        language = tag.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def current_speaker() -> Speaker:
    """Return the speaker of the request under way."""
    if "speaker" not in g:
        g.speaker = speaker_for(chosen_language())
    speaker: Speaker = g.speaker
    return speaker


def page_here() -> str:
    """Return the page that is shown; of the answer to a form, the page with the form.

    "/" where the browser does not say from which page of ours the form came.
    """
    return tidy(request.full_path) if request.method == "GET" else came_from() or "/"


def came_from() -> str | None:
    """Return the page of ours that led to this one, None where the browser says none."""
    came = urlsplit(request.referrer or "")
    pages = current_app.url_map.bind(request.host)
    if came.netloc != request.host or not pages.test(came.path, "GET"):
        return None
    return came._replace(scheme="", netloc="", fragment="").geturl()


def moment(seconds: float) -> str:
    """Return a date and time of day as the device's language writes it, on the table's clock."""
    # English writes the month or the day first, by country; the month's name is no riddle.
    style = f"d MMM y, {HOUR}" if chosen_language() == "en" else "short"
    return str(format_datetime(datetime.fromtimestamp(seconds), style, rebase=False))


def since(seconds: float) -> str:
    """Return a moment as ``moment`` does; one that has hardly passed is "just now"."""
    is_now = 0 <= time.time() - seconds < JUST_NOW
    return current_speaker().gettext("just now") if is_now else moment(seconds)


def hour(seconds: float) -> str:
    """Return a time of day as the device's language writes it, on the table's clock."""
    style = HOUR if chosen_language() == "en" else "short"
    return str(format_time(datetime.fromtimestamp(seconds), style, rebase=False))


def init_app(app: Flask) -> None:
    """Let every page speak the device's language, and write a minus as people read it."""
    Babel(app, locale_selector=chosen_language, default_translation_directories=str(CATALOGUES))
    app.jinja_env.filters["minus"] = with_minus

    @app.context_processor
    def speak() -> dict[str, object]:
        more = {
            "languages": LANGUAGES,
            "moment": moment,
            "since": since,
            "hour": hour,
            "page_here": page_here,
        }
        return current_speaker().words() | more
