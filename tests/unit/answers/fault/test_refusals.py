from __future__ import annotations

import pytest

from querious.answers.fault.refusals import STRUCTURE, VALUE
from querious.answers.fault.wordings import unquoted

DOCUMENTS = """
Unknown type "Nobody".
Unknown directive "@nobody".
Unknown fragment "F".
Field "count" must not have a selection since type "Int" has no subfields.
Field "Filter.name" of required type "String!" was not provided.
Directive "@include" argument "if" of type "Boolean!" is required, but it was not provided.
Variable "$x" is not defined by operation "Q".
Variable "$x" is never used in operation "Q".
Variable "$x" of type "Int" used in position expecting type "String".
Field "x" is not defined by type "Filter".
Fragment "F" cannot condition on non composite type "Int".
Fragment "F" is never used.
Fragment "F" cannot be spread here as objects of type "A" can never be of type "B".
Cannot spread fragment "F" within itself.
There can be only one argument named "id".
Directive "@skip" may not be used on QUERY.
Must provide an operation.
Must provide query string.
Unknown operation named "Q".
This anonymous operation must be the only defined operation.
Schema is not configured for mutations.
Schema is not configured to execute mutation operation.
Validation error of type FieldUndefined: Field 'x' in type 'Query' is undefined @ 'x'
Invalid syntax encountered. There are extra tokens in the text
InputObject 'Filter' doesn't accept argument 'x'
Field 'x' doesn't accept argument 'y'
Directive @nobody is not defined
Field 'node' is missing required arguments: id
Field must have selections (field 'me' returns User but has no selections.)
Selections can't be made on scalars (field 'count' returns Int but has selections ["x"])
Expected NAME, actual: RCURLY ("}") at [1, 3]
No such type Nobody, so it can't be a fragment condition
Nullability mismatch on variable $x and argument id (Int / Int!)
Type mismatch on variable $x and argument id (Int / String)
List dimension mismatch on variable $x and argument id ([Int] / Int)
Variable $x is declared by Q but not used
The argument `x` does not exist.
The variable `x` is not compatible with the type of the current location.
The following variables were not declared: x.
`me` is an object, interface or union type field. Leaf selections on objects are not allowed.
Expected a `Name`-token, but found a `RightBrace`-token.
Error parsing query: Expected "}"
'query_root' has no argument named 'x'
not a valid graphql query
Unexpected "}"
Unexpected end of input
 --> 1:3
""".strip("\n").splitlines()

VALUES = """
Variable "$x" of non-null type "Int!" must not be null.
Variable $x of type Int! was provided invalid value
Variable 'x' has an invalid value: Expected a value that can be converted to type 'Int' but it was a 'String'
Expected type Int!, found null.
Expected type 'Int', found "x".
Expected non-nullable type "Int!" not to be null.
Boolean cannot represent a non boolean value: "x"
Argument "id" of required type "ID!" was not provided.
Argument 'x' expected type 'String!' but got: 2000. Reason: String value expected
argument 'id' with value 'x' is not a valid 'Int'
Invalid value for argument "id", expected type "Int"
Exactly one key must be specified for OneOf type 'Choice'.
Could not coerce value "x" to Int
expected a 32-bit integer for type "Int", but found a string
unexpected null value for type "Int"
In argument "first": Expected type "Int", found "x".
In field "name": Unknown field.
The specified argument value does not match the argument type.
The specified value type of field `name` does not match the field type.
Int cannot parse the given literal of type `StringValueNode`.
""".strip().splitlines()

PEOPLE = """
Invalid value for email
Field "email" is required
Unknown operation
Unknown field of study
The argument is not convincing
The argument `id` is required
Expected a phone number
Variable costs must be positive
Must provide a name
Fragment not found
Expected type of document: invoice
Unexpected guests
Syntax is everything
The specified user was not found
In argument with the owner
The variable rate is not known
missing required field "email"
""".strip().splitlines()


@pytest.mark.parametrize("message", DOCUMENTS)
def test_a_document_is_refused(message: str):
    assert STRUCTURE.search(unquoted(message))


@pytest.mark.parametrize("message", VALUES)
def test_a_value_is_refused(message: str):
    assert VALUE.search(unquoted(message))
    assert not STRUCTURE.search(unquoted(message))


@pytest.mark.parametrize("message", PEOPLE)
def test_what_people_write_is_no_refusal_of_the_engine(message: str):
    assert not STRUCTURE.search(unquoted(message))
    assert not VALUE.search(unquoted(message))
