"""Introspection queries, from the newest form of the specification to what servers knew in 2015."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEPTHS: Final = (9, 5, 3)
"""Wrappers round a type that are asked for: ``[T!]!`` has three, ``[[T!]!]!`` five."""
_DIRECTIVES: Final = {
    "locations": "directives { name %(repeatable)s locations args%(inputs)s { ...InputValue } }",
    "flags": "directives { name onOperation onFragment onField args%(inputs)s { ...InputValue } }",
    "none": "",
}
_LIMIT: Final = re.compile(
    r"(?i)\b(?:depth|deep|deeply|nest\w*|complex\w*|cost|limit\w*|exceed\w*|too (?:many|large))\b"
)
_LOCATIONS: Final = re.compile(r"[\"'`]locations[\"'`]|\blocations\b.{0,40}__Directive")
_DEPRECATION: Final = re.compile(r"includeDeprecated|isDeprecated|deprecationReason|__InputValue")


@dataclass(frozen=True, slots=True)
class IntrospectionQuery:
    """Which parts to ask for. Descriptions never are: nobody reads them, and they double the answer."""

    one_of: bool = True
    input_deprecation: bool = True
    specified_by_url: bool = True
    repeatable: bool = True
    subscription: bool = True
    directives: str = "locations"
    """``locations``; ``flags`` as before April 2016; ``none``."""
    deprecation: bool = True
    depth: int = _DEPTHS[0]

    @property
    def document(self) -> str:
        """The query as text; no newline or space is of importance."""
        old = "(includeDeprecated: true)" if self.deprecation else ""
        inputs = "(includeDeprecated: true)" if self.input_deprecation else ""
        reason = "isDeprecated deprecationReason"
        directives = _DIRECTIVES[self.directives] % {
            "inputs": inputs,
            "repeatable": "isRepeatable" if self.repeatable else "",
        }
        text = f"""
            query IntrospectionQuery {{
              __schema {{
                queryType {{ name }}
                mutationType {{ name }}
                {"subscriptionType { name }" if self.subscription else ""}
                types {{ ...FullType }}
                {directives}
              }}
            }}
            fragment FullType on __Type {{
              kind name
              {"specifiedByURL" if self.specified_by_url else ""}
              {"isOneOf" if self.one_of else ""}
              fields{old} {{
                name args{inputs} {{ ...InputValue }} type {{ ...TypeRef }} {reason if self.deprecation else ""}
              }}
              inputFields{inputs} {{ ...InputValue }}
              interfaces {{ kind name }}
              enumValues{old} {{ name {reason if self.deprecation else ""} }}
              possibleTypes {{ kind name }}
            }}
            fragment InputValue on __InputValue {{
              name type {{ ...TypeRef }} defaultValue {reason if self.input_deprecation else ""}
            }}
            fragment TypeRef on __Type {{
              kind name {"ofType { kind name " * self.depth}{"}" * self.depth}
            }}
        """
        return " ".join(text.split())

    def weaker(self, messages: Sequence[str]) -> IntrospectionQuery | None:
        """What to ask next after a refusal: without the parts it names, else one stage older; None at the end."""
        changes = self._named_in("\n".join(messages))
        if changes:
            return replace(self, **changes)
        return next((query for stage in STAGES if (query := self._meet(stage)) != self), None)

    def _named_in(self, text: str) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        marks = {
            "one_of": "isOneOf",
            "specified_by_url": "specifiedBy",
            "repeatable": "isRepeatable",
            "subscription": "subscriptionType",
        }
        changes |= {part: False for part, mark in marks.items() if getattr(self, part) and mark in text}
        if _DEPRECATION.search(text):
            # A refused argument of __Field.args and one of __Type.fields read alike: the newer goes first.
            part = "input_deprecation" if self.input_deprecation else "deprecation"
            changes |= {part: False} if getattr(self, part) else {}
        if self.directives == "locations" and _LOCATIONS.search(text):
            changes["directives"] = "flags"
        elif self.directives == "flags" and re.search(r"\bon(?:Operation|Fragment|Field)\b", text):
            changes["directives"] = "none"
        if self.depth > _DEPTHS[-1] and _LIMIT.search(text):
            changes["depth"] = next(depth for depth in _DEPTHS if depth < self.depth)
        return changes

    def _meet(self, other: IntrospectionQuery) -> IntrospectionQuery:
        """Only the parts that both ask for."""
        order = list(_DIRECTIVES)
        values: dict[str, Any] = {
            field.name: min(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        }
        values["directives"] = max(self.directives, other.directives, key=order.index)
        return IntrospectionQuery(**values)

    @property
    def lost(self) -> list[str]:
        """Parts left out that a user may miss, in words."""
        named = {"deprecated fields": self.deprecation, "subscriptions": self.subscription}
        return [words for words, kept in named.items() if not kept]


MODERN: Final = IntrospectionQuery()
_OF_2018: Final = IntrospectionQuery(one_of=False, input_deprecation=False, specified_by_url=False, repeatable=False)
MINIMAL: Final = replace(_OF_2018, subscription=False, directives="none", deprecation=False, depth=_DEPTHS[-1])

STAGES: Final = (
    replace(MODERN, one_of=False),
    _OF_2018,
    replace(_OF_2018, depth=5),
    replace(_OF_2018, depth=5, subscription=False, directives="flags"),
    replace(MINIMAL, deprecation=True),
    MINIMAL,
)
"""The way back in time, for refusals that do not say what they refuse; each asks for less than the one before."""
