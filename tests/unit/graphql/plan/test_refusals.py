from __future__ import annotations

import pytest

from querious.graphql.plan.refusals import Measure, Refusal, read

DEPTH, COST, SIZE = Measure.DEPTH, Measure.COST, Measure.SIZE


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        # graphql-depth-limit, Strawberry, graphene
        ("'Query7' exceeds maximum operation depth of 10", Refusal(DEPTH, 0, 10)),
        ("'' exceeds maximum operation depth of 10.", Refusal(DEPTH, 0, 10)),
        # graphql-ruby, GitLab
        ("Query has depth of 21, which exceeds max depth of 20", Refusal(DEPTH, 21, 20)),
        ("Query has complexity of 258, which exceeds max complexity of 250", Refusal(COST, 258, 250)),
        # graphql-java, DGS
        ("maximum query depth exceeded 10 > 7", Refusal(DEPTH, 10, 7)),
        ("maximum query complexity exceeded 1,200 > 1,000", Refusal(COST, 1200, 1000)),
        # GitHub
        (
            "This query requests up to 1,010,000 possible nodes which exceeds the maximum limit of 500,000.",
            Refusal(COST, 1_010_000, 500_000),
        ),
        ("By the time this query traverses to the issues connection, it exceeds the node limit.", Refusal(COST)),
        # graphql-cost-analysis, Ariadne, graphql-query-complexity, Saleor
        ("The query exceeds the maximum cost of 1000. Actual cost is 1234", Refusal(COST, 1234, 1000)),
        ("The query exceeds the maximum complexity of 20. Actual complexity is 30", Refusal(COST, 30, 20)),
        ("The query is too complex: 75. Maximum allowed complexity: 50", Refusal(COST, 75, 50)),
        ("query exceeds complexity limit", Refusal(COST)),
        # Hot Chocolate
        (
            "The GraphQL document has an execution depth of 12 which exceeds the max allowed execution depth of 5.",
            Refusal(DEPTH, 12, 5),
        ),
        ("The maximum allowed operation complexity was exceeded.", Refusal(COST)),
        ("The maximum allowed field cost was exceeded.", Refusal(COST)),
        # gqlgen, Absinthe, webonyx, Sangria, async-graphql, graphql-dotnet, mercurius
        ("operation has complexity 301, which exceeds the limit of 200", Refusal(COST, 301, 200)),
        ("Operation is too complex: complexity is 24 and maximum is 10", Refusal(COST, 24, 10)),
        ("Max query depth should be 5 but got 8.", Refusal(DEPTH, 8, 5)),
        ("Max query complexity should be 50 but got 88.", Refusal(COST, 88, 50)),
        ("Max query depth 7 is reached.", Refusal(DEPTH, 0, 7)),
        ("Query is nested too deep.", Refusal(DEPTH)),
        ("Query is too complex.", Refusal(COST)),
        (
            "Query is too nested to execute. Depth is 15 levels, maximum allowed on this endpoint is 10.",
            Refusal(DEPTH, 15, 10),
        ),
        ("query query depth (8) exceeds the query depth limit of 6", Refusal(DEPTH, 8, 6)),
        # graphql-armor, Apollo
        ("Syntax Error: Query depth limit of 6 exceeded, found 8.", Refusal(DEPTH, 8, 6)),
        ("Syntax Error: Query Cost limit of 5000 exceeded, found 5023.", Refusal(COST, 5023, 5000)),
        ("Syntax Error: Aliases limit of 15 exceeded, found 20.", Refusal(SIZE, 20, 15)),
        ("Maximum height (field count) limit exceeded in this operation", Refusal(SIZE)),
        ("Maximum aliases limit exceeded in this operation", Refusal(SIZE)),
        ("Syntax Error: Document contains more than 1000 tokens. Parsing aborted.", Refusal(SIZE, 0, 1000)),
        ("9 aliases found. Allowed: 5", Refusal(SIZE, 9, 5)),
        # Shopify
        ("Query cost is 2003, which exceeds the single query max cost limit (1000).", Refusal(COST, 2003, 1000)),
        # the web server
        ("Request Entity Too Large", Refusal(SIZE)),
        ("Query too complex, cost is 812", Refusal(COST, 812, 0)),
    ],
)
def test_refusals_are_read(message, expected):
    assert read(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "Throttled",
        "API rate limit exceeded: too many requests, maximum 100 nodes per minute",
        "Cannot query field 'depth' on type 'Query'.",
        "The maximum is unknown",
        "Not found",
        "",
    ],
)
def test_other_messages_are_not(message):
    assert read(message) is None
