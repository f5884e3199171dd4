"""``querious paths``: pictures of graphs, paths and plans."""
