"""What real clients asked, changed in one place: near what works, and never tried by anybody.

A field is dropped, an argument is nulled, a value has the wrong type, an identifier is that of something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLNonNull,
    get_named_type,
)

from querious.model import ABSENT, Field, Fragment, Variable
from querious.model.definitions import input_at
from querious.model.edits import places, replaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLArgument, GraphQLInputField, GraphQLSchema

    from querious.model import Operation, Selection, Value
    from querious.model.edits import Place

_WRONG: dict[str, Value] = {"Int": "x", "Float": "x", "String": {}, "Boolean": "x", "ID": {}}
"""Values that no server may take for a built-in scalar."""


class Deviation(NamedTuple):
    """A changed operation."""

    operation: Operation
    change: str
    """What was changed, in words."""
    flaw: str = ""
    """Why the API must refuse it, in words; empty if it must not."""


def deviations(schema: GraphQLSchema, operation: Operation, known: Mapping[str, Sequence[str]]) -> Iterator[Deviation]:
    """Every change in one place, those of one field together. ``known`` are identifiers by name of the argument."""
    for place, node in places(operation.selections):
        if isinstance(node, Fragment):
            continue
        if not _is_alone(operation, place):
            yield Deviation(_changed(operation, place, []), f"without {node.coordinate}")
        for name, value in node.arguments:
            argument = input_at(schema, f"{node.coordinate}.{name}")
            if argument is not None:
                for changed, words, flaw in _values(argument, name, value, known):
                    kept = [(key, changed if key == name else old) for key, old in node.arguments]
                    yield Deviation(
                        _changed(operation, place, [node._replace(arguments=kept)]),
                        f"{words} for {name} of {node.coordinate}",
                        f"{words} for the argument {name} of {node.coordinate}" if flaw else "",
                    )


def _values(
    argument: GraphQLArgument | GraphQLInputField, name: str, value: Value, known: Mapping[str, Sequence[str]]
) -> Iterator[tuple[Value, str, bool]]:
    """Other values for an argument, what each is in words, and whether the API must refuse it."""
    plain = value.value if isinstance(value, Variable) else value
    if plain is not None and plain is not ABSENT:
        yield None, "null", isinstance(argument.type, GraphQLNonNull)
    named = get_named_type(argument.type).name
    if named in _WRONG:
        yield _WRONG[named], f"a wrong value ({named} is expected)", True
    if isinstance(plain, str):
        other = next((one for one in known.get(name, ()) if one != plain), None)
        if other is not None:
            yield other, "an identifier of something else", False


def _is_alone(operation: Operation, place: Place) -> bool:
    """Whether nothing would be left around a field without it."""
    siblings: Sequence[Selection] = operation.selections
    for index in place[:-1]:
        siblings = siblings[index].children
    for index, other in enumerate(siblings):
        if index != place[-1] and isinstance(other, Field) and other.name != "__typename":
            return False
    return True


def _changed(operation: Operation, place: Place, by: Sequence[Selection]) -> Operation:
    return operation._replace(selections=replaced(operation.selections, place, by))
