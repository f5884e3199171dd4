"""``querious audit`` over real HTTP: a server of ours with each habit broken, one that keeps to all, and the command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from audited import AuditedServer, audited, serving
from querious.audit.catalogue import AUDIT_RULES
from querious.model import Settings
from querious.model.audit import AuditOutcome
from querious.pipeline.audit.use_case import audit

NAMES = [rule.name for rule in AUDIT_RULES]


def command(*arguments: str, folder) -> subprocess.CompletedProcess[str]:
    given = [sys.executable, "-m", "querious", *arguments]
    return subprocess.run(given, capture_output=True, text=True, cwd=folder, timeout=120, check=False)


@pytest.mark.parametrize("client", ["pyreqwest", "aiohttp"])
@pytest.mark.parametrize("switches", [(), ("batching", "closed")])
def test_a_server_that_keeps_to_everything_is_clean(client: str, switches):
    with audited(*switches) as url:
        found = audit(url, Settings(client=client, mutations=True))
    assert [f"{one.oracle}: {one.message}" for one in found.findings] == []
    assert found.audit.count(AuditOutcome.HOLDS) >= len(NAMES) - 4


def test_each_broken_habit_is_found_over_http():
    """But for a missing Accept header, which pyreqwest cannot leave out."""
    server = AuditedServer()
    missed = {}
    with serving(server) as url:
        for name in set(NAMES) - {"accept-missing"}:
            server.broken = {name}
            others = tuple(one for one in NAMES if one != name)
            found = audit(url, Settings(mutations=True, skip_oracles=others))
            if [one.oracle for one in found.findings] != [name]:
                missed[name] = found.audit.rules
    assert missed == {}


def test_aiohttp_leaves_the_accept_header_out():
    with audited("accept-missing") as url:
        found = audit(url, Settings(client="aiohttp"))
    assert [one.oracle for one in found.findings] == ["accept-missing"]


def test_the_command_prints_a_table_and_its_findings_can_be_shown_and_sent_again(tmp_path):
    with audited("get-mutation", "stated-charset") as url:
        done = command(
            "audit", url, "--json", "audit.json", "--junit", "audit.xml", "--html", "audit.html", folder=tmp_path
        )
        assert done.returncode == 1, done.stdout + done.stderr
        assert "fault           get-mutation                  MUST    4.3 GET" in done.stdout
        assert "suspicion       stated-charset" in done.stdout
        assert "of 59 rules hold" in done.stdout
        saved = json.loads((tmp_path / "audit.json").read_text())
        ids = {one["oracle"]: one["id"] for one in saved["findings"]}
        assert set(ids) == {"get-mutation", "stated-charset"}
        shown = command("show", ids["get-mutation"], folder=tmp_path)
        assert "GET ?query=mutation" in shown.stdout
        again = command("replay", folder=tmp_path)
        assert "2 of 2 findings reproduced" in again.stdout
        accepted = command(
            "accept", ids["get-mutation"], "--until", "2999-01-01", "--reason", "a test", folder=tmp_path
        )
        assert accepted.returncode == 0, accepted.stderr
        assert command("audit", url, folder=tmp_path).returncode == 0
    with audited() as url:
        assert command("replay", "audit.json", "--target", url, folder=tmp_path).returncode == 0
        assert command("audit", url, "--fail-on", "suspicion", folder=tmp_path).returncode == 0


def test_what_cannot_be_audited_is_one_line_and_status_2(tmp_path):
    done = command("audit", "http://127.0.0.1:9/graphql", folder=tmp_path)
    assert done.returncode == 2
    assert "check the address" in done.stderr
