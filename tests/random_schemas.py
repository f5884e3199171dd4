"""Random valid schemas: interfaces, unions, recursive inputs, lists in lists, every wrapper."""

from __future__ import annotations

from random import Random

SCALARS = ("Int", "Float", "String", "Boolean", "ID", "DateTime", "Mystery", "Mood")


def random_sdl(seed: int) -> str:
    """A schema in SDL; the same for the same seed."""
    random = Random(seed)
    objects = [f"T{index}" for index in range(random.randint(1, 5))]
    inputs = [f"In{index}" for index in range(random.randint(0, 3))]
    interface = random.random() < 0.6
    union = random.random() < 0.6
    outputs = [*SCALARS, *objects, *(["Face"] if interface else []), *(["Some"] if union else [])]

    def wrapped(name: str, *, required: bool | None = None) -> str:
        text = f"{name}!" if random.random() < 0.4 else name
        for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
            text = f"[{text}]" + ("!" if random.random() < 0.4 else "")
        text = text.rstrip("!")
        return text + "!" if (required if required is not None else random.random() < 0.4) else text

    def arguments() -> str:
        names = [f"a{index}" for index in range(random.choice((0, 0, 1, 2, 4)))]
        written = ", ".join(f"{name}: {wrapped(random.choice([*SCALARS, *inputs]))}" for name in names)
        return f"({written})" if written else ""

    def fields(count: int) -> str:
        names = random.sample([f"f{index}" for index in range(8)], count)
        return " ".join(f"{name}{arguments()}: {wrapped(random.choice(outputs))}" for name in names)

    shared = f"common{arguments()}: {wrapped(random.choice(outputs))}"
    parts = ["scalar DateTime scalar Mystery enum Mood { GLAD SAD }"]
    if interface:
        parts.append(f"interface Face {{ {shared} }}")
    implementers = [name for name in objects if interface and random.random() < 0.7]
    for name in objects:
        head = f"type {name} implements Face {{ {shared}" if name in implementers else f"type {name} {{"
        parts.append(f"{head} {fields(random.randint(1, 6))} }}")
    if union:
        parts.append(f"union Some = {' | '.join(random.sample(objects, random.randint(1, len(objects))))}")
    for name in inputs:  # required input fields only refer to leaves: no cycle that cannot be broken
        leaves = " ".join(f"x{index}: {wrapped(random.choice(SCALARS))}" for index in range(random.randint(1, 3)))
        deeper = f" deep: {wrapped(random.choice(inputs), required=False)}" if random.random() < 0.7 else ""
        parts.append(f"input {name} {{ {leaves}{deeper} }}")
    parts.append(f"type Query {{ {fields(random.randint(1, 6))} }}")
    if random.random() < 0.4:
        parts.append(f"type Mutation {{ {fields(random.randint(1, 3))} }}")
    return "\n".join(parts)
