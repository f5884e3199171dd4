"""The hooks file: Python of the user's, with plain names at module level.

    generators = {"DateTime": lambda random: …, "Query.project.id": ["1", "2"]}
    oracles = [function, …]             each takes an Exchange and returns None or words
    def headers() -> dict[str, str]     fresh credentials

Whatever fails in it, at loading or later, is the user's: one line with file and line.
"""

from __future__ import annotations

import functools
import inspect
import sys
import traceback
import types
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError, QueriousError

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = ("generators", "oracles", "headers")


class Renewal:
    """``headers()`` of the hooks file, checked at every call; remembers the names for the curl lines."""

    def __init__(self, function: Callable[[], Any], path: Path) -> None:
        self._function = function
        self._path = path
        self.names: tuple[str, ...] = ()

    def __call__(self) -> Any:
        """Fresh headers; an awaitable of them where the hook is a coroutine function."""
        given = self._function()
        return self._awaited(given) if inspect.isawaitable(given) else self._checked(given)

    async def _awaited(self, given: Awaitable[Any]) -> Mapping[str, str]:
        try:
            fresh = await given
        except SystemExit as error:
            raise _told(error, self._path) from error
        return self._checked(fresh)

    def _checked(self, given: Any) -> Mapping[str, str]:
        if not isinstance(given, Mapping) or not all(isinstance(part, str) for pair in given.items() for part in pair):
            raise ConfigError(f"{self._path}: headers() must return a dictionary of strings")
        self.names = tuple(given)
        return given


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a hooks file gives."""

    generators: dict[str, Any] = field(default_factory=dict)
    oracles: tuple[Callable[..., Any], ...] = ()
    renew: Renewal | None = None


def load_hooks(path: Path) -> Hooks:
    """Run the file and take the known names from it. Its folder can be imported from, as for a script."""
    defined = vars(_run(path))
    given = {name: defined[name] for name in _NAMES if name in defined}
    if not given:
        raise ConfigError(f"{path} defines none of {', '.join(_NAMES)}; see docs/configuration.md")
    generators = check_generators(given.get("generators", {}), f"{path}: generators")
    oracles = given.get("oracles", ())
    if not isinstance(oracles, list | tuple) or not all(callable(oracle) for oracle in oracles):
        raise ConfigError(f"{path}: oracles must be a list of functions")
    renew = given.get("headers")
    if renew is not None and not callable(renew):
        raise ConfigError(f"{path}: headers must be a function that returns a dictionary")
    return Hooks(
        {key: _guarded(value, path) if callable(value) else value for key, value in generators.items()},
        tuple(_guarded(oracle, path) for oracle in oracles),
        Renewal(_guarded(renew, path), path) if renew else None,
    )


def check_generators(given: Any, label: str) -> dict[str, Any]:
    """By scalar, input type or coordinate: functions, or values to choose from."""
    if not isinstance(given, dict):
        raise ConfigError(f"{label} must be a table of names and values")
    for name, value in given.items():
        if not isinstance(name, str) or not (callable(value) or (isinstance(value, list | tuple) and value)):
            raise ConfigError(f"{label}: {name!s:.60} must be a list of values or, in a hooks file, a function")
    return given


def _run(path: Path) -> types.ModuleType:
    module = types.ModuleType("querious_hooks")
    module.__file__ = str(path)
    try:
        code = compile(path.read_bytes(), str(path), "exec")
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None
    except (RecursionError, MemoryError, OverflowError):
        raise ConfigError(f"{path} is nested too deeply for Python") from None
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise ConfigError(f"{path}:{line}: {getattr(error, 'msg', error)}") from None
    sys.modules[module.__name__] = module  # dataclasses and pickle look their module up there
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    _guarded(exec, path)(code, module.__dict__)
    return module


def _guarded(function: Callable[..., Any], path: Path) -> Callable[..., Any]:
    """The same function, its failures told as one line."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except (QueriousError, KeyboardInterrupt):
            raise
        except BaseException as error:  # also SystemExit: the user's code may end itself, not the run
            raise _told(error, path) from error

    return call


def _told(error: BaseException, path: Path) -> ConfigError:
    """What happened in the hooks file, with its line, in one line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = frames[-1].lineno if frames else 1
    if isinstance(error, SystemExit):
        return ConfigError(f"{path}:{line}: called sys.exit, which a hooks file must not do")
    try:
        words = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - the exception is the user's own, and its text may fail too
        words = ""
    return ConfigError(f"{path}:{line}: {type(error).__name__}: {words:.200}".rstrip(": "))
