"""GraphQL's schema → types as nodes, fields as edges."""

from querious.criteria.components import strongly_connected
from querious.criteria.graph_models import FIELDS, MODELS, STUDY, TYPES, GraphModel
from querious.criteria.type_graph import Edges, TypeGraph
from querious.graphql.graph.from_schema import root_type, type_graph

__all__ = [
    "FIELDS",
    "MODELS",
    "STUDY",
    "TYPES",
    "Edges",
    "GraphModel",
    "TypeGraph",
    "root_type",
    "strongly_connected",
    "type_graph",
]
