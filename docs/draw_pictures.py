"""Draws the pictures of ``docs/how/``: ``make picture``. They need no script and load nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from querious.cli import commands
from querious.drawing import Edge, Picture, PictureNode, PictureStyle, svg

FOLDER: Final = Path(__file__).parent / "how"

WALK: Final = Picture(
    nodes=(
        PictureNode("target", "target", PictureStyle.ROOT),
        PictureNode("description", "description"),
        PictureNode("cases", "plan\ncases"),
        PictureNode("execute", "execute"),
        PictureNode("judge", "judge"),
        PictureNode("coverage", "coverage"),
        PictureNode("values", "values", PictureStyle.HIGHLIGHTED),
        PictureNode("shrink", "shrink"),
        PictureNode("report", "report\nexport"),
    ),
    edges=(
        Edge("target", "description"),
        Edge("description", "cases"),
        Edge("cases", "execute"),
        Edge("execute", "judge"),
        Edge("execute", "coverage"),
        Edge("execute", "values", kind=PictureStyle.HIGHLIGHTED),
        Edge("values", "cases", kind=PictureStyle.HIGHLIGHTED),
        Edge("judge", "shrink"),
        Edge("shrink", "report"),
        Edge("coverage", "report"),
    ),
    title="The walk of the data, with its one loop",
)

PHASES: Final = Picture(
    nodes=(
        PictureNode("tuples", "tuples", PictureStyle.ROOT),
        PictureNode("paths", "paths"),
        PictureNode("relations", "relations"),
        PictureNode("random", "random"),
        PictureNode("state", "state"),
        PictureNode("shrinking", "shrinking"),
    ),
    edges=(
        Edge("tuples", "paths"),
        Edge("paths", "relations"),
        Edge("relations", "random"),
        Edge("random", "state"),
        Edge("state", "shrinking"),
    ),
    title="A run in phases, under one budget of time and requests",
)


if __name__ == "__main__":
    for name, picture in {"walk.svg": WALK, "phases.svg": PHASES}.items():
        (FOLDER / name).write_text(svg(picture), encoding="utf-8")
        print(f"drawn: docs/how/{name}")
    of_types = ["--count", "--draw", "svg", "--output", str(FOLDER / "graph.svg")]
    commands.main(["paths", str(FOLDER / "schema.graphql"), *of_types], standalone_mode=False)
