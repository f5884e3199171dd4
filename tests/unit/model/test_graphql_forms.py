import pytest

from querious.model import Case, Field, Operation, Variable, graphql_case
from querious.model.document_text import write_case
from querious.model.graphql_forms import (
    SentForm,
    batch,
    entry,
    form_of,
    is_usual,
    misnamed,
    other_named,
    reform,
    request_in,
)

OPERATION = Operation(
    "query", "", "Query", (Field("Query", "book", arguments=[("id", Variable("id", "ID!", "ä &+"))]),)
)
OTHER = Operation("query", "", "Query", (Field("Query", "books"),))
REFILLED = [form for form in SentForm if form not in {SentForm.BATCH, SentForm.MISNAMED, SentForm.OTHER_NAMED}]


@pytest.mark.parametrize("form", REFILLED)
def test_a_form_is_read_from_the_request_and_filled_anew(form):
    request = request_in(form, OPERATION)
    assert form_of(request) is form
    case = Case(3, OPERATION, request)
    assert reform(case, OTHER).request == request_in(form, OTHER)
    assert is_usual(case) is (form is SentForm.POST)


@pytest.mark.parametrize(
    ("request_", "form"),
    [
        (batch([entry(OPERATION), entry(OTHER)]), SentForm.BATCH),
        (misnamed(OPERATION, "0" * 64), SentForm.MISNAMED),
        (other_named(OPERATION), SentForm.OTHER_NAMED),
    ],
)
def test_what_one_operation_does_not_fill_stays_as_it_is(request_, form):
    assert form_of(request_) is form
    assert reform(Case(0, OPERATION, request_), OTHER) is None


def test_a_get_is_percent_encoded_throughout():
    path = request_in(SentForm.GET, OPERATION).path
    assert path.isascii()
    assert "+" not in path.replace("%2B", "")
    assert " " not in path


def test_usual_cases_are_usual_and_others_have_no_document_of_their_own():
    assert is_usual(write_case(1, OPERATION))
    assert is_usual(graphql_case(1, OPERATION, "{ a }", {}))
    hashed = Case(0, OPERATION, request_in(SentForm.HASH, OPERATION))
    assert (hashed.document, hashed.variables) == ("", {"id": "ä &+"})
    several = Case(0, OPERATION, batch([entry(OPERATION)]))
    assert (several.document, several.variables) == ("", {})
