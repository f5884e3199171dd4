"""Cases to JSON text and answers from it, the same for every transport."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Failure
from querious.model.json_text import NestingError, read_json

if TYPE_CHECKING:
    from querious.model import JSON, Case

ACCEPT: Final = "application/graphql-response+json, application/json;q=0.9"
CONTENT_TYPE: Final = "application/json"

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Decoded(NamedTuple):
    """A body, read."""

    payload: JSON = None
    is_json: bool = False
    failure: Failure | None = None


def encode(case: Case) -> bytes:
    """The request body. Pure ASCII, so that lone surrogates travel as escapes."""
    return json.dumps(case.body).encode("ascii")


def decode(body: bytes) -> Decoded:
    """The body read as JSON, and whether it is JSON: strictly UTF-8, no NaN, no Infinity, not nested too deeply."""
    body = body.removeprefix(_BYTE_ORDER_MARK)
    try:
        return Decoded(read_json(body.decode()), is_json=True)
    except NestingError:
        return Decoded(failure=Failure.TOO_DEEP)
    except ValueError:  # neither JSON nor even UTF-8
        return Decoded()
