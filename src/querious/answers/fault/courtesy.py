"""Words that mean the request: not allowed, too much, not as it should be."""

from __future__ import annotations

from typing import Final

from querious.answers.fault.wordings import any_of

_OF_INPUTS: Final = r" (?:in|as|inside|within) (?:\w+ ){0,3}(?:arguments?|inputs?|filters?|values?|names?|text)\b"
_FORBIDDEN: Final = rf"\bforbidden\b(?!{_OF_INPUTS}| (?:characters?|values?|words?)\b)"
"""What may not stand in an input, "forbidden in filter argument input", is no matter of permission."""

AUTHORISATION: Final = any_of(
    (
        r"\b(?:un|not[ -]|isn't |aren't )authori[sz]ed\b|\bunauthenticated\b|\bnot authenticated\b",
        _FORBIDDEN,
        r"\b(?:permission|access) denied\b|\binsufficient (?:\w+ )?(?:permissions?|privileges?|scopes?|rights)",
        r"\bauthenti?cation (?:is )?(?:required|failed|needed)|\b(?:log|sign)(?:ged|ed)?[ -]?in (?:required|first)",
        r"\b(?:must|need to|have to|please) (?:be )?(?:log|sign)(?:ged|ed)?[ -]?in|\bnot (?:logged|signed) in\b",
        r"\blogin required\b",
        r"\b(?:do(?:es)?n't|do(?:es)? not|no) have (?:\w+ ){0,3}(?:permissions?|access|rights?|privileges?)",
        r"\bno permissions?(?: |$)",
        r"\b(?:not allowed|not permitted) to (?:access|view|see|read|perform|do|execute|edit|delete|update|create)",
        r"\b(?:invalid|expired|missing|bad)(?: or \w+)? (?:\w+ )?(?:token|credentials?|jwt|api[ -]?key|session|csrf)\b",
        r"\b(?:token|session|jwt|signature) (?:has |is |was )?(?:expired|invalid|not valid|revoked)",
        r"\bcould not verify\b|\brequires? (?:authentication|authori[sz]ation|admin|permission)",
        r"resource not accessible by|\bmissing authori[sz]ation",
        r"\bintrospection\b.*\b(?:disabled|not allowed|not enabled|forbidden|blocked)|\bpersisted ?quer(?:y|ies)",
        r"\ballow-?list",
    )
)

LIMIT: Final = any_of(
    (
        r"\brate[ -]?limit|\btoo many requests\b|\bthrottl|\bquota\b|\bslow down\b",
        r"\bmax(?:imum)?[ _-](?:allowed )?(?:query |operation |selection )?(?:depth|complexity|cost|aliases|nodes)\b",
        r"\bmax(?:imum)?[ _-](?:number of )?(?:tokens|selections|recursive)\b",
        r"\b(?:query|operation|document|request) (?:is |was )?too (?:complex|deep|large|expensive|long|nested|big)\b",
        r"\b(?:depth|complexity|cost|alias(?:es)?|tokens?|directives?|root[ -]fields?|batch|character|nodes?) limit\b",
        r"\btoo many (?:tokens|aliases|fields|nodes|directives|operations|root fields|queries|selections|errors)\b",
        r"\b(?:depth|complexity|cost|score)\b.*\b(?:exceed|above|over|maximum|(?:larger|greater|more|bigger) than)",
        r"\bexceed\w*\b.*\b(?:depth|complexity|cost|score|token|alias|batch|node)",
        r"\bquery (?:has|is) (?:a )?(?:depth|complexity|cost)",
        r"\bbatch\w* (?:\w+ )?(?:is |are )?(?:not (?:supported|allowed|enabled)|disabled)",
        r"\b(?:payload|request entity|request body|body) (?:is )?too large|\bbody exceeded\b",
        r"\brequests? per (?:second|minute|hour)",
        r"\b(?:query|request|operation|execution|statement)(?: execution)? (?:has )?(?:timed out|timeout|time-out)\b",
        r"\bexceeded the (?:configured )?time|\bdue to statement timeout|\bnode limit\b",
        r"\bby a (?:first|last|limit) value\b",
        r"\b(?:aliases|tokens|fields|directives|selections) found\W+allowed\b",
        r"\bexceed\w* (?:the )?(?:server|request|query|account|plan) limits?\b",
    )
)

POLITE: Final = any_of(
    (
        r"\bnot found\b|\bno such\b",
        r"\b(?:does not|doesn't|do not|don't|did not) (?:exist|match|belong|contain|have)\b|\bnon-?existent\b",
        r"\b(?:could not|couldn't|cannot|can't|can not|unable to) (?:be found|find|locate)\b",
        r"\bno \w+(?: \w+)? (?:with|for|found|matching|named|by)\b",
        r"\b(?:must|should|may|ha(?:s|ve) to|needs? to)(?: not)? (?:be|have|contain|start|end|match|exist|only)\b",
        r"\b(?:must|should|please)(?: not)? (?:provide|specify|include|enter|choose|select|supply|give)\b",
        r"\b(?:need|needs|have|has) to (?:also )?(?:provide|specify|include|enter|choose|select|supply|give)\b",
        r"\b(?:cannot|can't|can not|could not) be (?!read|converted|cast|coerced|represented|serializ|invoked)",
        r"\b(?:in)?valid\b|\bis required\b|\bare required\b|\brequired (?:field|argument|parameter|value|input)",
        r"\bmandatory\b|\bmalformed\b|\balready (?:exists?|taken|in use|been|used|registered|belongs?|has|have)\b",
        r"\bhas been taken\b|\bis taken\b|\bnot unique\b|\bduplicate\b",
        r"\btoo (?:long|short|large|small|many|few|big|old|young|low|high|weak|early|late|far|soon)\b",
        r"\bnot (?:allowed|permitted|supported|acceptable|possible|eligible|available|active|enough|accepted)\b",
        r"\bunsupported\b|\bout of stock\b|\bat (?:least|most)\b|\bno (?:more|less|longer) than\b",
        r"\b(?:less|greater|fewer|more|longer|shorter|larger|smaller) than\b|\bvalidation (?:failed|errors?)\b",
        r"\bfailed validation\b|\bbad (?:request|input|user input)\b|\bunknown (?!error|exception)\w+",
        r"\bunrecogni[sz]ed\b|\bonly (?:be|one|a|the|allowed|available|supports?|accepts?|numbers|letters)\b",
        r"\bno longer\b|\bhas expired\b|\bis expired\b|\bincorrect\b|\bimproper(?:ly)?\b",
        r"\bno (?:\w+ ){1,8}(?:specified|provided|given|supplied|selected|uploaded|sent)\b",
        r"\bha(?:s|ve) not been \w+ed\b",
        r"\bno (?:\w+ ){1,4}(?:exists?|matched|(?:you can|to) (?:update|delete|change|patch|edit|save))\b",
        r"\bunexpected type (?:name )?in (?:\w+ )?ID\b",
        r"\bbad (?:\S+ )?(?:format|value|option|usage|type|name|key|parameter|argument|id|identifier)\b",
        r"\bnot (?:validated|verified|recogni[sz]ed|translated|editable|sortable|unique|applicable|authenticated)\b",
        r"\bread-?only (?:field|property|attribute)|\bis read-?only\b",
        r"\b(?:used|referenced|assigned|reserved) (?:by|in|to)\b",
        r"\bmust (?:all|both|either|each|first|also)\b|\b(?:may|can) (?:only|not|consist)\b|\bmaximum of\b",
        r"\bminimum of\b",
        r"\b(?:cannot|can't|can not) (?:add|apply|approve|archive|assign|book|cancel|change|combine|delete|edit)\b",
        r"\b(?:cannot|can't|can not) (?:invite|join|leave|merge|modify|move|occur|order|pay|publish|query|refund)\b",
        r"\b(?:cannot|can't|can not) (?:remove|ship|sort|transfer|transition|update|withdraw)\b",
        r"\b(?:cannot|can't|can not) (?:create|choose|select|set) (?:an?|the|this|that|your) ",
        r"^nothing to \w+|^(?:please )?do(?: not|n't) \w+|^value cannot represent an? \w+",
        r"\bforbidden\b",
    )
)
"""A person has thought of this case and written what is wrong with the request."""

LENIENT: Final = any_of(
    (
        r"\bcannot\b|\bcan't\b|\bcan not\b|\bunable to\b|\bmissing\b|\bexpect(?:s|ed|ing)\b|\bempty\b|\bblank\b",
        r"\bnegative\b|\bpositive\b|\blimit\b|\bplease\b|\bunavailable\b|\bdisabled\b|\bdeleted\b|\barchived\b",
        r"\blocked\b|\bclosed\b|\binactive\b|\bconflict\b|\bmismatch\b|\brejected\b|\bdenied\b|\bwrong\b",
        r"\billegal\b|\bbetween\b|\bnothing\b|\brequires?\b|\bmust\b|\bnot\b.*\byet\b|\bdeclined\b|\binsufficient\b",
        r"\bexpired?\b|\bunknown\b|\bout of\b|\bonly\b|\bthe same\b|\bexceed(?:s|ed|ing)?\b",
    )
)
"""Words that courtesy and accident share: they excuse an error only if it does not call itself internal."""

NEGATION: Final = any_of(
    (
        r"\b(?:is|are|was|were|has|have|do|does|did)(?:n't| not)\b|\bha(?:s|ve) no\b",
        r"\bnot (?:an?|for|in|of|the|your)\b",
        r"\bno \w+ (?:is|are|was|were)\b|\balready\b",
    )
)
"""A statement that something is not so. It is about the request unless it is about the server's own parts."""

MACHINERY: Final = any_of(
    (
        r"\b(?:back ?end|broker|bucket|cache|client|cluster|connections?|database|db|disk|driver|gateway|handler)\b",
        r"\b(?:host|kafka|memory|mongo\w*|network|node|pool|postgres\w*|process|queue|redis|replica|resolver|server)\b",
        r"\b(?:service|shard|socket|storage|system|thread|transaction|upstream|worker)\b",
    )
)
"""Parts that a server is made of: what is wrong with them is no business of the request."""

FAILURE: Final = any_of((r"\bfail(?:s|ed|ure)?\b|\berrors?\b|\bexceptions?\b|\bproblem\b|\bcrash\w*\b|\bbroken?\b",))
"""Words that tell of something that went wrong, and not of what is wrong with the request."""
