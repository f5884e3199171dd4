"""A workspace for teams with every door an API can have: GraphQL, REST, sockets, uploads, batches, a subgraph.

Several people use it, each with a token, and each sees and changes only what is theirs.
"""
