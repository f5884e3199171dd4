"""What an argument probably means, from its name and from where it stands.

Two answers: which fields of the API show values that would fit (``sources``), and which plain values make sense when
none is known (``by_name``). Guesses only: odd values and free draws are always mixed in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_leaf_type,
)

from querious.values import scalars, strings

if TYPE_CHECKING:
    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.values.scalars import Make

_PAGE = re.compile(r"^(first|last|limit|take|top|size|count|max|per_?page|page_?size|max_?results)$", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"^(?:(?P<owner>\w+?)_?)?(?P<kind>id|ids|uuid|guid|iid|gid|key|slug|code|path|handle|token|number)$", re.IGNORECASE
)
_SEARCH = re.compile(r"^(text|q|query|term|phrase|search\w*|keywords?|needle|pattern)$", re.IGNORECASE)
_CALLED = ("name", "title", "label", "slug", "code", "key", "path", "username", "login", "displayName", "fullName")
"""Fields by which people look for a thing: a text that is searched for may be one of them."""
_PLAIN_BY_NAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), scalar)
    for pattern, scalar in (
        (r"e_?mail", "Email"),
        (r"ur[il]$|website|homepage|link$", "URL"),
        (r"phone|mobile", "PhoneNumber"),
        (r"uuid|guid", "UUID"),
        (r"(date_?time|_at|At|timestamp|since|until)$", "DateTime"),
        (r"date$|birthday", "Date"),
        (r"colou?r", "Color"),
        (r"currency", "Currency"),
        (r"country", "CountryCode"),
        (r"locale|language", "Locale"),
        (r"time_?zone", "TimeZone"),
    )
)


def by_name(name: str, scalar: str) -> Make | None:
    """A maker of plausible values for an argument of this name; None if the name says nothing."""
    if scalar == "Int":
        return (lambda chance: 1 + chance.below(5)) if _PAGE.match(name) else None
    if scalar != "String":
        return None
    for pattern, known in _PLAIN_BY_NAME:
        if pattern.search(name):
            found = scalars.scalar_for(known)
            return found.plain if found else strings.plain
    return None


class Sources:
    """Finds the coordinates that show values an argument could take."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._types = {name.casefold(): kind for name, kind in schema.type_map.items() if not name.startswith("__")}
        self._by_field_name: dict[str, list[str]] = {}
        self._identifiers: list[str] = []
        for kind in self._types.values():
            if isinstance(kind, GraphQLObjectType):
                for name, field in kind.fields.items():
                    if is_leaf_type(get_named_type(field.type)):
                        self._by_field_name.setdefault(name.casefold(), []).append(f"{kind.name}.{name}")
                        if get_named_type(field.type).name == "ID":
                            self._identifiers.append(f"{kind.name}.{name}")

    def of(self, name: str, scalar: str, returned: GraphQLNamedType | None) -> list[list[str]]:
        """Groups of coordinates, the likeliest group first. ``returned`` is the type of the argument's field."""
        if scalar in {"Boolean", "Float"} or _PAGE.match(name):
            return []
        groups: list[list[str]] = []
        target = self._entity(returned)
        identifier = _IDENTIFIER.match(name)
        if identifier and identifier["owner"]:
            owner = self._entity(self._types.get(identifier["owner"].replace("_", "").casefold()))
            groups.append(self._fields_of(owner, (identifier["kind"].rstrip("s"), "id")))
        singular = name.removesuffix("s")
        groups.append(self._fields_of(target, (name, singular)))
        if scalar == "ID":
            groups.append(self._fields_of(target, ("id",)))
        if scalar == "String" and _SEARCH.match(name):
            groups.append(self._fields_of(target, _CALLED))
        groups.append(self._by_field_name.get(name.casefold(), []))
        if name.casefold() in {"after", "before"}:
            groups.append(self._by_field_name.get("endcursor", []) + self._by_field_name.get("cursor", []))
        if scalar == "ID":
            groups.append(self._identifiers)
        if scalar == "String":
            groups.append(self._fields_of(target, _CALLED))
        unique = {tuple(group): None for group in groups if group}
        return [list(group) for group in unique]

    def _entity(self, kind: GraphQLNamedType | None) -> GraphQLNamedType | None:
        """The type of thing meant: a connection's nodes or a payload's object rather than the wrapper itself."""
        for _ in range(3):
            if not isinstance(kind, GraphQLObjectType) or "id" in kind.fields:
                break
            inner = next(
                (kind.fields[name] for name in ("nodes", "edges", "node", "items", "results") if name in kind.fields),
                None,
            )
            if inner is None or not is_composite_type(get_named_type(inner.type)):
                break
            kind = get_named_type(inner.type)
        return kind

    def _fields_of(self, kind: GraphQLNamedType | None, names: tuple[str, ...]) -> list[str]:
        """Leaf fields of these names of the type or, for an interface or union, of its members."""
        if kind is None or not is_composite_type(kind):
            return []
        members = [kind] if isinstance(kind, GraphQLObjectType) else self._schema.get_possible_types(kind)  # type: ignore[arg-type]
        wanted = {name.casefold() for name in names}
        return [
            f"{member.name}.{name}"
            for member in members
            if isinstance(member, GraphQLObjectType | GraphQLInterfaceType)
            for name, field in member.fields.items()
            if name.casefold() in wanted and is_leaf_type(get_named_type(field.type))
        ]
