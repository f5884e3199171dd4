from __future__ import annotations

from typing import Any

import pytest

from querious.answers.fault.triage import ErrorKind, Triage, classify

FAULT, USER, AUTH = ErrorKind.SERVER_FAULT, ErrorKind.USER_ERROR, ErrorKind.AUTHORISATION
LIMIT, INVALID, ODD = ErrorKind.LIMIT, ErrorKind.INVALID, ErrorKind.UNEXPLAINED

APOLLO = {"code": "INTERNAL_SERVER_ERROR"}
JAVA = {"classification": "DataFetchingException"}
RUBY_PATH = {"path": ["query Found", "project"]}
AT = {"path": ["project", "name"]}
"""During execution."""
BEFORE: dict[str, Any] = {}
"""Before execution: no path."""


CHAINED = ["Traceback (most recent call last):", '  File "a.py", line 1', "KeyError: 'x'", "", "MyError: Gone"]


def ext(**extensions: Any) -> dict[str, Any]:
    return {"extensions": extensions}


# (who says so, message, the rest of the error, kind)
CRASHES = [
    ("Python AttributeError", "'NoneType' object has no attribute 'name'", AT),
    ("Python AttributeError of a class", "type object 'User' has no attribute 'nmae'", AT),
    ("Python IndexError", "list index out of range", AT),
    ("Python KeyError", "'owner'", AT),
    ("Python KeyError of a strange key", "'\\x00'", AT),
    ("Python TypeError", "unsupported operand type(s) for +: 'int' and 'str'", AT),
    ("Python TypeError, comparison", "'<' not supported between instances of 'str' and 'int'", AT),
    ("Python TypeError, call", "resolve_name() takes 1 positional argument but 2 were given", AT),
    ("Python TypeError, missing", "resolve() missing 1 required positional argument: 'id'", AT),
    ("Python TypeError, subscript", "'NoneType' object is not subscriptable", AT),
    ("Python ZeroDivisionError", "division by zero", AT),
    ("Python ValueError of int", "invalid literal for int() with base 10: 'abc'", AT),
    ("Python ValueError of float", "could not convert string to float: 'x'", AT),
    ("Python UnicodeEncodeError", "'latin-1' codec can't encode character '\\u20ac' in position 0", AT),
    ("Python surrogates", "'utf-8' codec can't encode character '\\ud800' in position 0: surrogates not allowed", AT),
    ("Python RecursionError", "maximum recursion depth exceeded while calling a Python object", AT),
    ("Python NUL", "embedded null byte", AT),
    ("Python OSError", "[Errno 2] No such file or directory: '/data/users.csv'", AT),
    ("Python UUID", "badly formed hexadecimal UUID string", AT),
    ("Python unhashable", "unhashable type: 'list'", AT),
    ("Python huge int", "Python int too large to convert to SQLite INTEGER", AT),
    ("Python json", "Expecting value: line 1 column 1 (char 0)", AT),
    ("Python strptime", "time data 'x' does not match format '%Y-%m-%d'", AT),
    ("Python name", "name 'usr' is not defined", AT),
    ("graphql-core without message", "An unknown error occurred.", AT),
    ("graphql-core non-null", "Cannot return null for non-nullable field Project.name.", AT),
    ("graphql-core iterable", "Expected Iterable, but did not find one for field 'Project.members'.", AT),
    ("graphql-core is_type_of", "Expected value of type 'Project' but got: <User instance>.", AT),
    ("graphql-core Int out", "Int cannot represent non-integer value: 'many'", AT),
    ("graphql-core Int 32 bits", "Int cannot represent non 32-bit signed integer value: 3000000000", AT),
    ("graphql-core String out", "String cannot represent value: <dict instance>", AT),
    ("graphql-core enum out", "Enum 'Role' cannot represent value: 'OWNER'", AT),
    ("graphql-core abstract", "Abstract type 'Node' must resolve to an Object type at runtime for field 'Query.node'.", AT),
    ("graphql-core runtime type", "Runtime Object type 'Cat' is not a possible type for 'Node'.", AT),
    ("graphql-js non-null", 'Cannot return null for non-nullable field "User.age".', {**AT, **ext(**APOLLO)}),
    ("JavaScript undefined", "Cannot read properties of undefined (reading 'name')", {**AT, **ext(**APOLLO)}),
    ("JavaScript null, old", "Cannot read property 'id' of null", AT),
    ("JavaScript function", "context.db.users.find is not a function", AT),
    ("JavaScript iterable", "object null is not iterable (cannot read property Symbol(Symbol.iterator))", AT),
    ("JavaScript stack", "Maximum call stack size exceeded", AT),
    ("JavaScript destructure", "Cannot destructure property 'id' of 'undefined' as it is undefined.", AT),
    ("JavaScript JSON", "Unexpected token < in JSON at position 0", AT),
    ("JavaScript JSON, new", "Unexpected token 'a', \"abc\" is not valid JSON", AT),
    ("JavaScript BigInt", "Cannot convert abc to a BigInt", AT),
    ("Node connection", "connect ECONNREFUSED 127.0.0.1:5432", {**AT, **ext(**APOLLO)}),
    ("axios", "Request failed with status code 503", AT),
    ("Prisma", "\nInvalid `prisma.user.findMany()` invocation:\n\n\nUnknown arg".strip(), AT),
    ("Java NPE", "java.lang.NullPointerException", AT),
    ("Java NPE of graphql-java", "Exception while fetching data (/project/name) : null", {**AT, **ext(**JAVA)}),
    ("Java helpful NPE", 'Cannot invoke "User.getName()" because "user" is null', {**AT, **ext(**JAVA)}),
    ("Java cast", "Exception while fetching data (/a) : class A cannot be cast to class B", {**AT, **ext(**JAVA)}),
    ("Java bounds", "Index 5 out of bounds for length 3", AT),
    ("Java NumberFormatException", 'For input string: "abc"', {**AT, **ext(**JAVA)}),
    ("Java Optional", "No value present", {**AT, **ext(**JAVA)}),
    (
        "graphql-java non-null",
        "The field at path '/P[0]/v' was declared as a non null type, but the code involved in retrieving data has x",
        {**AT, **ext(classification="NullValueInNonNullableField")},
    ),
    ("graphql-java serialise", "Can't serialize value (/project/stars) : Expected type 'Int' but was 'String'.", AT),
    ("Hibernate", "could not execute statement; SQL [n/a]; nested exception", {**AT, **ext(**JAVA)}),
    ("Spring", "INTERNAL_ERROR for 1234-abcd", {**AT, **ext(classification="INTERNAL_ERROR")}),
    ("DGS", "java.lang.IllegalStateException: boom", {**AT, **ext(errorType="INTERNAL")}),
    ("SmallRye", "System error", {**AT, **ext(exception="java.lang.NullPointerException", **JAVA)}),
    (".NET null", "Object reference not set to an instance of an object.", AT),
    (".NET LINQ", "Sequence contains no elements", AT),
    (".NET key", "The given key 'x' was not present in the dictionary.", AT),
    (".NET cast", "Unable to cast object of type 'A' to type 'B'.", AT),
    ("Hot Chocolate", "Unexpected Execution Error", {**AT, **ext(message="x", stackTrace="   at A.B(C c)")}),
    ("Hot Chocolate non-null", "Cannot return null for non-nullable field.", {**AT, **ext(code="HC0018")}),
    ("graphql-dotnet", "Error trying to resolve field 'project'.", {**AT, **ext(code="INVALID_OPERATION")}),
    ("Ruby nil", "undefined method `name' for nil:NilClass", AT),
    ("Ruby nil, 3.4", "undefined method 'name' for nil", AT),
    ("Ruby NUL", "string contains null byte", AT),
    ("Ruby encoding", "invalid byte sequence in UTF-8", AT),
    ("Ruby division", "divided by 0", AT),
    ("Rails", "PG::UndefinedColumn: ERROR:  column users.x does not exist", AT),
    ("PHP null", "Call to a member function getName() on null", AT),
    ("PHP index", 'Undefined array key "name"', AT),
    ("PHP type", "App\\F::x(): Argument #1 ($id) must be of type int, string given", AT),
    ("Lighthouse", "Internal server error", {**AT, **ext(category="internal")}),
    ("Laravel", "SQLSTATE[22003]: Numeric value out of range: 7", AT),
    ("Go nil", "runtime error: invalid memory address or nil pointer dereference", AT),
    ("Go bounds", "runtime error: index out of range [5] with length 3", AT),
    ("gqlgen panic", "internal system error", AT),
    ("gqlgen non-null", "must not be null", AT),
    ("gqlgen non-null, new", "the requested element is null which the schema does not allow", AT),
    ("Go strconv", 'strconv.Atoi: parsing "abc": invalid syntax', AT),
    ("Go pq", 'pq: invalid input syntax for type integer: "abc"', AT),
    ("gRPC", "rpc error: code = Internal desc = boom", AT),
    ("Rust unwrap", "called `Option::unwrap()` on a `None` value", AT),
    ("Rust panic", "thread 'main' panicked at src/main.rs:4:5", AT),
    ("Elixir", "no function clause matching in MyApp.Users.get/1", AT),
    ("Elixir protocol", "protocol Enumerable not implemented for nil", AT),
    ("Lacinia", "Non-nullable field was null.", AT),
    ("Sangria", "Internal server error", AT),
    ("PostgreSQL column", 'column "nan" does not exist', {**AT, **ext(**APOLLO)}),
    ("PostgreSQL syntax", 'syntax error at or near "\'"', AT),
    ("PostgreSQL NUL", 'invalid byte sequence for encoding "UTF8": 0x00', AT),
    ("PostgreSQL unique", 'duplicate key value violates unique constraint "users_email_key"', AT),
    ("PostgreSQL range", "integer out of range", AT),
    ("psycopg", "A string literal cannot contain NUL (0x00) characters.", AT),
    ("SQLAlchemy", "(sqlite3.OperationalError) no such table: users", AT),
    ("SQLite unique", "UNIQUE constraint failed: users.email", AT),
    ("SQLite syntax", 'near "\'": syntax error', AT),
    ("MySQL", "You have an error in your SQL syntax; check the manual", AT),
    ("MySQL deadlock", "Deadlock found when trying to get lock; try restarting transaction", AT),
    ("Oracle", 'ORA-00904: "X": invalid identifier', AT),
    ("Mongo cast", 'Cast to ObjectId failed for value "abc" (type string) at path "_id"', AT),
    ("Mongo duplicate", "E11000 duplicate key error collection: x.users index: email_1", AT),
    ("Yoga masks", "Unexpected error.", {**AT, **ext(code="INTERNAL_SERVER_ERROR", unexpected=True)}),
    ("GitHub", "Something went wrong while executing your query. Please include `A1` when reporting this.", BEFORE),
    ("Shopify", "Internal error. Looks like something went wrong on our end.", ext(**APOLLO)),
    ("AppSync", "boom", {**AT, "errorType": "Lambda:Unhandled"}),
    ("Hasura", "database query error", ext(code="unexpected", path="$")),
    ("Apollo, any throw", "boom", {**AT, **ext(**APOLLO)}),
    ("Apollo, a crash in development", "boom", {**AT, **ext(stacktrace=["TypeError: x", "    at f (/a.js:1:2)"])}),
    ("Ariadne, a crash in debug", "Sorry", {**AT, **ext(exception={"stacktrace": ["Traceback", "KeyError: 'x'"]})}),
    ("NestJS", "boom", {**AT, **ext(originalError={"statusCode": 500})}),
]  # fmt: skip

NOT_FOR_THE_SERVER = [
    # what the request is to blame for, in many servers' words; each is a near miss of a pattern above
    ("any", "User not found", AT, USER),
    ("any", "There is no such project.", {**AT, **ext(code="NOT_FOUND")}, USER),
    ("Apollo, a polite throw", "Project 'x' not found", {**AT, **ext(**APOLLO)}, USER),
    ("Apollo input", "Name must be at least 3 characters", {**AT, **ext(code="BAD_USER_INPUT")}, USER),
    ("an own code", "Nope", {**AT, **ext(code="PROJECT_ARCHIVED")}, USER),
    ("a quoted crash", 'User "NullPointerException" not found', AT, USER),
    ("a quoted crash", "No project is named 'TypeError: x is not a function'.", AT, USER),
    ("a quoted crash", "Invalid name “Traceback (most recent call last)”", AT, USER),
    ("not a KeyError", "'not found'", AT, USER),
    ("not a KeyError", "'There is nothing'", AT, USER),
    ("not a KeyError", '"a b" and "c d"', AT, ODD),
    ("not a KeyError", "owner", AT, ODD),
    ("index, politely", "The index is out of range: choose from 1 to 5", AT, USER),
    ("attribute, politely", "This object has no attributes", AT, USER),
    ("function, politely", "This role is not a functional one and cannot be chosen", AT, USER),
    ("null, politely", "Name must not be null", AT, USER),
    ("division, politely", "Please enter the division", AT, USER),
    ("token, politely", "Unexpected token in the expression, expected a number", AT, USER),
    ("iterable, politely", "A group needs at least one member", AT, USER),
    ("property, politely", "Cannot read the properties of a closed project", AT, USER),
    ("connection, politely", "The connection was refused by its owner", AT, ODD),
    ("column, politely", "The column you chose does not exist", AT, USER),
    ("syntax, politely", "There is a syntax error in your search", AT, ODD),
    ("duplicate, politely", "A project with this name already exists", AT, USER),
    ("deadlock, politely", "The two dates are in conflict", AT, USER),
    ("unknown, politely", "Unknown country", AT, USER),
    ("input coercion", 'Int cannot represent non-integer value: "x"', BEFORE, INVALID),
    ("status in a sentence", "Request failed with status code 404", AT, ODD),
    ("gRPC", "rpc error: code = NotFound desc = user not found", AT, USER),
    ("Java, on purpose", "java.lang.IllegalArgumentException: Name must not be empty", {**AT, **ext(**JAVA)}, USER),
    ("graphql-java", "Exception while fetching data (/user) : User not found", {**AT, **ext(**JAVA)}, USER),
    ("Apollo in development", "Bad", {**AT, **ext(code="BAD_USER_INPUT", stacktrace=["GraphQLError: Bad"])}, USER),
    ("Ariadne, chained", "Gone", {**AT, **ext(exception={"stacktrace": CHAINED})}, ODD),
    ("Hasura constraint", 'Uniqueness violation. duplicate key value violates unique constraint "a"',
     ext(code="constraint-violation"), USER),
    ("Hasura data", 'invalid input syntax for type uuid: "x"', ext(code="data-exception"), USER),
    ("NestJS", "Http Exception", {**AT, **ext(code="INTERNAL_SERVER_ERROR", originalError={"statusCode": 400})}, USER),
    ("Laravel", "The given data was invalid.", {**AT, **ext(category="validation", validation={"a": ["b"]})}, USER),
    ("GitHub", "Could not resolve to a User with the login of 'x'.", {**AT, "type": "NOT_FOUND"}, USER),
    ("DGS", "nope", {**AT, **ext(errorType="NOT_FOUND")}, USER),
    ("Spring", "nope", {**AT, **ext(classification="BAD_REQUEST")}, USER),
    ("graphql-java extended validation", "/name size must be between 1 and 5",
     {**AT, **ext(classification={"type": "ExtendedValidationError"})}, USER),
    ("AppSync", "The conditional request failed", {**AT, "errorType": "DynamoDB:ConditionalCheckFailedException"}, USER),
    ("Parse Server", "Nope", {**AT, **ext(code=137)}, USER),
    ("a number in the message", "Error 1001: Nope", AT, USER),
    ("a number that means anything", "Error 500: Nope", AT, FAULT),
    ("a scalar that crashes", "Variable '$d' got invalid value [1]; Expected type 'Date'. unhashable type: 'list'", BEFORE,
     INVALID),
    ("a scalar that lets an exception through", "Variable '$d' got invalid value 'x'; Invalid isoformat string: 'x'",
     BEFORE, INVALID),
    ("a scalar of graphql-js", 'Expected value of type "Date", found [1]; value.trim is not a function', BEFORE, INVALID),
    ("graphql-js, a sentence was thrown", 'Unexpected error value: "The order is not found"', {**AT, **ext(**APOLLO)}, USER),
    ("graphql-js, a word was thrown", 'Unexpected error value: "boom"', AT, FAULT),
    ("graphql-js, a crash", 'Unexpected error value: "TypeError: x is not a function"', AT, FAULT),
    ("graphql-js, nothing was thrown", "Unexpected error value: undefined", AT, FAULT),
    ("Parse Server", "You provided username or email, you need to also provide password.", AT, USER),
    ("Gatsby", "The $nin operator expects an array as value", AT, USER),
    # credentials
    ("Apollo", "You must be logged in", {**AT, **ext(code="UNAUTHENTICATED")}, AUTH),
    ("any", "Not authorized", AT, AUTH),
    ("any", "You do not have permission to perform this action", {**AT, **ext(**APOLLO)}, AUTH),
    ("GitHub", "Resource not accessible by integration", {**AT, "type": "FORBIDDEN"}, AUTH),
    ("Hot Chocolate", "The current user is not authorized.", {**AT, **ext(code="AUTH_NOT_AUTHORIZED")}, AUTH),
    ("Hasura", "x-hasura-admin-secret required", ext(code="access-denied"), AUTH),
    ("Lighthouse", "Unauthenticated.", ext(category="authentication"), AUTH),
    ("AppSync", "Not Authorized to access x on type Query", {**AT, "errorType": "Unauthorized"}, AUTH),
    ("JWT", "Could not verify JWT: JWTExpired", ext(code="invalid-jwt"), AUTH),
    ("Apollo", "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema",
     ext(code="GRAPHQL_VALIDATION_FAILED"), AUTH),
    ("any", "The author of this book is unknown", {**AT, **ext(code="AUTHOR_NOT_FOUND")}, USER),
    # limits
    ("graphql-depth-limit", "'' exceeds maximum operation depth of 5", ext(code="GRAPHQL_VALIDATION_FAILED"), LIMIT),
    ("graphql-armor", "Syntax Error: Query depth limit of 6 exceeded, found 7.", BEFORE, LIMIT),
    ("graphql-armor tokens", "Syntax Error: Token limit of 1000 exceeded.", ext(code="GRAPHQL_PARSE_FAILED"), LIMIT),
    ("graphql-java", "maximum query complexity exceeded 11 > 10", ext(classification="ExecutionAborted"), LIMIT),
    ("graphql-ruby", "Query has complexity of 300, which exceeds max complexity of 200", BEFORE, LIMIT),
    ("graphql-dotnet", "Query is too nested to execute. Depth is 12 levels, maximum allowed is 10.", BEFORE, LIMIT),
    ("gqlgen", "operation has complexity 9, which exceeds the limit of 5", ext(code="COMPLEXITY_LIMIT_EXCEEDED"), LIMIT),
    ("Shopify", "Throttled", ext(code="THROTTLED"), LIMIT),
    ("GitHub", "API rate limit exceeded", {"type": "RATE_LIMITED"}, LIMIT),
    ("Hot Chocolate", "The maximum allowed field cost was exceeded.", ext(code="HC0047"), LIMIT),
    ("Apollo", "Too many recursive selections", ext(code="MAX_RECURSIVE_SELECTIONS_EXCEEDED"), LIMIT),
    ("GitLab", "Request timed out. Please try a less complex query or a smaller set of records.", BEFORE, LIMIT),
    ("PostgreSQL", "canceling statement due to statement timeout", AT, LIMIT),
    # refused before execution
    ("graphql-js", 'Cannot query field "x" on type "Query".', BEFORE, INVALID),
    ("graphql-js syntax", "Syntax Error: Expected Name, found <EOF>.", BEFORE, INVALID),
    ("graphql-js leaf", 'Field "me" of type "User!" must have a selection of subfields.', BEFORE, INVALID),
    ("graphql-js argument", 'Unknown argument "x" on field "Query.me".', BEFORE, INVALID),
    ("graphql-js required", 'Field "node" argument "id" of type "ID!" is required, but it was not provided.', BEFORE, INVALID),
    ("graphql-js variable", 'Variable "$id" got invalid value false; ID cannot represent value: false',
     ext(code="BAD_USER_INPUT"), INVALID),
    ("graphql-js literal", 'Expected value of type "Int", found "x".', BEFORE, INVALID),
    ("graphql-js conflict", 'Fields "a" conflict because "x" and "y" are different fields.', BEFORE, INVALID),
    ("graphql-js fragment", 'Fragment cannot be spread here as objects of type "A" can never be of type "B".',
     ext(code="GRAPHQL_VALIDATION_FAILED"), INVALID),
    ("graphql-js enum", 'Value "X" does not exist in "Role" enum.', BEFORE, INVALID),
    ("old Apollo", 'Variable "$x" of required type "Int!" was not provided.', ext(**APOLLO), INVALID),
    ("graphql-java", "Validation error (FieldUndefined@[hellos]) : Field 'hellos' in type 'Query' is undefined",
     ext(classification="ValidationError"), INVALID),
    ("DGS", "Validation error (FieldUndefined@[hellos]) : Field 'hellos' in type 'Query' is undefined",
     {"path": ["hellos"], **ext(classification="ValidationError", errorType="BAD_REQUEST", errorDetail="FIELD_NOT_FOUND")},
     INVALID),
    ("graphql-java syntax", "Invalid syntax with offending token '}' at line 1 column 9",
     ext(classification="InvalidSyntax"), INVALID),
    ("graphql-ruby", "Field 'x' doesn't exist on type 'Query'", {**RUBY_PATH, **ext(code="undefinedField")}, INVALID),
    ("graphql-ruby, old", "Field 'post' doesn't exist on type 'Query'", BEFORE, INVALID),
    ("graphql-ruby value", "Argument 'first' on Field 'projects' has an invalid value (\"x\"). Expected type 'Int'.",
     {**RUBY_PATH, **ext(code="argumentLiteralsIncompatible")}, INVALID),
    ("graphql-ruby syntax", 'Parse error on "}" (RCURLY) at [1, 9]', BEFORE, INVALID),
    ("Hot Chocolate", "The field `x` does not exist on the type `Query`.", BEFORE, INVALID),
    ("Hot Chocolate variable", "Variable `id` is required.", ext(code="HC0018"), INVALID),
    ("gqlgen", 'Cannot query field "x" on type "Query".', ext(code="GRAPHQL_VALIDATION_FAILED"), INVALID),
    ("Hasura", "field \"x\" not found in type: 'query_root'", ext(code="validation-failed", path="$"), INVALID),
    ("Lighthouse", 'Cannot query field "x" on type "Query".', ext(category="graphql"), INVALID),
    ("Juniper", 'Unknown field "x" on type "Query"', BEFORE, INVALID),
    ("async-graphql", 'Unknown field "x" on type "Query". Did you mean "y"?', BEFORE, INVALID),
    ("async-graphql syntax", " --> 1:3\n  |\n1 | { \n  = expected selection", BEFORE, INVALID),
    ("Absinthe", 'Argument "id" has invalid value false.', BEFORE, INVALID),
    ("Absinthe syntax", "syntax error before: '}'", BEFORE, INVALID),
    ("Sangria", "Query does not pass validation. Violations:\n\nCannot query field 'x' on type 'Query'.", BEFORE, INVALID),
    ("Lacinia", "Cannot query field `x' on type `QueryRoot'.", BEFORE, INVALID),
    ("webonyx, during execution", "Nope", {**AT, **ext(category="graphql")}, USER),
    # nobody knows
    ("any", "Nope", AT, ODD),
    ("any", "", AT, ODD),
    ("any", "Nope", {**AT, **ext(code=9999)}, ODD),
    ("any", "null", BEFORE, ODD),
]  # fmt: skip


@pytest.mark.parametrize(
    ("server", "message", "rest"), CRASHES, ids=lambda value: value[:40] if isinstance(value, str) else ""
)
def test_the_server_is_to_blame(server: str, message: str, rest: dict[str, Any]):
    assert classify({"message": message, **rest}) is FAULT


@pytest.mark.parametrize(
    ("server", "message", "rest", "kind"),
    NOT_FOR_THE_SERVER,
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_somebody_else_is_to_blame(server: str, message: str, rest: dict[str, Any], kind: ErrorKind):
    assert classify({"message": message, **rest}) is kind


def test_the_tables_are_long_enough_to_mean_something():
    assert len(CRASHES) + len(NOT_FOR_THE_SERVER) >= 120


@pytest.mark.parametrize(
    ("status", "kind"), [(200, ODD), (400, ODD), (401, AUTH), (403, AUTH), (413, LIMIT), (429, LIMIT)]
)
def test_the_status_speaks_where_words_do_not(status: int, kind: ErrorKind):
    assert classify({"message": "Nope"}, status) is kind


@pytest.mark.parametrize(
    "sent", ["NullPointerException", "x' NullPointerException \"y", "my NullPointerException is long"]
)
def test_an_echo_of_what_was_sent_is_no_evidence(sent: str):
    polite = {"message": f"The name {sent} is not allowed", "path": ["rename"]}
    assert classify(polite) is FAULT
    assert classify(polite, sent=[sent]) is USER


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ('{"order_by": [{"message": "Select a valid choice.", "code": "invalid_choice"}]}', ErrorKind.USER_ERROR),
        ('{"error": "TypeError: Cannot read properties of undefined (reading \'map\')"}', ErrorKind.SERVER_FAULT),
        ("""{'size': ["Value 'active' is not a valid choice."]}""", ErrorKind.USER_ERROR),
        ('{"detail": "Permission denied"}', ErrorKind.AUTHORISATION),
    ],
)
def test_a_message_that_is_a_document_of_json_is_read(message: str, kind: ErrorKind):
    assert classify({"message": message, "path": ["a"]}) is kind


def test_a_complaint_behind_a_long_echo_is_read():
    sent = "\U0001f600" * 20_000
    assert classify({"message": f"'{sent}' is not a valid ID", "path": ["project"]}, sent=[sent]) is USER


def test_a_refusal_in_words_that_a_database_writes_in_capitals_is_polite():
    assert classify({"message": "limit must not be negative", "path": ["search"]}) is USER
    assert classify({"message": "LIMIT must not be negative", "path": ["search"]}) is FAULT


def test_an_echo_that_is_cut_short_is_no_evidence_either():
    error = {"message": "Bad: a NullPointerException, and m…", "path": ["rename"]}
    assert classify(error, sent=["a NullPointerException, and more"]) is ODD


def test_a_crash_beside_an_echo_is_still_a_crash():
    error = {"message": "ab TypeError cd: 'str' object has no attribute 'x'", "path": ["rename"]}
    assert classify(error, sent=["ab TypeError cd"]) is FAULT


def test_a_key_error_over_a_sent_value_is_a_crash():
    assert classify({"message": "'owner'", "path": ["project"]}, sent=["owner"]) is FAULT


def test_a_word_of_the_request_does_not_hide_a_crash():
    assert classify({"message": "list index out of range", "path": ["a"]}, sent=["index"]) is FAULT


@pytest.mark.parametrize("rest", [{"extensions": 5}, {"extensions": None}, {"path": 5}, {"message": 5}, {"type": []}])
def test_malformed_errors_are_read_as_far_as_they_go(rest: dict[str, Any]):
    assert classify({"message": "Nope", **rest}) is ODD


def test_triage_leaves_out_echoes_in_variables_and_literals(api: Any):
    error = {"message": "name NullPointerException is bad", "path": ["rename"]}
    by_variable = api.exchange(
        "mutation($n: String!) { rename(id: 1, name: $n) { id } }",
        {"errors": [error]},
        variables={"n": "NullPointerException"},
    )
    by_literal = api.exchange('mutation { rename(id: 1, name: "NullPointerException") { id } }', {"errors": [error]})
    without = api.exchange('mutation { rename(id: 1, name: "x") { id } }', {"errors": [error]})
    assert [list(Triage().kinds(exchange)) for exchange in (by_variable, by_literal, without)] == [
        [ODD],
        [ODD],
        [FAULT],
    ]
