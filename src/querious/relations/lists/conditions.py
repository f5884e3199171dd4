"""What the filter arguments of a list mean, where their names and types leave no doubt."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type

from querious.answers.filter_words import (
    BOUNDS,
    CONTAINERS,
    DOUBTFUL,
    GENERATED,
    INCLUSIVE,
    PLAIN_WORDS,
    TEXTS,
    Operator,
    spoken_operator,
    subject_of,
)
from querious.answers.measures import ValueKind
from querious.model.defaults import default_of
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import inputs_of, is_required, paging
from querious.relations.lists.row_leaves import row_leaves
from querious.relations.lists.value_kinds import kind_of
from querious.relations.schema_types import is_list, once
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.row_leaves import RowLeaf, RowLeaves, Words
    from querious.relations.schema_types import SchemaTypes


_ORDER: Final = frozenset(("sort", "order", "direction", "group", "sorting", "ordering"))
"""Enums that come under these names are no filters."""
_ORDERED: Final = frozenset((ValueKind.NUMBER, ValueKind.MOMENT, ValueKind.TEXT))


class Condition(NamedTuple):
    """An argument that keeps rows back."""

    path: NamePath
    operator: Operator
    leaves: tuple[RowLeaf, ...]
    """What it is about; where several, which of them has to be learned."""
    type: Any
    """The scalar or enum that it takes."""
    several: bool = False
    """Whether it takes a list."""
    exact: bool = False
    """Whether the operator is one of a generated filter, such as ``gte``, which has one meaning only."""
    open: bool = False
    """Whether it is left open if a bound itself is meant too."""
    default: bool = False
    """Whether something is asked for where it is left out."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ".".join(self.path)


class _Meaning(NamedTuple):
    """What an argument asks for, by its name; nothing where there are no leaves."""

    operator: Operator = Operator.EQUAL
    leaves: Sequence[RowLeaf] = ()
    exact: bool = False


@once
def conditions(types: SchemaTypes, coordinate: str) -> list[Condition]:
    """The filter arguments of a field that gives rows."""
    leaves = row_leaves(types, list_type_of(types, coordinate).row)
    pages = paging(types, coordinate).paths
    found = []
    for path, argument in inputs_of(types, coordinate).items():
        if path in pages or (len(path) == 1 and is_required(argument)):
            continue
        kind = get_named_type(argument.type)
        several = is_list(argument.type)
        meaning = _meaning(path, leaves, kind)
        operator = meaning.operator
        if several and operator is Operator.EQUAL:
            operator = Operator.AMONG
        fitting = tuple(leaf for leaf in meaning.leaves if _fits(leaf, operator, kind))
        needs_one = operator in BOUNDS | TEXTS
        takes_it = several is (operator is Operator.AMONG) or operator is Operator.UNEQUAL
        if not fitting or not takes_it or (needs_one and len(meaning.leaves) > 1):
            continue
        spoken = {word for name in path for word in words(name)}
        open_ = not meaning.exact and spoken.isdisjoint(INCLUSIVE)
        default = bool(default_of(argument))
        found.append(Condition(path, operator, fitting, kind, several, meaning.exact, open_, default))
    return found


def _meaning(path: NamePath, leaves: RowLeaves, kind: Any) -> _Meaning:
    """What an argument asks for, if its name leaves no doubt."""
    parts = list(map(words, path))
    while len(parts) > 1 and CONTAINERS.issuperset(parts[0]):
        del parts[0]
    above, last = tuple(chain(*parts[:-1])), parts[-1]
    if above and last in GENERATED:
        return _about(leaves, above, GENERATED[last], exact=True)
    if above and last not in PLAIN_WORDS and leaves.has(above):
        return _Meaning()  # what stands below the name of a leaf is an operator, whatever it is called
    return _spoken(above + last, leaves, kind)


def _spoken(spoken: Words, leaves: RowLeaves, kind: Any) -> _Meaning:
    """What a name asks for that may hold an operator: at its end, or in plain language at its beginning too."""
    named = spoken_operator(spoken)
    if named is not None and named.exact:
        return _about(leaves, named.subject, named.operator, exact=True)
    if named is not None:
        return _plainly(leaves, spoken, named.subject, named.operator, kind)
    found = _about(leaves, spoken, Operator.EQUAL)
    if spoken in {("text",), ("match",)}:
        return _Meaning()
    if not found.leaves and isinstance(kind, GraphQLEnumType) and (_ORDER | DOUBTFUL).isdisjoint(spoken):
        return _Meaning(Operator.EQUAL, leaves.only(kind))
    return found


def _plainly(leaves: RowLeaves, spoken: Words, subject: Words, operator: Operator, kind: Any) -> _Meaning:
    """``minPrice``; ``since`` or ``until`` alone, where rows have but one moment."""
    if subject and leaves.of(spoken):
        return _Meaning()  # ``validFrom`` may be a leaf's own name
    if subject:
        return _about(leaves, subject, operator)
    is_moment = operator in BOUNDS and kind_of(kind) is ValueKind.MOMENT and len(leaves.moments) == 1
    return _Meaning(operator, leaves.moments if is_moment else ())


def _about(leaves: RowLeaves, subject: Words, operator: Operator, *, exact: bool = False) -> _Meaning:
    """The leaves that a subject names, if it is no vague word and no negation."""
    subject = subject_of(subject)
    if not subject:
        return _Meaning()
    return _Meaning(operator, leaves.of(subject), exact)


def _fits(leaf: RowLeaf, operator: Operator, kind: Any) -> bool:
    """Whether values of the leaf can be asked for by an argument of this type, with this operator."""
    taken = kind_of(kind)
    if operator in BOUNDS:
        return taken in _ORDERED and leaf.kind in {taken, ValueKind.MOMENT, ValueKind.TEXT}
    if operator in TEXTS:
        return taken is leaf.kind is ValueKind.TEXT and not leaf.identifies
    if taken is ValueKind.CHOICE:
        return leaf.type is kind
    if taken is ValueKind.FLAG or leaf.kind is ValueKind.FLAG:
        return taken is leaf.kind
    return leaf.identifies or (taken is ValueKind.NUMBER) is (leaf.kind is ValueKind.NUMBER)
