"""Writing report files, so that no reader ever sees half of one."""

from __future__ import annotations

import os
from pathlib import Path

from querious.errors import ConfigError


def write_file(path: str | Path, text: str) -> None:
    """Write beside the file, then rename over it. What is no regular file (a pipe, a device) is written to directly."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        try:
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}; choose another place") from None


def append_file(path: str | Path, text: str) -> None:
    """Add to a file that others add to as well."""
    try:
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}") from None
