"""The language of each device, and the translation of sentences.

There is one ``Speaker`` per language. It also works outside a request, because an action updates
the screens of all devices, each in its own language.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from babel.dates import format_datetime, format_time
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, request, session

from companion.games import from_elsewhere
from companion.mechanics.game import AnyGame
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import Sentence, with_minus
from companion.mechanics.plugins import folder_of

LANGUAGES = {
    "en": "English",
    "it": "Italiano",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
}
"""The codes of the supported languages, each with the language's name for itself."""
HOUR = "HH:mm"
"""The format of a time of day."""
JUST_NOW = 120
"""Number of seconds for which a time is shown as "just now"."""
EUPHONY = re.compile(r"\b(?:a(?= [AÀ])|e(?= [EÈ]))")
"""The Italian words "a" and "e" before a word that begins with the same vowel. They get a "d":
«ad Anna», «ed Elena»."""
CATALOGUES = Path(__file__).parents[2] / "translations"
PACKED = CATALOGUES / "catalogues.json"
"""All catalogues in one file. Only installed packages have it; ``.ci/build_wheel.py`` makes it."""


class Speaker:
    """A translator of the sentences of games and templates into one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        own = written_catalogue(language)
        self._catalogue = NullTranslations() if own is None else _compiled_catalogue(own)
        for game in from_elsewhere().games.values():
            # ``plugin_files`` reports a broken catalogue; here it is left out.
            with suppress(Exception):
                # The app's own catalogue takes precedence over those of plugins.
                self._catalogue.add_fallback(read_catalogue(plugin_catalogues(game), language))
        self._ngettext = self._catalogue.ungettext
        self._gettext = self._catalogue.ugettext
        # Cached because the screens of a table contain mostly the same sentences.
        self.gettext = lru_cache(maxsize=2048)(self._translate)
        self.say = lru_cache(maxsize=2048)(self._translate_sentence)

    def _translate(self, text: str, **values: object) -> str:
        """Translate a text from a template, and fill its placeholders."""
        translated = self._gettext(text)
        return self._euphonic(translated.format(**values)) if values else translated

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """Translate a text in the plural form for a count, and fill its placeholders.

        The placeholder ``{count}`` is filled as well.
        """
        translated = str(self._ngettext(one, many, abs(count)))
        return self._euphonic(translated.format(count=count, **values))

    def _translate_sentence(self, sentence: Sentence | str | None) -> str:
        """Translate a sentence. Return a string unchanged, and "" for None."""
        if not isinstance(sentence, Sentence):
            return sentence or ""
        return self._euphonic(sentence.translated(self._gettext, self._ngettext))

    def _euphonic(self, text: str) -> str:
        return EUPHONY.sub(r"\g<0>d", text) if self.language == "it" else text

    def words(self) -> dict[str, object]:
        """Return the functions and values that templates need for translation, by name."""
        return {
            "_": self.gettext,
            "ngettext": self.ngettext,
            "say": self.say,
            "language": self.language,
        }


def read_catalogue(folder: Path, language: str) -> NullTranslations:
    """Return the translation catalogue of a language (empty if the folder has none).

    A ``.po`` file is compiled by the running app, so a compiled file can never be missing or out
    of date. This takes a few hundredths of a second. A ``.mo`` file is read if there is no ``.po``.

    May raise any exception if the file is damaged.
    """
    file = folder / language / "LC_MESSAGES" / "messages.po"
    if file.is_file():
        with file.open("rb") as written:
            return _compiled_catalogue(read_po(written, locale=language, abort_invalid=True))
    if (file := file.with_suffix(".mo")).is_file():
        with file.open("rb") as opened:
            return Translations(opened)
    return NullTranslations()


def _compiled_catalogue(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def plugin_catalogues(game: AnyGame) -> Path:
    """Return the folder with the translation catalogues of a plugin."""
    return folder_of(game) / "translations"


def written_catalogue(language: str) -> Catalog | None:
    """Return the app's own translations into a language, or None if there are none (English).

    A source tree contains one ``.po`` file per language. An installed package contains the smaller
    file PACKED instead.
    """
    file = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if file.is_file():
        with file.open("rb") as written:
            return read_po(written, locale=language)
    if not PACKED.is_file():
        return None
    plural_forms, rows = json.loads(PACKED.read_text("utf-8"))
    if language not in plural_forms:
        return None
    catalogue, column = Catalog(language), list(plural_forms).index(language) + 1
    catalogue.mime_headers = [("Plural-Forms", plural_forms[language])]
    for row in rows:
        ids, text = row[0], row[column]
        catalogue.add(ids[0] if len(ids) == 1 else ids, text)
    return catalogue


@cache
def speaker_for(language: str) -> Speaker:
    return Speaker(language)


def chosen_language() -> str:
    """Return the language chosen on this device, by default the browser's preferred one."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return closest_language(request.accept_languages.values())


def closest_language(wanted: Iterable[str]) -> str:
    """Return the first supported language among the wanted ones, or English if there is none.

    wanted: language tags such as "fr-CA" or "fr_CA", most preferred first.
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
    """Return the URL path and query of the current page.

    For a posted form, this is the page with the form, or "/" if that page is unknown.
    """
    return tidy(request.full_path) if request.method == "GET" else came_from() or "/"


def came_from() -> str | None:
    """Return the path and query of the referring page, or None if the app has no such page."""
    came = urlsplit(request.referrer or "")
    pages = current_app.url_map.bind(request.host)
    if came.netloc != request.host or not pages.test(came.path, "GET"):
        return None
    return came._replace(scheme="", netloc="", fragment="").geturl()


def moment(seconds: float) -> str:
    """Format a date and time for the device's language, in the server's time zone.

    seconds: seconds since 1970.
    """
    # English-speaking countries disagree on the order of day and month, so the month is a word.
    language = chosen_language()
    style = f"d MMM y, {HOUR}" if language == "en" else "short"
    return str(format_datetime(datetime.fromtimestamp(seconds), style, locale=language))


def since(seconds: float) -> str:
    """Return "just now" for a time in the last two minutes, otherwise the date and time.

    seconds: seconds since 1970.
    """
    is_now = 0 <= time.time() - seconds < JUST_NOW
    return current_speaker().gettext("just now") if is_now else moment(seconds)


def hour(seconds: float) -> str:
    """Format a time of day for the device's language, in the server's time zone.

    seconds: seconds since 1970.
    """
    language = chosen_language()
    style = HOUR if language == "en" else "short"
    return str(format_time(datetime.fromtimestamp(seconds), style, locale=language))


def init_app(app: Flask) -> None:
    """Give all templates the functions for translation, times and minus signs."""
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
