"""Gathers what was covered, case by case and answer by answer; memory is bounded by the schema.

A field selected on an interface requests the tuple of every object type that implements it; it reaches only the
tuple of the type that the answer really held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type

from querious.model import ABSENT, Coverage, Field, Variable
from querious.model.operation import included

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphql import GraphQLNamedType

    from querious.coverage.universe import Universe
    from querious.model import JSON, Operation, Selection, SelectionShape, Value


class CoverageRecorder:
    """Coverage so far."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._requested: set[tuple[str, str]] = set()
        self._requested_tuples = 0
        """How many of them are tuples that count: told many times a second, and a large API has thousands."""
        self._reached: set[str] = set()
        self._witnessed: set[str] = set()
        self._arguments: set[tuple[str, str, str]] = set()
        self._inputs: set[str] = set()
        self._enums: set[str] = set()

    def extend(self, types: Iterable[GraphQLNamedType]) -> None:
        """Let these types count as well: another root can be asked."""
        self._universe.extend(types)
        asked = (f"{parent}.{name}" for parent, name in self._requested)
        self._requested_tuples = sum(coordinate in self._universe.tuples for coordinate in asked)

    def request(self, operation: Operation) -> None:
        """Count a valid operation that is sent."""
        stack: list[Sequence[Selection]] = [operation.selections]
        while stack:
            for node in stack.pop():
                if node.directives and not included(node.directives):
                    continue
                if node.children:
                    stack.append(node.children)
                if isinstance(node, Field):
                    self._note_requested(node.parent, node.name)
                    if node.arguments:
                        self._sent(node)

    def _note_requested(self, parent: str, name: str) -> None:
        if (parent, name) not in self._requested:
            self._requested.add((parent, name))
            self._requested_tuples += f"{parent}.{name}" in self._universe.tuples

    def answer(self, shape: SelectionShape, data: JSON) -> None:  # complexipy: ignore (the hot path of a run)
        """Count the ``data`` of an answer."""
        stack = [(shape, data)]
        while stack:
            position, value = stack.pop()
            if isinstance(value, list):
                stack.extend([(position, item) for item in value])
            elif isinstance(value, dict):
                found = position.runtime(value)
                for key, coordinate, _, named, child, _ in found.fields.values() if found else ():
                    self._reached.add(coordinate)
                    item = value.get(key)
                    if item is None or item == []:
                        continue
                    self._witnessed.add(coordinate)
                    if child is not None:
                        stack.append((child, item))
                    elif named in self._universe.enum_types:
                        self._enums.update(
                            f"{named}.{member}" for member in (item if isinstance(item, list) else [item])
                        )

    def _sent(self, node: Field) -> None:
        for name, value in node.arguments:
            if isinstance(value, Variable) and value.value is ABSENT:
                continue
            place = (node.parent, node.name, name)
            self._arguments.add(place)
            kind = self._universe.argument_types.get(place)
            if kind is not None:
                self._used(kind, value)

    def _used(self, kind: GraphQLNamedType, value: Value) -> None:
        """Input fields and enum values inside a value that was sent."""
        if isinstance(value, Variable):
            value = value.value
        if isinstance(value, list):
            for item in value:
                self._used(kind, item)
        elif isinstance(kind, GraphQLEnumType):
            self._enums.add(f"{kind.name}.{value}")
        elif isinstance(kind, GraphQLInputObjectType) and isinstance(value, dict):
            for name, item in value.items():
                field = kind.fields.get(name)
                if field is not None:
                    self._inputs.add(f"{kind.name}.{name}")
                    self._used(get_named_type(field.type), item)

    def counts(self) -> tuple[int, int, int, int]:
        """How many tuples there are, and how many are requested, reached and witnessed; cheap, for live progress."""
        tuples = self._universe.tuples
        return (
            len(tuples),
            self._requested_tuples,
            len(self._reached & tuples),
            len(self._witnessed & tuples),
        )

    def unwitnessed(self) -> set[str]:
        """The tuples that have not yet had a value."""
        return self._universe.tuples - self._witnessed

    def brought(self, coordinate: str) -> bool | None:
        """Whether a field has ever held a value; None where it was never part of an answer."""
        if coordinate in self._witnessed:
            return True
        return False if coordinate in self._reached else None

    def requested(self) -> set[str]:
        """The tuples that were asked for."""
        requested: set[str] = set()
        for parent, name in self._requested:
            requested.update(f"{typename}.{name}" for typename in self._universe.members.get(parent, (parent,)))
        return requested & self._universe.tuples

    def coverage(self) -> Coverage:
        """What was covered, as a value."""
        universe = self._universe
        arguments: set[str] = set()
        for parent, name, argument in self._arguments:
            members = universe.members.get(parent, (parent,))
            arguments.update(f"{typename}.{name}({argument}:)" for typename in members)
        return Coverage(
            tuples=frozenset(universe.tuples),
            requested=frozenset(self.requested()),
            reached=frozenset(self._reached & universe.tuples),
            witnessed=frozenset(self._witnessed & universe.tuples),
            arguments=frozenset(universe.arguments),
            arguments_used=frozenset(arguments & universe.arguments),
            inputs=frozenset(universe.inputs),
            inputs_used=frozenset(self._inputs & universe.inputs),
            enums=frozenset(universe.enums),
            enums_used=frozenset(self._enums & universe.enums),
        )
