"""Random pictures, with labels that would break any language that does not quote them."""

from __future__ import annotations

from hypothesis import strategies as st

from querious.drawing import Edge, Picture, PictureNode, PictureStyle

HOSTILE = (
    *("end", "graph", "subgraph", "class", "style", "click", "default", "", " ", "a;b", "{x} [y] (z) |p|", "x --> y"),
    *('"quoted"', "it's", "<script>alert(1)</script>", "a & b &amp; &lt;", "#35; #quot; #", "%% comment", "two\nlines"),
    *(
        "1. list",
        "- list",
        "`code`",
        "back\\slash \\N \\l \\",
        "]]>",
        "<!-- -->",
        "日本語",
        "😀",
        "\u202ertl",
        "\ud800",
    ),
    *("\x00\x1b[31m", "\ufffe", "e" + "\u0301" * 9, "a\r\nb\rc", "ﬂ°°34¶ß", "A" * 300, "\n" * 9, "$$x$$", "\u2028"),
)

labels = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12), st.sampled_from(("book", "author", "name")))
kinds = st.sampled_from(PictureStyle)


@st.composite
def pictures(draw, most_nodes=12, most_edges=30):
    """Any graph: several parts, no root or many, self-loops, parallel edges."""
    size = draw(st.integers(1, most_nodes))
    ends = st.integers(0, size - 1)
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=most_edges))
    return Picture(
        tuple(PictureNode(f"key {place}", draw(labels), draw(kinds)) for place in range(size)),
        tuple(Edge(f"key {a}", f"key {b}", draw(labels), draw(kinds)) for a, b in pairs),
        draw(labels),
        draw(labels),
    )


@st.composite
def forests(draw, most_nodes=25):
    """Trees beside each other, the roots marked as such."""
    parents = draw(st.lists(st.integers(-1, most_nodes), max_size=most_nodes))
    roots = [place == 0 or parent < 0 or parent >= place for place, parent in enumerate(parents)]
    return Picture(
        tuple(
            PictureNode(str(place), draw(labels), PictureStyle.ROOT if root else PictureStyle.PLAIN)
            for place, root in enumerate(roots)
        ),
        tuple(
            Edge(str(parents[place]), str(place), draw(st.sampled_from(("", "x", "y"))))
            for place, root in enumerate(roots)
            if not root
        ),
    )


def picture_of(*pairs: tuple[str, str], root: str = "") -> Picture:
    """Nodes by name, edges from name to name."""
    names = dict.fromkeys(name for pair in pairs for name in pair)
    return Picture(
        tuple(PictureNode(name, name, PictureStyle.ROOT if name == root else PictureStyle.PLAIN) for name in names),
        tuple(Edge(a, b, f"{a} to {b}") for a, b in pairs),
    )


def cycle(size: int) -> Picture:
    return picture_of(*((f"T{node}", f"T{(node + 1) % size}") for node in range(size)), root="T0")


def complete(size: int) -> Picture:
    pairs = ((f"T{a}", f"T{b}") for a in range(size) for b in range(size))
    return picture_of(*pairs, root="T0")
