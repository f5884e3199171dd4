"""Which fields of a body hold the key of which collection: by name, by type, by what the description says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.openapi.facts import kind_of
from querious.rest.openapi.merged_schemas import fields, opened, properties
from querious.rest.openapi.names import is_identifier, referred
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.rest.openapi.merged_schemas import Field
    from querious.rest.openapi.schemas import Bundle

Path = tuple[str, ...]
_SELF: Final = frozenset({("parent",), ("root",), ("reply", "to"), ("in", "reply", "to"), ("previous",), ("ancestor",)})
"""Names that, with an id, mean an entry of the same collection."""
_TOLD: Final = re.compile(
    r"\b(?:id|identifier|key|uuid|primary key|reference)s?\s+(?:of|to|for)\s+"
    r"(?:(?:the|an?|its|existing|one|each|all)\s+)*([A-Za-z]+)",
    re.IGNORECASE,
)
_MANY: Final = "[]"
_MOST_FIELDS: Final = 400
"""Looked at in one body: schemas that hold all others have any number."""


@dataclass(frozen=True, slots=True)
class Target:
    """A collection as fields may refer to it."""

    name: str
    parts: Path
    """Of its path: near ones are meant rather than far ones."""
    words: Path
    """What its entries are called: books."""
    key: str = ""
    key_kind: str = ""
    entry_name: str = ""
    """What the schema of an entry is called."""


class Reference(NamedTuple):
    """A field that holds the key of an entry of another collection."""

    path: Path
    target: str
    kind: str
    """``integer``, ``uuid`` or ``string``."""
    required: bool
    beside: tuple[Path, ...] = ()
    """Optional fields that tell the rest of the entry, as in ``{"book": {"id": 1, "title": …}}``: they are left out."""


def references(
    bundle: Bundle, own: Target, targets: Sequence[Target], linked: Mapping[str, str]
) -> tuple[Reference, ...]:
    """All in a body, in the order of the description. ``linked``: collection by field, as OpenAPI links say."""
    found = list(islice(fields(bundle), _MOST_FIELDS))
    by_path = {field.path: field for field in found}
    made = []
    for field in found:
        kind = kind_of(field.schema)
        if not kind or "enum" in field.schema or "const" in field.schema:
            continue
        if len(field.path) == 1 and field.path[0] in linked:
            made.append(Reference(field.path, linked[field.path[0]], kind, field.required))
            continue
        target = _best(field, kind, own, targets)
        holder = by_path.get(field.path[:-1])
        if target is None and holder is not None and _is_key(field.path[-1], own):
            target = _held(holder, kind, own, targets)
            beside = _beside(bundle, holder, field.path[-1])
            if target is not None and beside is not None:
                made.append(Reference(field.path, target.name, kind, field.required, beside))
            continue
        if target is not None:
            made.append(Reference(field.path, target.name, kind, field.required))
    return tuple(dict.fromkeys(made))


def _is_key(name: str, own: Target) -> bool:
    return is_identifier(name) or (bool(own.key) and name == own.key)


def _label(path: Path) -> str:
    return next((name for name in reversed(path) if name != _MANY), "")


def _best(field: Field, kind: str, own: Target, targets: Sequence[Target]) -> Target | None:
    name = _label(field.path)
    if referred(name) in _SELF or (kind in {"integer", "uuid"} and written_words(name) in _SELF):
        return own
    for guess in _guesses(field, name, kind):
        target = _called(guess, kind, own, targets)
        if target is not None:
            return target
    return None


def _guesses(field: Field, name: str, kind: str) -> Iterator[Path]:
    """What the entry may be called, the surest first."""
    if thing := referred(name):
        yield thing
    for told in (*field.names, field.schema.get("format", "")):
        if thing := referred(told):
            yield thing
    described = _TOLD.search(field.schema.get("description", "") + " " + field.schema.get("title", ""))
    if described:
        yield written_words(described[1])
    if kind in {"integer", "uuid"} and not is_identifier(name):
        yield written_words(name)


def _called(thing: Path, kind: str, own: Target, targets: Sequence[Target]) -> Target | None:
    """The collection whose entries are called so: exactly, or by the last words (``parentBook``), the nearest first."""
    exact = [
        target
        for target in targets
        if same_noun(thing, target.words) or same_noun(thing, written_words(target.entry_name))
    ]
    whole = [
        target
        for target in targets
        if same_noun(thing, tuple(word for part in target.parts for word in written_words(part)))
    ]
    ending = [
        target
        for target in targets
        if len(thing) > len(target.words) and same_noun(thing[-len(target.words) :], target.words)
    ]
    for found in (exact, whole, ending):
        fitting = [target for target in found if {kind, target.key_kind} != {"integer", "uuid"}]
        if fitting:
            return min(fitting, key=lambda target: (-_common(target.parts, own.parts), len(target.parts), target.name))
    return None


def _held(holder: Field, kind: str, own: Target, targets: Sequence[Target]) -> Target | None:
    """The collection that ``book`` names in ``{"book": {"id": …}}``."""
    return _called(written_words(_label(holder.path)), kind, own, targets)


def _beside(bundle: Bundle, holder: Field, key: str) -> tuple[Path, ...] | None:
    """The other fields of the object, if all of them are optional; None if it is more than a reference."""
    found, required = properties(opened(bundle, holder.schema).schema)
    if set(required) - {key}:
        return None
    return tuple((*holder.path, name) for name in found if name != key)


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    count = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        count += 1
    return count
