"""From a GraphQL schema to collections that the model drives: pairing, facade and first probe."""

from querious.graphql.collections.collection import GraphQLCollection
from querious.graphql.collections.discovery import FoundCollections, collections_of
from querious.graphql.collections.pairs import Pairing, Resource, pair

__all__ = ["FoundCollections", "GraphQLCollection", "Pairing", "Resource", "collections_of", "pair"]
