"""Packages that not everybody has installed: which extra brings each, and the one line that installs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

EXTRA_OF: Final[Mapping[str, str]] = {
    "aiohttp": "aiohttp",
    "ariadne": "demo",
    "starlette": "demo",
    "uvicorn": "demo",
    "websockets": "demo",
    "sqlalchemy": "harvest",
    "psycopg": "harvest",
    "psycopg_binary": "harvest",
    "hypothesis": "crud",
    "jsonschema": "crud",
    "jsonschema_rs": "crud",
    "referencing": "crud",
    "yaml": "crud",
    "pytest": "pytest",
}
"""By the name under which a package is imported; of several extras the one that most people want."""


class MissingPackageError(ConfigError):
    """A package of an extra is not installed: what it was wanted for, and the line that installs it."""


def installing(extra: str) -> str:
    """The line that installs an extra."""
    return f"pip install 'querious[{extra}]'"


def explained(error: ModuleNotFoundError, what: str, extra: str = "") -> MissingPackageError | ModuleNotFoundError:
    """What to raise in place of the error; the error itself where no extra brings what is missing: that is ours.

    ``what`` needs the package. ``extra`` is the one to install where it is not the usual one.
    """
    package = (error.name or "").partition(".")[0]
    extra = extra if extra and package in EXTRA_OF else EXTRA_OF.get(package, "")
    return MissingPackageError(f"{what} needs {package}: {installing(extra)}") if extra else error
