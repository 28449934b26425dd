"""Begin the catalogue of a new language: new_catalogue.py FOLDER LANGUAGE...

``.ci/translations`` then adds the sentences.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog

HEADER = r"""# {name} sentences of Companion.
msgid ""
msgstr ""
"Project-Id-Version: companion 0\n"
"Report-Msgid-Bugs-To: \n"
"Last-Translator: Companion\n"
"Language: {language}\n"
"Language-Team: Companion\n"
"Plural-Forms: {forms}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"""


def plural_forms(language: str) -> str:
    """Return the rule for plurals, without the form of Romance languages for whole millions."""
    forms = str(Catalog(language).plural_forms)
    if "1000000" not in forms:
        return forms
    return f"nplurals=2; plural=(n {'> 1' if 'n == 0' in forms else '!= 1'});"


def begin(folder: Path, language: str) -> None:
    """Write an empty catalogue, unless there is one."""
    try:
        name = Locale(language).english_name
    except (UnknownLocaleError, ValueError):
        sys.exit(f"“{language}” is not the code of a language. Name one such as nl.")
    file = folder / language / "LC_MESSAGES/messages.po"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        forms = plural_forms(language)
        file.write_text(HEADER.format(name=name, language=language, forms=forms), "utf-8")
        print(f"{file} is new. Next steps: “How to translate” in CONTRIBUTING.md.")


if __name__ == "__main__":
    for one in sys.argv[2:]:
        begin(Path(sys.argv[1]), one)
