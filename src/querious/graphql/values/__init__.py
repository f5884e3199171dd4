"""Values for GraphQL's input types: makers, calls, where values may be seen, what answers teach."""

from querious.graphql.values.given_values import plant
from querious.graphql.values.lesson_reader import read_lessons
from querious.graphql.values.makers import UPLOADS_LEFT_OUT, Makers

__all__ = ["UPLOADS_LEFT_OUT", "Makers", "plant", "read_lessons"]
