from __future__ import annotations

from querious.graphql.graph import FIELDS, MODELS, STUDY, TYPES, GraphModel


def test_each_says_what_it_is():
    assert str(FIELDS) == "object types as nodes, parallel fields distinct"
    assert str(TYPES) == "object types as nodes, parallel fields collapsed"
    assert str(STUDY) == "object types, enums and custom scalars as nodes, parallel fields collapsed"
    assert str(GraphModel("own", enums=True)) == "object types and enums as nodes, parallel fields distinct"
    own = GraphModel("own", enums=True, scalars=("Time", "Date"))
    assert str(own) == "object types, enums, the scalar Time and the scalar Date as nodes, parallel fields distinct"


def test_their_names_are_distinct():
    assert [model.name for model in MODELS] == ["fields", "types", "study"]
