"""Scripts decide by data: none reads a number or a fact back from what is printed on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.sources import Source, assert_none, offences, sources

READS = re.compile(
    r"\.(textContent|innerText|outerText|nodeValue|innerHTML|outerHTML|text|ariaLabel)\b"
    r"(?!\(| = )"
)
"""A read of printed text. A write follows " = ", and ``answer.text()`` is the body of an answer."""
COPIES = {
    ("clock.js", "if (face.textContent !== text)"): "the clock is printed only if it has changed",
    ("compose.js", 'piece.textContent.trim(), " "'): "what was tapped is printed in the list",
    ("compose.js", "cube.textContent = chosen.firstElementChild.textContent"): "a sign, copied",
    ("live.js", "if (button.textContent !== text)"): "a label is printed only if it has changed",
    ("live.js", "reconnecting = lost.textContent"): "the words come back after others",
    ("live.js", "const words = (element) => element."): "news is printed in the live region",
    ("speak.js", "const text = (element) => element.textContent"): "the voice says what is printed",
    ("touch.js", "const words = draft ?? element.textContent"): "a finger means the label it saw",
    ("compose.js", "part.innerHTML = rendered.innerHTML"): "a part of another page, copied",
}
"""The allowed reads, each a piece of its line, with the reason."""


def reads_of_text(source: Source) -> Iterator[str]:
    """Yield the lines of a script that read printed text without a reason in ``COPIES``."""
    name = source.place.rpartition("/")[2]
    allowed = [piece for file, piece in COPIES if file == name]
    for number, line in enumerate(source.text.splitlines(), 1):
        if READS.search(line.partition("// ")[0]) and not any(one in line for one in allowed):
            yield source.at(number, line.strip())


def test_scripts_read_no_data_from_displayed_text() -> None:
    assert_none(offences(reads_of_text, "static/*.js"), "carry it in a data attribute")


def test_every_exception_is_still_needed() -> None:
    scripts = {one.place.rpartition("/")[2]: one.text for one in sources("static/*.js")}

    assert [one for one in COPIES if one[1] not in scripts[one[0]]] == []


def test_a_script_that_reads_displayed_text_is_detected() -> None:
    text = 'const money = Number(figure.textContent.replace("−", "-"));\nword.textContent = "";'

    assert list(reads_of_text(Source("static/x.js", text))) == [
        'static/x.js:1: const money = Number(figure.textContent.replace("−", "-"));'
    ]
