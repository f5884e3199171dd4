"""Relations between answers: what must agree, whatever the API is about. Wrong answers are found by these."""

from querious.relations.answer_objects import QueryAnswer, ReadAnswer
from querious.relations.answers.volatile import learn
from querious.relations.catalogue import RELATIONS
from querious.relations.contradictions import Contradictions
from querious.relations.observations import Observations
from querious.relations.relation import Conversation, Mismatch, Relation, Trace
from querious.relations.schema_types import SchemaTypes

__all__ = [
    "RELATIONS",
    "Contradictions",
    "Conversation",
    "Mismatch",
    "Observations",
    "QueryAnswer",
    "ReadAnswer",
    "Relation",
    "SchemaTypes",
    "Trace",
    "learn",
]
