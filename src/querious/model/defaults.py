"""What an API takes for an argument or input field that is left out, told alike by every version of graphql-core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import value_from_ast

if TYPE_CHECKING:
    from graphql import GraphQLArgument, GraphQLInputField


def default_of(declared: GraphQLArgument | GraphQLInputField) -> Any:
    """The default value; Undefined where there is none.

    Version 3.2 keeps it in ``default_value``. Since 3.3 a schema that was read, not written in Python, has it in
    ``default``, as it is spelt.
    """
    spelt = getattr(declared, "default", None)
    if spelt is None:
        return declared.default_value
    return spelt.value if spelt.literal is None else value_from_ast(spelt.literal, declared.type)
