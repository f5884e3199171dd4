"""Recording what users really ask, inside somebody else's server.

Nothing here imports anything but the standard library, graphql-core, ``querious.model`` and ``querious.text``;
whatever fails here is swallowed and counted. The middlewares are in ``asgi``, ``wsgi`` and ``django``, the hooks of
GraphQL libraries in ``extensions``; each hands raw requests to a ``Recorder``, which does everything else in a thread
of its own.
"""

from querious.harvest.recorder import Recorder
from querious.text.redaction import Redaction

__all__ = ["Recorder", "Redaction"]
