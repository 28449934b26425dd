"""Locations of the data folder, the secret key, the database, templates and static files."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

from companion.mechanics.language.words import SentenceError, say

PACKAGE = Path(__file__).resolve().parent
DISTRIBUTION = "boardgame-companion"
"""The name on the package index, where "companion" is somebody else's package."""
KEY_BYTES = 32
PATIENCE_SECONDS = 1.0
"""Seconds to wait while another process writes the key file."""
SERVER = f"pip install '{DISTRIBUTION}[server]'"
"""The command that installs the server extra."""
UNQUOTED = "/\\: "
"""Characters of a path that may stand in a URL as they are, such as those of a Windows path."""
DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}


class CannotStart(SentenceError):
    """Raised if the app cannot start, with the reason as one sentence.

    The command line prints the sentence and exits with status 1.
    """


def is_checkout() -> bool:
    """Return whether the package runs from its source tree instead of an installation."""
    return (PACKAGE.parent / "pyproject.toml").is_file()


def shipped_folder(name: str) -> Path:
    """Return the folder ``templates`` or ``static`` of the installation or of the source tree."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def data_folder(config: Mapping[str, object]) -> Path:
    """Return the folder of the database and the secret key, and create it if necessary.

    The folder is DATA_DIR in the configuration, or else COMPANION_DATA in the environment. If
    neither is set, it is ``instance`` in a source tree, and the user's data folder in an
    installation.

    Raises CannotStart if the folder is not writable.
    """
    folder = _chosen_folder(config)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable_folder(folder) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unwritable_folder(folder)
    return folder


def _chosen_folder(config: Mapping[str, object]) -> Path:
    chosen = config.get("DATA_DIR") or os.environ.get("COMPANION_DATA")
    if chosen:
        return Path(str(chosen)).expanduser().resolve()
    if is_checkout():
        return PACKAGE.parent / "instance"
    from platformdirs import user_data_dir

    return Path(user_data_dir("companion", appauthor=False))


def database_address(config: Mapping[str, object], folder: Path) -> str:
    """Return the URL of the database.

    The URL is SQLALCHEMY_DATABASE_URI in the configuration, or else DATABASE_URL in the
    environment. If neither is set, the database is a file in the folder.
    """
    given = config.get("SQLALCHEMY_DATABASE_URI") or os.environ.get("DATABASE_URL")
    if not given:
        return address_of(folder / "companion.sqlite")
    # Hosting providers omit the driver's name.
    kind, separator, rest = str(given).partition("://")
    return f"{DRIVERS.get(kind, kind)}{separator}{rest}"


def address_of(file: Path) -> str:
    """Return the SQLite URL of a database file whose path may contain any characters."""
    return f"sqlite:///{quote(str(file), safe=UNQUOTED)}"


def file_in(address: str) -> Path | None:
    """Return the database file that an SQLite URL names, or None for a database server."""
    file = address.removeprefix("sqlite:///")
    name = unquote(file.partition("?")[0])
    return None if file == address or not name else Path(name)


def secret_key(folder: Path) -> bytes:
    """Return the key that signs cookies and links, and create it on the first start.

    Only the file's owner may read it. Raises CannotStart if it can be neither read nor created.
    """
    path = folder / "secret_key"
    try:
        return _new_key(path)
    except FileExistsError:
        return _read_key(path)
    except OSError as error:
        raise _unwritable_folder(folder) from error


def _new_key(path: Path) -> bytes:
    """Create and return a new key.

    The file is created exclusively, so only one of two simultaneous first starts succeeds.
    """
    key = secrets.token_bytes(KEY_BYTES)
    descriptor = made_private(path)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def made_private(path: Path) -> int:
    """Create a file that only its owner may read, and return its descriptor.

    If the process runs as root, the owner of the folder becomes the owner of the file. Raises
    FileExistsError if the file exists, and OSError if it cannot be created.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = path.parent.stat()
        # Some file systems have no owners.
        with suppress(OSError):
            os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


def opened_private(path: Path, *, keeps_content: bool = False) -> int:
    """Open a file for writing, readable only by its owner, and return its descriptor.

    A missing file is created. An existing one is truncated unless ``keeps_content`` is True. Raises
    OSError.
    """
    with suppress(FileExistsError):
        return made_private(path)
    descriptor = os.open(path, os.O_RDWR if keeps_content else os.O_WRONLY | os.O_TRUNC)
    # Devices such as /dev/stdout keep their mode.
    if path.is_file():
        with suppress(OSError):
            path.chmod(0o600)
    return descriptor


def _read_key(path: Path) -> bytes:
    """Return an existing key, after a short wait if another process is still writing it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    try:
        while len(key := path.read_bytes()) < KEY_BYTES and time.monotonic() < deadline:
            time.sleep(0.02)
    except PermissionError as error:
        raise CannotStart(
            say(
                "The key file {file} belongs to another user. Make the user who runs Companion "
                "its owner.",
                file=str(path),
            )
        ) from error
    except OSError as error:
        raise _broken_key(path) from error
    if len(key) < KEY_BYTES:
        raise _broken_key(path)
    return key


def _unwritable_folder(folder: Path) -> CannotStart:
    return CannotStart(
        say(
            "The folder {folder} is not writable. Choose another one with COMPANION_DATA.",
            folder=str(folder),
        )
    )


def _broken_key(path: Path) -> CannotStart:
    return CannotStart(
        say("The key file {file} is not readable. Delete it and start again.", file=str(path))
    )
