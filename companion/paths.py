"""Where things lie: the data folder, the secret key, the database, templates and static files."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.mechanics.words import SentenceError, say

PACKAGE = Path(__file__).resolve().parent
KEY_BYTES = 32
PATIENCE_SECONDS = 1.0
SERVER = "pip install 'companion[server]'"
"""How the server's extra is installed."""
DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}


class CannotStart(SentenceError):
    """Why the app cannot start, in one sentence; the command line ends with it and status 1."""


def is_checkout() -> bool:
    """Tell whether the package lies in its source tree and not in an installation."""
    return (PACKAGE.parent / "pyproject.toml").is_file()


def shipped_folder(name: str) -> Path:
    """Return the folder of templates or static files: in the wheel, else in the checkout."""
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def data_folder(config: Mapping[str, object]) -> Path:
    """Return the folder that holds the database and the secret key, made if it is not there.

    The configuration's DATA_DIR wins, then the environment's COMPANION_DATA, then ``instance`` in
    a checkout, then the user's own data folder. Raises CannotStart if nothing can be written.
    """
    folder = _chosen_folder(config)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unwritable(folder)
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
    """Return the database's URL: as configured, else DATABASE_URL, else a file in the folder."""
    given = config.get("SQLALCHEMY_DATABASE_URI") or os.environ.get("DATABASE_URL")
    if not given:
        return f"sqlite:///{folder / 'companion.sqlite'}"
    # How providers write it, without the name of the driver.
    kind, separator, rest = str(given).partition("://")
    return f"{DRIVERS.get(kind, kind)}{separator}{rest}"


def file_in(address: str) -> Path | None:
    """Return the file that a database's URL names, None for a database that a server keeps."""
    file = address.removeprefix("sqlite:///")
    return None if file == address or not file else Path(file)


def secret_key(folder: Path) -> bytes:
    """Return the key that signs cookies and links, made on the first start for its owner's eyes.

    Raises CannotStart if it can be neither read nor made.
    """
    path = folder / "secret_key"
    try:
        return _made_key(path)
    except FileExistsError:
        return _read_key(path)
    except OSError as error:
        raise _unwritable(folder) from error


def _made_key(path: Path) -> bytes:
    """Return a new key, written; exclusive creation lets only one of two first starts make it."""
    key = secrets.token_bytes(KEY_BYTES)
    descriptor = made_private(path)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def made_private(path: Path) -> int:
    """Make a file that only its owner may read, and return its descriptor.

    What root makes in somebody's folder is that somebody's, who could not use it else. Raises
    OSError, FileExistsError if there is one.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = path.parent.stat()
        # Some file systems know no owners.
        with suppress(OSError):
            os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


def opened_private(path: Path, *, keeps_content: bool = False) -> int:
    """Open a file to write that only its owner may read from now on, emptied or made.

    Returns its descriptor. Raises OSError.
    """
    with suppress(FileExistsError):
        return made_private(path)
    descriptor = os.open(path, os.O_RDWR if keeps_content else os.O_WRONLY | os.O_TRUNC)
    # What is no file, like /dev/stdout, is nobody's own.
    if path.is_file():
        with suppress(OSError):
            path.chmod(0o600)
    return descriptor


def _read_key(path: Path) -> bytes:
    """Return the key of an earlier start; another process may be writing it at this moment."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    try:
        while len(key := path.read_bytes()) < KEY_BYTES and time.monotonic() < deadline:
            time.sleep(0.02)
    except PermissionError as error:
        raise CannotStart(
            say(
                "The key file {file} is another user’s; make whoever runs Companion its owner.",
                file=str(path),
            )
        ) from error
    except OSError as error:
        raise _broken_key(path) from error
    if len(key) < KEY_BYTES:
        raise _broken_key(path)
    return key


def _unwritable(folder: Path) -> CannotStart:
    return CannotStart(
        say(
            "Nothing can be written in {folder}; name another folder with COMPANION_DATA.",
            folder=str(folder),
        )
    )


def _broken_key(path: Path) -> CannotStart:
    return CannotStart(
        say("The key file {file} cannot be read; delete it and start again.", file=str(path))
    )
