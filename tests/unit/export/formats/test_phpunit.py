from __future__ import annotations

import pytest

from querious.export import Example, Ordered, suite
from querious.export.formats.phpunit import PHPUNIT

EXPECTED = """\
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


def test_the_example_of_the_study_reads_as_a_colleague_would_write_it(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers))
    assert PHPUNIT.body(script) == EXPECTED


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"id": {}}, """'{"id": {}}'"""),
        ({"id": {"0": 1}}, """'{"id": {"0": 1}}'"""),
        ({"id": 2**60}, f"['id' => {2**60}]"),
        ({"id": 2**70}, f"""'{{"id": {2**70}}}'"""),
        ({"id": [1.0, True, None]}, "['id' => [1.0, true, null]]"),
        ({"__proto__": 1}, "['__proto__' => 1]"),
        ({"id": "$a{$b}\n"}, r"""['id' => "\$a{\$b}\n"]"""),
    ],
)
def test_what_the_language_cannot_write_is_written_as_json(variables, expected, ready):
    schema = "scalar Any type Query { video(id: Any): Int }"
    (script,) = suite(ready(schema, Example("query Q($id: Any) { video(id: $id) }", variables)))
    assert f"self::QUERY, {expected})" in PHPUNIT.body(script)


def test_the_order_is_written_for_the_framework(ready, videos, teasers):
    (script,) = suite(ready(videos, teasers, Example("query GetTeasers { teasers(first: 1) { url } }", {})))
    entries = [Ordered("tests/a&b", script, trial) for trial in script.trials]
    assert PHPUNIT.order(entries).count("<file>tests/a&amp;b</file>") == 1
