from __future__ import annotations

import pytest

from querious.export import Example


@pytest.mark.parametrize(
    ("document", "name", "label"),
    [
        ("query A { a } query B { b }", "B", "B"),
        ("mutation Set { a }", "", "Set"),
        ("{ a }", "", "an operation without a name"),
        ("not GraphQL", "", "an operation without a name"),
    ],
)
def test_an_example_is_called_by_the_name_of_its_operation(document, name, label):
    assert Example(document, {}, operation_name=name).label == label
