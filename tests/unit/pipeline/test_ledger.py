from __future__ import annotations

from querious.model import Exchange, Failure, Finding, Settings, Severity
from querious.pipeline.ledger import MOST, Ledger, failing
from sample import case

QUERY = Exchange(case("{ version }"))
MUTATION = Exchange(case("mutation { dropBook(id: 1) }"))


def finding(message: str = "boom", exchange: Exchange = QUERY, **changes) -> Finding:
    return Finding("data", "Book.id", message, exchange, **changes)


def test_a_cause_is_kept_once_and_counted_once_per_exchange():
    ledger = Ledger()
    assert len(ledger.add([finding(), finding("boom")])) == 1
    assert ledger.add([finding()]) == []
    (kept,) = ledger.findings
    assert kept.count == 2


def test_faults_are_told_from_suspicions():
    ledger = Ledger()
    ledger.add([finding(), finding("odd", severity=Severity.SUSPICION)])
    assert (len(ledger), failing(ledger.causes, Settings())) == (2, 1)


def test_a_query_is_shown_rather_than_a_mutation():
    ledger = Ledger()
    ledger.add([finding(exchange=MUTATION)])
    ledger.add([finding(exchange=QUERY)])
    ledger.add([finding(exchange=MUTATION)])
    (kept,) = ledger.findings
    assert kept.exchange.case is QUERY.case
    assert kept.count == 3


def test_memory_is_bounded():
    ledger = Ledger()
    letters = "abcdefghijklmnopqrstuvwxyz"
    many = [a + b for a in letters for b in letters]
    for words in many:
        ledger.add([finding(words)])
    assert len(ledger) == MOST
    assert ledger.dropped == len(many) - MOST
    large = Exchange(QUERY.case, body=b"x" * 1_000_000, payload={"data": "x" * 1_000_000})
    small = Ledger()
    small.add([finding(exchange=large)])
    assert len(small.findings[0].exchange.body) < 100_000
    assert small.findings[0].exchange.payload is None


def test_a_shrunk_finding_keeps_its_count():
    ledger = Ledger()
    ledger.add([finding()])
    ledger.add([finding()])
    ledger.update(finding().fingerprint, finding(shrunk=True))
    (kept,) = ledger.findings
    assert (kept.count, kept.shrunk) == (2, True)


def test_what_turns_out_to_be_beyond_judgement_is_taken_back():
    ledger = Ledger()
    ledger.add([finding(), Finding("echo", "Book.id", "other", QUERY), Finding("echo", "Book.title", "other", QUERY)])
    ledger.drop({"echo"}, {"Book.id"})
    assert [(one.oracle, one.coordinate) for one in ledger.findings] == [("data", "Book.id"), ("echo", "Book.title")]


def test_of_a_scenario_every_answer_is_kept_without_its_bulk():
    ledger = Ledger()
    large = Exchange(case("{ version }"), body=b"x" * 1_000_000, payload={"data": {}})
    ledger.add([finding(trace=(large, QUERY))])
    (kept,) = ledger.findings
    assert [len(step.body) for step in kept.trace] == [64 * 1024, 0]


def test_what_a_trace_shows_for_certain_takes_the_place_of_a_suspicion():
    ledger = Ledger()
    suspected = finding(severity=Severity.SUSPICION, trace=(QUERY,))
    certain = finding(trace=(QUERY, QUERY))
    ledger.add([suspected])
    assert ledger.knows(suspected)
    assert not ledger.knows(certain)
    assert ledger.add([certain]) == [certain]
    assert ledger.add([suspected]) == []
    (kept,) = ledger.findings
    assert (kept.severity, kept.count, len(kept.trace)) == (Severity.FAULT, 3, 2)


def test_a_request_that_never_was_answered_takes_the_place_of_one_that_asked_for_too_much():
    late = Exchange(QUERY.case, status=0, failure=Failure.TIMEOUT)
    suspected, certain = (finding(exchange=late, severity=each) for each in (Severity.SUSPICION, Severity.FAULT))
    ledger = Ledger()
    ledger.add([suspected])
    assert ledger.add([certain]) == [certain]
    assert failing(ledger.causes, Settings()) == 1


def test_what_one_exchange_shows_stays_a_suspicion_once_its_words_were_learned():
    ledger = Ledger()
    ledger.add([finding(severity=Severity.SUSPICION)])
    assert ledger.add([finding()]) == []
    assert failing(ledger.causes, Settings()) == 0
