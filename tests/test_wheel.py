"""An installation from the wheel is complete, and keeps its data in the user's folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.web.requests import language
from companion.web.requests.language import LANGUAGES, written_catalogue
from tests.environments import OFFLINE, PIP, built, our_wheel
from tests.environments import run as run_apart
from tests.patience import PATIENCE
from tests.sources import ROOT

pytest.importorskip("hatchling", reason="hatchling builds the wheel (make test installs it)")

pytestmark = pytest.mark.processes

VISIT = """
import json, re, companion
from companion import create_app

app = create_app()
client = app.test_client()
home = client.get("/", headers={"Accept-Language": "it"}).text
style = re.search(r'href="(/static/styles/base.css[^"]*)"', home).group(1)
seats = {f"name_{n}": name for n, name in enumerate(("Anna", "Bruno", "Carla", "Dario"))}
seats |= {f"colour_{n}_0": c for n, c in enumerate(("red", "yellow", "white", "black"))}
made = client.post("/new/big_shot", data=seats, headers={"Origin": "http://localhost"})
code = made.headers.get("Location", "").split("/")[2]
statuses = {
    path: client.get(path, buffered=True).status_code
    for path in ("/", style, "/static/live.js", "/static/vendor/htmx.min.js", "/new/big_shot",
                 f"/t/{code}/", f"/t/{code}/invite", f"/t/{code}/history", f"/t/{code}/copy")
}
app.extensions["open_tables"].store.engine.dispose()
print(json.dumps({
    "package": companion.__file__, "templates": app.template_folder, "static": app.static_folder,
    "data": str(app.config["DATA_DIR"]), "made": made.status_code, "statuses": statuses,
    "italian": '<html lang="it">' in home,
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an installation of the wheel only."""
    target = tmp_path_factory.mktemp("installed")
    install = ("install", *OFFLINE, "--no-compile", "--target", str(target), str(our_wheel()))
    run_apart(sys.executable, *PIP, *install, cwd=target)
    return target


def contents(wheel: Path) -> dict[str, int]:
    """Return the checksum of each file in a wheel."""
    with ZipFile(wheel) as archive:
        return {one.filename: one.CRC for one in archive.infolist()}


def test_the_source_distribution_makes_the_same_wheel_as_the_checkout(tmp_path: Path) -> None:
    before, folder = files_of_the_checkout(), tmp_path / "built"
    build = ("build", "-t", "sdist", "-t", "wheel", "-d", str(folder))
    run_apart(sys.executable, "-m", "hatchling", *build, cwd=ROOT)
    after = files_of_the_checkout()
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")

    of_source = built(source, tmp_path / "of source")

    assert contents(of_source) == contents(wheel) == contents(our_wheel())
    assert after == before


def environment(installed: Path, home: Path) -> dict[str, str]:
    """Return environment variables with only the installation and its dependencies on the path."""
    kept = {"PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP"}
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    return {
        **{name: value for name, value in os.environ.items() if name in kept},
        "PYTHONPATH": os.pathsep.join((str(installed), *libraries)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "LOCALAPPDATA": str(home / "data"),
    }


def run(installed: Path, home: Path, *arguments: str) -> str:
    """Run Python outside the checkout; return its output. -S keeps the checkout off the path."""
    done = subprocess.run(
        [sys.executable, "-S", "-W", "error", *arguments],
        cwd=home,
        env=environment(installed, home),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_of_the_checkout() -> set[str]:
    """Return the files of the checkout, without caches and files of tools."""
    folders = ("companion", "templates", "static", "instance")
    inner = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    found = {str(path) for path in (*ROOT.iterdir(), *inner) if "__pycache__" not in path.parts}
    return {path for path in found if not Path(path).name.startswith(".")}


def test_an_installation_has_templates_translations_and_migrations(
    installed: Path, tmp_path: Path
) -> None:
    before = files_of_the_checkout()

    seen: dict[str, Any] = json.loads(run(installed, tmp_path, "-c", VISIT))

    for part in ("package", "templates", "static"):
        assert Path(seen[part]).is_relative_to(installed), part
    assert seen["italian"]
    assert seen["made"] == 303
    assert set(seen["statuses"].values()) == {200}, seen["statuses"]
    assert Path(seen["data"]).is_relative_to(tmp_path)
    assert {path.name for path in Path(seen["data"]).iterdir()} >= {
        "companion.sqlite",
        "secret_key",
    }
    assert files_of_the_checkout() == before


def test_an_installation_shows_the_same_texts_as_the_checkout(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {name: sentences(name) for name in LANGUAGES}
    folder = installed / "companion" / "translations"
    monkeypatch.setattr(language, "CATALOGUES", folder)
    monkeypatch.setattr(language, "PACKED", folder / "catalogues.json")

    assert [path.name for path in folder.iterdir()] == ["catalogues.json"]
    assert {name: sentences(name) for name in LANGUAGES} == written
    assert len(written["it"]) > 1000 and not written["en"]


def sentences(name: str) -> dict[str, str]:
    """Return the translations of all sentences into a language, and its plural rule."""
    catalogue = written_catalogue(name)
    if catalogue is None:
        return {}
    # A plural is a tuple or a list.
    forms = {json.dumps(one.id): json.dumps(one.string) for one in catalogue if one.id}
    return {"plural": catalogue.plural_expr, **forms}


def test_installing_needs_no_compiler(installed: Path) -> None:
    (told,) = installed.glob("boardgame_companion-*.dist-info/WHEEL")

    assert "Tag: py3-none-any" in told.read_text("utf-8")


def test_an_installation_has_the_companion_command(installed: Path, tmp_path: Path) -> None:
    assert "place" in run(installed, tmp_path, "-m", "companion", "actions", "big_shot")
    assert any(path.stem == "companion" for path in (installed / "bin").iterdir())
