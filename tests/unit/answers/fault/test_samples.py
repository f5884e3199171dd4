"""The tables of messages beside these tests: what must not fall below what was reached."""

from __future__ import annotations

import pytest
from bench.triage import Sample, samples

TUNED = samples("refusals.tsv")
HELD_OUT = samples("refusals_held_out.tsv")


@pytest.mark.parametrize("sample", TUNED, ids=lambda sample: str(sample.error["message"])[:40])
def test_the_right_side_is_blamed(sample: Sample):
    assert sample.right or sample in EXCEPTIONS, sample.kind


EXCEPTIONS = [sample for sample in TUNED if "refer to different" in sample.error["message"]]
"""Nothing in its words says so, and its code says the contrary."""


def test_messages_that_no_rule_was_written_for():
    refusals = [sample.right for sample in HELD_OUT if sample.expected == "refusal"]
    assert sum(refusals) / len(refusals) >= 0.9
    assert all(sample.right for sample in HELD_OUT if sample.expected != "refusal")
