import pytest

from querious.variants.batches import VARIANT as BATCH
from querious.variants.catalogue import VARIANTS
from querious.variants.get_requests import VARIANT as GET
from querious.variants.graphql_bodies import VARIANT as BODY
from querious.variants.operation_names import VARIANT as NAME
from querious.variants.persisted_operations import VARIANT as PERSISTED
from varying import Service, found, told


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_healthy_service_is_healthy_in_every_form(variant):
    assert told(found(variant, Service())) == []


@pytest.mark.parametrize(
    ("variant", "form"), [(GET, "GET"), (BODY, "BARE"), (BATCH, "BATCH"), (PERSISTED, "HASH"), (PERSISTED, "PERSISTED")]
)
def test_a_form_that_is_not_offered_is_not_asked_for(variant, form):
    service = Service(without=[form])
    assert found(variant, service) is None
    assert len(service.requests) == 1


@pytest.mark.parametrize(
    ("variant", "fault", "expected"),
    [
        (GET, "get-other", 'fault Book.title: another value when sent by GET: "Book 2" became "Book 1"'),
        (GET, "get-kept", 'suspicion Book.title: another value when sent by GET: "Book 2" became "Book 1"'),
        (GET, "get-no-variables", 'fault Query.__typename: null when sent by GET: "Query" became "null"'),
        (GET, "get-crash", "fault Query.books: status 502 when sent by GET, and answered when posted"),
        (GET, "get-refuses", 'suspicion Query.book: refused when sent by GET, and answered when posted: "refused"'),
        (BODY, "bare-empty", "fault Query.books: null when sent as application/graphql"),
        (NAME, "last-operation", "fault Query.books: null when sent beside another operation, by its name"),
        (
            NAME,
            "first-operation",
            "fault Query: another operation than the one that operationName names was carried out",
        ),
        (
            PERSISTED,
            "any-hash",
            "fault Query: a document was carried out with the hash of another one, and stands under",
        ),
        (PERSISTED, "any-hash-unkept", "fault Query: a document was carried out with the hash of another one"),
        (PERSISTED, "hash-keeps-answer", "fault Query.__typename: null when sent as its hash alone"),
        (
            PERSISTED,
            "forgets",
            "suspicion Query: a hash is never found, though its document was sent with it just before",
        ),
        (BATCH, "batch-order", "fault Query: the answers to a batch are not in the order of its operations"),
        (BATCH, "batch-count", "fault Query: a batch of 3 operations has 2 answers"),
        (BATCH, "batch-drops-failed", "fault Query: a batch of 4 operations has 3 answers"),
        (BATCH, "batch-spoils", "fault Query: one invalid operation in a batch spoils the answer to another"),
        (BATCH, "batch-first-variables", 'fault Query.__typename: null when sent in a batch: "Query" became "null"'),
        (BATCH, "batch-crash", "fault Query: status 500 when sent in a batch, and answered when posted"),
        (BATCH, "batch-all-or-nothing", "suspicion Query: one invalid operation in a batch leaves the others without"),
        (BATCH, "batch-ok", "fault Query: an invalid operation in a batch is answered with data"),
    ],
)
def test_a_fault_is_told(variant, fault, expected):
    messages = told(found(variant, Service(fault)))
    assert any(message.startswith(expected) for message in messages), messages


def test_what_flickers_is_nobodys_fault():
    assert told(found(GET, Service(), "{ ticks }")) == []
    assert told(found(PERSISTED, Service(), "{ ticks }")) == []
    assert told(found(BATCH, Service(), "{ ticks }", "{ a: ticks }")) == []


def test_one_refusal_by_a_gateway_is_none_of_the_form(monkeypatch):
    service = Service()
    usual = service._answer

    def answer(request):
        status, headers, body = usual(request)
        return (
            (414, headers, b"too long")
            if request.method == "GET" and "books" in request.path
            else (status, headers, body)
        )

    monkeypatch.setattr(service, "_answer", answer)
    assert told(found(GET, service)) == []
