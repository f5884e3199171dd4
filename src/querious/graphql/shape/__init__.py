"""GraphQLSchema + Operation → the shape its answer must have (``querious.model.shape``)."""

from querious.graphql.shape.selected import Shapes

__all__ = ["Shapes"]
