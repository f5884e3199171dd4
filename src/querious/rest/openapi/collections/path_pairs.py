"""Which paths belong together: that of a collection and that of its items, one parameter longer.

A pair is found by the item path. Its collection stands one part above (``/books`` for ``/books/{id}``), or there in
another style (``/book``), or under a verb (``/books/create``), or under a parent (``/books/{id}/comments`` for
``/comments/{id}``). What has no pair is left out, with the reason.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Command
from querious.rest.openapi.collections.path_templates import path_template, same_place
from querious.rest.openapi.collections.resources import RestResource
from querious.rest.openapi.operations import OmittedPath
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.rest.openapi.collections.path_templates import PathTemplate
    from querious.rest.openapi.description import Description
    from querious.rest.openapi.operations import RestOperation

_ITEM_COMMANDS: Final = {"get": Command.GET, "put": Command.PUT, "patch": Command.PATCH, "delete": Command.DELETE}
_SEARCHES: Final = ("filter", "search", "query", "find", "list")
"""What the path of a POST ends with that lists what it finds; the likeliest first."""
_BRINGS_BACK: Final = frozenset({"restore", "revive", "undelete", "unarchive", "recover", "archive", "archived"})


@dataclass(frozen=True, slots=True)
class DescribedPath:
    """A path and what can be done there."""

    template: PathTemplate
    methods: Mapping[str, RestOperation]

    @property
    def parts(self) -> tuple[str, ...]:
        """Of the path."""
        return self.template.parts


def find_resources(description: Description) -> tuple[tuple[RestResource, ...], tuple[OmittedPath, ...]]:
    """All pairs in the order of the description, named, and the paths without a pair."""
    paths, omitted = described_paths(description)
    found: list[RestResource] = []
    used: set[str] = set()
    for item in paths:
        if not item.template.ends_with_parameter or item.methods.keys().isdisjoint(_ITEM_COMMANDS):
            continue
        resource = _resource(item, paths)
        if resource is None:
            continue
        used |= {item.template.text, resource.path}
        if isinstance(resource, OmittedPath):
            omitted.append(resource)
            continue
        found.append(resource)
        used.add(resource.trash)
        if resource.listed:
            used.add(resource.listed.text)
    for path in paths:
        if path.template.text not in used:
            has_entries = path.template.ends_with_parameter
            omitted.append(OmittedPath(path.template.text, _reason(path, paths), has_entries))
    return _named(found), tuple(omitted)


def described_paths(description: Description) -> tuple[list[DescribedPath], list[OmittedPath]]:
    """Every path with what can be done there, and those whose keys nobody can tell."""
    methods: dict[str, dict[str, RestOperation]] = {}
    for operation in description.operations:
        methods.setdefault(operation.path, {})[operation.method] = operation
    paths, omitted = [], list(description.unusable)
    for path, operations in methods.items():
        template = path_template(path)
        if template is None:
            omitted.append(OmittedPath(path, "a path segment combines several parts, so its key cannot be determined"))
        elif template.parts:
            paths.append(DescribedPath(template, operations))
    return paths, omitted


def _resource(item: DescribedPath, paths: list[DescribedPath]) -> RestResource | OmittedPath | None:
    """None where there is no collection for the item."""
    candidates = collection_candidates(item, paths)
    creating = next((path for path in candidates if "post" in path.methods), None)
    if creating is None and not _put_creates(item):
        return (
            OmittedPath(candidates[0].template.text, _why_not_created(item), has_entries=True) if candidates else None
        )
    listing = next((path for path in candidates if lists_entries(path, creating, item)), None)
    home = creating or listing
    template = home.template if home else _above(item.template)
    operations = {command: item.methods[method] for method, command in _ITEM_COMMANDS.items() if method in item.methods}
    operations[Command.POST] = creating.methods["post"] if creating else item.methods["put"]
    search = None if listing else search_of(template, paths)
    if listing:
        operations[Command.LIST] = listing.methods["get"]
    elif search:
        listing = search
        operations[Command.LIST] = search.methods["post"]
    if not any(command.only_reads for command in operations):
        described = home.template if home else item.template
        return OmittedPath(described.text, "entries can be created but neither read nor listed")
    trash = _trash(template, paths)
    if trash:
        operations[Command.EMPTY_TRASH] = trash.methods["delete"]
    return RestResource(
        name="",
        collection=template,
        item=item.template,
        operations=operations,
        item_methods=frozenset(method for path in paths if path.parts == item.parts for method in path.methods),
        listed=listing.template if listing and listing is not home else None,
        named_by_us=creating is None,
        trash=trash.template.text if trash else "",
        restorable=_is_restorable(template, paths),
    )


def _put_creates(item: DescribedPath) -> bool:
    return "put" in item.methods and "201" in item.methods["put"].responses and bool(item.template.literals)


def collection_candidates(item: DescribedPath, paths: list[DescribedPath]) -> list[DescribedPath]:
    """Paths that may be that of the collection, and can be read or added to; the best first."""
    above = item.template.above
    tests: tuple[Callable[[tuple[str, ...]], bool], ...] = (
        lambda parts: parts == above,
        lambda parts: same_place(parts, above),
        lambda parts: parts[:-1] == above and parts[-1].lower() in {"create", "add", "new"},
        lambda parts: _is_below_parent(parts, item.parts),
    )
    found: dict[str, DescribedPath] = {}
    for test in tests:
        for path in paths:
            if not path.methods.keys().isdisjoint({"get", "post"}) and test(path.parts):
                found.setdefault(path.template.text, path)
    return list(found.values())


def _is_below_parent(collection: tuple[str, ...], item: tuple[str, ...]) -> bool:
    """``/books/{id}/comments`` for ``/comments/{id}``: made under a parent, read without it."""
    if len(item) < 2 or item.count("{}") != 1 or len(collection) < max(3, len(item)):  # noqa: PLR2004 - name and key
        return False
    return (
        collection[-2] == "{}"
        and collection[-1] != "{}"
        and same_noun(written_words(collection[-1]), written_words(item[-2]))
    )


def lists_entries(path: DescribedPath, creating: DescribedPath | None, item: DescribedPath) -> bool:
    """Whether a path lists the entries that are made.

    Below a parent, as in ``/users/{id}/comments``, only that parent's own are listed, and nothing says which parent
    those have that are made elsewhere.
    """
    return "get" in path.methods and (path is creating or not _is_below_parent(path.parts, item.parts))


def search_of(home: PathTemplate, paths: list[DescribedPath]) -> DescribedPath | None:
    """``POST /books/filter``: how the entries are listed where nothing else lists them."""
    for word in _SEARCHES:
        for path in paths:
            if path.parts == (*home.parts, word) and "post" in path.methods:
                return path
    return None


def _above(item: PathTemplate) -> PathTemplate:
    """The path above an item, where the description has none."""
    home = path_template(item.text.rstrip("/").rpartition("/")[0])
    return home if home is not None and home.parts == item.above else replace(item, parts=item.above)


def _why_not_created(item: DescribedPath) -> str:
    if "put" in item.methods:
        return "entries cannot be created: there is no POST, and PUT does not document 201"
    return "entries cannot be created: there is no POST"


def _trash(home: PathTemplate, paths: list[DescribedPath]) -> DescribedPath | None:
    """``DELETE /books/trash``."""
    for path in paths:
        is_trash = path.parts[-1].lower() in {"trash", "bin", "deleted"}
        if is_trash and path.parts[:-1] == home.parts and "delete" in path.methods:
            return path
    return None


def _is_restorable(home: PathTemplate, paths: list[DescribedPath]) -> bool:
    """Whether a path speaks of bringing back what is of this kind, as ``/books/{id}/restore`` does."""
    for path in paths:
        spoken = {word for part in path.parts for word in written_words(part)}
        is_of_kind = any(same_noun(written_words(part), home.last_words) for part in path.parts)
        if is_of_kind and not _BRINGS_BACK.isdisjoint(spoken):
            return True
    return False


def _reason(path: DescribedPath, paths: list[DescribedPath]) -> str:
    """Why a path belongs to no collection."""
    if path.template.ends_with_parameter:
        return "there is no collection path above it to which entries could be added"
    if path.template.above[-1:] == ("{}",):
        return "an action on an entry or a part of it, not a collection"
    if any(other.parts == (*path.parts, "{}") for other in paths):
        return "its items cannot be read, changed or deleted one by one"
    return "not a collection: there is no item path, one parameter longer"


def _named(resources: list[RestResource]) -> tuple[RestResource, ...]:
    """By their names in the path; by the whole path where that is not unique."""
    choices = [
        ("/".join(resource.collection.literals), "/".join(resource.collection.names), resource.item.text.strip("/"))
        for resource in resources
    ]
    used = [Counter(names) for names in zip(*choices, strict=True)]
    named = []
    for resource, names in zip(resources, choices, strict=True):
        unique = [name for name, count in zip(names, used, strict=True) if count[name] == 1]
        named.append(replace(resource, name=next(iter(unique), names[-1])))
    return tuple(named)
