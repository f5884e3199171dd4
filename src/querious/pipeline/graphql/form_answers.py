"""An exchange → what came of it in its form: the pieces of an answer that came in pieces are put together here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.execute.multipart_mixed import boundary_of, read_mixed
from querious.model.json_text import read_json
from querious.variants import FormAnswer, Pieces
from querious.variants.incremental import join

if TYPE_CHECKING:
    from querious.model import Exchange

_LONGEST: Final = 64 * 1024 * 1024
"""Bytes of one piece; the whole answer is limited by the settings."""


def form_answer(exchange: Exchange) -> FormAnswer:
    """The exchange as variants read it."""
    content_type = exchange.headers.get("content-type", "")
    if exchange.failure is not None or not boundary_of(content_type):
        return FormAnswer(exchange, exchange.payload)
    pieces = _pieces(content_type, exchange.body)
    return FormAnswer(exchange, join(pieces).payload, pieces)


def _pieces(content_type: str, body: bytes) -> Pieces:
    read = read_mixed(content_type, body, _LONGEST)
    payloads = []
    flaw = read.flaw
    for part in read.parts:
        try:
            payloads.append(read_json(part.body.decode()))
        except ValueError:
            flaw = flaw or "a piece is no JSON"
    return Pieces(tuple(payloads), flaw, read.closed)
