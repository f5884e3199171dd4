"""A small part of ``make bench-faults``: nothing on the healthy demo, and faults of each kind where they are."""

from __future__ import annotations

import pytest

from querious.demo import create_app
from querious.model import Settings
from querious.pipeline.run.use_case import run


def test_the_healthy_demo_has_no_findings():
    report = run(create_app(), Settings(seed=11, requests=500, mutations=True))
    assert [(finding.oracle, finding.coordinate, finding.message) for finding in report.findings] == []


@pytest.mark.parametrize(
    ("fault", "coordinate", "oracle"),
    [
        ("project-logic", "Query.project", "server_fault"),
        ("members-wrong-type", "Project.members", "server_fault"),
        ("number-for-string", "Supplier.name", "data"),
        ("impossible-typename", "Item.__typename", "data"),
        ("body-is-a-list", "", "envelope"),
        ("invalid-operation-500", "", "server_error"),
        ("empty-list-crash", "Query.cheapest", "server_fault"),
    ],
)
def test_a_fault_is_found_where_it_is(fault, coordinate, oracle):
    report = run(
        create_app([fault]),
        Settings(seed=1, requests=450, mutations=True, stop_after=1, shrink=0, skip_oracles=("relations",)),
    )
    assert (oracle, coordinate) in {(finding.oracle, finding.coordinate) for finding in report.faults}
