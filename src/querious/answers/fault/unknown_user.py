"""Whether an answer says that it is not known who asks: that the credentials are missing, wrong or outdated.

That somebody who is known may not do something (403, ``FORBIDDEN``) is another matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.response import errors_of, message_of

if TYPE_CHECKING:
    from querious.model import Exchange

_UNAUTHORIZED: Final = 401
_CODE: Final = re.compile(
    r"UNAUTHENTICATED|UNAUTHORI[SZ]ED|NOT_AUTHENTICATED|TOKEN_EXPIRED|INVALID_TOKEN|JWT", re.IGNORECASE
)
_WORDS: Final = re.compile(
    r"\bunauthenticated\b|\bnot (?:authenticated|logged in|signed in)\b"
    r"|\b(?:invalid|expired) (?:access )?(?:token|jwt|session)\b"
    r"|\b(?:token|session|jwt|signature) (?:has |is |was )?(?:expired|invalid|not valid|revoked)",
    re.IGNORECASE,
)


def is_unknown_user(exchange: Exchange) -> bool:
    """401; or an answer of GraphQL without any data, whose first error says so."""
    if exchange.status == _UNAUTHORIZED:
        return True
    payload = exchange.payload
    if not exchange.case.is_graphql or not isinstance(payload, dict) or _has_data(payload.get("data")):
        return False
    errors = errors_of(payload)
    if not errors:
        return False
    extensions = errors[0].get("extensions")
    code = extensions.get("code") if isinstance(extensions, dict) else None
    if isinstance(code, str):
        return _CODE.search(code) is not None
    return _WORDS.search(message_of(errors[0])) is not None


def _has_data(data: object) -> bool:
    return isinstance(data, dict) and any(value is not None for value in data.values())
