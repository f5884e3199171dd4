"""Bodies from schemas: valid, small, plain, with references filled in, shrinking to simple values.

hypothesis-jsonschema fails on objects with Hypothesis as it is today, knows no recursion, and merges schemas anew at
every draw. So the strategy of a body is put together here, once, of Hypothesis's own.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.rest.openapi import formats
from querious.rest.openapi.made import Made, joined
from querious.rest.openapi.merged_schemas import REST, opened, properties
from querious.rest.openapi.scalars import SCALARS, kinds_of
from querious.rest.openapi.validity import strict_validator, validator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.made import Strategy
    from querious.rest.openapi.merged_schemas import Opened
    from querious.rest.openapi.schemas import Bundle

Path = tuple[str, ...]
_NULL: Final = {"type": "null"}
_MOST_PARTS: Final = (400, 100, 40)
"""Schemas that go into one body before what is optional is left out, by depth; deeper only what is required is made."""
_DEEPEST: Final = 12
_MOST_ENTRIES: Final = 3
"""Of a list, where its schema does not ask for more."""
_REPEATED: Final = 30
"""Beyond as many entries, one is repeated."""
_CONDITIONS: Final = (REST, "not", "if", "contains", "dependentRequired", "dependentSchemas", "patternProperties",
                      "propertyNames", "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties",
                      "minContains", "maxContains")  # fmt: skip
"""Keywords that values are checked for after they were made."""


class Maker:
    """Puts strategies together for the values of one bundle. ``references`` says which fields hold keys of what."""

    def __init__(
        self,
        bundle: Bundle,
        references: Mapping[Path, Made],
        omitted: frozenset[Path] = frozenset(),
        *,
        nulls: bool = True,
    ) -> None:
        self._bundle = bundle
        self._references = references
        self._omitted = omitted
        self._nulls = nulls
        self._parts = 0
        self._scalars: dict[str, Made | None] = {}
        """By kind and schema: the same strategy for the same."""
        self.is_sure = True
        """Whether values are valid as they are made, so that it need not be tried whether there are any."""

    def whole(self) -> Made | None:
        """Values that are valid as they are; None where there is none."""
        return self._value(self._bundle.schema, (), ())

    def parts(self, *, anything: bool) -> Made | None:
        """Objects with some of the properties, never none; with ``anything`` also without those that are required."""
        here = opened(self._bundle, self._bundle.schema)
        if "properties" not in here.schema:
            return self.whole()
        schema = {name: each for name, each in here.schema.items() if name != "required" or not anything}
        return self._object(here._replace(schema=schema), (), here.names, partly=True)

    def _value(self, schema: JSON, path: Path, trail: tuple[str, ...]) -> Made | None:
        if path in self._references:
            return self._references[path]
        if schema is False or path in self._omitted:
            return None
        self._parts += 1
        here = opened(self._bundle, schema)
        if len(path) > _DEEPEST or any(trail.count(name) > 1 for name in here.names):
            return None
        return self._opened(here, path, (*trail, *here.names))

    def _opened(self, here: Opened, path: Path, trail: tuple[str, ...]) -> Made | None:
        schema = here.schema
        if "const" in schema or "enum" in schema:
            return self._options(schema)
        branches = self._branches(here)
        if branches is not None:
            options = [self._value(branch, path, trail) for branch in branches]
            found = [option for option in options if option is not None]
            if not found:
                return None
            together = found[0] if len(found) == 1 else joined(found, st.one_of)
            return self._checked(together, schema) if "oneOf" in schema and len(branches) > 1 else together
        said = kinds_of(schema)
        wanted = [kind for kind in said if self._nulls or kind != "null"] or said
        kinds = [self._kind(kind, here, path, trail) for kind in wanted]
        known = [kind for kind in kinds if kind is not None]
        if not known:
            return None
        made = known[0] if len(known) == 1 else joined(known, st.one_of)
        return self._checked(made, schema) if any(keyword in schema for keyword in _CONDITIONS) else made

    def _branches(self, here: Opened) -> list[JSON] | None:
        """Alternatives, each with what is said beside them; the simple ones first."""
        keyword = next((each for each in ("oneOf", "anyOf") if each in here.schema), None)
        if keyword is None:
            return None
        beside = {name: value for name, value in here.schema.items() if name not in {keyword, "discriminator"}}
        told = here.schema.get("discriminator", {})
        branches = []
        options = [option for option in here.schema[keyword] if self._nulls or option != _NULL] or [_NULL]
        for option in sorted(options, key=lambda each: each == _NULL):
            named = _discriminated(told, option)
            parts = [each for each in (option, named, beside) if each]
            branches.append(parts[0] if len(parts) == 1 else {"allOf": parts} if parts else {})
        return branches

    def _kind(self, kind: str, here: Opened, path: Path, trail: tuple[str, ...]) -> Made | None:
        if kind == "object":
            return self._object(here, path, trail)
        if kind == "array":
            return self._list(here.schema, path, trail)
        schema = formats.told_by_name(here.schema, path) if kind == "string" else here.schema
        written = kind + _written(schema)
        if written not in self._scalars:
            self._scalars[written] = self._scalar(kind, schema)
        return self._scalars[written]

    def _scalar(self, kind: str, schema: dict[str, Any]) -> Made | None:
        found = SCALARS[kind](schema)
        if found is None:
            return None
        shown = [value for value in schema.get("examples", ()) if isinstance(value, str) and value.strip()]
        if kind == "string" and shown and "format" not in schema:
            valid = validator(self._bundle.inner(schema)).is_valid
            shown = [value for value in shown if valid(value)]
            found = st.one_of(found, st.sampled_from(shown)) if shown else found
        return Made.of(found)

    def _options(self, schema: dict[str, Any]) -> Made | None:
        valid = strict_validator(self._bundle.inner(schema)).is_valid
        given = schema["enum"] if "enum" in schema else [schema["const"]]
        options = [option for option in given if valid(option)]
        options = [option for option in options if self._nulls or option is not None] or options
        options.sort(key=lambda option: option is None)
        if not options:
            return None
        if any(isinstance(option, dict | list) for option in options):
            return Made.of(st.sampled_from(options).map(copy.deepcopy))
        return Made.of(st.sampled_from(options) if len(options) > 1 else st.just(options[0]))

    def _object(self, here: Opened, path: Path, trail: tuple[str, ...], *, partly: bool = False) -> Made | None:
        found, required = properties(here.schema)
        needed, wished = {}, {}
        other = here.schema.get("additionalProperties", {})
        for name in required:
            made = self._value(found.get(name, other), (*path, name), trail)
            if made is None:
                return None
            needed[name] = made
        for name, schema in found.items():
            if name not in needed and self._has_room(path):
                made = self._value(schema, (*path, name), trail)
                if made is not None:
                    wished[name] = made
        if not found and not required and isinstance(other, dict) and other:
            return self._map(here.schema, other, path, trail)
        return _of_fields(needed, wished, partly=partly)

    def _has_room(self, path: Path) -> bool:
        depth = sum(step != "[]" for step in path)
        return depth < len(_MOST_PARTS) and self._parts < _MOST_PARTS[depth]

    def _map(self, schema: dict[str, Any], values: JSON, path: Path, trail: tuple[str, ...]) -> Made:
        made = self._value(values, (*path, "*"), trail)
        names: Made | None = Made.of(formats.words())
        if isinstance(schema.get("propertyNames"), dict):
            names = self._value({"type": "string", **schema["propertyNames"]}, (*path, "*"), trail)
        if made is None or names is None:
            return Made.of(st.builds(dict))
        least = schema.get("minProperties", 0)
        most = max(least, min(schema.get("maxProperties", _MOST_ENTRIES), _MOST_ENTRIES))
        return joined([names, made], lambda parts: st.dictionaries(*parts, min_size=least, max_size=most))

    def _list(self, schema: dict[str, Any], path: Path, trail: tuple[str, ...]) -> Made | None:
        inside = (*path, "[]")
        if "prefixItems" in schema:
            return self._row(schema, inside, trail)
        least = schema.get("minItems", 0)
        most = max(least, min(schema.get("maxItems", least + _MOST_ENTRIES), least + _MOST_ENTRIES))
        made = self._value(schema.get("items", {}), inside, trail)
        if made is None:
            return None if least else Made.of(st.builds(list))
        if "contains" in schema:
            special = self._value({"allOf": [schema.get("items", {}), schema["contains"]]}, inside, trail)
            rest = (max(least - 1, 0), max(most - 1, 0))
            return joined([special, made], lambda parts: _led_by(parts, *rest)) if special is not None else None
        if inside in self._references:
            return made.then(lambda keys: _of_keys(keys, least, max(most, 1)))
        return made.then(lambda entries: _several(entries, least, most, unique=bool(schema.get("uniqueItems"))))

    def _row(self, schema: dict[str, Any], inside: Path, trail: tuple[str, ...]) -> Made | None:
        """A list whose entries have a schema each."""
        each = [self._value(one, inside, trail) for one in schema["prefixItems"]]
        known = [made for made in each if made is not None]
        if len(known) < len(each) or len(each) < schema.get("minItems", 0):
            return None
        return joined(known, lambda parts: st.tuples(*parts).map(list))

    def _checked(self, made: Made, schema: dict[str, Any]) -> Made:
        """Only those that are valid."""
        self.is_sure = False
        valid = validator(self._bundle.inner(_checkable(schema))).is_valid
        return made.then(lambda strategy: strategy.filter(valid))


def _checkable(schema: dict[str, Any]) -> dict[str, Any]:
    rest = schema.get(REST)
    return {**schema, "allOf": rest} if rest else schema


def _of_fields(needed: Mapping[str, Made], wished: Mapping[str, Made], *, partly: bool) -> Made:
    names, count = [*needed, *wished], len(needed)

    def build(parts: list[Strategy]) -> Strategy:
        always = dict(zip(names[:count], parts[:count], strict=True))
        sometimes = dict(zip(names[count:], parts[count:], strict=True))
        drawn = st.fixed_dictionaries(always, optional=sometimes)
        return _some(drawn, sometimes) if partly and sometimes else drawn

    return joined([*needed.values(), *wished.values()], build)


def _some(several: Strategy, wished: Mapping[str, Strategy]) -> Strategy:
    """With at least one of those that are wished."""
    names = st.sampled_from(list(wished))

    @st.composite
    def some(draw: Callable[[Strategy], Any]) -> Any:
        drawn = draw(several)
        if not drawn.keys().isdisjoint(wished):
            return drawn
        name = draw(names)
        return {**drawn, name: draw(wished[name])}

    return some()


def _discriminated(told: Mapping[str, Any], option: JSON) -> dict[str, Any] | None:
    """What the property that tells the alternatives apart has to hold in this one."""
    name = told.get("propertyName")
    reference = option.get("$ref", "") if isinstance(option, dict) else ""
    if not isinstance(name, str) or not reference:
        return None
    called = reference.rpartition("/")[2]
    mapped = told.get("mapping")
    values = [
        value
        for value, target in (mapped.items() if isinstance(mapped, dict) else ())
        if isinstance(target, str) and target.rpartition("/")[2] == called
    ]
    return {"properties": {name: {"enum": values or [called]}}, "required": [name]}


def _several(entries: Strategy, least: int, most: int, *, unique: bool) -> Strategy:
    """Where all must differ they are a set, which services show in any order: one is enough."""
    if unique:
        return st.lists(entries, min_size=least, max_size=min(most, max(least, 1)), unique_by=_written)
    if least > _REPEATED:
        return entries.map(lambda entry: [entry] * least)
    return st.lists(entries, min_size=least, max_size=most)


def _led_by(parts: list[Strategy], least: int, most: int) -> Strategy:
    """Lists that begin with a value of the first kind, others following."""
    first, others = parts
    return st.tuples(first, st.lists(others, min_size=least, max_size=most)).map(lambda pair: [pair[0], *pair[1]])


def _of_keys(keys: Strategy, least: int, most: int) -> Strategy:
    """Not empty: services seldom say that a relation must not be. Each key once, unless that is not enough."""
    return st.lists(keys, min_size=max(least, 1), max_size=most, unique=least <= 1).map(_in_order)


def _in_order(keys: list[JSON]) -> list[JSON]:
    """As services show what they look up: in the order in which it was made."""
    return sorted(keys, key=lambda key: (len(str(key)), str(key)))


def _written(value: JSON) -> str:
    return json.dumps(value, sort_keys=True)
