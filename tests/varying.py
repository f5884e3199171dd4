"""One harness for all variants: a small service that takes operations in every form, with faults that can be switched on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, OperationDefinitionNode, build_schema, execute_sync, parse, validate

from querious.answers.order import PromisedOrder
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Case, Exchange
from querious.model.graphql_forms import SentForm, digest, form_of, named_hash, parameters_of
from querious.pipeline.graphql.form_answers import form_answer
from querious.variants import FormKnowledge, VariantMismatch
from querious.variants.probes import switched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Operation, Request
    from querious.variants import FormVariant

SDL = """
directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @stream(if: Boolean, label: String, initialCount: Int) on FIELD
type Author { name: String! books: [Book!]! }
type Book { id: ID! title: String! author: Author! }
type Query { books(first: Int = 3): [Book!]! book(id: ID!): Book ticks: Int tags: [String!]! }
"""
DOCUMENTS = ("{ books { id title } }", '{ book(id: "2") { title author { name } } }', "{ tags }", "{ ticks }")
NOT_FOUND = {"errors": [{"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]}
REFUSED = {"errors": [{"message": "refused"}]}


class Service:
    """Answers requests. Faults are names; ``without`` are the forms that it does not offer."""

    def __init__(self, *faults: str, without: Sequence[str] = ()) -> None:
        self.faults = set(faults)
        self.without = set(without)
        self.schema = build_schema(SDL)
        self.store: dict[str, str] = {}
        self.answers: dict[str, Any] = {}
        self.ticks = 0
        self.requests: list[Request] = []
        authors = [{"name": "Ann"}, {"name": "Bob"}]
        books = [{"id": str(n), "title": f"Book {n}", "author": authors[n % 2]} for n in range(5)]
        types = self.schema.type_map
        types["Query"].fields["books"].resolve = lambda *_, first=3: books[: max(0, first or 0)]
        types["Query"].fields["book"].resolve = lambda *_, **key: next(
            (one for one in books if one["id"] == key["id"]), None
        )
        types["Query"].fields["ticks"].resolve = lambda *_: self._tick()
        types["Query"].fields["tags"].resolve = lambda *_: ["a", "b", "c"]
        types["Author"].fields["books"].resolve = lambda author, _: [one for one in books if one["author"] is author]

    def _tick(self) -> int:
        self.ticks += 1
        return self.ticks

    def send(self, case: Case) -> Exchange:
        """See ``querious.execute.Client``."""
        self.requests.append(case.request)
        status, headers, body = self._answer(case.request)
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        payload = None if isinstance(body, bytes) else json.loads(text)
        return Exchange(case, status, headers, text, payload, is_json=payload is not None)

    def _answer(self, request: Request) -> tuple[int, dict[str, str], Any]:
        form = form_of(request)
        headers = {"content-type": "application/json"}
        if form.name in self.without:
            return 405, headers, REFUSED
        if form is SentForm.BATCH:
            return self._batched(request.body, headers)
        if form is SentForm.BARE:
            answer = self.run(request.body, {})
            return 200, headers, {"data": {}} if "bare-empty" in self.faults and "books" in request.body else answer
        asked = request.body
        if request.method == "GET":
            asked = {
                name: value if name == "query" else json.loads(value) for name, value in parameters_of(request).items()
            }
            if "get-crash" in self.faults and "books" in asked.get("query", ""):
                return 502, headers, REFUSED
            if "get-no-variables" in self.faults and asked.get("variables"):
                asked["variables"] = {name: not value for name, value in asked["variables"].items()}
            if "get-kept" in self.faults:
                headers["cache-control"] = "public, max-age=60"
        answer = self.one(asked)
        if request.method == "GET" and ({"get-other", "get-kept"} & self.faults):
            answer = json.loads(json.dumps(answer).replace("Book 2", "Book 1"))
        if request.method == "GET" and "get-refuses" in self.faults and "book" in asked.get("query", ""):
            answer = REFUSED
        return 200, headers, answer

    def _batched(self, entries: list[dict[str, Any]], headers: dict[str, str]) -> tuple[int, dict[str, str], Any]:
        if "batch-crash" in self.faults and "queriousNoSuch" in json.dumps(entries):
            return 500, headers, REFUSED
        if "batch-all-or-nothing" in self.faults and "queriousNoSuch" in json.dumps(entries):
            return 400, headers, REFUSED
        if "batch-first-variables" in self.faults:
            entries = [{**one, "variables": entries[0].get("variables")} for one in entries]
        answers = [self.one(one) for one in entries]
        if "batch-order" in self.faults:
            answers.reverse()
        if "batch-count" in self.faults:
            answers = answers[:2]
        if "batch-drops-failed" in self.faults:
            answers = [one for one in answers if "data" in one]
        if "batch-spoils" in self.faults and any("data" not in one for one in answers):
            answers = [REFUSED for _ in answers]
        if "batch-ok" in self.faults:
            answers = [one if "data" in one else {"data": {"x": 1}} for one in answers]
        return 200, headers, answers

    def one(self, asked: dict[str, Any]) -> Any:
        """One operation, perhaps by its hash."""
        document, variables, sha256 = asked.get("query"), asked.get("variables") or {}, named_hash(asked)
        if sha256 and "PERSISTED" not in self.without:
            if document is None:
                document = self.store.get(sha256)
                if document is None:
                    return NOT_FOUND
                if "hash-keeps-answer" in self.faults:
                    return self.answers[sha256]
            elif digest(document) != sha256 and not {"any-hash", "any-hash-unkept"} & self.faults:
                return REFUSED
            elif ("any-hash" in self.faults or digest(document) == sha256) and "forgets" not in self.faults:
                self.store[sha256] = document
        if document is None:
            return REFUSED
        answer = self.run(document, variables, asked.get("operationName"))
        self.answers.setdefault(sha256, answer)
        return answer

    def run(self, document: str, variables: dict[str, Any], name: str | None = None) -> Any:
        """The plain answer."""
        try:
            parsed = parse(document)
        except GraphQLError as error:
            return {"errors": [error.formatted]}
        operations = [one for one in parsed.definitions if isinstance(one, OperationDefinitionNode)]
        problems = validate(self.schema, parsed)
        if problems:
            return {"errors": [{"message": problems[0].message}]}
        if "last-operation" in self.faults and name:
            name = operations[-1].name.value
        if "first-operation" in self.faults and name:
            name = operations[0].name.value
        return execute_sync(self.schema, parsed, variable_values=variables, operation_name=name).formatted


def knowledge_of(service: Service) -> FormKnowledge:
    """What the answers of the service are held against each other with."""
    shapes = Shapes(service.schema)
    lists = {"Query.books", "Author.books", "Query.tags"}
    names = frozenset({"defer", "stream"})
    return FormKnowledge(
        "Query", shapes.of, PromisedOrder(service.schema), directives=names, is_list=lists.__contains__
    )


def operations_of(service: Service, *documents: str) -> list[Operation]:
    """Two that differ in a variable alone, then those of the documents."""
    knowledge = knowledge_of(service)
    read = [read_documents(service.schema, document, "test")[0] for document in documents or DOCUMENTS]
    return [switched(knowledge, on=True), switched(knowledge, on=False), *read]


def found(variant: FormVariant, service: Service, *documents: str) -> list[VariantMismatch] | None:
    """What the variant holds against the service, each once; None where it says that the form is not offered."""
    knowledge = knowledge_of(service)
    if not _converse(service, variant.probe(knowledge))[1]:
        return None
    mismatches: dict[str, VariantMismatch] = {}
    for conversation in variant.propose(operations_of(service, *documents), knowledge):
        trace, _ = _converse(service, conversation)
        for one in variant.check([form_answer(exchange) for exchange in trace], knowledge):
            mismatches.setdefault(f"{one.coordinate} {one.message}", one)
    return list(mismatches.values())


def _converse(service: Service, conversation: Any) -> tuple[list[Exchange], Any]:
    trace: list[Exchange] = []
    try:
        question = next(conversation)
        while True:
            trace.append(service.send(Case(len(trace), question.operation, question.request)))
            question = conversation.send(form_answer(trace[-1]))
    except StopIteration as end:
        return trace, end.value


def told(mismatches: Sequence[VariantMismatch]) -> list[str]:
    """Severities, coordinates and messages, for assertions that show all of it when they fail."""
    return [f"{one.severity} {one.coordinate}: {one.message}" for one in mismatches]
