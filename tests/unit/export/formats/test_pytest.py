from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from querious.export import Example, Ordered, prepare, suite
from querious.export.formats.pytest import PYTEST

EXPECTED = '''\
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

HOSTILE = 'a"""\'\'\'`${x}\\ */ ?> #{y} <<<GRAPHQL\nGRAPHQL\n\r\x00\u2028\u202e\ud83d {$z} "); import os; ("'


def test_the_example_of_the_study_reads_as_a_colleague_would_write_it(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers))
    assert PYTEST.body(script) == EXPECTED


def test_hostile_text_is_read_as_it_was(ready, videos):
    document = "query Q($id: ID!) { video(id: $id) { id } }"
    (script,) = suite(ready(videos, Example(document, {"id": HOSTILE}, note=HOSTILE)))
    tree = ast.parse(PYTEST.body(script))
    assert ast.literal_eval(_call_of_ask(tree).args[1]) == {"id": HOSTILE}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


@given(st.text())
def test_strings_of_python_are_read_as_they_were(text):
    (script,) = suite(prepare(_videos(), [Example("query Q($id: ID!) { video(id: $id) { id } }", {"id": text})])[0])
    tree = ast.parse(PYTEST.body(script))
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
        tree = ast.parse(PYTEST.body(script))
        (constant,) = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "QUERY"]
        assert ast.literal_eval(constant.value).strip() == script.documents["QUERY"]


def test_the_order_is_written_for_the_framework(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers, Example("query GetTeasers { teasers(first: 1) { url } }", {})))
    entries = [Ordered("tests/a&b", script, trial) for trial in script.trials]
    assert PYTEST.order(entries) == "tests/a&b::test_get_teasers\ntests/a&b::test_get_teasers_first_2\n"
