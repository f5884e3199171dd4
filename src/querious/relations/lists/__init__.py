"""Lists as relations see them: rows, pages, filters and orders, and what must hold between them."""
