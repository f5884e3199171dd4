from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import replay, run
from unit.pipeline.rest.store import STYLES, Store

SETTINGS = Settings(seed=1, requests=500, seconds=None, connections=4, shrink=10, invalid=0.0)
LIST = "GET /api/products"
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION
FAULTS = [
    ("cursor", "overlapping pages", "pagination", FAULT),
    ("link", "overlapping pages", "pagination", FAULT),
    ("fixed", "overlapping pages", "pagination", FAULT),
    ("next", "rows between pages", "pagination", FAULT),
    ("starting after", "rows between pages", "pagination", FAULT),
    ("pages from zero", "rows between pages", "pagination", FAULT),
    ("pages from zero", "one page too many", "pagination", FAULT),
    ("starting after", "always more", "pagination", FAULT),
    ("starting after", "ends too early", "pagination", FAULT),
    ("link", "ends too early", "pagination", FAULT),
    ("next", "always more", "pagination", FAULT),
    ("link", "ties broken anew", "pagination", FAULT),
    ("cursor", "total without filter", "filter", FAULT),
    ("cursor", "supplier ignored", "filter", FAULT),
    ("link", "supplier by its beginning", "filter", FAULT),
    ("link", "supplier leaves out", "filter", FAULT),
    ("link", "first tag only", "filter", FAULT),
    ("next", "either filter", "filter", FAULT),
    ("next", "minimum left out", "filter", FAULT),
    ("next", "bound let through", "filter", FAULT),
    ("next", "before instead of after", "filter", FAULT),
    ("next", "end of a range ignored", "filter", FAULT),
    ("link", "false means true", "filter", FAULT),
    ("fixed", "direction ignored", "sort", FAULT),
    ("cursor", "order of digits", "sort", FAULT),
    ("cursor", "sort loses rows", "sort", FAULT),
]


@pytest.mark.parametrize("style", STYLES)
def test_healthy_pages_of_every_style_contradict_themselves_nowhere(style):
    assert run(Store(style), SETTINGS).findings == ()


@pytest.mark.parametrize(("style", "fault", "relation", "severity"), FAULTS)
def test_a_wrong_list_is_found_and_shows_again(style, fault, relation, severity):
    report = run(Store(style, fault), SETTINGS)
    found = {(one.oracle, one.coordinate, one.severity): one for one in report.findings}
    assert (relation, LIST, severity) in found
    finding = found[relation, LIST, severity]
    (again,) = replay([finding], Store(style, fault), SETTINGS)
    (mended,) = replay([finding], Store(style), SETTINGS)
    assert (again.shown, mended.shown) == (True, False)


def test_relations_are_reproducible():
    settings = replace(SETTINGS, connections=1)
    told = [[one.message for one in run(Store("link", "overlapping pages"), settings).findings] for _ in range(2)]
    assert told[0] == told[1]
