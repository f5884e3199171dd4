"""Servers of others that are healthy, from npm and from Python: everything is reached, and nothing held against them."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import querious

FOLDER = Path(__file__).parent.parent / "streams"
FIELDS = {f"Subscription.{name}" for name in ("noteAdded", "noteRecoloured", "countdown", "ticks")}
needs_node = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules" / "graphql-ws").is_dir(),
        reason="the servers are not installed: npm ci in tests/streams (make unit does it)",
    ),
]
pytestmark = needs_node


@contextmanager
def serving(way: str):
    with subprocess.Popen(["node", "server.mjs", way], cwd=FOLDER, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


WAYS = {
    "graphql-ws": "graphql-transport-ws",
    "subscriptions-transport-ws": "subscriptions-transport-ws",
    "graphql-sse": "sse",
    "yoga": "sse",
}


def run(way: str, transport: str = "auto"):
    """With no limit of time, so that a busy machine finds the same."""
    with serving(way) as url:
        return querious.run(
            url,
            requests=160,
            seconds=None,
            seed=1,
            mutations=True,
            connections=4,
            criterion="none",
            subscriptions=transport,
            skip_oracles=("state", "relations"),
        )


@pytest.fixture(scope="module")
def runs():
    with ThreadPoolExecutor(len(WAYS) + 1) as pool:
        asked = {(way, transport): pool.submit(run, way) for way, transport in WAYS.items()}
        asked["graphql-sse", "sse-single"] = pool.submit(run, "graphql-sse", "sse-single")
        return {key: one.result() for key, one in asked.items()}


@pytest.mark.parametrize("key", [*WAYS.items(), ("graphql-sse", "sse-single")])
def test_a_healthy_server_is_clean_and_covered(key, runs):
    healthy = runs[key]
    assert [(one.oracle, one.message) for one in healthy.findings] == []
    assert healthy.errors == ()
    assert healthy.coverage.witnessed >= FIELDS
    assert any(f"went over {key[1]}:" in note for note in healthy.notes), healthy.notes
