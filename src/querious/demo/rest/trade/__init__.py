"""The shop of the GraphQL demo as a REST API over the same data, described in OpenAPI 3.1.

Filters, sort keys, pages of four kinds, actions, jobs, conditional requests, ranges, an API key: what the bookshop,
which is about collections, does not have. ``endpoints`` says what an operation promises, one module for each resource
has its operations, ``description`` tells clients, ``app`` serves it, ``faults`` can be switched on one by one.
"""
