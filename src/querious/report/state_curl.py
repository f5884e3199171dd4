"""The curl lines of ``querious crud`` with what goes with every request: headers and parts of the URL, by name alone.

Whoever writes a line knows the request and not the credentials, which are the wire's business. So they are added here,
in the way in which ``querious run`` names them: from the environment.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.report.curl import credential_options, needed, secret_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.crud import Call, CrudRun, Violation

_BEGINNING: Final = re.compile(r"(?:printf %s (?:'[^']*'|\S+) \| )?curl -sSi -g")
_ADDRESS: Final = re.compile(r"\"\$URL\"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])*")
"""With its path, as ``shlex.quote`` writes it."""


def with_credentials(run: CrudRun, url: str, headers: Mapping[str, str], *, insecure: bool = False) -> CrudRun:
    """The run, whose curl lines take headers, user and query from the environment; ``url`` is that of the service."""
    has_user, has_query = secret_parts(url)
    options = ["-k"] if insecure else []
    if has_user:
        options.append('-u "$API_USER"')

    def complete(call: Call) -> Call:
        return replace(call, curl=_completed(call.curl, [*options, *credential_options(headers)], has_query=has_query))

    violations = tuple(_changed(violation, complete) for violation in run.violations)
    return replace(run, violations=violations, environment=tuple(needed(url, headers)))


def _changed(violation: Violation, complete: Callable[[Call], Call]) -> Violation:
    steps = []
    for step in violation.steps:
        calls = tuple(map(complete, step.outcome.calls))
        steps.append(replace(step, outcome=replace(step.outcome, calls=calls)))
    return replace(violation, steps=tuple(steps))


def _completed(line: str, options: list[str], *, has_query: bool) -> str:
    begun = _BEGINNING.match(line)
    if begun is None:
        return line
    rest = line[begun.end() :]
    if has_query:
        rest = _ADDRESS.sub(lambda found: f'{found[0]}"{"&" if "?" in found[0] else "?"}$API_QUERY"', rest, count=1)
    return " ".join([begun[0], *options]) + rest
