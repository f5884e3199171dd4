"""GraphQL's schema → types as nodes, fields as edges."""

from querious.graph.components import strongly_connected
from querious.graph.models import FIELDS, MODELS, STUDY, TYPES, GraphModel
from querious.graph.reading import root_type, type_graph
from querious.graph.type_graph import Edges, TypeGraph

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
