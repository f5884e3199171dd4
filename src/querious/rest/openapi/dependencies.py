"""What a collection needs of others: parents in its path, references in its bodies; what is needed comes first.

Circles of needs are broken at fields that may be left out. Where none may, the collections cannot be made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from querious.model.crud import Command
from querious.rest.openapi.description import LeftOut
from querious.rest.openapi.names import referred
from querious.rest.openapi.paths import same_place
from querious.rest.openapi.references import Reference, Target, references
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.rest.openapi.facts import Facts
    from querious.rest.openapi.resources import Resource

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """A collection and what it needs."""

    resource: Resource
    facts: Facts
    parents: Mapping[str, str]
    """By parameter of the path of the collection."""
    references: Mapping[Command, tuple[Reference, ...]]
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

    def needed(self, *, always: bool) -> tuple[str, ...]:
        """Collections without which no entry can be made, or with ``always`` False those that fields may refer to."""
        if always:
            found = [*self.parents.values()]
            found += [each.target for each in self.references.get(Command.POST, ()) if each.required]
        else:
            found = [each.target for several in self.references.values() for each in several if not each.required]
            found += [each.target for several in self.references.values() for each in several if each.required]
        return tuple(dict.fromkeys(found))

    def without(self, target: str) -> Linked:
        """The same without the references to a collection; their fields are not sent."""
        dropped = {each.path for several in self.references.values() for each in several if each.target == target}
        kept = {
            command: tuple(each for each in several if each.target != target)
            for command, several in self.references.items()
        }
        return replace(self, references=kept, omitted=self.omitted | {_whole(path) for path in dropped})


def _whole(path: Path) -> Path:
    """The field to leave out: a list of keys as a whole."""
    return path[:-1] if path[-1] == "[]" else path


def link(
    found: Sequence[tuple[Resource, Facts]],
    named: Mapping[str, Mapping[str, str]],
    beyond: Sequence[Target],
    offered: Mapping[str, Mapping[str, str]],
) -> tuple[tuple[Linked, ...], tuple[LeftOut, ...]]:
    """In an order in which they can be made, and those that cannot.

    ``named``: collection by parameter or field, by the name of the collection whose it is, as OpenAPI links say.
    ``beyond``: what is described and cannot be made.
    ``offered``: values by parameter of the path, likewise by collection.
    """
    targets = [_target(resource, facts) for resource, facts in found]
    linked = [
        _linked(each, found, [*targets, *beyond], (named.get(each[0].name, {}), offered.get(each[0].name, {})))
        for each in found
    ]
    standing, left_out = _possible({each.name: each for each in linked})
    standing, circular = _without_circles(standing)
    standing, later = _possible(standing)
    return _ordered(standing), (*left_out, *circular, *later)


def _target(resource: Resource, facts: Facts) -> Target:
    parts = tuple(part for part in resource.collection.parts if part != "{}")
    return Target(resource.name, parts, resource.collection.last_words, facts.key, facts.key_kind, facts.entry_name)


def _linked(
    each: tuple[Resource, Facts],
    found: Sequence[tuple[Resource, Facts]],
    targets: Sequence[Target],
    known: tuple[Mapping[str, str], Mapping[str, str]],
) -> Linked:
    resource, facts = each
    named, offered = known
    own = _target(resource, facts)
    sent = {command: references(bundle, own, targets, named) for command, bundle in facts.sent.items()}
    sent = {command: tuple(one for one in several if one.path[:1] != (facts.key,)) for command, several in sent.items()}
    beside = frozenset(path for several in sent.values() for one in several for path in one.beside)
    parents = {
        parameter: parent
        for position, parameter in enumerate(resource.collection.parameters)
        if (parent := _parent(resource, position, [other for other, _ in found]) or named.get(parameter))
    }
    return Linked(resource, facts, parents, sent, offered, beside)


def _parent(resource: Resource, position: int, others: Sequence[Resource]) -> str:
    """The collection whose item path this path begins with; or which is named before the parameter, or by it."""
    parts = resource.collection.parts
    place = [index for index, part in enumerate(parts) if part == "{}"][position]
    above = parts[:place]
    candidates = [other for other in others if other.name != resource.name]
    tests = (
        lambda other: other.item.above == above,
        lambda other: same_place(other.item.above, above),
        lambda other: (
            bool(above) and above[-1] != "{}" and same_noun(written_words(above[-1]), other.collection.last_words)
        ),
        lambda other: same_noun(referred(resource.collection.parameters[position]), other.collection.last_words),
    )
    for test in tests:
        for other in candidates:
            if test(other):
                return other.name
    return ""


def _possible(standing: dict[str, Linked]) -> tuple[dict[str, Linked], list[LeftOut]]:
    """Without those that need what cannot be made; where they only may refer to it, the field is left out."""
    left_out: list[LeftOut] = []
    changed = True
    while changed:
        changed = False
        for name, each in list(standing.items()):
            each = standing[name] = _with_constants(each, standing)  # noqa: PLW2901 - the same, with less needs
            missing = _missing(each, standing)
            if missing:
                left_out.append(LeftOut(each.resource.path, missing, has_entries=True))
                del standing[name]
                changed = True
                continue
            for target in {*each.needed(always=False)} - standing.keys():
                standing[name] = each = _freed(each, target)  # noqa: PLW2901 - the same collection with less
                changed = True
    return standing, left_out


def _with_constants(each: Linked, standing: Mapping[str, Linked]) -> Linked:
    """Where a parent cannot be made, the value that the description offers does."""
    kept = {
        parameter: parent
        for parameter, parent in each.parents.items()
        if parent in standing or parameter not in each.constants
    }
    return replace(each, parents=kept)


def _missing(each: Linked, standing: Mapping[str, Linked]) -> str:
    """Why the path cannot be filled in; empty if it can."""
    for parameter in each.resource.collection.parameters:
        if each.parents.get(parameter) not in standing and parameter not in each.constants:
            parent = each.parents.get(parameter)
            told = f"its parent {parent} cannot be made" if parent else "no collection is known whose key goes there"
            return f"{{{parameter}}} cannot be filled in: {told}, and no example is given"
    return ""


def _freed(each: Linked, target: str) -> Linked:
    """Without references to what cannot be made. Where such a field is required, it is filled like any other."""
    needed = {
        one.path for several in each.references.values() for one in several if one.target == target and one.required
    }
    freed = each.without(target)
    note = f"{target} cannot be made, so fields that refer to it are left out or made up"
    kept = frozenset(path for path in freed.omitted if path not in {_whole(one) for one in needed})
    return replace(freed, omitted=kept, notes=(*freed.notes, note))


def _without_circles(standing: dict[str, Linked]) -> tuple[dict[str, Linked], list[LeftOut]]:
    left_out: list[LeftOut] = []
    while circle := _circle(standing):
        for name, following in zip(circle, [*circle[1:], circle[0]], strict=True):
            if following not in standing[name].needed(always=True):
                standing[name] = standing[name].without(following)
                break
        else:
            told = " needs ".join([*circle, circle[0]])
            for name in circle:
                reason = f"no first entry can be made: {told}"
                left_out.append(LeftOut(standing.pop(name).resource.path, reason, has_entries=True))
    return standing, left_out


def _circle(standing: Mapping[str, Linked]) -> list[str]:
    """Some circle of needs; empty if there is none. Fields that may be left out count."""
    ended: set[str] = set()

    def search(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return trail[trail.index(name) :]
        if name in ended or name not in standing:
            return []
        needed = (*standing[name].needed(always=True), *standing[name].needed(always=False))
        for other in dict.fromkeys(needed):
            if found := search(other, [*trail, name]):
                return found
        ended.add(name)
        return []

    return next((found for name in standing if (found := search(name, []))), [])


def _ordered(standing: Mapping[str, Linked]) -> tuple[Linked, ...]:
    """What is needed first, otherwise as described."""
    ordered: dict[str, Linked] = {}

    def place(name: str) -> None:
        if name not in ordered:
            for other in (*standing[name].needed(always=True), *standing[name].needed(always=False)):
                place(other)
            ordered[name] = standing[name]

    for name in standing:
        place(name)
    return tuple(ordered.values())
