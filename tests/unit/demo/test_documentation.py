from __future__ import annotations

from pathlib import Path

from graphql import GraphQLObjectType

from querious.demo.executable import executable_schema
from querious.demo.faults import FAULTS, table

PAGE = Path(__file__).parents[3] / "docs" / "demo.md"


def test_the_page_holds_the_catalogue_as_it_is():
    assert table() in PAGE.read_text("utf-8")


def test_the_table_has_a_row_for_each_fault():
    rows = table().splitlines()[2:]
    assert len(rows) == len(FAULTS)
    assert rows[0].startswith("| `project-id-not-a-number` | study: input validation | `Query.project` |")


def test_the_page_counts_right():
    types = executable_schema().type_map.values()
    objects = [type_ for type_ in types if isinstance(type_, GraphQLObjectType) and not type_.name.startswith("__")]
    fields = sum(len(type_.fields) for type_ in objects)
    assert f"{len(objects)} object types with {fields} fields" in PAGE.read_text("utf-8")
