"""Compile the app and its dependencies, and pack them into three archives.

``compile.mjs`` runs this in Pyodide, with the global ``GIVEN``. The archives are gzipped tar files,
which a browser unpacks faster than Python can: ``code`` (modules in the picture of the memory),
``files`` (other modules, templates, styles, catalogues) and ``migrate`` (for older databases).
"""

from __future__ import annotations

import ast
import gzip
import importlib.util
import io
import json
import marshal
import sys
import tarfile
import warnings
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from types import CodeType
from typing import Any

SOURCE, TARGET, OUT = Path("/in"), Path("/app"), Path("/out")
SELDOM, UNUSED = globals()["GIVEN"]
"""Patterns of the files that belong into ``migrate``, and of unused standard modules."""
PICTURED = (
    "sqlalchemy/*", "werkzeug/*", "jinja2/*", "click/*", "babel/*", "flask/*", "limits/*",
    "typing_extensions*",
)  # fmt: skip
"""The largest dependencies. The app and plugins find their modules by looking into folders, so
their files must be there."""
NEVER_CHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The header of compiled code that is not compared with a source file."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)


def compiled(source: bytes, name: str, *, is_library: bool = False) -> bytes:
    """Compile a module for an import without its source.

    Docstrings and the types of parameters are left out, but the assertions of the app stay.

    is_library: whether the module belongs to the standard library.
    """
    tree = ast.parse(source)
    # SQLAlchemy asserts that its docstrings are there, unless assertions are left out as well.
    leaves_both = is_library or name.startswith("sqlalchemy/")
    documented = () if leaves_both else DOCUMENTED
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.copy_location(ast.Pass(), node.body[0])]
        # Python's own decorators may read the types of parameters.
        if isinstance(node, FUNCTIONS) and not is_library:
            without_types(node)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=2 if leaves_both else 0)
    return importlib.util.MAGIC_NUMBER + NEVER_CHECKED + marshal.dumps(without_lines(code))


def without_types(node: Any) -> None:
    """Remove the types of the parameters and of the result of a function."""
    node.returns = None
    for part in ast.walk(node.args):
        if isinstance(part, ast.arg):
            part.annotation = None


def without_lines(code: CodeType) -> CodeType:
    """Return code without its line numbers, which are a third of its size.

    Each entry of the table that is left says "no line" for up to eight instructions.
    """
    full, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * full + bytes([0xF7 + rest])[: 1 if rest else 0]
    constants = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def sorted_out() -> dict[str, dict[str, bytes]]:
    """Return the content of the archives, by name and path. Python modules are compiled."""
    archives: dict[str, dict[str, bytes]] = {"code": {}, "files": {}, "migrate": {}}
    for file in sorted(SOURCE.rglob("*")):
        if not file.is_file():
            continue
        name = file.relative_to(SOURCE).as_posix()
        is_seldom = any(fnmatch(name, one) for one in SELDOM)
        # Alembic reads the sources of migrations.
        if file.suffix == ".py" and "/migrations/" not in name:
            archive = archives["migrate" if is_seldom else "code"]
            archive[name + "c"] = compiled(file.read_bytes(), name)
        else:
            archives["migrate" if is_seldom else "files"][name] = file.read_bytes()
    return archives


def unpack(archives: dict[str, dict[str, bytes]]) -> None:
    """Write the files of all archives, as the browser will do."""
    for files in archives.values():
        for name, data in files.items():
            target = TARGET / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    sys.path.insert(0, str(TARGET))


def made_by_app() -> dict[str, bytes]:
    """Return a new database and the compiled templates, which shorten the first start."""
    from companion import in_browser
    from companion.tables.storage.models import db

    app = in_browser.made(Path("/fresh"))
    for template in app.jinja_env.list_templates(["html", "txt"]):
        app.jinja_env.get_template(template)
    with app.app_context():
        db.engine.dispose()
    words = json.dumps(in_browser.shell_words(), ensure_ascii=False, indent=1)
    (OUT / "words.js").write_text(f"export default {words};\n", "utf-8")
    folder = in_browser.TEMPLATES
    templates = {f"{folder.name}/{one.name}": one.read_bytes() for one in folder.iterdir()}
    return {in_browser.FRESH: Path("/fresh", in_browser.DATABASE).read_bytes(), **templates}


def not_in_picture(code: dict[str, bytes]) -> list[str]:
    """Return the names of the modules that are not imported before the picture is taken."""
    modules = {name: name[:-4].removesuffix("/__init__").replace("/", ".") for name in code}
    # A new database has just been made, with modules that the picture does not contain.
    for module in modules.values():
        sys.modules.pop(module, None)
    from companion import in_browser

    in_browser.warm_up("/warm")
    return [
        name
        for name, module in modules.items()
        if module not in sys.modules or not any(fnmatch(name, one) for one in PICTURED)
    ]


def compile_library() -> None:
    """Compile the modules of the standard library that the app uses; it has only their sources."""
    file = OUT / "python_stdlib.zip"
    with zipfile.ZipFile(file) as whole:
        used = [name for name in whole.namelist() if not any(fnmatch(name, one) for one in UNUSED)]
        sources = {name: whole.read(name) for name in used if name[-1] != "/"}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as library:
        for name, data in sources.items():
            if name.endswith(".py"):
                name, data = f"{name}c", compiled(data, name, is_library=True)
            library.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def pack(name: str, files: dict[str, bytes]) -> None:
    """Write an archive."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, data in sorted(files.items()):
            info = tarfile.TarInfo(path)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    (OUT / f"{name}.bin").write_bytes(gzip.compress(tar.getvalue(), 9, mtime=0))


warnings.simplefilter("ignore")
packed = sorted_out()
unpack(packed)
made = made_by_app()
packed["files"] |= made
unpack({"made": made})
for seldom in not_in_picture(packed["code"]):
    packed["files"][seldom] = packed["code"].pop(seldom)
for archive_name, content in packed.items():
    pack(archive_name, content)
compile_library()
