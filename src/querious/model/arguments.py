"""Arguments as the API got them, however they were handed over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from graphql import is_required_argument

from querious.model.values import ABSENT, Variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLField

    from querious.model.values import JSON, Value


def is_plain(field: GraphQLField) -> bool:
    """Whether a field can be asked without arguments."""
    return not any(is_required_argument(argument) for argument in field.args.values())


def plain(value: Value) -> JSON:
    """A value as it was meant, without the variable that carried it; ABSENT for one that was not sent."""
    if isinstance(value, Variable):
        return value.value
    if isinstance(value, dict):
        return {key: inner for key, item in value.items() if (inner := plain(item)) is not ABSENT}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def sent(arguments: Sequence[tuple[str, Value]]) -> dict[str, JSON]:
    """Arguments by name as the API got them; those that were not sent are left out."""
    return {name: value for name, value in ((name, plain(value)) for name, value in arguments) if value is not ABSENT}


def canonical(arguments: Sequence[tuple[str, Value]]) -> str:
    """The same text for the same arguments, whatever their order and however they were handed over; may be empty."""
    values = sent(arguments) if arguments else {}
    return json.dumps(values, sort_keys=True, ensure_ascii=False, default=str) if values else ""
