"""Applications of four frameworks, in process, by the descriptions that these make of them."""

from __future__ import annotations

from importlib import import_module

import pytest

import querious
from querious.model.state import Command

FRAMEWORKS = {
    "fastapi_shelf": ("fastapi",),
    "litestar_shelf": ("litestar",),
    "smorest_shelf": ("flask_smorest",),
    "drf_shelf": ("rest_framework", "drf_spectacular"),
}
DESIGNS = {"smorest_shelf": ["missing_allow"]}
"""What a framework does that its users may want to know: Flask-smorest replaces the answer of Flask, and drops ``Allow``."""


def run(name, **how):
    for package in FRAMEWORKS[name]:
        pytest.importorskip(package)
    app = import_module(f"frameworks.{name}").create_app(**how)
    return querious.run(app, seed=1, requests=600, seconds=None, mutations=True)


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_healthy_service_is_tested_whole_and_not_blamed(name):
    report = run(name)
    assert [finding.oracle for finding in report.findings] == DESIGNS.get(name, [])
    (books,) = report.state.collections
    assert set(books.commands) >= {Command.POST, Command.GET, Command.LIST, Command.PUT, Command.DELETE}
    assert not books.left_out


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_look_up_of_another_book_is_found(name):
    assert "echo" in {finding.oracle for finding in run(name, faulty=True).faults}
