"""An API that tests are made of: ``querious.from_url``, ``from_app`` and ``from_file``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from querious.api import with_changes
from querious.errors import ConfigError
from querious.model import Run, Settings
from querious.pipeline.check.use_case import in_context, wsgi_application
from querious.pytest_plugin.api_operation import ApiOperation
from querious.pytest_plugin.api_run import NOWHERE, ApiRun
from querious.pytest_plugin.client_responses import received_by, sent_with
from querious.pytest_plugin.failure import FaultsFoundError
from querious.pytest_plugin.run_results import WHOLE
from querious.pytest_plugin.served_app import ServedApp
from querious.pytest_plugin.surroundings import Surroundings
from querious.report.assertion_text import assertion_text, headline, remark_line
from querious.text.urls import is_http
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

T = TypeVar("T")


class ApiSchema:
    """The operations of one API. It is asked when the first test needs it, and once for all tests of a session."""

    def __init__(self, target: str | object, changes: Mapping[str, Any], *, asked: bool = True) -> None:
        """``changes`` are fields of ``Settings``. ``asked`` is False where nobody knows where the API is."""
        with_changes(Settings(), changes)  # a setting that there is not is told where it stands
        application = None if isinstance(target, str) and "://" in target else wsgi_application(target)
        self._served = ServedApp(application) if callable(application) else None
        self._target = self._served or target
        self._changes = changes
        self._asked = asked
        self._runs: list[ApiRun] = []
        self._surroundings = Surroundings()
        self._key = ""

    def join(self, surroundings: Surroundings, key: str) -> None:
        """Become part of a session; ``key`` is the same in all its processes. The first session and key count."""
        if not self._key:
            self._surroundings, self._key = surroundings, key
            for number, run in enumerate(self._runs):
                self._tell(run, number)

    def parametrize(self) -> Callable[[T], T]:
        """Make one test for each operation: the test, or each test of a class, takes it as ``operation``."""

        def marked(test: T) -> T:
            test.querious_schema = self  # type: ignore[attr-defined]
            return test

        return marked

    def operations(self, **changes: Any) -> list[ApiOperation]:
        """One test for each: the operations that the settings let be asked, and last what belongs to none of them.

        ``changes`` are fields of ``Settings``, for these tests alone.
        """
        if not self._asked:
            raise ConfigError("Where is the API? Give its address with url=, or the application with app=.")
        run = self._run(changes)
        return [ApiOperation(name, run) for name in (*run.api.names, WHOLE)]

    def check(self, response: Any) -> None:
        """Judge a response of httpx, requests or a test client (Starlette, Django): an AssertionError if it fails.

        It is judged by all oracles of one exchange, and not by relations between several. A QueriousError says that
        nobody can tell, as for an operation that the description does not have.
        """
        __tracebackhide__ = True
        run = self._run({})
        settings = run.settings
        sent, received = sent_with(response), received_by(response)
        findings = run.api.judge(sent, received)
        judged = Run(
            run.name,
            settings.seed,
            tuple(findings),
            protocol=run.api.protocol,
            version=__version__,
            fail_on=settings.fail_on,
            accepted=settings.accepted,
        )
        failing = [finding for finding in findings if judged.fails(finding)]
        self._keep(run, judged)
        self._surroundings.remarks += [remark_line(one, judged) for one in findings if one not in failing]
        if failing:
            name = f"{sent.method.upper()} {sent.url.partition('?')[0]}"
            raise FaultsFoundError(assertion_text(name, failing, judged, run.context), headline(failing))

    def _keep(self, run: ApiRun, judged: Run) -> None:
        """Keep what no check of this process has shown before."""
        fresh = [one for one in judged.findings if one.fingerprint not in self._surroundings.shown]
        if fresh:
            self._surroundings.shown.update(one.fingerprint for one in fresh)
            run.keep(replace(judged, findings=tuple(fresh)))

    def _run(self, changes: Mapping[str, Any]) -> ApiRun:
        """The run with these settings, made when it is first wanted."""
        for run in self._runs:
            if run.changes == {**self._changes, **changes}:
                return run
        run = ApiRun(self._target, {**self._changes, **changes}, self._served, self._surroundings)
        self._tell(run, len(self._runs))
        self._runs.append(run)
        return run

    def _tell(self, run: ApiRun, number: int) -> None:
        run.surroundings = self._surroundings
        run.key = f"{self._key} {number}" if self._key else ""


def from_url(url: str, **settings: Any) -> ApiSchema:
    """An API at an address, of GraphQL or REST: found out by asking. ``settings`` are fields of ``Settings``."""
    if not is_http(url):
        raise ConfigError(f"{url!r} is no URL. For an application use from_app, for a description from_file.")
    return ApiSchema(url, settings)


def from_app(app: object, *, context: object = None, **settings: Any) -> ApiSchema:
    """An ASGI or WSGI application, or a schema object of graphql-core, Strawberry, Ariadne or graphene, in process.

    ``context`` is what resolvers of a schema object find as their context: a value, or a function that makes one for
    each operation.
    """
    return ApiSchema(app if context is None else in_context(app, context), settings)


def from_file(
    file: str | Path, *, url: str = "", app: object = None, context: object = None, **settings: Any
) -> ApiSchema:
    """An OpenAPI description or a GraphQL schema in a file, and where the API is: an address, or an application.

    Without either, responses can be checked, and an OpenAPI description may say where the API is.
    """
    target = app if context is None else in_context(app, context)
    known = url or app is not None
    return ApiSchema(
        target if app is not None else url or NOWHERE, {"schema": str(file), **settings}, asked=bool(known)
    )
