"""What counts as an answer that tells something of the API."""

from __future__ import annotations

from querious.graphql.oracles import outcome
from querious.model import Exchange
from querious.pipeline.nothing_judged import AnswerTally
from sample import case

REFUSED = {
    "data": {"version": None},
    "errors": [{"message": "Who are you?", "path": ["version"], "extensions": {"code": "UNAUTHENTICATED"}}],
}
SKIPPED = {"data": {}, "extensions": {"cost": 0}}


def answered(query: str, payload: object) -> Exchange:
    return Exchange(case(query), 200, payload=payload, is_json=True)


def tally_of(*exchanges: Exchange) -> AnswerTally:
    tally = AnswerTally()
    for exchange in exchanges:
        tally.note(exchange, outcome(exchange))
    return tally


def test_an_operation_whose_every_field_is_skipped_asks_nothing():
    refused = [answered("{ version }", REFUSED)] * 30
    skipped = [answered("{ version @skip(if: true) }", SKIPPED)] * 5
    tally = tally_of(*refused, *skipped)
    assert (tally.total, tally.judged) == (30, 0)
    assert tally.is_hopeless
    assert tally.nothing


def test_one_answer_with_data_among_refusals_is_judged():
    tally = tally_of(*[answered("{ version }", REFUSED)] * 30, answered("{ version }", {"data": {"version": "1"}}))
    assert tally.judged == 1


def test_a_few_odd_answers_among_web_pages_do_not_keep_a_run_going():
    page = Exchange(case("{ version }"), 200, {"content-type": "text/html"}, b"<html><title>Welcome</title></html>")
    answer = answered("{ version }", {"data": {"version": "1"}})
    assert not tally_of(answer, *[page] * 30).is_hopeless
    assert tally_of(answer, *[page] * 60).is_hopeless
    refused = answered("{ version }", REFUSED)
    assert not tally_of(answer, *[refused] * 60).is_hopeless


def test_an_invalid_operation_that_is_refused_counts_for_nothing():
    invalid = case("{ version }", flaw="a field that is not there")
    assert tally_of(Exchange(invalid, 400, payload={"errors": [{"message": "No."}]}, is_json=True)).total == 0
