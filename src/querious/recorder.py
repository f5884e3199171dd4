"""Recording into a store, in one call: the one place that knows both the recorder and the store.

    recorder = record_to("harvest.sqlite")                                  # any server, see querious.harvest
    MIDDLEWARE = ["querious.recorder.django_middleware", ...]               # Django, with settings.QUERIOUS_HARVEST

Importing this loads no database: the store is opened in the recorder's own thread, when there is something to write.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.django import recording_to
from querious.harvest.named_headers import NO_HEADERS, named_by
from querious.harvest.recorder import Recorder
from querious.harvest.watched_request import Paths
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.harvest.limits import RecordingLimits
    from querious.harvest.named_headers import NamedHeaders
    from querious.harvest.write_queue import RecordingSink

__all__ = ["django_middleware", "record_to"]

_KEYS: Final = ("store", "paths", "allow", "deny", "rest", "described")


def record_to(
    place: str,
    *,
    redaction: Redaction | None = None,
    limits: RecordingLimits | None = None,
    rest: bool = True,
    described: str | Mapping[str, Any] = "",
) -> Recorder:
    """A recorder that writes to a store: the path of a SQLite file, or a PostgreSQL URL.

    ``rest``: whether REST calls are recorded too, or GraphQL alone. ``described``: an OpenAPI description, or the name
    of its file: the headers and cookies that it names as parameters are recorded.
    """

    def opened() -> RecordingSink:
        from querious.store import open_store  # noqa: PLC0415 - in the recorder's thread, see the module

        return open_store(place)

    return Recorder(opened, redaction=redaction, limits=limits, rest=rest, named=_named(described))


def _named(described: str | Mapping[str, Any]) -> NamedHeaders:
    if not isinstance(described, str):
        return named_by(dict(described))
    if not described:
        return NO_HEADERS
    from querious.pipeline.rest.description import headers_named_in  # noqa: PLC0415 - large, and wanted by few

    return headers_named_in(described)


def django_middleware(get_response: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A middleware as Django wants it; the recorder is made of ``settings.QUERIOUS_HARVEST`` when Django starts."""
    settings = import_module("django.conf").settings  # here, because importing this module must not import Django
    said = read_settings(settings)
    redaction = Redaction(said.get("allow", ()), said.get("deny", ()))
    place, rest = str(said.get("store", "harvest.sqlite")), bool(said.get("rest", True))
    recorder = record_to(place, redaction=redaction, rest=rest, described=said.get("described", ""))
    return recording_to(recorder, Paths(said.get("paths", ())), get_response)


django_middleware.sync_capable = True  # type: ignore[attr-defined]
django_middleware.async_capable = True  # type: ignore[attr-defined]


def read_settings(settings: Any) -> dict[str, Any]:
    """``QUERIOUS_HARVEST`` of Django's settings, its keys checked."""
    said: dict[str, Any] = getattr(settings, "QUERIOUS_HARVEST", {})
    unknown = sorted(set(said).difference(_KEYS))
    if unknown:
        raise ValueError(f"QUERIOUS_HARVEST has no {unknown[0]!r}: there are {', '.join(_KEYS)}")
    return said
