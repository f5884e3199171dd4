"""Which fields of a body hold the key of which collection: by name, by type, by what the description says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.openapi.collections.names import is_identifier, referred
from querious.rest.openapi.json_schema import body_fields, key_type
from querious.text.words import same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.rest.openapi.json_schema import BodyField, JsonSchema

Path = tuple[str, ...]
_SAME_COLLECTION: Final = frozenset(
    {("parent",), ("root",), ("reply", "to"), ("in", "reply", "to"), ("previous",), ("ancestor",)}
)
"""Names that, with an id, mean an entry of the same collection."""
_DESCRIBED: Final = re.compile(
    r"\b(?:id|identifier|key|uuid|primary key|reference)s?\s+(?:of|to|for)\s+"
    r"(?:(?:the|an?|its|existing|one|each|all)\s+)*([A-Za-z]+)",
    re.IGNORECASE,
)
_MOST_FIELDS: Final = 400
"""Looked at in one body: schemas that hold all others have any number."""


@dataclass(frozen=True, slots=True)
class ReferenceTarget:
    """A collection as fields may refer to it."""

    name: str
    parts: Path
    """Of its path: near ones are meant rather than far ones."""
    words: Path
    """What its entries are called: books."""
    key: str = ""
    key_type: str = ""
    entry_name: str = ""
    """What the schema of an entry is called."""

    def rank(self, thing: Path) -> int:
        """How a name means an entry: 1 it is called so, 2 by the whole path, 3 by its last words; 0 not at all."""
        if same_noun(thing, self.words) or same_noun(thing, written_words(self.entry_name)):
            return 1
        if same_noun(thing, tuple(word for part in self.parts for word in written_words(part))):
            return 2
        ending = thing[-len(self.words) :]
        return 3 if len(ending) < len(thing) and same_noun(ending, self.words) else 0


class KeyReference(NamedTuple):
    """A field that holds the key of an entry of another collection."""

    path: Path
    target: str
    key_type: str
    """``integer``, ``uuid`` or ``string``."""
    required: bool
    beside: tuple[Path, ...] = ()
    """Optional fields that tell the rest of the entry, as in ``{"book": {"id": 1, "title": …}}``: they are left out."""


def key_references(
    body: JsonSchema, own: ReferenceTarget, targets: Sequence[ReferenceTarget], linked: Mapping[str, str]
) -> tuple[KeyReference, ...]:
    """All in a body, in the order of the description. ``linked``: collection by field, as OpenAPI links say."""
    fields = {}
    references: dict[KeyReference, None] = {}
    for field in islice(body_fields(body), _MOST_FIELDS):
        fields[field.path] = field
        kind = key_type(field.schema.merged)
        if not kind or not field.schema.merged.keys().isdisjoint({"enum", "const"}):
            continue
        if len(field.path) == 1 and field.path[0] in linked:
            reference = KeyReference(field.path, linked[field.path[0]], kind, field.required)
        elif target := _target(field, kind, own, targets):
            reference = KeyReference(field.path, target.name, kind, field.required)
        elif nested := _nested(field, fields.get(field.path[:-1]), own, targets):
            reference = nested
        else:
            continue
        references[reference] = None
    return tuple(references)


def _target(
    field: BodyField, kind: str, own: ReferenceTarget, targets: Sequence[ReferenceTarget]
) -> ReferenceTarget | None:
    """The collection that the field itself tells."""
    name = _label(field.path)
    if referred(name) in _SAME_COLLECTION or (kind != "string" and written_words(name) in _SAME_COLLECTION):
        return own
    for guess in _guesses(field, name, kind):
        target = _called(guess, kind, own, targets)
        if target is not None:
            return target
    return _called_with_its_key(written_words(name), kind, own, targets)


def _called_with_its_key(
    words: Path, kind: str, own: ReferenceTarget, targets: Sequence[ReferenceTarget]
) -> ReferenceTarget | None:
    """The collection whose own key the name ends with: ``depotSlug`` where the key of depots is their ``slug``."""
    for target in targets:
        key = written_words(target.key)
        if key and words[-len(key) :] == key and _called(words[: -len(key)], kind, own, [target]):
            return target
    return None


def _guesses(field: BodyField, name: str, kind: str) -> Iterator[Path]:
    """What the entry may be called, the surest first."""
    schema = field.schema.merged
    yield referred(name)
    for definition in field.schema.names:
        yield referred(definition)
    yield referred(schema.get("format", ""))
    described = _DESCRIBED.search(f"{schema.get('description', '')} {schema.get('title', '')}")
    if described:
        yield written_words(described[1])
    if kind != "string" and not is_identifier(name):
        yield written_words(name)


def _nested(
    field: BodyField, holder: BodyField | None, own: ReferenceTarget, targets: Sequence[ReferenceTarget]
) -> KeyReference | None:
    """``{"book": {"id": …}}`` names a collection too, if nothing else in the object is required."""
    name = field.path[-1]
    if holder is None or not (is_identifier(name) or name == own.key) or set(holder.schema.required) - {name}:
        return None
    kind = key_type(field.schema.merged)
    target = _called(written_words(_label(holder.path)), kind, own, targets)
    if target is None:
        return None
    beside = tuple((*holder.path, other) for other in holder.schema.properties if other != name)
    return KeyReference(field.path, target.name, kind, field.required, beside)


def _label(path: Path) -> str:
    return next((name for name in reversed(path) if name != "[]"), "")


def _called(thing: Path, kind: str, own: ReferenceTarget, targets: Sequence[ReferenceTarget]) -> ReferenceTarget | None:
    """The collection whose entries are called so, the nearest first."""
    found = []
    for target in targets:
        rank = target.rank(thing)
        if rank and {kind, target.key_type} != {"integer", "uuid"}:
            common = takewhile(lambda pair: pair[0] == pair[1], zip(target.parts, own.parts, strict=False))
            found.append((rank, -len(list(common)), len(target.parts), target.name, target))
    return min(found, key=lambda each: each[:4])[-1] if found else None
