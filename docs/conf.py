"""The documentation site. ``make docs`` builds it, without a network."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

project = "Companion"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "examples/*/README.md"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
autodoc_typehints = "description"
autodoc_default_options = {"exclude-members": "__init__, __new__"}
html_theme = "furo"
html_title = "Companion"
html_show_copyright = False

PAGES = {
    "Play": "README docs/play-tonight docs/playing docs/playing/big-shot docs/playing/big-cheese "
    "docs/playing/big-deal docs/playing/monopoly docs/playing/free-bank docs/playing/score-pad "
    "docs/other-games docs/score-sheets docs/fix-a-problem docs/faq",
    "Host": "docs/hosting docs/hosting/one-file docs/hosting/windows docs/hosting/macos "
    "docs/hosting/linux docs/hosting/android docs/one-phone docs/deploy docs/scale "
    "docs/when-it-grows docs/reference/commands SECURITY",
    "Develop": "docs/write-a-plugin docs/reference/plugin examples/orchard_row/README "
    "docs/architecture docs/decisions/README CONTRIBUTING docs/add-a-game docs/add-a-language "
    "docs/measuring docs/glossary docs/owner CHANGELOG",
}
"""The pages in the side bar. They are listed here, since a forge would show the directive."""
SETTING = re.compile(r"""(config|environ)(?:\.get\(|\.setdefault\(|\[)"([A-Z_]+)\"""")
NOT_OURS = re.compile(r"SQLALCHEMY|SESSION|PROMETHEUS|DATA_DIR")
"""Settings of libraries, and the one that COMPANION_DATA sets."""


def add_side_bar(app: Sphinx, page: str, text: list[str]) -> None:
    """Add the tables of contents to the first page, and the decisions to theirs."""
    if page == root_doc:
        for caption, pages in PAGES.items():
            lines = "\n".join(f"/{one}" for one in pages.split())
            text[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"
    elif page == "docs/decisions/README":
        text[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"


class Settings(SphinxDirective):
    """A table of the settings that the code reads, each with the modules that read it."""

    def run(self) -> list[nodes.Node]:
        found: dict[str, set[str]] = {}
        for file in sorted((ROOT / "companion").rglob("*.py")):
            for kind, name in SETTING.findall(file.read_text("utf-8")):
                if "testing" not in file.parts and not NOT_OURS.search(name):
                    full = name if kind == "environ" else f"COMPANION_{name}"
                    found.setdefault(full, set()).add(file.relative_to(ROOT).as_posix())
        lines = [".. list-table::", "   :header-rows: 1", "", "   * - variable", "     - read in"]
        for name, files in sorted(found.items()):
            places = ", ".join(f"``{place}``" for place in sorted(files))
            lines += [f"   * - ``{name}``", f"     - {places}"]
        return list(publish_doctree("\n".join(lines)).children)


def redirect_the_root(app: Sphinx, error: Exception | None) -> None:
    """Let the site's folder open its first page."""
    if not error and app.builder.format == "html":
        page = '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html">\n'
        (Path(app.outdir) / "index.html").write_text(page, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", add_side_bar)
    app.connect("build-finished", redirect_the_root)
    app.add_directive("settings", Settings)
    return {"parallel_read_safe": True}
