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

from querious.answers.fault.crashes import CRASH, CRASH_LINE, CRASH_TYPES, OUTPUT, RAW
from querious.answers.fault.triage import ErrorKind, classify
from querious.answers.fault.wordings import unquoted

SAMPLES = Path(__file__).parent / "samples"
BEATS_EVERYTHING = (SAMPLES / "crashes.txt").read_text("utf-8").splitlines()

UNLESS_A_CODE_SAYS_OTHERWISE = (SAMPLES / "raw.txt").read_text("utf-8").splitlines()

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
Tag type 'aa' does not exist
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
This cannot be done: select one from the list, or update your profile
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
    assert classify(error) is ErrorKind.SERVER_FAULT


@pytest.mark.parametrize("message", [*BEATS_EVERYTHING, *UNLESS_A_CODE_SAYS_OTHERWISE])
def test_a_number_does_not_excuse_a_crash(message: str):
    numbered = {"message": message, "path": ["a"], "extensions": {"code": 1001}}
    begun = {"message": f"Error 1001: {message}", "path": ["a"]}
    assert classify(numbered) is ErrorKind.SERVER_FAULT
    assert classify(begun) is ErrorKind.SERVER_FAULT


@pytest.mark.parametrize("message", UNLESS_A_CODE_SAYS_OTHERWISE)
def test_raw_and_masked_words_give_way_to_a_code(message: str):
    assert RAW.search(unquoted(message))
    assert classify({"message": message, "path": ["a"]}) is ErrorKind.SERVER_FAULT
    excused = {"message": message, "path": ["a"], "extensions": {"code": "BAD_USER_INPUT"}}
    assert classify(excused) is ErrorKind.USER_ERROR


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
    assert classify({"message": str(raised.value), "path": ["a"]}) is ErrorKind.SERVER_FAULT, str(raised.value)


@pytest.mark.parametrize("message", PEOPLE)
def test_what_people_write_is_no_crash(message: str):
    assert classify({"message": message, "path": ["a"]}) is not ErrorKind.SERVER_FAULT


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
    assert classify({"message": message, "path": ["a"]}) is ErrorKind.SERVER_FAULT
    assert classify({"message": message}) is ErrorKind.INVALID
    assert classify({"message": f"Variable '$a' got invalid value 'x'; {message}"}) is ErrorKind.INVALID
