"""The place where answers come in: what they repeat of our credentials is replaced before anybody sees it.

No writer of any file or screen has to think of it, and none can forget. The other way round, a request that names what
was replaced (an identifier that an answer showed, and that happens to be our user's name) says the real thing.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from querious.execute.client import Client
    from querious.execute.wire_transport import Sender
    from querious.model import JSON, Case, Exchange
    from querious.model.wire import Reply, Request
    from querious.text.mask import Mask

Answered = TypeVar("Answered", "Exchange", "Reply")
_INTROSPECTED = frozenset(("__schema", "__type"))


class Masking:
    """A client whose answers hold none of our credentials."""

    def __init__(self, client: Client, mask: Mask) -> None:
        self._client = client
        self._mask = mask

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        if not self._mask:
            return await self._client.send(case)
        exchange = await self._client.send(_revealed_case(case, self._mask))
        return replace(masked_answer(exchange, self._mask), case=case)

    async def close(self) -> None:
        """See ``Client``."""
        await self._client.close()


class MaskingSender:
    """The same for plain requests."""

    def __init__(self, sender: Sender, mask: Mask) -> None:
        self._sender = sender
        self._mask = mask

    async def send(self, request: Request) -> Reply:
        """See ``Sender``."""
        reply = await self._sender.send(_revealed_request(request, self._mask) if self._mask else request)
        return masked_answer(reply, self._mask)

    async def close(self) -> None:
        """See ``Sender``."""
        await self._sender.close()


def masked_answer(answer: Answered, mask: Mask) -> Answered:
    """The answer without our credentials; the same object where it holds none."""
    if not mask:
        return answer
    headers = {name: mask.text(value) for name, value in answer.headers.items()}
    detail = mask.text(answer.detail)
    if headers != answer.headers or detail != answer.detail:
        answer = replace(answer, headers=headers, detail=detail)
    if not mask.holds(answer.body.decode("utf-8", "replace")):
        return answer
    if not answer.is_json:
        text = answer.body.decode("utf-8", "surrogateescape")
        return replace(answer, body=mask.text(text).encode("utf-8", "surrogateescape"), masked=True)
    try:
        payload = _masked_payload(answer.payload, mask)
        if payload == answer.payload:
            return answer
    except RecursionError:  # nested so deeply that it cannot be walked through: as if it were no JSON
        return replace(answer, body=b"", payload=None, is_json=False, masked=True)
    return replace(answer, body=json.dumps(payload).encode("ascii"), payload=payload, masked=True)


def _masked_payload(payload: JSON, mask: Mask) -> JSON:
    """The names of a schema are no secrets, even where one of them is our user's name."""
    if not isinstance(payload, dict):
        return mask.json(payload)
    data = payload.get("data")
    if not isinstance(data, dict) or _INTROSPECTED.isdisjoint(data):
        return mask.json(payload)
    return {name: value if name == "data" else mask.json(value) for name, value in payload.items()}


def _revealed_case(case: Case, mask: Mask) -> Case:
    document, variables = mask.revealed_document(case.document), mask.revealed(dict(case.variables))
    if (document, variables) == (case.document, case.variables) or not isinstance(variables, dict):
        return case
    return replace(case, document=document, variables=variables)


def _revealed_request(request: Request, mask: Mask) -> Request:
    return replace(request, path=mask.revealed_path(request.path), body=mask.revealed(request.body))
