"""Small APIs that are hard to reach into: real servers on loopback, data in memory, the same on every run.

``museum`` hides its values, ``strict`` limits what may be asked, ``fragile`` fails in places. Each module has a
``schema()`` with resolvers; ``python -m apis NAME`` serves one until it is terminated, and prints its URL.
"""
