from __future__ import annotations

import pytest

from querious.export import Example, Ordered, suite
from querious.export.formats.vitest import VITEST

EXPECTED = """\
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


def test_the_example_of_the_study_reads_as_a_colleague_would_write_it(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers))
    assert VITEST.body(script) == EXPECTED


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"id": {}}, "{ id: {} }"),
        ({"id": {"0": 1}}, "{ id: { '0': 1 } }"),
        ({"id": 2**60}, f"""'{{"id": {2**60}}}'"""),
        ({"id": 2**70}, f"""'{{"id": {2**70}}}'"""),
        ({"id": [1.0, True, None]}, "{ id: [1.0, true, null] }"),
        ({"__proto__": 1}, "{ ['__proto__']: 1 }"),
        ({"id": "$a{$b}\n"}, r"{ id: '$a{$b}\n' }"),
    ],
)
def test_what_the_language_cannot_write_is_written_as_json(variables, expected, ready):
    schema = "scalar Any type Query { video(id: Any): Int }"
    (script,) = suite(ready(schema, Example("query Q($id: Any) { video(id: $id) }", variables)))
    assert f"ask(QUERY, {expected})" in VITEST.body(script)


def test_the_order_is_written_for_the_framework(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers, Example("query GetTeasers { teasers(first: 1) { url } }", {})))
    entries = [Ordered("tests/a&b", script, trial) for trial in script.trials]
    assert VITEST.order(entries) == "tests/a&b\n"
