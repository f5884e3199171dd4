"""Relations between answers: what must agree, whatever the API is about. Wrong answers are found by these."""

from querious.relations.answers.volatile import learn
from querious.relations.catalogue import RELATIONS
from querious.relations.relation import Asked, Conversation, Mismatch, Relation, Trace
from querious.relations.terms import Terms
from querious.relations.world import World

__all__ = ["RELATIONS", "Asked", "Conversation", "Mismatch", "Relation", "Terms", "Trace", "World", "learn"]
