"""What `run` does with a GraphQL API: the record of functions that the walk takes, and the phases of its own."""
