"""From a GraphQL schema to collections that the model drives: pairing, facade and first probe."""

from querious.crud.graphql.collection import GraphQLCollection
from querious.crud.graphql.pairing import Pairing, Resource, pair
from querious.crud.graphql.reading import Reading, collections_of

__all__ = ["GraphQLCollection", "Pairing", "Reading", "Resource", "collections_of", "pair"]
