"""Which paths and tuples have data at all, worked out by brute force and apart from what is measured with it.

Every object that the roots lead to is found breadth first: each field of each object is executed by itself, once with
every list of arguments that it is given. A path is witnessable if a chain of objects goes down it. That is an upper
bound for one operation: an error beside the chain, or a limit on the size of an answer, may still take it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import (
    ExecutionResult,
    GraphQLObjectType,
    GraphQLSchema,
    default_field_resolver,
    get_named_type,
    is_composite_type,
    is_introspection_type,
    is_required_argument,
    is_specified_scalar_type,
)
from graphql.execution import execute
from graphql.language import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLField, GraphQLFieldResolver

    from querious.model import Path


class _Object(NamedTuple):
    """One object of the data. Equal values behave alike, so the text of a value tells objects apart."""

    kind: str
    text: str


class World:
    """Every object, where its fields lead, and which tuples have a value somewhere."""

    def __init__(
        self,
        schema: GraphQLSchema,
        calls: Mapping[str, Sequence[str]],
        context: Callable[[], Any] = lambda: None,
    ) -> None:
        """``calls``: coordinate → lists of arguments as GraphQL writes them, such as ``(id: "1")``.

        A field that is not named there is called without arguments; if it needs some, that is an error. The schema
        must be one's own: its resolvers are wrapped.
        """
        self.tuples: set[str] = set()
        """The coordinates that have a value, neither null nor an empty list, on some object."""
        self._leads: list[dict[tuple[str, str], int]] = []
        """For each object: field and type → the objects it leads to, as a set in the bits of an integer."""
        self._valued: list[set[str]] = []
        """For each object: the coordinates of its fields that have a value."""
        self._gone: dict[tuple[int, str, str], int] = {}
        self._objects = {kind.name for kind in schema.type_map.values() if isinstance(kind, GraphQLObjectType)}
        assert schema.query_type is not None  # noqa: S101 (every schema here has one)
        self._explore(_Executor(schema, calls, context), schema.query_type.name)

    @property
    def objects(self) -> int:
        """How many there are."""
        return len(self._leads)

    def length(self, path: Path) -> int:
        """How many steps of the path some chain of objects goes down."""
        here = 1
        for gone, step in enumerate(path.steps):
            key = (here, step.field, step.target)
            below = self._gone.get(key)
            if below is None:
                below = self._gone[key] = self._below(here, step.field, step.target)
            if not below:
                whole = step.target not in self._objects  # a leaf, or the interface or union as a whole
                return gone + (whole and any(step.coordinate in self._valued[each] for each in _bits(here)))
            here = below
        return len(path.steps)

    def holds(self, path: Path) -> bool:
        """Whether the path is witnessable."""
        return self.length(path) == len(path.steps)

    def _below(self, here: int, field: str, target: str) -> int:
        found = 0
        for each in _bits(here):
            found |= self._leads[each].get((field, target), 0)
        return found

    def _explore(self, executor: _Executor, kind: str) -> None:
        numbers = {_Object(kind, "root"): 0}
        queue: list[tuple[str, Any]] = [(kind, None)]
        for parent, value in queue:  # it grows while it is gone through
            leads: dict[tuple[str, str], int] = {}
            valued: set[str] = set()
            for field, results, has_value in executor.fields(parent, value):
                if has_value:
                    valued.add(f"{parent}.{field}")
                for target, thing in results:
                    key = _Object(target, repr(thing))
                    if key not in numbers:
                        numbers[key] = len(numbers)
                        queue.append((target, thing))
                    leads[field, target] = leads.get((field, target), 0) | 1 << numbers[key]
            self._leads.append(leads)
            self._valued.append(valued)
            self.tuples |= valued


def _bits(numbers: int) -> Iterator[int]:
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


class _Executor:
    """Executes one field of one object, as the server would, and keeps the objects that its resolver gave."""

    def __init__(self, schema: GraphQLSchema, calls: Mapping[str, Sequence[str]], context: Callable[[], Any]) -> None:
        self._context = context
        self._calls = calls
        self._given: Any = None
        self._schemas: dict[str, GraphQLSchema] = {}
        self._types = [
            kind
            for kind in schema.type_map.values()
            if not is_introspection_type(kind) and not is_specified_scalar_type(kind)
        ]
        for kind in self._types:
            for field in kind.fields.values() if isinstance(kind, GraphQLObjectType) else ():
                field.resolve = self._keeping(field.resolve or default_field_resolver)

    def _keeping(self, resolve: GraphQLFieldResolver) -> GraphQLFieldResolver:
        def kept(parent: Any, info: Any, **arguments: Any) -> Any:
            self._given = resolve(parent, info, **arguments)
            return self._given

        return kept

    def fields(self, parent: str, value: Any) -> Iterator[tuple[str, list[tuple[str, Any]], bool]]:
        """For each call of each field: its name, the objects it gives with their types, whether it has a value."""
        schema = self._rooted(parent)
        assert schema.query_type is not None  # noqa: S101 (it was given one)
        for name, field in schema.query_type.fields.items():
            below = " { __typename }" if is_composite_type(get_named_type(field.type)) else ""
            for arguments in self._arguments(f"{parent}.{name}", field):
                found = self._execute(schema, f"{{ {name}{arguments}{below} }}", value)
                result = (found or {}).get(name)
                objects = list(_paired(result, self._given)) if below else []
                yield name, objects, result is not None and result != []

    def _execute(self, schema: GraphQLSchema, text: str, value: Any) -> dict[str, Any] | None:
        self._given = None
        result = execute(schema, parse(text), value, self._context())
        assert isinstance(result, ExecutionResult)  # noqa: S101 (nothing here is asynchronous)
        return result.data

    def _arguments(self, coordinate: str, field: GraphQLField) -> Iterable[str]:
        if coordinate in self._calls:
            return self._calls[coordinate]
        if any(is_required_argument(argument) for argument in field.args.values()):
            raise ValueError(f"{coordinate} needs arguments")
        return ("",)

    def _rooted(self, parent: str) -> GraphQLSchema:
        """The schema with an object type as its root, so that an object of it can be asked directly."""
        if parent not in self._schemas:
            root = next(kind for kind in self._types if kind.name == parent)
            assert isinstance(root, GraphQLObjectType)  # noqa: S101 (only objects are found)
            self._schemas[parent] = GraphQLSchema(query=root, types=self._types, assume_valid=True)
        return self._schemas[parent]


def _paired(result: Any, given: Any) -> Iterator[tuple[str, Any]]:
    """The type names of an answer with the objects that they stand for."""
    if isinstance(result, dict):
        yield result["__typename"], given
    elif isinstance(result, list):
        for inner, thing in zip(result, given, strict=True):
            yield from _paired(inner, thing)
