"""Objects as relations see them: how they are looked up, shown, held by others, and named."""
