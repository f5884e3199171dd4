"""The rules of access, what is certain most often first: the order in which reports list them."""

from __future__ import annotations

from typing import Final

from querious.access import (
    assigned_fields,
    count_access,
    documented_access,
    existence_access,
    field_access,
    object_access,
    token_access,
    write_access,
)

ACCESS_RULES: Final = (
    object_access.RULE,
    write_access.RULE,
    assigned_fields.RULE,
    field_access.RULE,
    count_access.RULE,
    token_access.RULE,
    documented_access.RULE,
    existence_access.RULE,
)
