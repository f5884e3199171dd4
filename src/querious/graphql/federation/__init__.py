"""Subgraphs of Apollo Federation: what their SDL says of entities, and what must hold of ``_entities``."""

from querious.graphql.federation.catalogue import FEDERATION_RULES, FederationRule
from querious.graphql.federation.entities import EntityQuestion, asked_entities
from querious.graphql.federation.field_sets import KeyField, key_selections, taken
from querious.graphql.federation.sdl_agreement import SdlProblem, sdl_problems
from querious.graphql.federation.subgraph import (
    ENTITIES,
    SERVICE,
    Entity,
    EntityKey,
    Subgraph,
    read_subgraph,
    sdl_in,
    sdl_operation,
    serves_entities,
    serves_sdl,
)
from querious.graphql.federation.trace import FederationBreach, FederationStep

__all__ = [
    "ENTITIES",
    "FEDERATION_RULES",
    "SERVICE",
    "Entity",
    "EntityKey",
    "EntityQuestion",
    "FederationBreach",
    "FederationRule",
    "FederationStep",
    "KeyField",
    "SdlProblem",
    "Subgraph",
    "asked_entities",
    "key_selections",
    "read_subgraph",
    "sdl_in",
    "sdl_operation",
    "sdl_problems",
    "serves_entities",
    "serves_sdl",
    "taken",
]
