"""The requests of an audit. None of them changes anything: the only mutation asks for the name of its own type."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from querious.model import Request

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import JSON

GRAPHQL: Final = "application/graphql-response+json"
JSON_TYPE: Final = "application/json"
EITHER: Final = f"{GRAPHQL}, {JSON_TYPE};q=0.9"
QUERY: Final = "{ __typename }"
MUTATION: Final = "mutation { __typename }"


def post(
    body: JSON, accept: str | None = EITHER, content_type: str | None = JSON_TYPE, *, verbatim: bool = False
) -> Request:
    """A POST. None for a header: it is not sent."""
    given = {"accept": accept, "content-type": content_type}
    headers = {name: value for name, value in given.items() if value is not None}
    without = tuple(name for name, value in given.items() if value is None)
    return Request("POST", "", body, has_body=True, headers=headers, without=without, verbatim=verbatim)


def ask(query: str, accept: str | None = EITHER, **parameters: JSON) -> Request:
    """A POST of a document, with other parameters beside it."""
    return post({"query": query, **parameters}, accept)


def as_text(query: str, content_type: str = JSON_TYPE) -> Request:
    """The same with every character as UTF-8 has it, and none as an escape of JSON."""
    return post(json.dumps({"query": query}, ensure_ascii=False), EITHER, content_type, verbatim=True)


def get(parameters: Mapping[str, str], content_type: str | None = None) -> Request:
    """A GET with these parameters.

    With a content type no foreign page can have sent it, which some servers insist on; others take it to announce a
    body, and miss that. See "Exercise caution" in the specification for the other header.
    """
    headers = {"accept": EITHER, "graphql-require-preflight": "1"}
    return Request("GET", f"?{urlencode(parameters)}", headers=headers | _typed(content_type))


def _typed(content_type: str | None) -> dict[str, str]:
    return {} if content_type is None else {"content-type": content_type}


def both_ways(parameters: Mapping[str, str]) -> tuple[Request, Request]:
    """A GET without a content type, and with one."""
    return get(parameters), get(parameters, JSON_TYPE)


CONTROL: Final = ask(QUERY)
"""What every server answers: without that, nothing can be told of what it refuses."""
GET_CONTROLS: Final = both_ways({"query": QUERY})
"""The same by GET, which a server need not offer."""
MUTATION_CONTROL: Final = ask(MUTATION)
"""Whether there are mutations at all."""
