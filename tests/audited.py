"""A GraphQL server that keeps to GraphQL over HTTP, and each of whose habits can be broken by a switch.

A switch is called as the rule of the audit that it breaks. Without any, the server keeps to all of them.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from email.message import Message
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl
from wsgiref.simple_server import WSGIRequestHandler, make_server

from graphql import (
    GraphQLError,
    OperationType,
    build_schema,
    execute_sync,
    get_operation_ast,
    get_variable_values,
    parse,
    validate,
)
from graphql.language import FieldNode, visit
from graphql.language.visitor import Visitor

from querious.execute.payload import decode, headers_of
from querious.model import Exchange, rest_case
from querious.model.request_body import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Request

GRAPHQL = "application/graphql-response+json"
JSON = "application/json"
SCHEMA = build_schema("""
    type Query { users: [String!] user(id: ID): String }
    type Mutation { rename(id: ID!): String }
""")
OFFERS_BATCHES = {"batch-answers", "batch-limit", "batching"}
HIDES_ITS_SCHEMA = {"field-suggestions", "introspection-elsewhere", "closed"}
LARGEST = 1_000_000
LARGEST_BATCH = 10
SIMPLE = {
    "text/plain": "simple-text",
    "application/x-www-form-urlencoded": "simple-form",
    "multipart/form-data": "simple-multipart",
}


class Answer(NamedTuple):
    status: int
    payload: Any
    headers: dict[str, str]


class RefusedError(Exception):
    def __init__(self, status: int, message: str, rule: str = "", *, allow: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.rule = rule
        self.allow = allow


class AuditedServer:
    def __init__(self, *broken: str) -> None:
        self.broken = set(broken)

    def exchange(self, request: Request) -> Exchange:
        """Without I/O: what comes of a request."""
        body = encode(request)
        headers = headers_of(request, {})
        status, given, answered = self.answer(request.method, request.path.partition("?")[2], headers, body)
        payload, is_json, failure = decode(answered)
        return Exchange(rest_case(request), status, given, answered, payload, is_json, failure=failure)

    def answer(
        self, method: str, query: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        kind = GRAPHQL
        try:
            kind = self.chosen_type(headers.get("accept"))
            answer = self.answer_to(method, query, headers, body, kind)
        except RefusedError as error:
            answer = self.refusal(error, kind)
        media = answer.headers.pop("content-type")
        if "graphql-response-type" in self.broken:
            media = JSON
        if "stated-charset" not in self.broken:
            media += "; charset=utf-8"
        given = dict(answer.headers)
        if "stated-media-type" not in self.broken:
            given["content-type"] = media
        text = json.dumps(answer.payload, ensure_ascii=False)
        return answer.status, given, text.encode("latin-1" if "utf8-answer" in self.broken else "utf-8", "replace")

    def refusal(self, error: RefusedError, kind: str) -> Answer:
        status = error.status
        if error.rule in self.broken:
            status = {"malformed-json": 422, "get-mutation-status": 400, "get-malformed-variables": 500}.get(
                error.rule, 500
            )
            status = (
                409
                if error.rule in {"parsing-status", "validation-status", "operation-status", "variable-status"}
                else status
            )
            status = (
                200 if error.rule in {"query-missing", "query-type", "unsupported-method", "batch-refused"} else status
            )
        is_request_error = bool(error.rule) and error.rule.endswith("-status") and error.rule != "get-mutation-status"
        if is_request_error and "status-without-data" in self.broken:
            status = 200
        if is_request_error and kind == JSON and "request-error-status-of-json" in self.broken:
            status = 500
        payload: dict[str, Any] = {"errors": [{"message": str(error)}]}
        if is_request_error and "data-entry" in self.broken:
            payload["data"] = None
        headers = {"content-type": kind if is_request_error else JSON}
        if error.allow and "allow-header" not in self.broken:
            headers["allow"] = error.allow
        return Answer(status, payload, headers)

    def chosen_type(self, accept: str | None) -> str:
        broken = self.broken
        if accept is None:
            if "accept-missing" in broken:
                raise RefusedError(400, "say what you accept")
            return GRAPHQL
        weights: dict[str, float] = {}
        for place, one in enumerate(accept.split(",")):
            media, *parameters = [part.strip() for part in one.split(";")]
            if "accept-charset" in broken and any(one.startswith("charset") for one in parameters):
                continue
            weight = next((float(one[2:]) for one in parameters if one.startswith("q=")), 1.0)
            weights[media] = -place if "accept-weights" in broken else weight
        if "accept-wildcard" not in broken and {"*/*", "application/*"} & weights.keys():
            weights.setdefault(GRAPHQL, 0.01)
        if "json-response-type" in broken:
            weights.pop(JSON, None)
        known = [one for one in (GRAPHQL, JSON) if one in weights]
        if "accept-weights-of-json" in broken:
            known = known[:1]
        if known:
            return max(known, key=weights.__getitem__)
        if "accept-unknown" in broken:
            raise RefusedError(500, "unexpected")
        if "accept-unknown-refused" in broken:
            return GRAPHQL
        raise RefusedError(406, "nothing of that")

    def answer_to(self, method: str, query: str, headers: dict[str, str], body: bytes, kind: str) -> Answer:
        if method == "GET":
            return self.result(self.from_address(query), kind, by_get=True)
        if method != "POST":
            raise RefusedError(405, "no such method", "unsupported-method", allow="GET, POST")
        if "post-json" in self.broken:
            raise RefusedError(415, "no POST here")
        given = self.read(headers.get("content-type"), body)
        if not isinstance(given, list):
            return self.result(given, kind)
        if not OFFERS_BATCHES & self.broken:
            raise RefusedError(422, "one request at a time", "batch-refused")
        if len(given) > LARGEST_BATCH and "batch-limit" not in self.broken:
            raise RefusedError(422, "too many at once")
        answers = []
        for one in given:
            try:
                answers.append(self.result(one, kind).payload)
            except RefusedError as error:
                answers.append({"errors": [{"message": str(error)}]})
        return Answer(200, answers[::-1] if "batch-answers" in self.broken else answers, {"content-type": kind})

    def from_address(self, query: str) -> dict[str, Any]:
        given: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
        for name in ("variables", "extensions", "operationName"):
            if given.get(name) == "" and "get-empty-parameters" not in self.broken:
                del given[name]
        for name in {"variables", "extensions"} & given.keys():
            try:
                given[name] = json.loads(given[name])
            except ValueError:
                raise RefusedError(400, f"{name} are no JSON", "get-malformed-variables") from None
        if "get-variables" in self.broken:
            given.pop("variables", None)
        if "get-operation-name" in self.broken:
            given.pop("operationName", None)
        if "get-extensions" in self.broken and "extensions" in given:
            raise RefusedError(400, "no extensions")
        return given

    def read(self, content_type: str | None, body: bytes) -> Any:
        if content_type is None and "content-type-missing" in self.broken:
            content_type = JSON
        media, _, parameters = (content_type or "").partition(";")
        if SIMPLE.get(media) in self.broken or (media == "multipart/form-data" and "simple-upload" in self.broken):
            return self.read_simple(content_type or "", media, body)
        if media != JSON or (parameters and "utf8-request" in self.broken):
            raise RefusedError(415, "send JSON", "content-type-unknown" if media.endswith("+json") else "")
        if len(body) > LARGEST:
            raise RefusedError(413, "too large", "oversized-body")
        if not body:
            raise RefusedError(400, "empty", "empty-body")
        try:
            given = json.loads(body.decode("latin-1" if "utf8-assumed" in self.broken and not parameters else "utf-8"))
        except ValueError:
            raise RefusedError(400, "no JSON", "malformed-json") from None
        if not isinstance(given, dict | list):
            raise RefusedError(422, "no object", "body-type")
        return given

    def read_simple(self, content_type: str, media: str, body: bytes) -> Any:
        if media == "text/plain":
            return json.loads(body)
        if media != "multipart/form-data":
            return dict(parse_qsl(body.decode()))
        message = Message()
        message["content-type"] = content_type
        parts = re.findall(rb'name="(\w+)"\r\n\r\n(.*?)\r\n--', body, re.DOTALL)
        fields = {name.decode(): value.decode() for name, value in parts}
        if "operations" in fields:
            if "simple-upload" in self.broken:
                return json.loads(fields["operations"])
        elif "simple-multipart" in self.broken:
            return fields
        raise RefusedError(415, "send JSON")

    def result(self, given: dict[str, Any], kind: str, *, by_get: bool = False) -> Answer:
        query, variables, name = self.checked(given)
        try:
            document = parse(query)
        except GraphQLError as error:
            raise RefusedError(400, error.message, "parsing-status") from None
        self.refuse_introspection(document, query, by_get=by_get)
        problems = [error.message for error in validate(SCHEMA, document)]
        if problems:
            message = min(problems, key=lambda one: "Did you mean" not in one)
            if HIDES_ITS_SCHEMA & self.broken and "field-suggestions" not in self.broken:
                message = message.partition(" Did you mean")[0]
            raise RefusedError(422, message, "validation-status")
        operation = get_operation_ast(document, name)
        if operation is None and "request-error" in self.broken:
            operation = document.definitions[0]
            name = operation.name.value
        if operation is None:
            raise RefusedError(422, "which operation?", "operation-status")
        if by_get and operation.operation is OperationType.MUTATION and "get-mutation" not in self.broken:
            raise RefusedError(405, "no mutations by GET", "get-mutation-status", allow="POST")
        coerced = get_variable_values(SCHEMA, operation.variable_definitions or (), variables)
        if isinstance(coerced, list):
            raise RefusedError(422, coerced[0].message, "variable-status")
        result = execute_sync(SCHEMA, document, variable_values=variables, operation_name=name)
        payload: dict[str, Any] = {"data": result.data}
        if "graphql-result" in self.broken:
            payload["took"] = 1
        return Answer(400 if "status-with-data" in self.broken else 200, payload, {"content-type": kind})

    def checked(self, given: dict[str, Any]) -> tuple[str, dict[str, Any], str | None]:
        broken = self.broken
        if "unknown-member" in broken and given.keys() - {"query", "variables", "operationName", "extensions"}:
            raise RefusedError(400, "unexpected member")
        if "query" not in given:
            raise RefusedError(422, "no query", "query-missing")
        if not isinstance(given["query"], str):
            raise RefusedError(422, "query must be a text", "query-type")
        kinds = {
            "operationName": (str, "operation-name-type"),
            "variables": (dict, "variables-type"),
            "extensions": (dict, "extensions-type"),
        }
        kept: dict[str, Any] = {}
        for name, (kind, rule) in kinds.items():
            value = given.get(name)
            if value is None and name in given and "null-parameters" in broken:
                raise RefusedError(422, f"{name} must not be null")
            if value is not None and not isinstance(value, kind):
                if rule not in broken:
                    raise RefusedError(422, f"{name} is of the wrong type")
                value = None
            kept[name] = value
        if kept["extensions"] and "extensions" in broken:
            raise RefusedError(422, "no extensions")
        name = None if "operation-name" in broken and kept["operationName"] == "B" else kept["operationName"]
        return given["query"], {} if "variables" in broken else kept["variables"] or {}, name

    def refuse_introspection(self, document: Any, query: str, *, by_get: bool) -> None:
        if not HIDES_ITS_SCHEMA & self.broken or ("introspection-elsewhere" in self.broken and by_get):
            return
        found: list[str] = []

        class Looking(Visitor):
            def enter_field(self, node: FieldNode, *_: Any) -> None:
                found.append(node.name.value)

        visit(document, Looking())
        if {"__schema", "__type"} & set(found):
            raise RefusedError(422, "introspection is off", "validation-status")

    def application(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        """The same over WSGI."""
        headers = {
            name.removeprefix("HTTP_").replace("_", "-").lower(): value
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        if environ.get("CONTENT_TYPE"):
            headers["content-type"] = environ["CONTENT_TYPE"]
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        status, given, answered = self.answer(environ["REQUEST_METHOD"], environ["QUERY_STRING"], headers, body)
        start_response(f"{status} Told", [*given.items(), ("content-length", str(len(answered)))])
        return [answered]


@contextmanager
def audited(*broken: str) -> Iterator[str]:
    """Such a server on a free loopback port; gives its URL."""
    with serving(AuditedServer(*broken)) as url:
        yield url


@contextmanager
def serving(audited_server: AuditedServer) -> Iterator[str]:
    """The same of a server whose habits may change while it runs."""

    class Quiet(WSGIRequestHandler):
        def get_environ(self) -> Any:
            environ = super().get_environ()
            environ["CONTENT_TYPE"] = self.headers.get("content-type", "")  # wsgiref makes one up
            return environ

        def log_message(self, *_: object) -> None:
            pass

    with make_server("127.0.0.1", 0, audited_server.application, handler_class=Quiet) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/graphql"
        finally:
            server.shutdown()
