"""Numbers of objects and of their lists: how they are read, and what must hold between them."""
