"""Whether a value is valid by a schema: jsonschema's validator for 2020-12, into which every schema was turned.

Formats are checked only where a value is surely wrong. Services write moments without a zone and addresses of many
kinds, and neither breaks anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import best_match

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
_RANGES: Final = {"int32": 2**31, "int64": 2**63}


def validator(schema: JsonSchema) -> Any:
    """Compiled; without formats, as for values of our own."""
    return Draft202012Validator(schema.whole)


def strict_validator(schema: JsonSchema) -> Any:
    """Compiled, with the formats."""
    return Draft202012Validator(schema.whole, format_checker=_checker())


def errors(compiled: Any, value: JSON) -> Iterator[str]:
    """What is wrong, with its place, one line each; the same thing in every entry of a list is told once."""
    told: set[tuple[str, ...]] = set()
    for error in compiled.iter_errors(value):
        deepest = best_match([error]) or error
        place = tuple("[]" if isinstance(step, int) else str(step) for step in deepest.absolute_path)
        kind = (*place, str(deepest.validator))
        if kind not in told:
            told.add(kind)
            yield f"{_place(deepest.absolute_path)}: {_message(deepest)}"
        if len(told) >= MOST_ERRORS:
            return


def _place(path: Any) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "the body"


def _message(error: Any) -> str:
    """In a few words; jsonschema repeats the whole value, however long it is."""
    shown = one_line(repr(error.instance), _LONGEST)
    wanted = error.validator_value
    known: dict[str, Callable[[], str]] = {
        "type": lambda: f"{shown} is not of type {_listed(wanted)}",
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
