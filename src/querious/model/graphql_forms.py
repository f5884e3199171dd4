"""The forms in which clients send a GraphQL operation, and in which form a request sends one.

A form is read from the request alone, so that what was stored, or made smaller, is sent again as it was.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, quote

from querious.model.case import GRAPHQL_HEADERS, Case
from querious.model.document_text import write
from querious.model.request import Request
from querious.model.request_body import MULTIPART, is_file, media_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.operation import Operation
    from querious.model.values import JSON

PREFLIGHT: Final[Mapping[str, str]] = {"apollo-require-preflight": "true"}
"""Servers that fear forged requests of browsers refuse what a page can send unasked, unless a header stands by."""
GRAPHQL_MEDIA: Final = "application/graphql"
OURS: Final = "QueriousAsked"
OTHER: Final = "QueriousOther"
"""Names of the two operations in one document: the one that is asked, and the one beside it."""
_BESIDE: Final = f"query {OTHER} {{ querious: __typename }}"


class SentForm(Enum):
    """How an operation is sent, in words that follow "sent"."""

    POST = "by POST as JSON"
    GET = "by GET"
    HASH = "as its hash alone"
    HASH_BY_GET = "as its hash alone by GET"
    REGISTERED = "with its hash"
    MISNAMED = "with the hash of another document"
    NAMED = "beside another operation, by its name"
    OTHER_NAMED = "with the name of the operation beside it"
    BARE = f"as {GRAPHQL_MEDIA}"
    BATCH = "in a batch"
    INCREMENTAL = "so that it may come in pieces"
    MULTIPART = "with files"


INCREMENTAL_HEADERS: Final[Mapping[str, str]] = {
    "accept": "multipart/mixed;deferSpec=20220824, multipart/mixed;incrementalSpec=v0.2, multipart/mixed;q=0.9, "
    "application/graphql-response+json;q=0.5, application/json;q=0.4"
}


def digest(document: str) -> str:
    """The hash by which a document is known."""
    return hashlib.sha256(document.encode("utf-8", "surrogatepass")).hexdigest()


def persisted(sha256: str) -> dict[str, JSON]:
    """The extension that names a persisted document."""
    return {"persistedQuery": {"version": 1, "sha256Hash": sha256}}


def entry(operation: Operation) -> dict[str, JSON]:
    """An operation as the JSON of a plain POST holds it."""
    document, variables = write(operation)
    return {"query": document, **({"variables": variables} if variables else {})}


def request_in(form: SentForm, operation: Operation) -> Request:
    """The request that sends an operation in this form; a ValueError for a form that one operation does not fill."""
    document, variables = write(operation)
    sent = {"variables": variables} if variables else {}
    known = {"extensions": persisted(digest(document))}
    match form:
        case SentForm.POST:
            return posted(entry(operation))
        case SentForm.GET:
            return _got({"query": document, **sent})
        case SentForm.HASH:
            return posted({**sent, **known})
        case SentForm.HASH_BY_GET:
            return _got({**sent, **known})
        case SentForm.REGISTERED:
            return posted({"query": document, **sent, **known})
        case SentForm.NAMED:
            return posted({"query": _beside(operation), **sent, "operationName": OURS})
        case SentForm.BARE:
            headers = {**GRAPHQL_HEADERS, "content-type": GRAPHQL_MEDIA}
            return Request("POST", body=document, has_body=True, headers=headers)
        case SentForm.INCREMENTAL:
            return posted(entry(operation), INCREMENTAL_HEADERS)
        case SentForm.MULTIPART:
            headers = {**GRAPHQL_HEADERS, **PREFLIGHT, "content-type": MULTIPART}
            return posted(upload_form(entry(operation)), headers)
        case _:
            raise ValueError(f"{form.name} is made of more than an operation")


def other_named(operation: Operation) -> Request:
    """Both operations in one document, and the name of the other one, which has no use for the variables."""
    return posted({**request_in(SentForm.NAMED, operation).body, "operationName": OTHER})


def misnamed(operation: Operation, sha256: str) -> Request:
    """An operation with the hash of another document."""
    return posted({**entry(operation), "extensions": persisted(sha256)})


def by_hash(sha256: str) -> Request:
    """Whatever stands under this hash."""
    return posted({"extensions": persisted(sha256)})


def batch(entries: Sequence[Mapping[str, JSON]]) -> Request:
    """Several operations in one request."""
    return posted([dict(one) for one in entries])


def posted(body: JSON, headers: Mapping[str, str] = GRAPHQL_HEADERS) -> Request:
    """A POST of JSON."""
    return Request("POST", body=body, has_body=True, headers=headers)


def upload_form(asked: Mapping[str, JSON]) -> dict[str, JSON]:
    """The form by the GraphQL multipart request specification: the operation, where the files go, and the files.

    Files that say the same are one part for several places.
    """
    places: dict[str, list[str]] = {}
    files: list[JSON] = []

    def emptied(value: JSON, path: str) -> JSON:
        if is_file(value):
            if value not in files:
                files.append(value)
            places.setdefault(str(files.index(value)), []).append(path)
            return None
        if isinstance(value, dict):
            return {key: emptied(item, f"{path}.{key}") for key, item in value.items()}
        if isinstance(value, list):
            return [emptied(item, f"{path}.{index}") for index, item in enumerate(value)]
        return value

    operations = {name: emptied(value, name) if name == "variables" else value for name, value in asked.items()}
    numbered = {str(number): file for number, file in enumerate(files)}
    return {"operations": operations, "map": places, **numbered}


def form_of(request: Request) -> SentForm:
    """In which form a request sends its operation; POST where it is none of the others."""
    body = request.body
    if request.method == "GET":
        return SentForm.GET if "query" in parameters_of(request) else SentForm.HASH_BY_GET
    if isinstance(body, list):
        return SentForm.BATCH
    if isinstance(body, str):
        return SentForm.BARE
    if not isinstance(body, dict):
        return SentForm.POST
    if media_of(request) == MULTIPART:
        return SentForm.MULTIPART
    sha256 = named_hash(body)
    if sha256:
        document = body.get("query")
        if document is None:
            return SentForm.HASH
        return SentForm.REGISTERED if digest(document) == sha256 else SentForm.MISNAMED
    if body.get("operationName") in {OURS, OTHER}:
        return SentForm.NAMED if body["operationName"] == OURS else SentForm.OTHER_NAMED
    return SentForm.INCREMENTAL if request.headers.get("accept") == INCREMENTAL_HEADERS["accept"] else SentForm.POST


def is_plain(case: Case) -> bool:
    """Whether a case is sent by POST as JSON, with nothing beside the document and its values."""
    body = case.request.body
    return (
        case.is_graphql
        and form_of(case.request) is SentForm.POST
        and isinstance(body, dict)
        and body.keys() <= {"query", "variables", "operationName"}
    )


def is_usual(case: Case) -> bool:
    """Whether a case is sent as nearly all are: so, and with the usual headers."""
    return is_plain(case) and dict(case.request.headers) == GRAPHQL_HEADERS


def reform(case: Case, operation: Operation) -> Case | None:
    """The case with another operation in the form that it has; None where its form holds more than one operation."""
    try:
        request = request_in(form_of(case.request), operation)
    except ValueError:
        return None
    return Case(case.number, operation, request, case.flaw, identity=case.identity)


def named_hash(body: JSON) -> str:
    """The hash that a body names; empty where it names none."""
    found: Any = body
    for key in ("extensions", "persistedQuery", "sha256Hash"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def parameters_of(request: Request) -> dict[str, str]:
    """The parameters of a GET."""
    return dict(parse_qsl(request.path.partition("?")[2], keep_blank_values=True))


def _beside(operation: Operation) -> str:
    return f"{write(operation._replace(name=OURS))[0]} {_BESIDE}"


def _got(parameters: Mapping[str, JSON]) -> Request:
    written = {name: value if isinstance(value, str) else json.dumps(value) for name, value in parameters.items()}
    # Percent-encoded throughout: not every server reads + as a space.
    query = "&".join(f"{name}={quote(value, safe='')}" for name, value in written.items())
    return Request("GET", f"?{query}", headers={**GRAPHQL_HEADERS, **PREFLIGHT})
