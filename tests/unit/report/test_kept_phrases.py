from __future__ import annotations

from dataclasses import replace

import pytest

from querious.model import Exchange, Failure, Field, Fragment, Kept, Operation, graphql_case
from querious.model.document_text import write_case
from querious.report import kept_phrases as phrases
from querious.report.kept_json import Origin

HOSTILE = "\x1b[31m\u202e\n[bold]\ud800"


def kept(*names: str, kind: str = "query", number: int = 231, body: bytes = b"{}") -> Kept:
    selections = tuple(Field("Query", name, "", (), (), ()) for name in names or ("project",))
    exchange = Exchange(write_case(number, Operation(kind, "", "Query", selections)), 200, body=body, elapsed=0.0123)
    return Kept("tuples", exchange, "user error", ("0123abcd",), 9, 7, {"good": 1, "perfect": 12, "malformed": 0})


def test_a_row_stands_in_the_columns_of_its_heading():
    line = phrases.row(kept(body=b"x" * 5000))
    assert line == "   231  tuples     200  user error      4.9 KiB    12 ms  12 perfect, 1 good  project"
    for title, text in (("phase", "tuples"), ("outcome", "user"), ("paths", "12 perfect")):
        assert phrases.HEADING.index(title) == line.index(text)
    for title, text in (("size", "4.9 KiB"), ("time", "12 ms"), ("status", "200"), ("number", "231")):
        assert phrases.HEADING.index(title) + len(title) == line.index(text) + len(text)


def test_what_was_not_planned_and_not_answered_is_a_dash():
    lost = replace(kept(), classes={}, exchange=Exchange(kept().exchange.case, failure=Failure.TIMEOUT))
    assert phrases.row(lost) == "   231  tuples       -  user error          0 B     0 ms  -                  project"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (99_999, "98 KiB"),
        (1 << 28, "256 MiB"),
        (1 << 53, "8589934592 MiB"),
    ],
)
def test_sizes_are_short(number: int, told: str):
    assert phrases.size(number) == told


@pytest.mark.parametrize(("number", "told"), [(0.0004, "0 ms"), (0.25, "250 ms"), (12.34, "12.3 s")])
def test_times_are_short(number: float, told: str):
    assert phrases.seconds(number) == told


def test_root_fields_are_named_once_and_then_counted():
    assert phrases.roots(kept("a", "b", "a", kind="mutation")) == "mutation a, b"
    assert phrases.roots(kept(*(f"field{number}" for number in range(30)))).endswith("field4 and 25 more")
    assert phrases.roots(kept("x" * 50, "y")).startswith("x" * 50)


def test_fragments_on_the_root_are_looked_into():
    exchange = kept().exchange
    fragment = Fragment("Query", (), exchange.case.operation.selections)
    case = write_case(1, Operation("query", "", "Query", (fragment,)))
    assert phrases.roots(replace(kept(), exchange=replace(exchange, case=case))) == "project"


def test_what_was_thought_of_it_is_told():
    flawed = replace(kept().exchange.case, flaw="a field that is not there")
    assert list(phrases.remarks(replace(kept(), exchange=replace(kept().exchange, case=flawed)))) == [
        "deliberately invalid: a field that is not there",
        "planned paths: 12 perfect, 1 good; 7 of 9 fields on them had data",
        "findings: 0123abcd",
    ]
    assert list(phrases.remarks(Kept("random", kept().exchange, "data"))) == []


def test_the_question_is_not_shortened():
    document = '{ project(id: "' + "x" * 5000 + '") }'
    case = graphql_case(0, Operation("query", "", "Query", ()), document, {"a": "y" * 5000})
    lines = list(phrases.question(replace(kept(), exchange=replace(kept().exchange, case=case)), 80))
    assert lines == ["{", '  project(id: "' + "x" * 5000 + '")', "}", '$a = "' + "y" * 5000 + '"']


def test_a_failure_is_told_with_its_words():
    lost = Exchange(kept().exchange.case, failure=Failure.CRASH, detail="Traceback\n  KeyError\n")
    assert list(phrases.answer(replace(kept(), exchange=lost))) == [
        "Response: the application raised an exception instead of answering",
        "Traceback",
        "  KeyError",
    ]


def test_what_was_not_kept_of_an_answer_is_told():
    assert list(phrases.answer(replace(kept(), cut=1234)))[-1] == "[... 1,234 more bytes were not kept ...]"


def test_what_the_curl_line_lacks_is_told():
    assert "query of the URL" in phrases.again_remark(Origin("http://h/", whole=False))
    assert "query of the URL" not in phrases.again_remark(Origin("http://h/"))
    assert (phrases.again(kept(), Origin()), phrases.again_remark(Origin())[:22]) == ("", "There is no curl comma")


def test_hostile_text_is_never_obeyed():
    field = Field(HOSTILE, HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),), (), ())
    case = write_case(1, Operation(HOSTILE, HOSTILE, HOSTILE, (field,)), HOSTILE)
    case = graphql_case(1, case.operation, case.document, {HOSTILE: {HOSTILE: HOSTILE}}, HOSTILE)
    body = HOSTILE.encode("utf-8", "surrogatepass")
    exchange = Exchange(case, 200, {"content-type": HOSTILE}, body, detail=HOSTILE)
    bad = Kept(HOSTILE, exchange, HOSTILE, (HOSTILE,), 1, 1, {HOSTILE: 1})
    told = [phrases.row(bad), phrases.title(bad), *phrases.remarks(bad), *phrases.question(bad, 80)]
    told += [*phrases.answer(bad), phrases.again(bad, Origin(f"http://h/{HOSTILE}"))]
    assert all(line.isprintable() for line in told)
