"""An API for any schema: graphql-core executes, resolvers make values of the types that are promised.

The answers conform unless something is spoiled: then one place of every answer that has a fitting one is made wrong,
after graphql-core has done its own checks.
"""

from __future__ import annotations

import json
import sys
import threading
import zlib
from typing import TYPE_CHECKING, Any

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    build_schema,
    graphql_sync,
    is_leaf_type,
)

from servers import answering, respond

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from graphql import GraphQLResolveInfo, GraphQLSchema

SPOILS = ("null", "type", "enum", "missing")
_LEAVES = {"Int": 7, "Float": 0.5, "String": "", "Boolean": False, "ID": "1"}
"""0, "", false and [] are values: a check that takes them for nothing shows."""
_DEEPEST = 8


class Conforming:
    """Answers anything that the schema allows; the same question gets the same answer."""

    def __init__(self, schema: GraphQLSchema, spoil: str = "", coordinate: str = "") -> None:
        self._schema = schema
        self._spoil = spoil
        self._coordinate = coordinate
        self._places: list[tuple[list[Any], str, Any]] = []
        self._lock = threading.Lock()
        self.asked = 0
        self.spoiled = 0

    def answer(self, request: dict[str, Any], spoil: str = "") -> dict[str, Any]:
        """What comes back for a request; ``spoil`` for this one alone."""
        with self._lock:
            return self._answer(request, spoil or self._spoil)

    def _answer(self, request: dict[str, Any], spoil: str) -> dict[str, Any]:
        self.asked += 1
        self._places = []
        result = graphql_sync(
            self._schema,
            request["query"],
            variable_values=request.get("variables"),
            field_resolver=self._resolve,
            type_resolver=lambda value, *_: value["__typename"],
        ).formatted
        if spoil and result.get("data"):
            for path, coordinate, promised in self._places:
                if self._coordinate in {"", coordinate} and _spoiled(spoil, result["data"], path, promised):
                    self.spoiled += 1
                    break
        return result

    def serving(self) -> AbstractContextManager[str]:
        return answering(lambda handler, body: respond(handler, json.dumps(self.answer(json.loads(body))).encode()))

    def _resolve(self, _source: Any, info: GraphQLResolveInfo, **_: Any) -> Any:
        path = info.path.as_list()
        self._places.append((path, f"{info.parent_type.name}.{info.field_name}", info.return_type))
        return self._value(info.return_type, "/".join(map(str, path)), len(path))

    def _value(self, promised: Any, seed: str, depth: int) -> Any:
        draw = zlib.crc32(seed.encode())
        if not isinstance(promised, GraphQLNonNull):
            if draw % 5 == 0 or (depth > _DEEPEST and not is_leaf_type(promised)):
                return None
        else:
            promised = promised.of_type
        if isinstance(promised, GraphQLList):
            length = 0 if depth > _DEEPEST else draw % 3
            return [self._value(promised.of_type, f"{seed}/{index}", depth + 1) for index in range(length)]
        if isinstance(promised, GraphQLEnumType):
            values = list(promised.values.values())
            return values[draw % len(values)].value
        if isinstance(promised, GraphQLInterfaceType | GraphQLUnionType):
            members = self._schema.get_possible_types(promised)
            return {"__typename": members[draw % len(members)].name}
        if isinstance(promised, GraphQLObjectType):
            return {"__typename": promised.name}
        return _LEAVES.get(promised.name, "anything")


def _spoiled(spoil: str, data: Any, path: list[Any], promised: Any) -> bool:
    """Make the value at a path wrong, if it can be in the way that is wanted."""
    *way, key = path
    for step in way:
        data = data[step]
    value = data.get(key)
    named = promised
    while isinstance(named, GraphQLNonNull | GraphQLList):
        named = named.of_type
    plain = not isinstance(value, dict | list)
    if spoil == "missing":
        del data[key]
    elif spoil == "null" and isinstance(promised, GraphQLNonNull) and plain:
        data[key] = None
    elif spoil == "enum" and isinstance(named, GraphQLEnumType) and isinstance(value, str):
        data[key] = "NOT_A_MEMBER"
    elif spoil == "type" and named.name in _LEAVES and value is not None and plain:
        data[key] = [] if named.name == "String" else "text" if named.name != "ID" else 1
    else:
        return False
    return True


if __name__ == "__main__":
    with Conforming(build_schema(open(sys.argv[1]).read()), *sys.argv[2:]).serving() as url:  # noqa: PTH123
        print(url, flush=True)  # noqa: T201
        sys.stdin.read()
