"""SDL, strictly valid or not, to a schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphql import (
    DocumentNode,
    ExecutableDefinitionNode,
    GraphQLSyntaxError,
    Source,
    TypeDefinitionNode,
    TypeExtensionNode,
    build_ast_schema,
    parse,
)
from graphql.validation.validate import validate_sdl

from querious.errors import SchemaError
from querious.graphql.schema.definitions import join
from querious.graphql.schema.loaded import Loaded
from querious.graphql.schema.references import check, federation
from querious.graphql.schema.validity import describe, place, settle
from querious.text.display import listing, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphql import GraphQLError, GraphQLSchema, Node

_TWICE = re.compile(r"\bonce\b|\bonly one\b|\balready\b")
_RULE = "a type defined twice is joined, of its members with one name the first counts"


def read_sdl(texts: Mapping[str, str], source: str) -> Loaded:
    """Join the texts, by file name, to one schema. Faults that leave a usable schema become notes."""
    definitions = [node for name, text in texts.items() for node in _parse(name, text)]
    described = [node for node in definitions if not isinstance(node, ExecutableDefinitionNode)]
    if not described:
        reason = "operations only, no type definitions" if definitions else "no definitions: it is empty"
        raise SchemaError(f"{source} holds {reason}; name a file with the types of the API")
    try:
        loaded = _build(described, source)
    except SchemaError as error:
        raise SchemaError(f"{source} cannot be used as a schema: {error}") from None
    dropped = len(definitions) - len(described)
    note = f"{source} holds operations or fragments among its type definitions, left out: {dropped:,}"
    return loaded.noted(note) if dropped else loaded


def _parse(name: str, text: str) -> Sequence[Node]:
    if _only_comments(text):
        return ()
    try:
        return parse(Source(text, name)).definitions
    except GraphQLSyntaxError as error:
        reason = one_line(error.message.removeprefix("Syntax Error: ")).removesuffix(".")
        raise SchemaError(f"{name} is neither SDL nor introspection JSON: {reason}{place(error)}") from None
    except RecursionError:
        raise SchemaError(f"{name} cannot be read: it is nested too deeply") from None


def _only_comments(text: str) -> bool:
    lines = (line.strip(" \t,\ufeff") for line in text.splitlines())
    return all(not line or line.startswith("#") for line in lines)


def _build(described: Sequence[Node], source: str) -> Loaded:
    problems = _sdl_problems(described)
    joined = join(described)
    assumed = federation(joined)
    joined += assumed
    check(joined)
    document = DocumentNode(definitions=tuple(joined))

    def build(assume_valid: bool) -> GraphQLSchema:  # noqa: FBT001 - settle() calls it with its one argument
        return build_ast_schema(document, assume_valid=assume_valid, assume_valid_sdl=True)

    schema, faults = settle(build)
    problems += faults
    rule = f" ({_RULE})" if any(_TWICE.search(problem.message) for problem in problems) else ""
    based = _without_base(described)
    names = [node.name.value for node in assumed]  # type: ignore[attr-defined]
    notes = {
        f"{source} is not strictly valid SDL but was read anyway{rule}; {describe(problems)}": problems,
        f"{source} extends types that it does not define, taken as definitions: {listing(based)}": based,
        f"{source} uses types of Apollo Federation without defining them, assumed: {listing(names)}": names,
    }
    return Loaded(schema, tuple(note for note, about in notes.items() if about), source)


def _sdl_problems(described: Sequence[Node]) -> list[GraphQLError]:
    """What graphql-core's rules for SDL say, but for extensions without a base and unknown types, told elsewhere."""
    try:
        found = validate_sdl(DocumentNode(definitions=tuple(described)))
    except RecursionError:
        raise SchemaError("it is nested too deeply") from None
    elsewhere = ("Unknown type ", "Cannot extend type ")
    return [problem for problem in found if not problem.message.startswith(elsewhere)]


def _without_base(described: Sequence[Node]) -> list[str]:
    defined = {node.name.value for node in described if isinstance(node, TypeDefinitionNode)}
    extended = dict.fromkeys(node.name.value for node in described if isinstance(node, TypeExtensionNode))
    return [name for name in extended if name not in defined]
