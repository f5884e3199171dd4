"""Exported tests, run by the frameworks they are for, against APIs that conform to their schema and APIs that do not."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from graphql import build_schema

from mocks.conforming import SPOILS, Conforming
from querious.export import FORMATS, Example, files_of
from querious.export.example import Wants
from querious.export.support.graphql_checks import differences
from querious.pipeline.export.use_case import Wish
from querious.pipeline.export.use_case import export as export_suite
from servers import answering, respond

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from http.server import BaseHTTPRequestHandler

VITEST = Path(__file__).parent.parent / "vitest" / "node_modules"
FRAMEWORKS = [
    "pytest",
    pytest.param(
        "phpunit",
        marks=pytest.mark.skipif(
            shutil.which("phpunit") is None, reason="phpunit is not installed: apt-get install php-cli phpunit"
        ),
    ),
    pytest.param(
        "vitest",
        marks=pytest.mark.skipif(
            shutil.which("node") is None or not (VITEST / "vitest").is_dir(),
            reason="Vitest is not installed: npm ci in tests/vitest (make unit does it)",
        ),
    ),
]
VITEST_OPTIONS = ("--reporter=verbose", "--pool=threads", "--no-isolate", "--no-file-parallelism")
"""One thread for all files: a process for each takes seconds."""
STUDY = """
interface Node { id: ID! }
enum VideoTypeEnum { ANIMATION LIVE_ACTION SCREENCAST }
type Teaser { title: String! subTitle: String publishedOnSite: Boolean url: String! duration: Float }
type Video implements Node { id: ID! title: String! url: String! videoType: VideoTypeEnum teaser: Teaser }
type Query { video(id: ID!): Video teasers(first: Int!): [Teaser] }
"""
TEASERS = {
    "query": "query GetTeasers($first: Int!) { teasers(first: $first) { title subTitle url __typename } }",
    "variables": {"first": 2},
    "operation_name": "GetTeasers",
    "created_at": "2021-03-03 08:57:46",
    "updated_at": "2021-05-05 16:55:19",
    "times_called": 301016,
}
SHOP = """
interface Node { id: ID! }
interface Named implements Node { id: ID! name: String! }
enum Colour { RED GREEN BLUE }
scalar Date
type Book implements Node & Named { id: ID! name: String! pages: Int! colour: Colour! author: Author! tags: [[String!]!]! day: Date }
type Author implements Node & Named { id: ID! name: String! books(first: Int!): [Book!]! rival: Author }
type Shelf { label: String! }
union Hit = Book | Author | Shelf
input Filter { text: String colour: Colour }
type Query {
  null: Shelf! type: Shelf! enum(id: ID!): Book! missing: Book! status: Boolean html: Boolean errors: Boolean
  search(text: String!, filter: Filter): [Hit!]! named: [Named!]!
}
type Mutation { add(name: String!): Book! }
"""
ASKED = {
    "Null": "query Null { null { label } }",
    "Type": "query Type { type { label } }",
    "Enum": "query Enum($id: ID!) { enum(id: $id) { colour } }",
    "Missing": "query Missing { missing { author { books(first: 2) { tags day } } } }",
    "Status": "query Status { status }",
    "Html": "query Html { html }",
    "Errors": "query Errors { errors }",
    "Search": "query Search($id: String!, $deep: Boolean!) { search(text: $id, filter: {colour: RED}) { ...Hit } } "
    "fragment Hit on Hit { ... on Named { id name } ... on Shelf { label } ... on Book { pages colour tags "
    "again: author @include(if: $deep) { name rival { id } } no: author @skip(if: $deep) { id } } }",
    "Named": "query Named { named { kind: __typename id ... on Book { pages } ... on Author { rival { name } } } }",
    "Add": 'mutation Add { add(name: "") { id } }',
}
VARIABLES = {"id": "a\"b'c\\d$e`f\n{$g}", "deep": True, "unused": {"empty": {}, "large": 2**60}}
WRONG = {
    "Null": "data.null.label: null, but it may not be (Shelf.label: String!)",
    "Type": "data.type.label: a list ([]), but String was promised (Shelf.label: String!)",
    "Enum": " is no member of Colour (Book.colour: Colour!)",
    "Missing": "missing, though it was asked for (",
    "Status": "500",
    "Html": "the answer is a web page (HTTP 200)",
    "Errors": "it went wrong",
}
"""What the tests of these operations say when the API does what their names say."""


class Suite:
    """A folder of exported tests, and how its framework runs them."""

    def __init__(self, framework: str, folder: Path) -> None:
        self.framework = framework
        self.folder = folder
        if framework == "vitest":
            (folder / "node_modules").symlink_to(VITEST)

    def compiled(self) -> tuple[int, str]:
        """What a strict compiler says of the tests in TypeScript."""
        options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--module", "esnext", "--target", "es2022"]
        options += ["--moduleResolution", "bundler", "--lib", "es2022,dom", "--skipLibCheck"]
        files = [path.name for path in self.folder.glob("*.ts")]
        line = ["node", str(VITEST / "typescript" / "bin" / "tsc"), *options, *files]
        result = subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    def run(self, url: str, *more: str, **environment: str) -> tuple[int, str]:
        lines = {
            "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "-vv", "-rs"],
            "phpunit": ["phpunit", "--no-configuration", "--verbose"],
            "vitest": ["node", str(VITEST / "vitest" / "vitest.mjs"), "run", "--root", ".", *VITEST_OPTIONS],
        }
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith(("GRAPHQL_", "PYTEST_", "COV_"))
        }
        told = {"GRAPHQL_URL": url} if url else {}
        result = subprocess.run(
            [*lines[self.framework], *(more or ((".",) if self.framework != "vitest" else ()))],
            cwd=self.folder,
            env={**clean, **told, "NO_COLOR": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return result.returncode, result.stdout + result.stderr


@pytest.fixture
def export(tmp_path):
    """Tests for these documents, written to a folder."""

    def make(framework: str, sdl: str, documents: Iterable[str]) -> Suite:
        folder = tmp_path / framework
        folder.mkdir()
        done = export_suite(
            build_schema(sdl), [Example(document, VARIABLES) for document in documents], Wish(mutations=True)
        )
        assert not done.left_out
        for name, text in files_of(done.scripts, FORMATS[framework], "querious export").items():
            (folder / name).write_text(text)
        return Suite(framework, folder)

    return make


@contextmanager
def misbehaving(seen: list[str]) -> Iterator[str]:
    """An API that does wrong what the name of an operation says; ``Search`` and the like are answered well."""
    mock = Conforming(build_schema(SHOP))

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        request = json.loads(body)
        name = re.search(r"(?:query|mutation) (\w+)", request["query"])[1]
        seen.append(name)
        spoil = name.lower() if name.lower() in SPOILS else ""
        content = mock.answer(request, spoil)
        if name == "Errors":
            content["errors"] = [{"message": "it went wrong"}]
        text = b"<html>" if name == "Html" else json.dumps(content).encode()
        respond(handler, text, 500 if name == "Status" else 200)

    with answering(answer) as url:
        yield url
    assert mock.spoiled == len(SPOILS)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_green_where_the_api_conforms_and_red_for_each_way_in_which_it_does_not(export, framework):
    suite = export(framework, SHOP, ASKED.values())
    mock = Conforming(build_schema(SHOP))
    with mock.serving() as url:
        status, told = suite.run(url)
    assert status == 0, told
    assert mock.asked == len(ASKED)
    seen: list[str] = []
    with misbehaving(seen) as url:
        status, told = suite.run(url)
    assert status != 0
    assert sorted(seen) == sorted(ASKED)
    for name, words in WRONG.items():
        assert words in told, f"{name} went unseen in {told}"
    counted = {"pytest": "7 failed, 3 passed", "phpunit": "Failures: 7", "vitest": "7 failed | 3 passed (10)"}
    assert counted[framework] in told


DENIED = b'{"errors": [{"message": "no", "extensions": {"code": "UNAUTHENTICATED"}}], "data": {"a": null}}'
HIDDEN = {
    "Unauthorized": (401, DENIED, "the API asks for credentials"),
    "Plain": (403, b'{"message": "no"}', "the API refused access (HTTP 403)"),
    "Code": (200, DENIED, "the API asks for credentials"),
    "Words": (200, b'{"errors": [{"message": "You are not logged in"}], "data": null}', "the API asks for credentials"),
    "Redirect": (302, b"", "the answer is a redirect (HTTP 302)"),
    "Page": (200, b"<!DOCTYPE html><title>Sign in</title>", "the answer is a web page (HTTP 200)"),
    "Nowhere": (404, b'{"detail": "Not Found"}', "there is no API at this address (HTTP 404)"),
    "Often": (429, b'{"errors": [{"message": "slow down"}]}', "the API was asked too often (HTTP 429)"),
}
"""Answers that tell nothing of the API, and what a test says of each."""


@pytest.mark.parametrize("wants", [Wants.SOUND, Wants.REFUSAL])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_test_that_could_not_look_is_not_green(tmp_path, framework, wants):
    examples = [Example(f"query {name} {{ a }}", {}, wants=wants) for name in HIDDEN]
    done = export_suite(build_schema("type Query { a: Int }"), examples, Wish())
    for name, text in files_of(done.scripts, FORMATS[framework], "querious export").items():
        (tmp_path / name).write_text(text)

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        status, text, _ = HIDDEN[re.search(r"query (\w+)", json.loads(body)["query"])[1]]
        respond(handler, text, status)

    with answering(answer) as url:
        status, told = Suite(framework, tmp_path).run(url)
    assert status != 0
    for _, _, words in HIDDEN.values():
        assert f"could not tell: {words}" in told
    counted = {"pytest": "8 failed", "phpunit": "Failures: 8", "vitest": "8 failed (8)"}
    assert counted[framework] in told, told


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_endpoint_and_credentials_come_from_the_environment(export, framework):
    seen = []

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        seen.append((handler.headers["Authorization"], handler.headers["X-Tenant"], json.loads(body)))
        respond(handler, b'{"data": {"a": 0}}')

    suite = export(framework, "type Query { a: Int }", ["query A { a }"])
    with answering(answer) as url:
        status, told = suite.run(url, GRAPHQL_TOKEN="s3cret", GRAPHQL_HEADERS='{"X-Tenant": "7"}')
    assert status == 0, told
    assert seen == [("Bearer s3cret", "7", {"query": "query A {\n  a\n}", "variables": VARIABLES})]
    status, told = suite.run("")
    assert status == 0, told
    assert "GRAPHQL_URL is not set: say where the API is" in told
    status, told = suite.run("http://127.0.0.1:9/graphql")
    assert status != 0


def test_pytest_finds_the_support_file_also_when_it_imports_by_importlib(export):
    suite = export("pytest", SHOP, [ASKED["Null"]])
    with Conforming(build_schema(SHOP)).serving() as url:
        status, told = suite.run(url, "--import-mode=importlib", ".")
    assert status == 0, told


@pytest.mark.parametrize("framework", FRAMEWORKS[:2])
def test_the_fault_of_the_study_is_found_as_a_user_would(querious, tmp_path, framework):
    (tmp_path / "schema.graphql").write_text(STUDY)
    (tmp_path / "log.jsonl").write_text(json.dumps(TEASERS))
    line = ("log.jsonl", "--schema", "schema.graphql", "--output", "exported", "--format", framework)
    result = querious("export", *line, "--order", "order")
    assert result.returncode == 0, result.stderr
    assert "counted as in the study, 4 of 13 fields (30.8%)" in result.stdout
    suite = Suite(framework, tmp_path / "exported")
    ordered = {"pytest": "@../order", "phpunit": "--configuration=../order"}[framework]
    with Conforming(build_schema(STUDY)).serving() as url:
        status, told = suite.run(url)
        assert status == 0, told
    with Conforming(build_schema(STUDY), "null", "Teaser.url").serving() as url:
        status, told = Suite(framework, tmp_path).run(url, ordered.replace("../", ""))
    assert status != 0
    assert "].url: null, but it may not be (Teaser.url: String!)" in told, told


@pytest.mark.skipif(not (VITEST / "typescript").is_dir(), reason="TypeScript is not installed: npm ci in tests/vitest")
def test_what_is_written_for_vitest_passes_a_strict_compiler(export):
    assert export("vitest", SHOP, ASKED.values()).compiled() == (0, "")


def test_a_finding_is_red_as_long_as_it_is_wrong(querious, tmp_path):
    schema = build_schema(STUDY)
    (tmp_path / "schema.graphql").write_text(STUDY)
    line = ("--schema", "schema.graphql", "--requests", "60", "--seed", "1", "--json", "run.json", "--no-save")
    with Conforming(schema, "null", "Teaser.url").serving() as url:
        run = querious("run", url, *line)
        assert run.returncode == 1, run.stdout + run.stderr
        made = querious("export", "run.json", "--output", "exported")
        assert made.returncode == 0, made.stderr
        suite = Suite("pytest", tmp_path / "exported")
        status, told = suite.run(url)
    assert status == 1
    assert "null where the schema promises String! (found by data" in told
    with Conforming(schema).serving() as url:
        status, told = suite.run(url)
    assert status == 0, told


def spoiled(value, random: Random):
    """The same data with something wrong in it, perhaps."""
    wrongs = (None, 0, 1.5, "", "text", True, [], {}, [None], {"__typename": "Book"}, {"odd": 1}, 2**40)
    if random.random() < 0.08:
        return random.choice(wrongs)
    if isinstance(value, dict):
        kept = {key: spoiled(item, random) for key, item in value.items() if random.random() > 0.04}
        return kept | ({"more": 1} if random.random() < 0.03 else {})
    return [spoiled(item, random) for item in value] if isinstance(value, list) else value


PHP_AGREES = """<?php
namespace GraphqlTests;
require_once __DIR__ . '/GraphqlChecks.php';
final class AgreementTest extends GraphqlChecks
{
    public function testAgreement(): void
    {
        foreach (file(__DIR__ . '/cases.jsonl') as $line) {
            [$data, $errors] = json_decode($line);
            [, , $promised, $types, $expected] = json_decode($line, true);
            $this->assertSame($expected, $this->differences($data, $promised, $types, $errors));
        }
    }
}
"""
TYPESCRIPT_AGREES = """
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differences } from './graphql-checks'
test('agreement', () => {
  for (const line of readFileSync('cases.jsonl', 'utf8').trim().split('\\n')) {
    const [data, errors, promised, types, expected] = JSON.parse(line)
    expect(differences(data, promised, types, errors)).toEqual(expected)
  }
})
"""


@pytest.mark.parametrize("framework", FRAMEWORKS[1:])
def test_all_languages_find_the_same_and_say_it_in_the_same_words(export, framework):
    suite = export(framework, SHOP, [ASKED["Null"]])
    promised = ("Root!", {"hits": ("search: [Hit!]!", HIT), "shelf": ("Shelf", {"label": "String"}), "n": "[[Int!]]"})
    types = {
        "Hit": ["Book", "Author", "Shelf"],
        "Named": ["Book", "Author"],
        "Colour": ["RED", "GREEN"],
        "Date": "string",
    }
    random = Random(1)
    lines, told = [], 0
    for number in range(400):
        data = spoiled(RIGHT, random)
        errors = (
            [] if number % 4 else [{"message": "no", "path": random.choice((["hits", 1], ["shelf", "label"], None))}]
        )
        expected = differences(data, promised, types, errors)
        told += len(expected)
        lines.append(json.dumps([data, errors, promised, types, expected]))
    assert told > 400
    (suite.folder / "cases.jsonl").write_text("\n".join(lines) + "\n")
    name, text = {"phpunit": ("AgreementTest.php", PHP_AGREES), "vitest": ("agreement.test.ts", TYPESCRIPT_AGREES)}[
        framework
    ]
    (suite.folder / name).write_text(text)
    status, said = suite.run("", name)
    assert status == 0, said[-3000:]
    assert re.search(r"OK \(1 test|1 passed", said), said


HIT = {
    "__typename": "String!",
    "... on Named": {"id": "ID!", "title": "name: String!"},
    "... on Book": {"pages": "Int", "price": "Float!", "colour": "Colour", "day": "Date", "odd": "Strange!"},
    "... on Shelf": {"label": "String"},
}
RIGHT = {
    "hits": [
        {
            "__typename": "Book",
            "id": "1",
            "title": "",
            "pages": 0,
            "price": 0.5,
            "colour": "RED",
            "day": "today",
            "odd": False,
        },
        {"__typename": "Author", "id": "2", "title": "a"},
        {"__typename": "Shelf", "label": None},
    ],
    "shelf": {"label": "é"},
    "n": [[], [1, 2], None],
}
