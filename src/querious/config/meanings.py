"""What each key of the configuration means, in words: for the reference of the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Meaning(NamedTuple):
    """In Markdown."""

    about: str
    default: str = ""
    """In words, where the default is none of the values that can be set."""


MEANINGS: Final[Mapping[str, Meaning]] = {
    "schema": Meaning(
        "A file or glob to read the schema from: SDL, introspection JSON, or an OpenAPI description.", "ask the API"
    ),
    "seed": Meaning("The same seed asks the same questions.", "random, printed"),
    "requests": Meaning("Requests at most, shrinking included. Whichever limit is met first ends the run."),
    "time": Meaning("Time for the whole command at most, from its start to its last line."),
    "until-coverage": Meaning("Stop when this share of the fields is witnessed.", "never"),
    "stop-after": Meaning("Stop after so many faults, counted by cause.", "never"),
    "mutations": Meaning("Send mutations, or calls that change data, too: [in which order](../mutations.md)."),
    "audit": Meaning("Also hold a GraphQL server to [GraphQL over HTTP](../audit.md)."),
    "resources": Meaning("Measure what answers cost as questions grow: [within which bounds](../resources.md)."),
    "resources-hosts": Meaning(
        "Hosts other than this machine and its containers that may be loaded by `resources`.", "none"
    ),
    "allow": Meaning("Patterns of coordinates: only these may be asked.", "all"),
    "deny": Meaning("Patterns of coordinates that are never asked.", "none"),
    "include": Meaning("Patterns of coordinates: only these count in the coverage.", "all"),
    "exclude": Meaning("Patterns of coordinates that are left out of the coverage.", "none"),
    "identity": Meaning("Which of `[identities]` the run itself asks as: [identities](../identities.md).", "main"),
    "connections": Meaning("Connections at once."),
    "rate": Meaning("Requests per second at most.", "no limit"),
    "timeout": Meaning("Time for one whole answer."),
    "max-response-time": Meaning(
        "A response that takes longer is a fault, `response_time`; measured with all connections at work.", "none"
    ),
    "max-answer": Meaning("Size of one answer at most."),
    "wait": Meaning("Wait so long until the API answers, for services that are being started.", "none"),
    "insecure": Meaning("Accept any TLS certificate."),
    "ca": Meaning("A PEM file of authorities to trust, beside those of the system.", "none"),
    "cert": Meaning("A PEM file with the certificate to show; its key may stand in the same file.", "none"),
    "cert-key": Meaning("The key of the certificate, in PEM, without a password.", "none"),
    "http-proxy": Meaning(
        "The URL of the proxy to send through, `none` for no proxy: "
        "[which one is taken](../configuration.md#certificates-and-proxies).",
        "that of the environment",
    ),
    "client": Meaning(
        "The library that sends, `auto` for the first that can be loaded: "
        "[how they differ](../configuration.md#certificates-and-proxies)."
    ),
    "subscriptions": Meaning(
        "The transport of [subscriptions](../subscriptions.md), `auto` for the first that the API speaks, `none` to "
        "ask for none."
    ),
    "subscriptions-url": Meaning(
        "Where they are asked for: a URL, or a path of the same host.", "that of the API, then the usual ones beside it"
    ),
    "subscriptions-init": Meaning(
        "A table that goes with `connection_init`; `{authorization}` stands for that header: "
        "[how](../subscriptions.md#credentials).",
        "none",
    ),
    "invalid": Meaning("The share of deliberately invalid operations or calls, which the API must refuse politely."),
    "max-depth": Meaning("Levels of an operation at most.", "6 in random operations, none in planned ones"),
    "max-fields": Meaning("Fields per object at most."),
    "max-nodes": Meaning("Selections per operation at most."),
    "criterion": Meaning(
        "The paths that are walked once every field was asked for, see [criteria](../criteria.md); "
        "`none` for no others."
    ),
    "variants": Meaning("How often every path is asked, each time with other values."),
    "leaves": Meaning(
        "Leaf fields that every object on a path is asked for: `all`, `one`, or only where one is `needed`."
    ),
    "recordings": Meaning(
        "A store of [recordings](../recording.md), or a file that can be imported (HAR, an access log): they are asked "
        "first, then each with one thing changed.",
        "none",
    ),
    "learning": Meaning("Draw arguments from what answers have shown; without, for comparison."),
    "learned": Meaning(
        "A file that values learned by an earlier run are read from, if it is there, and that what was learned is "
        "written to.",
        "none",
    ),
    "skip-oracles": Meaning(
        "Rules not to judge by: names of [oracles and relations](rules-graphql.md), or `relations` or `state` for all "
        "of a kind.",
        "none",
    ),
    "baseline": Meaning(
        "A file that `querious learn` wrote: what it holds of a trusted version must still hold, see "
        "[baseline](../baseline.md).",
        "none",
    ),
    "shrink": Meaning("Tries to make one finding smaller; 0: do not shrink."),
    "development-mode": Meaning("What a server that shows stack traces beside its errors is reported as."),
    "fail-on": Meaning(
        "What makes the exit status 1: `fault`, `new` (a fault that the run before did not have), `suspicion` (faults "
        "too) or `none`."
    ),
    "json": Meaning("Write the result as JSON to this file; as a flag, `-` is standard output.", "none"),
    "html": Meaning("Write [a page for the browser](../report.md) to this file.", "none"),
    "junit": Meaning("Write JUnit XML to this file.", "none"),
    "reports": Meaning(
        'Files by format: `{junit = "run.xml"}`, or a list of `FORMAT=FILE`; '
        "the formats are [here](../ci.md#elsewhere).",
        "none",
    ),
    "github": Meaning("Write annotations for GitHub, and a job summary.", "when GitHub runs it"),
    "quiet": Meaning("Plain lines instead of the live display.", "in CI"),
    "save": Meaning("Keep the run for `querious replay` and `querious open`."),
    "keep": Meaning("Which operations are kept with their answers for `querious look`."),
    "state-url": Meaning("Where the service is, if the target is its description or a facade.", "as the target says"),
    "state-template": Meaning(
        "A file with a [template of entries](../crud-templates.md): the target then is the URL of a collection.", "none"
    ),
    "state-collections": Meaning("Names of the collections to test.", "all"),
    "state-tests": Meaning("Sequences for each collection."),
    "state-steps": Meaning("Commands in a sequence."),
    "state-parallel": Meaning("Programs of parallel branches for each collection; 0: none."),
    "state-delete": Meaning("What deleting promises, see [state](../crud.md#what-deleting-means).", "learned"),
    "state-put": Meaning("What PUT does with what it is not given."),
    "state-shared": Meaning(
        "Others write at the same time; entries that nobody made are then no fault.", "on other machines"
    ),
    "state-delay": Meaning("Time between two requests.", "0.5s, on this machine none"),
    "state-write": Meaning("Write to a host that is not this machine."),
    "headers": Meaning("A table of headers sent with every request; `${NAME}` is taken from the environment.", "none"),
    "bearer": Meaning("A token, sent as `Authorization: Bearer …`.", "none"),
    "basic": Meaning("`USER:PASSWORD`, sent as `Authorization: Basic …`.", "none"),
    "cookie": Meaning("Sent as `Cookie`.", "none"),
    "auth": Meaning(
        "A file of the [Web Fuzzing Commons](../login.md#files-of-the-web-fuzzing-commons) that says how to log in.",
        "none",
    ),
    "identities": Meaning(
        "A table for each other who asks, such as `[identities.alice]`: [identities](../identities.md).", "none"
    ),
    "auth-user": Meaning("As whom of the users of that file to log in.", "the first"),
    "login": Meaning("A table that says how to [log in](../login.md).", "none"),
    "generators": Meaning(
        "A table of values to choose from, by scalar, input type or coordinate: [hooks](../configuration.md#hooks) can "
        "give functions.",
        "none",
    ),
    "hooks": Meaning("A Python file with [generators, oracles and headers](../configuration.md#hooks).", "none"),
    "seed-values": Meaning(
        "A table of [values that are there](../configuration.md#values-that-are-there), by coordinate.", "none"
    ),
    "accepted": Meaning(
        "The file of findings that are known and [fail nothing](../commands.md#querious-accept-id-file).",
        "`querious-accepted.toml` beside the configuration, if it is there",
    ),
}
