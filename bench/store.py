"""Recordings merged per second, and memory, in SQLite and PostgreSQL.

    python -m bench.store [RECORDINGS]

The limit is a dict in memory that joins the same recordings. Memory must not grow with their number. PostgreSQL is
started in a temporary folder; where it is not installed its rows are missing.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from bench.memory import resident
from bench.postgres import binaries, cluster
from bench.table import show
from querious.model.recording import Latency, Recording
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUESTIONS = 10_000
_DOCUMENTS = 200
_START = datetime(2026, 1, 1, tzinfo=UTC)
_DOCUMENT = "query Operation{n}($id:ID!){{product(id:$id){{{fields}}}}}"
_ALLOWED = 1.2
"""Growth of memory between the second point and the last: the first batches fill up what all need."""
_POINTS = 10


def recordings(number: int, questions: int) -> Iterator[Recording]:
    """So many, made as they are taken; the questions come in an order without a pattern."""
    documents = [_DOCUMENT.format(n=n, fields=" ".join(f"field{n}_{i}" for i in range(60))) for n in range(_DOCUMENTS)]
    for count in range(number):
        question = count * 7_919 % questions
        when = _START + timedelta(milliseconds=count)
        name = question % _DOCUMENTS
        yield Recording(
            documents[name],
            {"id": question},
            when,
            when,
            f"Operation{name}",
            "query",
            statuses={"errors" if count % 50 == 0 else "200": 1},
            latency=Latency(1, 0.01, 0.01),
        )


def main(number: int) -> int:
    """Print the tables; 1 if memory grew."""
    rows: list[list[str]] = []
    grew = False
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        places = {"SQLite": str(folder / "{}.sqlite")}
        if binaries():
            places["PostgreSQL"] = stack.enter_context(cluster())
        for what, count, questions in (
            (f"{number:,} of {_QUESTIONS:,} questions", number, _QUESTIONS),
            (f"{number // 10:,}, all different", number // 10, number // 10),
        ):
            limit = count / _joined(count, questions)
            rows.append([what, "dict in memory", f"{limit:,.0f}", "1.00", "-"])
            for name, place in places.items():
                rate, points = _stored(place.format(questions), count, questions)
                rows.append([what, name, f"{rate:,.0f}", f"{rate / limit:.2f}", f"{points[1]:.0f} → {points[-1]:.0f}"])
                grew |= points[-1] > _ALLOWED * points[1]
    show("Recordings merged", ["recordings", "where", "per second", "of the limit", "MiB"], rows)
    return int(grew)


def _joined(number: int, questions: int) -> float:
    together: dict[str, Recording] = {}
    began = perf_counter()
    for recording in recordings(number, questions):
        key = recording.key
        together[key] = together[key] + recording if key in together else recording
    return perf_counter() - began


def _stored(place: str, number: int, questions: int) -> tuple[float, list[float]]:
    points: list[float] = []

    def watched() -> Iterator[Recording]:
        for count, recording in enumerate(recordings(number, questions), 1):
            yield recording
            if count % (number // _POINTS) == 0:
                points.append(resident())

    began = perf_counter()
    with open_store(place) as store:
        before = store.tally().calls
        store.add(watched())
        seconds = perf_counter() - began
        if store.tally().calls - before != number:
            raise RuntimeError("recordings were lost")
    return number / seconds, points


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
