from __future__ import annotations

from typing import Any

from library_api import Library, made_up
from querious.baseline import BASELINE, INVARIANT, Baseline, BaselineAnswer, BaselineCheck, graphql_terms
from querious.model import Severity

BOOK = '{ book(id: "b101") { id pages } }'


def check(library: Library, **baseline: Any) -> BaselineCheck:
    answer = BaselineAnswer(BOOK, {}, Library().data_of(BOOK)[1])
    return BaselineCheck(
        Baseline((answer, BaselineAnswer("{ gone }", {}, {})), **baseline),
        graphql_terms(library.schema),
        lambda answer: "there is no field gone" if "gone" in answer.document else library.operation(answer.document),
        library.shape,
        lambda _, value: value,
    )


def found(library: Library, document: str = BOOK, **baseline: Any) -> list[tuple[str, str, str]]:
    exchange = library.send(document)
    held, shape = check(library, **baseline), library.shape(exchange.case.operation)
    findings = [*held.differences(exchange, shape), *held.broken_invariants(exchange, shape)]
    return [(one.oracle, one.coordinate, one.message) for one in findings]


def changed(**values: Any) -> Library:
    data = made_up()
    data.books[1] |= values
    return Library(data)


def test_what_the_schema_allows_is_asked_and_the_rest_is_told():
    held = check(Library())
    assert [question.answer.document for question in held.questions] == [BOOK]
    assert [(answer.document, why) for answer, why in held.invalid] == [("{ gone }", "there is no field gone")]


def test_the_same_answer_is_no_finding():
    assert found(Library()) == []


def test_a_difference_is_a_finding():
    assert found(changed(pages=7)) == [
        (BASELINE, "Book.pages", f"is `7`, but was `{made_up().books[1]['pages']}` in the baseline")
    ]


def test_an_answer_with_an_error_says_so():
    def fails(*_: Any) -> Any:
        raise ValueError("no")

    ((_, coordinate, message),) = found(Library(changed={"Book.pages": fails}))
    assert coordinate == "Book.pages"
    assert message.endswith("; the answer has an error")


def test_an_error_beside_the_same_data_is_a_finding_at_the_root():
    library = Library()
    exchange = library.send(BOOK)
    exchange.payload["errors"] = [{"message": "late"}]
    findings = check(library).differences(exchange, library.shape(exchange.case.operation))
    assert [(one.coordinate, one.message) for one in findings] == [
        ("Query.book", "returned an error, but did not in the baseline")
    ]


def test_a_broken_invariant_is_a_finding():
    library = changed(pages=None)
    invariants = {"Book.pages": {"never null": True}, "Book.id": {"unique": True}}
    other = '{ book(id: "b101") { number: pages } }'
    exchange = library.send(other)
    (one,) = check(library, invariants=invariants).broken_invariants(exchange, library.shape(exchange.case.operation))
    assert (one.oracle, one.coordinate, one.path) == (INVARIANT, "Book.pages", "data.book.number")
    assert one.severity is Severity.FAULT


def test_volatile_fields_are_not_judged():
    volatile = frozenset({"Book.pages"})
    invariants = {"Book.pages": {"never null": True}}
    assert found(changed(pages=None), volatile=volatile, invariants=invariants) == []
