"""What can go wrong that is not the API's fault.

    QueriousError            the user or the environment is at fault: one clear line, exit status 2
    ├── SchemaError          no schema could be read: unreachable, refused, disabled, empty, not a schema
    ├── TargetError          the target named cannot be tested: no such module, not an app, not a schema
    ├── ConfigError          a setting, a pattern, a hooks file or a saved file is wrong
    └── LoginError           logging in, as the configuration says it is done, was refused or brought nothing

An API at fault is never an exception here: it is a ``Finding`` (exit status 1).
A fault of ours is any other exception: an ``OwnError``, its traceback in a file (exit status 3).
"""

from __future__ import annotations


class QueriousError(Exception):
    """One line that says what happened, where, and what to do next."""


class SchemaError(QueriousError):
    """No schema could be read from where the user said it is."""


class TargetError(QueriousError):
    """The target cannot be reached or is nothing that querious can test."""


class ConfigError(QueriousError):
    """A setting, a pattern, a hooks file or a saved file is wrong."""


class LoginError(QueriousError):
    """Logging in was refused or brought nothing."""
