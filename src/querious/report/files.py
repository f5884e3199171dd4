"""Writing files, so that no reader ever sees half of one, and nobody but their owner sees what an API answered.

A new file is readable by its owner alone. One that is there already keeps its rights, which its user has chosen, unless
it is in our own folder: what is there never belongs to anybody else.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN_FOLDER: Final = ".querious"
"""In the working directory: the last run, kept exchanges, journals."""
_OWNER_ONLY: Final = 0o600
_FOLDER_OF_THE_OWNER: Final = 0o700
_EVERYBODY: Final = 0o666
"""Less what the user's umask takes away."""


def write_file(path: str | Path, text: str, *, private: bool = True) -> None:
    """Write a text. Without ``private`` a new file has the usual rights: exported tests are the user's source code."""
    with replacing(path, _OWNER_ONLY if private else _EVERYBODY) as stream:
        stream.write(text)


@contextmanager
def replacing(path: str | Path, mode: int = _OWNER_ONLY) -> Iterator[IO[str]]:
    """Write beside the file, then rename over it. What is no regular file (a pipe, a device) is written to directly."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        make_folder(target.parent)
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8") as stream:
                yield stream
            return
        try:
            descriptor = os.open(temporary, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, mode)
            with open(descriptor, "w", encoding="utf-8") as stream:  # noqa: PTH123 - a descriptor
                yield stream
            if target.exists() and OWN_FOLDER not in target.parts:
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}. Choose another place.") from None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it. Our own is for its owner alone, also where an earlier version made it."""
    folder.mkdir(parents=True, exist_ok=True)
    for own in (folder, *folder.parents):
        if own.name == OWN_FOLDER and stat.S_IMODE(own.stat().st_mode) != _FOLDER_OF_THE_OWNER:
            own.chmod(_FOLDER_OF_THE_OWNER)


def append_file(path: str | Path, text: str) -> None:
    """Add to a file that others add to as well."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, _OWNER_ONLY)
        with open(descriptor, "a", encoding="utf-8") as stream:  # noqa: PTH123 - a descriptor
            stream.write(text)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}") from None
