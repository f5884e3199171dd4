from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from querious.model.recording import Latency, Recording
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from querious.store.recording_store import Store

START = datetime(2026, 1, 1, tzinfo=UTC)


def a_recording(name: str = "Shop", day: int = 0, **more: Any) -> Recording:
    when = START + timedelta(days=day)
    usual = {
        "document": f"query {name}{{{name.lower()}}}",
        "variables": {},
        "created_at": when,
        "updated_at": when,
        "operation_name": name,
        "kind": "query",
        "statuses": {"200": 1},
        "latency": Latency(1, 0.25, 0.25),
    }
    return Recording(**{**usual, **more})


def a_hash(hashed: str = "abc", name: str = "", **more: Any) -> Recording:
    return a_recording(name, **{"document": "", "kind": "", "document_hash": hashed, **more})


@pytest.fixture
def recording() -> Callable[..., Recording]:
    return a_recording


@pytest.fixture
def hash_only() -> Callable[..., Recording]:
    """What a persisted query leaves whose text was not sent along."""
    return a_hash


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "harvest.sqlite")


@pytest.fixture
def store(path: str) -> Iterator[Store]:
    with open_store(path) as opened:
        yield opened
