"""Where the journals of what runs have made are kept."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = Path(".querious") / "crud"


def new_journal() -> Path:
    """A file of its own for every run; its name tells when it began."""
    return FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"


def discard(journal: Path) -> None:
    """Remove a journal that nobody needs any more, and the folders that were made for it."""
    journal.unlink(missing_ok=True)
    with suppress(OSError):  # other journals or files are there
        journal.parent.rmdir()
        journal.parent.parent.rmdir()


def journal_named(name: str) -> Path:
    """The journal of a run, by the name that the report tells or by its path."""
    return Path(name) if name.endswith(".jsonl") else FOLDER / f"{name}.jsonl"
