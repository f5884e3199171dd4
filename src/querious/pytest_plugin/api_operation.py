"""One operation of an API, as a test gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import TargetError
from querious.pytest_plugin.failure import FaultsFoundError, NeverReachedError

if TYPE_CHECKING:
    from querious.pytest_plugin.api_run import ApiRun


class ApiOperation:
    """``check`` fails with what the run has found at this operation."""

    def __init__(self, name: str, run: ApiRun) -> None:
        self.name = name
        """``Query.book``, ``GET /books/{id}``, or ``the whole API`` for what belongs to no operation."""
        self._run = run

    def __repr__(self) -> str:
        return self.name

    def check(self) -> None:
        """An AssertionError with what was found; a SkipTest with the reason where the operation was never reached.

        A QueriousError where the run could not judge anything. The run is made by the first test that asks.
        """
        __tracebackhide__ = True
        results = self._run.results()
        if results.stopped:
            raise TargetError(results.stopped)
        result = results.operations[self.name]
        self._run.surroundings.remarks += result.remarks
        if result.failure:
            raise FaultsFoundError(result.failure, result.headline)
        if result.unjudged:
            raise NeverReachedError(f"never reached: {result.unjudged}")
