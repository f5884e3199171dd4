"""Addresses of REST services, taken apart. Needs no package of an extra, so that every command can ask."""

from __future__ import annotations

from urllib.parse import unquote_plus, urlsplit

from querious.execute.addresses import parse
from querious.text.sent_secrets import of_query


def split_address(address: str) -> tuple[str, str]:
    """The address of the service and the path below it.

    A key in the query goes with every request and so belongs to the address, where it is masked; what else the query
    says belongs to this path alone.
    """
    parse(address)  # what is malformed is told as a whole: a part of it may be a part of a password
    parts = urlsplit(address)
    secret = {one.label.removeprefix("query-") for one in of_query(parts.query)}
    pieces = parts.query.split("&") if parts.query else []
    keys = [piece for piece in pieces if unquote_plus(piece.partition("=")[0]) in secret or "=" not in piece]
    others = [piece for piece in pieces if piece not in keys]
    origin = f"{parts.scheme}://{parts.netloc}" + (f"?{'&'.join(keys)}" if keys else "")
    return origin, parts.path + (f"?{'&'.join(others)}" if others else "")
