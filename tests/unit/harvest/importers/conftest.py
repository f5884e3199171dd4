"""Files of every format, and reading them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from querious.harvest.importers import read_any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from querious.harvest.importers import Importing
    from querious.model.recording import Recording


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., tuple[list[Recording], Importing]]:
    """Writes a file and reads it: text, bytes, or anything else as JSON."""

    def read_it(content: Any, format: str = "", name: str = "file") -> tuple[list[Recording], Importing]:  # noqa: A002
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        importing = read_any(path, format=format)
        return list(importing), importing

    return read_it
