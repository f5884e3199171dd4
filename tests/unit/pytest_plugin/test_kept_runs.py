"""What a session has found is kept as a run: commands show it, accept it and ask it again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from querious.model import Coverage, Exchange, Finding, Request, Run, rest_case
from querious.pytest_plugin.kept_runs import KeptRun, keep_runs
from querious.pytest_plugin.target_name import importable_name
from querious.report.context import Context
from querious.report.json_report import load

BROKEN = ("return (200, BOOKS[int(number[1])]) if", "return (500, {}) if")
TESTS = """
import querious
from shop import app

schema = querious.from_app(app, requests=60)


@schema.parametrize()
def test_api(operation):
    operation.check()
"""
CHECKED = """
import json
import querious
import httpx
import shop

pathlib = __import__("pathlib")
pathlib.Path("openapi.json").write_text(json.dumps(shop.DESCRIPTION))
schema = querious.from_file("openapi.json")


def answered(path, status, value):
    return httpx.Response(status, json=value, request=httpx.Request("GET", "http://shop.test" + path))


def test_one():
    schema.check(answered("/books/1", 500, {}))


def test_other():
    schema.check(answered("/books", 500, {}))
"""


def querious(*arguments):
    clean = {name: text for name, text in os.environ.items() if not name.startswith("QUERIOUS_")}
    line = [sys.executable, "-m", "querious", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=clean, timeout=120)


def last_run():
    return load(Path(".querious/last-run.json").read_text(encoding="utf-8")).run


def test_commands_show_accept_and_replay_what_a_test_has_found(shop, run_pytest):
    shop(*BROKEN)
    result = run_pytest(tests=TESTS)
    told = "Kept in .querious/last-run.json for querious show, accept, replay and open"
    result.stdout.fnmatch_lines([told])
    kept = last_run()
    assert kept.target == "shop:app"
    (finding,) = kept.faults
    assert "server_error" in querious("show", finding.fingerprint[:6]).stdout
    replayed = querious("replay")
    assert (replayed.returncode, "reproduced" in replayed.stdout) == (1, True), replayed.stderr
    assert Path(".querious/last-run.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert querious("accept", finding.fingerprint, "--reason", "known").returncode == 0
    again = run_pytest(tests=TESTS)
    again.assert_outcomes(passed=2, skipped=2)  # none of its look-ups is answered
    again.stdout.fnmatch_lines([f"*(fault, accepted until *: known, id {finding.fingerprint})"])


@pytest.mark.parametrize("workers", [(), ("-p", "xdist.plugin", "-n", "2", "--dist", "each")])
def test_what_checks_have_found_is_kept_whoever_found_it(shop, run_pytest, workers):
    shop()
    run_pytest(*workers, tests=CHECKED)
    kept = last_run()
    assert sorted(finding.coordinate for finding in kept.findings if finding.oracle == "server_error") == [
        "GET /books",
        "GET /books/{id}",
    ]
    refused = querious("replay")
    assert refused.returncode == 2


def test_nothing_is_kept_where_the_configuration_says_so_or_nothing_is_tested(shop, run_pytest):
    shop(*BROKEN)
    Path("querious.toml").write_text("save = false\n", encoding="utf-8")
    run_pytest(tests=TESTS)
    assert not Path(".querious").exists()
    Path("querious.toml").unlink()
    run_pytest(tests="def test_nothing(): pass")
    assert not Path(".querious").exists()


def found(coordinate, count=1):
    exchange = Exchange(rest_case(Request("GET", "/x")), 500)
    return Finding("server_error", coordinate, "status 500", exchange, count=count)


def test_several_runs_become_one(tmp_path):
    one = Run("shop:app", 1, (found("GET /a"), found("GET /b", 2)), Coverage(frozenset("ab"), frozenset("a")))
    other = replace(one, findings=(found("GET /b", 3),), coverage=Coverage(frozenset("ab"), frozenset("b")), requests=7)
    keep_runs([KeptRun(run, Context()).dump() for run in (one, other)], tmp_path)
    kept = load((tmp_path / ".querious" / "last-run.json").read_text(encoding="utf-8")).run
    assert {finding.coordinate: finding.count for finding in kept.findings} == {"GET /a": 1, "GET /b": 5}
    assert (kept.target, kept.requests, kept.coverage.requested) == ("shop:app", 7, frozenset("ab"))


def test_of_several_apis_nobody_says_where_to_ask_again(tmp_path, monkeypatch):
    runs = [Run("shop:app", 1, (found("GET /a"),)), Run("depot:app", 1, (found("GET /b"),))]
    keep_runs([KeptRun(run, Context()).dump() for run in runs], tmp_path)
    monkeypatch.chdir(tmp_path)
    refused = querious("replay")
    assert refused.returncode == 2
    assert "is of shop:app, depot:app, which no command can open; pass --target" in " ".join(refused.stderr.split())


def test_nothing_secret_is_handed_on():
    run = Run("https://ada:hunter2@shop.test/?key=hunter2", 1, (found("GET /a"),))
    context = Context("https://ada:hunter2@shop.test/", {"X-Key": "hunter2"}, target_url=run.target)
    assert "hunter2" not in json.dumps(KeptRun.load(KeptRun(run, replace(context, url="")).dump()).dump())


def test_an_object_is_called_as_others_can_import_it():
    assert importable_name(json.JSONDecoder) == "json:JSONDecoder"
    assert importable_name(object()) == ""
