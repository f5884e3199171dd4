"""querious tests GraphQL and REST APIs by itself.

``querious.run("http://localhost:4000/graphql")`` returns the Run; ``querious.strategies.operations(schema)`` is a
Hypothesis strategy; ``querious.from_url``, ``from_app`` and ``from_file`` give tests of pytest and unittest. Names are
imported when they are first asked for, so that ``import querious`` stays cheap.
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
    from querious.pytest_plugin.api_schema import from_app, from_file, from_url
    from querious.pytest_plugin.api_tests import ApiTests

__all__ = [
    "ApiTests",
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
    "from_app",
    "from_file",
    "from_url",
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
    if name == "ApiTests":
        return import_module("querious.pytest_plugin.api_tests").ApiTests
    if name.startswith("from_"):
        return getattr(import_module("querious.pytest_plugin.api_schema"), name)
    home = "querious.errors" if name.endswith("Error") else "querious.model"
    return getattr(import_module(home), name)
