from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TESTS = """
import querious
from shop import app

schema = querious.from_app(app, requests=120)


@schema.parametrize()
def test_api(operation):
    operation.check()
"""
BROKEN = ("return (200, BOOKS[int(number[1])]) if", "return (500, {}) if")
"""Every look-up is an error of the server."""
WRITTEN = """
import json, pathlib, shop
pathlib.Path("openapi.json").write_text(json.dumps(shop.DESCRIPTION))
"""
"""The description as a file."""


def test_the_entry_point_names_the_plugin():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert import_module(project["project"]["entry-points"]["pytest11"]["querious"]).pytest_generate_tests


def test_querious_and_its_tests_without_pytest_need_no_pytest():
    code = "import sys; sys.modules['pytest'] = None; import querious; querious.from_file; querious.ApiTests"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_session_that_tests_no_api_loads_next_to_nothing(run_pytest):
    heavy = ("graphql", "jsonschema", "pyreqwest", "rich", "querious.api", "querious.model")
    tests = f"import sys\n\ndef test_light():\n    assert not set(sys.modules) & set({heavy})\n"
    run_pytest(tests=tests).assert_outcomes(passed=1)


def test_there_is_one_test_for_each_operation_and_one_for_the_rest(shop, run_pytest):
    shop()
    result = run_pytest("-v", tests=TESTS)
    result.assert_outcomes(passed=3, skipped=1)
    for line in (
        "*::test_api[[]GET /books] PASSED*",
        "*::test_api[[]GET /books/{id}] PASSED*",
        "*::test_api[[]GET /shelves/{id}] SKIPPED*",
        "*::test_api[[]the whole API] PASSED*",
    ):
        result.stdout.fnmatch_lines([line])
    result.stdout.fnmatch_lines(["SKIPPED*test_api.py:7: never reached: no value found for {id} (404)"])
    result.stdout.fnmatch_lines(["120 requests in *; 2 of 3 operations reached"])


def test_a_failure_shows_the_finding_the_request_a_curl_line_and_the_seed(shop, run_pytest):
    shop(*BROKEN)
    result = run_pytest("--querious-seed", "7", tests=TESTS)
    result.assert_outcomes(passed=2, skipped=1, failed=1)
    result.stdout.fnmatch_lines(["querious: seed 7"])
    shown = result.stdout.str()
    failure = shown[shown.index("= FAILURES =") : shown.index("short test summary")]
    lines = failure.splitlines()[1:]
    assert lines[0].strip("_ ") == "test_api[GET /books/{id}]"
    assert lines[1] == "GET /books/{id}: 1 fault"
    assert "\nfault server_error, GET /books/{id}\n" in failure
    assert "\n  GET /books/1\n\n  Response: status 500" in failure
    assert '\n  curl -sSi -g "$URL"/books/1\n' in failure
    assert re.search(r"\n  seed 7, case \d+, id [0-9a-f]{12}", failure)
    assert failure.rstrip().count("curl reads $URL (where the application runs) from the environment.") == 1
    assert "The same requests again: pytest --querious-seed 7" in failure
    assert max(map(len, lines)) <= 80
    assert "operation.check()" not in failure
    result.stdout.fnmatch_lines(["FAILED test_api.py::test_api[[]GET /books/{id}] - *"])


def test_the_seed_is_random_unless_it_is_given(shop, run_pytest, pytester, monkeypatch):
    monkeypatch.delenv("QUERIOUS_SEED")
    pytester.makepyfile(test_nothing="def test_nothing(): pass")
    seeds = {line for _ in range(2) for line in run_pytest().outlines if line.startswith("querious: seed ")}
    assert len(seeds) == 2


def test_a_finding_of_no_chosen_operation_fails_the_test_of_the_whole(shop, run_pytest):
    shop()
    tests = TESTS.replace("requests=120", "requests=120, oracles=(strange,)").replace(
        "schema =",
        "def strange(exchange):\n    return 'told by nobody' if exchange.status == 404 else None\n\n\nschema =",
    )
    conftest = """
import pytest
from querious.pipeline.check.use_case import CheckedApi


@pytest.fixture(autouse=True, scope="session")
def of_nobody():
    CheckedApi.operation_of = lambda self, finding: ""
    yield
"""
    Path("conftest.py").write_text(conftest, encoding="utf-8")
    result = run_pytest(tests=tests)
    result.stdout.fnmatch_lines(["FAILED test_api.py::test_api[[]the whole API] - *told by nobody*"])
    result.assert_outcomes(passed=2, skipped=1, failed=1)


def test_where_nothing_can_be_judged_every_test_fails_in_one_line(shop, run_pytest):
    shop('status, value = found(environ["REQUEST_METHOD"], environ["PATH_INFO"], body)', "status, value = 401, {}")
    tests = TESTS.replace("from_app(app,", "from_file('openapi.json', app=app,").replace(
        "schema =", WRITTEN + "schema ="
    )
    result = run_pytest(tests=tests)
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["nothing could be judged: *HTTP 401*"])
    assert "Traceback" not in result.stdout.str()


def test_an_api_that_cannot_be_read_is_an_error_of_collection_with_the_reason(run_pytest):
    tests = TESTS.replace("from shop import app\n", "").replace("from_app(app", "from_url('http://127.0.0.1:9/graphql'")
    result = run_pytest(tests=tests)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(
        ["*ERROR collecting test_api.py*", "querious: no connection to the API could be made *"]
    )
