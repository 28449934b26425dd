"""Static checks of templates and sentences: no forbidden markup, nothing untranslatable.

As in ``test_structure``, each check yields its offences, and a sample shows that it finds them.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

import pytest

from tests.sources import CODE, PAGES, Check, Source, assert_none, offences

TEXTS = (
    "*.md",
    "docs/**/*.md",
    "*.toml",
    "*.lock",
    "*.cfg",
    "Makefile",
    "static/*.css",
    "static/*.js",
)
FINAL = ("companion/games/*/final_scores.py", "companion/mechanics/scoring/outcome.py")
RULES = "companion/games/big_shot/x.py"

UNSAFE = {
    r"\sstyle\s*=\s*[\"']": "a style attribute",
    r"<style\b": "a style element",
    r"<script(?![^>]*\ssrc\s*=)": "a script without src",
    r"[\s\"']on[a-z]+\s*=\s*[\"']": "an event attribute",
    r"\shx-on": "an event attribute of htmx",
    r"javascript:": "a javascript address",
    r"hx-(?:vals|vars|headers)\s*=\s*[\"']js:": "script in an attribute of htmx",
}


def unsafe_markup(source: Source) -> Iterator[str]:
    """Yield scripts and styles inside a page, which the content security policy forbids."""
    for pattern, offence in UNSAFE.items():
        for match in re.finditer(pattern, source.text, re.IGNORECASE):
            yield source.at(source.text.count("\n", 0, match.start()) + 1, offence)


def stray_htmx_headers(source: Source) -> Iterator[str]:
    if source.place == "companion/web/requests/htmx.py":
        return
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "HX-" in node.value:
            yield source.at(node.lineno, "an HX- header outside companion/web/requests/htmx.py")


def spoken_calls(source: Source) -> Iterator[ast.Call]:
    """Yield the calls from which sentences are extracted for translation."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "say_many"):
            yield node


def second_wordings(source: Source) -> Iterator[ast.Call]:
    """Yield the calls that give a sentence a wording in the second person."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "to_you":
            yield node


def unextractable_sentences(source: Source) -> Iterator[str]:
    for call in (*spoken_calls(source), *second_wordings(source)):
        literal = [isinstance(part, ast.Constant) for part in call.args]
        if not literal or not all(literal):
            yield source.at(call.lineno, "say() needs a literal string to be found and translated")


def lines_of_events(source: Source) -> frozenset[tuple[int, int]]:
    """Return the places of sentences without values in classes: events fill them from fields."""
    classes = (node for node in source.nodes if isinstance(node, ast.ClassDef))
    calls = (call for node in classes for call in ast.walk(node) if isinstance(call, ast.Call))
    return frozenset((call.lineno, call.col_offset) for call in calls if not call.keywords)


FILLING = {"fill", "line_for", "refusal_about"}
"""Functions whose sentences get the fields of an event, or the name of a player."""


def _name(node: ast.AST) -> str:
    return next((getattr(node, key) for key in ("attr", "id", "name") if hasattr(node, key)), "")


def filled_sentences(source: Source) -> frozenset[tuple[int, int]]:
    """Return the places of sentences in functions that fill some, and in lines of events."""
    lines = (
        node
        for node in source.nodes
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "line"
    )
    functions = [list(ast.walk(node)) for node in source.nodes if isinstance(node, ast.FunctionDef)]
    filling = (
        [inner for inner in nodes if isinstance(inner, ast.Call)]
        for nodes in functions
        if any(_name(inner) in FILLING for inner in nodes)
    )
    in_lines = [[call for call in ast.walk(node) if isinstance(call, ast.Call)] for node in lines]
    return frozenset(
        (call.lineno, call.col_offset) for calls in (*filling, *in_lines) for call in calls
    )


def unfilled_sentences(source: Source) -> Iterator[str]:
    """Yield sentences whose placeholders and values differ, unless an event fills them."""
    spoken = list(spoken_calls(source))
    if not spoken:
        return
    by_fields, filled = lines_of_events(source), filled_sentences(source)
    for call in spoken:
        if (call.lineno, call.col_offset) in by_fields:
            continue
        texts = [str(part.value) for part in call.args if isinstance(part, ast.Constant)]
        said = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
        if len(texts) == 2:
            said.add("count")  # It chooses the form even if no form contains it.
        given = {keyword.arg for keyword in call.keywords}
        is_filled = (call.lineno, call.col_offset) in filled
        if None not in given and not (given <= said if is_filled else given == said):
            yield source.at(call.lineno, f"says {sorted(said)}, is given {sorted(map(str, given))}")


def unasked_questions(source: Source) -> Iterator[str]:
    """Yield each Yes outside ``asked``, which has no No beside it."""
    # A page that only asks has both as well.
    asks = r"(?s){% call asked\(.*?{% endcall %}|_\(\"No, .*?_\(\"Yes, "
    outside = re.sub(asks, "", source.text)
    for _ in re.finditer(r"""["']Yes, |sets\(["'](?:stop|leave)""", outside):
        yield source.at(1, "a Yes without its No: see table/asked.html")


def winners_told_about_themselves(source: Source) -> Iterator[str]:
    """Yield the final sentences that name a winner and have no wording for that player's phone."""
    templates = [ast.unparse(call.args[0]) for call in spoken_calls(source) if call.args]
    named = [one for one in templates if re.search(r"{names?}.*\bwins?\b", one)]
    own = [ast.unparse(call.args[0]) for call in second_wordings(source)]
    if len(named) > sum("win" in one.lower() for one in own):
        yield f"{source.place}: {named} without to_you"


MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|root|Users|work|tmp)/\w|[A-Z]:\\\\?Users\b")


def machine_paths(source: Source) -> Iterator[str]:
    # The pattern is slow, and hardly any file has one of these words.
    if not any(name in source.text for name in ("/home", "/root", "Users", "/work", "/tmp")):
        return
    for number, line in enumerate(source.text.splitlines(), start=1):
        if MACHINE_PATH.search(line):
            yield source.at(number, f"a path of one machine: {line.strip()[:80]}")


@pytest.mark.parametrize(
    ("check", "patterns", "rule"),
    [
        (unsafe_markup, (PAGES,), "no script and no style inside a page"),
        (stray_htmx_headers, (CODE,), "one file knows htmx's headers"),
        (unextractable_sentences, (CODE,), "sentences are literal"),
        (unfilled_sentences, (CODE,), "sentences are given just what they say"),
        (winners_told_about_themselves, FINAL, "a winner reads that they win"),
        (unasked_questions, (PAGES,), "a question has its own No"),
        (machine_paths, (*TEXTS, CODE, PAGES, "tests/**/*.py"), "no path of one machine"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_templates_and_texts_follow_their_rules(
    check: Check, patterns: tuple[str, ...], rule: str
) -> None:
    assert_none(offences(check, *patterns), rule)


@pytest.mark.parametrize(
    ("check", "place", "text"),
    [
        (unsafe_markup, "templates/x.html", '<p class="a" style="color: red">'),
        (unsafe_markup, "templates/x.html", "<script>alert(1)</script>"),
        (unsafe_markup, "templates/x.html", '<body class="a"\nonload="go()">'),
        (unsafe_markup, "templates/x.html", '<p hx-on:click="go()">'),
        (unsafe_markup, "templates/x.html", "<p hx-vals='js:{a: b()}'>"),
        (stray_htmx_headers, "companion/web/x.py", 'headers["HX-Trigger"] = "x"'),
        (unextractable_sentences, RULES, 'say(f"Hello {name}")'),
        (unextractable_sentences, RULES, "say(text)"),
        (unfilled_sentences, RULES, 'say("{name} pays", names="Anna")'),
        (unfilled_sentences, RULES, 'say("{count} cubes")'),
        (unfilled_sentences, RULES, 'say_many("a {x}", "b {x}", count=1)'),
        (winners_told_about_themselves, RULES, 'say("{name} wins with {total}.", name=a, total=b)'),
        (unasked_questions, "templates/x.html", '<p>{{ act(id, it, _("Yes, sell")) }}</p>'),
        (machine_paths, "README.md", "see " + "/ho" + "me/anna"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_check_detects_its_mistake(check: Check, place: str, text: str) -> None:
    assert list(check(Source(place, text)))
