"""What of a field's arguments is paging: how many rows are asked for, and from where on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLInputObjectType, get_named_type, is_required_argument

from querious.answers.pages import LIKELY_ARGUMENTS, POSSIBLE_SIZES, PageArgument, argument_of
from querious.model.defaults import default_of
from querious.relations.schema_types import is_list
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField

    from querious.model import JSON
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.schema_types import SchemaTypes

_COUNTED: Final = frozenset((PageArgument.SIZE, PageArgument.LAST, PageArgument.OFFSET, PageArgument.NUMBER))
"""Arguments that are numbers; the others are texts."""
_ROUND: Final = frozenset((12, 16, 24, 32, 36, 48, 64))
_DEPTH: Final = 3


class PagingArguments(NamedTuple):
    """The arguments of paging, each with the path to it through input objects; empty for those there are not."""

    size: NamePath = ()
    after: NamePath = ()
    last: NamePath = ()
    before: NamePath = ()
    offset: NamePath = ()
    number: NamePath = ()
    base: int | None = None
    """The number of the first page, where the schema tells it by a default."""
    required: tuple[NamePath, ...] = ()

    @property
    def paths(self) -> tuple[NamePath, ...]:
        """All arguments that there are."""
        return tuple(path for path in self[:6] if path)

    @property
    def numbered(self) -> bool:
        """Whether pages are asked for by number. Where rows can be counted too, both at once would contradict."""
        return bool(self.number) and (not self.offset or self.number in self.required)

    def of_size(self, size: int, number: int | None = None) -> dict[NamePath, JSON]:
        """Arguments for the first page, of this size. Pages that are numbered are numbered from ``number``."""
        changes: dict[NamePath, JSON] = {}
        if self.size:
            changes[self.size] = size
        first = number if number is not None else self.base
        if self.numbered and (first is not None or self.number in self.required):
            changes[self.number] = 1 if first is None else first
        if self.offset in self.required:
            changes[self.offset] = 0
        return changes


def paging(types: SchemaTypes, field: GraphQLField, rows: ListType) -> PagingArguments:
    """The arguments of paging of a field that gives rows."""
    known: dict[str, NamePath] = {}
    loose: list[NamePath] = []
    required: list[NamePath] = []
    base: int | None = None
    for path, argument in inputs(field.args):
        meaning = "" if is_list(argument.type) else _meaning(path[-1], get_named_type(argument.type).name)
        if meaning == "loose":
            loose.append(path)
        elif meaning:
            known.setdefault(meaning, path)
            if is_required(argument):
                required.append(path)
            if meaning == "number" and default_of(argument) in (0, 1):
                base = int(default_of(argument))
    if "size" not in known:
        size = _loose_size(known, loose, types, rows)
        if size:
            known["size"] = size
    # There is no paging without a size, but for numbered pages of a connection.
    if "size" in known or "last" in known or ("number" in known and rows.container):
        return PagingArguments(**known, base=base, required=tuple(required))
    return PagingArguments()


def _loose_size(known: dict[str, NamePath], loose: list[NamePath], types: SchemaTypes, rows: ListType) -> NamePath:
    """An argument that may mean a size: beside others of paging, or where a row has nothing of that name."""
    if loose and known.keys() & {"offset", "number", "after"}:
        return loose[0]
    for path in loose:
        if len(path) == 1 and words(path[0]) not in {words(name) for name in types.fields(rows.row)}:
            return path
    return ()


def _meaning(name: str, scalar: str) -> str:
    """What an argument of this name and type means for paging; empty if nothing."""
    meaning = argument_of(name)
    if scalar == "Float" or "Int" in scalar:
        if meaning in _COUNTED:
            return str(meaning)
        if same(name) in LIKELY_ARGUMENTS[PageArgument.OFFSET]:
            return PageArgument.OFFSET
        if same(name) in LIKELY_ARGUMENTS[PageArgument.SIZE] or same(name) in POSSIBLE_SIZES:
            return "loose"
        return ""
    if meaning is None or meaning in _COUNTED:
        return ""
    return meaning if scalar in {"String", "ID"} or "Cursor" in scalar or "Token" in scalar else ""


def is_surely_size(path: NamePath) -> bool:
    """Whether an argument of this name can be nothing but a size."""
    return bool(path) and argument_of(path[-1]) is PageArgument.SIZE


def inputs(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], above: NamePath = ()
) -> Iterator[tuple[NamePath, GraphQLArgument | GraphQLInputField]]:
    """Arguments that are leaves or lists of leaves, those of input objects too, with the path to them."""
    for name, argument in arguments.items():
        named = get_named_type(argument.type)
        if not isinstance(named, GraphQLInputObjectType):
            yield (*above, name), argument
        elif len(above) < _DEPTH - 1 and not {"and", "or", "not"} & set(words(name)):
            yield from inputs(named.fields, (*above, name))


def is_required(argument: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether it must be given."""
    return bool(is_required_argument(argument))  # type: ignore[arg-type]  # a field of an input object has the same parts


def given(arguments: Mapping[str, JSON], path: NamePath) -> JSON:
    """What was sent at the end of a path through input objects; None where nothing was, and for no path."""
    item: JSON = arguments if path else None
    for name in path:
        if isinstance(item, list) and len(item) == 1:
            item = item[0]  # a list of one is as good as the one
        item = item.get(name) if isinstance(item, dict) else None
    return item


def without(arguments: Mapping[str, JSON], paths: Sequence[NamePath]) -> dict[str, JSON]:
    """The arguments but for those at the ends of these paths."""
    kept: dict[str, JSON] = {}
    for name, value in arguments.items():
        inner = [path[1:] for path in paths if path[:1] == (name,)]
        if () in inner:
            continue
        if not inner or not isinstance(value, dict):
            kept[name] = value
            continue
        rest = without(value, inner)
        if rest:
            kept[name] = rest
    return kept


def is_round(length: int) -> bool:
    """Whether a server may have chosen this as the largest size of a page."""
    return length > 0 and (length % 5 == 0 or length in _ROUND)
