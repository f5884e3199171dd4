"""A real little GraphQL API with faults that can be switched on, one by one.

Importing this package is cheap: Ariadne and uvicorn, which come with ``querious[demo]``, are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError

if TYPE_CHECKING:
    from querious.demo.app import create_app
    from querious.demo.faults import FAULTS, SHOWCASE, Fault
    from querious.demo.serving import RunningDemo, start

__all__ = ["FAULTS", "SHOWCASE", "Fault", "RunningDemo", "create_app", "start"]

_WHERE = {
    "FAULTS": "querious.demo.faults",
    "SHOWCASE": "querious.demo.faults",
    "Fault": "querious.demo.faults",
    "create_app": "querious.demo.app",
    "RunningDemo": "querious.demo.serving",
    "start": "querious.demo.serving",
}
_EXTRA = frozenset({"ariadne", "starlette", "uvicorn"})


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_WHERE[name]), name)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRA:
            raise
        raise ConfigError(f"The demo needs {package}: pip install 'querious[demo]'") from None
