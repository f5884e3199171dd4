"""Every command that a page shows, run: it does its work on services like those that the page speaks of."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml
from starlette.responses import JSONResponse

from querious.demo import create_app
from querious.demo.rest.app import create_rest_app
from querious.demo.serving import serve_app
from querious.demo.shop import create_shop_app

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"evidence", "decisions", "project", "reference", "start"}
"""Folders of docs/ with pages that are walked as a whole (start), made (reference), or no instructions."""
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("**/*.md")) if ELSEWHERE.isdisjoint(page.parts)),
]
COMMAND = re.compile(r"(?:\w+=\S+ )?querious ")
TABLE = re.compile(r"querious \w+ (?:(?:TARGET|FILES…|SOURCES…|COMMAND|ID|A B|\[[A-Z]+\]) )?[a-z]+ [a-z]+,? ")
"""A line of a table of all commands, which says in words what each does."""
BOTH_FACES = {"diff.md", "guard-a-release.md"}
"""Pages on a service that answers GraphQL and REST about the same things; on others they are two services."""
HOST = re.compile(r"http://localhost:\d+|https://\w+\.example")
PLACEHOLDERS = dict.fromkeys(("URL", "URL_A", "URL_B"), "http://localhost:8000/graphql") | {
    "Book.price": "Tool.price",
    "Query.legacy*": "Query.search*",
    "0.5s": "0.01s",
}
FINDING, DAY = "3f2a91", "2027-01-31"
"""How pages call a finding of the last run, and a day to come."""
NOT_RUN = {
    "querious proxy": "it serves until it is stopped: tests/integration/test_proxy.py",
    "querious look": "it takes over the terminal: tests/unit/cli",
}
SHORT = {"--requests": "40", "--time": "20s"}
ENOUGH = {
    "run": SHORT,
    "learn": {"--requests": "200", "--time": "20s"},
    "diff": SHORT,
    "crud": {"--requests": "150", "--time": "20s"},
    "login": {"--bearer": "made-up"},
}
DID_ITS_WORK = {0, 1}
BOOK = {"title": "nonempty_string(40)", "author_id": "9e3779b1-0000-4000-8000-000000000001", "price": "float(1, 90)"}
FACADES = f"""
from querious.rest.collection import RestCollection


class Tasks(RestCollection):
    def __init__(self, send):
        super().__init__(send, "/books", {BOOK!r})


def tasks(send):
    return [Tasks(send)]
"""
SHOP = """
from querious.demo.shop import create_shop_app
from querious.demo.executable import executable_schema

app = create_shop_app()
schema = executable_schema()
"""
SCHEMA = ROOT / "src" / "querious" / "demo" / "schema.graphql"
ALICE = {"name": "alice", "fixedHeaders": [{"name": "Authorization", "value": "Bearer made-up"}]}
OPERATION = 'query Known { project(id: "1") { id members { id name } } }'


def commands(page: Path) -> list[str]:
    """What a page shows in blocks of code, each command once, without what is said of it."""
    text = page.read_text(encoding="utf-8")
    fenced = re.findall(r"^```(?:console|sh|bash|text|)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    indented = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    lines = "\n".join([*fenced, *indented]).replace("\\\n", "").splitlines()
    shown = [re.sub(r"\s+", " ", re.sub(r"\s#.*", "", line.removeprefix("$ "))).strip() for line in lines]
    return list(dict.fromkeys(line for line in shown if COMMAND.match(line) and not TABLE.match(line)))


SHOWN = [page for page in PAGES if commands(page)]


def test_there_are_commands():
    assert sum(len(commands(page)) for page in SHOWN) > 70


async def broken(scope, receive, send):
    """The one operation of the bookshop that has a fault."""
    await JSONResponse({"error": "no connection"}, 500)(scope, receive, send)


class Services:
    """The bookshop with a GraphQL API beside it; and the shop, whose two faces tell of the same."""

    def __init__(self) -> None:
        rest, graphql = create_rest_app(), create_app(["members-logic"])

        async def separate(scope, receive, send):
            faces = {"/graphql": graphql, "/shelves": broken}
            await faces.get(scope.get("path"), rest)(scope, receive, send)

        self.separate = serve_app(separate, 0, "")
        self.shop = serve_app(create_shop_app(), 0, "")

    def stop(self) -> None:
        self.separate.stop()
        self.shop.stop()


@pytest.fixture(scope="module")
def services():
    running = Services()
    yield running
    running.stop()


def traffic(url: str) -> dict:
    """As a browser saves it: an operation of GraphQL, and a REST call."""
    question = {"mimeType": "application/json", "text": json.dumps({"query": OPERATION})}
    json_type = [{"name": "content-type", "value": "application/json"}]
    answer = {"status": 200, "headers": json_type, "content": {"mimeType": "application/json", "text": "{}"}}
    requests = [
        {"method": "POST", "url": f"{url}/graphql", "headers": json_type, "postData": question},
        {"method": "GET", "url": f"{url}/books/1", "headers": []},
    ]
    entries = [{"request": request, "response": answer} for request in requests]
    return {"log": {"version": "1.2", "entries": entries}}


def call(folder: Path, *arguments: str) -> int:
    command = [sys.executable, "-m", "querious", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False).returncode


@pytest.fixture(scope="module")
def project(tmp_path_factory, services) -> Path:
    """What the pages suppose: code, descriptions, recordings, a saved run."""
    folder = tmp_path_factory.mktemp("project")
    url = services.separate.url
    for name in ("shop", "tests", "queries"):
        (folder / name).mkdir()
    for name in ("api", "asgi", "old", "schema"):
        (folder / "shop" / f"{name}.py").write_text(SHOP)
    for name in ("mymodule.py", "tests/facades.py"):
        (folder / name).write_text(FACADES)
    for name in ("tests/known.graphql", "queries/known.graphql"):
        (folder / name).write_text(OPERATION)
    for name in ("schema.graphql", "old.graphql"):
        shutil.copy(SCHEMA, folder / name)
    (folder / "book.json").write_text(json.dumps(BOOK))
    (folder / "auth.yaml").write_text(yaml.safe_dump({"auth": [ALICE]}))
    (folder / "access.jsonl").write_text(json.dumps({"query": OPERATION}) + "\n")
    (folder / "traffic.har").write_text(json.dumps(traffic(url)))
    assert call(folder, "harvest", "import", "traffic.har", "access.jsonl", "--store", "harvest.sqlite") == 0
    shutil.copy(folder / "harvest.sqlite", folder / "traffic.db")
    recorded = json.loads((folder / "traffic.har").read_text())
    recorded["log"]["entries"].pop(0)
    (folder / "rest.har").write_text(json.dumps(recorded))
    assert call(folder, "harvest", "import", "rest.har", "--store", "rest.sqlite") == 0
    assert call(folder, "run", url, "--requests", "100", "--json", "rest.json") == 1
    assert call(folder, "run", f"{url}/graphql", "--requests", "100", "--keep", "all", "--json", "main.json") == 1
    shutil.copy(folder / "main.json", folder / "known.json")
    return folder


@pytest.fixture
def folder(tmp_path, project) -> Path:
    """A copy of it, which commands may change."""
    return shutil.copytree(project, tmp_path, dirs_exist_ok=True)


def describe(folder: Path, url: str) -> None:
    """The description of the service, under the names that pages give it."""
    with urlopen(f"{url}/openapi.json") as answer:  # noqa: S310 - our own
        description = json.load(answer)
    for name in ("openapi.json", "old.json", "new.json"):
        (folder / name).write_text(json.dumps(description))
    (folder / "openapi.yaml").write_text(yaml.safe_dump(description))


def here(line: str, url: str, folder: Path) -> list[str]:
    """The arguments of a command, with what differs here: hosts, the day, the id of a finding, and less to ask."""
    runs = sorted((folder / ".querious" / "crud").glob("*.jsonl"))
    differing = {
        **PLACEHOLDERS,
        FINDING: json.loads((folder / "known.json").read_text())["findings"][0]["id"],
        DAY: (date.today() + timedelta(days=60)).isoformat(),  # noqa: DTZ011 - the day of the user
        "RUN": runs[-1].stem if runs else "",
    }
    words = shlex.split(os.path.expandvars(line.partition(" > ")[0]))
    words = [differing.get(word, word) for word in words[words.index("querious") + 1 :]]
    words = [HOST.sub(url, word) for word in words]
    for option, value in ENOUGH.get(words[0], {}).items():
        if option in words:
            words[words.index(option) + 1] = value
        else:
            words += [option, value]
    return words


def prepare(folder: Path, line: str, page: Path) -> None:
    """What a command rests on, where the one before it on the page was about something else."""
    if FINDING in line:
        shutil.copy(folder / "known.json", folder / ".querious" / "last-run.json")
    if ".querious/last-run.json --schema openapi.yaml" in line:
        shutil.copy(folder / "rest.json", folder / ".querious" / "last-run.json")
    if page.name == "recording.md":
        shutil.copy(folder / "rest.sqlite", folder / "harvest.sqlite")
    if line.startswith("querious learn") and "--only" not in line:
        (folder / "querious-baseline.json").unlink(missing_ok=True)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_does_its_work(page, folder, services, called, monkeypatch):
    url = services.shop.url if page.name in BOTH_FACES else services.separate.url
    describe(folder, url)
    monkeypatch.setenv("TOKEN", "t0ken-of-alice")
    monkeypatch.setenv("LOCAL_TOKEN", "t0ken-of-alice")
    for line in commands(page):
        if line.startswith(tuple(NOT_RUN)):
            continue
        prepare(folder, line, page)
        done = called(*here(line, url, folder), BROWSER="true")
        assert done.returncode in DID_ITS_WORK, f"$ {line}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stdout + done.stderr, line
