"""The docs are correct: links work, commands and files exist, and screens contain quoted words.

These tests check that commands and their options exist. Other tests run them: the first commands of
the guide in test_guided_commands, an installation by pip in test_wheel, gunicorn and the proxy
configurations in test_several_workers and test_behind_proxies. Of other programs (git, apt,
docker, …) only the names are checked.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from babel import Locale
from babel.messages.pofile import read_po

from companion import __version__
from companion.cli import main
from companion.web.requests.language import LANGUAGES
from tests.patience import PATIENCE
from tests.sources import ROOT, Check, Source, assert_none, offences, sources

PAGES = ("*.md", "docs/**/*.md", ".github/**/*.md")
GUIDE = (
    "README.md",
    "docs/play-tonight.md",
    "docs/playing.md",
    "docs/playing/*.md",
    "docs/fix-a-problem.md",
    "docs/faq.md",
    "docs/other-games.md",
)
"""Pages in which words in italics must occur on a screen."""
LONGEST_README = 110
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FENCE = re.compile(r"^ *```[^`\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ITALIC = re.compile(r"(?<![*\w])\*(\w[^*]*)\*(?![*\w])")
PLACE = re.compile(r"(?:companion|templates|static|tests|docs|\.ci|\.github)/[\w./*<>-]*")
SETTING = re.compile(r"\b(?:COMPANION|SOAK|BROWSER|DATABASE|RANDOM)_[A-Z_]+\b")
FILLED = {r"\bDAYS\b": "90", r"\bN\b": "4", "%i": "8001", r'"\$@"|…|(?<= )\[|\](?= |$)': ""}
"""Patterns of placeholders and optional parts in commands, each with an example value."""
OTHERS = frozenset(
    "apt cd createdb createuser docker git pg_dump pkg python3 systemctl useradd".split()
)
"""Commands of other programs."""


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and others make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    text = FENCE.sub("", page.read_text("utf-8"))
    return frozenset(map(slug, re.findall(r"^#+ (.+)$", text, re.MULTILINE)))


def links(source: Source) -> Iterator[tuple[Path, str]]:
    """Yield the files and anchors that a page links to, without external links."""
    for target in LINK.findall(FENCE.sub("", source.text)):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            page = ROOT / source.place
            yield (page.parent / path if path else page).resolve(), anchor


def dead_links(source: Source) -> Iterator[str]:
    for path, anchor in links(source):
        if not path.exists():
            yield f"{source.place}: {path} is not there"
        elif anchor and anchor not in anchors(path):
            yield f"{source.place}: {path} has no heading {anchor}"


def code(source: Source) -> Iterator[str]:
    """Yield code spans, and code blocks with continued lines joined."""
    for block in FENCE.findall(source.text):
        yield re.sub(r" *\\\n\s*", " ", block)
    yield from SPAN.findall(FENCE.sub("", source.text))


def commands(source: Source) -> Iterator[list[str]]:
    """Yield the words of each known command on a page.

    If the first line of a block is a known command, all its lines are commands.
    """
    for text in code(source):
        lines = [line for line in re.split(r"\n|&&|;", text) if line.strip()]
        found = [words for line in lines if (words := command_in(line))]
        known = [words for words in found if words[0] in CHECKS or words[0] in OTHERS]
        begins = bool(found) and bool(known) and found[0] is known[0]
        yield from found if begins else known


def command_in(line: str) -> list[str]:
    """Return the words of a command, without prefixes such as ``sudo`` and without its folder."""
    for written, example in FILLED.items():
        line = re.sub(written, example, line)
    try:
        words = shlex.split(line.strip().removeprefix("ExecStart="), comments=True)
    except ValueError:
        return []
    while words and (words[0] in ("exec", "sudo") or re.match(r"[A-Z_]+=", words[0])):
        del words[0]
    if words[:1] == ["runuser"] and "--" in words:
        del words[: words.index("--") + 1]
    if words and "/bin/" in words[0]:
        words[0] = words[0].rpartition("/")[2]
    return words


def no_companion(words: list[str]) -> str:
    """Return the error of the parser of ``companion`` for these words, or ""."""
    if words in (["--version"], ["--help"]):
        return ""
    name, *options = words if words and not words[0].startswith("-") else ["serve", *words]
    command = main.commands.get(name)
    if command is None or not options:
        return "" if command else f"there is no command {name}"
    try:
        command.make_context(name, options)
    except click.UsageError as error:
        return error.format_message()
    return ""


def no_make(words: list[str]) -> str:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)
    names = [word for word in words if "=" not in word]
    given = dict(word.split("=", 1) for word in words if "=" in word)
    if missing := [name for name in names if name.removeprefix(".venv/.") not in (*targets, "dev")]:
        return f"make has no {missing}"
    if unknown := [name for name in given if f"{name} ?=" not in makefile]:
        return f"make knows no {unknown}"
    return no_companion(shlex.split(given.get("ARGS", ""))) if names == ["run"] else ""


def no_gunicorn(words: list[str]) -> str:
    from gunicorn.config import Config

    given = Config().parser().parse_args(words)
    module = str(given.config or "").removeprefix("python:")
    return "" if importlib.util.find_spec(module) else f"there is no module {module}"


def no_pip(words: list[str]) -> str:
    """Return the error in the arguments of pip: their form, a missing file or extra; or ""."""
    if not words:
        return ""
    # From the checkout or its address only: on the index, the name may be somebody else's.
    form = re.fullmatch(
        r"install(?: --no-deps)?(?: -r (\S+)| \.(?:\[(\w+)\])?| git\+\S+)", " ".join(words)
    )
    if form is None:
        return "no form that we use"
    file, extra = form.groups()
    extras = project()["optional-dependencies"]
    return "" if (ROOT / (file or ".")).exists() and extra in (None, *extras) else "not there"


def no_uv(words: list[str]) -> str:
    """Return the error in the arguments of ``uv tool install`` or ``uv run``, or ""."""
    if words[:1] == ["run"] and words[1] in CHECKS:
        return CHECKS[words[1]](words[2:])
    return no_pip(words[1:]) if words[:1] == ["tool"] else "no form that we use"


def no_run(words: list[str]) -> str:
    """Return the error in the arguments of ``uvx`` or ``pipx run``, or ""."""
    form = re.fullmatch(r"--(?:from|spec) (?:\.|git\+\S+) companion ?(.*)", " ".join(words))
    return no_companion(shlex.split(form[1])) if form else "no form that we use"


def no_pipx(words: list[str]) -> str:
    return no_run(words[1:]) if words[:1] == ["run"] else no_pip(words)


def no_python(words: list[str]) -> str:
    """Return the error in the arguments of Python: a missing module or file; or ""."""
    if words[:2] == ["-m", "pip"]:
        return no_pip([word for word in words[2:] if word != "-e"])
    files = [word for word in words[2:] if not word.startswith("-")]
    is_there = words[0] == "-m" and importlib.util.find_spec(words[1]) is not None
    return "" if is_there and all((ROOT / file).exists() for file in files) else "not there"


def no_tool(words: list[str]) -> str:
    return "" if Path(sys.executable).with_name("pre-commit").exists() else "make installs none"


CHECKS: dict[str, Callable[[list[str]], str]] = {
    "companion": no_companion,
    "gunicorn": no_gunicorn,
    "make": no_make,
    "pip": no_pip,
    "pipx": no_pipx,
    "pre-commit": no_tool,
    "python": no_python,
    "uv": no_uv,
    "uvx": no_run,
}


def commands_that_fail(source: Source) -> Iterator[str]:
    for name, *words in commands(source):
        wrong = CHECKS[name](words) if name in CHECKS else name not in OTHERS and "unknown"
        if wrong:
            yield f"{source.place}: {name} {shlex.join(words)}: {wrong}"


def options_that_are_not_there(source: Source) -> Iterator[str]:
    ours = {
        name for command in main.commands.values() for one in command.params for name in one.opts
    }
    for text in SPAN.findall(FENCE.sub("", source.text)):
        name = text.split()[0]
        if name.startswith("--") and name not in (*ours, "--entrypoint", "--read-only"):
            yield f"{source.place}: no command takes {name}"


def places_that_are_not_there(source: Source) -> Iterator[str]:
    for text in SPAN.findall(FENCE.sub("", source.text)):
        if PLACE.fullmatch(text) and not any(ROOT.glob(re.sub(r"<\w+>", "*", text).rstrip("/"))):
            yield f"{source.place}: {text} is not there"


@cache
def settings() -> frozenset[str]:
    places = ("companion/**/*.py", "tests/**/*.py", "Makefile")
    return frozenset(
        name
        for place in places
        for one in sources(place)
        if not one.place.endswith("test_docs.py")
        for name in SETTING.findall(one.text)
    )


def settings_that_nobody_reads(source: Source) -> Iterator[str]:
    for text in code(source):
        for name in SETTING.findall(text):
            # Flask reads every setting of the app from the environment variable with its name.
            if name not in settings() and name.removeprefix("COMPANION_") not in app_settings():
                yield f"{source.place}: nobody reads {name}"


@cache
def app_settings() -> frozenset[str]:
    return frozenset(
        name
        for one in sources("companion/**/*.py")
        for name in re.findall(r'"([A-Z][A-Z_]+)"', one.text)
    )


@cache
def said() -> tuple[str, ...]:
    """Return the beginnings of all sentences on screens, in lower case."""
    with (ROOT / "companion/translations/it/LC_MESSAGES/messages.po").open("rb") as file:
        ids = [message.id for message in read_po(file)]
    return tuple(str(one if isinstance(one, str) else one[0]).lower() for one in ids)


def words_on_no_screen(source: Source) -> Iterator[str]:
    for text in ITALIC.findall(FENCE.sub("", source.text)):
        words = " ".join(text.split())
        if not any(one.startswith(words.lower()) for one in said()):
            yield f"{source.place}: no screen says {words!r}"


FOLDED = {"Move to another phone": "More"}
"""Buttons that are folded away, each with the words that open them."""


def buttons_without_what_opens_them(source: Source) -> Iterator[str]:
    said = " ".join(FENCE.sub("", source.text).split())
    for button, opens in FOLDED.items():
        if re.search(rf"(?<!\*{opens}\*, )(?<!\*)\*{button}\*", said):
            yield f"{source.place}: {button!r} is found under *{opens}*"


@cache
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


@pytest.mark.parametrize(
    ("check", "pages", "rule"),
    [
        (dead_links, PAGES, "links lead to files and headings that are there"),
        (commands_that_fail, PAGES, "commands are there, and take what is written behind them"),
        (options_that_are_not_there, PAGES, "options are some command's"),
        (places_that_are_not_there, PAGES, "files are where they are said to be"),
        (settings_that_nobody_reads, PAGES, "settings are read"),
        (words_on_no_screen, GUIDE, "words in italics stand on a screen"),
        (buttons_without_what_opens_them, PAGES, "a folded button is named with what opens it"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_guide_follows_its_rules(check: Check, pages: tuple[str, ...], rule: str) -> None:
    assert_none(offences(check, *pages), rule)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (dead_links, "[a page](docs/nowhere.md)"),
        (dead_links, "[a heading](README.md#no-such-heading)"),
        (commands_that_fail, "`make tea`"),
        (commands_that_fail, '`make run ARGS="--prot 8080"`'),
        (commands_that_fail, "`make run COLOUR=red`"),
        (commands_that_fail, "`companion sing`"),
        (commands_that_fail, "`companion serve --prot 8080`"),
        (commands_that_fail, "`companion export --with-secrets`"),
        (commands_that_fail, "`pip install -r nothing.lock`"),
        (commands_that_fail, "`pip install '.[extra]'`"),
        (commands_that_fail, "`pip install companion`"),
        (commands_that_fail, "`pipx run .`"),
        (commands_that_fail, "`uvx companion`"),
        (commands_that_fail, "`uv install .`"),
        (commands_that_fail, "`gunicorn -c python:companion.unicorn -w 4`"),
        (commands_that_fail, "`.venv/bin/python -m pytest tests/games/chess`"),
        (commands_that_fail, "```\ngit clone x && cd x\nbrew coffee\n```\n"),
        (options_that_are_not_there, "`--prot 8080`"),
        (places_that_are_not_there, "`companion/games/chess.py`"),
        (settings_that_nobody_reads, "`COMPANION_COLOUR`"),
        (words_on_no_screen, "tap *Make tea*"),
        (buttons_without_what_opens_them, "tap *Move to another phone*"),
    ],
)  # fmt: skip
def test_each_check_detects_its_mistake(check: Check, text: str) -> None:
    assert list(check(Source("README.md", text)))


def test_every_page_can_be_reached_from_the_readme() -> None:
    pages = {(ROOT / one.place).resolve(): one for place in PAGES[:2] for one in sources(place)}
    reached, ahead = set[Path](), [ROOT / "README.md"]

    while ahead:
        page = ahead.pop().resolve()
        if page in pages and page not in reached:
            reached.add(page)
            ahead += [path for path, _ in links(pages[page])]

    assert len(pages) > 20 and set(pages) - reached == set()


def test_each_symptom_is_at_most_two_links_from_the_readme() -> None:
    page = ROOT / "docs/fix-a-problem.md"
    (source,) = sources("docs/fix-a-problem.md")
    symptoms = set(map(slug, re.findall(r"^### (.+)$", source.text, re.MULTILINE)))

    listed = {anchor for path, anchor in links(source) if path == page}
    from_readme = {path for path, _ in links(sources("README.md")[0])}

    assert page in from_readme
    assert len(symptoms) > 20 and symptoms - listed == set()


@pytest.mark.slow
@pytest.mark.processes
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="make docs installs Sphinx")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs"]

    built = subprocess.run(
        [*command, "-d", tmp_path / "trees", ".", tmp_path / "site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
    )

    assert (built.returncode, built.stderr) == (0, "")
    pages = {path.relative_to(tmp_path / "site") for path in tmp_path.rglob("*.html")}
    for place in PAGES[:2]:
        for one in sources(place):
            assert Path(one.place).with_suffix(".html") in pages


def test_every_picture_of_the_guide_is_shown_by_a_page() -> None:
    shown = {path for place in PAGES for one in sources(place) for path, _ in links(one)}

    pictures = {
        path for kind in ("png", "svg", "webp") for path in (ROOT / "docs").rglob(f"*.{kind}")
    }

    assert pictures and pictures - shown == set()


def test_the_readme_is_short_and_names_trademark_owners() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")

    assert readme.count("\n") <= LONGEST_README
    assert "No licence" in readme and "names belong to their publishers" in readme


def test_the_changelog_starts_with_the_current_version_in_short_lines() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")

    versions = re.findall(r"^## (\S+)", changelog, re.MULTILINE)

    assert versions[0] == __version__
    assert max(map(len, changelog.splitlines())) <= 120


def test_ci_runs_our_checks_on_every_supported_python() -> None:
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    matrix = re.findall(r"^ +python: \[(.+)\]$", workflow, re.MULTILINE)

    promised = [
        found[1]
        for name in project()["classifiers"]
        if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", name))
    ]

    assert [one.strip(' "') for one in matrix[0].split(",")] == promised
    assert f">={promised[0]}" == project()["requires-python"]
    assert all(f"python{one} " in (ROOT / "Makefile").read_text("utf-8") for one in promised)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_actions_and_limit_permissions(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    ours = Source(
        workflow.name, "\n".join(f"`{one}`" for one in re.findall(r"- run: (make .+)", text))
    )

    used = re.findall(r"uses: (\S+)", text)

    assert [one for one in used if not re.fullmatch(r"\./\S+|[\w/-]+@[0-9a-f]{40}", one)] == []
    assert "not run on a forge" in text and "permissions: {}" in text
    assert list(commands_that_fail(ours)) == []
    scripts = re.findall(r"- run: (\.ci/\S+)", text)
    assert [one for one in scripts if not os.access(ROOT / one, os.X_OK)] == []


def test_every_list_of_languages_is_complete() -> None:
    named = {code: str(Locale(code).english_name) for code in LANGUAGES}
    readme = (ROOT / "README.md").read_text("utf-8")
    catalogues = {file.parts[-3] for file in ROOT.glob("companion/translations/*/*/messages.po")}

    missing = [f"README.md: {name}" for name in named.values() if name not in readme]
    promised = {f"Natural Language :: {name}" for name in named.values()}
    missing += sorted(f"pyproject.toml: {one}" for one in promised - set(project()["classifiers"]))
    missing += [f"LANGUAGES in language.py: {one}" for one in catalogues - set(named)]
    missing += [f"make translations LANGUAGES={one}" for one in set(named) - {"en", *catalogues}]

    assert not missing, "\n".join(("Still to add:", *missing))


@pytest.mark.processes
def test_the_capacity_of_two_workers_follows_from_the_table() -> None:
    page = (ROOT / "docs/scale.md").read_text("utf-8")
    row = re.compile(r"^\| (\d+) \| (PostgreSQL[^|]*) \| (\d) \| (\d+) \|", re.MULTILINE)
    moves = {found[:3]: int(found[3]) for found in row.findall(page)}

    told = re.search(r"That is ([\d.]+) times .* at 100 tables, and ([\d.]+) times at 500", page)

    assert told is not None
    for tables, times in zip(("100", "500"), told.groups(), strict=True):
        one, two = (tables, "PostgreSQL", "1"), (tables, "PostgreSQL, by table", "2")
        assert times == f"{moves[two] / moves[one]:.2f}"


def test_make_soak_runs_every_kind_listed_in_the_measurements() -> None:
    """Kinds such as a second server or a long import are marked full; it once left them out."""
    recipe = subprocess.run(
        ["make", "-n", "soak"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout

    assert "TEST_EXTENT=all" in recipe and "-m soak" in recipe


@pytest.mark.parametrize("name", ["start.bat", "start.command"])
def test_start_files_are_short_and_say_where_they_are_untested(name: str) -> None:
    starter = (ROOT / name).read_bytes()
    text = starter.decode()

    assert text.count("\n") <= 20 and re.search(r"never (run )?on (a Mac|Windows)", text)
    assert "requirements.lock" in text and "-m companion" in text and "docs/hosting.md" in text
    assert starter.count(b"\r\n") == (starter.count(b"\n") if name.endswith(".bat") else 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no sh")
def test_the_start_file_for_a_mac_is_valid_sh() -> None:
    starter = ROOT / "start.command"

    assert os.access(starter, os.X_OK)
    subprocess.run(["sh", "-n", starter], check=True, timeout=PATIENCE)


@pytest.mark.processes
def test_pre_commit_hooks_are_installed_and_in_make_lint() -> None:
    config = ROOT / ".pre-commit-config.yaml"
    makefile = (ROOT / "Makefile").read_text("utf-8")

    tools = set(re.findall(r"entry: uv run --locked (\w+)", config.read_text("utf-8")))

    assert tools == {"ruff", "mypy", "oxfmt", "oxlint", "djhtml"}
    assert [one for one in tools if not Path(sys.executable).with_name(one).exists()] == []
    assert [one for one in tools if not re.search(rf"^\t.*\b{one}\b", makefile, re.MULTILINE)] == []
    program = Path(sys.executable).with_name("pre-commit")
    subprocess.run([program, "validate-config", config], check=True, timeout=PATIENCE)
