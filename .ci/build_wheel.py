"""The wheel's catalogues: one file in place of the .po files, a quarter of their size when packed.

A checkout reads its .po files and needs no build.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("companion/translations")


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``catalogues.json`` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file, unless the installation is editable."""
        if version != "editable":
            self.folder = tempfile.TemporaryDirectory()
            file = Path(self.folder.name) / "catalogues.json"
            file.write_text(_packed(Path(self.root) / FOLDER), "utf-8")
            build_data["force_include"][str(file)] = f"{FOLDER.as_posix()}/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the temporary folder."""
        if version != "editable":
            self.folder.cleanup()


def _packed(folder: Path) -> str:
    """Return the translations of all languages as JSON, those of one sentence side by side."""
    plural_forms: dict[str, str] = {}
    sentences: dict[str, dict[str, object]] = {}
    for file in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        language = file.parts[-3]
        with file.open("rb") as written:
            catalogue = read_po(written, locale=language)
        plural_forms[language] = catalogue.plural_forms
        for message in catalogue:
            if message.id:
                ids = [message.id] if isinstance(message.id, str) else list(message.id)
                row = sentences.setdefault("\0".join(ids), {"": ids})
                row[language] = "" if message.fuzzy else message.string
    rows = [[row[""], *(row.get(one, "") for one in plural_forms)] for row in sentences.values()]
    return json.dumps([plural_forms, rows], ensure_ascii=False, separators=(",", ":"))
