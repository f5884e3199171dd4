"""Which operation removes what another one has made, and where those that can be removed are listed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.rest.openapi.collections.path_pairs import (
    collection_candidates,
    described_paths,
    lists_entries,
    search_of,
)
from querious.state.substructure import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.collections.path_pairs import DescribedPath
    from querious.rest.openapi.description import Description
    from querious.rest.openapi.operations import RestOperation

_SET_ASIDE: Final = frozenset({"archive", "archived", "trash", "bin", "recycle-bin", "recycled", "deleted"})
_COPIES: Final = frozenset({"copy", "clone", "duplicate", "fork"})
_MAKING: Final = ("post", "put")


@dataclass(frozen=True, slots=True)
class EntryRemovals:
    """By the description alone."""

    by_operation: Mapping[str, RestOperation] = field(default_factory=dict)
    """By each operation that makes entries, the one that removes such an entry."""
    elsewhere: frozenset[str] = frozenset()
    """Those of them that stand elsewhere than the entries, and are told by their schema: they may show old ones."""
    for_good: Mapping[str, RestOperation] = field(default_factory=dict)
    """By an operation that may only put entries aside, in an archive or a trash, the one that removes them there."""
    lists: Mapping[str, RestOperation] = field(default_factory=dict)
    """By the operation that removes entries, the one that lists them all, with no parameter in its path."""
    readings: Mapping[str, RestOperation] = field(default_factory=dict)
    """By each operation that makes entries which none removes, the one that reads such an entry."""


def entry_removals(description: Description) -> EntryRemovals:
    """How to get rid of entries."""
    paths, _ = described_paths(description)
    found: dict[str, RestOperation] = {}
    elsewhere: set[str] = set()
    for_good: dict[str, RestOperation] = {}
    lists: dict[str, RestOperation] = {}
    items = [path for path in paths if path.template.ends_with_parameter and "delete" in path.methods]
    for item in items:  # before any other item may lay claim to them
        for making in _making_here(item, paths):
            found.setdefault(str(making), item.methods["delete"])
    for item in items:
        removal = item.methods["delete"]
        for making in _making(collection_candidates(item, list(paths))):
            found.setdefault(str(making), removal)
        final = _for_good(item, items)
        if final is not None:
            for_good[str(removal)] = final
        listing = _list_of_all(item, paths)
        if listing is not None:
            lists[str(removal)] = listing
    for item in items:
        for making in _making_of_several(item, paths):
            found.setdefault(str(making), item.methods["delete"])
        for making in _answering_alike(item, paths):
            if str(making) not in found:
                found[str(making)] = item.methods["delete"]
                elsewhere |= set() if _copies(making) else {str(making)}
    return EntryRemovals(found, frozenset(elsewhere), for_good, lists, _readings(paths, found))


def _making_here(item: DescribedPath, paths: Sequence[DescribedPath]) -> Iterator[RestOperation]:
    """What writes to items, or adds to the path right above them."""
    return _making([item, *(path for path in paths if path.parts == item.template.above)])


def _making(places: Sequence[DescribedPath]) -> Iterator[RestOperation]:
    for path in places:
        for method in path.methods.keys() & set(_MAKING):
            yield path.methods[method]


def _making_of_several(item: DescribedPath, paths: Sequence[DescribedPath]) -> Iterator[RestOperation]:
    """What adds to a collection whose key has several parts: ``/tags`` for ``/tags/{kind}/{name}``."""
    above = item.template.above
    while above[-1:] == ("{}",):
        above = above[:-1]
        yield from (path.methods["post"] for path in paths if path.parts == above and "post" in path.methods)


def _answering_alike(item: DescribedPath, paths: Sequence[DescribedPath]) -> Iterator[RestOperation]:
    """What answers with such an entry elsewhere, as ``POST /books/{id}/copy`` or ``POST /plans/{id}/run`` may."""
    shown_by = [item, *(path for path in paths if path.parts == item.template.above)]
    methods = [path.methods[method] for path in shown_by for method in ("get", *_MAKING) if method in path.methods]
    schemas = [schema for operation in methods if _tells(schema := operation.success.json_schema)]
    parameters = set(item.template.parameters[:-1])
    for path in paths:
        making = path.methods.get("post")
        if making is None or path is item or not parameters <= set(path.template.parameters):
            continue
        answered = making.success.json_schema
        if _tells(answered) and (answered in schemas or members(answered).get("items") in schemas):
            yield making


def _copies(making: RestOperation) -> bool:
    """Whether its name says that the entry it answers with is new."""
    return making.path.rstrip("/").rpartition("/")[2].lower() in _COPIES


def _tells(schema: JSON) -> bool:
    """Whether a schema says enough for two that are equal to be of one kind."""
    told = members(schema)
    return bool(told.get("$ref") or told.get("properties") or _tells_of_items(told))


def _tells_of_items(told: Mapping[str, JSON]) -> bool:
    items = members(told.get("items"))
    return bool(items.get("$ref") or items.get("properties"))


def _for_good(item: DescribedPath, items: Sequence[DescribedPath]) -> RestOperation | None:
    """``/archive/{bookId}`` for ``/shelves/{shelf}/books/{bookId}``, ``/books/trash/{id}`` for ``/books/{id}``."""
    own = item.template
    for other in items:
        *above, place, _ = ("", *other.parts)
        known = set(other.template.parameters) <= set(own.parameters)
        if not known or place.lower() not in _SET_ASIDE or other is item:
            continue
        is_named_alike = other.template.parameters[-1] == own.parameters[-1] not in {"id", "key", "name"}
        if is_named_alike or tuple(above[1:]) == own.above:
            return other.methods["delete"]
    return None


def _list_of_all(item: DescribedPath, paths: Sequence[DescribedPath]) -> RestOperation | None:
    home = item.parts
    while home[-1:] == ("{}",):
        home = home[:-1]
    homes = [path for path in paths if path.parts == home]
    candidates = [path for path in (*homes, *collection_candidates(item, list(paths))) if "{}" not in path.parts]
    for path in candidates:
        if lists_entries(path, None, item):
            return path.methods["get"]
    for path in candidates:
        search = search_of(path.template, list(paths))
        if search is not None:
            return search.methods["post"]
    return None


def _readings(paths: Sequence[DescribedPath], found: Mapping[str, RestOperation]) -> dict[str, RestOperation]:
    readings: dict[str, RestOperation] = {}
    for item in paths:
        if item.template.ends_with_parameter and "get" in item.methods:
            for home in paths:
                making = home.methods.get("post") if home.parts == item.template.above else None
                if making is not None and str(making) not in found:
                    readings[str(making)] = item.methods["get"]
    return readings
