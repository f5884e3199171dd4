"""Values by a JSON Schema: a maker for each schema, compiled when it is first drawn from.

A draw near 0 gives the simplest value. What one walk over the schema cannot say (``not``, conditions, exactly one of
several alternatives) is drawn again until it is valid, as far as a few draws go.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from querious.rest.cases.pattern_text import pattern_maker
from querious.rest.openapi.document import as_object
from querious.rest.openapi.merged_schemas import REST
from querious.rest.openapi.validity import validator
from querious.values import strings
from querious.values.scalars import Scalar, integer, scalar_for, scalar_of_format
from querious.values.semantics import by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.values import Chance
    from querious.values.scalars import Make

_DEEPEST: Final = 4
"""Objects within each other before what is optional is left out."""
_HARD_LIMIT: Final = 12
"""Objects within each other before a schema that needs itself is cut off."""
_LEFT_OUT: Final = 0.4
"""How often an optional member is not there."""
_ITEMS: Final = 3
_MOST_ITEMS: Final = 256
_LONGEST: Final = 16_384
"""Items and characters that are made at most, whatever is asked for: what needs more cannot be sent in numbers."""
_DRAWS: Final = 8
_DOCUMENTED: Final = 0.3
"""How often an example, or the default, is taken."""
_NULL: Final = 0.1
_REDRAWS: Final = 24
_IN_VAIN: Final = 3
"""Values in a row that could not be made valid, after which it is no longer tried."""
UNSURE: Final = frozenset(
    {"not", "if", "oneOf", "contains", "dependentSchemas", "propertyNames", "unevaluatedProperties", "unevaluatedItems",
     "maxProperties", REST}
)  # fmt: skip
"""Keywords that the makers do not see to."""
_SPAN: Final = 1_000
"""How far numbers go from a bound where the other end is open."""
_LETTERS: Final = strings.ALPHABET[:52]
_FORMATS: Final = {"uri-reference": "uri", "url": "uri", "iri": "uri", "guid": "uuid", "datetime": "date-time",
                   "byte": "base64", "idn-email": "email"}  # fmt: skip
_UNTYPED_FORMATS: Final = frozenset({"", "password", "binary", "string"})


class SchemaMakers:
    """Makers of values. ``leaf`` may put a learning maker in the place of one for a text or a number."""

    def __init__(self, leaf: Callable[[str, JsonSchema, Make], Make] = lambda _place, _schema, make: make) -> None:
        self._leaf = leaf
        self._by_definition: dict[tuple[str, str], Make] = {}

    def maker(self, schema: JsonSchema, place: str) -> Make:
        """The maker of values for a schema; ``place`` names it for what is learned, such as ``POST /books.body``."""
        name = schema.names[0] if schema.names else ""
        if not name or len(schema.source) > 1:
            return self._lazy(schema, place)
        known = self._by_definition.get((name, ""))
        if known is None:
            # One maker for all uses of a definition: definitions may hold themselves.
            known = self._by_definition[name, ""] = self._lazy(schema, name)
        return known

    def _lazy(self, schema: JsonSchema, place: str) -> Make:
        compiled: Make | None = None

        def make(chance: Chance) -> JSON:
            """Not compiled before it is drawn."""
            nonlocal compiled
            if compiled is None:
                compiled = self._compile(schema, place)
            return compiled(chance)

        return make

    def _compile(self, schema: JsonSchema, place: str) -> Make:
        merged = schema.merged
        if "const" in merged:
            constant = merged["const"]
            return lambda _: constant
        if "enum" in merged:
            values = merged["enum"]
            return lambda chance: chance.choose(values)
        made = self._alternatives(schema, place) or self._typed(schema, place)
        if not UNSURE.isdisjoint(merged):
            made = _checked(made, validator(schema).is_valid)
        documented = [*merged.get("examples", ()), *([merged["default"]] if "default" in merged else [])]
        if documented:
            is_allowed = validator(schema).is_valid
            documented = [value for value in documented if value is not None and is_allowed(value)]
        return _sometimes(documented, made) if documented else made

    def _alternatives(self, schema: JsonSchema, place: str) -> Make | None:
        merged = schema.merged
        keyword = next((name for name in ("oneOf", "anyOf") if merged.get(name)), "")
        if not keyword:
            return None
        common = {name: value for name, value in merged.items() if name != keyword}
        options = []
        for option in merged[keyword]:
            joined = self._joined(schema, common, option)
            options.append(_tagged(self.maker(joined, place), joined, merged.get("discriminator", {})))
        return lambda chance: chance.choose(options)(chance)

    @staticmethod
    def _joined(schema: JsonSchema, common: dict[str, Any], option: JSON) -> JsonSchema:
        """An alternative together with what stands beside all of them; by itself where nothing does."""
        telling = {name for name in common if name not in {"title", "description", "examples", "default"}}
        return schema.inner({**common, "allOf": [option]} if telling else option)

    def _typed(self, schema: JsonSchema, place: str) -> Make:
        makers = [self._of_type(kind, schema, place) for kind in schema.types if kind != "null"]
        if "null" not in schema.types:
            return makers[0] if len(makers) == 1 else lambda chance: chance.choose(makers)(chance)
        if not makers:
            return lambda _: None
        return lambda chance: None if chance.rarely(_NULL) else chance.choose(makers)(chance)

    def _of_type(self, kind: str, schema: JsonSchema, place: str) -> Make:
        if kind == "object":
            return self._object(schema, place)
        if kind == "array":
            return self._list(schema, place)
        if kind == "boolean":
            return lambda chance: chance.choose((False, True))
        if kind == "string":
            return self._leaf(place, schema, text_maker(schema, place))
        return self._leaf(place, schema, number_maker(schema, place, whole=kind == "integer"))

    def _object(self, schema: JsonSchema, place: str) -> Make:
        members = []
        for name in schema.properties:
            make = self.maker(schema.of_property(name), f"{place}.{name}")
            members.append((name, make, name in schema.required))
        undescribed = [name for name in schema.required if name not in schema.properties]
        makers = {name: make for name, make, _ in members}
        needed_with: dict[str, list[str]] = schema.merged.get("dependentRequired", {})
        least, most = schema.merged.get("minProperties", 0), schema.merged.get("maxProperties", _MOST_ITEMS)
        further = self._further_members(schema, place)

        def make_object(chance: Chance) -> JSON:
            if chance.depth >= _HARD_LIMIT:
                return {}
            chance.depth += 1
            made: dict[str, JSON] = {name: further(chance)[1] for name in undescribed}
            draw, takes_more = chance.draw, chance.depth <= _DEEPEST
            for name, make, required in members:
                if required or (takes_more and len(made) < most and draw() >= _LEFT_OUT):
                    made[name] = make(chance)
            if needed_with or len(made) < least:
                _complete(made, makers, needed_with, least, further, chance)
            chance.depth -= 1
            return made

        return make_object

    def _further_members(self, schema: JsonSchema, place: str) -> Callable[[Chance], tuple[str, JSON]]:
        """A maker of members that are not described: by a pattern of their names, or as all others have to be."""
        merged = schema.merged
        usual = ("", merged.get("additionalProperties"))
        pattern, source = next(iter(merged.get("patternProperties", {}).items()), usual)
        value = self.maker(schema.inner(source), f"{place}.*") if isinstance(source, dict) else strings.plain
        named = merged.get("propertyNames")
        by_pattern = pattern_maker(pattern) if pattern else None
        name = self.maker(schema.inner(named), f"{place}.*") if isinstance(named, dict) else by_pattern or strings.plain
        return lambda chance: (str(name(chance)) or "a", value(chance))

    def _list(self, schema: JsonSchema, place: str) -> Make:
        merged = schema.merged
        if isinstance(merged.get("contains"), dict) and "items" not in merged:
            merged = {**merged, "items": merged["contains"], "minItems": max(1, merged.get("minItems", 0))}
            schema = schema.inner(merged)
        first = [self.maker(schema.inner(each), place) for each in merged.get("prefixItems", ())]
        item = self.maker(schema.items, place) if merged.get("items") is not False else None
        least = min(max(merged.get("minItems", 0), len(first)), _MOST_ITEMS)
        most = merged.get("maxItems", max(least, _ITEMS))
        unique = merged.get("uniqueItems", False)

        def make_list(chance: Chance) -> JSON:
            length = least + chance.below(1 + max(0, min(most - least, _ITEMS)))
            if chance.depth > _DEEPEST:
                length = least
            made = [make(chance) for make in first]
            for _ in range(4 * max(0, length - len(first)) if item is not None else 0):
                if len(made) >= length or item is None:
                    break
                value = item(chance)
                if not unique or value not in made:
                    made.append(value)
            return made

        return make_list


def _complete(
    made: dict[str, JSON],
    makers: dict[str, Make],
    needed_with: dict[str, list[str]],
    least: int,
    further: Callable[[Chance], tuple[str, JSON]],
    chance: Chance,
) -> None:
    """Add what the members that are there ask for, and as many as there have to be."""
    waiting = list(made)
    while waiting:
        for name in needed_with.get(waiting.pop(), ()):
            if name not in made:
                made[name] = makers[name](chance) if name in makers else further(chance)[1]
                waiting.append(name)
    for name, make in makers.items():
        if len(made) < least and name not in made:
            made[name] = make(chance)
    for _ in range(2 * min(least, _MOST_ITEMS)):
        if len(made) >= least:
            break
        name, value = further(chance)
        made[name] = value


def _tagged(make: Make, option: JsonSchema, discriminator: dict[str, Any]) -> Make:
    """Objects that say which of the alternatives they are, as the discriminator wants it."""
    key, mapping = discriminator.get("propertyName"), as_object(discriminator.get("mapping"))
    if not isinstance(key, str) or not option.names or not {"const", "enum"}.isdisjoint(option.of_property(key).merged):
        return make
    name = next((each for each in option.names if each), "")
    tag = next((tag for tag, target in mapping.items() if str(target).rpartition("/")[2] == name), name)

    def tagged(chance: Chance) -> JSON:
        made = make(chance)
        return {**made, key: tag} if isinstance(made, dict) else made

    return tagged


def _checked(make: Make, is_valid: Callable[[JSON], bool]) -> Make:
    """Drawn again until it is valid; given up where that never helps, so that schemas within each other stay cheap."""
    in_vain = 0

    def draw(chance: Chance) -> JSON:
        nonlocal in_vain
        value = make(chance)
        if in_vain >= _IN_VAIN:
            return value
        for _ in range(_REDRAWS):
            if is_valid(value):
                in_vain = 0
                return value
            value = make(chance)
        in_vain += 1
        return value

    return draw


def _sometimes(documented: Sequence[JSON], make: Make) -> Make:
    return lambda chance: chance.choose(documented) if chance.rarely(_DOCUMENTED) else make(chance)


def text_maker(schema: JsonSchema, place: str) -> Make:
    """Texts of a schema: by its pattern, its format, or what the name of its place asks for."""
    merged = schema.merged
    least, most = min(merged.get("minLength", 0), _LONGEST), merged.get("maxLength", strings.LONGEST)
    if "pattern" in merged:
        by_pattern = pattern_maker(merged["pattern"])
        if by_pattern is not None:
            return _of_length(by_pattern, least, most)
    scalar = _scalar(merged.get("format", ""), place)
    if scalar is None:
        return _odd_or(_fitted(strings.plain, max(least, 1), most), _fitted(strings.odd, least, most))
    return _odd_or(_fitted(scalar.plain, least, most), lambda chance: chance.choose(scalar.edges))


def _scalar(name: str, place: str) -> Scalar | None:
    if name not in _UNTYPED_FORMATS:
        return scalar_of_format(_FORMATS.get(name, name)) or scalar_for(name)
    plain = by_name(place.rpartition(".")[2], "String")
    return Scalar(plain, strings.EDGES) if plain is not None else None


def _odd_or(plain: Make, odd: Make) -> Make:
    return lambda chance: odd(chance) if chance.wild and chance.rarely(chance.wild) else plain(chance)


def _fitted(make: Callable[[Chance], Any], least: int, most: int) -> Make:
    """Cut or filled up to the length that is asked for."""

    def fit(chance: Chance) -> str:
        text = str(make(chance))[:most]
        missing = least - len(text)
        if missing > 0:
            text += "".join([chance.choose(_LETTERS) for _ in range(missing)])
        return text

    return fit


def _of_length(make: Callable[[Chance], str], least: int, most: int) -> Make:
    """Drawn again until the length fits; a text that was cut would not match its pattern any more."""

    def draw(chance: Chance) -> str:
        text = make(chance)
        for _ in range(_DRAWS):
            if least <= len(text) <= most:
                break
            text = make(chance)
        return text

    return draw


def number_maker(schema: JsonSchema, place: str, *, whole: bool) -> Make:
    """Numbers of a schema, within its bounds; odd ones stand at the bounds."""
    merged = schema.merged
    low, high = _bounds(merged, whole=whole)
    step = merged.get("multipleOf", 1 if whole else 0)
    named = by_name(place.rpartition(".")[2], "Int") if whole and low is None and high is None else None

    def plain(chance: Chance) -> JSON:
        if named is not None:
            return named(chance)
        if low is None and high is None:
            value: float = integer(chance) if whole else round(chance.draw() * 10 * chance.size, 2)
        elif low is not None:
            value = low + chance.draw() * (min(high - low + whole, _SPAN) if high is not None else 10 * chance.size)
        else:
            value = high - chance.draw() * 10 * chance.size  # type: ignore[operator]
        return _stepped(value, step, low, whole=whole)

    edges = _number_edges(low, high, step, whole=whole)
    return _odd_or(plain, lambda chance: chance.choose(edges))


def _bounds(merged: dict[str, Any], *, whole: bool) -> tuple[float | None, float | None]:
    step = 1 if whole else 1e-6
    low, high = merged.get("minimum"), merged.get("maximum")
    if "exclusiveMinimum" in merged:
        low = max(merged["exclusiveMinimum"] + step, low if low is not None else merged["exclusiveMinimum"] + step)
    if "exclusiveMaximum" in merged:
        high = min(merged["exclusiveMaximum"] - step, high if high is not None else merged["exclusiveMaximum"] - step)
    if low is not None and high is not None and high < low:
        high = low
    return low, high


def _stepped(value: float, step: float, low: float | None, *, whole: bool) -> JSON:
    if step:
        exact = Fraction(str(step))  # 10646 times 0.01 is 106.46000000000001
        stepped = floor(Fraction(value) / exact) * exact
        if low is not None and stepped < low:
            stepped = ceil(Fraction(low) / exact) * exact
        value = float(stepped)
    return int(value) if whole else value


def _number_edges(low: float | None, high: float | None, step: float, *, whole: bool) -> list[JSON]:
    values: list[float] = [0, -1, 1, 2**31 - 1, -(2**31), 2**53] if whole else [0.0, -1.0, 0.1, 1e-7, 1e21]
    inside = [each for each in values if (low is None or each >= low) and (high is None or each <= high)]
    ends = [each for each in (low, high) if each is not None]
    return [_stepped(each, step, low, whole=whole) for each in (*ends, *inside)] or [0]
