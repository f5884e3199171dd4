"""One run over a whole API, made by the first test that needs it."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from querious.api import with_changes
from querious.config import load
from querious.config.identities import sent_by_others
from querious.config.login import sent_by
from querious.errors import QueriousError
from querious.pipeline.check.use_case import open_checked, schema_in
from querious.pipeline.run import use_case
from querious.pytest_plugin.kept_runs import KeptRun
from querious.pytest_plugin.run_results import RunResults, results_of
from querious.pytest_plugin.shared_text import shared_text
from querious.pytest_plugin.target_name import importable_name
from querious.report.context import Context
from querious.report.curl import connection_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.config import Configuration
    from querious.model import Run, Settings
    from querious.model.login import Login
    from querious.pipeline.check.use_case import CheckedApi
    from querious.pytest_plugin.served_app import ServedApp
    from querious.pytest_plugin.surroundings import Surroundings

T = TypeVar("T")

NOWHERE: Final = "http://localhost"
"""Stands for the address of an API that is described, and never asked."""
_LIMITS: Final = ("requests", "seconds")
_REQUESTS: Final = 2_000
"""A test suite is to be over soon; ``querious run`` takes its time."""


class ApiRun:
    """An API with certain settings."""

    def __init__(
        self, target: str | object, changes: Mapping[str, Any], served: ServedApp | None, surroundings: Surroundings
    ) -> None:
        self._target = target
        self._served = served
        self.changes = changes
        self.surroundings = surroundings
        self.key = ""
        """The same in all processes of a session; empty where the run is not shared."""
        self._results: RunResults | None = None
        self._login: Login | None = None
        """What it brought is kept with it, so that all tests log in once."""

    @property
    def _configuration(self) -> Configuration:
        around = self.surroundings
        in_process = not (isinstance(self._target, str) and "://" in self._target)
        return load(
            {"seed": around.seed} if around.given else {},
            directory=around.directory,
            environ=os.environ,
            fresh_seed=lambda: around.seed,
            defaults={"requests": _REQUESTS, **({"connections": 1} if in_process else {})},
        )

    @property
    def settings(self) -> Settings:
        """What the configuration file says, then the schema and the markers, then the command line."""
        around, configuration = self.surroundings, self._configuration
        changes = dict(self.changes)
        named = [name for name in _LIMITS if name in changes]
        if len(named) == 1:
            # The default of the other limit would cut the run short for no reason that the user can see.
            changes = {**dict.fromkeys(_LIMITS), **changes}
        if around.given:
            changes.pop("seed", None)
        changes["headers"] = {**configuration.settings.headers, **changes.get("headers", {})}
        settings = with_changes(configuration.settings, changes)
        if self._login != settings.login:
            self._login = settings.login
        return replace(settings, login=self._login)

    @cached_property
    def api(self) -> CheckedApi:
        """The API with its description read; a QueriousError where there is none."""
        return self._served_here(lambda: open_checked(self._target, self.settings))

    @property
    def context(self) -> Context:
        """What failures say beyond the run."""
        settings = self.settings
        url = "" if self._target == NOWHERE else self.api.url
        names = (*settings.headers, *sent_by(settings.login))
        return Context(
            url=url,
            headers=dict.fromkeys(names, ""),
            identities=sent_by_others(settings),
            connection=connection_options(settings),
        )

    def results(self) -> RunResults:
        """What the run has to say; the first who asks has to wait for it."""
        if self._results is None:
            folder = self.surroundings.folder
            if folder is None or not self.key:
                self._results = self._made()
            else:
                name = hashlib.sha256(self.key.encode()).hexdigest()[:16]
                text = shared_text(folder / f"{name}.sqlite", lambda: self._made().dump())
                self._results = RunResults.load(text)
        return self._results

    def _made(self) -> RunResults:
        try:
            run = self._served_here(lambda: use_case.run(self._target, self.settings))
        except QueriousError as error:
            return RunResults({}, str(error))
        if run.interrupted:
            raise KeyboardInterrupt
        self.keep(replace(run, target=self.name or run.target))
        return results_of(run, self.api, self.context)

    @property
    def name(self) -> str:
        """What a command finds the API by; empty where none can, and some words where nobody knows where it is."""
        named = self._target if self._served is None else self._served.app
        if self._target == NOWHERE:
            return f"the API of {self.settings.schema}"
        return named if isinstance(named, str) else importable_name(schema_in(named))

    def keep(self, run: Run) -> None:
        """Have a run, or what a check has found, kept with the others of the session."""
        around = self.surroundings
        if not around.is_session or not self._configuration.output.save:
            return
        context = self.context
        url = context.url if "://" in context.url else ""
        known = replace(context, url=url, target_url=url, schema=self.settings.schema)
        around.kept.append(KeptRun(run, known).dump())

    def _served_here(self, work: Callable[[], T]) -> T:
        return self._served.serve(work) if self._served is not None else work()
