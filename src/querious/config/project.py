"""What a folder says of the API that is made in it: frameworks, descriptions, ports, CI. It is read, never run."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_LONGEST: Final = 512 * 1024
"""Bytes of a file that is looked into."""
_MOST_FILES: Final = 5_000
_LEFT_OUT: Final = frozenset({"node_modules", "venv", "env", "dist", "build", "__pycache__", "site-packages", "tests"})
_GRAPHQL: Final = {
    "strawberry-graphql": "Strawberry",
    "strawberry-graphql-django": "Strawberry",
    "ariadne": "Ariadne",
    "graphene": "graphene",
    "graphene-django": "graphene",
    "@apollo/server": "Apollo Server",
    "apollo-server": "Apollo Server",
    "graphql-yoga": "GraphQL Yoga",
    "mercurius": "Mercurius",
    "postgraphile": "PostGraphile",
}
_REST: Final = {
    "fastapi": "FastAPI",
    "django": "Django",
    "djangorestframework": "Django REST framework",
    "flask": "Flask",
    "flask-smorest": "flask-smorest",
    "litestar": "Litestar",
    "starlette": "Starlette",
    "express": "Express",
    "fastify": "Fastify",
    "@nestjs/core": "NestJS",
}
_PORTS: Final = {
    "Apollo Server": 4000,
    "GraphQL Yoga": 4000,
    "Fastify": 3000,
    "Express": 3000,
    "NestJS": 3000,
    "Flask": 5000,
}
_PORT: Final = 8000
_REQUIREMENT: Final = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_PUBLISHED: Final = re.compile(r"""^\s*-\s*["']?(?:[\d.]+:)?(\d{2,5}):\d{2,5}""", re.MULTILINE)
_APPLICATION: Final = re.compile(
    r"^(\w+)(?:\s*:\s*[\w.]+)?\s*=\s*(FastAPI|Starlette|Litestar|Flask|get_asgi_application|get_wsgi_application"
    r"|(?:strawberry|graphene)\.Schema|make_executable_schema)\b",
    re.MULTILINE,
)
_DESCRIPTION: Final = re.compile(r"(open-?api|swagger).*\.(json|ya?ml)", re.IGNORECASE)
_SDL: Final = re.compile(r".*\.(graphqls?|gql)")
_SDL_TYPE: Final = re.compile(r"^(extend )?type Query\b", re.MULTILINE)
_CI: Final = {".github/workflows": "GitHub", ".gitlab-ci.yml": "GitLab"}


@dataclass(frozen=True, slots=True)
class Project:
    """What was found, the best first. Paths are relative to the folder."""

    frameworks: tuple[str, ...] = ()
    graphql: bool = False
    """Whether a framework for GraphQL is among them."""
    descriptions: tuple[str, ...] = ()
    """OpenAPI descriptions."""
    schemas: tuple[str, ...] = ()
    """Files with a type ``Query``."""
    applications: tuple[str, ...] = ()
    """``package.module:name`` of what can be tested in process."""
    port: int = _PORT
    ci: tuple[str, ...] = ()


def look_at(folder: Path) -> Project:
    """Look into a folder."""
    names = {name.lower() for name in _dependencies(folder)}
    graphql = list(dict.fromkeys(title for name, title in _GRAPHQL.items() if name in names))
    rest = list(dict.fromkeys(title for name, title in _REST.items() if name in names))
    files = list(islice(_files(folder), _MOST_FILES))
    return Project(
        frameworks=(*graphql, *rest),
        graphql=bool(graphql),
        descriptions=tuple(_relative(folder, (one for one in files if _DESCRIPTION.fullmatch(one.name)))),
        schemas=tuple(_relative(folder, (one for one in files if _is_schema(one)))),
        applications=tuple(_applications(folder, files)),
        port=_published_port(folder) or next((_PORTS[name] for name in (*graphql, *rest) if name in _PORTS), _PORT),
        ci=tuple(name for place, name in _CI.items() if (folder / place).exists()),
    )


def _files(folder: Path) -> Iterator[Path]:
    """Those of the folder and below, the nearest first; hidden ones and what others wrote are left out."""
    folders = [folder]
    while folders:
        here = folders.pop(0)
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith(".") or entry.name in _LEFT_OUT:
                continue
            if entry.is_dir() and not entry.is_symlink():
                folders.append(entry)
            elif entry.is_file():
                yield entry


def _relative(folder: Path, files: Iterable[Path]) -> list[str]:
    return [file.relative_to(folder).as_posix() for file in files]


def _text(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(_LONGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def _is_schema(file: Path) -> bool:
    return bool(_SDL.fullmatch(file.name) and _SDL_TYPE.search(_text(file)))


def _dependencies(folder: Path) -> Iterator[str]:
    """Names of packages, as Python's and Node's own files list them."""
    for file in (*folder.glob("requirements*.txt"), *folder.glob("requirements/*.txt")):
        yield from _names(_text(file).splitlines())
    project = _table(folder / "pyproject.toml")
    yield from _names(_strings(project.get("project", {})))
    yield from _names(_strings(project.get("dependency-groups", {})))
    poetry = project.get("tool", {}).get("poetry", {}) if isinstance(project.get("tool"), dict) else {}
    yield from (poetry.get("dependencies") or {}) if isinstance(poetry, dict) else ()
    try:
        package = json.loads(_text(folder / "package.json") or "{}")
    except (ValueError, RecursionError):
        package = {}
    for key in ("dependencies", "devDependencies"):
        listed = package.get(key) if isinstance(package, dict) else None
        yield from listed if isinstance(listed, dict) else ()


def _table(file: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(_text(file))
    except (ValueError, RecursionError):
        return {}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def _names(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        match = _REQUIREMENT.match(line)
        if match:
            yield match[1].replace("_", "-")


def _applications(folder: Path, files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        if file.suffix != ".py":
            continue
        for match in _APPLICATION.finditer(_text(file)):
            parts = file.relative_to(folder).with_suffix("").parts
            parts = parts[1:] if parts[0] == "src" else parts
            module = ".".join(part for part in parts if part != "__init__")
            if module and all(part.isidentifier() for part in parts):
                yield f"{module}:{match[1]}"


def _published_port(folder: Path) -> int | None:
    """The first port that a compose file publishes."""
    for name in ("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"):
        match = _PUBLISHED.search(_text(folder / name))
        if match:
            return int(match[1])
    return None


def proposed_target(project: Project) -> str:
    """What to test: the service where it usually listens. One that is tested in process needs no service."""
    if project.applications:
        return project.applications[0]
    address = f"http://localhost:{project.port}"
    return f"{address}/graphql" if project.graphql or (project.schemas and not project.descriptions) else address


def proposed_configuration(project: Project) -> str:
    """The text of a ``querious.toml`` with comments."""
    address = f"http://localhost:{project.port}"
    lines = ["# What querious does here: querious run api. All keys: docs/configuration.md.", ""]
    if project.frameworks:
        lines += [f"# Found: {', '.join(project.frameworks)}.", ""]
    lines += ['time = "60s"', "# mutations = true           # send what changes data too", ""]
    lines += ["[targets.api]", f"target = {_quoted(proposed_target(project))}"]
    others = [*project.applications[1:3], *([f"{address}/graphql", address] if project.applications else [])]
    lines += [f"# target = {_quoted(other)}" for other in others]
    if project.schemas and not project.applications:
        lines.append(f"# schema = {_quoted(project.schemas[0])}     # where introspection is off")
    if project.descriptions and not project.graphql:
        lines.append(f"# schema = {_quoted(project.descriptions[0])}     # where the service does not serve it")
    lines += [
        "",
        "# [targets.api.headers]",
        '# Authorization = "Bearer ${API_TOKEN}"',
        "",
        "# [targets.api.login]         # where one has to log in first: docs/login.md",
        '# token-url = "/token"',
        '# username = "alice"',
        '# password = "${ALICE_PASSWORD}"',
        "",
        "# [targets.api.identities.bob]  # who else asks, to see who gets what belongs to others: docs/identities.md",
        '# bearer = "${BOB_TOKEN}"',
        "",
        "[profiles.quick]             # querious run api --profile quick",
        'time = "15s"',
        "",
        "[profiles.thorough]",
        'time = "10m"',
        "mutations = true",
        "",
        "[profiles.nightly]",
        'time = "60m"',
        "mutations = true",
        'fail-on = "new"',
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)
