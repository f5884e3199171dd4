from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from graphql import build_schema

from querious.graphql.schema import Loaded


def test_it_is_a_value():
    schema = build_schema("type Query { a: Int }")
    loaded = Loaded(schema)
    assert (loaded.schema, loaded.notes, loaded.source) == (schema, (), "")
    with pytest.raises(FrozenInstanceError):
        loaded.source = "x"  # type: ignore[misc]
