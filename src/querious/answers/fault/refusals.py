"""Words with which servers refuse an operation before they execute it.

Each must be one that only a GraphQL engine says: applications write "Invalid value for email" too.
"""

from __future__ import annotations

from typing import Final

from querious.answers.fault.wordings import any_of

STRUCTURE: Final = any_of(
    (
        # graphql-js, graphql-core, Ariadne, Strawberry, graphene, webonyx, gqlgen, Sangria, graphql-go
        r"^Cannot query field <>|^Unknown (?:type|fragment|directive|argument|field) <>|^Syntax Error\b",
        r"^Field <> must not have a selection|^Field <> of type <> must have a (?:selection|sub ?selection)",
        r"^(?:Field|Directive) <>,? argument <> of type|^Field <> of required type <> was not provided",
        r"^Variable <> (?:is (?:not defined|never used)|of type <> used in position)|^Field <> is not defined by type",
        r"^Fragment(?: <>)? (?:cannot (?:be spread|condition)|is never used)|^Fields <> conflict",
        r"^Cannot spread fragment",
        r"^There can be only one (?:argument|operation|variable|fragment|input field) named",
        r"^Directive <> may not be used",
        r"^Must provide (?:an operation|query string|operation name)|^Unknown operation named <>",
        r"^This anonymous operation must be|^Schema is not configured (?:for|to execute)",
        r"^Query does not pass validation",
        # graphql-java, DGS, Spring
        r"^Validation error(?: of type \w+| \(\w+@\[)|^Invalid syntax (?:with|encountered|:)",
        # graphql-ruby
        r"^(?:Field|InputObject) <> doesn't (?:exist on type|accept argument)|^Directive @\w+ is not defined",
        r"^Field <> is missing required arguments|^Field must have selections|^Selections can't be made",
        r"^Parse error on <>|^Expected \w+, actual: |^No such type .* fragment|^List dimension mismatch on variable",
        r"^(?:Nullability|Type) mismatch on variable|^Variable \$\w+ is (?:declared|used) by",
        # Hot Chocolate, graphql-dotnet
        r"^The field <> does not exist on the type|^The argument <> does not exist|^Error parsing query:",
        r"^The variable <> is not (?:compatible|declared)|^The following variables were not (?:declared|used)",
        r"^<> is an object, interface or union type field|^Expected a <>-token",
        # Hasura
        r"^field <> not found in type:|^<> has no argument named|^not a valid graphql query",
        # Juniper, async-graphql, Absinthe, Lacinia
        r"^Unexpected (?:<>|end of input)$|^ *--> \d+:\d+|^syntax error before: ",
    )
)
"""The document itself is refused: unknown names, wrong nesting, bad syntax."""

VALUE: Final = any_of(
    (
        r"^Variable (?:<>|\$\w+) (?:got invalid value|has (?:an )?invalid|of (?:non-null |required )?type)",
        r"^Variable (?:<>|\$\w+) .*(?:was not provided|must not be null|expected value|cannot be (?:non-)?null)",
        r"^Expected value of type <>, (?:found|but encountered error)",
        r"^Expected (?:non-nullable )?type (?:<>|\S+)(?:,? (?:found|not to be)|\.)",
        r"^(?:Int|Float|String|Boolean|ID|Enum <>) cannot represent|^Value <> does not exist in <> enum",
        r"^Argument <> (?:has invalid value|on \w+ <> has an invalid value|expected type|of required type)",
        r"^Argument <> with value .* is not|^Invalid value for argument <>, expected|^Exactly one key must be",
        r"^Could not coerce value <> to|^expected .* for type <>,? but found|^unexpected null value for type",
        r"^In (?:argument|field) <>: (?:Expected|Unknown|In )|^The specified (?:argument|input) .*does not match",
        r"^The specified value type of field",
        r"cannot parse the given (?:literal|value)",
    )
)
"""A value is refused before anything is executed."""

COERCION: Final = any_of(
    (
        r"^Variable (?:<>|\$\w+) (?:got invalid value|has an invalid value|of type \S+ was provided invalid value)",
        r"^Expected value of type <>, (?:found|but encountered error)",
        r"^Argument <> (?:has invalid value|on \w+ <> has an invalid value)",
        r"^Invalid value for argument <>, expected type|^Could not coerce value <> to|^Validation error \(WrongType@\[",
        r"^Failed to parse <>: ",
        r"cannot parse the given (?:literal|value)",
    )
)
"""A value is refused, and what follows are the words of whatever could not read it: of a custom scalar, any words."""
