"""What a schema says of who may ask a field: directives that were applied to it, else the words of its description."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql import GraphQLObjectType

from querious.access.reading import AccessDemand
from querious.model.operation import Field

if TYPE_CHECKING:
    from graphql import GraphQLField, GraphQLSchema

    from querious.model import Operation

_DIRECTIVES: Final = re.compile(
    r"(?i)^(?:auth|authenticated|is_?authenticated|requires?_?auth(?:entication)?|logged_?in|login_?required|protected"
    r"|has_?roles?|requires?_?roles?|has_?scopes?|requires_?scopes|has_?permissions?|permissions?|authori[sz]ed?|can)$"
)
_ROLE_DIRECTIVES: Final = re.compile(r"(?i)role|scope|permission|^can$")
_WORDS: Final = re.compile(
    r"(?i)\b(?:requires? (?:authentication|login|a (?:valid )?(?:token|login|session))"
    r"|requires? (?:you )?to be (?:logged|signed) in"
    r"|must be (?:logged in|signed in|authenticated)"
    r"|(?:authenticated|logged[- ]in|signed[- ]in) users only|only (?:for )?(?:authenticated|logged[- ]in|signed[- ]in)"
    r"|authentication (?:is )?required|login required)\b"
)
_ROLE_WORDS: Final = re.compile(
    r"(?i)\b(?:requires? (?:the )?(?:\w+ )?(?:role|admin(?:istrator)?|permission|scope)|admin(?:istrator)?s? only"
    r"|only (?:for |by |to )?(?:admin(?:istrator)?s?|staff|moderators?|managers?|owners?)"
    r"|must be an? (?:admin|owner|staff)\w*)\b"
)


def demand_of(schema: GraphQLSchema, operation: Operation) -> AccessDemand | None:
    """What the field at the root demands."""
    node = next((one for one in operation.selections if isinstance(one, Field)), None)
    if node is None:
        return None
    parent = schema.type_map.get(node.parent)
    declared = parent.fields.get(node.name) if isinstance(parent, GraphQLObjectType) else None
    return None if declared is None else demand_of_field(declared)


def demand_of_field(field: GraphQLField) -> AccessDemand | None:
    """What one field demands; None where nothing is said."""
    # Newer versions of graphql-core have None where there are none.
    for directive in (field.ast_node.directives or ()) if field.ast_node is not None else ():
        if _DIRECTIVES.match(directive.name.value):
            told = " ".join(argument.value.to_dict().get("value", "") or "" for argument in directive.arguments or ())
            is_role = bool(_ROLE_DIRECTIVES.search(directive.name.value)) or bool(told.strip())
            return AccessDemand(f"@{directive.name.value}", role=is_role, certain=True)
    words = field.description or ""
    for pattern, is_role in ((_ROLE_WORDS, True), (_WORDS, False)):
        found = pattern.search(words)
        if found:
            return AccessDemand(f'"{found[0]}"', role=is_role)
    return None
