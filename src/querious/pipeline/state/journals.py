"""Where the journals of what runs have made are kept."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

FOLDER: Final = Path(".querious") / "crud"


def new_journal() -> Path:
    """A file of its own for every run; its name tells when it began."""
    return FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"


def journal_named(name: str) -> Path:
    """The journal of a run, by the name that the report tells or by its path."""
    return Path(name) if name.endswith(".jsonl") else FOLDER / f"{name}.jsonl"
