from __future__ import annotations

from pathlib import Path

from querious.demo import REST_FAULTS, REST_SHOWCASE
from querious.demo.rest.faults import table

PAGE = Path(__file__).parents[4] / "docs" / "demo.md"


def test_every_fault_of_the_shop_is_documented():
    assert table() in PAGE.read_text("utf-8")
    assert len(table().splitlines()) == len(REST_FAULTS) + 2


def test_the_showcase_is_of_faults_that_there_are():
    assert set(REST_SHOWCASE) <= {fault.name for fault in REST_FAULTS}
