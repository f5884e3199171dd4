"""A small part of ``make bench``: the baseline of the fault-free demo, held against itself and against faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from querious.baseline import dump
from querious.demo import create_app
from querious.model import Settings
from querious.pipeline.learn.use_case import Learning, learn
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from pathlib import Path

    from querious.model import Run


@pytest.fixture(scope="module")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    learned = learn(create_app(), Settings(seed=0, requests=400, seconds=None), how=Learning(seconds=0.5))
    assert learned.findings == ()
    assert learned.coverage.witnessed == learned.coverage.tuples
    place = tmp_path_factory.mktemp("learned") / "baseline.json"
    place.write_text(dump(learned.baseline), encoding="utf-8")
    return place


def held(baseline: Path, *faults: str, **settings: object) -> Run:
    usual = {"seed": 3, "requests": 170, "seconds": None, "skip_oracles": ("relations",), "shrink": 0}
    return run(create_app(faults), Settings(**{**usual, "baseline": str(baseline), **settings}))


def test_the_file_is_small_and_holds_no_answer_twice(baseline):
    text = baseline.read_text(encoding="utf-8")
    assert len(text) < 250_000
    asked = [line for line in text.splitlines() if '"ask"' in line]
    assert len(asked) == len(set(asked)) <= 300


def test_the_healthy_demo_holds_its_own_baseline(baseline):
    report = held(baseline, seed=11, requests=300, mutations=True)
    assert [(finding.oracle, finding.coordinate, finding.message) for finding in report.findings] == []


@pytest.mark.parametrize(
    ("fault", "coordinate"),
    [
        ("project-id-out-of-range", "Query.project"),
        ("owner-by-name", "Project.owner"),
        ("members-by-name", "Project.members"),
        ("owner-wrong-type", "User.name"),
        ("street-city-swapped", "Address.street"),
        ("code-not-sku", "Part.code"),
    ],
)
def test_a_fault_that_answers_wrongly_is_found_where_it_is(baseline, fault, coordinate):
    report = held(baseline, fault)
    told = [one for finding in report.faults for one in (finding, *finding.others)]
    assert coordinate in {one.coordinate for one in told if one.oracle == "baseline"}
