from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from querious.pipeline.run.recheck import Rechecked
from querious.report.json_report import dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Finding, Run

URL = "http://127.0.0.1:1/graphql"


@pytest.fixture
def saved(finding: Callable[..., Finding], make_run: Callable[..., Run]) -> Run:
    """The last run, of two findings."""
    run = make_run(finding(), finding(message="expected \x1b nothing"))
    Path(".querious").mkdir()
    Path(".querious/last-run.json").write_text(dump(run, URL, "/schema.graphql"))
    return run


def test_the_last_run_is_replayed_where_it_was(
    querious: Callable[..., int], pipeline_replay: Any, saved: Run, capsys: pytest.CaptureFixture[str]
):
    pipeline_replay.gives = [Rechecked(saved.findings[0], True), Rechecked(saved.findings[1], False)]
    assert querious("replay", "--bearer", "t") == 1
    findings, target, settings, _ = pipeline_replay.calls[0]
    assert sorted(findings, key=repr) == sorted(saved.findings, key=repr)
    assert (target, settings.schema, settings.seed) == (URL, "/schema.graphql", 7)
    assert settings.headers == {"Authorization": "Bearer t"}
    assert capsys.readouterr().out == (
        f"reproduced      {saved.findings[0].fingerprint}  fault  data  Query.age  expected Int\n"
        f"gone            {saved.findings[1].fingerprint}  fault  data  Query.age  expected \\x1b nothing\n\n"
        "1 of 2 findings reproduced.\n"
    )


def test_when_all_are_gone_the_status_is_0(querious: Callable[..., int], pipeline_replay: Any, saved: Run):
    pipeline_replay.gives = [Rechecked(found, shown=False) for found in saved.findings]
    assert querious("replay") == 0


def test_what_could_not_be_told_is_neither_gone_nor_green(
    querious: Callable[..., int], pipeline_replay: Any, saved: Run, capsys: pytest.CaptureFixture[str]
):
    first, second = saved.findings
    pipeline_replay.gives = [Rechecked(first, None, "the answer was HTTP 401 (unauthorized)"), Rechecked(second, False)]
    assert querious("replay") == 2
    out = capsys.readouterr().out
    assert f"could not tell  {first.fingerprint}" in out
    assert "the answer was HTTP 401 (unauthorized)" in out
    assert "0 of 2 findings reproduced. Could not tell of 1." in out
    pipeline_replay.gives = [Rechecked(first, None, "refused"), Rechecked(second, True)]
    assert querious("replay") == 1


def test_target_schema_and_findings_can_be_chosen(querious: Callable[..., int], pipeline_replay: Any, saved: Run):
    chosen = saved.findings[1]
    pipeline_replay.gives = [Rechecked(chosen, shown=False)]
    line = ("--target", "shop:schema", "--schema", "/other.graphql", "--finding", chosen.fingerprint[:6])
    assert querious("replay", ".querious/last-run.json", *line) == 0
    findings, target, settings, _ = pipeline_replay.calls[0]
    assert (findings, target, settings.schema) == ([chosen], "shop:schema", "/other.graphql")


def test_a_run_is_read_from_standard_input(
    querious: Callable[..., int],
    pipeline_replay: Any,
    make_run: Callable[..., Run],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr("sys.stdin", io.StringIO(dump(make_run(target="shop:schema"))))
    pipeline_replay.gives = []
    assert querious("replay", "-") == 2
    assert pipeline_replay.calls[0][1] == "shop:schema"
    assert "Nothing to replay: the saved run has no findings." in capsys.readouterr().out


def test_a_url_that_was_cut_must_be_given_again(
    querious: Callable[..., int], pipeline_replay: Any, make_run: Callable[..., Run], capsys: pytest.CaptureFixture[str]
):
    Path("run.json").write_text(dump(make_run(), f"{URL}?key=secret"))
    assert querious("replay", "run.json") == 2
    assert capsys.readouterr().err.endswith("because they may be secret; pass --target\n")


@pytest.mark.parametrize(
    ("arguments", "content", "told"),
    [
        ((), None, "no saved run at .querious/last-run.json; run querious run TARGET first, or name a FILE"),
        (("x",), b"{}", "x is not a saved run"),
        (("x",), b"\xff", "x is not a saved run"),
        ((".",), None, "cannot read .: Is a directory"),
    ],
)
def test_what_is_no_saved_run_is_told_in_one_line(
    querious: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    content: bytes | None,
    told: str,
):
    if content is not None:
        Path(arguments[0]).write_bytes(content)
    assert querious("replay", *arguments) == 2
    assert told in capsys.readouterr().err


def test_an_id_that_is_not_there_is_told(
    querious: Callable[..., int], pipeline_replay: Any, saved: Run, capsys: pytest.CaptureFixture[str]
):
    assert querious("replay", "--finding", "zzz") == 2
    assert "the saved run has no finding 'zzz'" in capsys.readouterr().err
