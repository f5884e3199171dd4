"""``--resources``: what answers cost as questions grow, within strict bounds, on services that may be loaded."""
