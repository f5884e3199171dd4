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
PREFLIGHT: Final = {"content-type": JSON_TYPE, "graphql-require-preflight": "1"}
"""By these a server can tell that no foreign page sent the request, see "Exercise caution" in the specification."""
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


def get(parameters: Mapping[str, str], accept: str = EITHER) -> Request:
    """A GET with these parameters, as one that no foreign page could have sent."""
    return Request("GET", f"?{urlencode(parameters)}", headers={"accept": accept, **PREFLIGHT})


CONTROL: Final = ask(QUERY)
"""What every server answers: without that, nothing can be told of what it refuses."""
GET_CONTROL: Final = get({"query": QUERY})
"""The same by GET, which a server need not offer."""
MUTATION_CONTROL: Final = ask(MUTATION)
"""Whether there are mutations at all."""
