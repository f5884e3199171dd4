"""Wrong answers of a REST API: calls whose answers must agree with each other."""

from querious.rest.relations.catalogue import REST_RELATIONS
from querious.rest.relations.relation import RestAnswer, RestMismatch, RestRelation, WorkedRead, rest_answer

__all__ = ["REST_RELATIONS", "RestAnswer", "RestMismatch", "RestRelation", "WorkedRead", "rest_answer"]
