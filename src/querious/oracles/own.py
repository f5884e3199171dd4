"""A user's function as an oracle."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError, QueriousError
from querious.model import Finding
from querious.oracles.message import line
from querious.oracles.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Exchange
    from querious.oracles.oracle import Verdict

_MOST = 1000
"""Messages that are taken of one answer: a generator need not end."""


def own(function: Callable[[Exchange], Any]) -> Oracle[object]:
    """Make an oracle of a function that returns None if all is well, or says in words what is wrong."""
    name = str(getattr(function, "__name__", type(function).__name__))

    def judge(exchange: Exchange, _expectation: object) -> Verdict:
        try:
            said = function(exchange)
            messages = [] if said is None else [said] if isinstance(said, str) else _listed(said, name)
        except QueriousError:
            raise
        except (Exception, SystemExit) as error:
            reason = line(str(error)) or "no message"
            raise ConfigError(
                f"The oracle {name} in your hooks raised {type(error).__name__}: {reason}. "
                "Return the words of a finding instead of raising, or correct the function."
            ) from error
        return [Finding(name, "", line(message), exchange) for message in messages if message]

    about = (inspect.getdoc(function) or "").strip().splitlines()
    return Oracle(name, about[0] if about else "an oracle of your own", judge)


def _listed(said: Any, name: str) -> list[str]:
    messages = (
        list(islice(said, _MOST)) if isinstance(said, Iterable) and not isinstance(said, bytes | dict) else [said]
    )
    if inspect.iscoroutine(said):
        said.close()
    if not all(isinstance(message, str) for message in messages):
        raise ConfigError(
            f"The oracle {name} in your hooks returned {line(type(said).__name__)}; "
            "it must return None if all is well, or a string or strings that say what is wrong."
        )
    return messages
