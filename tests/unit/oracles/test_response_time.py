from __future__ import annotations

from dataclasses import replace

from querious.model import Exchange, Failure, Request, rest_case
from querious.oracles import response_time
from sample import case

RULE = response_time(0.5)
QUICK = Exchange(case("{ version }"), 200, elapsed=0.5)


def test_an_answer_in_time_is_fine():
    assert list(RULE.judge(QUICK, None)) == []


def test_a_slow_answer_is_a_fault_of_what_was_asked():
    (finding,) = RULE.judge(replace(QUICK, elapsed=1.234), None)
    assert finding.coordinate == "Root.version"
    assert finding.message == "the response took 1.23 s, longer than --max-response-time 0.5s"
    (other,) = RULE.judge(replace(QUICK, elapsed=2.5), None)
    assert other.fingerprint == finding.fingerprint
    (rest,) = RULE.judge(Exchange(rest_case(Request("GET", "/books")), 200, elapsed=1), None)
    assert rest.coordinate == "GET /books"


def test_what_never_came_is_told_by_another_rule():
    assert RULE.judge(replace(QUICK, elapsed=9, failure=Failure.TIMEOUT), None) is None
