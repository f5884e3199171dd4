from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import querious
from shop import app

schema = querious.from_app(app, requests=60)


@schema.parametrize()
def test_api(operation):
    operation.check()
"""
NOTED = (
    'CALLS.append(environ["PATH_INFO"])',
    "open(f'asked by {__import__(\"os\").getpid()}', 'a').close() if environ['PATH_INFO'] == '/books' else None",
)
"""Every process that asks for more than the description leaves a file."""
CLASSES = """
import unittest
import pytest
import querious
from shop import app

schema = querious.from_app(app, requests=60)


@schema.parametrize()
class TestPlain:
    def test_api(self, operation):
        operation.check()

    def test_of_something_else(self):
        pass


class TestMixin(querious.ApiTests, unittest.TestCase):
    schema = schema


class TestLoop(unittest.TestCase):
    schema = querious.from_app(app, requests=61)

    def test_api(self):
        for operation in self.schema.operations():
            with self.subTest(operation.name):
                operation.check()
"""


def test_workers_of_xdist_share_one_run_and_its_seed(shop, run_pytest):
    shop(*NOTED)
    result = run_pytest("-p", "xdist.plugin", "-n", "2", "--dist", "loadgroup", tests=TESTS)
    result.assert_outcomes(passed=3, skipped=1)
    assert len(list(Path().glob("asked by *"))) == 1
    shown = result.stdout.str()
    (seed,) = re.findall(r"querious: seed (\d+)", shown)
    (told,) = re.findall(r"^60 requests .*seed (\d+)", shown, re.MULTILINE)
    assert told == seed


def test_classes_of_pytest_and_unittest(shop, run_pytest):
    shop()
    result = run_pytest("-v", "-W", "error", tests=CLASSES)
    shown = result.stdout.str()
    assert "TestPlain::test_api[GET /books/{id}] PASSED" in shown
    assert "TestPlain::test_of_something_else PASSED" in shown
    assert "TestMixin::test_api[GET /books/{id}] PASSED" in shown
    assert "TestMixin::test_api[GET /shelves/{id}] SKIPPED" in shown
    runs = sorted(re.findall(r"^6[01] requests ", shown, re.MULTILINE))
    if pytest.version_tuple < (9,):  # without subtests, the loop ends at the first operation that was not reached
        assert "TestLoop::test_api SKIPPED" in shown
        runs.append("61 requests ")
    else:
        assert "TestLoop::test_api PASSED" in shown
    assert runs == ["60 requests ", "61 requests "], "the classes with one schema share its run"


def test_the_mixin_under_unittest_alone(shop, pytester):
    shop("return (200, BOOKS[int(number[1])]) if", "return (500, {}) if")
    pytester.makepyfile(test_api=CLASSES)
    done = subprocess.run(
        [sys.executable, "-m", "unittest", "test_api.TestMixin"], capture_output=True, text=True, check=False
    )
    assert "FAILED (failures=1, skipped=1)" in done.stderr
    assert 'curl -sSi -g "$URL"/books/' in done.stderr


def test_markers_change_settings(shop, run_pytest):
    shop()
    tests = f"import pytest\n{TESTS}".replace("@schema", "@pytest.mark.querious(requests=30, mutations=True)\n@schema")
    result = run_pytest("-v", "--strict-markers", tests=tests)
    result.stdout.fnmatch_lines(["*::test_api[[]POST /books] *", "*, ended: 30 requests; 3 of 4 operations reached"])


def test_a_test_that_takes_no_operation_is_told_so(shop, run_pytest):
    shop()
    result = run_pytest(tests=TESTS.replace("(operation)", "()").replace("operation.check()", "pass"))
    result.stdout.fnmatch_lines(["test_api.py::test_api: the test must take the argument 'operation'"])
