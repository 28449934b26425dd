"""The language of a device, and translation into it.

There is one speaker per language. A speaker also works without a request, because one action causes
the screens of all devices to be rendered, each in its own language.
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
"""The supported languages, each with its own name."""
HOUR = "HH:mm"
"""The format of a time of day."""
JUST_NOW = 120
"""Seconds for which a time is shown as "just now"."""
EUPHONY = re.compile(r"\b(?:a(?= [AÀ])|e(?= [EÈ]))")
"""Italian adds a d before a word that begins with the same vowel: «ad Anna», «ed Elena»."""
CATALOGUES = Path(__file__).parents[2] / "translations"


class Speaker:
    """A translator of the sentences of rules and templates into one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue: NullTranslations = _catalogue(language)
        for game in from_elsewhere().games.values():
            # Our own catalogue comes first.
            plugin = Translations.load(str(folder_of(game) / "translations"), [language])
            self._catalogue.add_fallback(plugin)
        self._ngettext = self._catalogue.ungettext
        self._gettext = self._catalogue.ugettext
        # The screens of six phones contain mostly the same sentences.
        self.gettext = lru_cache(maxsize=2048)(self._translate)
        self.say = lru_cache(maxsize=2048)(self._translate_sentence)

    def _translate(self, text: str, **values: object) -> str:
        """Return the translation of a template's text, with the placeholders filled."""
        translated = self._gettext(text)
        return self._euphonic(translated.format(**values)) if values else translated

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """Return the translation in the right plural form; ``{count}`` is filled, too."""
        translated = str(self._ngettext(one, many, abs(count)))
        return self._euphonic(translated.format(count=count, **values))

    def _translate_sentence(self, sentence: Sentence | str | None) -> str:
        """Return the translation of a sentence, a name unchanged, or "" for None."""
        if not isinstance(sentence, Sentence):
            return sentence or ""
        return self._euphonic(sentence.translated(self._gettext, self._ngettext))

    def _euphonic(self, text: str) -> str:
        return EUPHONY.sub(r"\g<0>d", text) if self.language == "it" else text

    def words(self) -> dict[str, object]:
        """Return the functions and values that every template needs for translation."""
        return {
            "_": self.gettext,
            "ngettext": self.ngettext,
            "say": self.say,
            "language": self.language,
        }


def _catalogue(language: str) -> NullTranslations:
    """Return the translation catalogue for a language (empty for English).

    Catalogues are compiled at startup, which takes a few hundredths of a second, so a compiled
    catalogue can never be missing or out of date.
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
    return Speaker(language)


def chosen_language() -> str:
    """Return the language chosen on this device, or else the one that its browser prefers."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return closest_language(request.accept_languages.values())


def closest_language(wanted: Iterable[str]) -> str:
    """Return the first supported language, or English if there is none.

    wanted: language tags such as "fr-CA" or "fr_CA".
    """
    for tag in wanted:
        language = tag.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return "en"


def current_speaker() -> Speaker:
    """Return the speaker for the language of the current request."""
    if "speaker" not in g:
        g.speaker = speaker_for(chosen_language())
    speaker: Speaker = g.speaker
    return speaker


def page_here() -> str:
    """Return the address of the current page; after a post, of the page with the form.

    The address is "/" if the browser sends no referrer.
    """
    return tidy(request.full_path) if request.method == "GET" else came_from() or "/"


def came_from() -> str | None:
    """Return the path of the app's page in the referrer, or None if there is none."""
    came = urlsplit(request.referrer or "")
    pages = current_app.url_map.bind(request.host)
    if came.netloc != request.host or not pages.test(came.path, "GET"):
        return None
    return came._replace(scheme="", netloc="", fragment="").geturl()


def moment(seconds: float) -> str:
    """Return a date and time in the format of the device's language.

    The time zone is the server's. seconds: seconds since 1970.
    """
    # English-speaking countries disagree on the order of day and month, so the month is a word.
    style = f"d MMM y, {HOUR}" if chosen_language() == "en" else "short"
    return str(format_datetime(datetime.fromtimestamp(seconds), style, rebase=False))


def since(seconds: float) -> str:
    """Return "just now" for the last two minutes, otherwise the date and time."""
    is_now = 0 <= time.time() - seconds < JUST_NOW
    return current_speaker().gettext("just now") if is_now else moment(seconds)


def hour(seconds: float) -> str:
    """Return a time of day in the format of the device's language.

    The time zone is the server's. seconds: seconds since 1970.
    """
    style = HOUR if chosen_language() == "en" else "short"
    return str(format_time(datetime.fromtimestamp(seconds), style, rebase=False))


def init_app(app: Flask) -> None:
    """Let all templates translate, show times, and write true minus signs."""
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
