"""The guides of the documentation, walked: their files made, their commands run in order, what they print looked for."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml

from guides import Change, Command, File, comparable, missing, renamed, steps

ROOT = Path(__file__).parents[2]
STARTS = ROOT / "docs" / "start"
APOLLO = ROOT / "tests" / "apollo" / "node_modules"
BIN = Path(sys.executable).parent
PORTS = ("8000", "4000")
"""What pages call the port of their service; every walk has one of its own instead."""
SECONDS = 120
"""For one command, on a machine that has much else to do."""
_DAY = "2027-01-31"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Walk:
    """One guide, in a folder of its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.port = free_port()
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("QUERIOUS_", "GITHUB_"))}
        self.environment = {**clean, **environment, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
        self.servers: list[subprocess.Popen[bytes]] = []
        self.ids: dict[str, str] = {}
        self.output = ""

    def here(self, text: str) -> str:
        """What a page says, with what differs here: the port, a day to come, the ids of findings."""
        for port in PORTS:
            text = re.sub(rf"(?<![\w.]){port}(?![\w.])", str(self.port), text)
        for shown, real in self.ids.items():
            text = text.replace(shown, real).replace(shown[:6], real[:6])
        return text.replace(_DAY, (date.today() + timedelta(days=60)).isoformat())  # noqa: DTZ011 - the day of the user

    def take(self, step: File | Change | Command) -> None:
        match step:
            case File(name, text):
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(self.here(text), encoding="utf-8")
            case Change(name, old, new):
                text = (self.folder / name).read_text(encoding="utf-8")
                assert text.count(old) == 1, f"{name} does not hold once:\n{old}"
                (self.folder / name).write_text(text.replace(old, new), encoding="utf-8")
            case Command():
                self.run(step)

    def run(self, command: Command) -> None:
        line = self.here(command.line)
        if line.startswith(("pip install ", "python -m pip install ")):
            has_been_installed(line)
        elif line.startswith("npm install "):
            self.link_packages(line)
        elif line == "kill %1":
            self.end(self.servers.pop())
        elif line.endswith(" &"):
            self.serve(line.removesuffix(" &"))
        else:
            done = self.call(line)
            self.output = done.stdout + done.stderr
            told = f"$ {line}\n{self.output}"
            assert done.returncode == command.status, told
            printed = tuple(map(self.here, command.printed))
            line_missing = missing(printed, self.output)
            assert not line_missing, f"this is not printed: {line_missing}\n{told}"
            self.ids.update(renamed(command.printed, self.output))

    def call(self, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-e", "-c", line],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def serve(self, line: str) -> None:
        with (self.folder / "server.log").open("ab") as log:
            server = subprocess.Popen(
                ["bash", "-c", f"exec {line}"],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.servers.append(server)
        until = time.monotonic() + SECONDS
        while not is_open(self.port):
            log_text = (self.folder / "server.log").read_text(encoding="utf-8")
            assert server.poll() is None, f"{line} ended with {server.returncode}\n{log_text}"
            assert time.monotonic() < until, f"{line} does not listen on {self.port}\n{log_text}"
            time.sleep(0.05)

    def end(self, server: subprocess.Popen[bytes]) -> None:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(10)

    def link_packages(self, line: str) -> None:
        for package in line.removeprefix("npm install ").split():
            assert (APOLLO / package).is_dir(), f"{package} is not in tests/apollo/package.json"
        (self.folder / "node_modules").symlink_to(APOLLO)

    def job(self, name: str) -> None:
        """Run the steps of the page's job for GitHub, but for those that install, and look for what it keeps."""
        workflow = yaml.safe_load((self.folder / name).read_text(encoding="utf-8"))
        (job,) = workflow["jobs"].values()
        for step in job["steps"]:
            script = re.sub(r"^(?:pip|npm) (?:install|ci).*$", ":", step.get("run", ":"), flags=re.MULTILINE)
            self.run_job(script)
        (kept,) = (step["with"]["path"] for step in job["steps"] if "upload-artifact" in step.get("uses", ""))
        for file in kept.split():
            assert (self.folder / file).stat().st_size > 0, file

    def run_job(self, script: str) -> None:
        """Run a script as CI does; what it leaves running ends with it."""
        log = self.folder / "job.log"
        with log.open("wb") as output:
            running = subprocess.Popen(
                ["bash", "-e", "-c", script],
                cwd=self.folder,
                env={**self.environment, "CI": "true"},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            status = running.wait(SECONDS)
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGTERM)
        assert status == 0, f"{script}\n{log.read_text(encoding='utf-8')}"


def has_been_installed(line: str) -> None:
    """What a page tells to install is in this environment: the project's own files brought it."""
    for word in shlex.split(line)[2:]:
        name = re.match(r"[\w.-]+", word.removeprefix("-m"))
        if name and not word.startswith("-") and name[0] not in {"pip", "install"}:
            importlib.metadata.version(name[0])


def workflow_of(text: str) -> str:
    """The file of the job for CI that a page shows."""
    return next((step.name for step in steps(text) if isinstance(step, File) and "workflows" in step.name), "")


@pytest.fixture
def walk(tmp_path, environment):
    one = Walk(tmp_path, environment)
    yield one
    for server in one.servers:
        one.end(server)


needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (APOLLO / "@apollo" / "server").is_dir(),
    reason="Apollo Server is not installed: npm ci in tests/apollo (make unit does it)",
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(page.stem, marks=needs_node if page.stem == "apollo" else ())
        for page in sorted(STARTS.glob("*.md"))
    ],
)
def test_a_start_is_walked_from_nothing_to_an_accepted_finding(name, walk):
    page = (STARTS / f"{name}.md").read_text(encoding="utf-8")
    told = list(steps(page))
    lines = [step.line for step in told if isinstance(step, Command)]
    assert any(line.startswith("querious accept ") for line in lines)
    assert any(line.startswith("querious replay") for line in lines)
    assert "gone" in page
    for step in told:
        walk.take(step)
    workflow = workflow_of(page)
    assert workflow, "the page shows no job for CI"
    for server in walk.servers:
        walk.end(server)
    walk.servers.clear()
    walk.job(workflow)
    checked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", workflow]
    done = subprocess.run(checked, cwd=walk.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_line_that_is_not_printed_is_told():
    output = " 1. fault  server_error  GET /books/{id}  12 times\n    HTTP 500\n\n1 fault found."
    assert missing((" 1. fault  server_error  GET /books/{id}  3 times", "…", "1 fault found."), output) == ""
    assert missing(("HTTP 404", "1 fault found."), output.replace("HTTP 500", "refused")) == "HTTP 404"
    assert missing(("1 fault found.", "HTTP 500"), output) == "HTTP 500"
    assert comparable("gone    c520cce962bf  fault …") == "gone ID fault"


def test_the_frameworks_of_the_starts_are_here():
    for name in ("strawberry", "strawberry_django", "fastapi", "django", "rest_framework", "drf_spectacular"):
        assert importlib.util.find_spec(name), name
