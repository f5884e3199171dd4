"""Stored texts for people to look at: what a test finds must be what is stored."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def check(name: str, text: str) -> None:
    """Compare with the stored text; ``QUERIOUS_SNAPSHOTS=write`` stores it instead, for the difference to be read."""
    path = FOLDER / name
    if os.environ.get("QUERIOUS_SNAPSHOTS") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} is not as stored: see CONTRIBUTING.md on snapshots"
