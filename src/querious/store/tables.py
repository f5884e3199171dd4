"""The tables as they are today. How they came to be so stands in ``migrations``.

    document      each text once, however many recordings ask it with other variables
    recording     one unique question; ``document`` is empty as long as only the hash of a persisted query is known
    answer        how often a recording was answered how; rows and not JSON, so that writers can add to them
    shape         what the answers of a status to a REST call looked like: members and types, as JSON; never values
    persisted     which text a hash stands for; an operation of a document with several is found by its name

Moments are microseconds since 1970 in UTC, variables are JSON in ASCII: both databases keep and compare these alike.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Double, MetaData, Table, Text

_ALL: Final = MetaData()

DOCUMENT: Final = Table(
    "document",
    _ALL,
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("kind", Text, nullable=False),
)

RECORDING: Final = Table(
    "recording",
    _ALL,
    Column("key", Text, primary_key=True),
    Column("document", Text),
    Column("document_hash", Text, nullable=False),
    Column("operation_name", Text, nullable=False),
    Column("variables", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("times_called", BigInteger, nullable=False),
    Column("measured", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("longest", Double, nullable=False),
)

ANSWER: Final = Table(
    "answer",
    _ALL,
    Column("key", Text, primary_key=True),
    Column("status", Text, primary_key=True),
    Column("times", BigInteger, nullable=False),
)

SHAPE: Final = Table(
    "shape",
    _ALL,
    Column("key", Text, primary_key=True),
    Column("status", Text, primary_key=True),
    Column("media", Text, nullable=False),
    Column("schema", Text),
)

PERSISTED: Final = Table(
    "persisted",
    _ALL,
    Column("document_hash", Text, primary_key=True),
    Column("operation_name", Text, primary_key=True),
    Column("document", Text, nullable=False),
)
