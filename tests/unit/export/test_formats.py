from __future__ import annotations

import ast
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.export import FORMATS, Example, ExampleOrigin, Ordered, Wants, files_of, prepare, suite
from querious.export.literals import plain, quoted

PYTEST = '''\
"""GetTeasers: what the API must answer."""

from graphql_checks import ask, check

QUERY = """
query GetTeasers($first: Int!) {
  teasers(first: $first) {
    title
    subTitle
    url
    __typename
  }
}
"""

ANSWER = ("Query!", {
    "teasers": ("[Teaser]", {
        "title": "String!",
        "subTitle": "String",
        "url": "String!",
        "__typename": "String!",
    }),
})


def test_get_teasers_first_2():
    response = ask(QUERY, {"first": 2})

    assert response.status == 200
    answer = response.json()
    assert not answer.get("errors")
    check(answer.get("data"), ANSWER)
'''

PHPUNIT = """\
declare(strict_types=1);

namespace GraphqlTests;

require_once __DIR__ . '/GraphqlChecks.php';

/** GetTeasers: what the API must answer. */
final class GetTeasersTest extends GraphqlChecks
{
    private const QUERY = <<<'GRAPHQL'
        query GetTeasers($first: Int!) {
          teasers(first: $first) {
            title
            subTitle
            url
            __typename
          }
        }
        GRAPHQL;

    private const ANSWER = ['Query!', [
        'teasers' => ['[Teaser]', [
            'title' => 'String!',
            'subTitle' => 'String',
            'url' => 'String!',
            '__typename' => 'String!',
        ]],
    ]];

    public function testGetTeasersFirst2(): void
    {
        $response = $this->ask(self::QUERY, ['first' => 2]);

        $this->assertSame(200, $response['status']);
        $answer = $this->decode($response);
        $this->assertSame([], $answer->errors ?? []);
        $this->check($answer->data ?? null, self::ANSWER);
    }
}
"""

VITEST = """\
import { expect } from 'vitest'

import { ask, differences, test, type Promised } from './graphql-checks'

const QUERY = /* GraphQL */ `
query GetTeasers($first: Int!) {
  teasers(first: $first) {
    title
    subTitle
    url
    __typename
  }
}
`

const ANSWER: Promised = ['Query!', {
  teasers: ['[Teaser]', {
    title: 'String!',
    subTitle: 'String',
    url: 'String!',
    __typename: 'String!',
  }],
}]

test('GetTeasers, first 2', async () => {
  const response = await ask(QUERY, { first: 2 })

  expect(response.status).toBe(200)
  const answer = response.json()
  expect(answer.errors ?? []).toEqual([])
  expect(differences(answer.data, ANSWER)).toEqual([])
})
"""


@pytest.mark.parametrize(("name", "expected"), [("pytest", PYTEST), ("phpunit", PHPUNIT), ("vitest", VITEST)])
def test_the_example_of_the_study_reads_as_a_colleague_would_write_it(name, expected, ready, videos, teasers):
    (script,) = suite(ready(videos, teasers))
    assert FORMATS[name].body(script) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_a_finding_says_what_was_wrong_and_looks_for_it(name, ready, videos, teasers):
    finding = Example(
        "{ teasers(first: 1) { url } }",
        {},
        origin=ExampleOrigin.FINDING,
        wants=Wants.SOUND,
        note="Teaser.url: server fault: division by zero",
        mark="Teaser.url 1a2b3c4d",
        unwelcome="division by zero",
    )
    (script,) = suite(ready(videos, finding))
    text = FORMATS[name].body(script)
    assert script.stem == "finding_teasers"
    assert script.trials[0].name == "teasers_teaser_url_1a2b3c4d"
    assert "Teaser.url: server fault: division by zero\n" in text
    assert re.search(r"< 500|assertLessThan\(500|toBeLessThan\(500\)", text)
    assert text.count("division by zero") == 2
    assert not re.search(r"== 200|\(200", text)


@pytest.mark.parametrize("name", FORMATS)
def test_an_invalid_operation_must_be_refused(name, ready, videos):
    document = '{ teasers(first: "\u202e") { nothing } }'
    (script,) = suite(
        ready(videos, Example(document, {}, origin=ExampleOrigin.FINDING, wants=Wants.REFUSAL, mark="ab"))
    )
    text = FORMATS[name].body(script)
    assert "the API took an operation that is invalid" in text
    assert "\u202e" not in text
    assert "ANSWER" not in text


HOSTILE = 'a"""\'\'\'`${x}\\ */ ?> #{y} <<<GRAPHQL\nGRAPHQL\n\r\x00\u2028\u202e\ud83d {$z} "); import os; ("'


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_text_stays_text(name, ready, videos):
    document = "query Q($id: ID!) { video(id: $id) { id } }"
    example = Example(document, {"id": HOSTILE}, note=HOSTILE, unwelcome=HOSTILE.replace("\ud83d", ""))
    (script,) = suite(ready(videos, example))
    text = FORMATS[name].body(script)
    assert not any(character in text for character in "\r\x00\u2028\u202e\ud83d")
    text.encode()
    if name == "pytest":
        tree = ast.parse(text)
        call = _call_of_ask(tree)
        assert ast.literal_eval(call.args[1]) == {"id": HOSTILE}
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    comments = [line.strip() for line in text.splitlines() if line.strip().startswith(("#", "//"))]
    assert comments
    assert not any("?>" in line or "*/" in line for line in comments)


@given(st.text())
def test_strings_of_python_are_read_as_they_were(text):
    (script,) = suite(prepare(_videos(), [Example("query Q($id: ID!) { video(id: $id) { id } }", {"id": text})])[0])
    tree = ast.parse(FORMATS["pytest"].body(script))
    call = _call_of_ask(tree)
    assert ast.literal_eval(call.args[1]) == {"id": text}


def _call_of_ask(tree):
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return next(call for call in calls if call.func.id == "ask")


def _videos():
    from graphql import build_schema  # noqa: PLC0415 - Hypothesis takes no fixtures of a test

    return build_schema("type Video { id: ID! } type Query { video(id: ID!): Video }")


def test_documents_with_quotes_and_backslashes_are_read_as_they_were():
    schema = _videos()
    for document in (r'{ video(id: "a\\b\"c") { id } }', '{ video(id: """a "" b""") { id } }'):
        (script,) = suite(prepare(schema, [Example(document, {})])[0])
        tree = ast.parse(FORMATS["pytest"].body(script))
        (constant,) = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "QUERY"]
        assert ast.literal_eval(constant.value).strip() == script.documents["QUERY"]


@pytest.mark.parametrize(
    ("variables", "php", "script"),
    [
        ({"id": {}}, """'{"id": {}}'""", "{ id: {} }"),
        ({"id": {"0": 1}}, """'{"id": {"0": 1}}'""", "{ id: { '0': 1 } }"),
        ({"id": 2**60}, f"['id' => {2**60}]", f"""'{{"id": {2**60}}}'"""),
        ({"id": 2**70}, f"""'{{"id": {2**70}}}'""", f"""'{{"id": {2**70}}}'"""),
        ({"id": [1.0, True, None]}, "['id' => [1.0, true, null]]", "{ id: [1.0, true, null] }"),
        ({"__proto__": 1}, "['__proto__' => 1]", "{ ['__proto__']: 1 }"),
        ({"id": "$a{$b}\n"}, r"""['id' => "\$a{\$b}\n"]""", r"{ id: '$a{$b}\n' }"),
    ],
)
def test_what_a_language_cannot_write_is_written_as_json(variables, php, script, ready):
    schema = "scalar Any type Query { video(id: Any): Int }"
    (made,) = suite(ready(schema, Example("query Q($id: Any) { video(id: $id) }", variables)))
    assert f"self::QUERY, {php})" in FORMATS["phpunit"].body(made)
    assert f"ask(QUERY, {script})" in FORMATS["vitest"].body(made)


def test_long_lists_of_words_fill_the_lines(ready):
    members = " ".join(f"MEMBER_NUMBER_{n}" for n in range(20))
    (script,) = suite(ready(f"enum E {{ {members} }} type Query {{ e: E }}", Example("{ e }", {})))
    for form in FORMATS.values():
        assert max(map(len, form.body(script).splitlines())) <= 100


def test_every_file_says_what_made_it_and_how_to_make_it_again(ready, videos, teasers):
    scripts = suite(ready(videos, teasers))
    for form in FORMATS.values():
        files = files_of(scripts, form, "querious export store --output ?>\ntests")
        assert form.support in files
        for text in files.values():
            head = text[len(form.first_line) :].splitlines()[:3]
            assert "written by querious export" in head[0]
            assert head[1].strip("#/ ") == "querious export store --output ? >\\ntests"
            assert "querious:" in head[2]


def test_the_order_is_written_for_the_framework(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers, Example("query GetTeasers { teasers(first: 1) { url } }", {})))
    entries = [Ordered("tests/a&b", script, trial) for trial in script.trials]
    assert FORMATS["pytest"].order(entries) == "tests/a&b::test_get_teasers\ntests/a&b::test_get_teasers_first_2\n"
    assert FORMATS["vitest"].order(entries) == "tests/a&b\n"
    assert FORMATS["phpunit"].order(entries).count("<file>tests/a&amp;b</file>") == 1


def test_comments_and_quotes():
    assert plain(" a\tb\nc\u202e ") == "a\\tb\\nc\\u202e"
    assert quoted("a'b", "'", str) == r"'a\'b'"
    assert json.loads(quoted('a"b\\', '"', str)) == 'a"b\\'
