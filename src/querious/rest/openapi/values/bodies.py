"""Bodies from schemas: valid, small, plain, with references filled in, shrinking to simple values.

hypothesis-jsonschema fails on objects with Hypothesis as it is today, knows no recursion, and merges schemas anew at
every draw. So the strategy of a body is put together here, once, of Hypothesis's own.
"""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.rest.openapi.document import NULL
from querious.rest.openapi.merged_schemas import REST
from querious.rest.openapi.validity import strict_validator, validator
from querious.rest.openapi.values import formats
from querious.rest.openapi.values.keyed_strategies import KeyedStrategy, joined
from querious.rest.openapi.values.scalars import SCALARS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.rest.openapi.values.keyed_strategies import Strategy

Path = tuple[str, ...]
_MOST_PARTS: Final = (400, 100, 40)
"""Schemas that go into one body before what is optional is left out, by depth; deeper only what is required is made."""
_DEEPEST: Final = 12
_MOST_ENTRIES: Final = 3
"""Of a list, where its schema does not ask for more."""
_CONDITIONS: Final = frozenset({REST, "not", "if", "contains", "dependentRequired", "dependentSchemas",
                                "patternProperties", "propertyNames", "unevaluatedProperties", "unevaluatedItems",
                                "minProperties", "maxProperties", "minContains", "maxContains"})  # fmt: skip
"""Keywords that values are checked for after they were made."""


class NoValueError(Exception):
    """No value that a schema allows can be made."""


class BodyMaker:
    """Makes strategies for the values of one schema.

    ``references``: the fields that hold keys, with where these come from. ``omitted``: fields that are not sent.
    """

    def __init__(
        self,
        schema: JsonSchema,
        references: Mapping[Path, KeyedStrategy],
        omitted: frozenset[Path] = frozenset(),
        *,
        nulls: bool = True,
        never_null: frozenset[Path] = frozenset(),
    ) -> None:
        self._schema = schema
        self._references = references
        self._omitted = omitted
        self._nulls = nulls
        self._never_null = never_null
        self._parts = 0
        self._scalars: dict[str, KeyedStrategy | None] = {}
        """By type and schema: the same strategy for the same."""
        self.is_sure = True
        """Whether values are valid as they are made, so that it need not be tried whether there are any."""

    def whole(self) -> KeyedStrategy | None:
        """Values that are valid as they are; None where there is none."""
        return self._possible(self._schema, (), ())

    def parts(self, *, anything: bool) -> KeyedStrategy | None:
        """Objects with some of the properties, never none; with ``anything`` also without those that are required."""
        merged = dict(self._schema.merged)
        if "properties" not in merged:
            return self.whole()
        if anything:
            merged.pop("required", None)
        try:
            needed, wished = self._properties(self._schema.inner(merged), (), self._schema.names)
        except NoValueError:
            return None
        return _object(needed, wished, partly=True)

    def _possible(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy | None:
        """The same as ``_value``, for what may be left out; None where there is none."""
        try:
            return self._value(schema, path, around)
        except NoValueError:
            return None

    def _value(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        """``around`` names the definitions that the schema stands in: one that holds itself comes to an end."""
        if path in self._references:
            return self._references[path]
        if path in self._omitted or schema.source == {"not": {}}:
            raise NoValueError
        self._parts += 1
        if len(path) > _DEEPEST or any(around.count(name) > 1 for name in schema.names):
            raise NoValueError
        around = (*around, *schema.names)
        if not schema.merged.keys().isdisjoint({"const", "enum"}):
            return self._options(schema, path)
        if not schema.merged.keys().isdisjoint({"oneOf", "anyOf"}):
            return self._alternatives(schema, path, around)
        kinds = schema.types if self._takes_null(path) else _without(schema.types, "null")
        found = []
        for kind in kinds:
            with suppress(NoValueError):
                found.append(self._of_type(kind, schema, path, around))
        made = _any_of(found)
        return made if _CONDITIONS.isdisjoint(schema.merged) else self._checked(made, schema)

    def _takes_null(self, path: Path) -> bool:
        return self._nulls and path not in self._never_null

    def _options(self, schema: JsonSchema, path: Path) -> KeyedStrategy:
        given = schema.merged["enum"] if "enum" in schema.merged else [schema.merged["const"]]
        options = list(filter(strict_validator(schema.inner(schema.merged)).is_valid, given))
        if not self._takes_null(path):
            options = _without(options, None)
        if not options:
            raise NoValueError
        options.sort(key=lambda option: option is None)
        if any(isinstance(option, dict | list) for option in options):
            return KeyedStrategy.of(st.sampled_from(options).map(copy.deepcopy))
        return KeyedStrategy.of(st.sampled_from(options) if len(options) > 1 else st.just(options[0]))

    def _alternatives(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        """Each with what is said beside them; the simple ones first."""
        keyword = "oneOf" if "oneOf" in schema.merged else "anyOf"
        beside = dict(schema.merged)
        options = beside.pop(keyword)
        discriminator = beside.pop("discriminator", {})
        if not self._takes_null(path):
            options = _without(options, NULL)
        found = []
        for option in sorted(options, key=lambda each: each == NULL):
            parts = [part for part in (option, _discriminated(discriminator, option), beside) if part]
            branch = parts[0] if len(parts) == 1 else {"allOf": parts}
            with suppress(NoValueError):
                found.append(self._value(schema.inner(branch), path, around))
        made = _any_of(found)
        return self._checked(made, schema) if keyword == "oneOf" and len(options) > 1 else made

    def _of_type(self, kind: str, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        if kind == "object":
            return self._object(schema, path, around)
        if kind == "array":
            return self._list(schema, path, around)
        merged = formats.told_by_name(schema.merged, path) if kind == "string" else schema.merged
        written = kind + _written(merged)
        if written not in self._scalars:
            self._scalars[written] = self._scalar(kind, schema.inner(merged))
        made = self._scalars[written]
        if made is None:
            raise NoValueError
        return made

    def _scalar(self, kind: str, schema: JsonSchema) -> KeyedStrategy | None:
        found = SCALARS[kind](schema.merged)
        if found is None:
            return None
        examples = schema.merged.get("examples", ())
        if kind == "string" and examples and "format" not in schema.merged:
            valid = validator(schema).is_valid
            shown = [value for value in examples if isinstance(value, str) and value.strip() and valid(value)]
            found = st.one_of(found, st.sampled_from(shown)) if shown else found
        return KeyedStrategy.of(found)

    def _object(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        needed, wished = self._properties(schema, path, around)
        others = schema.merged.get("additionalProperties")
        if isinstance(others, dict) and others and not schema.properties and not needed:
            return self._map(schema, path, around)
        return _object(needed, wished)

    def _properties(
        self, schema: JsonSchema, path: Path, around: Path
    ) -> tuple[dict[str, KeyedStrategy], dict[str, KeyedStrategy]]:
        """Those that are required, and those that are not."""
        needed, wished = {}, {}
        others = schema.merged.get("additionalProperties", {})
        for name in schema.required:
            source = schema.properties.get(name, others)
            needed[name] = self._value(schema.inner(source), (*path, name), around)
        depth = sum(step != "[]" for step in path)
        most = _MOST_PARTS[depth] if depth < len(_MOST_PARTS) else 0
        for name in schema.properties:
            if name not in needed and self._parts < most:
                made = self._possible(schema.of_property(name), (*path, name), around)
                if made is not None:
                    wished[name] = made
        return needed, wished

    def _map(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        """An object whose properties have any names."""
        inside = (*path, "*")
        values = self._possible(schema.inner(schema.merged["additionalProperties"]), inside, around)
        names: KeyedStrategy | None = KeyedStrategy.of(formats.words())
        if isinstance(schema.merged.get("propertyNames"), dict):
            names = self._possible(schema.inner({"type": "string", **schema.merged["propertyNames"]}), inside, around)
        if values is None or names is None:
            return KeyedStrategy.of(st.builds(dict))
        least = schema.merged.get("minProperties", 0)
        most = max(least, min(schema.merged.get("maxProperties", _MOST_ENTRIES), _MOST_ENTRIES))
        return joined([names, values], lambda parts: st.dictionaries(*parts, min_size=least, max_size=most))

    def _list(self, schema: JsonSchema, path: Path, around: Path) -> KeyedStrategy:
        inside = (*path, "[]")
        if "prefixItems" in schema.merged:
            return self._tuple(schema, inside, around)
        least = schema.merged.get("minItems", 0)
        most = max(least, min(schema.merged.get("maxItems", least + _MOST_ENTRIES), least + _MOST_ENTRIES))
        try:
            made = self._value(schema.items, inside, around)
        except NoValueError:
            if least:
                raise
            return KeyedStrategy.of(st.builds(list))
        if "contains" in schema.merged:
            both = {"allOf": [schema.items.source, schema.merged["contains"]]}
            special = self._value(schema.inner(both), inside, around)
            return joined([special, made], lambda parts: _led_by(parts, max(least - 1, 0), max(most - 1, 0)))
        if inside in self._references:
            return made.then(lambda keys: _keys(keys, least, max(most, 1)))
        unique = schema.merged.get("uniqueItems", False)
        return made.then(lambda entries: _entries(entries, least, most, unique=unique))

    def _tuple(self, schema: JsonSchema, inside: Path, around: Path) -> KeyedStrategy:
        """A list whose entries have a schema each."""
        sources = schema.merged["prefixItems"]
        if len(sources) < schema.merged.get("minItems", 0):
            raise NoValueError
        found = [self._value(schema.inner(source), inside, around) for source in sources]
        return joined(found, lambda parts: st.tuples(*parts).map(list))

    def _checked(self, made: KeyedStrategy, schema: JsonSchema) -> KeyedStrategy:
        """Only those that are valid."""
        self.is_sure = False
        checkable = {**schema.merged, "allOf": schema.merged.get(REST, [])}
        valid = validator(schema.inner(checkable)).is_valid
        return made.then(lambda strategy: strategy.filter(valid))


def _any_of(found: list[KeyedStrategy]) -> KeyedStrategy:
    """Values of any of the alternatives that there are."""
    if not found:
        raise NoValueError
    return joined(found, st.one_of) if len(found) > 1 else found[0]


def _without(options: list[Any], unwanted: JSON) -> list[Any]:
    """The options but for one, unless there is no other."""
    return [option for option in options if option != unwanted] or options


def _object(
    needed: Mapping[str, KeyedStrategy], wished: Mapping[str, KeyedStrategy], *, partly: bool = False
) -> KeyedStrategy:
    count = len(needed)

    def build(parts: list[Strategy]) -> Strategy:
        always = dict(zip(needed, parts[:count], strict=True))
        sometimes = dict(zip(wished, parts[count:], strict=True))
        drawn = st.fixed_dictionaries(always, optional=sometimes)
        return _with_some(drawn, sometimes) if partly and sometimes else drawn

    return joined([*needed.values(), *wished.values()], build)


def _with_some(objects: Strategy, wished: Mapping[str, Strategy]) -> Strategy:
    """With at least one of those that are wished."""
    names = st.sampled_from(list(wished))

    @st.composite
    def some(draw: Callable[[Strategy], Any]) -> Any:
        drawn = draw(objects)
        if not drawn.keys().isdisjoint(wished):
            return drawn
        name = draw(names)
        return {**drawn, name: draw(wished[name])}

    return some()


def _discriminated(discriminator: Mapping[str, Any], option: JSON) -> dict[str, Any] | None:
    """What the property that tells the alternatives apart has to hold in this one."""
    name = discriminator.get("propertyName")
    reference = option.get("$ref", "") if isinstance(option, dict) else ""
    if not isinstance(name, str) or not reference:
        return None
    called = reference.rpartition("/")[2]
    mapping = discriminator.get("mapping")
    values = []
    for value, target in mapping.items() if isinstance(mapping, dict) else ():
        if str(target).rpartition("/")[2] == called:
            values.append(value)
    return {"properties": {name: {"enum": values or [called]}}, "required": [name]}


def _entries(entries: Strategy, least: int, most: int, *, unique: bool) -> Strategy:
    """Where all must differ they are a set, which services show in any order: one is enough."""
    if unique:
        return st.lists(entries, min_size=least, max_size=min(most, max(least, 1)), unique_by=_written)
    if least > 30:  # noqa: PLR2004 - many are slow to draw, so one is repeated
        return entries.map(lambda entry: [entry] * least)
    return st.lists(entries, min_size=least, max_size=most)


def _led_by(parts: list[Strategy], least: int, most: int) -> Strategy:
    """Lists that begin with a value of the first kind, others following."""
    first, others = parts
    return st.tuples(first, st.lists(others, min_size=least, max_size=most)).map(lambda pair: [pair[0], *pair[1]])


def _keys(keys: Strategy, least: int, most: int) -> Strategy:
    """Not empty: services seldom say that a relation must not be. Each key once, unless that is not enough.

    In the order in which their entries were made, as services show what they look up.
    """
    several = st.lists(keys, min_size=max(least, 1), max_size=most, unique=least <= 1)
    return several.map(lambda drawn: sorted(drawn, key=lambda key: (len(str(key)), str(key))))


def _written(value: JSON) -> str:
    return json.dumps(value, sort_keys=True)
