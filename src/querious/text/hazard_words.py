"""The words of dangerous actions: verbs, what they are about, and how a name is taken apart.

A noun such as *class*, *session* or *account* is ordinary data in other APIs; ``signs`` and ``certain`` of a rule say
what speaks for the threat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from querious.model.hazards import Grade, Threat


def _set(spoken: str) -> frozenset[str]:
    return frozenset(spoken.split())


CREATE: Final = _set(
    "create add insert new make register post upsert import upload clone copy duplicate generate invite submit issue "
    "open signup"
)
DELETE: Final = _set("delete remove destroy erase discard trash archive drop unset")
EMPTY: Final = _set("truncate wipe purge nuke clear flush reset prune reseed")
"""Verbs that remove everything where they name no entry."""
CHANGE: Final = _set("update change set edit modify patch save replace put alter")
_END: Final = _set("end close terminate revoke invalidate expire kill cancel")
_DISABLE: Final = _set("deactivate disable suspend lock ban unregister anonymize anonymise")
_RENEW: Final = _set("regenerate rotate refresh renew roll recreate")
_SWITCH: Final = _set("enable toggle start enter begin activate switch turn")
STOP: Final = _set("shutdown restart reboot halt stop poweroff quit")
_ASSIGN: Final = _set("assign unassign detach sync grant rename migrate rollback")
_VERBS: Final = CREATE | DELETE | EMPTY | CHANGE | _END | _DISABLE | _RENEW | _SWITCH | STOP | _ASSIGN
TAKE_AWAY: Final = DELETE | EMPTY | _END | _DISABLE

GRADES: Final = (
    (CREATE, Grade.CREATING),
    (DELETE | {"purge", "wipe"}, Grade.DELETING),
    (CHANGE, Grade.CHANGING),
)

LOGOUT: Final = _set("logout signout logoff signoff")
_JOINED: Final = _set("logout signout logoff signoff shutdown signup poweroff maintenancemode")
"""Two words that are read as one."""
_FILLERS: Final = _set("one single the my own current by pk id uuid mutation")
_ENTRIES: Final = _set("item batch record entry")
"""What generated names end with behind the noun: ``delete_users_items``."""
WHOLE: Final = _set("all everything every database db")
_RELATING: Final = _set("from to in for of on with")
"""What follows one of these words is not what the mutation is about."""
OWN: Final = _set("user me myself self viewer")
"""Nouns that are an account whatever their type looks like."""
ASKING: Final = _set("current active my own authenticated")
"""Words with which queries begin that give what belongs to whoever asks."""
WHO_AM_I: Final = frozenset((("whoami",), ("who", "am", "i")))
_GLOBAL: Final = _set("app application system site server service api global security")
MACHINES: Final = _GLOBAL | {"node", "cluster", "instance", "process", "machine", "host", "engine", "daemon"}
REQUESTS: Final = _set("request forgot send validate verify check test preview export")
"""Words that say that nothing is changed yet."""
OF_SOMETHING: Final = (Threat.SETTINGS, Threat.LOGIN)
"""Threats whose nouns belong to what is named before them."""


class HazardRule(NamedTuple):
    """One row of the table."""

    threat: Threat
    verbs: frozenset[str]
    nouns: frozenset[str]
    """What the mutation is about: the last word of its noun."""
    signs: frozenset[str] = frozenset()
    """Words in the fields of a type called like the noun, without which it is ordinary data."""
    certain: frozenset[str] = frozenset()
    """Words in the name beside which nothing else needs to hold."""


HAZARD_RULES: Final = (
    HazardRule(
        Threat.SESSION,
        TAKE_AWAY,
        _set("session login cookie"),
        _set("token expire expiry ip agent device csrf user jwt"),
        _set("my current own user"),
    ),
    HazardRule(
        Threat.SESSION,
        _set("revoke invalidate"),
        frozenset(("", "access", "consent", "authorization", "authorisation", "authentication")),
    ),
    HazardRule(
        Threat.CREDENTIAL,
        TAKE_AWAY | _RENEW | _set("replace"),
        _set("token key apikey secret credential certificate passkey client otp mfa"),
        _set("token secret prefix hash scope expire expiry expiration redirect grant"),
        _set("api access oauth auth secret private signing refresh token credential"),
    ),
    HazardRule(
        Threat.LOGIN,
        CHANGE | EMPTY | _DISABLE | DELETE,
        _set("password passphrase email username"),
        _set("password"),
        _set("password passphrase my own current user"),
    ),
    HazardRule(
        Threat.ACCOUNT,
        TAKE_AWAY - {"cancel", "reset", "clear", "flush"},
        _set("account tenant organization organisation workspace realm") | OWN,
        _set("email username login password role permission member user"),
        _set("my own current") | OWN,
    ),
    HazardRule(
        Threat.PERMISSION,
        TAKE_AWAY | CHANGE | _ASSIGN,
        _set("role permission privilege acl grant"),
        _set("permission privilege policy scope user member admin acl"),
        _set("permission privilege acl user"),
    ),
    HazardRule(
        Threat.SCHEMA,
        TAKE_AWAY | CHANGE | _ASSIGN,
        _set("schema class table collection type field column model entity migration"),
        _set("field column schema"),
        _set("schema content migration"),
    ),
    HazardRule(
        Threat.SETTINGS,
        TAKE_AWAY | CHANGE | _SWITCH | _ASSIGN,
        _set("setting configuration config maintenance maintenancemode lockdown"),
        _set("maintenance secret smtp domain host policy"),
        _GLOBAL | {"maintenancemode", "shop", "store", "project"},
    ),
)


class ActionName(NamedTuple):
    """A name taken apart."""

    verb: str
    noun: tuple[str, ...]
    spoken: tuple[str, ...]
    """All its words."""
    relating: bool
    """Whether it is about one thing in another: ``removeUserFromGroup``."""

    @property
    def head(self) -> str:
        """The last word of the noun; empty if there is none."""
        return self.noun[-1] if self.noun else ""


def read_action(spoken: tuple[str, ...]) -> ActionName:
    """The verb of a name, wherever it is, and the noun without fillers and without what follows a preposition."""
    joined: list[str] = []
    for word in spoken:
        if joined and joined[-1] + word in _JOINED:
            joined[-1] += word
        else:
            joined.append(word)
    verb = next(filter((_VERBS | LOGOUT).__contains__, (*joined[:1], *joined[-1:], *joined)), "")
    rest = list(joined)
    if verb:
        rest.remove(verb)
    noun: list[str] = []
    for word in rest:
        if word in _RELATING and noun:
            break
        if word not in _FILLERS:
            noun.append(word)
    if len(noun) > 1 and noun[-1] in _ENTRIES:
        noun.pop()
    return ActionName(verb, tuple(noun), tuple(joined), not _RELATING.isdisjoint(joined))
