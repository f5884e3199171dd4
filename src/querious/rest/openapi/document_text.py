"""The text of a description, JSON or YAML, as plain JSON values."""

from __future__ import annotations

import importlib
import json
import math
import re
import sys
from typing import TYPE_CHECKING, Any, Final

from querious.errors import ConfigError
from querious.extras import explained
from querious.text.display import one_line

if TYPE_CHECKING:
    from types import ModuleType

    from querious.model.values import JSON

MOST_VALUES: Final = 3_000_000
"""In a description. YAML names a part once and uses it often, so that a short text can be a huge value."""
DEEPEST: Final = 200
"""How deep values may stand within each other."""
_LARGEST: Final = 10**300
_BLANK_LINE: Final = re.compile(r"^[ \t]*\t[ \t]*$", re.MULTILINE)
_INDENTATION: Final = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
_TAB: Final = 2
"""Spaces that a tab stands for."""


def read_value(text: str, place: str) -> JSON:
    """The value of a text; ``place`` names it in messages."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ConfigError(f"{place} is empty; name an OpenAPI description in JSON or YAML")
    if text.lstrip()[0] in "{[":
        try:
            return _plain(json.loads(text), place)
        except json.JSONDecodeError as error:
            return _flow_yaml(text, place, error)
        except (RecursionError, ValueError):
            raise _too_large(place) from None
    return _read_yaml(text, place)


def _flow_yaml(text: str, place: str, error: json.JSONDecodeError) -> JSON:
    """YAML may begin with a brace too; where it is not YAML either, what is wrong with the JSON is told."""
    try:
        return _read_yaml(text, place)
    except ConfigError:
        at = f"line {error.lineno}, column {error.colno}"
        raise ConfigError(f"{place} is not JSON: {one_line(error.msg)} ({at}); correct it") from None


def _read_yaml(text: str, place: str) -> JSON:
    try:
        yaml = importlib.import_module("yaml")
    except ModuleNotFoundError as error:
        raise explained(error, f"{place} is not JSON: reading YAML") from None
    try:
        value = _parsed(yaml, text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        said = one_line(str(getattr(error, "problem", None) or "it cannot be parsed"))
        raise ConfigError(f"{place} is neither JSON nor YAML: {said}{at}; name an OpenAPI description") from None
    except (RecursionError, ValueError):
        raise _too_large(place) from None
    return _plain(value, place)


def _parsed(yaml: ModuleType, text: str) -> Any:
    """Tabs in the indentation, which YAML forbids, are mended; what else is wrong is told of the text as it is."""
    try:
        return yaml.load(text, Loader=_loader(yaml))
    except yaml.YAMLError:
        mended = _INDENTATION.sub(lambda found: found[0].expandtabs(_TAB), _BLANK_LINE.sub("", text))
        if mended == text:
            raise
        try:
            return yaml.load(mended, Loader=_loader(yaml))
        except yaml.YAMLError:
            pass
        raise


def _loader(yaml: ModuleType) -> Any:
    """Plain values as YAML 1.2 has them: ``no`` and ``2020-01-01`` are text, only ``true`` and ``false`` are truth."""

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # either has the same interface
        pass

    kept = ("tag:yaml.org,2002:null", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:merge")
    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in rules if tag in kept]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver(
        "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), "tTfF"
    )
    return Loader


def _plain(value: Any, place: str) -> JSON:
    """The same as JSON has it: names are text (a status is written as a number in YAML), nothing is shared."""
    left = MOST_VALUES

    def copy(part: Any, depth: int) -> JSON:
        nonlocal left
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise _too_large(place)
        if isinstance(part, dict):
            return {_name(name): copy(inner, depth + 1) for name, inner in part.items()}
        if isinstance(part, list):
            return [copy(inner, depth + 1) for inner in part]
        if isinstance(part, int | float) and not isinstance(part, bool):
            return _finite(part)
        return part if part is None or isinstance(part, bool | str) else str(part)

    return copy(value, 0)


def _name(name: Any) -> str:
    if isinstance(name, bool):
        return "true" if name else "false"
    if isinstance(name, int | float):
        name = _finite(name)
    return "null" if name is None else str(name)


def _finite(number: float) -> float | str:
    """A number that can be calculated with and written. YAML has infinities, and hexadecimal numbers of any length."""
    if isinstance(number, int):
        return max(-_LARGEST, min(number, _LARGEST))
    if math.isnan(number):
        return "nan"
    return max(-sys.float_info.max, min(number, sys.float_info.max))


def _too_large(place: str) -> ConfigError:
    return ConfigError(f"{place} cannot be read: it is nested too deeply, or too large; name an OpenAPI description")
