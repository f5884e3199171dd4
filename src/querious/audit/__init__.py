"""The rules of GraphQL over HTTP: each says which requests to send, and judges what comes back. No I/O.

What they hold a server to is the specification at https://http-spec.graphql.org/draft/. Where its editions differ, a
server may keep to either: what only the older one asks for is never held against a server that keeps to the newer one.
"""
