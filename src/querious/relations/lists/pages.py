"""What of a field's arguments is paging: how many rows are asked for, and from where on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLInputObjectType, get_named_type, is_required_argument

from querious.answers.pages import ARGUMENTS, LIKELY_ARGUMENTS, POSSIBLE_SIZES, PageArgument, argument_of
from querious.model.arguments import canonical
from querious.model.defaults import default_of
from querious.relations.lists.list_types import is_number, list_type_of
from querious.relations.schema_types import is_list, once
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLArgument, GraphQLInputField

    from querious.model import JSON
    from querious.relations.lists.list_types import NamePath
    from querious.relations.schema_types import SchemaTypes

_PERHAPS: Final = "perhaps a size"


def _meanings(names: Mapping[PageArgument, Iterable[str]], *arguments: PageArgument) -> dict[str, str]:
    """What names mean, for these arguments of a table."""
    return {name: argument.value for argument in arguments for name in names[argument]}


_NUMBERS: Final = {
    **dict.fromkeys((*LIKELY_ARGUMENTS[PageArgument.SIZE], *POSSIBLE_SIZES), _PERHAPS),
    **_meanings(LIKELY_ARGUMENTS, PageArgument.OFFSET),
    **_meanings(ARGUMENTS, PageArgument.SIZE, PageArgument.LAST, PageArgument.OFFSET, PageArgument.NUMBER),
}
_CURSORS: Final = _meanings(ARGUMENTS, PageArgument.AFTER, PageArgument.BEFORE)
_ROUND: Final = frozenset((12, 16, 24, 32, 36, 48, 64))
CAPS: Final = frozenset((10, 20, 25, 30, 50, 100, 200, 250, 500, 1000))
"""Lengths at which servers cut lists without a word."""
_DEPTH: Final = 3
_LOGIC: Final = frozenset(("and", "or", "not"))


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
        return tuple(filter(None, self[:6]))

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


@once
def paging(types: SchemaTypes, coordinate: str) -> PagingArguments:
    """The arguments of paging of a field that gives rows."""
    rows = list_type_of(types, coordinate)
    declared = inputs_of(types, coordinate)
    found: dict[str, list[NamePath]] = {}
    for path, argument in declared.items():
        found.setdefault(_meaning(path[-1], argument), []).append(path)
    found.setdefault("size", []).extend(_possible_sizes(types, rows.row, found))
    first = {argument.value: next(iter(found.get(argument, ())), ()) for argument in PageArgument}
    # There is no paging without a size, but for numbered pages of a connection.
    is_paged = first["size"] or first["last"] or (first["number"] and rows.container)
    if not rows.row or not is_paged:
        return PagingArguments()
    required = tuple(path for path in first.values() if path and is_required(declared[path]))
    defaults = [default_of(declared[path]) for path in found.get("number", ())]
    base = next((int(default) for default in defaults if default in (0, 1)), None)
    return PagingArguments(**first, base=base, required=required)


def _meaning(name: str, argument: GraphQLArgument | GraphQLInputField) -> str:
    """What an argument of this name and type means for paging; empty if nothing."""
    scalar = get_named_type(argument.type).name
    if is_list(argument.type):
        return ""
    if is_number(scalar):
        return _NUMBERS.get(same(name), "")
    is_cursor = scalar in {"String", "ID"} or "Cursor" in scalar or "Token" in scalar
    return _CURSORS.get(same(name), "") if is_cursor else ""


def _possible_sizes(types: SchemaTypes, row: str, found: Mapping[str, Sequence[NamePath]]) -> list[NamePath]:
    """Arguments that may mean a size: beside others of paging, or where a row has nothing of that name."""
    perhaps = list(found.get(_PERHAPS, ()))
    if not found.keys().isdisjoint(("offset", "number", "after")):
        return perhaps
    names = set(map(words, types.fields(row)))
    return [path for path in perhaps if len(path) == 1 and words(path[0]) not in names]


def inputs_of(types: SchemaTypes, coordinate: str) -> dict[NamePath, GraphQLArgument | GraphQLInputField]:
    """The arguments of a field that are leaves or lists of leaves, those of input objects too, by the path to them."""
    field = types.field(coordinate)
    return dict(_inputs(field.args)) if field else {}


def _inputs(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], above: NamePath = ()
) -> Iterator[tuple[NamePath, GraphQLArgument | GraphQLInputField]]:
    for name, argument in arguments.items():
        named = get_named_type(argument.type)
        if not isinstance(named, GraphQLInputObjectType):
            yield (*above, name), argument
        elif len(above) < _DEPTH - 1 and _LOGIC.isdisjoint(words(name)):
            yield from _inputs(named.fields, (*above, name))


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


def begins_inside(types: SchemaTypes, coordinate: str, arguments: Mapping[str, JSON]) -> bool:
    """Whether a page may leave out rows before its first one: that nothing follows it does not make it all of them."""
    pages = paging(types, coordinate)
    number = given(arguments, pages.number)
    is_later = isinstance(number, int) and number > (1 if pages.base is None else pages.base)
    return is_later or any(given(arguments, path) for path in (pages.after, pages.last, pages.before, pages.offset))


def without(arguments: Mapping[str, JSON], paths: Iterable[NamePath]) -> str:
    """The arguments but for those at the ends of these paths, as text: the same for the same arguments."""
    return canonical(list(_rest(arguments, set(paths)).items()))


def _rest(arguments: Mapping[str, JSON], paths: set[NamePath], above: NamePath = ()) -> dict[str, JSON]:
    kept: dict[str, JSON] = {}
    for name, value in arguments.items():
        path = (*above, name)
        rest = _rest(value, paths, path) if isinstance(value, dict) else value
        if path not in paths and (rest != {} or value == {}):
            kept[name] = rest
    return kept


def is_surely_size(path: NamePath) -> bool:
    """Whether an argument of this name can be nothing but a size."""
    return bool(path) and argument_of(path[-1]) is PageArgument.SIZE


def is_round(length: int) -> bool:
    """Whether a server may have chosen this as the largest size of a page."""
    return length > 0 and (length % 5 == 0 or length in _ROUND)
