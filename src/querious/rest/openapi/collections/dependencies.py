"""What a collection needs of others: parents in its path, references in its bodies; what is needed comes first.

Circles of needs are broken at fields that may be left out. Where none may, the collections cannot be made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from querious.model.state import Command
from querious.rest.openapi.collections.key_references import KeyReference, ReferenceTarget, key_references
from querious.rest.openapi.collections.names import referred
from querious.rest.openapi.collections.path_templates import same_place
from querious.rest.openapi.operations import OmittedPath
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.rest.openapi.collections.entry_facts import EntryFacts
    from querious.rest.openapi.collections.resources import RestResource

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkedCollection:
    """A collection and what it needs."""

    resource: RestResource
    facts: EntryFacts
    parents: Mapping[str, str]
    """By parameter of the path of the collection."""
    references: Mapping[Command, tuple[KeyReference, ...]]
    """Of the body of each command."""
    constants: Mapping[str, str]
    """Values for parameters of the path that are keys of nothing."""
    omitted: frozenset[Path] = frozenset()
    """Fields that are never sent, beside those of the facts."""
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Of the collection."""
        return self.resource.name

    @property
    def all_references(self) -> Iterator[KeyReference]:
        """Those of all commands."""
        for references in self.references.values():
            yield from references

    @property
    def indispensable(self) -> tuple[str, ...]:
        """Collections without which no entry can be made."""
        required = [each.target for each in self.references.get(Command.POST, ()) if each.required]
        return tuple(dict.fromkeys([*self.parents.values(), *required]))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """Collections that fields refer to; those first that fields only may refer to."""
        ordered = sorted(self.all_references, key=lambda each: each.required)
        return tuple(dict.fromkeys(each.target for each in ordered))

    @property
    def needs(self) -> tuple[str, ...]:
        """All of them, the indispensable ones first."""
        return tuple(dict.fromkeys((*self.indispensable, *self.mentioned)))

    def without(self, target: str) -> LinkedCollection:
        """The same without the references to a collection; their fields are not sent."""
        dropped = {_field(each.path) for each in self.all_references if each.target == target}
        kept = {}
        for command, references in self.references.items():
            kept[command] = tuple(each for each in references if each.target != target)
        return replace(self, references=kept, omitted=self.omitted | dropped)


def _field(path: Path) -> Path:
    """The field to leave out: a list of keys as a whole."""
    return path[:-1] if path[-1] == "[]" else path


def link(
    found: Sequence[tuple[RestResource, EntryFacts]],
    named: Mapping[str, Mapping[str, str]],
    beyond: Sequence[ReferenceTarget],
    offered: Mapping[str, Mapping[str, str]],
) -> tuple[tuple[LinkedCollection, ...], tuple[OmittedPath, ...]]:
    """In an order in which they can be made, and those that cannot.

    ``named``: collection by parameter or field, by the name of the collection whose it is, as OpenAPI links say.
    ``beyond``: what is described and cannot be made.
    ``offered``: values by parameter of the path, likewise by collection.
    """
    targets = [_target(resource, facts) for resource, facts in found]
    resources = [resource for resource, _ in found]
    possible = {}
    for (resource, facts), own in zip(found, targets, strict=True):
        names = named.get(resource.name, {})
        references, omitted = _references(facts, own, [*targets, *beyond], names)
        parents = _parents(resource, resources, names)
        constants = offered.get(resource.name, {})
        possible[resource.name] = LinkedCollection(resource, facts, parents, references, constants, omitted)
    omitted_paths: list[OmittedPath] = []
    _drop_impossible(possible, omitted_paths)
    _break_circles(possible, omitted_paths)
    _drop_impossible(possible, omitted_paths)
    return _ordered(possible), tuple(omitted_paths)


def _target(resource: RestResource, facts: EntryFacts) -> ReferenceTarget:
    path = resource.collection
    return ReferenceTarget(resource.name, path.names, path.last_words, facts.key, facts.key_type, facts.entry_name)


def _references(
    facts: EntryFacts, own: ReferenceTarget, targets: Sequence[ReferenceTarget], named: Mapping[str, str]
) -> tuple[dict[Command, tuple[KeyReference, ...]], frozenset[Path]]:
    """By command, and the fields that stand beside a key and are left out."""
    found = {}
    for command, body in facts.sent.items():
        references = key_references(body, own, targets, named)
        found[command] = tuple(each for each in references if each.path[0] != facts.key)
    beside = [path for references in found.values() for each in references for path in each.beside]
    return found, frozenset(beside)


def _parents(resource: RestResource, resources: Sequence[RestResource], named: Mapping[str, str]) -> dict[str, str]:
    """The collection whose key each parameter of the path is, where one is known."""
    parts = resource.collection.parts
    places = [place for place, part in enumerate(parts) if part == "{}"]
    others = [other for other in resources if other.name != resource.name]
    parents = {}
    for parameter, place in zip(resource.collection.parameters, places, strict=False):
        parent = _parent(parameter, parts[:place], others) or named.get(parameter)
        if parent:
            parents[parameter] = parent
    return parents


def _parent(parameter: str, above: tuple[str, ...], others: Sequence[RestResource]) -> str:
    """The collection whose item path this path begins with; or which is named before the parameter, or by it."""
    before = written_words(above[-1]) if above else ()
    tests = (
        lambda other: other.item.above == above,
        lambda other: same_place(other.item.above, above),
        lambda other: same_noun(before, other.collection.last_words),
        lambda other: same_noun(referred(parameter), other.collection.last_words),
    )
    for test in tests:
        for other in others:
            if test(other):
                return other.name
    return ""


def _drop_impossible(possible: dict[str, LinkedCollection], omitted: list[OmittedPath]) -> None:
    """Take out those that need what cannot be made; where they only may refer to it, the field is left out."""
    changed = True
    while changed:
        changed = False
        for name, each in list(possible.items()):
            collection = possible[name] = _with_constants(each, possible)
            reason = _why_impossible(collection, possible)
            if reason:
                omitted.append(OmittedPath(collection.resource.path, reason, has_entries=True))
                del possible[name]
                changed = True
                continue
            for target in collection.mentioned:
                if target not in possible:
                    possible[name] = _freed(possible[name], target)
                    changed = True


def _with_constants(collection: LinkedCollection, possible: Mapping[str, LinkedCollection]) -> LinkedCollection:
    """Where a parent cannot be made, the value that the description offers does."""
    parents = dict(collection.parents)
    for parameter in collection.constants:
        if parents.get(parameter) not in possible:
            parents.pop(parameter, None)
    return replace(collection, parents=parents)


def _why_impossible(collection: LinkedCollection, possible: Mapping[str, LinkedCollection]) -> str:
    """Why the path cannot be filled in; empty if it can."""
    for parameter in collection.resource.collection.parameters:
        parent = collection.parents.get(parameter)
        if parent not in possible and parameter not in collection.constants:
            problem = f"its parent {parent} cannot be created" if parent else "no collection is known whose key it is"
            return f"{{{parameter}}} cannot be filled in: {problem}, and no example is given"
    return ""


def _freed(collection: LinkedCollection, target: str) -> LinkedCollection:
    """Without references to what cannot be made. Where such a field is required, it is filled like any other."""
    references = [each for each in collection.all_references if each.target == target]
    required = {_field(each.path) for each in references if each.required}
    freed = collection.without(target)
    note = f"{target} cannot be created, so fields that refer to it are omitted or made up"
    return replace(freed, omitted=freed.omitted - required, notes=(*freed.notes, note))


def _break_circles(possible: dict[str, LinkedCollection], omitted: list[OmittedPath]) -> None:
    while circle := _circle(possible):
        for name, following in zip(circle, [*circle[1:], circle[0]], strict=True):
            if following not in possible[name].indispensable:
                possible[name] = possible[name].without(following)
                break
        else:
            reason = f"no first entry can be created: {' needs '.join([*circle, circle[0]])}"
            paths = [possible.pop(name).resource.path for name in circle]
            omitted += [OmittedPath(path, reason, has_entries=True) for path in paths]


def _circle(collections: Mapping[str, LinkedCollection]) -> list[str]:
    """Some circle of needs; empty if there is none. Fields that may be left out count."""
    finished: set[str] = set()

    def search(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return trail[trail.index(name) :]
        if name in finished or name not in collections:
            return []
        for other in collections[name].needs:
            if found := search(other, [*trail, name]):
                return found
        finished.add(name)
        return []

    for name in collections:
        if found := search(name, []):
            return found
    return []


def _ordered(collections: Mapping[str, LinkedCollection]) -> tuple[LinkedCollection, ...]:
    """What is needed first, otherwise as described."""
    ordered: dict[str, LinkedCollection] = {}

    def place(name: str) -> None:
        if name not in ordered:
            for other in collections[name].needs:
                place(other)
            ordered[name] = collections[name]

    for name in collections:
        place(name)
    return tuple(ordered.values())
