"""querious tests a GraphQL API by itself."""

__version__ = "0.1.0"
