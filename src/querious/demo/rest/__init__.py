"""A bookshop as a REST API, described in OpenAPI 3.1, with faults of state that can be switched on, one by one.

``kinds`` says what there is, ``operations`` what is done to it, ``describing`` tells clients, ``app`` serves it.
Its public names are those of ``querious.demo``.
"""
