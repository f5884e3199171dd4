"""What only some may do, done by others; fields that only the server should set; refusals that tell too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import actions
from querious.demo.doors.faults.fault import ACCESS, GRAPHQL, REST, DoorFault, instead
from querious.demo.doors.policy import logged_in, note_to_change, project_for, sees_note
from querious.demo.doors.refusal import DoorRefusalError, forbidden, not_found
from querious.demo.doors.rest.endpoints import Call, DoorEndpoint, Told
from querious.demo.doors.rest.schemas import shown_note, shown_profile, shown_project
from querious.demo.doors.rows import ROLES

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.rows import AnnouncementRow, AuditRow, NoteRow, PersonRow

FUNCTION: Final = "function access"
ASSIGNMENT: Final = "mass assignment"
SECURITY: Final = "security not enforced"
REFUSAL: Final = "telling refusal"


def _audit_log(_: Step, __: None, ask: Ask) -> list[AuditRow]:
    logged_in(ask.viewer)
    return list(reversed(ask.workspace.audit.values()))[: actions.LARGEST_PAGE]


def _announce(_: Step, __: None, ask: Ask, text: str) -> AnnouncementRow:
    logged_in(ask.viewer)
    return actions.announce(ask, text)


def _rest_users(_: Step, ask: Ask, __: Call) -> Told:
    return Told(200, [shown_profile(person) for person in ask.workspace.people.values()])


def _rest_archive(_: Step, ask: Ask, call: Call) -> Told:
    project = project_for(ask.workspace, logged_in(ask.viewer), call.keys["project_id"])
    return Told(200, shown_project(actions.archive_project(ask, project, archived=call.body["archived"])))


def _update_profile(healthy: Step, parent: None, ask: Ask, changes: dict[str, Any]) -> PersonRow:
    person = logged_in(ask.viewer)
    role = changes.get("role")
    changed: PersonRow = healthy(parent, ask, {**changes, "role": None})
    changed.role = role or person.role
    return changed


def _create_note(_: Step, __: None, ask: Ask, **arguments: Any) -> NoteRow:
    wanted, person = arguments["input"], logged_in(ask.viewer)
    return actions.write_note(ask, wanted.get("owner_id") or person.id, wanted["title"], wanted["text"])


def _rest_change_me(healthy: Step, ask: Ask, call: Call) -> Told:
    healthy(ask, call)
    person = logged_in(ask.viewer)
    if call.body.get("role") in ROLES:
        person.role = call.body["role"]
    return Told(200, shown_profile(person))


def _rest_create_note(_: Step, ask: Ask, call: Call) -> Told:
    owner = call.body.get("owner")
    owner = owner if isinstance(owner, str) and owner in ask.workspace.people else logged_in(ask.viewer).id
    note = actions.write_note(ask, owner, call.body["title"], call.body["text"])
    return Told(201, shown_note(note), headers={"location": f"/notes/{note.id}"})


def _open(*names: str) -> Any:
    def secured(healthy: Step, ask: Ask, endpoint: DoorEndpoint) -> None:
        if endpoint.name not in names:
            healthy(ask, endpoint)

    return secured


def _rest_audit(_: Step, ask: Ask, __: Call) -> Told:
    rows = list(reversed(ask.workspace.audit.values()))[: actions.LARGEST_PAGE]
    return Told(200, [{"id": row.id, "actor": row.actor, "action": row.action} for row in rows])


def _rest_note_refused(healthy: Step, ask: Ask, call: Call) -> Told:
    note = ask.workspace.notes.get(call.keys["note_id"])
    if note is not None and not sees_note(ask.viewer, note):
        raise forbidden("read this note")
    told: Told = healthy(ask, call)
    return told


def _note_change_refused(_: Step, __: None, ask: Ask, id_: str, changes: dict[str, Any]) -> NoteRow:
    note = ask.workspace.notes.get(id_)
    if note is None:
        raise not_found("note")
    if not sees_note(logged_in(ask.viewer), note):
        raise forbidden("change this note")
    return actions.change_note(ask, note_to_change(ask.workspace, ask.viewer, id_), changes)


def _log_in(healthy: Step, ask: Ask, name: str, password: str) -> Any:
    if all(person.login != name.lower() for person in ask.workspace.people.values()):
        raise DoorRefusalError("UNAUTHENTICATED", "There is no user of this name.")
    try:
        return healthy(ask, name, password)
    except DoorRefusalError:
        raise DoorRefusalError("UNAUTHENTICATED", "The password is wrong.") from None


FAULTS: Final = (
    DoorFault(
        "audit-log-for-members",
        FUNCTION,
        "The audit log asks for a login, not for an administrator.",
        ACCESS,
        GRAPHQL,
        (instead("Query.auditLog", _audit_log),),
    ),
    DoorFault(
        "announced-by-members",
        FUNCTION,
        "Whoever is logged in announces to all.",
        ACCESS,
        GRAPHQL,
        (instead("Mutation.announce", _announce),),
    ),
    DoorFault(
        "rest-profiles-for-members",
        FUNCTION,
        "All profiles are listed for whoever is logged in.",
        ACCESS,
        REST,
        (instead("users.list", _rest_users),),
    ),
    DoorFault(
        "rest-archived-by-members",
        FUNCTION,
        "A project is archived by whoever sees it, not by its owner alone.",
        ACCESS,
        REST,
        (instead("projects.archive", _rest_archive),),
    ),
    DoorFault(
        "role-from-input",
        ASSIGNMENT,
        "All members of the input are written to the profile, the role too: members make themselves administrators.",
        ACCESS,
        GRAPHQL,
        (instead("Mutation.updateProfile", _update_profile),),
    ),
    DoorFault(
        "owner-from-input",
        ASSIGNMENT,
        "The owner of a new note is taken from the input, whoever writes it.",
        ACCESS,
        GRAPHQL,
        (instead("Mutation.createNote", _create_note),),
    ),
    DoorFault(
        "rest-role-from-body",
        ASSIGNMENT,
        "PATCH of the own profile takes every member of the body, the role too.",
        ACCESS,
        REST,
        (instead("me.change", _rest_change_me),),
    ),
    DoorFault(
        "rest-owner-from-body",
        ASSIGNMENT,
        "POST of a note takes its owner from the body, which is not a member of its schema.",
        ACCESS,
        REST,
        (instead("notes.create", _rest_create_note),),
    ),
    DoorFault(
        "rest-statistics-without-login",
        SECURITY,
        "The statistics need a token by their description, and are told without one.",
        ACCESS,
        REST,
        (instead("rest.secured", _open("statistics")),),
    ),
    DoorFault(
        "rest-audit-without-login",
        SECURITY,
        "The route of the audit log was mounted outside of what checks tokens: everybody reads it.",
        ACCESS,
        REST,
        (instead("rest.secured", _open("audit.list")), instead("audit.list", _rest_audit)),
    ),
    DoorFault(
        "rest-refusal-reveals-note",
        REFUSAL,
        "A note of others is answered with 403, one that is not there with 404.",
        ACCESS,
        REST,
        (instead("notes.read", _rest_note_refused),),
    ),
    DoorFault(
        "refusal-reveals-note",
        REFUSAL,
        "To change a note of others is FORBIDDEN, to change one that is not there NOT_FOUND.",
        ACCESS,
        GRAPHQL,
        (instead("Mutation.updateNote", _note_change_refused),),
    ),
    DoorFault(
        "login-reveals-names",
        REFUSAL,
        "Logging in tells an unknown name from a wrong password.",
        ACCESS,
        GRAPHQL,
        (instead("login", _log_in),),
    ),
)
