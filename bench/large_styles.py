"""Large APIs over made-up tables, in the styles of four generators of GraphQL APIs.

Each style is a class that writes the types of one table after the other, and says how its fields are resolved. The
input types form graphs with cycles, as the real ones do: filters hold the filters of the tables they refer to, and
themselves in AND, OR and NOT; what creates a row may create those that belong to it, and so on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from graphql import (
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    build_schema,
    get_named_type,
    is_composite_type,
    is_required_argument,
)

from bench.large_rows import Database, Table, compared, tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bench.large_rows import Row

    Resolver = Callable[[Any, dict[str, Any]], Any]


class Style(Protocol):
    """Writes one API."""

    sdl: list[str]
    resolvers: dict[str, Resolver]
    """By coordinate; what is not in here is read from the object by name."""
    calls: dict[str, list[dict[str, Any]]]
    """By coordinate: arguments that bring something, for fields that need some."""

    def table(self, table: Table) -> None:
        """Write all types of a table, and its fields on the root types."""

    def close(self) -> None:
        """Write what all tables share."""


class Api:
    """A schema of about ``size`` input types in one style, with rows behind it."""

    def __init__(self, style: str, size: int) -> None:
        count = max(3, round(size / _inputs_per_table(style)))
        self.database = Database(tables(count))
        written = STYLES[style](self.database)
        for table in self.database.tables.values():
            written.table(table)
        written.close()
        self.sdl = "\n".join(written.sdl)
        self.schema = build_schema(self.sdl, assume_valid=True)
        self._calls = written.calls
        self._bind(written.resolvers)

    @property
    def inputs(self) -> int:
        """How many input types there are."""
        return sum(isinstance(kind, GraphQLInputObjectType) for kind in self.schema.type_map.values())

    @property
    def arguments(self) -> int:
        """How many arguments there are."""
        kinds = [kind for kind in self.schema.type_map.values() if isinstance(kind, GraphQLObjectType)]
        return sum(len(field.args) for kind in kinds for field in kind.fields.values())

    def _bind(self, resolvers: dict[str, Resolver]) -> None:
        for coordinate, resolver in resolvers.items():
            typename, name = coordinate.split(".")
            found = self.schema.type_map[typename]
            found.fields[name].resolve = _bound(resolver)  # type: ignore[attr-defined]
        for kind in self.schema.type_map.values():
            if isinstance(kind, GraphQLInterfaceType):
                kind.resolve_type = lambda value, *_: value["__table"]

    def witnessable(self) -> set[str]:
        """The tuples for which some object has a value, found by resolving every field of every object."""
        found: set[str] = set()
        root = self.schema.query_type
        queue: list[tuple[Any, Any]] = [(root, {})]
        met: set[tuple[str, int]] = set()
        while queue:
            kind, source = queue.pop()
            if isinstance(kind, GraphQLInterfaceType):
                kind = self.schema.type_map[source["__table"]]
            for name, field in kind.fields.items():
                for value in self._values(f"{kind.name}.{name}", field, source):
                    if value is None or value == []:
                        continue
                    found.add(f"{kind.name}.{name}")
                    queue += self._objects(get_named_type(field.type), value, met)
        return found

    def _values(self, coordinate: str, field: Any, source: Any) -> Iterable[Any]:
        name = coordinate.partition(".")[2]
        if field.resolve is None:
            yield source.get(name)
            return
        needs = any(is_required_argument(argument) for argument in field.args.values())
        for given in self._calls.get(coordinate, [] if needs else [{}]):
            yield field.resolve(source, None, **given)

    def _objects(self, kind: Any, value: Any, met: set[tuple[str, int]]) -> list[tuple[Any, Any]]:
        """The objects to go on from; each row once for each type."""
        if not is_composite_type(kind):
            return []
        objects = []
        for one in value if isinstance(value, list) else [value]:
            row = isinstance(one, dict) and "__table" in one
            if row and (kind.name, one["id"]) in met:
                continue
            if row:
                met.add((kind.name, one["id"]))
            objects.append((kind, one))
        return objects


def _bound(resolver: Resolver) -> Callable[..., Any]:
    return lambda source, _info, **given: resolver(source, given)


def _inputs_per_table(style: str) -> float:
    """Measured on a small one, so that sizes of all styles mean the same."""
    small = STYLES[style](Database(tables(20)))
    for table in small.database.tables.values():
        small.table(table)
    return sum(text.startswith("input ") for text in "\n".join(small.sdl).splitlines()) / 20


class _Written:
    """What all styles share."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.sdl: list[str] = []
        self.resolvers: dict[str, Resolver] = {}
        self.calls: dict[str, list[dict[str, Any]]] = {}
        self.query: list[str] = []
        self.mutation: list[str] = []

    def write(self, kind: str, name: str, fields: Iterable[str]) -> None:
        """One type, a field a line."""
        inner = "\n".join(f"  {field}" for field in fields)
        self.sdl.append(f"{kind} {name} {{\n{inner}\n}}")

    def close(self) -> None:
        """What all tables share."""
        self.write("type", "Query", self.query)
        self.write("type", "Mutation", self.mutation)

    def backs(self, table: Table) -> list[tuple[str, Table]]:
        """Lists on the other side of references, with the tables that they list."""
        found = self.database.backs[table.name].items()
        return [(name, self.database.tables[other]) for name, (other, _) in found]

    def chosen(self, rows: list[Row], wanted: Any, order: Any = None) -> list[Row]:
        """Rows that fit a filter, in the order asked for."""
        fitting = [row for row in rows if self.database.matches(row, wanted)]
        for column, down in reversed(_orders(order)):
            fitting.sort(key=lambda row: (row.get(column) is None, _sortable(row.get(column))), reverse=down)
        return fitting


def _sortable(value: Any) -> Any:
    return 0 if value is None or isinstance(value, dict) else value


def _orders(order: Any) -> list[tuple[str, bool]]:
    """Columns and whether each goes down, from ``{name: asc}`` or ``NAME_DESC`` or ``-name``, alone or in a list."""
    found = []
    for part in order if isinstance(order, list) else [order] if order else []:
        if isinstance(part, dict):
            found += [(name, str(way).startswith("desc")) for name, way in part.items() if isinstance(way, str)]
        elif isinstance(part, str) and part.endswith(("_ASC", "_DESC")):
            column, _, way = part.rpartition("_")
            words = column.lower().split("_")
            found.append((words[0] + "".join(word.title() for word in words[1:]), way == "DESC"))
        elif isinstance(part, str):
            found.append((part.lstrip("-"), part.startswith("-")))
    return found


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Prisma(_Written):
    """``where``, ``orderBy``, ``cursor``, ``take``, ``skip``; nested create, connect and update, both ways."""

    def table(self, table: Table) -> None:
        """All types of a table."""
        name = table.name
        self._filters(table)
        self._changes(table)
        self.write("type", name, self._fields(table))
        self.write("type", f"Aggregate{name}", [f"_count: {name}CountAggregate", f"_max: {name}MaxAggregate"])
        self.write("type", f"{name}CountAggregate", [f"{column}: Int!" for column in table.columns])
        self.write("type", f"{name}MaxAggregate", [f"{column}: {kind}" for column, kind in table.columns.items()])
        self._root(table)

    def _fields(self, table: Table) -> list[str]:
        fields = [f"{column}: {kind}" for column, kind in table.columns.items()]
        fields += [f"{reference.name}: {reference.target}!" for reference in table.references]
        for back, other in self.backs(table):
            fields.append(f"{back}({_PRISMA_LIST.format(name=other.name)}): [{other.name}!]!")
            self.resolvers[f"{table.name}.{back}"] = self._pointing(back)
        return fields

    def _pointing(self, back: str) -> Resolver:
        return lambda row, given: self._list(self.database.pointing(row, back), given)

    def _list(self, rows: list[Row], given: dict[str, Any]) -> list[Row]:
        found = self.chosen(rows, given.get("where"), given.get("orderBy"))
        start = max(0, given.get("skip") or 0)
        take = given.get("take")
        return found[start:] if take is None else found[start : start + max(0, take)]

    def _root(self, table: Table) -> None:
        name, rows = table.name, self.database.rows[table.name]
        many, one = f"{_lower(name)}s", f"{_lower(name)}"
        self.query += [
            f"{many}({_PRISMA_LIST.format(name=name)}): [{name}!]!",
            f"{one}(where: {name}WhereUniqueInput!): {name}",
            f"aggregate{name}(where: {name}WhereInput): Aggregate{name}!",
        ]
        self.mutation += [
            f"createOne{name}(data: {name}CreateInput!): {name}!",
            f"updateOne{name}(data: {name}UpdateInput!, where: {name}WhereUniqueInput!): {name}",
        ]
        self.resolvers[f"Query.{many}"] = lambda _, given: self._list(rows, given)
        self.resolvers[f"Query.{one}"] = lambda _, given: next(iter(self._unique(rows, given["where"])), None)
        self.resolvers[f"Query.aggregate{name}"] = lambda _, given: _aggregate(table, self._list(rows, given))
        self.calls[f"Query.{one}"] = [{"where": {"id": row["id"]}} for row in rows]

    def _unique(self, rows: list[Row], where: dict[str, Any]) -> list[Row]:
        given = {key: value for key, value in where.items() if value is not None}
        return [row for row in rows if given and all(row[key] == value for key, value in given.items())]

    def _filters(self, table: Table) -> None:
        name = table.name
        parts = [f"{word}: [{name}WhereInput!]" for word in ("AND", "OR", "NOT")]
        parts += [f"{column}: {kind}Filter" for column, kind in table.columns.items()]
        parts += [f"{one.name}: {one.target}RelationFilter" for one in table.references]
        parts += [f"{back}: {other.name}ListRelationFilter" for back, other in self.backs(table)]
        self.write("input", f"{name}WhereInput", parts)
        self.write("input", f"{name}WhereUniqueInput", ["id: Int", "name: String"])
        self.write("input", f"{name}RelationFilter", [f"is: {name}WhereInput", f"isNot: {name}WhereInput"])
        some = [f"{word}: {name}WhereInput" for word in ("every", "some", "none")]
        self.write("input", f"{name}ListRelationFilter", some)
        orders = [f"{column}: SortOrder" for column in table.columns]
        orders += [f"{one.name}: {one.target}OrderByInput" for one in table.references]
        self.write("input", f"{name}OrderByInput", orders)

    def _changes(self, table: Table) -> None:
        relations = [(one.name, self.database.tables[one.target], True) for one in table.references]
        relations += [(back, other, False) for back, other in self.backs(table)]
        for kind in ("Create", "Update"):
            columns = [f"{column}: {scalar}" for column, scalar in table.columns.items()]
            self.write(
                "input",
                f"{table.name}{kind}Input",
                [*columns, *(self._nested(field, other, table, kind) for field, other, _ in relations)],
            )
        for field, other, single in relations:
            self._nest(table, field, other, single=single)

    def _nested(self, field: str, other: Table, table: Table, kind: str) -> str:
        return f"{field}: {other.name}{kind}NestedWithout{table.name}_{field}Input"

    def _nest(self, table: Table, field: str, other: Table, *, single: bool) -> None:
        """What may be done through a relation: create, connect, create or connect; update as well."""
        end = f"Without{table.name}_{field}"
        shape = "{}" if single else "[{}!]"
        created, either = f"{other.name}Create{end}Input", f"{other.name}CreateOrConnect{end}Input"
        unique = f"{other.name}WhereUniqueInput"
        nested = [
            f"create: {shape.format(created)}",
            f"connectOrCreate: {shape.format(either)}",
            f"connect: {shape.format(unique)}",
        ]
        self.write("input", f"{other.name}CreateNested{end}Input", nested)
        self.write(
            "input",
            f"{other.name}UpdateNested{end}Input",
            [*nested, f"update: {shape.format(f'{other.name}UpdateInput')}"],
        )
        self.write("input", either, [f"where: {unique}!", f"create: {created}!"])
        columns = [f"{column}: {scalar}" for column, scalar in other.columns.items()]
        deeper = [self._nested(one.name, self.database.tables[one.target], other, "Create") for one in other.references]
        self.write("input", created, [*columns, *deeper])

    def close(self) -> None:
        """What all tables share."""
        self.sdl.append("enum SortOrder { asc desc }")
        for kind in ("Int", "Float", "String", "Boolean"):
            compared = [f"{word}: {kind}" for word in ("equals", "not", "lt", "lte", "gt", "gte")]
            parts = [*compared, f"in: [{kind}!]"] + (["contains: String"] if kind == "String" else [])
            self.write("input", f"{kind}Filter", parts)
        super().close()


_PRISMA_LIST = "where: {name}WhereInput, orderBy: [{name}OrderByInput!], take: Int, skip: Int"


def _aggregate(table: Table, rows: list[Row]) -> dict[str, Any]:
    """Counts and greatest values of each column."""
    counts = {column: sum(row[column] is not None for row in rows) for column in table.columns}
    most: dict[str, Any] = {}
    for column in table.columns:
        values = [row[column] for row in rows if row[column] is not None]
        most[column] = max(values) if values else None
    return {"_count": counts, "_max": most, "count": len(rows), "max": most}


class Hasura(_Written):
    """``_bool_exp``, ``_order_by``, ``_by_pk``, aggregates; insert and update inputs."""

    def table(self, table: Table) -> None:
        """All types of a table."""
        name = _snake(table.name)
        parts = [f"_and: [{name}_bool_exp!]", f"_or: [{name}_bool_exp!]", f"_not: {name}_bool_exp"]
        parts += [f"{column}: {kind}_comparison_exp" for column, kind in table.columns.items()]
        parts += [f"{one.name}: {_snake(one.target)}_bool_exp" for one in table.references]
        parts += [f"{back}: {_snake(other.name)}_bool_exp" for back, other in self.backs(table)]
        self.write("input", f"{name}_bool_exp", parts)
        self._orders(table, name)
        self._changes(table, name)
        self._types(table, name)
        self._root(table, name)

    def _orders(self, table: Table, name: str) -> None:
        orders = [f"{column}: order_by" for column in table.columns]
        orders += [f"{one.name}: {_snake(one.target)}_order_by" for one in table.references]
        orders += [f"{back}_aggregate: {_snake(other.name)}_aggregate_order_by" for back, other in self.backs(table)]
        self.write("input", f"{name}_order_by", orders)
        self.write("input", f"{name}_aggregate_order_by", ["count: order_by", f"max: {name}_max_order_by"])
        self.write("input", f"{name}_max_order_by", [f"{column}: order_by" for column in table.columns])
        self.write("enum", f"{name}_select_column", table.columns)

    def _changes(self, table: Table, name: str) -> None:
        columns = [f"{column}: {kind}" for column, kind in table.columns.items()]
        deeper = [f"{one.name}: {_snake(one.target)}_obj_rel_insert_input" for one in table.references]
        deeper += [f"{back}: {_snake(other.name)}_arr_rel_insert_input" for back, other in self.backs(table)]
        self.write("input", f"{name}_insert_input", [*columns, *deeper])
        self.write("input", f"{name}_set_input", columns)
        self.write("input", f"{name}_pk_columns_input", ["id: Int!"])
        self.write(
            "input", f"{name}_on_conflict", [f"update_columns: [{name}_select_column!]!", f"where: {name}_bool_exp"]
        )
        for kind, shape in (("obj", "{}!"), ("arr", "[{}!]!")):
            data = shape.format(f"{name}_insert_input")
            self.write(
                "input", f"{name}_{kind}_rel_insert_input", [f"data: {data}", f"on_conflict: {name}_on_conflict"]
            )

    def _types(self, table: Table, name: str) -> None:
        fields = [f"{column}: {kind}" for column, kind in table.columns.items()]
        fields += [f"{one.name}: {_snake(one.target)}!" for one in table.references]
        for back, other in self.backs(table):
            inner = _snake(other.name)
            fields.append(f"{back}({_HASURA_LIST.format(name=inner)}): [{inner}!]!")
            fields.append(f"{back}_aggregate({_HASURA_LIST.format(name=inner)}): {inner}_aggregate!")
            self.resolvers[f"{name}.{back}"] = self._pointing(back)
            self.resolvers[f"{name}.{back}_aggregate"] = self._pointing_aggregate(back, other)
        self.write("type", name, fields)
        self.write("type", f"{name}_aggregate", [f"aggregate: {name}_aggregate_fields", f"nodes: [{name}!]!"])
        self.write("type", f"{name}_aggregate_fields", ["count: Int!", f"max: {name}_max_fields"])
        self.write("type", f"{name}_max_fields", [f"{column}: {kind}" for column, kind in table.columns.items()])

    def _pointing(self, back: str) -> Resolver:
        return lambda row, given: self._list(self.database.pointing(row, back), given)

    def _pointing_aggregate(self, back: str, other: Table) -> Resolver:
        return lambda row, given: self._aggregate(other, self.database.pointing(row, back), given)

    def _list(self, rows: list[Row], given: dict[str, Any]) -> list[Row]:
        found = self.chosen(rows, given.get("where"), given.get("order_by"))
        start, limit = max(0, given.get("offset") or 0), given.get("limit")
        return found[start:] if limit is None else found[start : start + max(0, limit)]

    def _aggregate(self, table: Table, rows: list[Row], given: dict[str, Any]) -> dict[str, Any]:
        found = self._list(rows, given)
        return {"aggregate": _aggregate(table, found), "nodes": found}

    def _root(self, table: Table, name: str) -> None:
        rows = self.database.rows[table.name]
        self.query += [
            f"{name}({_HASURA_LIST.format(name=name)}): [{name}!]!",
            f"{name}_aggregate({_HASURA_LIST.format(name=name)}): {name}_aggregate!",
            f"{name}_by_pk(id: Int!): {name}",
        ]
        self.mutation += [
            f"insert_{name}_one(object: {name}_insert_input!, on_conflict: {name}_on_conflict): {name}",
            f"update_{name}_by_pk(_set: {name}_set_input, pk_columns: {name}_pk_columns_input!): {name}",
        ]
        self.resolvers[f"Query.{name}"] = lambda _, given: self._list(rows, given)
        self.resolvers[f"Query.{name}_aggregate"] = lambda _, given: self._aggregate(table, rows, given)
        self.resolvers[f"Query.{name}_by_pk"] = lambda _, given: self.database.find(table.name, given["id"])
        self.calls[f"Query.{name}_by_pk"] = [{"id": row["id"]} for row in rows]

    def close(self) -> None:
        """What all tables share."""
        self.sdl.append("enum order_by { asc desc asc_nulls_first desc_nulls_last }")
        for kind in ("Int", "Float", "String", "Boolean"):
            compared = [f"{word}: {kind}" for word in ("_eq", "_neq", "_lt", "_lte", "_gt", "_gte")]
            parts = [*compared, f"_in: [{kind}!]", f"_nin: [{kind}!]", "_is_null: Boolean"]
            self.write("input", f"{kind}_comparison_exp", parts + (["_ilike: String"] if kind == "String" else []))
        super().close()


_HASURA_LIST = (
    "where: {name}_bool_exp, order_by: [{name}_order_by!], limit: Int, offset: Int,"
    " distinct_on: [{name}_select_column!]"
)


class _Pages(_Written):
    """Connections with edges and a page's facts."""

    def page(self, rows: list[Row], given: dict[str, Any]) -> dict[str, Any]:
        """The rows between two cursors."""
        start = _at(given.get("after"), 0) + max(0, given.get("offset") or 0)
        stop = min(len(rows), _at(given.get("before"), len(rows) + 1) - 1)
        if given.get("first") is not None:
            stop = min(stop, start + max(0, given["first"]))
        if given.get("last") is not None:
            start = max(start, stop - max(0, given["last"]))
        edges = [{"cursor": f"row:{place + 1}", "node": rows[place]} for place in range(start, stop)]
        return {
            "edges": edges,
            "nodes": [edge["node"] for edge in edges],
            "totalCount": len(rows),
            "pageInfo": {
                "hasNextPage": stop < len(rows),
                "hasPreviousPage": start > 0,
                "startCursor": edges[0]["cursor"] if edges else None,
                "endCursor": edges[-1]["cursor"] if edges else None,
            },
        }

    def close(self) -> None:
        """What all tables share."""
        flags = ("hasNextPage: Boolean!", "hasPreviousPage: Boolean!", "startCursor: String", "endCursor: String")
        self.write("type", "PageInfo", flags)
        super().close()


def _at(cursor: Any, otherwise: int) -> int:
    found = re.fullmatch(r"row:(\d+)", str(cursor))
    return int(found[1]) if found else otherwise


class PostGraphile(_Pages):
    """``condition``, ``filter``, ``orderBy`` by enums; connections with nodes and edges; one payload a mutation."""

    def table(self, table: Table) -> None:
        """All types of a table."""
        name = table.name
        self._inputs(table)
        fields = ["nodeId: ID!", *(f"{column}: {kind}" for column, kind in table.columns.items())]
        fields += [f"{one.name}: {one.target}" for one in table.references]
        self.resolvers[f"{name}.nodeId"] = lambda row, _: f"{name}:{row['id']}"
        for back, other in self.backs(table):
            fields.append(f"{back}({_POSTGRAPHILE_LIST.format(name=other.name)}): {other.name}Connection!")
            self.resolvers[f"{name}.{back}"] = self._pointing(back)
        self.write("type", f"{name} implements Node", fields)
        page = [f"nodes: [{name}]!", f"edges: [{name}Edge!]!", "pageInfo: PageInfo!", "totalCount: Int!"]
        self.write("type", f"{name}Connection", page)
        self.write("type", f"{name}Edge", ["cursor: String", f"node: {name}"])
        payload = ["clientMutationId: String", f"{_lower(name)}: {name}", "query: Query"]
        self.write("type", f"Change{name}Payload", payload)
        self._root(table)

    def _pointing(self, back: str) -> Resolver:
        return lambda row, given: self._page(self.database.pointing(row, back), given)

    def _page(self, rows: list[Row], given: dict[str, Any]) -> dict[str, Any]:
        condition = {key: value for key, value in (given.get("condition") or {}).items() if value is not None}
        found = [row for row in rows if all(row[key] == value for key, value in condition.items())]
        return self.page(self.chosen(found, given.get("filter"), given.get("orderBy")), given)

    def _inputs(self, table: Table) -> None:
        name = table.name
        columns = [f"{column}: {kind}" for column, kind in table.columns.items()]
        self.write("input", f"{name}Condition", columns)
        self.write("input", f"{name}Input", columns)
        self.write("input", f"{name}Patch", columns)
        parts = [f"and: [{name}Filter!]", f"or: [{name}Filter!]", f"not: {name}Filter"]
        parts += [f"{column}: {kind}Filter" for column, kind in table.columns.items()]
        parts += [f"{one.name}: {one.target}Filter" for one in table.references]
        parts += [f"{back}: {name}ToMany{other.name}Filter" for back, other in self.backs(table)]
        self.write("input", f"{name}Filter", parts)
        for other in {other.name: other for _, other in self.backs(table)}.values():
            some = [f"{word}: {other.name}Filter" for word in ("every", "some", "none")]
            self.write("input", f"{name}ToMany{other.name}Filter", some)
        orders = [f"{_snake(column).upper()}_{way}" for column in table.columns for way in ("ASC", "DESC")]
        self.write("enum", f"{name}OrderBy", ["NATURAL", *orders])
        change = ["clientMutationId: String", "nodeId: ID!", f"patch: {name}Patch!"]
        self.write("input", f"Create{name}Input", ["clientMutationId: String", f"{_lower(name)}: {name}Input!"])
        self.write("input", f"Update{name}Input", change)
        self.write("input", f"Delete{name}Input", change[:2])

    def _root(self, table: Table) -> None:
        name, rows = table.name, self.database.rows[table.name]
        self.query += [
            f"all{name}s({_POSTGRAPHILE_LIST.format(name=name)}): {name}Connection",
            f"{_lower(name)}ById(id: Int!): {name}",
        ]
        self.mutation += [
            f"{way}{name}(input: {way.title()}{name}Input!): Change{name}Payload"
            for way in ("create", "update", "delete")
        ]
        self.resolvers[f"Query.all{name}s"] = lambda _, given: self._page(rows, given)
        self.resolvers[f"Query.{_lower(name)}ById"] = lambda _, given: self.database.find(name, given["id"])
        self.calls[f"Query.{_lower(name)}ById"] = [{"id": row["id"]} for row in rows]

    def _node(self, node: str) -> Row | None:
        table, _, number = node.partition(":")
        return self.database.find(table, number) if table in self.database.tables else None

    def close(self) -> None:
        """What all tables share."""
        self.write("interface", "Node", ["nodeId: ID!"])
        self.query.append("node(nodeId: ID!): Node")
        self.resolvers["Query.node"] = lambda _, given: self._node(given["nodeId"])
        self.calls["Query.node"] = [
            {"nodeId": f"{name}:{row['id']}"} for name, rows in self.database.rows.items() for row in rows
        ]
        for kind in ("Int", "Float", "String", "Boolean"):
            words = ("equalTo", "notEqualTo", "lessThan", "lessThanOrEqualTo", "greaterThan", "greaterThanOrEqualTo")
            parts = [*(f"{word}: {kind}" for word in words), f"in: [{kind}!]", "isNull: Boolean"]
            self.write("input", f"{kind}Filter", parts + (["includes: String"] if kind == "String" else []))
        super().close()


_POSTGRAPHILE_LIST = (
    "first: Int, last: Int, offset: Int, before: String, after: String,"
    " orderBy: [{name}OrderBy!] = [NATURAL], condition: {name}Condition, filter: {name}Filter"
)


class Django(_Pages):
    """Relay connections with an argument for every look-up of every column, across references as well."""

    _LOOKUPS: ClassVar = {
        "String": ("", "_Icontains", "_Istartswith", "_In"),
        "Int": ("", "_Lt", "_Lte", "_Gt", "_Gte", "_In", "_Isnull"),
        "Float": ("", "_Lt", "_Gt", "_Isnull"),
        "Boolean": ("", "_Isnull"),
    }

    def table(self, table: Table) -> None:
        """All types of a table."""
        name = table.name
        self._inputs(table)
        fields = ["id: ID!", *(f"{column}: {kind}" for column, kind in table.columns.items() if column != "id")]
        fields += [f"{one.name}: {one.target}Node" for one in table.references]
        for back, other in self.backs(table):
            fields.append(f"{back}({self._list(other)}): {other.name}NodeConnection!")
            self.resolvers[f"{name}Node.{back}"] = self._pointing(back)
        self.write("type", f"{name}Node", fields)
        self.write("type", f"{name}NodeConnection", ["pageInfo: PageInfo!", f"edges: [{name}NodeEdge]!"])
        self.write("type", f"{name}NodeEdge", [f"node: {name}Node", "cursor: String!"])
        self.write("type", f"{name}Payload", [f"{_lower(name)}: {name}Node", "clientMutationId: String"])
        self._root(table)

    def _list(self, table: Table) -> str:
        """All arguments of a list: paging, look-ups of columns, and of the columns of what it refers to."""
        found = ["offset: Int", "before: String", "after: String", "first: Int", "last: Int", "orderBy: String"]
        found += self._lookups("", table.columns)
        one = table.references[0]
        found += self._lookups(f"{one.name}_", self.database.tables[one.target].columns)
        return ", ".join([*found, f"filter: {table.name}FilterInputType"])

    def _lookups(self, before: str, columns: dict[str, str]) -> list[str]:
        return [
            f"{before}{column}{ending}: {_lookup_type(kind, ending)}"
            for column, kind in columns.items()
            for ending in self._LOOKUPS[kind]
        ]

    def _pointing(self, back: str) -> Resolver:
        return lambda row, given: self._page(self.database.pointing(row, back), given)

    def _page(self, rows: list[Row], given: dict[str, Any]) -> dict[str, Any]:
        found = [row for row in rows if all(_looked_up(row, name, value) for name, value in given.items())]
        return self.page(self.chosen(found, given.get("filter"), given.get("orderBy")), given)

    def _inputs(self, table: Table) -> None:
        name = table.name
        parts = [f"and: [{name}FilterInputType]", f"or: [{name}FilterInputType]", f"not: {name}FilterInputType"]
        parts += [f"{column}: {name}{column[:1].upper()}{column[1:]}FilterInputType" for column in table.columns]
        parts += [f"{one.name}: {one.target}FilterInputType" for one in table.references]
        parts += [f"{back}: {other.name}FilterInputType" for back, other in self.backs(table)]
        self.write("input", f"{name}FilterInputType", parts)
        for column, kind in table.columns.items():
            compared = [f"exact: {kind}", f"in: [{kind}]", "isnull: Boolean"]
            if kind == "String":
                compared += ["icontains: String", "istartswith: String"]
            elif kind != "Boolean":
                compared += [f"{word}: {kind}" for word in ("lt", "lte", "gt", "gte")]
            self.write("input", f"{name}{column[:1].upper()}{column[1:]}FilterInputType", compared)
        columns = [f"{column}: {kind}" for column, kind in table.columns.items() if column != "id"]
        self.write("input", f"Create{name}Input", [*columns, "clientMutationId: String"])
        self.write("input", f"Update{name}Input", ["id: ID!", *columns, "clientMutationId: String"])

    def _root(self, table: Table) -> None:
        name, rows = table.name, self.database.rows[table.name]
        self.query += [
            f"all{name}s({self._list(table)}): {name}NodeConnection",
            f"{_lower(name)}(id: ID!): {name}Node",
        ]
        self.mutation += [
            f"{way}{name}(input: {way.title()}{name}Input!): {name}Payload" for way in ("create", "update")
        ]
        self.resolvers[f"Query.all{name}s"] = lambda _, given: self._page(rows, given)
        self.resolvers[f"Query.{_lower(name)}"] = lambda _, given: self.database.find(name, given["id"])
        self.calls[f"Query.{_lower(name)}"] = [{"id": str(row["id"])} for row in rows]


def _lookup_type(kind: str, ending: str) -> str:
    return "Boolean" if ending == "_Isnull" else f"[{kind}]" if ending == "_In" else kind


def _looked_up(row: Row, name: str, wanted: Any) -> bool:
    """Whether a row fits one argument such as ``price_Lt`` or ``salesOrder_title_Icontains``."""
    if name in {"offset", "before", "after", "first", "last", "orderBy", "filter"}:
        return True
    steps = name.split("_")
    word = steps.pop() if steps[-1][:1].isupper() else "exact"
    value: Any = row
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return compared(value, word, wanted)


STYLES: dict[str, type[Any]] = {"prisma": Prisma, "hasura": Hasura, "postgraphile": PostGraphile, "django": Django}
