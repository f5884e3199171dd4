"""Commands at the same time: branches after a common beginning, and whether any order explains their answers."""

from __future__ import annotations

from querious.state.parallel.program_test import ParallelPlan, test_parallel

__all__ = ["ParallelPlan", "test_parallel"]
