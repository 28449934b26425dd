"""uv.lock belongs to pyproject.toml: `uv run --locked`, which the hooks use, refuses another."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.sources import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKED = next(
    package["metadata"]
    for package in tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    if package["name"] == PROJECT["project"]["name"]
)


def declared(requirements: Iterable[object]) -> set[tuple[str, str]]:
    """Return the names and versions of requirements, without groups that are included."""
    wanted = [Requirement(text) for text in requirements if isinstance(text, str)]
    return {(canonicalize_name(one.name), str(one.specifier)) for one in wanted}


def locked(requirements: Iterable[Mapping[str, str]]) -> set[tuple[str, str]]:
    """Return the names and versions of requirements as uv.lock has them."""
    return {(one["name"], one.get("specifier", "")) for one in requirements}


def test_the_lock_has_the_requirements_of_the_package() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()

    wanted = declared(PROJECT["project"]["dependencies"]).union(*map(declared, extras))
    assert locked(LOCKED["requires-dist"]) == wanted


def test_the_lock_has_the_requirements_of_every_group() -> None:
    groups = PROJECT["dependency-groups"]

    assert set(LOCKED["requires-dev"]) == set(groups)
    for name in set(groups) - {"dev"}:
        assert locked(LOCKED["requires-dev"][name]) == declared(groups[name]), name
