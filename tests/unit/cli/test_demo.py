from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from querious import demo
from querious.cli.demo import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model import Finding, Run


class Server:
    url = "http://127.0.0.1:4321"
    running = False
    given: tuple[Any, ...] = ()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """In place of the real one."""
    fake = Server()

    @contextlib.contextmanager
    def start(faults: tuple[str, ...], rest_faults: tuple[str, ...], port: int) -> Iterator[Server]:
        fake.given, fake.running = (faults, rest_faults, port), True
        try:
            yield fake
        finally:
            fake.running = False

    monkeypatch.setattr(demo, "start_shop", start, raising=False)
    return fake


def test_the_demo_is_tested_with_mutations_and_findings_are_no_failure(
    *,
    querious: Callable[..., int],
    server: Server,
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("QUERIOUS_SEED", "nonsense that is not read")

    def run(target: str, *_: object) -> Run:
        assert server.running
        assert target == f"{server.url}/graphql"
        return make_run(finding())

    pipeline_run.gives = run
    assert querious("demo", "--graphql") == 0
    assert not server.running
    assert server.given == (demo.SHOWCASE, (), 0)
    settings = pipeline_run.calls[0][1]
    assert (settings.mutations, settings.seconds, settings.requests) == (True, 15.0, None)
    assert capsys.readouterr().out.endswith("To try the commands above: querious demo --graphql --serve --port 4321\n")


def test_both_protocols_are_tested_one_after_the_other_at_the_same_port(
    querious: Callable[..., int], server: Server, pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    assert querious("demo") == 0
    assert [call[0] for call in pipeline_run.calls] == [f"{server.url}/graphql", f"{server.url}/openapi.json"]
    assert server.given == (demo.SHOWCASE, demo.TRADE_SHOWCASE, 4321)
    told = capsys.readouterr().out
    assert told.index("The shop over GraphQL\n") < told.index("The shop over REST\n")


def test_a_fault_is_switched_on_in_the_protocol_that_has_it(
    querious: Callable[..., int], server: Server, pipeline_run: Any
):
    def given(*arguments: str) -> tuple[Any, ...]:
        assert querious("demo", "--requests", "1", "--faults", *arguments) == 0
        return server.given[:2]

    assert given("sort-as-text,hang") == (("hang",), ("sort-as-text",))
    assert given("sort-as-text", "--rest") == ((), ("sort-as-text",))
    assert given("none") == ((), ())


def test_one_file_holds_the_run_of_one_protocol(
    querious: Callable[..., int], server: Server, capsys: pytest.CaptureFixture[str]
):
    assert querious("demo", "--json", "run.json") == 2
    assert "add --graphql or --rest" in capsys.readouterr().err


def test_a_budget_replaces_the_time(querious: Callable[..., int], server: Server, pipeline_run: Any):
    assert querious("demo", "--rest", "--requests", "5", "--seed", "3") == 0
    settings = pipeline_run.calls[0][1]
    assert (settings.requests, settings.seconds, settings.seed) == (5, None, 3)


def test_ctrl_c_ends_with_130_and_stops_the_server(
    querious: Callable[..., int], server: Server, pipeline_run: Any, make_run: Callable[..., Run]
):
    pipeline_run.gives = make_run(interrupted=True)
    assert querious("demo") == 130
    assert not server.running


def test_serving_ends_with_ctrl_c(
    querious: Callable[..., int], server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupt(_: object) -> None:
        assert server.running
        raise KeyboardInterrupt

    monkeypatch.setattr("threading.Event.wait", interrupt)
    assert querious("demo", "--serve", "--port", "4321", "--faults", "none") == 0
    assert server.given == ((), (), 4321)
    where = f"{server.url}/graphql and {server.url}/openapi.json"
    assert capsys.readouterr().out == f"Serving the demo API at {where} until Ctrl-C.\nStopped.\n"


def test_faults_are_listed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("demo", "--list-faults") == 0
    told = capsys.readouterr().out
    for fault in demo.TRADE_FAULTS:
        assert f"{fault.name}  {fault.kind}\n    {fault.about}" in told
    for fault in demo.FAULTS:
        assert f"{fault.name}  {'of the study, ' if fault.study else ''}{fault.kind}\n    {fault.about}" in told


def test_faults_are_chosen_by_name():
    assert choose("a, b") == ("a", "b")
    assert choose("none") == ()
    assert choose("all") == tuple(fault.name for fault in demo.FAULTS)
    assert choose(None, "bookshop") == demo.REST_SHOWCASE


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("--port", "x"), "--port must be a whole number"), (("--faults", "project-logik"), "project-logic")],
)
def test_errors_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
):
    assert querious("demo", *arguments) == 2
    assert told in capsys.readouterr().err


@pytest.fixture
def workspace(monkeypatch: pytest.MonkeyPatch) -> Server:
    """In place of the real one."""
    fake = Server()

    @contextlib.contextmanager
    def start(faults: tuple[str, ...], port: int) -> Iterator[Server]:
        fake.given, fake.running = (faults, port), True
        yield fake

    monkeypatch.setattr(demo, "start_doors", start, raising=False)
    return fake


def test_the_workspace_is_tested_over_both_as_alice(
    querious: Callable[..., int],
    workspace: Server,
    pipeline_run: Any,
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    asked = []

    def run(target: str, settings: Any, *_: object) -> Run:
        asked.append((target.removeprefix(workspace.url), dict(settings.headers), settings.mutations))
        return make_run()

    pipeline_run.gives = run
    assert querious("demo", "--doors", "--faults", "note-of-anybody") == 0
    alice = {"Authorization": f"Bearer {demo.TOKENS['alice']}"}
    assert asked == [("/graphql", alice, True), ("/openapi.json", alice, True)]
    assert workspace.given[0] == ("note-of-anybody",)
    assert "querious demo --doors --serve --port 4321 --faults note-of-anybody" in capsys.readouterr().out


def test_the_faults_of_the_workspace_are_listed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("demo", "--doors", "--list-faults") == 0
    told = capsys.readouterr().out
    assert all(fault.name in told for fault in demo.DOOR_FAULTS)
    assert choose(None, "workspace") == demo.DOOR_SHOWCASE
