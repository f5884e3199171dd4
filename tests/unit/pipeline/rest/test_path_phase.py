from __future__ import annotations

import pytest

from querious.model import Class, Settings, Step
from querious.pipeline.run.use_case import run
from unit.pipeline.rest.library import Library

SETTINGS = {"seed": 2, "requests": 150, "seconds": None, "shrink": 0}


@pytest.mark.parametrize("criterion", ["node", "edge", "edge-pair", "prime-path"])
def test_paths_through_operations_are_walked_with_the_values_that_answers_show(criterion):
    library = Library()
    report = run(library, Settings(criterion=criterion, **SETTINGS))
    (reach,) = report.reach
    assert (reach.plan, reach.asked) == (criterion, reach.paths)
    assert reach.classes[Class.PERFECT] == reach.paths > 2
    assert reach.ratio == 1.0
    assert report.findings == ()


def test_a_path_ends_where_the_data_does():
    library = Library()
    library.authors, library.books = {}, {}
    report = run(library, Settings(criterion="edge", **SETTINGS))
    (reach,) = report.reach
    assert reach.classes[Class.GOOD] == reach.paths - reach.classes[Class.PERFECT] > 0
    assert "GET /books → GET /books/{id}" in {str(walked.path) for walked in reach.missed}


def test_a_run_says_which_operation_feeds_which():
    graph = run(Library(), Settings(criterion="none", **SETTINGS)).graph
    assert Step("API", "", "GET /books") in graph
    assert Step("GET /books", "id", "GET /books/{id}") in graph


def test_no_paths_are_walked_where_none_are_wanted():
    assert run(Library(), Settings(criterion="none", **SETTINGS)).reach == ()
