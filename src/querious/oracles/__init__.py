"""Rules that know no protocol: an exchange, and what its protocol reads in it → findings."""

from querious.oracles.oracle import ErrorSource, Oracle, ResponseError, Verdict
from querious.oracles.own import own
from querious.oracles.response_time import response_time

__all__ = ["ErrorSource", "Oracle", "ResponseError", "Verdict", "own", "response_time"]
