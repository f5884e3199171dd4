from __future__ import annotations

import pytest

from querious.rest.openapi.facts import kind_of
from querious.rest.openapi.keywords import declared_types
from querious.rest.openapi.scalars import kinds_of


@pytest.mark.parametrize("said", [99, None, {}, [1, {}], True])
def test_a_type_that_is_none_says_nothing(said):
    schema = {"type": said, "anyOf": 3}
    assert declared_types(schema) == []
    assert kind_of(schema) == ""
    assert kinds_of(schema) == ["string"]
