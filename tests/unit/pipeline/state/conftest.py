def pytest_itemcollected(item):
    """What is tested here says the same with any graphql-core."""
    item.add_marker("any_graphql_core")
