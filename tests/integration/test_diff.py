"""Two builds of the demo on real sockets, as a user holds one against the other."""

from __future__ import annotations

import json

import pytest

from querious.demo import start


@pytest.mark.parametrize(
    ("fault", "place", "kind"),
    [
        ("owner-by-name", "Project.owner", "null"),
        ("members-by-name", "Project.members", "items lost"),
    ],
)
def test_a_fault_that_answers_wrongly_is_found_at_its_field(called, tmp_path, fault, place, kind):
    with start() as healthy, start([fault]) as faulty:
        ended = called("diff", healthy.url, faulty.url, "--seed", "1", "--requests", "300", "--json", "diff.json")
    assert ended.returncode == 1
    found = json.loads((tmp_path / "diff.json").read_text())
    assert [(one["coordinate"], one["kind"]) for one in found["differences"]] == [(place, kind)]
    (one,) = found["differences"]
    assert one["steadiness"] == "steady"
    assert len(one["case"]["document"]) < 80
    assert f"difference  {place}" in ended.stdout
    assert ended.stdout.count(f"curl -sSi {healthy.url}") == ended.stdout.count(f"curl -sSi {faulty.url}") == 1


def test_a_build_held_against_itself_has_no_differences(called):
    with start() as one, start() as other:
        ended = called("diff", one.url, other.url, "--seed", "2", "--requests", "300")
    assert ended.stdout.endswith("No differences found.\n")
    assert ended.returncode == 0


def test_one_server_held_against_itself_has_no_differences_though_its_clock_ticks(called):
    with start() as demo:
        ended = called("diff", demo.url, demo.url, "--seed", "3", "--requests", "300")
    assert ended.stdout.endswith("No differences found.\n")
    assert "Query.now" in ended.stdout
    assert ended.returncode == 0


def test_a_server_that_is_not_there_is_told_in_one_line(called):
    with start() as demo:
        ended = called("diff", demo.url, "http://127.0.0.1:9/graphql")
    assert ended.returncode == 2
    assert ended.stderr.startswith("querious: B: no connection to the API could be made")
    assert ended.stderr.count("\n") == 1
