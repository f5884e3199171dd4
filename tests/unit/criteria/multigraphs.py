"""Random multigraphs, and walks by brute force: the definitions written down, nothing shared with the source."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import strategies as st

from querious.graphql.graph import TypeGraph


@st.composite
def multigraphs(draw, most_nodes=6, most_edges=11):
    """Connected from node 0, with parallel edges, self-loops and edges back to the root."""
    size = draw(st.integers(1, most_nodes))
    pairs = [(draw(st.integers(0, node - 1)), node) for node in range(1, size)]
    ends = st.integers(0, size - 1)
    pairs += draw(st.lists(st.tuples(ends, ends), max_size=most_edges - len(pairs)))
    pairs.sort(key=lambda pair: pair[0])
    return TypeGraph([f"T{node}" for node in range(size)], [(a, b, f"f{i}") for i, (a, b) in enumerate(pairs)])


class Brute:
    """Everything by trying all walks."""

    def __init__(self, graph):
        self.graph = graph
        self.edges = list(zip(graph.sources, graph.targets, strict=True))

    def nodes(self, walk, start=0):
        return [self.edges[walk[0]][0] if walk else start, *(self.edges[edge][1] for edge in walk)]

    def is_walk(self, walk):
        return all(self.edges[a][1] == self.edges[b][0] for a, b in pairwise(walk))

    def is_simple(self, nodes):
        return len(set(nodes)) == len(nodes) or (
            len(nodes) > 1 and nodes[0] == nodes[-1] and len(set(nodes)) == len(nodes) - 1
        )

    def simple(self):
        """(start, edges) of all simple walks, those of length 0 included."""
        found = {(node, ()) for node in range(len(self.graph.names))}
        latest = found
        while latest:
            latest = {
                (start, (*walk, edge))
                for start, walk in latest
                for edge, (source, _) in enumerate(self.edges)
                if source == self.nodes(walk, start)[-1] and self.is_simple(self.nodes((*walk, edge)))
            }
            found = found | latest
        return found

    def prime(self):
        """(start, edges) of the simple walks that are proper parts of no other."""
        simple = self.simple()
        parts = set()
        for start, walk in simple:
            nodes = self.nodes(walk, start)
            for begin, end in product(range(len(nodes)), repeat=2):
                if begin <= end and end - begin < len(walk):
                    parts.add((nodes[begin], walk[begin:end]))
        return simple - parts

    def distance(self, node):
        """Edges on a shortest way from the root."""
        reached, steps = {0}, 0
        while node not in reached:
            reached |= {target for source, target in self.edges if source in reached}
            steps += 1
        return steps
