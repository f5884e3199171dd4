"""querious tests a GraphQL API by itself.

``querious.run("http://localhost:4000/graphql")`` returns the Run; ``querious.strategies.operations(schema)`` is a
Hypothesis strategy. Names are imported when they are first asked for, so that ``import querious`` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from querious.version import __version__

if TYPE_CHECKING:
    from querious import strategies
    from querious.api import run
    from querious.errors import ConfigError, QueriousError, SchemaError, TargetError
    from querious.model import Case, Coverage, Exchange, Finding, Level, Run, Settings, Severity

__all__ = [
    "Case",
    "ConfigError",
    "Coverage",
    "Exchange",
    "Finding",
    "Level",
    "QueriousError",
    "Run",
    "SchemaError",
    "Settings",
    "Severity",
    "TargetError",
    "__version__",
    "run",
    "strategies",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'querious' has no attribute {name!r}")
    if name == "strategies":
        return import_module("querious.strategies")
    if name == "run":
        return import_module("querious.api").run
    home = "querious.errors" if name.endswith("Error") else "querious.model"
    return getattr(import_module(home), name)
