"""How many answers a second are read for relations: their objects alone, and held against every relation as well.

    python -m bench.exchanges [--requests N] [--seed N]

The answers are those of one run on the demo, in this process; each way reads all of them, three times, and the fastest
counts. Processor time is measured, not that of the clock. The whole run is told beside it: what reading adds to an
exchange is small against asking and judging it.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING
from unittest.mock import patch

from bench.table import show
from querious.demo import create_app
from querious.model import Settings
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.run.use_case import run
from querious.relations import RELATIONS, Contradictions, Observations, ReadAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.pipeline.graphql.api import GraphqlLesson
    from querious.relations import QueryAnswer

_TIMES = 3


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Answers read for relations per second")
    parser.add_argument("--requests", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    answers: list[QueryAnswer] = []
    apis: list[GraphqlApi] = []
    learn = GraphqlApi._learn  # noqa: SLF001 (the one place that sees every answer)

    def keep(api: GraphqlApi, lesson: GraphqlLesson) -> None:
        apis[:] = [api]
        answers.extend([lesson.asked] if lesson.asked is not None else [])
        learn(api, lesson)

    before = time.process_time()
    with patch.object(GraphqlApi, "_learn", keep):
        report = run(create_app(), Settings(seed=options.seed, requests=options.requests, seconds=None, shrink=0))
    whole = (time.process_time() - before) / report.requests
    objects = _seconds(lambda: _read(apis[0], answers, judged=False)) / len(answers)
    judged = _seconds(lambda: _read(apis[0], answers, judged=True)) / len(answers)
    rows = [
        ["the whole run, with the demo's own time", f"{1 / whole:,.0f}", f"{whole * 1e6:,.0f}"],
        ["objects observed", f"{1 / objects:,.0f}", f"{objects * 1e6:,.0f}"],
        ["objects observed, and held against every relation", f"{1 / judged:,.0f}", f"{judged * 1e6:,.0f}"],
    ]
    show(f"{len(answers):,} answers of the demo", ["what", "exchanges/s", "µs each"], rows)
    return 0


def _read(api: GraphqlApi, answers: list[QueryAnswer], *, judged: bool) -> None:
    observed = Observations(api.schema)
    contradictions = Contradictions(observed, RELATIONS)
    for plain in answers:
        answer = ReadAnswer(*plain)
        observed.note(answer)
        for relation in contradictions.concerned(answer) if judged else ():
            contradictions.note(relation, answer)
        while contradictions.take():
            pass  # nothing is asked again here


def _seconds(work: Callable[[], None]) -> float:
    taken = []
    for _ in range(_TIMES):
        before = time.process_time()
        work()
        taken.append(time.process_time() - before)
    return min(taken)


if __name__ == "__main__":
    sys.exit(main())
