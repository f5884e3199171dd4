"""What of a field's arguments is paging: how many rows are asked for, and from where on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLInputObjectType, get_named_type, is_list_type, is_required_argument

from querious.answers.pages import LIKELY_ARGUMENTS, POSSIBLE_SIZES, PageArgument, PageMember, argument_of
from querious.model.defaults import default_of
from querious.relations.lists.list_types import bare
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField

    from querious.model import JSON
    from querious.relations.lists.list_types import ListType, Path
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.schema_types import SchemaTypes

LARGE: Final = (100, 50, 20, 5)
"""Sizes at which the whole is asked for, as long as they are refused: some servers have a largest size."""

_COUNTED: Final = frozenset((PageArgument.SIZE, PageArgument.LAST, PageArgument.OFFSET, PageArgument.NUMBER))
"""Arguments that are numbers; the others are texts."""
_ROUND: Final = frozenset((12, 16, 24, 32, 36, 48, 64))
_DEPTH: Final = 3


class PagingArguments(NamedTuple):
    """The arguments of paging, each with the way to it through input objects; empty for those there are not."""

    size: Path = ()
    after: Path = ()
    last: Path = ()
    before: Path = ()
    offset: Path = ()
    number: Path = ()
    base: int | None = None
    """The number of the first page, where the schema tells it by a default."""
    required: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """All arguments that there are."""
        return tuple(path for path in self[:6] if path)

    @property
    def numbered(self) -> bool:
        """Whether pages are asked for by number. Where rows can be counted too, both at once would contradict."""
        return bool(self.number) and (not self.offset or self.number in self.required)

    def of_size(self, size: int, number: int | None = None) -> dict[Path, JSON]:
        """Arguments for the first page, of this size. Pages that are numbered are numbered from ``number``."""
        changes: dict[Path, JSON] = {}
        if self.size:
            changes[self.size] = size
        first = number if number is not None else self.base
        if self.numbered and (first is not None or self.number in self.required):
            changes[self.number] = 1 if first is None else first
        if self.offset in self.required:
            changes[self.offset] = 0
        return changes


def paging(types: SchemaTypes, field: GraphQLField, found: ListType) -> PagingArguments:
    """The arguments of paging of a field that gives rows."""
    known: dict[str, Path] = {}
    loose: list[Path] = []
    required: list[Path] = []
    base: int | None = None
    for path, argument in inputs(field.args):
        kind = bare(argument.type)
        meaning = "" if is_list_type(kind) else _meaning(path[-1], get_named_type(argument.type).name)
        if meaning == "loose":
            loose.append(path)
        elif meaning:
            known.setdefault(meaning, path)
            if is_required(argument):
                required.append(path)
            if meaning == "number" and default_of(argument) in (0, 1):
                base = int(default_of(argument))
    known = _sized(known, loose, types, found)
    return PagingArguments(**known, base=base, required=tuple(required)) if known else PagingArguments()


def _sized(known: dict[str, Path], loose: list[Path], types: SchemaTypes, found: ListType) -> dict[str, Path]:
    """What makes up a way of paging: nothing without a size, but for numbered pages of a connection."""
    if "size" not in known and loose:
        company = known.keys() & {"offset", "number", "after"}
        own = {words(name) for name in types.fields(found.row)}
        apt = [path for path in loose if company or (len(path) == 1 and words(path[0]) not in own)]
        if apt:
            known = {**known, "size": apt[0]}
    if "size" not in known and not ("number" in known and found.composite) and "last" not in known:
        return {}
    return known


def _meaning(name: str, scalar: str) -> str:
    meaning = argument_of(name) or ""
    if scalar in {"Int", "Float"} or "Int" in scalar:
        if meaning in _COUNTED:
            return meaning
        if same(name) in LIKELY_ARGUMENTS[PageArgument.OFFSET]:
            return PageArgument.OFFSET
        return "loose" if same(name) in (*LIKELY_ARGUMENTS[PageArgument.SIZE], *POSSIBLE_SIZES) else ""
    texts = scalar in {"String", "ID"} or "Cursor" in scalar or "Token" in scalar
    return meaning if texts and meaning and meaning not in _COUNTED else ""


def is_surely_size(path: Path) -> bool:
    """Whether an argument of this name can be nothing but a size."""
    return bool(path) and argument_of(path[-1]) is PageArgument.SIZE


def inputs(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], above: Path = ()
) -> Iterator[tuple[Path, GraphQLArgument | GraphQLInputField]]:
    """Arguments that are leaves or lists of leaves, those of input objects too, with the way to them."""
    for name, argument in arguments.items():
        named = get_named_type(argument.type)
        if not isinstance(named, GraphQLInputObjectType):
            yield (*above, name), argument
        elif len(above) < _DEPTH - 1 and not {"and", "or", "not"} & set(words(name)):
            yield from inputs(named.fields, (*above, name))


def is_required(argument: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether it must be given."""
    return bool(is_required_argument(argument))  # type: ignore[arg-type]  # a field of an input object has the same parts


def given(arguments: Mapping[str, JSON], path: Path) -> JSON:
    """What was sent at the end of a way through input objects; None where nothing was."""
    item: JSON = arguments
    for name in path:
        if isinstance(item, list) and len(item) == 1:
            item = item[0]  # a list of one is as good as the one
        item = item.get(name) if isinstance(item, dict) else None
    return item


def without(arguments: Mapping[str, JSON], paths: tuple[Path, ...]) -> dict[str, JSON]:
    """The arguments but for those at the ends of these ways."""
    kept: dict[str, JSON] = {}
    for name, value in arguments.items():
        tails = tuple(path[1:] for path in paths if path[:1] == (name,))
        if () in tails:
            continue
        if tails and isinstance(value, dict):
            value = without(value, tails)  # noqa: PLW2901 (the same value, less)
            if not value:
                continue
        kept[name] = value
    return kept


def whole(listed: ListAnswer, ways: PagingArguments) -> bool:
    """Whether a list that was asked from its beginning surely holds all of its rows."""
    length, told = len(listed.rows), listed.told
    if told.get(PageMember.NEXT) is not None:
        return told[PageMember.NEXT] is False
    if isinstance(told.get(PageMember.TOTAL), int):
        return bool(told[PageMember.TOTAL] <= length)
    if not ways.paths:
        return True
    size = given(listed.arguments, ways.size) if ways.size else None
    return isinstance(size, int) and length < size and not is_round(length)


def is_round(length: int) -> bool:
    """Whether a server may have chosen this as the largest size of a page."""
    return length > 0 and (length % 5 == 0 or length in _ROUND)
