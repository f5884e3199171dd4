"""``package.module:name`` → the Python object that stands there."""

from __future__ import annotations

import difflib
import importlib
import inspect
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from querious.errors import TargetError

if TYPE_CHECKING:
    from types import ModuleType

    from querious.execute.addresses import ObjectPlace


def load(place: ObjectPlace) -> object:
    """Import the module, with the current directory on the path, and follow the dotted name in it."""
    found: object = _import(place.module)
    where = place.module
    for part in place.name.split("."):
        if not hasattr(found, part):
            raise TargetError(f"{where} has no {part}{_suggestion(part, found)}")
        found = getattr(found, part)
        where = f"{where}:{part}" if ":" not in where else f"{where}.{part}"
    return found


async def call_factory(factory: object, name: str) -> object:
    """What a zero-argument factory makes; a TargetError if it fails."""
    try:
        made = factory()  # type: ignore[operator]
        return await made if inspect.isawaitable(made) else made
    except Exception as error:
        raise TargetError(f"calling {name}() failed: {_what(error)}") from error


def _import(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise TargetError(
                f"no module named {error.name}: it was looked for in {here} and in the Python environment; "
                "run this from the directory that holds it"
            ) from error
        raise TargetError(f"importing {name} failed: {_what(error)}") from error
    except (Exception, SystemExit) as error:
        raise TargetError(f"importing {name} failed: {_what(error)}") from error


def _suggestion(wanted: str, container: object) -> str:
    names = [name for name in dir(container) if not name.startswith("_")]
    near = difflib.get_close_matches(wanted, names, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _what(error: BaseException) -> str:
    """The exception in one line, and the line of code where it came from."""
    words = str(error).strip().splitlines()
    text = f"{type(error).__name__}: {words[0]}" if words else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith("<")]
    return f"{text} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else text
