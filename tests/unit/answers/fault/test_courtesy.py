from __future__ import annotations

import pytest

from querious.answers.fault.triage import ErrorKind, classify

SAID = {
    ErrorKind.AUTHORISATION: """
User is not authenticated
This is forbidden
Access is forbidden in this workspace
Permission denied
Insufficient scopes
Authentication required
Please log in first
You are not logged in
login required
You have no permission for this
You are not allowed to delete this project
Invalid or expired token
Session has expired
Requires authentication
Missing authorization header
PersistedQueryNotFound
The operation is not in the allowlist
""",
    ErrorKind.LIMIT: """
Too many requests
Quota used up
Please slow down
Maximum number of tokens exceeded
Too many aliases
51 aliases found. Allowed: 50
Batched requests are not supported
Payload too large
request body exceeded 1 MB
No more than 10 requests per minute
The request exceeded the configured timeout
You must provide a `first` or `last` value to properly paginate; node limit
""",
    ErrorKind.USER_ERROR: """
Value cannot represent a GlobalID: "a".
Null literals are forbidden in filter argument input.
Empty objects are forbidden in filter argument input.
The name holds forbidden characters
A nonexistent project
Unable to find the project
Both names are required
This required field was left out
A name is mandatory
The cursor is malformed
This name has been taken
The slug is not unique
This is out of stock
It may be no more than 5
Longer than 20 characters
Bad request
Unrecognised colour
Letters only allowed here
The offer is no longer there
Your password is incorrect
You can not do this
Name is blank
The amount is negative
Comments are disabled
This was deleted
The account is locked
The types mismatch
The offer was rejected
Payment declined
Funds are insufficient
Not published yet
No fields to patch.
Unexpected type name in Relay ID: Project
Unexpected value: expecting NON-NEGATIVE 32-bit INT, but found: -10
""",
}
ROWS = [(message, kind) for kind, messages in SAID.items() for message in messages.strip().splitlines()]


@pytest.mark.parametrize(("message", "kind"), ROWS)
def test_what_polite_servers_say(message: str, kind: ErrorKind):
    assert classify({"message": message, "path": ["a"]}) is kind


@pytest.mark.parametrize(
    "message", ["The cache was corrupt", "Boom", "Cache unavailable", "Cannot reach the shard", "please retry"]
)
def test_an_internal_code_outweighs_lukewarm_words(message: str):
    assert (
        classify({"message": message, "path": ["a"], "extensions": {"code": "INTERNAL_SERVER_ERROR"}})
        is ErrorKind.SERVER_FAULT
    )


@pytest.mark.parametrize(
    "message",
    ["The author was authorised by nobody", "Limits of growth", "He notices", "Nope", "An unexpected type of bird"],
)
def test_words_that_only_look_alike(message: str):
    assert classify({"message": message, "path": ["a"]}) is ErrorKind.UNEXPLAINED
