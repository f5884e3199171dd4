"""Search: an object that shows a text is found by the fields that search for it.

A field searches where it gives rows and takes a text under a name such as ``search``, ``query`` or ``text``. Objects
that other fields show are searched for by a word of their name. Which leaves a search looks at is for the API to say:
only where it finds most objects of a type by a word of their name, one that it does not find is told. That stays a
suspicion. An index may know stop words, stems and shortest words, may be filled a little later, and may leave out what
is hidden; so short and common words are not searched for, and only lists that are surely whole count.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLScalarType, is_required_argument

from querious.model import Field
from querious.relations.answer_objects import instances
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import paging, without
from querious.relations.lists.rows import list_field, lists
from querious.relations.lists.sources import ListSource, ask_for_all_rows
from querious.relations.objects.covering_routes import covering_routes
from querious.relations.objects.lookups import entry_points
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.answer_objects import Instance
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 5
"""Objects of one type that are searched for."""
_ROUTES: Final = 2
_MOST_OBJECTS: Final = 500
_MOST_SEARCHES: Final = 40
"""That are held against each other, so that a long trace takes no longer than its answers."""
_EVIDENCE: Final = 2
"""Objects of a type that must be found before one that is not is told."""
_SEARCHING: Final = frozenset(("search", "query", "q", "text", "term", "keyword", "phrase", "fulltext"))
_FILLERS: Final = frozenset(("search", "query", "text", "term", "keyword", "phrase", "string", "value", "for", "full"))
_NAMES: Final = ("name", "title", "label", "headline", "heading", "subject")
"""Leaves that every search looks at, the likeliest first."""
_WORD: Final = re.compile(r"[A-Za-z]{4,30}")
_COMMON: Final = frozenset(
    (
        *("about", "above", "after", "again", "also", "been", "before", "being", "below", "between", "both", "down"),
        *("during", "each", "from", "further", "have", "having", "here", "into", "just", "more", "most", "once"),
        *("only", "other", "over", "same", "some", "such", "than", "that", "their", "them", "then", "there", "these"),
        *("they", "this", "those", "through", "under", "until", "very", "were", "what", "when", "where", "which"),
        *("while", "whom", "will", "with", "without", "your", "yours", "test"),
    )
)
"""Words that an index may leave out."""


class SearchField(NamedTuple):
    """A field that searches by a text."""

    coordinate: str
    argument: str


class _NamedObject(NamedTuple):
    """An object that other fields show, with the text by which it is searched for."""

    typename: str
    key: str
    text: str


class _Search(NamedTuple):
    """A search in a trace that brought all it has."""

    listed: ListAnswer
    word: str


@once
def searches_of(types: SchemaTypes, coordinate: str) -> list[SearchField]:
    """The field as one that searches; empty if it is none, or needs other arguments too."""
    field = types.field(coordinate)
    if field is None or not list_type_of(types, coordinate).row:
        return []
    required = {name for name, argument in field.args.items() if is_required_argument(argument)}
    pages = {path[0] for path in paging(types, coordinate).paths}
    found = []
    for name, argument in field.args.items():
        kind, spoken = nullable(argument.type), words(name)
        is_text = isinstance(kind, GraphQLScalarType) and kind.name == "String"
        searches = not _SEARCHING.isdisjoint(spoken) and _FILLERS.issuperset(set(spoken) - {"q"})
        if is_text and searches and required - pages <= {name}:
            found.append(SearchField(coordinate, name))
    return found[:1]


@once
def named_leaf(types: SchemaTypes, typename: str) -> str:
    """The leaf that holds the name of an object; empty where there is none."""
    fields = types.plain(typename)
    for name in _NAMES:
        if name in fields and not is_list(fields[name].type) and type_name(fields[name]) == "String":
            return name
    return ""


def _propose(observed: Observations) -> Iterator[Conversation]:
    types = observed.types
    for route, parent in entry_points(observed):
        for name in types.fields(parent):
            for search in searches_of(types, f"{parent}.{name}"):
                row = list_type_of(types, search.coordinate).row
                for typename in types.possible(row):
                    if named_leaf(types, typename) and types.identifier(typename):
                        yield _search(observed, route, search, typename)


def _search(observed: Observations, route: Route, search: SearchField, typename: str) -> Conversation:
    """Objects that other fields show, each by a word of its name; then the objects again."""
    types = observed.types
    leaf, identifier = named_leaf(types, typename), types.identifier(typename)
    shown: dict[str, _NamedObject] = {}
    showing = []
    for way in covering_routes(observed, typename, _ROUTES, {search.coordinate}):
        operation = query_at(types, way, typename, [Field(typename, identifier), Field(typename, leaf)])
        answer = yield operation
        found = _objects(types, [answer], typename)
        if found.keys() - shown.keys():
            showing.append(operation)
        shown |= found
    searched = dict.fromkeys(filter(None, (_word_of(one.text) for one in shown.values())))
    for word in list(searched)[:_OBJECTS]:
        source = ListSource(route, list_field(types, search.coordinate), ((search.argument, word),))
        yield from ask_for_all_rows(types, source)
    for operation in showing:
        _ = yield operation


def _objects(types: SchemaTypes, trace: Trace, typename: str = "") -> dict[str, _NamedObject]:
    """The objects of a trace that show their names, all or those of one type, by type and identifier."""
    found = {}
    for answer in trace:
        for instance in instances(answer):
            one = _named_object(types, instance) if typename in {"", instance.typename} else None
            if one is not None:
                found[f"{one.typename} {one.key}"] = one
    return found


def _named_object(types: SchemaTypes, instance: Instance) -> _NamedObject | None:
    key, leaf = instance.identifier(types), instance.shape.plain_field(named_leaf(types, instance.typename))
    text = instance.value.get(leaf.key) if leaf is not None else None
    if key is None or not isinstance(text, str):
        return None
    return _NamedObject(instance.typename, str(key), text)


def _word_of(text: str) -> str:
    """The longest word of a text that an index is sure to hold; empty if there is none."""
    known = [word for word in _WORD.findall(text) if word.casefold() not in _COMMON]
    return max(known, key=len, default="")


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    by_coordinate = _searches(trace, types)
    objects = dict(islice(_objects(types, trace).items(), _MOST_OBJECTS)) if by_coordinate else {}
    for coordinate, searches in by_coordinate.items():
        found: dict[str, set[str]] = {}
        missing: dict[str, dict[str, tuple[_NamedObject, _Search]]] = {}
        for search in searches[:_MOST_SEARCHES]:
            for place, one in objects.items():
                if not _holds_word(one.text, search.word):
                    continue
                if place in search.listed.keys:
                    found.setdefault(one.typename, set()).add(place)
                else:
                    missing.setdefault(one.typename, {}).setdefault(place, (one, search))
        for typename, lost in missing.items():
            right = found.get(typename, set()) - lost.keys()
            if len(right) >= _EVIDENCE and len(right) > len(lost):
                one, search = next(iter(lost.values()))
                yield _mismatch(coordinate, one, search, types)


def _searches(trace: Trace, types: SchemaTypes) -> dict[str, list[_Search]]:
    """The searches for one word, and for nothing else, that brought all they have."""
    found: dict[str, list[_Search]] = {}
    for listed in lists(trace, types):
        coordinate = listed.field.coordinate
        for search in searches_of(types, coordinate):
            word = listed.arguments.get(search.argument)
            others = without(listed.arguments, [(search.argument,), *listed.field.paging.paths])
            is_whole = listed.holds_all_rows() and all(row.identified for row in listed.rows)
            if isinstance(word, str) and _WORD.fullmatch(word) and not others and is_whole:
                found.setdefault(coordinate, []).append(_Search(listed, word))
    return found


def _holds_word(text: str, word: str) -> bool:
    return word.casefold() in map(str.casefold, _WORD.findall(text))


def _mismatch(coordinate: str, one: _NamedObject, search: _Search, types: SchemaTypes) -> Mismatch:
    leaf = named_leaf(types, one.typename)
    message = (
        f"finds most objects of {one.typename} by a word of their {leaf}, "
        f'but not the one with {leaf} "{one.text[:80]}" by "{search.word}"'
    )
    listed = search.listed
    shown = f"{len(listed.rows)} rows: {', '.join(key[:40] for key in listed.keys[:8])}"
    return Mismatch(coordinate, message, listed.path, shown, step=listed.step)


RELATION: Final[Relation] = Relation(
    "search", "an object that shows a text is found by the fields that search for it", _propose, _check
)
