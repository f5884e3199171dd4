"""One sample for each wording, as its language or library writes it, and near misses that people write."""

from __future__ import annotations

import contextlib
import importlib
import sqlite3
from base64 import b64decode
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path
from uuid import UUID

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
already borrowed: BorrowMutError
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
Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.
min() arg is an empty sequence
max() iterable argument is empty
range() arg 3 must not be zero
chr() arg not in range(0x110000)
Cannot choose from an empty sequence
Sample larger than population or is negative
empty range for randrange()
substring not found
int too big to convert
can't convert negative int to unsigned
negative shift count
date value out of range
days=1000000000; must have magnitude <= 999999999
can't compare offset-naive and offset-aware datetimes
(1366, "Incorrect string value for column 'name' at row 1")
sequence item 0: expected str instance, int found
not all arguments converted during string formatting
not enough arguments for format string
Replacement index 1 out of range for positional args tuple
Unknown format code 'd' for object of type 'str'
mean requires at least one data point
no median for empty data
slice indices must be integers or None or have an __index__ method
can't multiply sequence by non-int of type 'str'
can't set attribute 'name'
cannot assign to field 'name'
property 'name' of 'User' object has no setter
Can't instantiate abstract class Repository with abstract method find
I/O operation on closed file.
Circular reference detected
Task got Future attached to a different loop
cannot pickle '_thread.lock' object
math range error
cannot fit 'int' into an index-sized integer
list.remove(x): x not in list
timestamp out of range for platform time_t
ordinal must be >= 1
'B' format requires 0 <= number <= 255
unpack requires a buffer of 4 bytes
Multiple rows were found when one or none was required
get() returned more than one User -- it returned 2!
Cannot resolve keyword 'nmae' into field. Choices are: id, name
Parent instance <User at 0x7f> is not bound to a Session; lazy load operation cannot proceed
Related Field got invalid lookup: x
The "path" argument must be of type string. Received undefined
The first argument must be of type string or an instance of Buffer. Received undefined
The value of "offset" is out of range. It must be >= 0 and <= 3. Received 5
toString() radix must be between 2 and 36
Invalid code point -1
Class constructor User cannot be invoked without 'new'
Cannot redefine property: name
Cannot assign to read only property 'name' of object '#<Object>'
Cannot add property x, object is not extensible
WHERE parameter "id" has invalid "undefined" value
Undefined binding(s) detected when compiling FIRST
Unexpected end of JSON input
Expected ':' after property name in JSON at position 4
Cannot convert a Symbol value to a string
Cannot use 'in' operator to search for 'a' in b
Object.setPrototypeOf called on null or undefined
Do not know how to serialize a BigInt
Iterator value 1 is not an entry object
Right-hand side of 'instanceof' is not an object
()=>1 could not be cloned.
Incorrect locale information provided
The normalization form should be one of NFC, NFD, NFKC, NFKD.
Digest method not supported
Index: 5 Size: 1
integer overflow
Cannot parse null string
Parameter specified as non-null is null: method com.acme.Api.find, parameter id
lateinit property db has not been initialized
Index: 5, Size: 3
begin 0, end -1, length 0
fromIndex(5) > toIndex(3)
negative array size
index -5 too small for array; minimum: -3
key not found: :name
Unsupported operand types: string + int
A non-numeric value encountered
Illegal string offset "name"
Cannot use object of type stdClass as array
Cannot access offset of type string on string
Too few arguments to function App\\F::x(), 0 passed and exactly 1 expected
strings: negative Repeat count
more than one row returned by a subquery used as an expression
numeric field overflow
stack depth limit exceeded
Truncated incorrect INTEGER value: 'x'
""".strip().splitlines()

UNLESS_A_CODE_SAYS_OTHERWISE = """
Incorrect padding
[<class 'decimal.ConversionSyntax'>]
day is out of range for month
day 29 must be in range 1..28 for month 2 in year 2021
year 0 is out of range
month must be in 1..12
Only base64 data is allowed
Excess data after padding
Non-base64 digit found
nothing to repeat at position 0
bad escape \\q at position 0
missing ), unterminated subpattern at position 0
unterminated character set at position 0
'x' is not in list
Field 'id' expected a number but got 'abc'.
No row was found when one was required
invalid UUID length: 3
Invalid URL
Invalid date 'February 29' as '2021' is not a leap year
Invalid value for MonthOfYear (valid values 1 - 12): 13
Input byte[] should at least have 2 bytes for base64 bytes
Unclosed group near index 1
encoding/hex: invalid byte: U+0078 'x'
illegal base64 data at input byte 0
Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).
Unrecognized Guid format.
String 'x' was not recognized as a valid DateTime.
date/time field value out of range: "9999-99-99"
Length cannot be less than zero. (Parameter 'length')
argument out of range
negative argument
DateTime::__construct(): Failed to parse time string (x) at position 0 (x)
number too large to fit in target type
cannot parse integer from empty string
LIMIT must not be negative
Column 'name' cannot be null
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
could not connect to server: Connection refused
could not translate host name "db" to address
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
The day must be in the future
Invalid URL: it must start with https
Invalid value for the month, choose from 1 to 12
Nothing was found near index cards
This method is not supported
The tank must not overflow
The year is out of our range
Choose a month: it must be one of 1 to 12
An argument out of range of the discussion
The limit must not be negative
A column cannot be null
Cannot choose from a closed shop
Your argument must be of type essay
The first argument is not valid
A date value is required
The key was not found: look under the mat
Index: none
You are not in list A
The number is too large
Format (for print) is required
Names must be strings, not numbers
Only base64 or hex is allowed as encoding, choose one
You could not connect to anyone
""".strip().splitlines()


@pytest.mark.parametrize("message", BEATS_EVERYTHING)
def test_a_crash_beats_any_code(message: str):
    assert CRASH.search(unquoted(message))
    error = {"message": message, "path": ["a"], "extensions": {"code": "BAD_USER_INPUT"}}
    assert classify(error) is Kind.SERVER_FAULT


@pytest.mark.parametrize("message", [*BEATS_EVERYTHING, *UNLESS_A_CODE_SAYS_OTHERWISE])
def test_a_number_does_not_excuse_a_crash(message: str):
    numbered = {"message": message, "path": ["a"], "extensions": {"code": 1001}}
    begun = {"message": f"Error 1001: {message}", "path": ["a"]}
    assert classify(numbered) is Kind.SERVER_FAULT
    assert classify(begun) is Kind.SERVER_FAULT


@pytest.mark.parametrize("message", UNLESS_A_CODE_SAYS_OTHERWISE)
def test_raw_and_masked_words_give_way_to_a_code(message: str):
    assert RAW.search(unquoted(message))
    assert classify({"message": message, "path": ["a"]}) is Kind.SERVER_FAULT
    excused = {"message": message, "path": ["a"], "extensions": {"code": "BAD_USER_INPUT"}}
    assert classify(excused) is Kind.USER_ERROR


THIS_PYTHON = r"""
{}["x"]
[][0]
""[0]
None.name
None[0]
None + 1
[*None]
None()
1 / 0
1 % 0
1.0 // 0
sorted([1, "a"])
{[]: 1}
int("x")
int(None)
int("9" * 5000)
int(float("nan"))
float("x")
Decimal("x")
UUID("x")
json.loads("x")
json.dumps(object())
re.compile("(")
re.compile("*")
date.fromisoformat("x")
datetime.strptime("x", "%Y")
date(2020, 2, 29).replace(year=2021)
date(2020, 13, 1)
date(0, 1, 1)
date.max + timedelta(days=1)
date.max + timedelta(days=10**12)
datetime.max < datetime.now(UTC)
(2**40).to_bytes(4, "big")
(-1).to_bytes(4, "big")
struct.pack("B", 300)
min([])
max(number for number in ())
list(islice([1], -1))
range(0, 1, 0)
chr(-1)
ord("ab")
len(5)
sum(["a"])
"x".index("y")
[1].index(2)
[].remove(1)
[].pop()
"".join([1])
"%d" % None
"{1}".format(*[1])
b64decode("a")
b64decode("!", validate=True)
b"\xff".decode()
"\u20ac".encode("latin-1")
"\ud800".encode()
Path("\0").open()
Path("/no/such/file").open()
math.sqrt(-1)
math.exp(1000)
random.choice([])
statistics.mean([])
(lambda _: 0)()
(lambda: 0)(x=1)
(lambda *, x: x)()
dict([1])
_sql("SELECT * FROM t WHERE a = ''' AND 1")
_sql("SELECT b FROM t")
_sql("SELECT * FROM u")
_sql("SELECT ?", 2**70)
_sql("INSERT INTO t VALUES (NULL)")
_sql("INSERT INTO t VALUES ('a'), ('a')")
""".strip().splitlines()


def _sql(statement: str, *values: object) -> object:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE t (a TEXT UNIQUE NOT NULL)")
        return database.execute(statement, values).fetchall()


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("expression", THIS_PYTHON)
def test_what_this_very_python_says_is_a_crash(expression: str):
    names = {name: importlib.import_module(name) for name in ["json", "math", "random", "re", "statistics", "struct"]}
    names |= {"date": date, "datetime": datetime, "timedelta": timedelta, "UTC": UTC, "Decimal": Decimal, "UUID": UUID}
    names |= {"islice": islice, "b64decode": b64decode, "Path": Path, "_sql": _sql}
    with pytest.raises(Exception) as raised:
        eval(expression, names)  # noqa: S307 - the expressions above
    assert classify({"message": str(raised.value), "path": ["a"]}) is Kind.SERVER_FAULT, str(raised.value)


@pytest.mark.parametrize("message", PEOPLE)
def test_what_people_write_is_no_crash(message: str):
    assert classify({"message": message, "path": ["a"]}) is not Kind.SERVER_FAULT


@pytest.mark.parametrize(
    "name", ["java.lang.NullPointerException", "TypeError: x", "ActionView::NameError", "KeyError"]
)
def test_names_of_mistakes(name: str):
    assert CRASH_TYPES.search(name)
    assert CRASH_LINE.match(name)


@pytest.mark.parametrize(
    "name",
    ["NotFoundError: x", "GraphQLError: TypeError", "ValueError: x", "a KeyError", "UserTypeError: x", "Error: x"],
)
def test_names_of_what_people_raise(name: str):
    assert not CRASH_LINE.match(name)


def test_output_is_told_from_input_by_the_path():
    message = "Int cannot represent non-integer value: 'x'"
    assert OUTPUT.match(unquoted(message))
    assert classify({"message": message, "path": ["a"]}) is Kind.SERVER_FAULT
    assert classify({"message": message}) is Kind.INVALID
    assert classify({"message": f"Variable '$a' got invalid value 'x'; {message}"}) is Kind.INVALID
