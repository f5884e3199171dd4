"""Custom scalars: by name, by the document that specifies them, by a pattern in their description, by what was seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.graphql.collections import leaves
from querious.graphql.collections.limits import Limits
from querious.text.formats import format_of_scalar
from querious.text.moments import moment_of
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphql import GraphQLScalarType

    from querious.graphql.collections.leaves import LeafValues
    from querious.model.values import JSON

_PATTERN: Final = re.compile(r"/(\^?[^/\n]{3,200})/|`(\^[^`\n]{2,200}\$)`|(\^\S{2,200}\$)")
_URL_HINTS: Final = (
    ("date-time", leaves.moments),
    ("local-date", leaves.days),
    ("rfc3339", leaves.moments),
    ("rfc4122", leaves.uuids),
    ("uuid", leaves.uuids),
    ("rfc3986", leaves.addresses),
)
_FREE: Final = (
    r"json(?:b|object|string|value|scalar|map)?|map|any(?:value|scalar)?|object|dict(?:ionary)?|genericscalar|mixed"
)
_NAMED: Final[tuple[tuple[str, Callable[[], LeafValues]], ...]] = (
    (_FREE, leaves.objects),
    (r"year", lambda: leaves.integers("year", Limits(), ())),
    (r"void|null", lambda: leaves.one_of((None,))),
)
_WHOLE: Final = re.compile(
    r"(?:big|long|short|u?)?int(?:eger)?(?:8|16|32|64)?|long|byte|(?:positive|nonnegative|unsigned)int"
)
_FRACTION: Final = re.compile(r"(?:positive|nonnegative|unsigned)?float|double|number|real")
_DECIMAL: Final = re.compile(r"(?:big)?decimal|money|numeric|positivedecimal|price|amount")
_TEXT: Final = re.compile(r"nonemptystring|trimmedstring|text|markdown|html|string\w*|name|title|citext|varchar")


def scalar(
    type_: GraphQLScalarType, name: str, limits: Limits, seen: Sequence[JSON], of_type: Sequence[JSON]
) -> LeafValues | None:
    """Values of a scalar for a field; None if nobody knows what it is written like.

    ``seen`` are values of the same field, ``of_type`` of the same scalar anywhere.
    """
    plain = folded(type_.name)
    if plain == "boolean":
        return leaves.booleans()
    if _WHOLE.fullmatch(plain):
        return leaves.integers(name, limits, seen)
    if _FRACTION.fullmatch(plain):
        return leaves.fractions(name, limits, seen)
    if _DECIMAL.fullmatch(plain):
        return leaves.decimals(name, limits, seen or of_type)
    if _TEXT.fullmatch(plain):
        return leaves.texts(name, limits, seen)
    format_ = format_of_scalar(plain)
    found = leaves.of_format(format_) or _by_name(plain)
    found = found or _by_document(type_) or _by_pattern(type_) or _by_example(of_type)
    return _as_shown(found, of_type) if format_ == "date" else found


def holds_anything(type_: GraphQLScalarType) -> bool:
    """Whether its name says that every value is one of it."""
    return re.fullmatch(_FREE, folded(type_.name)) is not None


def _as_shown(found: LeafValues | None, of_type: Sequence[JSON]) -> LeafValues | None:
    """Days as moments, where the service shows them so: they could not be compared otherwise."""
    shown = [value for value in of_type if isinstance(value, str)]
    if not shown or not all(map(moment_of, shown)):
        return found
    return leaves.midnights() if all("T00:00:00" in value for value in shown) else leaves.moments()


def _by_name(plain: str) -> LeafValues | None:
    return next((make() for pattern, make in _NAMED if re.fullmatch(pattern, plain)), None)


def _by_document(type_: GraphQLScalarType) -> LeafValues | None:
    url = (type_.specified_by_url or "").lower()
    return next((make() for hint, make in _URL_HINTS if hint in url), None)


def _by_pattern(type_: GraphQLScalarType) -> LeafValues | None:
    found = _PATTERN.search(type_.description or "")
    if found is None:
        return None
    pattern = next(group for group in found.groups() if group)
    try:
        re.compile(pattern)
    except re.error:
        return None
    return leaves.patterned(pattern)


def _by_example(of_type: Sequence[JSON]) -> LeafValues | None:
    return leaves.one_of(of_type) if of_type else None
