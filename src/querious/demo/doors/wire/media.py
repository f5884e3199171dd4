"""Which media type an answer has, and which status."""

from __future__ import annotations

from typing import Any, Final

RESPONSE: Final = "application/graphql-response+json"
LEGACY: Final = "application/json"
EVENTS: Final = "text/event-stream"
_RANGES: Final = {
    "*/*": LEGACY,
    "application/*": LEGACY,
    "text/*": EVENTS,
    RESPONSE: RESPONSE,
    LEGACY: LEGACY,
    EVENTS: EVENTS,
}


def media_type_for(accept: str | None) -> str | None:
    """The one that the client likes best of those that we have; None where there is none."""
    if not accept or not accept.strip():
        return RESPONSE
    offers = [_weighted(entry) for entry in accept.split(",")]
    refused = {name for name, weight in offers if weight == 0}
    liked = sorted((offer for offer in offers if offer[1] > 0), key=lambda offer: -offer[1])
    for name, _ in liked:
        known = _RANGES.get(name)
        if known is not None and known not in refused:
            return known
    return None


def _weighted(entry: str) -> tuple[str, float]:
    name, *parameters = (part.strip().lower() for part in entry.split(";"))
    weight = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                weight = 0.0
        if key.strip() == "charset" and value.strip('" ') not in {"utf-8", "utf8"}:
            weight = 0.0
    return name, weight


def status_for(media_type: str, result: dict[str, Any]) -> int:
    """In the newer media type a request that failed has a status of its own; in the older one it is 200."""
    return 400 if media_type == RESPONSE and "data" not in result else 200
