"""GraphQLSchema + Operation → the shape its answer must have (``querious.model.shape``)."""

from querious.shape.selected import Shapes

__all__ = ["Shapes"]
