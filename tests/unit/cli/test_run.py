from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from querious.model import Coverage, Finding, Progress, Run, Severity
from querious.report.json_report import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Settings

URL = "http://127.0.0.1:1/graphql"
LAST = Path(".querious/last-run.json")


def given(pipeline_run: Any) -> Settings:
    settings: Settings = pipeline_run.calls[-1][1]
    return settings


def test_nothing_found_ends_with_0(querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]):
    assert querious("run", URL, "--seed", "7") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"querious 0.1.0  {URL}  seed 7\n")
    assert told.endswith("Nothing found. To test longer: --time 5m\n")
    assert pipeline_run.calls[0][0] == URL


def test_findings_end_with_1_and_are_saved_for_replay(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    pipeline_run.gives = make_run(finding())
    assert querious("run", URL) == 1
    assert capsys.readouterr().out.endswith("1 fault found. To run them again: querious replay\n")
    assert load(LAST.read_text()).run.findings == pipeline_run.gives.findings
    assert LAST.with_name(".gitignore").read_text() == "*\n"


def test_suspicions_alone_fail_nothing(
    querious: Callable[..., int], pipeline_run: Any, finding: Callable[..., Finding], make_run: Callable[..., Run]
):
    pipeline_run.gives = make_run(finding(Severity.SUSPICION))
    assert querious("run", URL) == 0


@pytest.mark.parametrize(("found", "status"), [(False, 130), (True, 1)])
def test_ctrl_c_in_a_run_tells_what_was_found_so_far(
    *,
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    found: bool,
    status: int,
):
    pipeline_run.gives = make_run(*([finding()] if found else []), interrupted=True)
    assert querious("run", URL) == status
    told = capsys.readouterr().out
    assert "ended: interrupted" in told
    assert ("1 fault found." if found else f"To start over: querious run {URL} --seed 7") in told


def test_every_option_reaches_the_settings(querious: Callable[..., int], pipeline_run: Any):
    Path("hooks.py").write_text("generators = {'Money': [1]}")
    line = (
        "--schema s.graphql --seed 3 --requests 5 --time 2m --until-coverage 95% --stop-after 4 --mutations --allow A "
        "--allow B.* --deny C --include D --exclude E --cookie a=1 --bearer t --connections 2 --rate 50 --timeout 250ms "
        "--invalid 0.2 --max-depth 3 --max-fields 4 --max-nodes 5 --skip-oracle x --hooks hooks.py --shrink 0 --insecure "
        "--ca ca.pem --cert c.pem --cert-key k.pem --proxy http://u:p@h:1 --client aiohttp"
    )
    assert querious("run", URL, *line.split(), "--header", "X-Key: a: b") == 0
    settings = given(pipeline_run)
    assert (settings.schema, settings.seed) == (str(Path("s.graphql").absolute()), 3)
    assert (settings.requests, settings.seconds, settings.coverage, settings.stop_after) == (5, 120.0, 0.95, 4)
    assert (settings.mutations, settings.allow, settings.deny) == (True, ("A", "B.*"), ("C",))
    assert (settings.include, settings.exclude) == (("D",), ("E",))
    assert settings.headers == {"X-Key": "a: b", "Authorization": "Bearer t", "Cookie": "a=1"}
    assert (settings.connections, settings.rate, settings.timeout, settings.insecure) == (2, 50.0, 0.25, True)
    assert [Path(file).name for file in (settings.ca, settings.cert, settings.cert_key)] == ["ca.pem", "c.pem", "k.pem"]
    assert (settings.proxy, settings.client) == ("http://u:p@h:1", "aiohttp")
    assert (settings.invalid, settings.max_depth, settings.max_fields, settings.max_nodes) == (0.2, 3, 4, 5)
    assert (settings.skip_oracles, settings.shrink, settings.generators) == (("x",), 0, {"Money": [1]})


def test_a_seed_is_drawn_and_printed(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("secrets.randbelow", lambda _: 4711)
    querious("run", URL)
    assert given(pipeline_run).seed == 4711
    assert "seed 4711" in capsys.readouterr().out


def test_secrets_are_nowhere_in_what_is_written(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    pipeline_run.gives = make_run(finding())
    line = ("--header", "X-Key: hunter2", "--bearer", "hunter2", "--cookie", "c=hunter2", "--json", "r", "--junit", "j")
    querious("run", "http://bob:hunter2@h/graphql?key=hunter2", *line)
    captured = capsys.readouterr()
    written = [path.read_text() for path in (Path("r"), Path("j"), LAST)]
    assert "hunter2" not in "".join([captured.out, captured.err, *written])
    assert "$X_KEY, $AUTHORIZATION, $COOKIE, $API_QUERY" in " ".join(captured.out.split())


def test_headers_of_the_hooks_file_are_named_in_the_curl_line(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    Path("hooks.py").write_text("def headers():\n    return {'X-Fresh': 'hunter2'}")

    def run(_: str, settings: Settings, *__: object) -> Run:
        assert settings.renew is not None
        assert settings.renew() == {"X-Fresh": "hunter2"}
        return make_run(finding())

    pipeline_run.gives = run
    querious("run", URL, "--hooks", "hooks.py")
    told = capsys.readouterr().out
    assert '-H "X-Fresh: $X_FRESH"' in told
    assert "hunter2" not in told


def test_a_page_is_written_and_one_is_kept_beside_the_last_run(querious, pipeline_run):
    assert querious("run", URL, "--html", "new/run.html") == 0
    written = Path("new/run.html").read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert Path(".querious/last-run.html").read_text(encoding="utf-8") == written
    assert querious("run", URL, "--no-save", "--report", "html=other.html") == 0
    assert Path("other.html").is_file()


@pytest.mark.parametrize(("target", "told"), [(URL, '"earlier":{"seed":7'), (URL + "/other", '"earlier":null')])
def test_the_page_compares_with_the_run_before_on_the_same_target(querious, pipeline_run, make_run, target, told):
    assert querious("run", URL) == 0
    assert '"earlier":null' in Path(".querious/last-run.html").read_text(encoding="utf-8")
    pipeline_run.gives = make_run(target=target)
    assert querious("run", target) == 0
    assert told in Path(".querious/last-run.html").read_text(encoding="utf-8")


def test_json_and_junit_are_written(
    querious: Callable[..., int], pipeline_run: Any, finding: Callable[..., Finding], make_run: Callable[..., Run]
):
    pipeline_run.gives = make_run(finding())
    assert querious("run", URL, "--json", "new/run.json", "--junit", "new/run.xml") == 1
    assert json.loads(Path("new/run.json").read_text())["url"] == URL
    assert ET.parse("new/run.xml").find(".//failure") is not None  # noqa: S314 - our own file


def test_a_result_on_standard_output_stands_there_alone(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    assert querious("run", URL, "--json", "-") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["querious"] == 1
    assert "Nothing found." in captured.err


def test_without_saving_the_last_line_says_how_else_to_go_on(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    pipeline_run.gives = make_run(finding())
    querious("run", URL, "--no-save")
    assert capsys.readouterr().out.endswith(f"To run them again: querious run {URL} --seed 7\n")
    querious("run", URL, "--no-save", "--json", "my run.json")
    assert capsys.readouterr().out.endswith(f"To run them again: querious replay '{Path.cwd()}/my run.json'\n")
    assert not LAST.exists()


def test_a_run_in_process_is_replayed_by_id(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    pipeline_run.gives = make_run(finding(), target="shop:schema")
    querious("run", "shop:schema")
    told = capsys.readouterr().out
    assert f"    querious replay --finding {finding().fingerprint}\n" in told
    assert "curl" not in told


def test_where_few_fields_have_values_that_is_what_to_do_next(
    querious: Callable[..., int], pipeline_run: Any, make_run: Callable[..., Run], capsys: pytest.CaptureFixture[str]
):
    pipeline_run.gives = make_run(coverage=Coverage(tuples=frozenset({"A.b"})))
    querious("run", URL)
    assert "Most fields never had a value" in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_told_after_the_report(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    Path("folder").mkdir()
    assert querious("run", URL, "--json", "folder", "--junit", "folder") == 2
    captured = capsys.readouterr()
    assert "Nothing found." in captured.out
    assert "cannot write" in captured.err


def test_a_copy_that_cannot_be_kept_is_no_error(
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
):
    Path(".querious").write_text("in the way")
    pipeline_run.gives = make_run(finding())
    assert querious("run", URL) == 1
    assert "--seed 7" in capsys.readouterr().out.splitlines()[-1]


def test_progress_and_notes_are_shown_while_it_runs(
    querious: Callable[..., int],
    pipeline_run: Any,
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    def run(_: str, __: Settings, observer: Any, *___: object) -> Run:
        observer.note("mind this")
        observer.progress(Progress("random", 100, 10.0))
        time.sleep(0.2)
        observer.progress(Progress("random", 100, 10.0))
        return make_run()

    monkeypatch.setattr("querious.cli.output.quiet_seconds", lambda *_, **__: 0.1)

    pipeline_run.gives = run
    querious("run", URL)
    told = capsys.readouterr().out
    assert "note: mind this\n" in told
    assert "10 s, random, 100 requests (10/s), 0 findings\n" in told


def test_the_settings_file_and_odd_variables_are_told(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    Path("querious.toml").write_text("requests = 3")
    monkeypatch.setenv("QUERIOUS_SEEED", "1")
    querious("run", URL)
    told = capsys.readouterr().out
    assert "querious.toml" in told
    assert "note: unknown environment variable QUERIOUS_SEEED; did you mean QUERIOUS_SEED?" in told
    assert given(pipeline_run).requests == 3


def obeyed(lines: list[str]) -> tuple[list[str], str]:
    """The commands that GitHub obeys, and the token that it waits for at the end; empty where it obeys again."""
    commands, token = [], ""
    for line in lines:
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
            assert len(token) == 32
        elif line.startswith("::"):
            commands.append(line)
    return commands, token


def test_github_obeys_nothing_but_the_annotations(
    *,
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    pipeline_run.gives = make_run(finding(message="::add-mask::x"))
    assert querious("run", URL) == 1
    lines = capsys.readouterr().out.splitlines()
    commands, token = obeyed(lines)
    assert [line.split("::")[1] for line in commands] == ["group", "endgroup", "error title=data%3A Query.age"]
    assert token == ""
    assert Path("summary.md").read_text().startswith("## querious")


def test_github_obeys_again_after_an_error(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    pipeline_run.gives = KeyboardInterrupt()
    assert querious("run", URL) == 130
    lines = capsys.readouterr().out.splitlines()
    commands, token = obeyed(lines)
    assert commands == ["::group::progress", "::endgroup::"]
    assert token == ""


@pytest.mark.parametrize(("flag", "annotated"), [("--github", True), ("--no-github", False)])
def test_annotations_can_be_asked_for_and_refused(
    *,
    querious: Callable[..., int],
    pipeline_run: Any,
    finding: Callable[..., Finding],
    make_run: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    flag: str,
    annotated: bool,
):
    pipeline_run.gives = make_run(finding())
    querious("run", URL, flag)
    assert ("::error title=" in capsys.readouterr().out) is annotated
