"""The place where answers come in: what they repeat of our credentials is replaced before anybody sees it.

No writer of any file or screen has to think of it, and none can forget. The other way round, a request that names what
was replaced (an identifier that an answer showed, and that happens to be our user's name) says the real thing.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from querious.execute.client import ClientWrapper

if TYPE_CHECKING:
    from querious.execute.client import Client
    from querious.model import JSON, Case, Exchange
    from querious.text.mask import Mask

_INTROSPECTED = frozenset(("__schema", "__type"))


class Masking(ClientWrapper):
    """A client whose answers hold none of our credentials."""

    def __init__(self, client: Client, mask: Mask) -> None:
        super().__init__(client)
        self._mask = mask

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        if not self._mask:
            return await self._client.send(case)
        exchange = await self._client.send(revealed(case, self._mask))
        return replace(masked_answer(exchange, self._mask), case=case)


def masked_answer(exchange: Exchange, mask: Mask) -> Exchange:
    """The exchange without our credentials in its answer; the same object where it holds none."""
    if not mask:
        return exchange
    headers = {name: mask.text(value) for name, value in exchange.headers.items()}
    detail = mask.text(exchange.detail)
    if headers != exchange.headers or detail != exchange.detail:
        exchange = replace(exchange, headers=headers, detail=detail)
    if not mask.holds(exchange.body.decode("utf-8", "replace")):
        return exchange
    if not exchange.is_json:
        text = exchange.body.decode("utf-8", "surrogateescape")
        return replace(exchange, body=mask.text(text).encode("utf-8", "surrogateescape"), masked=True)
    try:
        payload = _masked_payload(exchange.payload, mask)
        if payload == exchange.payload:
            return exchange
    except RecursionError:  # nested so deeply that it cannot be walked through: as if it were no JSON
        return replace(exchange, body=b"", payload=None, is_json=False, masked=True)
    return replace(exchange, body=json.dumps(payload).encode("ascii"), payload=payload, masked=True)


def _masked_payload(payload: JSON, mask: Mask) -> JSON:
    """The names of a schema are no secrets, even where one of them is our user's name."""
    if not isinstance(payload, dict):
        return mask.json(payload)
    data = payload.get("data")
    if not isinstance(data, dict) or _INTROSPECTED.isdisjoint(data):
        return mask.json(payload)
    return {name: value if name == "data" else mask.json(value) for name, value in payload.items()}


def revealed(case: Case, mask: Mask) -> Case:
    """The case that says the real thing where it names a placeholder."""
    request = case.request
    body = mask.revealed(request.body)
    if case.is_graphql and isinstance(body, dict) and "query" in body:
        body["query"] = mask.revealed_document(case.document)
    real = request._replace(path=mask.revealed_path(request.path), body=body)
    return case if real == request else replace(case, request=real)
