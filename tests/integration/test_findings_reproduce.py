"""Pasted into a shell, each curl line of a demo run shows its fault again."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess

import pytest

from querious.demo import SHOWCASE
from querious.demo.serving import start
from querious.execute import open_target
from querious.model import Exchange, Failure, Settings
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.load import load
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.session import Session
from querious.pipeline.run.use_case import run
from querious.report.curl import curl

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
# What a run changes may take away what shows a fault: with this seed nothing that is told depends on it.
SETTINGS = Settings(
    seed=4, requests=900, mutations=True, timeout=1.5, connections=8, skip_oracles=("relations", "state")
)
EMPTY_REPLY, TIMED_OUT, RECEIVE_FAILED = 52, 28, 56


def pasted(line: str) -> tuple[int, bytes, int]:
    """Status, body and exit status of a curl line run by sh; curl's own time limit stands in for the user's patience."""
    command = line.replace("curl ", f"curl --max-time {SETTINGS.timeout} ", 1)
    result = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=30)
    head, _, body = result.stdout.partition(b"\r\n\r\n")
    status = int(head.split(maxsplit=2)[1]) if head.startswith(b"HTTP/") else 0
    return status, body, result.returncode


def judged(session: Session, case, line: str) -> set[str]:
    status, body, code = pasted(line)
    failure = {EMPTY_REPLY: Failure.LOST, RECEIVE_FAILED: Failure.LOST, TIMED_OUT: Failure.TIMEOUT}.get(code)
    try:
        payload, is_json = json.loads(body, parse_constant=lambda _: 1 / 0), True
    except (ValueError, ZeroDivisionError):
        payload, is_json = None, False
    exchange = Exchange(case, status, {}, body, payload, is_json, failure=failure)
    return {finding.fingerprint for finding in session.judge(exchange)}


async def opened(url: str) -> Session:
    target = await open_target(url, SETTINGS)
    try:
        context = RunContext(target, SETTINGS)
        return Session(context, GraphqlApi(context, await load(target, SETTINGS)).bound())
    finally:
        await target.client.close()


def test_every_curl_line_shows_its_fault_again():
    with start(SHOWCASE, hang=4.0) as server:
        report = run(server.url, SETTINGS)
        session = asyncio.run(opened(server.url))
        shown = {
            finding.fingerprint: judged(session, finding.exchange.case, curl(finding.exchange.case, server.url, {}))
            for finding in report.faults
            if finding.reproduced
        }
    assert len(shown) >= 10
    missing = [
        (finding.oracle, finding.coordinate, finding.message, finding.exchange.case.document)
        for finding in report.faults
        if finding.reproduced and finding.fingerprint not in shown[finding.fingerprint]
    ]
    assert missing == []
    assert len(shown) >= 0.8 * len(report.faults)
