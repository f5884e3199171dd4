"""What a transport sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

_NO_HEADERS: Final[Mapping[str, str]] = {}


class Request(NamedTuple):
    """One HTTP request below the address of an API. Credentials are added by the transport and are not part of it.

    A named tuple, because thousands are made each second.
    """

    method: str
    path: str = ""
    """Below the address, beginning with a slash, with its query, percent-encoded; empty: the address itself."""
    body: JSON = None
    has_body: bool = False
    """Whether ``body`` is sent, as JSON. None is a body too."""
    headers: Mapping[str, str] = _NO_HEADERS
    timeout: float | None = None
    """Seconds to wait for the response; None: as the settings say."""
    without: tuple[str, ...] = ()
    """Headers, in lower case, that are not sent with it, whoever set them: to see what is answered without."""
    verbatim: bool = False
    """Whether ``body``, a text, is sent as it stands, whatever its content type: to send what is no JSON as JSON."""
