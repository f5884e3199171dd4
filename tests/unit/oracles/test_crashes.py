"""One sample for each wording, as its language or library writes it, and near misses that people write."""

from __future__ import annotations

import pytest

from querious.oracles.crashes import CRASH, CRASH_LINE, CRASH_TYPES, OUTPUT, RAW
from querious.oracles.triage import Kind, classify
from querious.oracles.wordings import unquoted

BEATS_EVERYTHING = """
'tuple' object does not support item assignment
'str' object cannot be interpreted as an integer
pop from empty list
pop from an empty deque
dictionary changed size during iteration
bad operand type for unary -: 'str'
integer division or modulo by zero
float division by zero
integer modulo by zero
can only concatenate str (not "int") to str
resolve_user() got an unexpected keyword argument 'id'
f() got multiple values for argument 'id'
not enough values to unpack (expected 2, got 1)
too many values to unpack (expected 2)
cannot unpack non-iterable NoneType object
local variable 'user' referenced before assignment
cannot access local variable 'user' where it is not associated with a value
object NoneType can't be used in 'await' expression
argument of type 'NoneType' is not iterable
a bytes-like object is required, not 'str'
string indices must be integers, not 'str'
int() argument must be a string, a bytes-like object or a real number, not 'NoneType'
must be real number, not str
expected string or bytes-like object, got 'NoneType'
Object of type datetime is not JSON serializable
object of type 'NoneType' has no len()
Out of range float values are not JSON compliant
cannot convert float NaN to integer
math domain error
int too large to convert to float
Exceeds the limit (4300 digits) for integer string conversion
generator raised StopIteration
Event loop is closed
no running event loop
You cannot call this from an async context - use a thread or sync_to_async.
coroutine 'resolve' was never awaited
Support for returning GraphQLObjectType from resolve_type was removed in GraphQL-core 3.2
Could not determine the exact type of 'Node'
Can't resolve '/node'. Abstract type 'Node' must resolve to an Object type at runtime
Field resolver returned a single value, expected a collection of values.
Exception in resolver for `Query/user': boom
Expected field Query.users to return iterable, but got: instance of User.
String cannot serialize the given value.
Invalid count value: -1
socket hang up
fetch failed
Cannot convert undefined or null to object
undefined is not an object (evaluating 'a.b')
Invalid array length
Reduce of empty array with no initial value
Converting circular structure to JSON
Cannot access 'user' before initialization
Cannot mix BigInt and other types, use explicit conversions
Assignment to constant variable.
URI malformed
toFixed() digits argument must be between 0 and 100
No enum constant com.acme.Role.OWNER
java.lang.String cannot be cast to java.lang.Integer
None.get
head of empty list
Comparison method violates its general contract!
failed to lazily initialize a collection of role: com.acme.User.posts
query did not return a unique result: 2
detached entity passed to persist: com.acme.User
Transaction silently rolled back because it has been marked as rollback-only
No matching field found: getName for class graphql.language.InlineFragment
/ by zero
Value cannot be null. (Parameter 'source')
Index was outside the bounds of the array.
Nullable object must have a value.
Arithmetic operation resulted in an overflow.
Attempted to divide by zero.
Collection was modified; enumeration operation may not execute.
A second operation was started on this context instance before a previous operation completed.
Cannot access a disposed context instance.
An error occurred while saving the entity changes. See the inner exception for details.
Specified argument was out of the range of valid values. (Parameter 'index')
uninitialized constant Types::UserType
comparison of String with 5 failed
wrong number of arguments (given 1, expected 3)
no implicit conversion of nil into String
can't convert nil into Integer
stack level too deep
nil can't be coerced into Integer
can't modify frozen String: "x"
incompatible character encodings: UTF-8 and ASCII-8BIT
bignum too big to convert into `long'
9999999999 is out of range for ActiveModel::Type::Integer with limit 4 bytes
Trying to access array offset on value of type null
Attempt to read property "name" on null
Allowed memory size of 134217728 bytes exhausted
Maximum execution time of 30 seconds exceeded
Array to string conversion
Object of class App\\User could not be converted to string
Malformed UTF-8 characters, possibly incorrectly encoded
Uncaught TypeError: x
App\\F::x(): Return value must be of type int, null returned
sql: Scan error on column index 0
** (KeyError) key not found
key :name not found in: nil
expected at most one result but got 2 in query
slice bounds out of range [:5] with capacity 3
interface conversion: interface {} is nil, not string
assignment to entry in nil map
concurrent map writes
json: cannot unmarshal string into Go value of type int
dial tcp 10.0.0.1:5432: connect: connection refused
index out of bounds: the len is 3 but the index is 5
already mutably borrowed: BorrowError
attempt to subtract with overflow
byte index 1 is not a char boundary; it is inside 'é'
no match of right hand side value: nil
no case clause matching: nil
no cond clause evaluated to a truthy value
bad argument in arithmetic expression
no such table: users
Incorrect syntax near 'x'.
Unknown column 'x' in 'where clause'
SQLITE_CONSTRAINT: x
operator does not exist: integer = text
function lower(integer) does not exist
permission denied for table users
unterminated quoted string at or near "'"
unsupported Unicode escape sequence
current transaction is aborted, commands ignored until end of transaction block
Lock wait timeout exceeded; try restarting transaction
could not serialize access due to concurrent update
psycopg2.errors.UndefinedColumn: x
asyncpg.exceptions.DataError: x
sqlalchemy.exc.StatementError: x
django.db.utils.OperationalError: x
ActiveRecord::StatementInvalid: x
Ecto.QueryError: x
pymysql.err.OperationalError: x
too many SQL variables
remaining connection slots are reserved for non-replication superuser connections
Out of range value for column 'age' at row 1
(1205) database is locked
Arithmetic overflow error converting expression to data type int.
Incorrect string value: '\\xF0\\x9F' for column 'name' at row 1
ERROR: integer out of range
Traceback (most recent call last):
""".strip().splitlines()

UNLESS_A_CODE_SAYS_OTHERWISE = """
Incorrect padding
Invalid UUID string: abc
UUID string too large
Text 'x' could not be parsed at index 0
Illegal base64 character 3f
invalid value for Integer(): "abc"
bad URI(is not URI?): "x y"
invalid digit found in string
Input string was not in a correct format.
The input string 'x' was not in a correct format.
Conversion failed when converting the varchar value 'x' to data type int.
Invalid time value
Invalid regular expression: /(/: Unterminated group
input must be a 24 character hex string, 12 byte Uint8Array, or an integer
Invalid isoformat string: 'x'
unconverted data remains: x
Invalid base64-encoded string: number of data characters (5) cannot be 1 more than a multiple of 4
value too long for type character varying(20)
value "99999999999" is out of range for type integer
Argument passed in must be a single String of 12 bytes or a string of 24 hex characters
Duplicate entry 'x' for key 'users.email'
unrecognized token: "'"
Data too long for column 'name' at row 1
Cannot add or update a child row: a foreign key constraint fails
String or binary data would be truncated.
Incorrect integer value: 'x' for column 'age' at row 1
500 Internal Server Error
internal failure
An error occurred.
context deadline exceeded
upstream connect error or disconnect/reset before headers
Bad Gateway
Service Unavailable
Oops! Something went wrong
An unexpected error has occurred
Unhandled exception
A server error occurred.
""".strip().splitlines()

PEOPLE = """
This book is already borrowed
You can't convert draft into invoice
Votes cannot be cast to closed polls
The division you chose has no members
Division by zero is not allowed in formulas
The database is locked for maintenance
Invalid string length: at most 20 characters
The age must be an integer, out of range values are refused
You have no tokens left, buy some
This ticket was never awaited by anyone
Please select a table: no such seats are free
The column is full
Your list is empty
The string is too long
The key is not in the house
Function rooms cannot be booked online
The role of an operator does not exist for guests
An integer is required for the age
The connection to this user was refused
Object to this decision within a week
The index of this fund does not exist
Nothing is known of this attribute
You must log in to see this property
A runtime of more than 300 minutes is not allowed
The panel is not valid
Unexpected visitors are not allowed
Internal phone numbers are not accepted
Unknown country code
The server is not available on Sundays
System requirements are not met: not enough memory
The error rate must be below 1
Something is missing in your order
""".strip().splitlines()


@pytest.mark.parametrize("message", BEATS_EVERYTHING)
def test_a_crash_beats_any_code(message: str):
    assert CRASH.search(unquoted(message))
    error = {"message": message, "path": ["a"], "extensions": {"code": "BAD_USER_INPUT"}}
    assert classify(error) is Kind.SERVER_FAULT


@pytest.mark.parametrize("message", UNLESS_A_CODE_SAYS_OTHERWISE)
def test_raw_and_masked_words_give_way_to_a_code(message: str):
    assert RAW.search(unquoted(message))
    assert classify({"message": message, "path": ["a"]}) is Kind.SERVER_FAULT
    excused = {"message": message, "path": ["a"], "extensions": {"code": "BAD_USER_INPUT"}}
    assert classify(excused) is Kind.USER_ERROR


@pytest.mark.parametrize("message", PEOPLE)
def test_what_people_write_is_no_crash(message: str):
    assert classify({"message": message, "path": ["a"]}) is not Kind.SERVER_FAULT


@pytest.mark.parametrize("name", ["java.lang.NullPointerException", "TypeError: x", "ActionView::NameError", "KeyError"])
def test_names_of_mistakes(name: str):
    assert CRASH_TYPES.search(name)
    assert CRASH_LINE.match(name)


@pytest.mark.parametrize(
    "name", ["NotFoundError: x", "GraphQLError: TypeError", "ValueError: x", "a KeyError", "UserTypeError: x", "Error: x"]
)
def test_names_of_what_people_raise(name: str):
    assert not CRASH_LINE.match(name)


def test_output_is_told_from_input_by_the_path():
    message = "Int cannot represent non-integer value: 'x'"
    assert OUTPUT.match(unquoted(message))
    assert classify({"message": message, "path": ["a"]}) is Kind.SERVER_FAULT
    assert classify({"message": message}) is Kind.INVALID
    assert classify({"message": f"Variable '$a' got invalid value 'x'; {message}"}) is Kind.INVALID
