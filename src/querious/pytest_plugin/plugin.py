"""The hooks of pytest. Light to load, as every session of pytest loads it: what tests use is imported with them."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from querious.errors import QueriousError
from querious.pytest_plugin.failure import FaultsFoundError, NeverReachedError
from querious.pytest_plugin.surroundings import Surroundings, fresh_seed

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from querious.pytest_plugin.api_schema import ApiSchema

_SURROUNDINGS: Final = pytest.StashKey[Surroundings]()
_SAVED: Final = pytest.StashKey[str]()
_KEPT: Final = ".kept.json"
_VARIABLE: Final = "QUERIOUS_SEED"
_PROPERTY: Final = "querious"
_ARGUMENT: Final = "operation"
_SCHEMA_MODULE: Final = "querious.pytest_plugin.api_schema"


def pytest_addoption(parser: pytest.Parser) -> None:
    """See the manual."""
    parser.getgroup("querious", "querious: tests of GraphQL and REST APIs").addoption(
        "--querious-seed",
        type=int,
        metavar="N",
        help="the seed of all runs of querious; random if it is not given, and printed in the header",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Settle on one seed for the session."""
    config.addinivalue_line("markers", "querious(**settings): settings of querious for the tests of one function")
    seed = config.getoption("querious_seed")
    named = os.environ.get(_VARIABLE, "")
    otherwise = int(named) if named.isdecimal() else fresh_seed()
    around = Surroundings(otherwise if seed is None else seed, given=seed is not None, directory=config.rootpath)
    told: dict[str, Any] | None = getattr(config, "workerinput", {}).get("querious")
    if told is not None:
        around.seed, around.given, around.folder = told["seed"], told["given"], Path(told["folder"])
    around.is_session = True
    config.stash[_SURROUNDINGS] = around


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the seed, and where workers share their runs."""
    around = node.config.stash[_SURROUNDINGS]
    if around.folder is None:
        around.folder = Path(tempfile.mkdtemp(prefix="querious-"))
    node.workerinput["querious"] = {"seed": around.seed, "given": around.given, "folder": str(around.folder)}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what was found, for the commands that show, accept and replay findings; workers hand theirs on."""
    around = session.config.stash[_SURROUNDINGS]
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is not None:
        if around.kept and around.folder is not None:
            text = json.dumps(around.kept)
            (around.folder / f"{worker['workerid']}{_KEPT}").write_text(text, encoding="utf-8")
        return
    if around.folder is not None:
        for file in sorted(around.folder.glob(f"*{_KEPT}")):
            around.kept += json.loads(file.read_text(encoding="utf-8"))
    if around.kept:
        from querious.pytest_plugin.kept_runs import keep_runs  # noqa: PLC0415 - most sessions test no API

        session.config.stash[_SAVED] = keep_runs(around.kept, around.directory)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what workers have shared."""
    around = config.stash.get(_SURROUNDINGS, None)
    if around is not None and around.folder is not None and not hasattr(config, "workerinput"):
        shutil.rmtree(around.folder, ignore_errors=True)


def pytest_report_header(config: pytest.Config) -> str:
    """The seed, so that a failure can be had again."""
    return f"querious: seed {config.stash[_SURROUNDINGS].seed}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each operation."""
    schema: ApiSchema | None = getattr(metafunc.function, "querious_schema", None)
    if schema is None and _ARGUMENT in metafunc.fixturenames:
        schema = getattr(metafunc.cls, "querious_schema", None)
    if schema is None:
        return
    node = metafunc.definition
    if _ARGUMENT not in metafunc.fixturenames:
        raise pytest.Collector.CollectError(f"{node.nodeid}: the test must take the argument '{_ARGUMENT}'")
    schema.join(node.config.stash[_SURROUNDINGS], node.nodeid)
    changes: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers("querious"))):
        changes |= marker.kwargs
    try:
        operations = schema.operations(**changes)
    except QueriousError as error:
        raise pytest.Collector.CollectError(f"querious: {error}") from None
    metafunc.parametrize(_ARGUMENT, operations, ids=repr)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let schemas know of the session that are used otherwise: in loops, in classes of unittest, to check responses."""
    if _SCHEMA_MODULE not in sys.modules:
        return
    functions = [item for item in items if isinstance(item, pytest.Function)]
    places = [place for item in functions for place in (item.module, item.cls) if place is not None]
    for place in dict.fromkeys(places):
        for name, schema in _schemas_in(place):
            schema.join(config.stash[_SURROUNDINGS], f"{place.__name__}.{name}")


def _schemas_in(place: Any) -> Iterable[tuple[str, ApiSchema]]:
    kind = sys.modules[_SCHEMA_MODULE].ApiSchema
    for holder in reversed(place.__mro__ if isinstance(place, type) else (place,)):
        for name, value in vars(holder).items():
            if isinstance(value, kind):
                yield name, value


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a check has to say stands for itself, without the source of the test around it."""
    error = call.excinfo.value if call.excinfo is not None else None
    report = yield
    if isinstance(error, NeverReachedError):
        path, line, _ = item.reportinfo()
        report.longrepr = str(path), (line or 0) + 1, f"Skipped: {error}"
    if call.excinfo is not None and isinstance(error, FaultsFoundError | QueriousError):
        shown = call.excinfo.getrepr(style="value")
        if shown.reprcrash is not None:
            shown.reprcrash.message = error.headline if isinstance(error, FaultsFoundError) else str(error)
        report.longrepr = shown
    remarks = item.config.stash[_SURROUNDINGS].remarks
    report.user_properties += [(_PROPERTY, remark) for remark in remarks]
    remarks.clear()
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What fails nothing, each line once."""
    lines: dict[str, None] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()):
                if name == _PROPERTY:
                    lines[f"{text}"] = None
    saved = terminalreporter.config.stash.get(_SAVED, "")
    if saved:
        lines[f"Kept in {saved} for querious show, accept, replay and open"] = None
    if lines:
        terminalreporter.section("querious")
        for line in lines:
            terminalreporter.line(line)
