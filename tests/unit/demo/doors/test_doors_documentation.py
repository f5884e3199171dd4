from __future__ import annotations

from pathlib import Path

from querious.demo.doors.faults import doors_table

PAGE = Path(__file__).parents[4] / "docs" / "demo.md"


def test_every_fault_of_the_workspace_is_documented():
    assert doors_table() in PAGE.read_text("utf-8")
