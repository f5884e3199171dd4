"""Random mutations of everything that querious reads: files, settings, hooks and the answers of servers.

``make fuzz`` or ``python -m bench.fuzz --seconds 1800 --seed 7``. Whatever is not one clear line (a QueriousError) is a
failure: an exception of any other kind, a call that takes too long, memory that grows without end.
"""
