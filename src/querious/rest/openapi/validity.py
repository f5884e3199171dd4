"""Whether a value is valid by a schema of JSON Schema 2020-12, into which every schema was turned.

Two validators: jsonschema-rs says whether a value is valid, which is asked of every body and mostly true; jsonschema
says what is wrong with those that are not. Where the two disagree, nothing is wrong.

Formats are checked only where a value is surely wrong. Services write moments without a zone and addresses of many
kinds, and neither breaks anybody.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import jsonschema_rs
from jsonschema import Draft202012Validator, FormatChecker, validators
from jsonschema.exceptions import ValidationError, best_match

from querious.text.display import one_line
from querious.text.formats import is_email, is_ipv4, is_uri, may_be_uuid
from querious.text.moments import midnight_of, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema

MOST_ERRORS: Final = 3
"""Told of one answer."""
_LONGEST: Final = 120
_ROUNDED: Final = Fraction(1, 10**12)
"""How far a number may be from a multiple, as a share of it: what adding floating-point numbers loses."""
_RANGES: Final = {"int32": 2**31, "int64": 2**63}
_DATA: Final = frozenset({"enum", "const", "examples", "default"})


class CompiledSchemas:
    """Schemas of one description, compiled in one piece: most of what they refer to is the same, and may be large.

    A value is held against the one of a name as the only member of an object.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], *, formats: bool) -> None:
        self._schemas = schemas
        self._formats = formats

    def surely_allows(self, name: str, value: JSON) -> bool:
        """False also where jsonschema-rs cannot say."""
        named = {name: value}
        try:
            if self._usual is not None and self._usual.is_valid(named):
                return True
            return self._formats and self._own is not None and bool(self._own.is_valid(named))
        except (ValueError, RecursionError, OverflowError):  # a lone surrogate, a huge number, or very deep
            return False

    @property
    def is_usable(self) -> bool:
        """False where a schema holds what jsonschema-rs does not know, such as some patterns."""
        return self._usual is not None

    @cached_property
    def _usual(self) -> Any:
        """Asked first: its formats are quicker and stricter than ours, so what it takes is valid."""
        return self._compiled(None)

    @cached_property
    def _own(self) -> Any:
        """With our own formats; few services need it."""
        return self._compiled({name: check for name, check in _FORMATS.items() if name not in _RANGES})

    def _compiled(self, formats: dict[str, Callable[[object], bool]] | None) -> Any:
        definitions: dict[str, JSON] = {}
        for schema in self._schemas.values():
            definitions.update(schema.definitions)
        sources = {name: schema.source for name, schema in self._schemas.items()}
        try:
            sources, definitions = _with_ranges([sources, definitions], formats=self._formats)
            whole = {"properties": sources, "additionalProperties": False, "$defs": definitions}
            return jsonschema_rs.Draft202012Validator(whole, formats, validate_formats=self._formats, offline=True)
        except (ValueError, RecursionError, OverflowError):
            return None


class SchemaValidator:
    """One schema, compiled when it is first asked, alone or with others."""

    def __init__(
        self, schema: JsonSchema, *, formats: bool, compiled: CompiledSchemas | None = None, name: str = ""
    ) -> None:
        self._schema = schema
        self._formats = formats
        self._compiled = compiled or CompiledSchemas({name: schema}, formats=formats)
        self._name = name

    def is_valid(self, value: JSON) -> bool:
        """Whether a value is valid."""
        return self._compiled.surely_allows(self._name, value) or bool(self._explaining.is_valid(value))

    def errors(self, value: JSON) -> Iterator[Any]:
        """What is wrong with a value, as jsonschema tells it."""
        if not self._compiled.surely_allows(self._name, value):
            yield from self._explaining.iter_errors(value)

    @cached_property
    def _explaining(self) -> Any:
        checker = _checker() if self._formats else None
        return _TOLERANT(self._schema.whole, format_checker=checker)


def _steps(_validator: Any, step: float, value: JSON, _schema: JSON) -> Iterator[ValidationError]:
    """A sum of floating-point numbers such as 106.46000000000001 is still a multiple of 0.01."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        return
    count = Fraction(str(value)) / Fraction(str(step))
    is_exact = isinstance(value, int) and isinstance(step, int)
    allowed = Fraction(0) if is_exact else _ROUNDED * (1 + abs(count))
    if abs(count - round(count)) > allowed:
        yield ValidationError(f"{value!r} is not a multiple of {step}")


_TOLERANT: Final = validators.extend(Draft202012Validator, {"multipleOf": _steps})  # type: ignore[no-untyped-call]


def validator(schema: JsonSchema) -> SchemaValidator:
    """Without formats, as for values of our own."""
    return SchemaValidator(schema, formats=False)


def strict_validator(schema: JsonSchema) -> SchemaValidator:
    """With the formats."""
    return SchemaValidator(schema, formats=True)


def strict_validators(schemas: Mapping[str, JsonSchema]) -> dict[str, SchemaValidator]:
    """Those of many schemas of one description, compiled together but for those that cannot be compiled."""
    compiled = CompiledSchemas(schemas, formats=True)
    if len(schemas) <= 1 or compiled.is_usable:
        return {
            name: SchemaValidator(schema, formats=True, compiled=compiled, name=name)
            for name, schema in schemas.items()
        }
    names = list(schemas)
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    return {
        key: one for half in halves for key, one in strict_validators({name: schemas[name] for name in half}).items()
    }


def errors(compiled: SchemaValidator, value: JSON) -> Iterator[str]:
    """What is wrong, with its place, one line each; the same thing in every entry of a list is told once."""
    told: set[tuple[str, ...]] = set()
    for error in compiled.errors(value):
        deepest = best_match([error]) or error
        place = tuple("[]" if isinstance(step, int) else str(step) for step in deepest.absolute_path)
        kind = (*place, str(deepest.validator))
        if kind not in told:
            told.add(kind)
            yield f"{_place(deepest.absolute_path)}: {_message(deepest)}"
        if len(told) >= MOST_ERRORS:
            return


def _with_ranges(schema: Any, *, formats: bool) -> Any:
    """The formats of numbers as bounds, which are all that the fast validator knows; formats of others left out."""
    if isinstance(schema, list):
        return [_with_ranges(each, formats=formats) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, value in schema.items():
        if key in _DATA:
            found[key] = value
        elif key != "format" or not isinstance(value, str) or value in _FORMATS:
            found[key] = _with_ranges(value, formats=formats)
    limit = _RANGES.get(schema["format"]) if formats and isinstance(schema.get("format"), str) else None
    if limit is not None:
        found["minimum"] = max(-limit, found.get("minimum", -limit))
        found["maximum"] = min(limit - 1, found.get("maximum", limit - 1))
    return found


def _place(path: Any) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "the body"


def _message(error: Any) -> str:
    """In a few words; jsonschema repeats the whole value, however long it is."""
    shown = _shown(error.instance)
    wanted = error.validator_value
    known: dict[str, Callable[[], str]] = {
        "type": lambda: f"{_kind(error.instance) or shown} is not of type {_listed(wanted)}",
        "enum": lambda: f"{shown} is not one of {one_line(_listed(wanted), _LONGEST)}",
        "const": lambda: f"{shown} is not {one_line(repr(wanted), _LONGEST)}",
        "required": lambda: str(error.message),
        "additionalProperties": lambda: str(error.message),
        "format": lambda: f"{shown} is not a valid {wanted}",
        "anyOf": lambda: f"{shown} matches none of the alternatives",
        "oneOf": lambda: f"{shown} does not match exactly one of the alternatives",
        "not": lambda: f"{shown} is excluded",
    }
    said = known.get(str(error.validator))
    return one_line(
        said() if said else f"{shown} violates {error.validator} {one_line(repr(wanted), _LONGEST)}", 2 * _LONGEST
    )


def _shown(value: JSON) -> str:
    """A value in one line; a text that is cut off is still quoted to its end, so that it is known for a value."""
    text = repr(value)
    shown = one_line(text, _LONGEST)
    return shown + text[-1] if isinstance(value, str) and shown.endswith("…") else shown


def _kind(value: JSON) -> str:
    """What a container is: which one it is does not matter where another type is wanted."""
    return "an array" if isinstance(value, list) else "an object" if isinstance(value, dict) else ""


def _listed(wanted: JSON) -> str:
    return " or ".join(repr(each) for each in wanted) if isinstance(wanted, list) else repr(wanted)


def _checker() -> FormatChecker:
    checker = FormatChecker(formats=())
    for name, is_fine in _FORMATS.items():
        checker.checks(name)(is_fine)
    return checker


def _is_date(value: str) -> bool:
    """Many services show a day as the moment at which it begins."""
    return midnight_of(value.strip()) is not None


def _of_text(test: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: test(value) if isinstance(value, str) else True


def _within(limit: int) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, int) or isinstance(value, bool) or -limit <= value < limit


_FORMATS: Final[Mapping[str, Callable[[object], bool]]] = {
    "date": _of_text(_is_date),
    "date-time": _of_text(lambda value: moment_of(value.strip()) is not None),
    "uuid": _of_text(may_be_uuid),
    "email": _of_text(is_email),
    "uri": _of_text(is_uri),
    "ipv4": _of_text(is_ipv4),
    **{name: _within(limit) for name, limit in _RANGES.items()},
}
