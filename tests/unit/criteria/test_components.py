from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.graph import strongly_connected

EDGES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def connected(edges, inside):
    """Pairs (a, b) such that b can be reached from a."""
    pairs = {(node, node) for node in inside} | {(a, b) for a, b in edges if a in inside and b in inside}
    while True:
        more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
        if not more:
            return pairs
        pairs |= more


@given(EDGES, st.sets(st.integers(0, 7)))
def test_against_mutual_reachability(edges, inside):
    out = [[index for index, (source, _) in enumerate(edges) if source == node] for node in range(8)]
    found = strongly_connected(sorted(inside), out, [target for _, target in edges])
    pairs = connected(edges, inside)
    expected = {frozenset(b for b in inside if (a, b) in pairs and (b, a) in pairs) for a in inside}
    assert {frozenset(group) for group in found} == expected
    assert sum(map(len, found)) == len(inside)
    for index, group in enumerate(found):
        assert group == sorted(group)
        assert not any((group[0], later[0]) in pairs for later in found[index + 1 :])


def test_a_chain_of_any_length():
    size = 5_000
    out = [[node] for node in range(size - 1)] + [[]]
    assert len(strongly_connected(range(size), out, range(1, size + 1))) == size
