"""GraphQL as it goes over HTTP, sockets and streams of events."""
