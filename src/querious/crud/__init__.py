"""Models of collections: sequences of commands run on a service and on a dictionary, and compared after every step.

Names are loaded when they are first asked for: Hypothesis, which draws and shrinks the sequences, comes with
``querious[crud]``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError

if TYPE_CHECKING:
    from querious.crud.facade import Collection
    from querious.crud.gathering import Gathering
    from querious.crud.rest import RestCollection
    from querious.crud.testing import Plan, Testing

__all__ = ["Collection", "Gathering", "Plan", "RestCollection", "Testing"]

_HOMES = {
    "Collection": "querious.crud.facade",
    "Gathering": "querious.crud.gathering",
    "Plan": "querious.crud.testing",
    "RestCollection": "querious.crud.rest",
    "Testing": "querious.crud.testing",
}
_EXTRA = frozenset({"hypothesis", "jsonschema"})


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRA:
            raise
        raise ConfigError(f"testing the state of a service needs {package}: pip install 'querious[crud]'") from None
